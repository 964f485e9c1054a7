import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ModelSlug } from "../models.ts"
import { Results } from "../results/Results.ts"
import type { Place } from "../Subjects.ts"
import { Mentions } from "../scans/stored.ts"
import { markedExcerpt } from "./marked.ts"

const excerptMax = 600

const answered = ["ok", "parse_failed", "refusal"] as const
const rows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    intent: Schema.String,
    prompt: Schema.String,
    model: ModelSlug,
    modelId: Schema.String,
    rawText: Schema.String,
    mentions: Mentions,
    fetchedMs: Schema.Finite,
    status: Schema.Literals(answered)
  })
)

/** What assistants last said, for pages: the texts that are kept. */
export class RecentAnswers extends Context.Service<RecentAnswers>()("@storeglass/ai-visibility/RecentAnswers", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { assertBegun } = yield* Results
    return {
      of: Effect.fn("RecentAnswers.of")(function* (
        place: Place,
        { limit, model }: { readonly limit: number; readonly model?: ModelSlug }
      ) {
        yield* assertBegun(place)
        const found = yield* rows(sql`
          SELECT id, intent, prompt_text AS prompt, model_slug AS model, model_id AS "modelId", raw_text AS "rawText", mentions,
            fetched_ms::float8 AS "fetchedMs", status
          FROM ai_visibility_answers
          WHERE account_id = ${place.accountId}::uuid AND app_id = ${place.appId} AND country = ${place.country}
            AND status IN ${sql.in(answered)} AND (${model ?? null}::text IS NULL OR model_slug = ${model ?? null})
          ORDER BY day DESC, fetched_ms DESC, id LIMIT ${limit}::int`)
        const answers = found.map(
          ({ fetchedMs, id, intent, mentions, model: modelSlug, modelId, prompt, rawText, status }) => {
            const own = mentions.find(({ isOwnerApp }) => isOwnerApp)
            const others = mentions.filter(({ isOwnerApp }) => !isOwnerApp).map(({ name }) => name)
            const position = own?.position ?? null
            const about = [
              modelSlug,
              isoOf(fetchedMs).slice(0, 10),
              ...(position === null ? [] : [`place ${position}`])
            ]
            return {
              answerId: id,
              intentId: intent,
              prompt,
              modelSlug,
              modelId,
              fetchedAt: isoOf(fetchedMs),
              standing:
                own !== undefined
                  ? ("named" as const)
                  : status === "ok"
                    ? ("not_named" as const)
                    : status === "refusal"
                      ? ("refusal" as const)
                      : ("unread" as const),
              position,
              text: `${about.join(", ")}:\n${markedExcerpt(rawText, { name: own?.name, others }, excerptMax)}`
            }
          }
        )
        return { answers, named: answers.filter(({ standing }) => standing === "named").length }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
