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
  const paths: Record<string, Json> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const row = rows.get(`${method} ${path}`)
      if (row === undefined || !Predicate.isObject(operation)) continue
      paths[path] = { ...paths[path], [method]: operationOf({ ...operation }, row) }
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
      schemas: usedSchemas(paths, document.components.schemas),
      headers,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "Wins when both are sent." },
        bearer: { type: "http", scheme: "bearer" }
      }
    }
  }
}
