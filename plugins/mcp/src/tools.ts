import type { JsonSchema, Operation } from "@storeglass/plugin-api"
import { Predicate } from "effect"
import { compact } from "./compact.ts"
import { type ToolInput, toolInputOf } from "./toolInput.ts"

/** An operation as a tool. */
export interface Tool {
  readonly operation: Operation
  readonly input: ToolInput
  readonly definition: Readonly<Record<string, unknown>> & { readonly name: string }
  /** The definition, encoded once, without the schema of its answer. */
  readonly text: string
  /** The same with it, which is long. */
  readonly textWithOutput: () => string
}

const priceOf = ({ bucket, credits }: Operation): string => {
  if (credits === "quoted") return "Its price depends on the input; the answer states it."
  if (credits === 0) return "Costs nothing."
  return `Costs ${credits} ${bucket === "general" ? "" : `${bucket} `}credit${credits === 1 ? "" : "s"}.`
}

const failureSchema: JsonSchema = {
  type: "object",
  description: "Set instead of data when the call failed. Nothing was charged then.",
  properties: { code: { type: "string" }, message: { type: "string" } },
  required: ["code", "message"]
}

const dataOf = (properties: unknown): unknown =>
  Predicate.hasProperty(properties, "data") ? properties.data : undefined

/** Of a status that has several, such as that of a change and its preview, each. */
const shapesOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> =>
  Array.isArray(schema.anyOf) ? schema.anyOf.filter(Predicate.isObject) : [schema]

/**
 * The schema of the answer's body. A failed call has a body too, and clients hold it to the same schema, so it tells of
 * both. Undefined where a success is no JSON object.
 */
const outputSchemaOf = ({ shapes: { definitions, successes } }: Operation): JsonSchema | undefined => {
  const outputs = successes.flatMap(({ contentType, schema }) =>
    contentType === "application/json" && schema !== undefined ? shapesOf(schema) : []
  )
  const [output] = outputs
  if (output?.type !== "object" || typeof output.properties !== "object") return undefined
  const required = Array.isArray(output.required) ? output.required : []
  // It may be either's.
  const datas = outputs.flatMap(({ properties }) => dataOf(properties) ?? [])
  return {
    type: "object",
    properties: {
      ...output.properties,
      ...(datas.length > 1 ? { data: { anyOf: datas } } : {}),
      error: failureSchema
    },
    ...(required.length === 0 ? {} : { oneOf: [{ required }, { required: ["error"] }] }),
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}

/** What must be sent beside the message, told to models so that they ask their users for it. */
const besidesOf = ({ besides }: ToolInput): string => {
  const names = besides.filter(({ required, secret }) => required && secret).map(({ name }) => name.toLowerCase())
  return names.length === 0 ? "" : ` The client must send ${names.join(" and ")} in the headers of its requests.`
}

export const toolOf = (operation: Operation): Tool => {
  const input = toolInputOf(operation)
  const { description, destructive, idempotent, openWorld, readOnly, title } = operation.hints
  const definition = {
    name: operation.id,
    title,
    description: `${description}${besidesOf(input)} ${priceOf(operation)}`,
    inputSchema: compact(input.schema),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld
    },
    _meta: { price: { credits: operation.credits, bucket: operation.bucket }, toolset: operation.plugin }
  }
  const text = JSON.stringify(definition)
  return {
    operation,
    input,
    definition,
    text,
    textWithOutput: () => {
      const outputSchema = outputSchemaOf(operation)
      return outputSchema === undefined ? text : JSON.stringify({ ...definition, outputSchema: compact(outputSchema) })
    }
  }
}
