import { Credits, Files } from "@storeglass/plugin-api"
import { Clock, Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type FailureCode, failures } from "../errors.ts"
import { type JobKey, makeJobTable, type Warning } from "./JobTable.ts"

/** How long a job, its scene and its picture are kept. */
export const keptMs = 30 * 86_400_000

/** A job that ends without a result. */
export class Failed extends Data.TaggedError("Failed")<{ readonly code: FailureCode; readonly message: string }> {}
export const fail = (code: FailureCode, message: string = failures[code]) => new Failed({ code, message })

interface Delivered {
  readonly png: Uint8Array | undefined
  /** The screenshots in it. */
  readonly placed: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<Warning>
  /** What it's worth; at most what was held. */
  readonly price: number
}

/** How jobs end. */
export const makeEndings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const credits = yield* Credits
  const files = yield* Files
  const table = yield* makeJobTable
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  /** Ends a job without a result, and gives back what was held. Again, it does nothing. */
  const failed = (key: JobKey, code: FailureCode, message: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const row = yield* table.lockOpen(key)
        if (row === undefined) return
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`UPDATE ad_creatives_jobs SET status = 'failed', error_code = ${code}, error_message = ${message},
            sealed_key = null, scene = null, updated_ms = ${nowMs}::bigint
          WHERE ${table.of(key)}`
        yield* here(credits.release(row.hold))
      })
    )

  /** Result, file and charge are one, or nothing of them. */
  const complete = (key: JobKey, { placed, png, price, warnings }: Delivered) =>
    sql
      .withTransaction(
        Effect.gen(function* () {
          const row = yield* table.lockOpen(key)
          if (row === undefined) return
          const nowMs = yield* Clock.currentTimeMillis
          const file =
            png === undefined
              ? undefined
              : yield* files.put({
                  accountId: key.accountId,
                  name: `${row.listing.app.appId.replaceAll(/[^\w.-]/g, "_").slice(0, 100)}-${row.brief.imagePreset}.png`,
                  type: "image/png",
                  bytes: png,
                  expiresAtMs: nowMs + keptMs
                })
          const charged = Math.min(price, row.credits)
          yield* sql`UPDATE ad_creatives_jobs SET status = 'completed', stage = 'store', sealed_key = null,
              file_id = ${file?.id ?? null}, placed = ${JSON.stringify(placed)}::text::jsonb,
              warnings = ${JSON.stringify(warnings)}::text::jsonb, credits = ${charged}::int,
              updated_ms = ${nowMs}::bigint
            WHERE ${table.of(key)}`
          yield* here(credits.capture(row.hold, charged))
        })
      )
      .pipe(
        Effect.catchTags({
          HoldGone: () => Effect.fail(fail("HOLD_EXPIRED")),
          FileRefused: ({ message, reason }) =>
            Effect.fail(
              reason === "account_full"
                ? fail("FILES_FULL", `${message}; ${failures.FILES_FULL}`)
                : fail("INTERNAL_ERROR")
            )
        })
      )

  return { failed, complete }
})
