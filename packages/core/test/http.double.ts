import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { listening } from "@storeglass/testkit"
import { Effect } from "effect"

export interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A server on loopback, until the scope ends, with what it was asked; it answers once the body is there. */
export const httpDouble = Effect.fnUntraced(function* (
  handler: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown
) {
  const seen: Array<Seen> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      handler(request, response, body)
    })
  })
  const { origin } = yield* listening(server)
  return { origin, seen }
})
