// How commands reach a running gateway. Little is loaded here, as a command line waits for it.
import * as Predicate from "effect/Predicate"

export type Json = Readonly<Record<string, unknown>>
export const objectOf = (value: unknown): Json => (Predicate.isReadonlyObject(value) ? { ...value } : {})
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, name) => objectOf(found)[name], value)

/** A command line that can't mean anything. */
export class Usage extends Error {}
/** What an answer or its absence was. */
export class Failed extends Error {
  readonly code: string
  readonly details: Json
  constructor(code: string, message: string, details: Json = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** The gateway that `--url` or the environment names. */
export const urlOf = (named: string | undefined, environment: Readonly<Record<string, string | undefined>>): string => {
  const url = (named ?? environment.STOREGLASS_URL ?? "http://127.0.0.1:3000").replace(/\/+$/, "")
  if (!URL.canParse(url)) throw new Usage(`--url: '${url}' isn't an address such as http://127.0.0.1:3000`)
  return url
}

export const decodeJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export const fetched = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(60_000) }).catch(() => {
    throw new Failed("NETWORK_ERROR", `can't reach the gateway at ${new URL(url).origin}`)
  })
  const text = await response.text()
  return { response, text, json: decodeJson(text)?.value }
}

/** What an answer that isn't 2xx says. */
export const refusalOf = ({ json, response }: Awaited<ReturnType<typeof fetched>>): Failed =>
  new Failed(
    textOf(at(json, "error", "code")) || "UNREADABLE_ANSWER",
    textOf(at(json, "error", "message")) || `the gateway answered ${response.status}`,
    {
      status: response.status,
      requestId: response.headers.get("x-request-id"),
      details: at(json, "error", "details")
    }
  )
