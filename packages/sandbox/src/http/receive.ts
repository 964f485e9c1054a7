import type { IncomingMessage } from "node:http"
import { makeRequest, type SandboxRequest } from "./request.ts"

/** An upload of an app with all its pictures fits. */
const bodyBytesMax = 256 * 1024 * 1024

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > bodyBytesMax) throw new Error("The body is over the limit.")
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const headersOf = (message: IncomingMessage): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value
  }
  return headers
}

/** Reads a request whole; `path` is what is left below a host's prefix. */
export const receive = async (
  message: IncomingMessage,
  path: string,
  query: URLSearchParams
): Promise<SandboxRequest> =>
  makeRequest({
    method: message.method ?? "GET",
    path,
    query,
    headers: headersOf(message),
    bytes: await readBody(message)
  })
