import { Effect, Schema } from "effect"
import type { Adapter, Said } from "./Adapter.ts"
import { isObject, maybe, problemOf } from "./wire.ts"

const Answer = Schema.Struct({
  candidates: maybe(
    Schema.Array(
      Schema.Struct({
        content: maybe(
          Schema.Struct({
            parts: maybe(Schema.Array(Schema.Struct({ text: maybe(Schema.String), thought: maybe(Schema.Boolean) })))
          })
        ),
        finishReason: maybe(Schema.String),
        finishMessage: maybe(Schema.String)
      })
    )
  ),
  promptFeedback: maybe(Schema.Struct({ blockReason: maybe(Schema.String) })),
  modelVersion: maybe(Schema.String),
  modelStatus: maybe(Schema.Struct({ retirementTime: maybe(Schema.String) })),
  usageMetadata: maybe(
    Schema.Struct({ promptTokenCount: maybe(Schema.Finite), candidatesTokenCount: maybe(Schema.Finite) })
  )
})

const Models = Schema.Struct({
  models: maybe(Schema.Array(Schema.Struct({ name: Schema.String }))),
  nextPageToken: maybe(Schema.String)
})

const declines: ReadonlySet<string> = new Set(["SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION"])
const pageSize = 1_000

/** The reasons of the details, and the pause that stands there in place of a header: `34s`. */
const detailsOf = (error: unknown) => {
  const details = isObject(error) && Array.isArray(error.details) ? error.details.filter(isObject) : []
  const delay = details
    .map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(String(retryDelay))?.[1])
    .find((found) => found !== undefined)
  const violations = details.flatMap(({ violations }) => (Array.isArray(violations) ? violations.filter(isObject) : []))
  return {
    codes: [...details.map(({ reason }) => reason), ...violations.map(({ quotaId }) => quotaId)].flatMap((value) =>
      typeof value === "string" ? [value] : []
    ),
    retryAfterSeconds: delay === undefined ? undefined : Math.ceil(Number(delay))
  }
}

export const gemini: Adapter = {
  baseUrl: "https://generativelanguage.googleapis.com",
  headers: {},
  // Never as `?key=`: addresses are logged on the way.
  authorize: (key) => ({ "x-goog-api-key": key }),
  request: ({ input, json, model, outputTokensMax }) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: {
      contents: [{ role: "user", parts: [{ text: input }] }],
      ...(json === undefined ? {} : { systemInstruction: { parts: [{ text: json.instructions }] } }),
      generationConfig: {
        maxOutputTokens: outputTokensMax,
        ...(json === undefined ? {} : { responseMimeType: "application/json", responseJsonSchema: json.schema })
      }
    }
  }),
  read: Effect.fnUntraced(function* (body) {
    const answer = yield* Schema.decodeUnknownEffect(Answer)(body)
    const candidate = answer.candidates?.[0]
    const text = (candidate?.content?.parts ?? [])
      .flatMap((part) => (part.thought === true ? [] : [part.text ?? ""]))
      .join("")
    const blocked = answer.promptFeedback?.blockReason != null || declines.has(candidate?.finishReason ?? "")
    const said: Said = {
      text,
      refusal: blocked ? text || (candidate?.finishMessage ?? "") : undefined,
      modelId: answer.modelVersion ?? undefined,
      citations: [],
      grounded: null,
      cutOff: candidate?.finishReason === "MAX_TOKENS",
      usage: {
        inputTokens: answer.usageMetadata?.promptTokenCount ?? null,
        outputTokens: answer.usageMetadata?.candidatesTokenCount ?? null
      },
      failed: undefined,
      endsOn: answer.modelStatus?.retirementTime?.slice(0, 10)
    }
    return said
  }),
  problem: (body) => {
    // Some of its answers are lists of one error.
    const first = Array.isArray(body) ? body[0] : body
    const error = isObject(first) ? first.error : undefined
    const { codes, retryAfterSeconds } = detailsOf(error)
    const problem = problemOf(error)
    return { ...problem, codes: [...problem.codes, ...codes], retryAfterSeconds }
  },
  models: {
    path: "/v1beta/models",
    query: { pageSize },
    needsKey: true,
    read: (body) =>
      Effect.map(Schema.decodeUnknownEffect(Models)(body), ({ models, nextPageToken }) => ({
        models: (models ?? []).map(({ name }) => ({ id: name.replace(/^models\//, ""), endsOn: null })),
        next: nextPageToken ? { pageSize, pageToken: nextPageToken } : undefined
      }))
  }
}
