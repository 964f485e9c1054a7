import {
  Credits,
  type CreditsExhausted,
  type HoldGone,
  Jobs,
  jobRef,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { isUuid } from "./Notes.ts"
import type { Scan } from "./schema.ts"

export const ScanPages = jobRef("trial.scan", Schema.Struct({ scanId: Schema.String }))

type Away = SqlError.SqlError | ServiceUnavailable

/** Work that outlives its request; its hold has its id. */
export class Scans extends Context.Service<
  Scans,
  {
    readonly start: (
      accountId: string,
      scan: { readonly pages: number; readonly delaySeconds: number }
    ) => Effect.Effect<Scan, Away | CreditsExhausted | HoldGone>
    readonly find: (accountId: string, id: string) => Effect.Effect<Scan | undefined, SqlError.SqlError>
    /** Undefined: it is over. */
    readonly cancel: (accountId: string, id: string) => Effect.Effect<Scan | undefined, Away>
    /** Does it and captures its credits; gives whose it is when it was done just now. */
    readonly work: (id: string) => Effect.Effect<string | undefined, Away>
  }
>()("@storeglass/trial/Scans") {}

export const ScansLive = Layer.effect(
  Scans,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* Jobs
    const credits = yield* Credits
    const columns = sql.literal("id::text, state, pages, outcome")
    const inTransaction = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.provideService(sql.withTransaction(effect), SqlClient.SqlClient, sql)
    const end = (id: string, state: Scan["state"], outcome: string) =>
      sql<Scan & { readonly accountId: string }>`UPDATE trial_scans SET state = ${state}, outcome = ${outcome}
        WHERE id = ${id}::uuid RETURNING ${columns}, account_id::text AS "accountId"`
    return Scans.of({
      start: Effect.fn("Scans.start")(function* (accountId, { delaySeconds, pages }) {
        const id = uuidV7Unsafe()
        const runAtMs = (yield* Clock.currentTimeMillis) + delaySeconds * 1000
        const hold = { id, accountId, bucket: "creative" as const, credits: pages, operation: "trial.scan" }
        return yield* inTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO trial_scans (id, account_id, pages, state)
              VALUES (${id}::uuid, ${accountId}::uuid, ${pages}, 'accepted')`
            yield* jobs.enqueue(ScanPages, { scanId: id }, { key: id, runAtMs })
            yield* credits.hold({ ...hold, forMs: delaySeconds * 1000 + 600_000 })
            return { id, state: "accepted" as const, pages, outcome: null }
          })
        )
      }),
      find: Effect.fn("Scans.find")(function* (accountId, id) {
        if (!isUuid(id)) return undefined
        const rows = yield* sql<Scan>`SELECT ${columns} FROM trial_scans
          WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`
        return rows[0]
      }),
      cancel: Effect.fn("Scans.cancel")(function* (accountId, id) {
        return yield* inTransaction(
          Effect.gen(function* () {
            const open = yield* sql`SELECT 1 FROM trial_scans WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid
              AND state = 'accepted' FOR UPDATE`
            if (open.length === 0) return undefined
            yield* jobs.abort(ScanPages, id)
            const [scan] = yield* end(id, "cancelled", "released")
            yield* credits.release(id)
            return scan === undefined ? undefined : { id, pages: scan.pages, state: scan.state, outcome: scan.outcome }
          })
        )
      }),
      work: Effect.fn("Scans.work")(function* (id) {
        return yield* inTransaction(
          Effect.gen(function* () {
            const [scan] = yield* sql<Scan>`SELECT ${columns} FROM trial_scans WHERE id = ${id}::uuid FOR UPDATE`
            if (scan === undefined || scan.state === "cancelled") return undefined
            const captured = yield* credits.capture(id, scan.pages).pipe(
              Effect.map(({ outcome }): string => outcome),
              Effect.catchTag("HoldGone", ({ state }) => Effect.succeed(`gone: ${state}`))
            )
            const [done] = yield* end(id, "done", captured)
            return captured === "captured" ? done?.accountId : undefined
          })
        )
      })
    })
  })
)
