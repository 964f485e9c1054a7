import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Models, modelsText } from "../kept/SettingsTable.ts"
import type { ModelSlug } from "../models.ts"
import type { Place } from "../Subjects.ts"
import { type LastRun, runStatuses } from "../schema.ts"

const Row = Schema.Struct({
  id: Schema.String,
  appId: Schema.String,
  country: Schema.String,
  language: Schema.String,
  kind: Schema.Literals(["bootstrap", "scan", "scheduled"]),
  status: Schema.Literals(runStatuses),
  promptsTotal: Schema.Int,
  pending: Schema.Int,
  answered: Schema.Int,
  reused: Schema.Int,
  errors: Schema.Int,
  refusals: Schema.Int,
  unparsed: Schema.Int,
  ungrounded: Schema.Int,
  ownAnswered: Schema.Int,
  ownModels: Models,
  models: Models,
  modelsDropped: Models,
  closed: Models,
  degradedReason: Schema.NullOr(Schema.String),
  promptsModel: Schema.NullOr(Schema.String),
  hold: Schema.NullOr(Schema.String),
  creditsHeld: Schema.Int,
  creditsCharged: Schema.Int,
  deadlineMs: Schema.NullOr(Schema.Finite),
  startedMs: Schema.NullOr(Schema.Finite),
  finishedMs: Schema.NullOr(Schema.Finite)
})
export type RunRow = typeof Row.Type
export type RunKind = RunRow["kind"]
const rows = rowsOf(Row)
const countRows = rowsOf(Schema.Struct({ n: Schema.Int }))

export const shownRun = (run: RunRow): LastRun => ({
  taskRunId: run.id,
  status: run.status,
  promptsTotal: run.promptsTotal,
  answered: run.answered,
  reused: run.reused,
  errors: run.errors,
  refusals: run.refusals,
  unparsed: run.unparsed,
  ungrounded: run.ungrounded,
  ownKeyAnswers: run.ownAnswered,
  models: run.models,
  ownKeyModels: run.ownModels,
  modelsDropped: run.modelsDropped,
  degradedReason: run.degradedReason,
  promptsModel: run.promptsModel,
  creditsCharged: run.creditsCharged,
  startedAt: run.startedMs === null ? null : isoOf(run.startedMs),
  finishedAt: run.finishedMs === null ? null : isoOf(run.finishedMs)
})

/** What a run is begun or continued with. */
export interface Planned {
  readonly promptsTotal: number
  readonly reused: number
  readonly pending: number
  readonly models: ReadonlyArray<ModelSlug>
  /** Of these, those asked with the account's own key. */
  readonly ownModels: ReadonlyArray<ModelSlug>
  readonly modelsDropped: ReadonlyArray<ModelSlug>
  readonly degradedReason: string | null
  readonly hold: string | null
  readonly creditsHeld: number
}

/** The rows of runs. Every statement names the account first. */
export const makeRunTable = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql`id, app_id AS "appId", country, language, kind, status, prompts_total AS "promptsTotal", pending,
    answered, reused, errors, refusals, unparsed, ungrounded, own_answered AS "ownAnswered",
    own_models AS "ownModels", models, models_dropped AS "modelsDropped", closed,
    degraded_reason AS "degradedReason", prompts_model AS "promptsModel", hold, credits_held AS "creditsHeld",
    credits_charged AS "creditsCharged", deadline_ms::float8 AS "deadlineMs", started_ms::float8 AS "startedMs",
    finished_ms::float8 AS "finishedMs"`
  const first = <E, R>(found: Effect.Effect<ReadonlyArray<RunRow>, E, R>) => Effect.map(found, ([row]) => row)
  return {
    read: (accountId: string, id: string) =>
      first(
        rows(sql`SELECT ${columns} FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`)
      ),
    /** Within a transaction: what its answers count takes turns on this row. */
    lock: (accountId: string, id: string) =>
      first(
        rows(sql`SELECT ${columns} FROM ai_visibility_runs
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`)
      ),
    /** A bootstrap that isn't over. */
    openBootstrap: ({ accountId, appId, country }: Place) =>
      first(
        rows(sql`SELECT ${columns} FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid AND app_id = ${appId}
          AND country = ${country} AND finished_ms IS NULL AND kind = 'bootstrap' LIMIT 1`)
      ),
    /** The run is the latest of its app and country from now on, unless it is of the past. */
    insert: Effect.fnUntraced(function* (
      { accountId, appId, country }: Place,
      {
        id,
        isPast = false,
        kind,
        language,
        nowMs,
        status
      }: {
        id: string
        kind: RunKind
        language: string
        nowMs: number
        status: RunRow["status"]
        isPast?: boolean
      }
    ) {
      yield* sql`INSERT INTO ai_visibility_runs (account_id, id, app_id, country, kind, status, language, created_ms)
        VALUES (${accountId}::uuid, ${id}::uuid, ${appId}, ${country}, ${kind}, ${status}, ${language}, ${nowMs}::bigint)`
      if (isPast) return
      yield* sql`UPDATE ai_visibility_settings SET last_run = ${id}::uuid
        WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}`
    }),
    plan: (accountId: string, id: string, planned: Planned) =>
      sql`UPDATE ai_visibility_runs SET prompts_total = ${planned.promptsTotal}::int, reused = ${planned.reused}::int,
          pending = ${planned.pending}::int, models = ${modelsText(planned.models)},
          own_models = ${modelsText(planned.ownModels)},
          models_dropped = ${modelsText(planned.modelsDropped)}, degraded_reason = ${planned.degradedReason},
          hold = ${planned.hold}::uuid, credits_held = ${planned.creditsHeld}::int
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`,
    begin: (accountId: string, id: string, { deadlineMs, nowMs }: { nowMs: number; deadlineMs: number }) =>
      sql`UPDATE ai_visibility_runs SET status = 'running', started_ms = coalesce(started_ms, ${nowMs}::bigint),
          deadline_ms = coalesce(deadline_ms, ${deadlineMs}::bigint)
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND finished_ms IS NULL`,
    /** Answers by own keys that runs of an app and country got since a moment. */
    ownAnswersSince: ({ accountId, appId, country }: Place, sinceMs: number) =>
      Effect.map(
        countRows(sql`SELECT coalesce(sum(own_answered), 0)::int AS n FROM ai_visibility_runs
          WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}
            AND created_ms >= ${sinceMs}::bigint`),
        ([row]) => row?.n ?? 0
      ),
    end: (
      accountId: string,
      id: string,
      {
        charged,
        nowMs,
        reason,
        status
      }: { status: RunRow["status"]; nowMs: number; charged: number; reason?: string | null }
    ) =>
      sql`UPDATE ai_visibility_runs SET status = ${status}, pending = 0, credits_charged = ${charged}::int,
          finished_ms = ${nowMs}::bigint, started_ms = coalesce(started_ms, ${nowMs}::bigint),
          degraded_reason = coalesce(${reason ?? null}, degraded_reason)
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND finished_ms IS NULL`
  }
})
