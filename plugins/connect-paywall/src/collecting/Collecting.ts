import {
  asDocumented,
  Connections,
  defineJob,
  Jobs,
  jobRef,
  makeScheduler,
  type ServiceUnavailable,
  whileConnected
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { kind, Links } from "../links/Links.ts"
import { Actuals } from "../proceeds/Actuals.ts"
import { DailyCopy } from "./DailyCopy.ts"

export const Collect = jobRef("connect-paywall.collect", Schema.Struct({ accountId: Schema.String }))

const dayMs = 86_400_000

const make = Effect.gen(function* () {
  const links = yield* Links
  const actuals = yield* Actuals
  const dailyCopy = yield* DailyCopy
  const setSchedule = yield* makeScheduler
  const jobs = yield* Jobs
  const sql = yield* SqlClient.SqlClient
  const connections = yield* Connections
  yield* connections.onPurge(kind, (accountId) =>
    Effect.andThen(actuals.forget(accountId), dailyCopy.forget(accountId))
  )

  /** Removes what the connection, as it is now, doesn't keep of what was collected through an organization's key. */
  const settle = Effect.fn("Collecting.settle")(function* (accountId: string, organization: string | undefined) {
    const now = yield* links.status(accountId)
    const other = now.organization?.id !== organization
    if (other || now.correctEstimates !== true) yield* asDocumented(actuals.forget(accountId))
    if (other || now.keepHistory !== true) yield* asDocumented(dailyCopy.forget(accountId))
  })

  return {
    /** Collects soon, and once a day from then on, as long as the account is connected. */
    begin: (accountId: string): Effect.Effect<void, ServiceUnavailable> =>
      Effect.andThen(
        setSchedule({ plugin: kind, accountId, name: "collect", everyMs: dayMs, job: Collect, payload: { accountId } }),
        asDocumented(
          Effect.provideService(jobs.enqueue(Collect, { accountId }, { key: accountId }), SqlClient.SqlClient, sql)
        )
      ),
    settle,
    run: Effect.fn("Collecting.run")(function* (accountId: string) {
      const link = yield* links.use(accountId)
      const done = yield* Effect.exit(Effect.andThen(actuals.fill(link), dailyCopy.copy(link)))
      // Its owner may have ended it meanwhile.
      yield* settle(accountId, link.known.organization?.id)
      yield* done
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
  run: ({ accountId }) => Effect.asVoid(whileConnected(Collecting.use((collecting) => collecting.run(accountId))))
})
