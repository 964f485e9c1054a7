import { isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { GrowthFindings } from "../contract.ts"
import { Projects } from "../projects/Projects.ts"

const Counts = Schema.Record(Schema.String, Schema.Int)
const sums = rowsOf(
  Schema.Struct({
    found: Schema.Int,
    replied: Schema.Int,
    right: Schema.Int,
    wrong: Schema.Int,
    medianHours: Schema.NullOr(Schema.Finite),
    byStatus: Counts,
    byUrgency: Counts,
    byIntent: Counts
  })
)
const days = rowsOf(Schema.Struct({ date: Schema.String, scanned: Schema.Int, found: Schema.Int, replied: Schema.Int }))
const scanRows = rowsOf(Schema.Struct({ n: Schema.Int }))
const findings = rowsOf(
  Schema.Struct({
    scanned: Schema.Int,
    found: Schema.Int,
    mustReply: Schema.Int,
    replied: Schema.Int,
    pending: Schema.Int
  })
)
const rounded = (value: number) => Math.round(value * 1_000) / 1_000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const projects = yield* Projects

  return {
    of: Effect.fn("Stats.of")(function* (accountId: string, id: string, count: number) {
      const project = yield* projects.find(accountId, id)
      const nowMs = yield* Clock.currentTimeMillis
      const today = isoOf(nowMs).slice(0, 10)
      const from = plusDays(today, 1 - count)
      const fromMs = Date.parse(`${from}T00:00:00Z`)
      const finds = sql`
        SELECT o.*, CASE WHEN o.status = 'snoozed' AND o.snooze_ms <= ${nowMs}::bigint THEN 'pending' ELSE o.status END AS state,
          CASE WHEN o.must_ms >= ${nowMs}::bigint THEN 'must_reply' WHEN o.should_ms >= ${nowMs}::bigint THEN 'should_reply'
            WHEN o.nice_ms >= ${nowMs}::bigint THEN 'nice_to_have' ELSE 'ignore' END AS urgency
        FROM growth_finds f JOIN growth_opportunities o ON o.account_id = f.account_id AND o.id = f.opportunity_id
        WHERE f.account_id = ${accountId}::uuid AND f.project_id = ${project.id}::uuid`
      const by = (column: "state" | "urgency" | "intent") => sql`
        (SELECT coalesce(jsonb_object_agg(name, n), '{}') FROM (SELECT coalesce(${sql(column)}, 'unknown') AS name,
          count(*) AS n FROM recent GROUP BY 1) counts)`
      const [sum] = yield* sums(sql`
        WITH recent AS (SELECT * FROM (${finds}) all_of_them WHERE found_ms >= ${fromMs}::bigint)
        SELECT count(*)::int AS found, (count(*) FILTER (WHERE state = 'replied'))::int AS replied,
          (count(*) FILTER (WHERE state IN ('approved', 'replied')))::int AS right,
          (count(*) FILTER (WHERE state = 'dismissed' AND reason IS DISTINCT FROM 'gone'))::int AS wrong,
          (percentile_cont(0.5) WITHIN GROUP (ORDER BY (replied_ms - published_ms) / 3600000.0)
            FILTER (WHERE state = 'replied'))::float8 AS "medianHours",
          ${by("state")} AS "byStatus", ${by("urgency")} AS "byUrgency", ${by("intent")} AS "byIntent"
        FROM recent`)
      const series = yield* days(sql`
        SELECT to_char(d.day, 'YYYY-MM-DD') AS date, coalesce(k.scanned, 0)::int AS scanned, coalesce(k.found, 0)::int AS found,
          coalesce(r.n, 0)::int AS replied
        FROM generate_series(${from}::date, ${today}::date, interval '1 day') AS d (day)
        LEFT JOIN growth_days k ON k.account_id = ${accountId}::uuid AND k.project_id = ${project.id}::uuid AND k.day = d.day::date
        LEFT JOIN (SELECT (to_timestamp(replied_ms / 1000.0) AT TIME ZONE 'UTC')::date AS day, count(*) AS n
          FROM (${finds}) answered WHERE state = 'replied' GROUP BY 1) r ON r.day = d.day::date
        ORDER BY 1`)
      const [scans] = yield* scanRows(sql`SELECT count(*)::int AS n FROM growth_runs
        WHERE account_id = ${accountId}::uuid AND project_id = ${project.id}::uuid AND finished_ms >= ${fromMs}::bigint
          AND status <> 'skipped'`)
      const { found, medianHours, replied, right, wrong, ...counts } = sum ?? {
        found: 0,
        replied: 0,
        right: 0,
        wrong: 0,
        medianHours: null,
        byStatus: {},
        byUrgency: {},
        byIntent: {}
      }
      return {
        projectId: project.id,
        days: count,
        scans: scans?.n ?? 0,
        scanned: series.reduce((all, { scanned }) => all + scanned, 0),
        found,
        ...counts,
        replied,
        replyRate: found === 0 ? null : rounded(replied / found),
        medianHoursToReply: medianHours === null ? null : rounded(medianHours),
        precision: right + wrong === 0 ? null : rounded(right / (right + wrong)),
        series
      }
    })
  }
})

/** What projects brought. */
export class Stats extends Context.Service<Stats, Effect.Success<typeof make>>()("@storeglass/growth/Stats") {
  static readonly layer = Layer.effect(Stats, make)
}

export const findingsLayer = Layer.effect(
  GrowthFindings,
  Effect.map(SqlClient.SqlClient, (sql) =>
    GrowthFindings.of({
      of: Effect.fn("GrowthFindings.of")(function* (accountId, day) {
        const nowMs = yield* Clock.currentTimeMillis
        const startMs = Date.parse(`${day}T00:00:00Z`)
        const within = (column: string) =>
          sql`${sql(column)} >= ${startMs}::bigint AND ${sql(column)} < ${startMs + 86_400_000}::bigint`
        const [row] = yield* findings(sql`
          SELECT (SELECT coalesce(sum(scanned), 0)::int FROM growth_days
              WHERE account_id = ${accountId}::uuid AND day = ${day}::date) AS scanned,
            (count(*) FILTER (WHERE ${within("found_ms")}))::int AS found,
            (count(*) FILTER (WHERE ${within("found_ms")} AND must_ms >= ${nowMs}::bigint))::int AS "mustReply",
            (count(*) FILTER (WHERE ${within("replied_ms")}))::int AS replied,
            (count(*) FILTER (WHERE status = 'pending' OR (status = 'snoozed' AND snooze_ms <= ${nowMs}::bigint)))::int AS pending
          FROM growth_opportunities WHERE account_id = ${accountId}::uuid`)
        return row ?? { scanned: 0, found: 0, mustReply: 0, replied: 0, pending: 0 }
      })
    })
  )
)
