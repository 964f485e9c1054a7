import type { OperationAnswer } from "@storeglass/plugin-api"
import { Option, Predicate, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"

/** `CallToolResult` of all revisions. */
export interface ToolResult {
  readonly content: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly structuredContent?: unknown
  readonly isError?: boolean
  readonly _meta?: Readonly<Record<string, unknown>>
}

type Headers = OperationAnswer["headers"]

export const parseObject = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
)

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const given = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const limitHeaders: Readonly<Record<string, string>> = { aiVisibility: "x-aivisibility", creative: "x-creative" }

/** What HTTP tells in headers. */
const metaOf = (headers: Headers) => {
  const bucket = headers["x-credit-category"]
  const prefix = limitHeaders[bucket ?? ""] ?? "x-ratelimit"
  const credits =
    bucket === undefined
      ? undefined
      : given({
          cost: numberOf(headers["x-credit-cost"]),
          bucket,
          remaining: numberOf(headers[`${prefix}-remaining`]),
          limit: numberOf(headers[`${prefix}-limit`]),
          reset: numberOf(headers["x-ratelimit-reset"])
        })
  return given({
    requestId: headers["x-request-id"],
    credits,
    plan: headers["x-plan"],
    retryAfterSeconds: numberOf(headers["retry-after"]),
    replayed: headers["idempotent-replayed"] === "true" ? true : undefined,
    dataSource: headers["x-data-source"],
    dataAsOf: headers["x-data-as-of"],
    modelVersion: headers["x-model-version"],
    limitations: headers["x-data-limitations"],
    warning: headers.warning,
    sandbox: headers["x-storeglass-sandbox"] === "true" ? true : undefined
  })
}

const contentOf = ({ body, contentType }: OperationAnswer, text: string, uri: string) => {
  const mimeType = contentType.split(";", 1)[0] ?? ""
  if (mimeType === "" && body.length === 0) return { type: "text", text: "" }
  if (mimeType.startsWith("image/")) return { type: "image", data: Base64.encode(body), mimeType }
  if (mimeType.startsWith("audio/")) return { type: "audio", data: Base64.encode(body), mimeType }
  if (mimeType === "application/json" || mimeType === "text/plain") return { type: "text", text }
  const resource = mimeType.startsWith("text/") ? { uri, mimeType, text } : { uri, mimeType, blob: Base64.encode(body) }
  return { type: "resource", resource }
}

/** An answer as HTTP would give it, as the result of a tool. */
export const toolResultOf = (answer: OperationAnswer, uri: string): ToolResult => {
  const text = new TextDecoder().decode(answer.body)
  const json = answer.contentType.startsWith("application/json") ? parseObject(text) : Option.none()
  return {
    content: [contentOf(answer, text, uri)],
    ...(Option.isSome(json) ? { structuredContent: json.value } : {}),
    ...(answer.status >= 400 ? { isError: true } : {}),
    _meta: metaOf(answer.headers)
  }
}

/** A result with a picture beside its text. */
export const withPicture = (
  result: ToolResult,
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: string }
) => ({
  ...result,
  content: [...result.content, { type: "image", data: Base64.encode(bytes), mimeType: type }]
})

/** What stands in a field of the answer's data, as `result.ad.imageUrl`; undefined where there is no text. */
export const textIn = ({ structuredContent }: ToolResult, path: string): string | undefined => {
  const found = ["data", ...path.split(".")].reduce<unknown>(
    (value, name) => (Predicate.hasProperty(value, name) ? value[name] : undefined),
    structuredContent
  )
  return typeof found === "string" ? found : undefined
}

/** The result of a call that never became a request. */
export const refusedResult = (code: string, message: string): ToolResult => {
  const structuredContent = { error: { code, message } }
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent, isError: true }
}
