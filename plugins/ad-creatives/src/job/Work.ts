import {
  type Credits,
  type Egress,
  type Files,
  Locks,
  type OperatorAlerts,
  RetryAfter,
  rowsOf,
  type Vault
} from "@storeglass/plugin-api"
import type { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AdCreativesConfig } from "../config.ts"
import { failures } from "../errors.ts"
import type { Images } from "../vendors/Images.ts"
import { deadlineMs } from "./Acceptance.ts"
import { keptMs, makeEndings } from "./Endings.ts"
import { type JobKey, makeJobTable } from "./JobTable.ts"

const deletedAtOnce = 500
const openRows = rowsOf(Schema.Struct({ accountId: Schema.String, jobId: Schema.String }))

const make = Effect.fnUntraced(function* (config: AdCreativesConfig) {
  const sql = yield* SqlClient.SqlClient
  const locks = yield* Locks
  const table = yield* makeJobTable
  const { failed } = yield* makeEndings
  const services = yield* Effect.context<
    AppStores | Credits | Egress | Files | Images | OperatorAlerts | SqlClient.SqlClient | Vault
  >()
  // What reads and draws pictures takes a third of a second to load: a gateway that starts doesn't wait for it.
  const making = yield* Effect.cached(
    Effect.promise(() => import("./Making.ts")).pipe(
      Effect.flatMap(({ makeMaking }) => makeMaking(config)),
      Effect.provideContext(services)
    )
  )

  return {
    /** Goes on with a job from where it stands, and ends it. */
    run: Effect.fn("Work.run")(function* (key: JobKey) {
      yield* locks
        .withKey(
          `ad-creatives ${key.jobId}`,
          Effect.flatMap(making, (made) => made(key)),
          { waitMs: 0 }
        )
        .pipe(
          Effect.catchTags({
            Failed: ({ code, message }) => failed(key, code, message),
            LockUnavailable: (cause) => new RetryAfter({ ms: 5_000, cause })
          })
        )
    }),
    fail: (key: JobKey) => failed(key, "INTERNAL_ERROR", failures.INTERNAL_ERROR),
    /** Ends jobs that nobody ends any more, and deletes what is over. */
    tidy: Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const late = yield* openRows(sql`SELECT account_id AS "accountId", id AS "jobId" FROM ad_creatives_jobs
        WHERE ${table.isOpen} AND created_ms < ${nowMs - deadlineMs}::bigint LIMIT 1000`)
      yield* Effect.forEach(late, (key) => failed(key, "HOLD_EXPIRED", failures.HOLD_EXPIRED), { discard: true })
      for (;;) {
        const gone = yield* sql`DELETE FROM ad_creatives_jobs WHERE (account_id, id) IN (
          SELECT account_id, id FROM ad_creatives_jobs WHERE created_ms < ${nowMs - keptMs}::bigint
          LIMIT ${deletedAtOnce}::int) RETURNING id`
        if (gone.length < deletedAtOnce) return
      }
    })
  }
})

/** Makes ads. */
export class Work extends Context.Service<Work, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-creatives/Work"
) {
  static readonly layer = (config: AdCreativesConfig) => Layer.effect(Work, make(config))
}
