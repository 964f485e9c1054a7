import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AssistantScores } from "../contract.ts"
import { ModelSlug, modelSlugs } from "../models.ts"
import { scoreOf } from "../scoring/visibility.ts"
import { Sums, sql as sums } from "./sums.ts"

const scoredDays = rowsOf(Schema.Struct({ model: ModelSlug, day: Schema.String, ...Sums.fields }))

export const assistantScores = Layer.effect(
  AssistantScores,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return AssistantScores.of({
      upTo: Effect.fn("AssistantScores.upTo")(function* ({ accountId, appId, country }, day) {
        const rows = yield* scoredDays(sql`
          SELECT latest.model_slug AS model, latest.day::text AS day, ${sql.literal(sums.plain)}
          FROM unnest(${[...modelSlugs]}::text[]) AS slugs (slug) CROSS JOIN LATERAL (
            SELECT * FROM ai_visibility_app_days WHERE account_id = ${accountId}::uuid AND app_id = ${appId}
              AND country = ${country} AND model_slug = slug AND ok > 0 AND day <= ${day}::date
            ORDER BY day DESC LIMIT 2) AS latest
          ORDER BY latest.day DESC`)
        return modelSlugs.flatMap((model) => {
          const [latest, before] = rows
            .filter((row) => row.model === model)
            .map((row) => ({ day: row.day, ...scoreOf(row) }))
          if (latest === undefined || latest.score === null) return []
          const earlier =
            before === undefined || before.score === null ? null : { day: before.day, score: before.score }
          return [{ model, day: latest.day, score: latest.score, answers: latest.sampleSize, before: earlier }]
        })
      })
    })
  })
)
