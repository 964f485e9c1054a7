import { Param } from "@storeglass/plugin-api"
import { Predicate, type SchemaAST } from "effect"
import { type HttpApi, OpenApi } from "effect/http-api"
import type { CatalogueRow } from "./catalogue.ts"
import type { Composition } from "./compose.ts"

type Json = Record<string, unknown>

const parameterDocs = (schema: { readonly ast: SchemaAST.AST } | undefined) => {
  const docs = new Map<string, Readonly<Json>>()
  if (schema !== undefined && "propertySignatures" in schema.ast) {
    for (const property of schema.ast.propertySignatures) {
      const documented = Param.documentation(property.type)
      if (documented !== undefined) docs.set(String(property.name), documented)
    }
  }
  return docs
}

/** Puts what a `Param` says of itself in the place of the text that travels. */
const withParameters = (parameters: unknown, row: CatalogueRow) => {
  const docs = new Map([...parameterDocs(row.endpoint?.params), ...parameterDocs(row.endpoint?.query)])
  return Array.isArray(parameters)
    ? parameters.map((parameter: unknown) => {
        if (!Predicate.hasProperty(parameter, "name")) return parameter
        const documented = docs.get(String(parameter.name))
        if (documented === undefined) return parameter
        const { description, ...schema } = documented
        return { ...parameter, description, schema }
      })
    : []
}

const security = [{ apiKey: [] }, { bearer: [] }]
const headers: Json = {
  "X-Request-Id": {
    schema: { type: "string", format: "uuid" },
    description: "The id under which the ledger and the logs know this request."
  },
  "X-Credit-Cost": { schema: { type: "integer" }, description: "Credits charged by this request." },
  "X-Credit-Category": { schema: { type: "string" }, description: "Bucket charged." },
  "X-RateLimit-Limit": { schema: { type: "integer" }, description: "General monthly credits of the plan." },
  "X-RateLimit-Remaining": { schema: { type: "integer" }, description: "General credits left." },
  "X-RateLimit-Reset": { schema: { type: "integer" }, description: "Unix timestamp of the next reset." },
  "X-Plan": { schema: { type: "string" }, description: "Plan id." }
}
const publicHeaders = new Set(["X-Request-Id"])
const requestHeaders = [
  {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "The same key and request give the first answer again for 24 hours and charge once.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  }
]

const descriptions: Readonly<Record<string, string>> = {
  "200": "Success.",
  "400": "The input does not decode; the message names the field and the mend. Nothing is charged.",
  "401": "No key, or one that is unknown, inactive or revoked.",
  "403": "The key lacks the scope that this route needs.",
  "404": "The store does not list it, or it does not exist, or it is not yours.",
  "409": "The Idempotency-Key was used with another request, or its first request still runs.",
  "413": "The body is over 1 MiB.",
  "415": "The body is not application/json.",
  "429": "The bucket cannot pay for this call; Retry-After says when it resets.",
  "500": "A defect; quote X-Request-Id when you report it. Nothing is charged.",
  "502": "The upstream gave no usable answer. Nothing is charged.",
  "503":
    "The gateway or the upstream takes no more requests just now; Retry-After says when to retry. Nothing is charged.",
  "504": "The upstream did not answer in time. Nothing is charged."
}

const withResponses = (responses: unknown, row: CatalogueRow) =>
  Object.fromEntries(
    Object.entries(Predicate.isObject(responses) ? responses : {}).map(([status, response]) => [
      status,
      {
        ...(Predicate.isObject(response) ? response : {}),
        description: descriptions[status] ?? `Status ${status}.`,
        headers: Object.fromEntries(
          Object.keys(headers)
            .filter((name) => row.access !== "public" || publicHeaders.has(name))
            .map((name) => [name, { $ref: `#/components/headers/${name}` }])
        )
      }
    ])
  )

const operationOf = (operation: Json, row: CatalogueRow): Json => ({
  ...operation,
  operationId: row.operationId,
  tags: [row.plugin],
  summary: operation.summary ?? row.description.split(". ")[0],
  parameters: [...withParameters(operation.parameters, row), ...(row.access === "public" ? [] : requestHeaders)],
  responses: withResponses(operation.responses, row),
  security: row.access === "public" ? [] : security,
  "x-credit-cost": row.credits,
  "x-credit-bucket": row.bucket
})

/** Each alternative once; a single one takes the place of the choice. */
const alternatives = (all: ReadonlyArray<unknown>): Json => {
  const different = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
  const [only] = different
  return different.length === 1 && Predicate.isObject(only) ? { ...only } : { anyOf: different }
}

/**
 * One name for schemas that are the same. Effect numbers them (`APP_NOT_FOUND_1`), by plugins in the order they are in,
 * so that the types of a client made from the document would change their names with the config.
 */
const withoutTwins = (schemas: Json) => {
  const twins = new Map<string, string>()
  const refOf = (name: string) => `#/components/schemas/${name}`
  for (const [name, schema] of Object.entries(schemas)) {
    const first = name.replace(/_\d+$/, "")
    if (first !== name && JSON.stringify(schemas[first]) === JSON.stringify(schema)) {
      twins.set(refOf(name), refOf(first))
    }
  }
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed)
    return Predicate.isObject(value) ? renamedIn({ ...value }) : value
  }
  const renamedIn = (object: Json): Json =>
    Object.fromEntries(
      Object.entries(object).flatMap(([key, value]) => {
        if (key === "$ref" && typeof value === "string") return [[key, twins.get(value) ?? value]]
        const inner = renamed(value)
        return key === "anyOf" && Array.isArray(inner) ? Object.entries(alternatives(inner)) : [[key, inner]]
      })
    )
  return renamedIn
}

