import { type Query, withQuery } from "../src/firstReads.ts"
import type { AccountRoutes, Me } from "./generated/account.routes.ts"
import type { AppsRoutes } from "./generated/apps.routes.ts"
import type { KeywordsRoutes } from "./generated/keywords.routes.ts"

export { withQuery }

/** Why a request failed, in the words of the API. */
export class Problem extends Error {
  override readonly name = "Problem"
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
  constructor(
    status: number,
    code: string,
    message: string,
    more: { readonly requestId?: string | undefined; readonly retryAfter?: number | undefined } = {}
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = more.requestId
    this.retryAfter = more.retryAfter
  }
  /** The message without the field that a caller would fix, and the field. */
  get field(): string | undefined {
    return /^([\w.[\]]+) \(\w+\): /.exec(this.message)?.[1]
  }
  get sentence(): string {
    const said = this.message.replace(/^[\w.[\]]+ \(\w+\): /, "")
    const whole = said.charAt(0).toUpperCase() + said.slice(1)
    return /[.!?]$/.test(whole) ? whole : `${whole}.`
  }
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem
/** Not there, or not set up yet: what a newcomer meets first, and no fault. */
export const isNotThereYet = (error: unknown): error is Problem =>
  isProblem(error) && (error.status === 404 || error.status === 409)

let own: Readonly<Record<string, string>> = {}
/** What each change must carry: the session's token, and the account that the page shows, as another tab may choose another. */
export const carry = ({ accountId, csrfToken }: Pick<Me, "accountId" | "csrfToken">): void => {
  own = { "x-csrf-token": csrfToken, ...(accountId === null ? {} : { "x-account-id": accountId }) }
}

const textOf = (value: unknown, name: string): string | undefined => {
  const found: unknown =
    typeof value === "object" && value !== null && name in value ? Reflect.get(value, name) : undefined
  return typeof found === "string" ? found : undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly data: unknown
  /** The envelope, where it's JSON; else the text. */
  readonly whole: unknown
  readonly bytes: number
  readonly ms: number
}

const problemOf = (status: number, headers: Headers, whole: unknown): Problem => {
  const error: unknown = typeof whole === "object" && whole !== null && "error" in whole ? whole.error : undefined
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN)
  return new Problem(
    status,
    textOf(error, "code") ?? "UNREADABLE",
    textOf(error, "message") ?? `the answer had the status ${status}`,
    {
      requestId: headers.get("x-request-id") ?? undefined,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined
    }
  )
}

/** Sends a request to this gateway; fails with a `Problem` unless it's a 2xx. */
export const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const began = performance.now()
  let response: Response
  let text: string
  try {
    response = await fetch(path, { credentials: "same-origin", ...init })
    text = await response.text()
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error
    throw new Problem(0, "UNREACHABLE", "the gateway can't be reached; check your connection and try again")
  }
  const isJson = response.headers.get("content-type")?.includes("json") === true
  let whole: unknown = text
  try {
    if (isJson) whole = JSON.parse(text)
  } catch {
    whole = text
  }
  if (!response.ok) throw problemOf(response.status, response.headers, whole)
  return {
    status: response.status,
    headers: response.headers,
    whole,
    data: typeof whole === "object" && whole !== null && "data" in whole ? whole.data : whole,
    bytes: text.length,
    ms: performance.now() - began
  }
}

/** What `npm run generate` writes of the routes that the page asks by their paths. */
interface Routes extends AccountRoutes, AppsRoutes, KeywordsRoutes {}
type Route = keyof Routes
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
type PathOf<M extends Method> = Extract<Route, `${M} ${string}`> extends `${M} ${infer Path}` ? Path : never
type AskedOf<M extends Method, P extends string> = Routes[`${M} ${P}` & Route]["asked"]
type AnswerOf<M extends Method, P extends string> = Routes[`${M} ${P}` & Route]["answer"]
/** Nothing need be said where a route is asked nothing. */
type More<Asked> = Readonly<Record<never, never>> extends Asked ? [asked?: Asked] : [asked: Asked]

interface Asked {
  /** By the names of the path, `/dashboard/api/keys/:id`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: unknown
}

const send = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  { body = {}, params = {}, query }: Asked,
  signal?: AbortSignal
): Promise<AnswerOf<M, P>> => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const { data } = await ask(withQuery(filled, query), {
    method,
    ...(signal === undefined ? {} : { signal }),
    headers: {
      ...(method === "GET" ? {} : own),
      ...(method === "GET" || method === "DELETE" ? {} : { "content-type": "application/json" })
    },
    ...(method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body) })
  })
  // The route encodes its answer by the shape that this type is made of.
  return data as AnswerOf<M, P>
}

/** A read of the session. */
export const read = <P extends PathOf<"GET">>(
  path: P,
  asked: AskedOf<"GET", P>,
  signal?: AbortSignal
): Promise<AnswerOf<"GET", P>> => send("GET", path, asked, signal)

/** A change in the name of the session. */
export const change = <M extends Exclude<Method, "GET">, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[asked]: More<AskedOf<M, P>>
): Promise<AnswerOf<M, P>> => send(method, path, asked ?? {})

/** Sign-in and the like: they begin a session and need none. */
export const post = <P extends PathOf<"POST">>(
  path: P,
  body: AskedOf<"POST", P> extends { readonly body: infer Body } ? Body : Readonly<Record<never, never>>
): Promise<AnswerOf<"POST", P>> => send("POST", path, { body })

let token: { readonly value: string; readonly until: number } | undefined
let asking: Promise<string> | undefined

const freshToken = async (): Promise<string> => {
  const made = await change("POST", "/dashboard/api/token")
  token = { value: made.token, until: Date.parse(made.expiresAt) - 60_000 }
  return made.token
}

/** The token of this page for `/v1`: in memory alone, asked for anew before it ends. */
export const tokenNow = async (): Promise<string> => {
  if (token !== undefined && token.until > Date.now()) return token.value
  asking ??= freshToken().finally(() => {
    asking = undefined
  })
  return asking
}

/** Another account is looked at, or nobody is signed in any more. */
export const forgetToken = (): void => {
  token = undefined
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** A call of an operation: under `/v1` in the account's name and on its credits, else by the session. */
export const call = async ({ body, headers = {}, method, path, signal }: Call): Promise<Answer> => {
  const bySession = path.startsWith("/dashboard/")
  const asWhom = bySession ? own : { authorization: `Bearer ${await tokenNow()}` }
  const init = {
    method,
    ...(signal === undefined ? {} : { signal }),
    headers: { ...asWhom, ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }
  try {
    return await ask(path, init)
  } catch (error) {
    // The session's account or role may have changed since: one new token, then it's true.
    if (bySession || !isProblem(error) || error.status !== 401 || token === undefined) throw error
    forgetToken()
    return ask(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${await tokenNow()}` } })
  }
}
