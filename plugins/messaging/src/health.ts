import type { HealthCheck } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Mails } from "./mail/Mails.ts"

/** Whether mail goes out, and whether the fate of some is unknown. */
export const health = Effect.gen(function* () {
  const mails = yield* Mails
  if (mails.provider === undefined) {
    return { mail: { status: "degraded", detail: "set resend or smtp: no mail goes out" } satisfies HealthCheck }
  }
  const unknown = yield* Effect.catch(mails.unknown(1), () => Effect.succeed([]))
  const mail: HealthCheck =
    unknown.length === 0
      ? { status: "ok" }
      : { status: "degraded", detail: "it isn't known whether some mail was sent: storeglass mail unknown" }
  return { mail }
})
