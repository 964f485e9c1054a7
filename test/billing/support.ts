import { type Answer, at } from "@storeglass/testkit"

export { at }

/** What is at a path of a JSON answer. */

export const codeOf = ({ json }: Pick<Answer, "json">): unknown => at(json, "error", "code")

export interface SentAnswer extends Pick<Answer, "status" | "headers" | "text" | "json"> {}

/** Sends bytes, or what a stream gives, and reads the whole answer. */
export const send = async (
  url: string,
  options: {
    readonly key?: string
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | FormData | string
  }
): Promise<SentAnswer> => {
  const { body, headers, key, method = "POST" } = options
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: { ...(key === undefined ? {} : { "x-api-key": key }), ...headers },
    duplex: "half"
  }
  if (body !== undefined) init.body = body
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith("{") ? JSON.parse(text) : undefined
  }
}

/** A body in chunks of 64 KiB, and how many bytes of it were taken. */
export const endless = (bytesMax: number) => {
  const chunk = new Uint8Array(64 * 1024).fill(0x20)
  let taken = 0
  return {
    taken: () => taken,
    body: new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (taken >= bytesMax) return controller.close()
        taken += chunk.length
        controller.enqueue(chunk)
      }
    })
  }
}