/** The component schemas that something refers to, directly or through another. */
const usedSchemas = (paths: Json, schemas: Readonly<Record<string, unknown>>): Json => {
  const used = new Map<string, unknown>()
  const visit = (value: unknown) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.set(name, schemas[name])
      visit(schemas[name] ?? {})
    }
  }
  visit(paths)
  return Object.fromEntries([...used].sort(([a], [b]) => a.localeCompare(b)))
}

/** The OpenAPI 3.1 document of what is enabled. `internal` routes are the operator's and stay out of it. */
export const openApiOf = (composition: Composition, info: { readonly version: string; readonly url: string }): Json => {
  const rows = new Map(
    composition.routes
      .filter((row) => row.endpoint !== undefined && row.access !== "internal")
      .map((row) => [`${row.method.toLowerCase()} ${row.path.replace(/:(\w+)/g, "{$1}")}`, row])
  )
  const document: OpenApi.OpenAPISpec = OpenApi.fromApi(composition.api satisfies HttpApi.Top)
  const single = withoutTwins({ ...document.components.schemas })
  const paths: Record<string, Json> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const row = rows.get(`${method} ${path}`)
      if (row === undefined || !Predicate.isObject(operation)) continue
      paths[path] = { ...paths[path], [method]: operationOf(single({ ...operation }), row) }
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Storeglass",
      version: info.version,
      description:
        "Mobile-app-store intelligence. Every success is `{ data }`, every failure `{ error: { code, message } }`. Credits are charged only for 2xx answers.",
      license: { name: "Proprietary", url: `${info.url}/docs` }
    },
    servers: [{ url: info.url }],
    tags: composition.plugins
      .filter(({ routes }) => routes.some((row) => row.access !== "internal"))
      .map(({ plugin }) => ({ name: plugin.id, description: plugin.description })),
    security,
    paths,
    components: {
      schemas: usedSchemas(paths, single({ ...document.components.schemas })),
      headers,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "Wins when both are sent." },
        bearer: { type: "http", scheme: "bearer" }
      }
    }
  }
}
