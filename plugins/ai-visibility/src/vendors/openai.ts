import { Effect, Redacted, Schema } from "effect"
import type { Adapter, Said } from "./Adapter.ts"
import { isObject, maybe, problemOf, typed } from "./wire.ts"

const Message = Schema.Struct({
  content: Schema.Array(
    Schema.Struct({ type: Schema.String, text: maybe(Schema.String), refusal: maybe(Schema.String) })
  )
})

const Answer = Schema.Struct({
  model: maybe(Schema.String),
  status: maybe(Schema.String),
  incomplete_details: maybe(Schema.Struct({ reason: maybe(Schema.String) })),
  error: maybe(Schema.Struct({ code: maybe(Schema.String) })),
  output: Schema.Array(Schema.Unknown),
  usage: maybe(Schema.Struct({ input_tokens: maybe(Schema.Finite), output_tokens: maybe(Schema.Finite) }))
})

const Models = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.String, shutdown_date: maybe(Schema.String) }))
})

const failures = { rate_limit_exceeded: "rate_limited", server_error: "unavailable" } as const
const reasonOf = (code: string) =>
  code === "rate_limit_exceeded" || code === "server_error" ? failures[code] : ("rejected" as const)

export const openai: Adapter = {
  baseUrl: "https://api.openai.com",
  headers: {},
  authorize: (key) => ({ authorization: Redacted.make(`Bearer ${Redacted.value(key)}`) }),
  request: ({ input, json, model, outputTokensMax }) => ({
    path: "/v1/responses",
    body: {
      model,
      input,
      max_output_tokens: outputTokensMax,
      store: false,
      ...(json === undefined
        ? {}
        : {
            instructions: json.instructions,
            text: { format: { type: "json_schema", name: json.name, schema: json.schema, strict: true } }
          })
    }
  }),
  read: Effect.fnUntraced(function* (body) {
    const { error, incomplete_details, model, output, status, usage } = yield* Schema.decodeUnknownEffect(Answer)(body)
    const messages = yield* Effect.forEach(output.filter(typed("message")), (item) =>
      Schema.decodeUnknownEffect(Message)(item)
    )
    const parts = messages.flatMap(({ content }) => content)
    const refusals = parts.flatMap(({ refusal, type }) => (type === "refusal" ? [refusal ?? ""] : []))
    const filtered = incomplete_details?.reason === "content_filter"
    const code = status === "failed" ? (error?.code ?? "failed") : undefined
    const text = parts.flatMap((part) => (part.type === "output_text" ? [part.text ?? ""] : [])).join("")
    const said: Said = {
      text,
      refusal: refusals.length > 0 ? refusals.join("\n") : filtered ? text : undefined,
      modelId: model ?? undefined,
      citations: [],
      grounded: null,
      cutOff: status === "incomplete" && !filtered,
      usage: { inputTokens: usage?.input_tokens ?? null, outputTokens: usage?.output_tokens ?? null },
      failed: code === undefined ? undefined : { reason: reasonOf(code), code },
      endsOn: undefined
    }
    return said
  }),
  problem: (body) => problemOf(isObject(body) ? body.error : undefined),
  models: {
    path: "/v1/models",
    query: {},
    needsKey: true,
    read: (body) =>
      Effect.map(Schema.decodeUnknownEffect(Models)(body), ({ data }) => ({
        models: data.map(({ id, shutdown_date }) => ({ id, endsOn: shutdown_date?.slice(0, 10) ?? null })),
        next: undefined
      }))
  }
}
