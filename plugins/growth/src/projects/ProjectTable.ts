import { isoOf, Param, rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { runRow, shownRun } from "../scans/runs.ts"
import { type Project, projectStatuses, Suggested, scanHours } from "../schema.ts"
import { Topic } from "../scoring/topic.ts"

const Texts = Schema.Array(Schema.String)
const NullOr = Schema.NullOr
/** A step that a scan left for the next. */
export const LeftStep = Schema.Struct({
  source: Schema.String,
  query: Schema.String,
  sinceMs: Schema.Finite,
  cursor: NullOr(Schema.String)
})
export type LeftStep = typeof LeftStep.Type

const settings = {
  id: Schema.String,
  name: Schema.String,
  channel: Schema.String,
  appId: NullOr(Schema.String),
  platform: Schema.Literals(Param.platforms),
  country: Schema.String,
  keywords: Texts,
  exclude: Texts,
  competitors: Texts,
  languages: Texts,
  filters: Schema.Record(Schema.String, Texts),
  scanEveryHours: Schema.Literals(scanHours),
  lookbackDays: Schema.Int,
  useLearned: Schema.Boolean,
  status: Schema.Literals(projectStatuses),
  revision: Schema.Int,
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
}
const Counts = Schema.Struct({
  pending: Schema.Int,
  approved: Schema.Int,
  snoozed: Schema.Int,
  dismissed: Schema.Int,
  replied: Schema.Int
})
const Shown = Schema.Struct({
  ...settings,
  lastScanMs: NullOr(Schema.Finite),
  lastScan: NullOr(runRow),
  counts: Counts
})
const shownRows = rowsOf(Shown)

/** What a scan knows of a project beside its settings. */
const Scanned = Schema.Struct({
  ...settings,
  appName: NullOr(Schema.String),
  listing: NullOr(Schema.String),
  topic: NullOr(Topic),
  topicMs: NullOr(Schema.Finite),
  competitorIds: Texts,
  competitorNames: Schema.Record(Schema.String, Schema.String),
  newest: Schema.Record(Schema.String, Schema.Finite),
  leftSteps: Schema.Array(LeftStep)
})
export type Scanned = typeof Scanned.Type
const scannedRows = rowsOf(Scanned)
const namedRows = rowsOf(
  Schema.Struct({ id: Schema.String, status: Schema.Literals(projectStatuses), useLearned: Schema.Boolean })
)
const suggestedRows = rowsOf(Schema.Struct({ id: Schema.String, suggested: Suggested }))
const numbers = rowsOf(Schema.Struct({ n: Schema.Int }))

export const shownProject = (row: typeof Shown.Type): Project => {
  const { createdMs, lastScan, lastScanMs, revision: _, country: __, updatedMs, ...own } = row
  return {
    ...own,
    createdAt: isoOf(createdMs),
    updatedAt: isoOf(updatedMs),
    lastScanAt: lastScanMs === null ? null : isoOf(lastScanMs),
    lastScan: lastScan === null ? null : shownRun(lastScan)
  }
}

/** The rows of projects. Every statement names the account first. */
export const makeProjectTable = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql`p.id, p.name, p.channel, p.app_id AS "appId", p.platform, p.country, p.keywords, p.exclude, p.competitors,
    p.languages, p.filters, p.scan_every_hours AS "scanEveryHours", p.lookback_days AS "lookbackDays", p.use_learned AS "useLearned", p.status, p.revision,
    p.created_ms::float8 AS "createdMs", p.updated_ms::float8 AS "updatedMs"`
  const shown = (nowMs: number) => sql`${columns},
    (SELECT r.finished_ms::float8 FROM growth_runs r WHERE r.account_id = p.account_id AND r.project_id = p.id
      AND r.finished_ms IS NOT NULL AND r.status <> 'skipped' ORDER BY r.finished_ms DESC LIMIT 1) AS "lastScanMs",
    (SELECT jsonb_build_object('id', r.id, 'status', r.status, 'startedMs', r.started_ms, 'finishedMs', r.finished_ms,
        'requests', r.requests, 'scanned', r.scanned, 'found', r.found, 'updated', r.updated, 'sources', r.sources,
        'resumes', r.resumes, 'creditsCharged', r.credits_charged)
      FROM growth_runs r WHERE r.account_id = p.account_id AND r.project_id = p.id
      ORDER BY r.queued_ms DESC, r.id DESC LIMIT 1) AS "lastScan",
    (SELECT jsonb_build_object('pending', k.pending + w.awake, 'approved', k.approved, 'snoozed', k.snoozed - w.awake,
        'dismissed', k.dismissed, 'replied', k.replied)
      FROM (SELECT ${counted("pending")} AS pending, ${counted("approved")} AS approved, ${counted("snoozed")} AS snoozed,
          ${counted("dismissed")} + ${counted("gone")} AS dismissed, ${counted("replied")} AS replied
        FROM growth_counts c WHERE c.account_id = p.account_id AND c.project_id = p.id AND c.facet = 'total') k,
      (SELECT count(*) AS awake FROM growth_finds f WHERE f.account_id = p.account_id AND f.project_id = p.id
        AND f.status = 'snoozed' AND f.status <> 'pending' AND f.snooze_ms <= ${nowMs}::bigint) w) AS counts`
  const counted = (status: string) => sql`coalesce(sum(c.n) FILTER (WHERE c.value = ${status}), 0)`

  return {
    /** One after the other: names and the plan's number hold over all nodes. */
    lock: (accountId: string) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${`growth ${accountId}`}, 0))`,

    read: (accountId: string, id: string, nowMs: number) =>
      shownRows(sql`SELECT ${shown(nowMs)} FROM growth_projects p
        WHERE p.account_id = ${accountId}::uuid AND p.id = ${id}::uuid`).pipe(Effect.map(([row]) => row)),

    /** Whether a project of the account is on a channel, of this gateway or of none any more. */
    isOn: (accountId: string, channel: string) =>
      numbers(sql`SELECT count(*)::int AS n FROM growth_projects
        WHERE account_id = ${accountId}::uuid AND channel = ${channel}`).pipe(Effect.map(([row]) => (row?.n ?? 0) > 0)),

    list: (
      accountId: string,
      nowMs: number,
      filter: {
        readonly channel?: string | undefined
        readonly appId?: string | undefined
        readonly status?: string | undefined
        readonly after?: { readonly ms: number; readonly id: string } | undefined
        readonly limit: number
      }
    ) =>
      Effect.gen(function* () {
        const matching = sql`p.account_id = ${accountId}::uuid
          AND (${filter.channel ?? null}::text IS NULL OR p.channel = ${filter.channel ?? null})
          AND (${filter.appId ?? null}::text IS NULL OR p.app_id = ${filter.appId ?? null})
          AND (${filter.status ?? null}::text IS NULL OR p.status = ${filter.status ?? null})`
        const [total] = yield* numbers(sql`SELECT count(*)::int AS n FROM growth_projects p WHERE ${matching}`)
        const rows = yield* shownRows(sql`SELECT ${shown(nowMs)} FROM growth_projects p WHERE ${matching}
          AND (${filter.after?.ms ?? null}::bigint IS NULL
            OR (p.created_ms, p.id) > (${filter.after?.ms ?? null}::bigint, ${filter.after?.id ?? null}::uuid))
          ORDER BY p.created_ms, p.id LIMIT ${filter.limit + 1}`)
        return { total: total?.n ?? 0, rows }
      }),

    named: (accountId: string, channel: string, name: string) =>
      namedRows(sql`SELECT id, status, use_learned AS "useLearned" FROM growth_projects
        WHERE account_id = ${accountId}::uuid AND channel = ${channel} AND name = ${name}`).pipe(
        Effect.map(([row]) => row)
      ),

    suggested: (accountId: string, channel: string, platform: string, appId: string) =>
      suggestedRows(sql`SELECT id, suggested FROM growth_projects WHERE account_id = ${accountId}::uuid
        AND channel = ${channel} AND platform = ${platform} AND app_id = ${appId} AND suggested IS NOT NULL`).pipe(
        Effect.map(([row]) => row)
      ),

    /** How many count for the plan. */
    count: (accountId: string) =>
      numbers(sql`SELECT count(*)::int AS n FROM growth_projects
        WHERE account_id = ${accountId}::uuid AND status <> 'archived'`).pipe(Effect.map(([row]) => row?.n ?? 0)),

    scanned: (accountId: string, id: string) =>
      scannedRows(sql`SELECT ${columns}, p.app_name AS "appName", p.listing, p.topic, p.topic_ms::float8 AS "topicMs",
          p.competitor_ids AS "competitorIds", p.competitor_names AS "competitorNames", p.newest, p.left_steps AS "leftSteps"
        FROM growth_projects p WHERE p.account_id = ${accountId}::uuid AND p.id = ${id}::uuid`).pipe(
        Effect.map(([row]) => row)
      )
  }
})
