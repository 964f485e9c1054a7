import { Effect, Schema } from "effect"
import type { Adapter, Said } from "./Adapter.ts"
import { isObject, maybe, problemOf, typed } from "./wire.ts"

const Answer = Schema.Struct({
  model: maybe(Schema.String),
  content: Schema.Array(Schema.Unknown),
  stop_reason: maybe(Schema.String),
  stop_details: maybe(Schema.Struct({ explanation: maybe(Schema.String) })),
  usage: maybe(Schema.Struct({ input_tokens: maybe(Schema.Finite), output_tokens: maybe(Schema.Finite) }))
})
const Text = Schema.Struct({ text: Schema.String })

const Models = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.String })),
  has_more: maybe(Schema.Boolean),
  last_id: maybe(Schema.String)
})

const cuts: ReadonlySet<string> = new Set(["max_tokens", "model_context_window_exceeded"])
const pageSize = 1_000

export const anthropic: Adapter = {
  baseUrl: "https://api.anthropic.com",
  headers: { "anthropic-version": "2023-06-01" },
  authorize: (key) => ({ "x-api-key": key }),
  request: ({ input, json, model, outputTokensMax }) => ({
    path: "/v1/messages",
    body: {
      model,
      max_tokens: outputTokensMax,
      messages: [{ role: "user", content: input }],
      ...(json === undefined
        ? {}
        : { system: json.instructions, output_config: { format: { type: "json_schema", schema: json.schema } } })
    }
  }),
  read: Effect.fnUntraced(function* (body) {
    const answer = yield* Schema.decodeUnknownEffect(Answer)(body)
    const parts = yield* Effect.forEach(answer.content.filter(typed("text")), (item) =>
      Schema.decodeUnknownEffect(Text)(item)
    )
    const text = parts.map((part) => part.text).join("")
    const said: Said = {
      text,
      refusal: answer.stop_reason === "refusal" ? text || (answer.stop_details?.explanation ?? "") : undefined,
      modelId: answer.model ?? undefined,
      citations: [],
      grounded: null,
      cutOff: cuts.has(answer.stop_reason ?? ""),
      usage: { inputTokens: answer.usage?.input_tokens ?? null, outputTokens: answer.usage?.output_tokens ?? null },
      failed: undefined,
      endsOn: undefined
    }
    return said
  }),
  problem: (body) => problemOf(isObject(body) ? body.error : undefined),
  models: {
    path: "/v1/models",
    query: { limit: pageSize },
    needsKey: true,
    read: (body) =>
      Effect.map(Schema.decodeUnknownEffect(Models)(body), ({ data, has_more, last_id }) => ({
        models: data.map(({ id }) => ({ id, endsOn: null })),
        next: has_more === true && last_id != null ? { limit: pageSize, after_id: last_id } : undefined
      }))
  }
}
