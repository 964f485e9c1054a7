import { errorOf, StoreglassError } from "./errors.ts"
import type { OperationSpec } from "./operation.ts"

/** A request but for its key. */
export interface Prepared {
  /** `GET /v1/keywords/ranks`, as the gateway's usage names it. */
  readonly operation: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

type Input = Readonly<Record<string, unknown>>

/** The name of an operation in errors. */
export const nameOf = ({ method, path }: OperationSpec): string => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`

const pathNames = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/** Makes the request of an input; refuses what the operation does not take, before anything is sent. */
export const prepare = (spec: OperationSpec, input: Input): Prepared => {
  try {
    return prepareUnsafe(spec, input)
  } catch (error) {
    if (error instanceof StoreglassError) throw error
    // Half a surrogate pair in a text, or a body that is no JSON.
    const message = `can't encode the input: ${error instanceof Error ? error.message : String(error)}`
    throw errorOf(message, { code: "INVALID_INPUT", operation: nameOf(spec), retry: "fix" })
  }
}

const prepareUnsafe = (spec: OperationSpec, input: Input): Prepared => {
  const operation = nameOf(spec)
  const refuse = (message: string) => errorOf(message, { code: "INVALID_INPUT", operation, retry: "fix" })
  const given = (name: string): unknown => (Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined)

  const textOf = (name: string): string | undefined => {
    const value = given(name)
    if (value === undefined) return undefined
    if (Array.isArray(value) && spec.lists?.includes(name) === true) {
      const comma = value.find((item) => String(item).includes(","))
      if (comma !== undefined) throw refuse(`${name}: an item contains a comma, which separates items`)
      return value.map(String).join(",")
    }
    if (typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return String(value)
    throw refuse(`${name}: must be a string, a finite number or a boolean`)
  }

  const params = pathNames(spec.path)
  const query = spec.query ?? []
  const headerNames = spec.headers ?? []
  const fields = spec.body === undefined ? [] : spec.body === "body" ? ["body"] : spec.body
  const known = [...params, ...query, ...headerNames, ...fields]
  const unknown = Object.keys(input).find((name) => !known.includes(name) && input[name] !== undefined)
  if (unknown !== undefined) {
    throw refuse(`${unknown}: isn't a parameter of ${operation}; it takes ${known.join(", ") || "none"}`)
  }

  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(name)
    if (text === undefined || text === "") throw refuse(`${name}: is required`)
    // A URL reads these segments, in any spelling, as steps between folders: it would be another route.
    if (/^\.{1,2}$/.test(text)) throw refuse(`${name}: '${text}' can't be part of a path`)
    return encodeURIComponent(text)
  })
  const search = query.flatMap((name) => {
    const text = textOf(name)
    return text === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`]
  })
  const headers: Record<string, string> = { accept: "application/json" }
  for (const name of headerNames) {
    const text = textOf(name)
    if (text === undefined) continue
    if (!/^[\x20-\x7e]*$/.test(text)) throw refuse(`${name}: contains characters not allowed in a header`)
    headers[name.toLowerCase()] = text
  }
  const payload =
    spec.body === undefined
      ? undefined
      : spec.body === "body"
        ? given("body")
        : Object.fromEntries(fields.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]))
  if (payload !== undefined) headers["content-type"] = "application/json"
  return {
    operation,
    method: spec.method,
    target: search.length === 0 ? path : `${path}?${search.join("&")}`,
    headers,
    body: payload === undefined ? undefined : JSON.stringify(payload)
  }
}
