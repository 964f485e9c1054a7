import type { JsonSchema, OperationParameter, OperationShapes, RawRoute } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { entriesAt, listAt, objectOf } from "../json.ts"

const text = { type: "string" }

/** What a route outside HttpApi takes and gives, as far as it says. */
export const shapesOfRaw = ({ answers, errors, headers, path, query, shapes }: RawRoute<unknown>): OperationShapes => {
  const definitions: Record<string, JsonSchema> = {}
  const jsonOf = (shape: Schema.Constraint | undefined): JsonSchema | undefined => {
    if (shape === undefined) return undefined
    const document = Schema.toJsonSchemaDocument(shape)
    Object.assign(definitions, document.definitions)
    return document.schema
  }
  const parameter = (
    name: string,
    place: OperationParameter["in"],
    required = false,
    schema: JsonSchema = text
  ): OperationParameter => ({ name, in: place, required, secret: false, schema })
  const asked = jsonOf(shapes?.query)
  const askedBy = new Map(entriesAt(asked, "properties"))
  const mustAsk = listAt(asked, "required")
  const payload = jsonOf(shapes?.payload)
  const answer = jsonOf(shapes?.answer)
  return {
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => parameter(name, "path", true)),
      ...(query ?? []).map((name) =>
        parameter(name, "query", mustAsk.includes(name), askedBy.has(name) ? objectOf(askedBy.get(name)) : text)
      ),
      ...(headers ?? []).map(({ description, name, required, secret = false }) => ({
        ...parameter(name, "header", required),
        secret,
        schema: { ...text, description }
      }))
    ],
    payload: payload === undefined ? undefined : { required: true, schema: payload },
    successes: [
      answer === undefined
        ? { status: 200, contentType: answers?.contentType, schema: undefined }
        : {
            status: 200,
            contentType: "application/json",
            schema: { type: "object", properties: { data: answer }, required: ["data"] }
          }
    ],
    errors: errors.map(({ code, meaning, retry, status }) => ({ code, meaning, retry, status })),
    definitions
  }
}
