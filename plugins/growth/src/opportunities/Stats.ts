import { isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { GrowthFindings } from "../contract.ts"
import { Projects } from "../projects/Projects.ts"
import { nilProject } from "./find.ts"

const Counts = Schema.Record(Schema.String, Schema.Int)
const sums = rowsOf(
  Schema.Struct({
    byStatus: Counts,
    byIntent: Counts,
    open: Counts,
    awake: Schema.Int,
    medianHours: Schema.NullOr(Schema.Finite)
  })
)
const days = rowsOf(Schema.Struct({ date: Schema.String, scanned: Schema.Int, found: Schema.Int, replied: Schema.Int }))
const scanRows = rowsOf(Schema.Struct({ n: Schema.Int }))
const Findings = Schema.Struct({
  scanned: Schema.Int,
  found: Schema.Int,
  mustReply: Schema.Int,
  replied: Schema.Int,
  pending: Schema.Int
})
const findings = rowsOf(Findings)
const ofProjects = rowsOf(Schema.Struct({ projects: Schema.Int, ...Findings.fields }))
const withoutNone = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0))
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
      const ofProject = sql`account_id = ${accountId}::uuid AND project_id = ${project.id}::uuid`
      const counted = (facet: "status" | "intent") => sql`
        (SELECT coalesce(jsonb_object_agg(value, n), '{}') FROM (SELECT value, sum(n)::int AS n FROM growth_counts
          WHERE ${ofProject} AND facet = ${facet} AND day >= ${from}::date GROUP BY 1 HAVING sum(n) <> 0) counts)`
      const [told] = yield* sums(sql`
        SELECT ${counted("status")} AS "byStatus", ${counted("intent")} AS "byIntent",
          (SELECT coalesce(jsonb_object_agg(urgency, n), '{}') FROM (
            SELECT CASE WHEN must_ms >= ${nowMs}::bigint THEN 'must_reply' WHEN should_ms >= ${nowMs}::bigint THEN 'should_reply'
              ELSE 'nice_to_have' END AS urgency, count(*)::int AS n FROM growth_finds
            WHERE ${ofProject} AND nice_ms >= ${nowMs}::bigint AND found_ms >= ${fromMs}::bigint GROUP BY 1) counts) AS open,
          (SELECT count(*)::int FROM growth_finds WHERE ${ofProject} AND status = 'snoozed' AND status <> 'pending'
            AND snooze_ms <= ${nowMs}::bigint AND found_ms >= ${fromMs}::bigint) AS awake,
          (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY (replied_ms - published_ms) / 3600000.0)::float8
            FROM growth_finds WHERE ${ofProject} AND replied_ms IS NOT NULL AND found_ms >= ${fromMs}::bigint) AS "medianHours"`)
      const { awake, byIntent, byStatus, medianHours, open } = told ?? {
        awake: 0,
        byIntent: {},
        byStatus: {},
        medianHours: null,
        open: {}
      }
      const { dismissed = 0, gone = 0, pending = 0, snoozed = 0, approved = 0, replied = 0 } = byStatus
      const found = dismissed + gone + pending + snoozed + approved + replied
      const ignored = found - Object.values(open).reduce((all, n) => all + n, 0)
      const series = yield* days(sql`
        SELECT to_char(d.day, 'YYYY-MM-DD') AS date, coalesce(k.scanned, 0)::int AS scanned, coalesce(k.found, 0)::int AS found,
          coalesce(r.n, 0)::int AS replied
        FROM generate_series(${from}::date, ${today}::date, interval '1 day') AS d (day)
        LEFT JOIN growth_days k ON k.account_id = ${accountId}::uuid AND k.project_id = ${project.id}::uuid AND k.day = d.day::date
        LEFT JOIN (SELECT (to_timestamp(replied_ms / 1000.0) AT TIME ZONE 'UTC')::date AS day, count(*) AS n
          FROM growth_finds WHERE ${ofProject} AND replied_ms >= ${fromMs}::bigint GROUP BY 1) r ON r.day = d.day::date
        ORDER BY 1`)
      const [scans] = yield* scanRows(sql`SELECT count(*)::int AS n FROM growth_runs
        WHERE ${ofProject} AND finished_ms IS NOT NULL AND finished_ms >= ${fromMs}::bigint AND status <> 'skipped'`)
      const right = approved + replied
      return {
        projectId: project.id,
        days: count,
        scans: scans?.n ?? 0,
        scanned: series.reduce((all, { scanned }) => all + scanned, 0),
        found,
        byStatus: withoutNone({
          pending: pending + awake,
          snoozed: snoozed - awake,
          approved,
          dismissed: dismissed + gone,
          replied
        }),
        byUrgency: withoutNone({ ...open, ignore: ignored }),
        byIntent,
        replied,
        replyRate: found === 0 ? null : rounded(replied / found),
        medianHoursToReply: medianHours === null ? null : rounded(medianHours),
        precision: right + dismissed === 0 ? null : rounded(right / (right + dismissed)),
        series
      }
    })
  }
})

