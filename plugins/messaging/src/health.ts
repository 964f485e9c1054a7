import type { HealthCheck } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Mails } from "./mail/Mails.ts"

/** Whether mail goes out, and whether the fate of some is unknown. */
export const health = Effect.gen(function* () {
  const mails = yield* Mails
  if (mails.provider === undefined) {
    return { mail: { status: "degraded", detail: "set resend or smtp: no mail goes out" } satisfies HealthCheck }
  }
  const hasDoubts = yield* Effect.catch(mails.hasDoubts, () => Effect.succeed(false))
  const mail: HealthCheck = hasDoubts
    ? { status: "degraded", detail: "it isn't known whether some mail was sent: storeglass mail unknown" }
    : { status: "ok" }
  return { mail }
})
