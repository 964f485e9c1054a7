import { Effect, Redacted, Schema } from "effect"
import type { Adapter, Said } from "./Adapter.ts"
import type { Citation } from "./Assistants.ts"
import { isObject, maybe, problemOf, typed } from "./wire.ts"

const Message = Schema.Struct({
  content: Schema.Array(Schema.Struct({ type: Schema.String, text: maybe(Schema.String) }))
})
const Results = Schema.Struct({
  results: Schema.Array(
    Schema.Struct({ id: maybe(Schema.Finite), url: maybe(Schema.String), title: maybe(Schema.String) })
  )
})

const Answer = Schema.Struct({
  model: maybe(Schema.String),
  status: maybe(Schema.String),
  error: maybe(Schema.Struct({ code: maybe(Schema.String), type: maybe(Schema.String) })),
  output: Schema.Array(Schema.Unknown),
  usage: maybe(Schema.Struct({ input_tokens: maybe(Schema.Finite), output_tokens: maybe(Schema.Finite) }))
})

const Models = Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.String })) })

type Result = (typeof Results.Type)["results"][number]

/** Highest id that is believed to be a number of a marker. */
const idMax = 500

const citationOf = ({ title, url }: Result): Citation => ({
  url: url != null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : "",
  title: title ?? ""
})

/**
 * So that marker `[N]` is at `N - 1`: by ids, with an empty one where an id is missing. Ids that can't be the numbers of markers,
 * as several searches that each begin at 1, leave the order that they came in.
 */
export const citationsOf = (results: ReadonlyArray<Result>): ReadonlyArray<Citation> => {
  const byId = new Map(results.map((result) => [result.id, result]))
  const isNumber = (id: number | null | undefined): id is number =>
    Number.isInteger(id) && Number(id) > 0 && Number(id) <= idMax
  if (byId.size < results.length || !results.every(({ id }) => isNumber(id))) return results.map(citationOf)
  const length = Math.max(0, ...results.map(({ id }) => id ?? 0))
  return Array.from({ length }, (_, index) => {
    const result = byId.get(index + 1)
    return result === undefined ? { url: "", title: "" } : citationOf(result)
  })
}

export const perplexity: Adapter = {
  baseUrl: "https://api.perplexity.ai",
  headers: {},
  authorize: (key) => ({ authorization: Redacted.make(`Bearer ${Redacted.value(key)}`) }),
  request: ({ country, input, json, model, outputTokensMax, search }) => ({
    path: "/v1/agent",
    body: {
      model,
      input,
      max_output_tokens: outputTokensMax,
      ...(search === "none"
        ? {}
        : { tools: [{ type: "web_search", user_location: { country: country.toUpperCase() } }] }),
      // Left to itself, it often answers from memory.
      ...(search === "forced" ? { tool_choice: { type: "web_search" } } : {}),
      ...(json === undefined
        ? {}
        : {
            instructions: json.instructions,
            response_format: {
              type: "json_schema",
              json_schema: { name: json.name, schema: json.schema, strict: true }
            }
          })
    }
  }),
  read: Effect.fnUntraced(function* (body) {
    const answer = yield* Schema.decodeUnknownEffect(Answer)(body)
    const messages = yield* Effect.forEach(answer.output.filter(typed("message")), (item) =>
      Schema.decodeUnknownEffect(Message)(item)
    )
    const searches = yield* Effect.forEach(answer.output.filter(typed("search_results")), (item) =>
      Schema.decodeUnknownEffect(Results)(item)
    )
    const citations = citationsOf(searches.flatMap(({ results }) => results))
    const code = answer.status === "failed" ? (answer.error?.code ?? answer.error?.type ?? "failed") : undefined
    const said: Said = {
      text: messages
        .flatMap(({ content }) => content.flatMap((part) => (part.type === "output_text" ? [part.text ?? ""] : [])))
        .join(""),
      // It declines in plain text.
      refusal: undefined,
      modelId: answer.model ?? undefined,
      citations,
      grounded: citations.length > 0,
      cutOff: answer.status === "incomplete",
      usage: { inputTokens: answer.usage?.input_tokens ?? null, outputTokens: answer.usage?.output_tokens ?? null },
      failed: code === undefined ? undefined : { reason: "unavailable", code },
      endsOn: undefined
    }
    return said
  }),
  problem: (body) => problemOf(isObject(body) ? (body.error ?? body.detail) : undefined),
  models: {
    path: "/v1/models",
    query: {},
    needsKey: false,
    read: (body) =>
      Effect.map(Schema.decodeUnknownEffect(Models)(body), ({ data }) => ({
        models: data.map(({ id }) => ({ id, endsOn: null })),
        next: undefined
      }))
  }
}
