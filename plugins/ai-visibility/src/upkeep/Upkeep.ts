import { dayIn, type HealthCheck, Jobs, OperatorAlerts, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { closedAlert, closedCause } from "../alerts.ts"
import type { AiVisibilityConfig } from "../config.ts"
import { Finish } from "../jobRefs.ts"
import { ModelSlug } from "../models.ts"
import { deadlineMs } from "../scans/Planner.ts"
import { Assistants, type ModelStanding } from "../vendors/Assistants.ts"

/** Rows that a statement deletes: short enough to be in nobody's way. */
const deletedAtOnce = 2_000

const standingRows = rowsOf(
  Schema.Struct({
    slug: ModelSlug,
    model: Schema.String,
    state: Schema.String,
    endsOn: Schema.NullOr(Schema.String)
  })
)
const openRows = rowsOf(Schema.Struct({ accountId: Schema.String, runId: Schema.String }))
const deletedRows = rowsOf(Schema.Struct({ n: Schema.Int }))

const checkOf = ({ endsOn, model, state }: { model: string; state: string; endsOn: string | null }): HealthCheck => {
  if (state.startsWith("closed:")) {
    return { status: "degraded", detail: `takes no questions (${state.slice(7)}): look at its key or credit` }
  }
  if (state === "gone")
    return { status: "degraded", detail: `its provider has no model ${model} any more: configure another` }
  if (state === "ending") return { status: "degraded", detail: `${model} ends on ${endsOn}: configure another` }
  return { status: "ok", detail: model }
}

const make = Effect.fnUntraced(function* ({ keepTextsDays }: AiVisibilityConfig) {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const assistants = yield* Assistants
  const operators = yield* OperatorAlerts

  const keep = Effect.fnUntraced(function* ({ endsOn, model, slug, state }: ModelStanding) {
    const nowMs = yield* Clock.currentTimeMillis
    yield* sql`
      INSERT INTO ai_visibility_models (slug, model, state, ends_on, checked_ms)
      VALUES (${slug}, ${model}, ${state}, ${endsOn}, ${nowMs}::bigint)
      ON CONFLICT (slug) DO UPDATE SET model = excluded.model, state = excluded.state, ends_on = excluded.ends_on,
        checked_ms = excluded.checked_ms`
  })

  /** A provider that doesn't tell today is asked tomorrow: what it said last stays. */
  const watch = Effect.forEach(
    assistants.available,
    (slug) =>
      assistants.standing(slug).pipe(
        Effect.flatMap((standing) => Effect.andThen(keep(standing), operators.settle(closedCause(slug)))),
        Effect.catchTag("AssistantFailed", (failure) =>
          failure.closes
            ? keep({ slug, model: "", state: "unknown", endsOn: null }).pipe(
                Effect.andThen(
                  sql`UPDATE ai_visibility_models SET state = ${`closed:${failure.reason}`} WHERE slug = ${slug}`
                ),
                Effect.andThen(operators.raise(closedAlert(failure)))
              )
            : Effect.logWarning(`couldn't list the models of ${slug}: ${failure.reason}: ${failure.detail}`)
        )
      ),
    { discard: true }
  )

  /** Texts are kept for so long; what was scored stays for good. */
  const expire = Effect.gen(function* () {
    const before = plusDays(dayIn("UTC", yield* Clock.currentTimeMillis), -keepTextsDays)
    const some = deletedRows(sql`
      WITH old AS (
        SELECT account_id, id FROM ai_visibility_answers WHERE day < ${before}::date AND status <> 'waiting'
        LIMIT ${deletedAtOnce}::int),
      gone AS (
        DELETE FROM ai_visibility_answers a USING old WHERE a.account_id = old.account_id AND a.id = old.id RETURNING 1)
      SELECT count(*)::int AS n FROM gone`)
    while (((yield* some)[0]?.n ?? 0) === deletedAtOnce) yield* Effect.yieldNow
    yield* sql`DELETE FROM ai_visibility_changes WHERE at_ms < ${Date.parse(before)}::bigint`
  })

  /** Runs that nobody ends any more, as their jobs died: they're added up as they are. One of a past day began just now. */
  const close = Effect.gen(function* () {
    const beforeMs = (yield* Clock.currentTimeMillis) - 2 * deadlineMs
    const open = yield* openRows(sql`
      SELECT account_id AS "accountId", id AS "runId" FROM ai_visibility_runs
      WHERE finished_ms IS NULL AND greatest(created_ms, started_ms) < ${beforeMs}::bigint LIMIT 1000`)
    yield* Effect.forEach(
      open,
      (run) =>
        Effect.provideService(jobs.enqueue(Finish, run, { key: `finish:${run.runId}` }), SqlClient.SqlClient, sql),
      { discard: true }
    )
  })

  return {
    daily: Effect.andThen(Effect.andThen(close, watch), expire).pipe(Effect.withSpan("Upkeep.daily")),
    /** By assistant; one that isn't available isn't told of. */
    health: Effect.map(
      standingRows(sql`SELECT slug, model, state, ends_on AS "endsOn" FROM ai_visibility_models`),
      (rows): Readonly<Record<string, HealthCheck>> =>
        Object.fromEntries(
          rows.filter(({ slug }) => assistants.available.includes(slug)).map((row) => [row.slug, checkOf(row)])
        )
    )
  }
})

/** Looks daily at what the providers' models come to, and lets go of old texts. */
export class Upkeep extends Context.Service<Upkeep, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ai-visibility/Upkeep"
) {
  static readonly layer = (config: AiVisibilityConfig) => Layer.effect(Upkeep, make(config))
}
