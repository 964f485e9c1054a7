import { isLoopback } from "../signIn/SignedIn.ts"

/** Where a browser would run or read something instead of going to an app. */
const barredSchemes = new Set([
  "about:",
  "blob:",
  "chrome:",
  "data:",
  "file:",
  "filesystem:",
  "ftp:",
  "intent:",
  "javascript:",
  "mailto:",
  "vbscript:",
  "view-source:",
  "ws:",
  "wss:"
])

/** Why an app can't be answered at this address; undefined: it can. */
export const redirectProblem = (text: string): string | undefined => {
  if (text.length > 2_048) return "must have at most 2048 characters"
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
  if (/[\u0000-\u0020\u007f-\uffff\\"<>^`{|}]/.test(text) || !URL.canParse(text)) return "must be an absolute URL"
  const url = new URL(text)
  if (text.includes("#")) return "must not have a fragment"
  if (url.username !== "" || url.password !== "") return "must not have a user name or password"
  if (url.protocol === "https:") return undefined
  if (url.protocol === "http:") {
    return isLoopback(url.hostname) ? undefined : "must begin with https://, unless it is of this machine"
  }
  return barredSchemes.has(url.protocol) ? `must not begin with ${url.protocol}` : undefined
}

const loopbackOf = (text: string) => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === "http:" && isLoopback(url.hostname)
    ? `${url.hostname}${url.pathname}${url.search}`
    : undefined
}

/**
 * Whether a request's address is one that the app registered: the same text; on this machine any port, as an app takes
 * whichever is free (RFC 8252, 7.3).
 */
export const isRegistered = (registered: ReadonlyArray<string>, asked: string): boolean => {
  const loopback = loopbackOf(asked)
  return registered.some((each) => each === asked || (loopback !== undefined && loopbackOf(each) === loopback))
}

/** Whether all of an app's addresses are those of an app on someone's machine. */
export const isNative = (uris: ReadonlyArray<string>): boolean =>
  uris.every((uri) => {
    const { hostname, protocol } = new URL(uri)
    return protocol !== "https:" || isLoopback(hostname)
  })

/** The host that an answer goes to; undefined: an app on the same machine. */
export const hostOf = (uri: string): string | undefined => {
  const { host, hostname, protocol } = new URL(uri)
  return protocol === "https:" && !isLoopback(hostname) ? host : undefined
}

/** The address with these parameters; nothing else of it changes. */
export const redirectTo = (uri: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `${uri}${uri.includes("?") ? "&" : "?"}${query}`
}
