import {
  asDocumented,
  Caller,
  Forbidden,
  InvalidInput,
  PayloadTooLarge,
  ServiceUnavailable,
  SessionRequired
} from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { SignedIn } from "./signIn/SignedIn.ts"

/**
 * What all routes of the dashboard have in common; some ask for a higher role, or by `fresh` for someone who has just shown that
 * it's them. The host judges both, and of changes that they come from a page of this gateway.
 */
export const sessionRoute = { access: "session", role: "viewer", price: 0, tool: false } as const
/** Of what is the person's own, whatever account they're in, if any. */
export const ownRoute = { ...sessionRoute, role: "person" } as const
export const fresh = { freshMinutes: 15 } as const
export const reading = [Forbidden, ServiceUnavailable, SessionRequired] as const
export const changes = [...reading, InvalidInput, PayloadTooLarge] as const

/** The session of the request; the host has seen that there is one. */
export const session = Effect.gen(function* () {
  const signedIn = yield* SignedIn
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const found = yield* asDocumented(signedIn.find(cookies))
  return found ?? (yield* new SessionRequired("sign in first: the session has ended"))
})

/** Who asks, and what they are in the account that their session looks at. */
export const member = Effect.gen(function* () {
  const { accountId, personId, role } = yield* Caller
  if (personId === undefined || role === undefined) {
    return yield* new SessionRequired("sign in first: the session has ended")
  }
  return { accountId, personId, role }
})
