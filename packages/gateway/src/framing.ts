import { NodeHttpServerRequest } from "@effect/platform-node"
import type { HttpServerRequest } from "effect/http"

const hostsOf = (rawHeaders: ReadonlyArray<string>) => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts
}

/**
 * Whether two readers could take a request for different ones: another transfer coding than chunked alone, or more than
 * one Host. Node refuses the other forms by itself.
 */
export const isAmbiguous = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const incoming = NodeHttpServerRequest.toIncomingMessage(request)
  const coding = incoming.headers["transfer-encoding"]
  return (coding !== undefined && coding.toLowerCase() !== "chunked") || hostsOf(incoming.rawHeaders) > 1
}
