import { type AnswersDeclaration, type RetryAdvice, retryAdviceOf } from "@storeglass/plugin-api"
import { at, entriesAt, type Json, listAt, objectOf, textAt } from "../json.ts"

/** The headers of answers; those of metered operations have all of them. */
export const documentedHeaders: Json = {
  "X-Request-Id": {
    schema: { type: "string", format: "uuid" },
    description: "The id of this request in the ledger and the logs."
  },
  "X-Credit-Cost": { schema: { type: "integer" }, description: "Credits charged by this request." },
  "X-Credit-Category": { schema: { type: "string" }, description: "Bucket charged." },
  "X-RateLimit-Limit": { schema: { type: "integer" }, description: "General monthly credits of the plan." },
  "X-RateLimit-Remaining": {
    schema: { type: "integer" },
    description: "General credits left, of the plan's and of those granted beside them."
  },
  "X-Credit-Granted": {
    schema: { type: "integer" },
    description: "General credits granted for this month beside the plan's; absent when there are none."
  },
  "X-RateLimit-Reset": { schema: { type: "integer" }, description: "Unix timestamp of the next reset." },
  "X-Plan": { schema: { type: "string" }, description: "Plan id." }
}
const headersOf = (metered: boolean): Json =>
  Object.fromEntries(
    Object.keys(documentedHeaders)
      .filter((name) => metered || name === "X-Request-Id")
      .map((name) => [name, { $ref: `#/components/headers/${name}` }])
  )

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
export const responsesOf = (
  operation: Json,
  { answers, metered }: { readonly answers: AnswersDeclaration; readonly metered: boolean },
  schemas: Json
) => {
  const shared: Record<string, Json> = {}
  const headers = headersOf(metered)
  const own = entriesAt(operation, "responses").map(([status, response]): readonly [string, Json] => {
    const declared = objectOf(at(response, "headers"))
    if (status.startsWith("2")) {
      const description = successes[status] ?? `Status ${status}.`
      const content = typed(objectOf(at(response, "content")), answers)
      return [
        status,
        {
          ...objectOf(response),
          description,
          ...(Object.keys(content).length === 0 ? {} : { content }),
          headers: { ...declared, ...headers }
        }
      ]
    }
    const codes = errorsIn(response, schemas)
    const described = {
      ...objectOf(response),
      description: codes.length === 0 ? `Status ${status}.` : codes.map(sentence).join("\n"),
      headers,
      ...(codes.length === 0 ? {} : { "x-error-codes": codes.map(({ code }) => code) })
    }
    if (codes.length === 0) return [status, described]
    const name = `${metered ? "" : "open."}${status}.${codes.map(({ code }) => code).join(".")}`
    shared[name] = described
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return { responses: Object.fromEntries(own), shared }
}
