import { Param } from "@storeglass/plugin-api"
import { Predicate, type SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { at, type Json, listAt, objectOf } from "../json.ts"

type Documented = ReadonlyMap<string, { readonly json: Json | undefined; readonly secret: boolean }>

const documentedIn = (schema: { readonly ast: SchemaAST.AST } | undefined): Documented =>
  new Map(
    schema !== undefined && "propertySignatures" in schema.ast
      ? schema.ast.propertySignatures.map(({ name, type }) => [
          String(name),
          { json: Param.documentation(type), secret: Param.isSecret(type) }
        ])
      : []
  )

/** The header that every operation with a key takes, as `components.parameters` has it. */
export const sharedParameters: Json = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "Repeating the request with the same key within 24 hours returns the first answer and charges once.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  }
}
export const idempotencyKey: Json = { $ref: "#/components/parameters/Idempotency-Key" }

/** The parameters of an endpoint: what a `Param` says of itself stands in the place of the text that travels. */
export const parametersOf = (operation: Json, endpoint: HttpApiEndpoint.Top): ReadonlyArray<Json> => {
  const places: Readonly<Record<string, Documented>> = {
    path: documentedIn(endpoint.params),
    query: documentedIn(endpoint.query),
    header: documentedIn(endpoint.headers)
  }
  return listAt(operation, "parameters")
    .filter(Predicate.isObject)
    .flatMap((parameter): ReadonlyArray<Json> => {
      const { json, secret } = places[String(at(parameter, "in"))]?.get(String(at(parameter, "name"))) ?? {}
      const { description, "x-aliases": aliases, ...schema } = json ?? {}
      const own = {
        ...objectOf(parameter),
        ...(json === undefined ? {} : { description, schema }),
        ...(secret === true ? { "x-secret": true } : {})
      }
      const older = Array.isArray(aliases) ? aliases : []
      return [
        own,
        ...older.map((name) => ({
          ...own,
          name,
          required: false,
          deprecated: true,
          description: `Deprecated: an older name for ${String(at(parameter, "name"))}.`
        }))
      ]
    })
}
