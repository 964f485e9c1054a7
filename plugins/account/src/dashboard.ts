import {
  asDocumented,
  Forbidden,
  InvalidInput,
  PayloadTooLarge,
  ServiceUnavailable,
  SessionRequired
} from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { isSame } from "./crypto.ts"
import { ConfirmationNeeded } from "./errors.ts"
import { Persons, type Role, roles } from "./Persons.ts"
import { membershipOf } from "./SessionPort.ts"
import { SignedIn, type SignedInSession } from "./SignedIn.ts"

const freshMs = 15 * 60_000
/** What all routes of the dashboard have in common; some ask for a higher role. */
export const sessionRoute = { access: "session", role: "viewer", price: 0, query: [], tool: false } as const
export const reading = [Forbidden, ServiceUnavailable, SessionRequired] as const
export const changes = [...reading, InvalidInput, PayloadTooLarge] as const

/** The session of the request; the guard has seen that there is one. */
export const session = Effect.gen(function* () {
  const signedIn = yield* SignedIn
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const found = yield* asDocumented(signedIn.find(cookies))
  return found ?? (yield* new SessionRequired("sign in first: the session has ended"))
})

/** The same of a request that changes something: its page must have read the token, which other sites can't. */
export const changing = Effect.gen(function* () {
  const signedIn = yield* SignedIn
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const found = yield* session
  if (!isSame(headers["x-csrf-token"] ?? "", signedIn.csrfOf(found))) {
    return yield* new Forbidden("X-CSRF-Token (header): must be the csrfToken of GET /dashboard/api/me")
  }
  return found
})

/** The same, and it's surely them. */
export const fresh = Effect.gen(function* () {
  const found = yield* changing
  const now = yield* Clock.currentTimeMillis
  if (found.confirmedMs === null || found.confirmedMs + freshMs <= now) {
    return yield* new ConfirmationNeeded("confirm that it's you at POST /auth/confirm, then repeat this")
  }
  return found
})

/** The account that a session looks at, for who is at least this in it. */
export const inAccount = Effect.fnUntraced(function* (found: SignedInSession, least: Role) {
  const persons = yield* Persons
  const membership = membershipOf(found, yield* asDocumented(persons.memberships(found.person.id)))
  if (membership === undefined) return yield* new Forbidden("you're in no account; ask for an invitation")
  if (roles.indexOf(membership.role) < roles.indexOf(least)) {
    return yield* new Forbidden(`this takes the role ${least}; yours in this account is ${membership.role}`)
  }
  return membership
})
