import type { JsonSchema, Operation, OperationCall, OperationParameter } from "@storeglass/plugin-api"
import { Predicate } from "effect"

type Place = OperationParameter["in"] | "body"

/** One argument of a tool: which part of the request it becomes. */
interface Argument {
  readonly name: string
  readonly in: Place
}

/** The one flat object that a tool takes, and how it becomes a request. */
export interface ToolInput {
  readonly schema: JsonSchema
  /** The request with the headers that are arguments, or what is wrong with an argument. */
  readonly requestOf: (input: Readonly<Record<string, unknown>>) => OperationCall | { readonly wrong: string }
  /** Headers that come beside the message, in small letters: secrets are not for models to see and to pass on. */
  readonly besides: ReadonlyArray<OperationParameter>
}

/** The schema behind a reference. */
const resolved = (schema: JsonSchema, definitions: Operation["shapes"]["definitions"]): JsonSchema => {
  const ref = schema.$ref
  const target = typeof ref === "string" ? definitions[ref.replace("#/$defs/", "")] : undefined
  return target === undefined ? schema : resolved(target, definitions)
}

interface Property {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** The properties of a body that is a plain object; undefined for any other. */
const propertiesOf = (body: JsonSchema): ReadonlyArray<Property> | undefined => {
  const { properties, required, type } = body
  const composed = ["anyOf", "oneOf", "allOf", "patternProperties"].some((keyword) => keyword in body)
  if (type !== "object" || composed || !Predicate.isReadonlyObject(properties)) return undefined
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: Array.isArray(required) && required.includes(name),
    schema: Predicate.isReadonlyObject(schema) ? { ...schema } : {}
  }))
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined

const order = ["path", "query", "header"]

/** Path and query keep their names; what comes after and has the same is prefixed with its place. */
export const toolInputOf = ({ shapes: { definitions, parameters, payload } }: Operation): ToolInput => {
  const root = payload === undefined ? undefined : resolved(payload.schema, definitions)
  const flat = root === undefined ? undefined : propertiesOf(root)
  const declared: Array<Property & { readonly in: Place }> = parameters
    .filter(({ deprecated, secret }) => !secret && deprecated !== true)
    .toSorted((a, b) => order.indexOf(a.in) - order.indexOf(b.in))
  if (flat !== undefined) declared.push(...flat.map((property) => ({ ...property, in: "body" as const })))
  else if (payload !== undefined) declared.push({ name: "body", in: "body", ...payload })

  const args = new Map<string, Argument>()
  const properties: Record<string, JsonSchema> = {}
  const required: Array<string> = []
  for (const parameter of declared) {
    const name = args.has(parameter.name) ? `${parameter.in}_${parameter.name}` : parameter.name
    args.set(name, { name: parameter.name, in: parameter.in })
    properties[name] = parameter.schema
    if (parameter.required) required.push(name)
  }
  const schema: JsonSchema = {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(JSON.stringify(properties).includes("#/$defs/") ? { $defs: definitions } : {})
  }

  const requestOf: ToolInput["requestOf"] = (input) => {
    const path: Array<readonly [string, string]> = []
    const query: Array<readonly [string, string]> = []
    const headers: Array<readonly [string, string]> = []
    const body: Array<readonly [string, unknown]> = []
    let whole: unknown
    for (const [given, value] of Object.entries(input)) {
      // What no argument is called goes where the route refuses it by its own words, before anything is charged.
      const argument: Argument = args.get(given) ?? { name: given, in: flat === undefined ? "query" : "body" }
      if (argument.in === "body") {
        if (flat === undefined) whole = value
        else body.push([argument.name, value])
        continue
      }
      // Models fill in null for what they leave out.
      if (value === null) continue
      const text = textOf(value)
      if (text === undefined) {
        return { wrong: `${given.slice(0, 60)} (${argument.in}): must be text, a number, or true or false` }
      }
      if (argument.in === "header") {
        // A line break would begin another header.
        if (!/^[\x20-\x7e\x80-\xff]*$/.test(text)) {
          return { wrong: `${given.slice(0, 60)} (header): contains characters not allowed in a header` }
        }
        headers.push([argument.name.toLowerCase(), text])
      } else if (argument.in === "path") path.push([argument.name, text])
      else query.push([argument.name, text])
    }
    return {
      path: Object.fromEntries(path),
      query,
      body: flat === undefined ? whole : Object.fromEntries(body),
      headers: Object.fromEntries(headers)
    }
  }
  return { schema, requestOf, besides: parameters.filter((parameter) => parameter.in === "header") }
}
