import {
  type AnswersDeclaration,
  type Bucket,
  nextFields,
  type PagedBy,
  type RetryAdvice,
  retryAdviceOf
} from "@storeglass/plugin-api"
import { at, entriesAt, type Json, listAt, objectOf, textAt } from "../json.ts"

const int = { type: "integer" }
const text = { type: "string" }
const date = { type: "string", format: "date-time" }
const balance = (bucket: string, what: string) => ({
  schema: int,
  description: `Credits of the bucket ${bucket} ${what}.`
})

/** The headers of answers. */
export const documentedHeaders: Json = {
  "X-Request-Id": {
    schema: { type: "string", format: "uuid" },
    description: "The id of this request in the ledger and the logs."
  },
  "X-Credit-Cost": { schema: int, description: "Credits charged by this request." },
  "X-Credit-Category": { schema: text, description: "Bucket charged." },
  "X-RateLimit-Limit": { schema: int, description: "General monthly credits of the plan." },
  "X-RateLimit-Remaining": {
    schema: int,
    description: "General credits left, including those granted in addition to the plan's."
  },
  "X-Credit-Granted": {
    schema: int,
    description: "General credits granted for this month in addition to the plan's; absent if there are none."
  },
  "X-RateLimit-Reset": { schema: int, description: "Unix timestamp of the next reset." },
  "X-Plan": { schema: text, description: "Plan id." },
  "X-AiVisibility-Limit": balance("aiVisibility", "a month"),
  "X-AiVisibility-Remaining": balance("aiVisibility", "left"),
  "X-Creative-Limit": balance("creative", "a month"),
  "X-Creative-Remaining": balance("creative", "left"),
  "Idempotent-Replayed": {
    schema: { type: "string", enum: ["true"] },
    description: "Set if this is the first answer to the Idempotency-Key, replayed; absent on a first answer."
  },
  Link: { schema: text, description: 'The address of the next page, as `<…>; rel="next"`; absent on the last.' },
  ETag: { schema: text, description: "Tag of this answer, for If-None-Match; absent if the answer isn't kept." },
  "X-Data-Source": { schema: text, description: "Where the answer comes from: `source` of its provenance." },
  "X-Data-As-Of": { schema: date, description: "When it was true: `asOf` of its provenance." },
  "X-Model-Version": { schema: text, description: "The model of an estimate; absent where none was used." },
  "X-Data-Limitations": { schema: text, description: "What to know before trusting the answer: `limitations`." },
  Warning: { schema: text, description: "`110` if the answer is stale; absent otherwise." },
  "Retry-After": { schema: int, description: "Seconds to wait before a retry." },
  "WWW-Authenticate": { schema: text, description: "How to send a key." }
}

const balances = {
  general: [],
  aiVisibility: ["X-AiVisibility-Limit", "X-AiVisibility-Remaining"],
  creative: ["X-Creative-Limit", "X-Creative-Remaining"]
} as const

/** What decides which headers an operation answers with. */
export interface Answering {
  readonly answers: AnswersDeclaration
  readonly metered: boolean
  readonly bucket: Bucket
  readonly pagedBy: PagedBy | undefined
  /** Its answer may be kept, and asked for again by its mark. */
  readonly marked: boolean
}

const referring = (names: ReadonlyArray<string>): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Of every answer to somebody who is known. */
const meteredNames = ({ bucket, metered }: Answering): ReadonlyArray<string> => [
  "X-Request-Id",
  ...(metered
    ? [
        "X-Credit-Cost",
        "X-Credit-Category",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-Credit-Granted",
        "X-RateLimit-Reset",
        "X-Plan",
        ...balances[bucket]
      ]
    : [])
]

const successHeaders = (response: unknown, answering: Answering, schemas: Json): Json => {
  const schema = resolved(at(response, "content", "application/json", "schema"), schemas)
  const data = at(resolved(at(schema, "properties", "data"), schemas), "properties")
  const { answers, marked, metered, pagedBy } = answering
  const inHeaders = answers.provenanceInHeaders === true
  return referring([
    ...meteredNames(answering),
    ...(metered ? ["Idempotent-Replayed"] : []),
    ...(pagedBy !== undefined && at(data, nextFields[pagedBy]) !== undefined ? ["Link"] : []),
    ...(marked ? ["ETag"] : []),
    ...(at(data, "provenance") === undefined && !inHeaders
      ? []
      : ["X-Data-Source", "X-Data-As-Of", "X-Model-Version", "Warning"]),
    ...(inHeaders ? ["X-Data-Limitations"] : [])
  ])
}

