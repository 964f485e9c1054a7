import {
  asDocumented,
  defineJob,
  Jobs,
  jobRef,
  Locks,
  makeScheduler,
  type ServiceUnavailable,
  whileConnected
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { individual } from "../vendor/credentials.ts"
import { Estimators } from "./Estimators.ts"
import { Figures } from "./Figures.ts"
import { kind, SavedConsole } from "./SavedConsole.ts"
import { Sync } from "./Sync.ts"

export const SyncConsole = jobRef("connect-storea.sync", Schema.Struct({ accountId: Schema.String }))

const dayMs = 86_400_000
/** When a run that asked as often as it may is taken up again: the vendor counts by the hour. */
const againMs = 3_600_000
/** The queue runs one of an account; this is for one whose node was taken for dead. */
const lockMs = 60_000

const make = Effect.gen(function* () {
  const estimators = yield* Estimators
  const figures = yield* Figures
  const jobs = yield* Jobs
  const locks = yield* Locks
  const saved = yield* SavedConsole
  const setSchedule = yield* makeScheduler
  const sql = yield* SqlClient.SqlClient
  const sync = yield* Sync
  const forget = (accountId: string) => Effect.andThen(estimators.forget(accountId), figures.purge(accountId))
  yield* saved.onPurge(forget)

  const soon = (accountId: string, inMs: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      jobs.enqueue(SyncConsole, { accountId }, { key: accountId, runAtMs: nowMs + inMs })
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  /** Removes what the connection, as it is now, wouldn't have read, or doesn't want used. */
  const settle = Effect.fn("Nightly.settle")(function* (accountId: string) {
    const now = yield* saved.details(accountId)
    if (now === undefined) return
    const { correctEstimates, issuerId, keyId, vendorNumber } = now
    // Keys of persons have no issuer.
    const owner = issuerId === individual ? `${individual}/${keyId}` : issuerId
    const removed = yield* figures.belongTo(accountId, owner, vendorNumber)
    if (removed || !correctEstimates) yield* estimators.forget(accountId)
  })

  const run = Effect.fn("Nightly.run")(function* (accountId: string) {
    const startedMs = yield* Clock.currentTimeMillis
    // Of a run that was killed after its owner had disconnected and deleted.
    if ((yield* saved.details(accountId)) === undefined && (yield* figures.purgedSince(accountId, 0))) {
      return yield* forget(accountId)
    }
    const done = yield* Effect.exit(sync.run(accountId))
    // Its owner may have changed or ended it meanwhile.
    if (yield* figures.purgedSince(accountId, startedMs)) yield* forget(accountId)
    yield* settle(accountId)
    if (!(yield* done)) yield* soon(accountId, againMs)
  })

  return {
    /** Reads at once, and once a day from now on, as long as the account is connected. */
    begin: (accountId: string): Effect.Effect<void, ServiceUnavailable> =>
      asDocumented(settle(accountId)).pipe(
        Effect.andThen(
          setSchedule({
            plugin: kind,
            accountId,
            name: "sync",
            everyMs: dayMs,
            job: SyncConsole,
            payload: { accountId }
          })
        ),
        Effect.andThen(asDocumented(soon(accountId, 0)))
      ),
    /** One of an account at a time, over all nodes. */
    run: (accountId: string) => locks.withKey(`connect-storea/sync/${accountId}`, run(accountId), { waitMs: lockMs })
  }
})

/** The nightly sync of connected accounts, and what becomes of what it read. */
export class Nightly extends Context.Service<Nightly, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Nightly"
) {
  static readonly layer = Layer.effect(Nightly, make)
}

export const syncConsole = defineJob(SyncConsole, {
  lane: { name: "sync", concurrency: 1 },
  atOnce: { key: ({ accountId }) => accountId },
  timeoutMs: 1_800_000,
  attempts: 5,
  run: ({ accountId }) => Effect.asVoid(whileConnected(Nightly.use((nightly) => nightly.run(accountId))))
})

export const syncHealth = Effect.gen(function* () {
  const figures = yield* Figures
  const sinceMs = (yield* Clock.currentTimeMillis) - 2 * dayMs
  const failing = yield* Effect.option(figures.failing(sinceMs))
  return {
    sync: Option.match(failing, {
      onNone: () => ({ status: "down" as const, detail: "the database didn't tell" }),
      onSome: (accounts) =>
        accounts === 0
          ? { status: "ok" as const }
          : { status: "degraded" as const, detail: `reports of ${accounts} accounts can't be read` }
    })
  }
})