/** What projects brought. */
export class Stats extends Context.Service<Stats, Effect.Success<typeof make>>()("@storeglass/growth/Stats") {
  static readonly layer = Layer.effect(Stats, make)
}

/** Moments of a day, UTC. */
const onDay = (sql: SqlClient.SqlClient, column: string, day: string) => {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return sql`${sql(column)} >= ${startMs}::bigint AND ${sql(column)} < ${startMs + 86_400_000}::bigint`
}

export const findingsLayer = Layer.effect(
  GrowthFindings,
  Effect.map(SqlClient.SqlClient, (sql) =>
    GrowthFindings.of({
      of: Effect.fn("GrowthFindings.of")(function* (accountId, day) {
        const nowMs = yield* Clock.currentTimeMillis
        const within = (column: string) => sql`account_id = ${accountId}::uuid AND ${onDay(sql, column, day)}`
        const awake = sql`SELECT count(*) FROM growth_opportunities WHERE account_id = ${accountId}::uuid
          AND status = 'snoozed' AND status <> 'pending' AND snooze_ms <= ${nowMs}::bigint`
        const [row] = yield* findings(sql`
          SELECT (SELECT coalesce(sum(scanned), 0)::int FROM growth_days
              WHERE account_id = ${accountId}::uuid AND day = ${day}::date) AS scanned, found.n AS found,
            found.must AS "mustReply",
            (SELECT count(*)::int FROM growth_opportunities WHERE ${within("replied_ms")}) AS replied,
            (SELECT (coalesce(sum(n), 0) + (${awake}))::int FROM growth_counts WHERE account_id = ${accountId}::uuid
              AND project_id = ${nilProject}::uuid AND facet = 'total' AND value = 'pending') AS pending
          FROM (SELECT count(*)::int AS n, (count(*) FILTER (WHERE must_ms >= ${nowMs}::bigint))::int AS must
            FROM growth_opportunities WHERE ${within("found_ms")}) found`)
        return row ?? { scanned: 0, found: 0, mustReply: 0, replied: 0, pending: 0 }
      }),
      ofApp: Effect.fn("GrowthFindings.ofApp")(function* (accountId, { appId, platform }, day) {
        const nowMs = yield* Clock.currentTimeMillis
        const on = (column: string) => onDay(sql, column, day)
        // A thread that two projects found is one.
        const threads = (
          where: Statement.Fragment
        ) => sql`(SELECT count(DISTINCT f.opportunity_id)::int FROM growth_finds f
          WHERE f.account_id = ${accountId}::uuid AND f.project_id IN (SELECT id FROM own) AND ${where})`
        const [row] = yield* ofProjects(sql`
          WITH own AS (SELECT id FROM growth_projects WHERE account_id = ${accountId}::uuid AND platform = ${platform}
            AND app_id = ${appId} AND status <> 'archived')
          SELECT (SELECT count(*)::int FROM own) AS projects,
            (SELECT coalesce(sum(scanned), 0)::int FROM growth_days WHERE account_id = ${accountId}::uuid
              AND project_id IN (SELECT id FROM own) AND day = ${day}::date) AS scanned,
            ${threads(on("found_ms"))} AS found,
            ${threads(sql`${on("found_ms")} AND must_ms >= ${nowMs}::bigint AND status = 'pending'`)} AS "mustReply",
            ${threads(on("replied_ms"))} AS replied,
            ${threads(sql`(status = 'pending' OR (status = 'snoozed' AND snooze_ms <= ${nowMs}::bigint))`)} AS pending`)
        if (row === undefined || row.projects === 0) return undefined
        const { projects: _, ...found } = row
        return found
      })
    })
  )
)
