import { timingSafeEqual } from "node:crypto"
import {
  type AccountRole,
  accountRoles,
  ConfirmationNeeded,
  Forbidden,
  OtherAccount,
  type Session,
  SessionRequired,
  Sessions,
  UnsupportedMediaType
} from "@storeglass/plugin-api"
import { Clock, Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import { mayHaveBody, mediaTypeOf } from "./body.ts"
import { PublicUrl } from "./pageLinks.ts"
import { type RouteMeta, routeName } from "./route.ts"

type Request = HttpServerRequest.HttpServerRequest

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

const originOf = (url: string) => (URL.canParse(url) ? new URL(url) : undefined)

/**
 * Whether a request that may change something came from a page of this origin. Browsers send a cookie along from any page, so
 * this is one of two things that keep other sites from acting for who is signed in. Without a `publicUrl` the origin is whatever
 * the request was sent to.
 */
export const isSameOrigin = ({ headers }: Pick<Request, "headers">, publicUrl: string) => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin") return false
  const origin = originOf(headers.origin ?? "")
  if (origin === undefined || origin.origin !== headers.origin) return false
  const own = originOf(publicUrl)
  return own === undefined ? origin.host === headers.host?.toLowerCase() : origin.origin === own.origin
}

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b)
}

const signIn = new SessionRequired("sign in first: nobody is signed in, or the session has ended")
const foreign = new Forbidden("Origin (header): requests that change something must come from a page of this origin")
const unmarked = new Forbidden("X-CSRF-Token (header): must be the token that the page was given with its session")
const noJson = new UnsupportedMediaType("Content-Type (header): must be application/json")
const noAccount = new Forbidden("you're in no account; make one, or ask for an invitation")
const stale = new ConfirmationNeeded("confirm that it's you, then repeat this; nothing was changed")
const switched = new OtherAccount(
  "X-Account-Id (header): isn't the account that this session looks at, which may have been chosen in another tab; reload the page, nothing was changed"
)
/** Stands in for an account where an operator acts for all of them. */
export const noAccountId = "00000000-0000-0000-0000-000000000000"

const rank = (role: AccountRole) => accountRoles.indexOf(role)

const isFresh = ({ freshAtMs }: Session, minutes: number | undefined, nowMs: number) =>
  minutes === undefined || (freshAtMs !== null && nowMs - freshAtMs < minutes * 60_000)

interface SessionHolder extends KeyHolder {
  readonly actsAsOperator: boolean
}

const holderOf = ({ accountId, personId, plan, role }: Session, actsAsOperator: boolean): SessionHolder => ({
  credential: "session",
  keyId: personId,
  accountId: actsAsOperator || accountId === undefined ? noAccountId : accountId,
  personId,
  plan,
  scopes: role === "viewer" ? ["read"] : ["read", "write"],
  role,
  actsAsOperator,
  plugins: undefined,
  mayComeFrom: undefined,
  endsAtMs: Number.POSITIVE_INFINITY,
  isReplaced: false,
  isSuspended: false,
  audience: undefined,
  notedMinute: -1
})

/** Why a change isn't taken for the page's own; undefined: it is. */
const forged = (request: Request, { body }: RouteMeta, { csrfToken }: Session, publicUrl: string) => {
  if (safeMethods.has(request.method)) return undefined
  if (!isSameOrigin(request, publicUrl)) return foreign
  if (!isSame(request.headers["x-csrf-token"] ?? "", csrfToken)) return unmarked
  const isJson = mediaTypeOf(request.headers["content-type"]) === "application/json"
  return body.kind === "json" && mayHaveBody(request) && !isJson ? noJson : undefined
}

/** Finds who is signed in, by the plugin that offers `Sessions`, and whether they may have the route. */
export const makeSessionHolder = Effect.gen(function* () {
  const sessions = yield* Effect.serviceOption(Sessions)
  const publicUrl = yield* PublicUrl
  const clock = yield* Clock.Clock
  return (route: RouteMeta) =>
    Effect.fnUntraced(function* (request: Request) {
      if (Option.isNone(sessions) || route.session === undefined) return yield* signIn
      const { role, freshMinutes, whileClosed } = route.session
      const { cookies, headers } = request
      const found = yield* sessions.value.resolve({ cookies, headers })
      if (Option.isNone(found)) return yield* signIn
      const session = found.value
      const problem = forged(request, route, session, publicUrl)
      if (problem !== undefined) return yield* problem
      if (role === "operator") {
        if (!session.isOperator) return yield* new Forbidden(`${routeName(route)} is for operators of this gateway`)
      } else if (role !== "person") {
        const { "x-account-id": meant } = headers
        if (meant !== undefined && meant !== session.accountId) return yield* switched
        if (session.accountId === undefined || session.role === undefined) return yield* noAccount
        if (rank(session.role) < rank(role)) {
          return yield* new Forbidden(`this takes the role ${role}; yours in this account is ${session.role}`)
        }
        if (
          session.closed !== undefined &&
          role !== "viewer" &&
          whileClosed !== true &&
          !safeMethods.has(request.method)
        ) {
          return yield* new Forbidden(session.closed)
        }
      }
      if (!isFresh(session, freshMinutes, clock.currentTimeMillisUnsafe())) return yield* stale
      return holderOf(session, role === "operator")
    })
})
