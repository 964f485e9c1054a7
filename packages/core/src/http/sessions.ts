import { Forbidden, type Session, SessionRequired, Sessions } from "@storeglass/plugin-api"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Whether a request that may change something came from a page of this origin. Browsers send a cookie along from any
 * page, so this is what keeps other sites from acting for who is signed in.
 */
export const isSameOrigin = ({ headers, method }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">) => {
  if (safeMethods.has(method)) return true
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin") return false
  const { host, origin } = headers
  return origin === undefined ? site === "same-origin" : host !== undefined && hostOf(origin) === host.toLowerCase()
}

const signIn = new SessionRequired("sign in first: nobody is signed in, or the session has ended")
const foreign = new Forbidden("requests that change something must come from a page of this origin")

const holderOf = ({ accountId, plan, scopes, userId }: Session): KeyHolder => ({
  credential: "session",
  keyId: userId,
  accountId,
  personId: userId,
  plan,
  scopes,
  plugins: undefined,
  mayComeFrom: undefined,
  endsAtMs: Number.POSITIVE_INFINITY,
  isReplaced: false,
  isSuspended: false,
  audience: undefined,
  notedMinute: -1
})

/** Finds who is signed in, by the plugin that offers `Sessions`. */
export const makeSessionHolder = Effect.map(Effect.serviceOption(Sessions), (sessions) =>
  Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    if (Option.isNone(sessions)) return yield* signIn
    const { cookies, headers } = request
    const session = yield* sessions.value.resolve({ cookies, headers })
    if (Option.isNone(session)) return yield* signIn
    if (!isSameOrigin(request)) return yield* foreign
    return holderOf(session.value)
  })
)
