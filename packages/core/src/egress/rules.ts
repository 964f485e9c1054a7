import { isIP } from "node:net"
import { EgressRefused } from "@storeglass/plugin-api"
import { isLoopback, notPublic } from "./addresses.ts"

/** What customers' addresses may be. */
export interface EgressRules {
  /** Default false: https only. */
  readonly http?: boolean | undefined
  /** Default 80 and 443. */
  readonly ports?: ReadonlyArray<number> | undefined
  /** One port of this machine that may be called, by http too: for tests and the sandbox. */
  readonly loopbackPort?: number | undefined
}

const refused = (reason: EgressRefused["reason"], message: string, detail?: string) =>
  new EgressRefused({ reason, message, ...(detail === undefined ? {} : { detail }) })

const portsDefault = [80, 443]
const urlLengthMax = 2_048

/** Names that are never public: of this machine (RFC 6761), of local networks, and of no network at all. */
const localNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion|test|invalid|example)$/

/** The host that a URL names: without brackets, without the dot that ends a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

export const portOf = (url: URL): number =>
  url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)

const portsOf = (rules: EgressRules) => rules.ports ?? portsDefault
const refusedPort = (rules: EgressRules) => refused("port", `url: the port must be one of ${portsOf(rules).join(", ")}`)

/** Whether this is the one port of this machine that is open to calls. */
const isOpened = (rules: EgressRules, address: string, port: number) =>
  rules.loopbackPort !== undefined && port === rules.loopbackPort && isLoopback(address)

/** Why an address must not be called; undefined when it may. */
export const refusalOfAddress = (rules: EgressRules, address: string, port: number): EgressRefused | undefined => {
  if (isOpened(rules, address, port)) return undefined
  const what = notPublic(address)
  if (what !== undefined) return refused("address", "url: must lead to a public address", `${address}: ${what}`)
  // The port that is open on this machine is open on no other.
  return portsOf(rules).includes(port) ? undefined : refusedPort(rules)
}

/** A URL that may be looked up, or why not. All that can be told without a lookup. */
export const readUrl = (rules: EgressRules, text: string): URL | EgressRefused => {
  // The parser would drop blanks and control characters; whoever sends them wants two readers to disagree.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return refused("url", "url: must not contain blanks, control characters or backslashes")
  if (text.length > urlLengthMax) return refused("url", `url: must have at most ${urlLengthMax} characters`)
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return refused("url", "url: must be an absolute URL such as https://example.com/hook")
  }
  const url = new URL(text)
  const host = hostOf(url)
  const port = portOf(url)
  const opened = rules.loopbackPort !== undefined && port === rules.loopbackPort
  if (url.protocol !== "https:" && !(url.protocol === "http:" && (rules.http === true || opened))) {
    return refused("scheme", `url: must begin with https://${rules.http === true ? " or http://" : ""}`)
  }
  if (url.username !== "" || url.password !== "" || /^[^/?#]*\/\/[^/?#]*@/.test(text)) {
    return refused("userinfo", "url: must not contain a user name or password; send secrets in a header")
  }
  if (!opened && !portsOf(rules).includes(port)) return refusedPort(rules)
  if (isIP(host) !== 0) return refusalOfAddress(rules, host, port) ?? url
  // The opened port may be reached by any name that leads to this machine, as the tests of redirects need.
  if (!opened && (host === "" || !host.includes(".") || host.endsWith(".") || localNames.test(host))) {
    return refused("host", "url: the host must be a public name")
  }
  return url
}

const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|expect|http2-settings|proxy-.*)$/i

/** Why headers cannot be sent; undefined when they can. */
export const refusalOfHeaders = (headers: Readonly<Record<string, string>>): EgressRefused | undefined => {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,200}$/i.test(name) || ownHeaders.test(name)) {
      return refused("header", "header: this header can't be set", name.slice(0, 60))
    }
    if (!/^[\t\x20-\x7e\x80-\xff]{0,8192}$/.test(value)) {
      return refused("header", `${name} (header): contains characters not allowed in a header`)
    }
  }
}
