import { asDocumented, defineJob, jobRef, Schedules, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Actuals } from "./Actuals.ts"
import { kind, Links } from "./Links.ts"

export const Collect = jobRef("connect-paywall.collect", Schema.Struct({ accountId: Schema.String }))

const dayMs = 86_400_000

const make = Effect.gen(function* () {
  const links = yield* Links
  const actuals = yield* Actuals
  const schedules = yield* Schedules
  const sql = yield* SqlClient.SqlClient
  return {
    /** Collects once a day from now on, as long as the account is connected. */
    begin: (accountId: string): Effect.Effect<void, ServiceUnavailable> =>
      schedules
        .set({ plugin: kind, accountId, name: "collect", everyMs: dayMs, job: Collect, payload: { accountId } })
        .pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.catchTag("ScheduleInvalid", Effect.die),
          asDocumented
        ),
    run: Effect.fn("Collecting.run")(function* (accountId: string) {
      yield* actuals.fill(yield* links.use(accountId))
    })
  }
})

/** What is kept of a connected account, as far as its owner wants it. */
export class Collecting extends Context.Service<Collecting, Effect.Success<typeof make>>()(
  "@storeglass/connect-paywall/Collecting"
) {
  static readonly layer = Layer.effect(Collecting, make)
}

export const collect = defineJob(Collect, {
  lane: { name: "collect", concurrency: 1 },
  timeoutMs: 300_000,
  attempts: 3,
  run: ({ accountId }) =>
    Collecting.use((collecting) => collecting.run(accountId)).pipe(
      // Without a connection or a right there's nothing to collect; the owner has been told.
      Effect.catchTags({
        NoConnection: () => Effect.void,
        ConnectionUnusable: () => Effect.void,
        VendorRefused: () => Effect.void,
        PLATFORM_UNSUPPORTED: () => Effect.void
      })
    )
})
