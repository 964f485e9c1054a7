import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { Place } from "../Subjects.ts"
import { changeKinds } from "../schema.ts"

const Row = Schema.Struct({
  atMs: Schema.Finite,
  kind: Schema.Literals(changeKinds),
  n: Schema.Int,
  detail: Schema.NullOr(Schema.String)
})
const rows = rowsOf(Row)

/** A change of what is measured. */
export interface MeasuredChange {
  readonly kind: (typeof changeKinds)[number]
  /** How many prompts, or 1. */
  readonly n: number
  /** Without one it's of the whole app. */
  readonly intent?: string | null
  readonly detail?: string | null
}
/** As it's drawn into a day of the trend. */
export interface DrawnChange {
  readonly kind: (typeof changeKinds)[number] | "model_changed"
  readonly count: number
  readonly at: string | null
  readonly detail: string | null
}

const detailMax = 300
/** Far more than anybody changes between two scans of a window. */
const readMax = 2_000

/** What was changed in what is measured. Every statement names the account first. */
export const makeChanges = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Within the transaction of the change; nothing where it's of no prompt. */
  note: Effect.fnUntraced(function* (
    { accountId, appId, country }: Place,
    { detail = null, intent = null, kind, n }: MeasuredChange
  ) {
    if (n === 0) return
    const nowMs = yield* Clock.currentTimeMillis
    const said = detail === null ? null : detail.slice(0, detailMax)
    yield* sql`INSERT INTO ai_visibility_changes (account_id, id, app_id, country, at_ms, kind, n, intent, detail)
      VALUES (${accountId}::uuid, ${uuidV7Unsafe()}::uuid, ${appId}, ${country}, ${nowMs}::bigint, ${kind}, ${n}::int,
        ${intent}::uuid, ${said})`
  }),

  /** After one moment and until another, oldest first; of an intent also those of the whole app. */
  between: (
    { accountId, appId, country }: Place,
    { afterMs, intentId, untilMs }: { afterMs: number; untilMs: number; intentId?: string | undefined }
  ) =>
    rows(sql`SELECT at_ms::float8 AS "atMs", kind, n, detail FROM ai_visibility_changes
      WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}
        AND at_ms > ${afterMs}::bigint AND at_ms <= ${untilMs}::bigint
        ${intentId === undefined ? sql`` : sql`AND (intent IS NULL OR intent = ${intentId}::uuid)`}
      ORDER BY at_ms, id LIMIT ${readMax}::int`)
}))

/** Of each kind one, in the order of their last; a detail stays where there is but one. */
export const drawn = (changes: ReadonlyArray<typeof Row.Type>): ReadonlyArray<DrawnChange> => {
  const byKind = new Map<string, DrawnChange>()
  for (const { atMs, detail, kind, n } of changes) {
    const before = byKind.get(kind)
    byKind.delete(kind)
    const count = (before?.count ?? 0) + n
    byKind.set(kind, { kind, count, at: isoOf(atMs), detail: before === undefined && n === 1 ? detail : null })
  }
  return [...byKind.values()]
}
