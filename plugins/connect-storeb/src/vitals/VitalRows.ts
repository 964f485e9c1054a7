import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { KeptData, type Reading } from "../sync/KeptData.ts"

export const vitalsRoom = "vitals"

/** Days of one metric set, split by one dimension or by none (empty). */
export interface SliceOf extends Reading {
  readonly packageName: string
  readonly metricSet: string
  readonly dimension: string
}
/** A metric of a day; `value` is the dimension's. */
export interface Figure {
  readonly day: string
  readonly value: string
  readonly metric: string
  readonly amount: number
  readonly lower: number | null
  readonly upper: number | null
}

export const syncStates = ["ok", "failed"] as const
const SetState = Schema.Struct({
  packageName: Schema.String,
  metricSet: Schema.String,
  state: Schema.Literals(syncStates),
  rows: Schema.Int,
  /** The last day of which there is anything. */
  lastDay: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  atMs: Schema.Number
})
export type SetState = typeof SetState.Type

const Rate = Schema.Struct({
  packageName: Schema.String,
  metric: Schema.String,
  rate: Schema.Number,
  days: Schema.Int,
  lastDay: Schema.String
})
const DayFigure = Schema.Struct({
  packageName: Schema.String,
  metric: Schema.String,
  day: Schema.String,
  value: Schema.String,
  amount: Schema.Number,
  lower: Schema.NullOr(Schema.Number),
  upper: Schema.NullOr(Schema.Number)
})

/** Days of an account, of one app or of all. */
export interface DaysOf {
  readonly accountId: string
  readonly packageName?: string | undefined
  readonly from: string
  readonly to: string
}

const batch = 5_000

const make = Effect.gen(function* () {
  const kept = yield* KeptData
  const sql = yield* SqlClient.SqlClient

  return {
    /** Puts figures in place of all there are of these days. */
    replace: Effect.fn("VitalRows.replace")(function* (
      { accountId, dimension, metricSet, packageName, revision }: SliceOf,
      { end, from }: { readonly from: string; readonly end: string },
      figures: ReadonlyArray<Figure>
    ) {
      yield* kept.write(
        vitalsRoom,
        { accountId, revision },
        Effect.gen(function* () {
          yield* sql`DELETE FROM connect_storeb_vitals
            WHERE account_id = ${accountId}::uuid AND package_name = ${packageName} AND metric_set = ${metricSet}
              AND dimension = ${dimension} AND day >= ${from}::date AND day < ${end}::date`
          for (let at = 0; at < figures.length; at += batch) {
            yield* sql`
              INSERT INTO connect_storeb_vitals
                (account_id, package_name, metric_set, dimension, value, day, metric, amount, lower, upper)
              SELECT ${accountId}::uuid, ${packageName}, ${metricSet}, ${dimension}, value, day, metric, amount, lower, upper
              FROM jsonb_to_recordset(${JSON.stringify(figures.slice(at, at + batch))}::jsonb)
                AS told (day date, value text, metric text, amount float8, lower float8, upper float8)
              ON CONFLICT DO NOTHING`
          }
        })
      )
    }),
    /** Notes how reading a metric set went; what was read before stays. */
    note: Effect.fn("VitalRows.note")(function* (
      { accountId, metricSet, packageName, revision }: Omit<SliceOf, "dimension">,
      state: SetState["state"],
      { problem = null, rows = 0 }: { readonly problem?: string | null; readonly rows?: number } = {}
    ) {
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* kept.write(
        vitalsRoom,
        { accountId, revision },
        sql`
          INSERT INTO connect_storeb_vital_sets (account_id, package_name, metric_set, state, rows, problem, at)
          VALUES (${accountId}::uuid, ${packageName}, ${metricSet}, ${state}, ${rows}, ${problem}, ${at}::timestamptz)
          ON CONFLICT (account_id, package_name, metric_set) DO UPDATE
          SET state = excluded.state, rows = excluded.rows, problem = excluded.problem, at = excluded.at`
      )
    }),
    /** What was read of an account's metric sets, and when. */
    states: (accountId: string) =>
      rowsOf(SetState)(sql`
        SELECT package_name AS "packageName", metric_set AS "metricSet", state, rows, problem,
          extract(epoch FROM at)::float8 * 1000 AS "atMs",
          (SELECT max(day)::text FROM connect_storeb_vitals AS read
            WHERE read.account_id = noted.account_id AND read.package_name = noted.package_name
              AND read.metric_set = noted.metric_set) AS "lastDay"
        FROM connect_storeb_vital_sets AS noted WHERE account_id = ${accountId}::uuid
        ORDER BY package_name, metric_set`),
    /**
     * Rates of a window: the days' rates weighted by their users, as the vendor weights its own rolling ones. A day without
     * users counts for nothing.
     */
    rates: (
      { accountId, from, packageName = "", to }: DaysOf,
      metrics: ReadonlyArray<string> = ["crashRate", "anrRate"]
    ) =>
      rowsOf(Rate)(sql`
        SELECT rate.package_name AS "packageName", rate.metric,
          (sum(rate.amount * users.amount) / sum(users.amount))::float8 AS rate, count(*)::int AS days,
          max(rate.day)::text AS "lastDay"
        FROM connect_storeb_vitals AS rate
        JOIN connect_storeb_vitals AS users USING (account_id, package_name, metric_set, dimension, value, day)
        WHERE rate.account_id = ${accountId}::uuid AND (${packageName} = '' OR rate.package_name = ${packageName})
          AND rate.dimension = '' AND rate.metric IN ${sql.in(metrics)} AND users.metric = 'distinctUsers'
          AND users.amount > 0 AND rate.day BETWEEN ${from}::date AND ${to}::date
        GROUP BY rate.package_name, rate.metric ORDER BY rate.package_name, rate.metric`),
    /** Days of some metrics, oldest first; a day that wasn't measured isn't there. */
    days: (
      { accountId, from, packageName = "", to }: DaysOf,
      metrics: ReadonlyArray<string> = ["crashRate", "anrRate"],
      dimension = ""
    ) =>
      rowsOf(DayFigure)(sql`
        SELECT package_name AS "packageName", metric, day::text AS day, value, amount, lower, upper
        FROM connect_storeb_vitals
        WHERE account_id = ${accountId}::uuid AND (${packageName} = '' OR package_name = ${packageName})
          AND dimension = ${dimension} AND metric IN ${sql.in(metrics)} AND day BETWEEN ${from}::date AND ${to}::date
        ORDER BY package_name, day, metric, value`),
    /** Deletes all that was read of an account, in the transaction at hand. */
    purge: Effect.fn("VitalRows.purge")(function* (accountId: string) {
      yield* sql`DELETE FROM connect_storeb_vitals WHERE account_id = ${accountId}::uuid`
      yield* sql`DELETE FROM connect_storeb_vital_sets WHERE account_id = ${accountId}::uuid`
    }),
    /** Whether anything of an account is kept. */
    any: (accountId: string) =>
      Effect.map(
        sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM connect_storeb_vital_sets WHERE account_id = ${accountId}::uuid)
          OR EXISTS (SELECT 1 FROM connect_storeb_vitals WHERE account_id = ${accountId}::uuid)`,
        (rows) => rows.length > 0
      )
  }
})

/** Vitals of connected accounts' apps by day, as they were synced. Every read is of one account. */
export class VitalRows extends Context.Service<VitalRows, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/VitalRows"
) {
  static readonly layer = Layer.effect(this, make)
}
