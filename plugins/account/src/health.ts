import { type HealthCheck, Operations } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Providers } from "./providers/Providers.ts"
import { sessionProblemOf } from "./signIn/SignedIn.ts"
import { sendsMail } from "./signIn/ways.ts"

/** Which ways in work. */
export const health = Effect.gen(function* () {
  const { failures } = yield* Providers
  const mail: HealthCheck = (yield* sendsMail)
    ? { status: "ok" }
    : {
        status: "degraded",
        detail:
          "no plugin sends mail: nobody can sign up or in by mail, and forgotten passwords stay forgotten; providers and passkeys work"
      }
  const providers = Object.entries(yield* failures).map(([id, failure]): [string, HealthCheck] => [
    `provider.${id}`,
    failure === undefined ? { status: "ok" } : { status: "degraded", detail: failure }
  ])
  const { gateway } = yield* Operations
  const problem = sessionProblemOf(gateway.url)
  const sessions: HealthCheck = problem === undefined ? { status: "ok" } : { status: "degraded", detail: problem }
  return { mail, sessions, ...Object.fromEntries(providers) }
})
