import { IncomingMessage } from "node:http"
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
export const isAmbiguousMessage = ({ headers, rawHeaders }: IncomingMessage): boolean => {
  const coding = headers["transfer-encoding"]
  return (coding !== undefined && coding.toLowerCase() !== "chunked") || hostsOf(rawHeaders) > 1
}

/** The same of a request that got as far as the router. What comes from this process was read from no socket. */
export const isAmbiguous = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  source instanceof IncomingMessage && isAmbiguousMessage(source)
