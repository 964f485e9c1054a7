import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeAddUp } from "../migrations/0010_app_sums.ts"
import { ModelSlug, modelSlugs } from "../models.ts"
import { sql as sums } from "../results/sums.ts"
import type { Place } from "../Subjects.ts"
import { answerStatuses } from "../schema.ts"
import { namedOf, rollupsOf } from "./addUp.ts"
import { citingOf } from "./citing.ts"
import { Citations, Mentions } from "./stored.ts"

const DayRow = Schema.Struct({
  intent: Schema.String,
  prompt: Schema.Int,
  model: ModelSlug,
  modelId: Schema.String,
  status: Schema.Literals(answerStatuses),
  mentions: Mentions,
  citations: Citations,
  isGrounded: Schema.NullOr(Schema.Boolean)
})
export type DayAnswer = typeof DayRow.Type
const dayRows = rowsOf(DayRow)

const tables = ["rollups", "named", "app_days", "app_named", "app_sources"]

/** What the reads are answered from, so that they read no answers. */
export const makeRollups = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const addUp = yield* makeAddUp
  return {
    /** Within a transaction that has locked the settings: adds a day up anew, by the last answers to each prompt. */
    compute: Effect.fnUntraced(function* ({ accountId, appId, country }: Place, day: string) {
      const places = sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}`
      const days = sql`day = ${day}::date AND model_slug IN ${sql.in(modelSlugs)}`
      const ofDay = sql`${places} AND ${days}`
      const answers = yield* dayRows(sql`
        SELECT DISTINCT ON (prompt, model, sample) intent, prompt, model, "modelId", status, mentions, citations,
          "isGrounded"
        FROM (
          SELECT intent, prompt_no AS prompt, model_slug AS model, sample, model_id AS "modelId", status, mentions,
            citations, is_grounded AS "isGrounded", prompt_text, fetched_ms, first_value(prompt_text) OVER (
              PARTITION BY prompt_no, model_slug ORDER BY (status = 'error'), fetched_ms DESC) AS latest
          FROM ai_visibility_answers WHERE ${ofDay} AND status <> 'waiting') AS answers
        -- Of an edited prompt the former text's samples don't count, also where it had more.
        WHERE prompt_text = latest
        ORDER BY prompt, model, sample, (status = 'error'), fetched_ms DESC`)
      for (const table of tables) yield* sql`DELETE FROM ${sql(`ai_visibility_${table}`)} WHERE ${ofDay}`
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`
        INSERT INTO ai_visibility_rollups (account_id, app_id, country, day, model_slug, intent, ungrounded, model_id, prompts,
          added_ms, ${sql.literal(sums.columns)})
        SELECT ${accountId}::uuid, ${appId}, ${country}, ${day}::date, model, intent, ungrounded, "modelId", prompts,
          ${nowMs}::bigint, ${sql.literal(sums.names)}
        FROM json_to_recordset(${JSON.stringify(rollupsOf(answers))}::text::json) AS r (model text, intent uuid,
          ungrounded int, "modelId" text, prompts int[], ${sql.literal(sums.types)})`
      yield* sql`
        INSERT INTO ai_visibility_named (account_id, app_id, country, day, model_slug, intent, key, name, track_id, is_owner,
          appearances, position_sum, position_n, prompts)
        SELECT ${accountId}::uuid, ${appId}, ${country}, ${day}::date, model, intent, key, name, "trackId", "isOwner",
          appearances, "positionSum", "positionN", prompts
        FROM json_to_recordset(${JSON.stringify(namedOf(answers))}::text::json) AS n (model text, intent uuid, key text,
          name text, "trackId" text, "isOwner" boolean, appearances int, "positionSum" int, "positionN" int, prompts int[])`
      yield* addUp.days({ places, days })
      yield* addUp.named({ places, days })
      yield* addUp.sources(
        { places, days },
        sql`
          SELECT ${accountId}::uuid AS account_id, ${appId} AS app_id, ${country} AS country, ${day}::date AS day,
            model AS model_slug, intent, domain, answers, "withOwner" AS with_owner, url, title
          FROM json_to_recordset(${JSON.stringify(citingOf(answers))}::text::json) AS c (model text, intent uuid, domain text,
            answers int, "withOwner" int, url text, title text)`
      )
    })
  }
})
