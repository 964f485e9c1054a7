import {
  type JsonSchema,
  type OperationError,
  type OperationParameter,
  type OperationShapes,
  type OperationSuccess,
  retryAdviceOf
} from "@storeglass/plugin-api"
import { Predicate } from "effect"
import { at, entriesAt, type Json, textAt } from "../json.ts"
import { errorsIn } from "./responses.ts"

const refPrefix = "#/components/schemas/"

/** A schema of the document, with its references as `#/$defs/<name>` and their names. */
const localized = (schema: unknown, names: Set<string>): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => localized(item, names))
  if (!Predicate.isReadonlyObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== "$ref" || typeof value !== "string" || !value.startsWith(refPrefix)) {
        return [key, localized(value, names)]
      }
      const name = value.slice(refPrefix.length)
      names.add(name)
      return [key, `#/$defs/${name}`]
    })
  )
}

const places = ["path", "query", "header"] as const

/** What an operation takes and gives, read from what Effect and the declarations say of it. */
export const shapesOf = (operation: Json, parameters: ReadonlyArray<Json>, schemas: Json): OperationShapes => {
  const names = new Set<string>()
  const schemaOf = (value: unknown): JsonSchema | undefined => {
    const found = localized(value, names)
    return Predicate.isReadonlyObject(found) ? { ...found } : undefined
  }
  const listed = parameters.flatMap((parameter): ReadonlyArray<OperationParameter> => {
    const place = places.find((name) => name === parameter.in)
    if (place === undefined) return []
    const description = textAt(parameter, "description")
    return [
      {
        name: String(parameter.name),
        in: place,
        required: parameter.required === true,
        secret: parameter["x-secret"] === true,
        ...(parameter.deprecated === true ? { deprecated: true } : {}),
        schema: { ...schemaOf(parameter.schema), ...(description === "" ? {} : { description }) }
      }
    ]
  })
  const body = at(operation, "requestBody")
  const payload = schemaOf(at(body, "content", "application/json", "schema"))
  const responses = entriesAt(operation, "responses").toSorted(([a], [b]) => a.localeCompare(b))
  const successes = responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, response]): ReadonlyArray<OperationSuccess> => {
      const content = entriesAt(response, "content")
      return content.length === 0
        ? [{ status: Number(status), contentType: undefined, schema: undefined }]
        : content.map(([contentType, media]) => ({
            status: Number(status),
            contentType,
            schema: schemaOf(at(media, "schema"))
          }))
    })
  const errors = responses
    .filter(([status]) => !status.startsWith("2"))
    .flatMap(
      ([status, response]): ReadonlyArray<OperationError> =>
        errorsIn(response, schemas).map((error) => ({
          status: Number(status),
          ...error,
          retry: retryAdviceOf(error.code, Number(status))
        }))
    )
  const definitions: Record<string, JsonSchema> = {}
  // What is added while it runs is visited too.
  for (const name of names) definitions[name] = schemaOf(schemas[name]) ?? {}
  return {
    parameters: listed,
    payload: payload === undefined ? undefined : { required: at(body, "required") === true, schema: payload },
    successes,
    errors: errors.toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code)),
    definitions
  }
}