/** There is no known caller yet who could have a balance. */
const unknownCaller = new Set(["MISSING_API_KEY", "INVALID_API_KEY", "SESSION_REQUIRED"])

const failureHeaders = (status: number, codes: ReadonlyArray<ErrorCode>, answering: Answering): Json => {
  const waits = codes.some(({ code }) => retryAdviceOf(code, status) !== "fix")
  return referring([
    ...(codes.every(({ code }) => unknownCaller.has(code)) ? ["X-Request-Id"] : meteredNames(answering)),
    ...(status === 401 ? ["WWW-Authenticate"] : []),
    ...(waits ? ["Retry-After"] : [])
  ])
}

const successes: Readonly<Record<string, string>> = {
  "200": "Success.",
  "201": "Created.",
  "202": "Accepted; work continues after the answer.",
  "204": "Done; the answer has no body."
}

/** The schema of a reference. */
export const resolved = (schema: unknown, schemas: Json): unknown => {
  const name = textAt(schema, "$ref").replace("#/components/schemas/", "")
  return name === "" ? schema : resolved(schemas[name], schemas)
}

export interface ErrorCode {
  readonly code: string
  readonly meaning: string
}

/** The error codes that a schema of a failure allows, with what they mean. */
const codesOf = (schema: unknown, schemas: Json): ReadonlyArray<ErrorCode> => {
  const found = resolved(schema, schemas)
  const choices = listAt(found, "anyOf")
  if (choices.length > 0) return choices.flatMap((choice) => codesOf(choice, schemas))
  const meaning = textAt(found, "description")
  const code = at(found, "properties", "error", "properties", "code")
  return listAt(code, "enum").flatMap((name) => (typeof name === "string" ? [{ code: name, meaning }] : []))
}

/** The error codes of a response. */
export const errorsIn = (response: unknown, schemas: Json): ReadonlyArray<ErrorCode> =>
  codesOf(at(response, "content", "application/json", "schema"), schemas)

const sentence = ({ code, meaning }: ErrorCode) => (meaning === "" ? `\`${code}\`` : `\`${code}\`: ${meaning}`)

/** What a client does about each code of these responses. */
export const advicesOf = (responses: Json): Readonly<Record<string, RetryAdvice>> => {
  const found = Object.entries(responses).flatMap(([name, response]) =>
    listAt(response, "x-error-codes").flatMap(
      (code): ReadonlyArray<readonly [string, RetryAdvice]> =>
        typeof code === "string" ? [[code, retryAdviceOf(code, Number(/\d{3}/.exec(name)?.[0]))]] : []
    )
  )
  return Object.fromEntries(found.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** The content of a success under the type that its declaration names. */
const typed = (content: Json, { contentType }: AnswersDeclaration): Json => {
  const [media, ...more] = Object.values(content)
  return contentType === undefined || media === undefined || more.length > 0 ? content : { [contentType]: media }
}

/** The responses of an operation: failures, which many share, as references to `components.responses`. */
export const responsesOf = (operation: Json, answering: Answering, schemas: Json) => {
  const shared: Record<string, Json> = {}
  const own = entriesAt(operation, "responses").map(([status, response]): readonly [string, Json] => {
    const declared = objectOf(at(response, "headers"))
    if (status.startsWith("2")) {
      const description = successes[status] ?? `Status ${status}.`
      const content = typed(objectOf(at(response, "content")), answering.answers)
      return [
        status,
        {
          ...objectOf(response),
          description,
          ...(Object.keys(content).length === 0 ? {} : { content }),
          headers: { ...declared, ...successHeaders(response, answering, schemas) }
        }
      ]
    }
    const codes = errorsIn(response, schemas)
    const described = {
      ...objectOf(response),
      description: codes.length === 0 ? `Status ${status}.` : codes.map(sentence).join("\n"),
      headers: failureHeaders(Number(status), codes, answering),
      ...(codes.length === 0 ? {} : { "x-error-codes": codes.map(({ code }) => code) })
    }
    if (codes.length === 0) return [status, described]
    const ofBucket = answering.bucket === "general" ? "" : `${answering.bucket}.`
    const group = answering.metered ? ofBucket : "open."
    const name = `${group}${status}.${codes.map(({ code }) => code).join(".")}`
    shared[name] = described
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  if (!answering.marked) return { responses: Object.fromEntries(own), shared }
  shared["304"] = {
    description: "The answer is still the one with the ETag that `If-None-Match` names; it costs the same.",
    headers: referring([...meteredNames(answering), "ETag"])
  }
  return { responses: { ...Object.fromEntries(own), "304": { $ref: "#/components/responses/304" } }, shared }
}
