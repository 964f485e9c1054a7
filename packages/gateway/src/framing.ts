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
 * one Host. Node itself refuses the other forms.
 */
export const isAmbiguousMessage = ({ headers, rawHeaders }: IncomingMessage): boolean => {
  const coding = headers["transfer-encoding"]
  return (coding !== undefined && coding.toLowerCase() !== "chunked") || hostsOf(rawHeaders) > 1
}

/** The same of a request that got as far as the router. What comes from this process was read from no socket. */
export const isAmbiguous = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  source instanceof IncomingMessage && isAmbiguousMessage(source)

const pathCharacters = /^(?:[\w.~!$&'()*+,=:@/-]|%[\da-f]{2})*$/i
const emptyOrDotSegment = /\/(?:\/|\.{1,2}(?:\/|$))/
/** Letters, digits, `-`, `.`, `_` and `~`, which need no escape. */
const needlessEscape = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/** Whether the escapes of a path stand for text. */
const isUtf8 = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * What keeps a path from its one normal form (RFC 3986, 6.2.2); undefined when it has it. Two spellings of one route would
 * let a rule before the gateway see another path than its router does.
 */
export const pathProblem = (url: string): string | undefined => {
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.startsWith("/")) return "path: must begin with a slash"
  if (!pathCharacters.test(path))
    return "path: has a character that must be percent-encoded, such as ; as %3B and é as %C3%A9"
  if (emptyOrDotSegment.test(path)) return "path: must have no empty segment, and none that is . or .."
  if (needlessEscape.test(path)) return "path: letters, digits, -, ., _ and ~ must not be percent-encoded"
  if (path.includes("%") && !isUtf8(path)) return "path: isn't UTF-8; percent-encode the text as UTF-8"
}
