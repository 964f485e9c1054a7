import type { RouteMeta } from "@storeglass/core"
import { Access, Metered, Price, type RawRoute, SharedAnswer, StrictInput, Unmetered } from "@storeglass/plugin-api"
import { Context, Effect, type SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import type { AnyPlugin } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"
import { answersOf, bodyOf, defaultBody, exhaustedOf, headersOf, requiresOf } from "./declared.ts"

/** A row for each endpoint: the meter, the MCP server, the docs and the CLI read this. */
export interface CatalogueRow extends RouteMeta {
  /** Name of the operation in OpenAPI and of the MCP tool: `<group>_<endpoint>`. */
  readonly operationId: string
  readonly description: string
  /** Undefined for a route outside HttpApi. */
  readonly endpoint: HttpApiEndpoint.Top | undefined
}

/** Two paths that match the same requests have the same shape: `GET /v1/apps/:_`. */
export const shapeOf = (method: string, path: string) => `${method} ${path.replace(/:\w+/g, ":_")}`

const namesOf = (schema: { readonly ast: SchemaAST.AST } | undefined) =>
  schema !== undefined && "propertySignatures" in schema.ast
    ? schema.ast.propertySignatures.map(({ name }) => String(name))
    : []

const rowOf = (
  plugin: AnyPlugin,
  operationId: string,
  endpoint: HttpApiEndpoint.Top,
  annotations: Context.Context<never>
) => {
  const fail = (reason: string) => new BootError({ subject: plugin.id, reason })
  const name = `${endpoint.method} ${endpoint.path}`
  const price = Context.getOrUndefined(annotations, Price)
  const access = Context.getOrUndefined(annotations, Access)
  const description = Context.getOrUndefined(annotations, OpenApi.Description)
  if (price === undefined || access === undefined) {
    return Effect.fail(fail(`${name} has no price; add .annotateMerge(costs(n)), free(), open() or internal()`))
  }
  if (price.credits !== "quoted" && (!Number.isInteger(price.credits) || price.credits < 0)) {
    return Effect.fail(fail(`${name} costs ${price.credits}; a price is a whole number of credits, 0 or more`))
  }
  if (description === undefined) {
    return Effect.fail(fail(`${name} has no description; add .annotate(OpenApi.Description, "…")`))
  }
  const middleware = access === "public" ? Unmetered : Metered
  const has = (wanted: { readonly key: string }) => [...endpoint.middlewares].some(({ key }) => key === wanted.key)
  if (!has(middleware)) {
    return Effect.fail(
      fail(`${name} is not guarded; add .middleware(${access === "public" ? "Unmetered" : "Metered"}) to its group`)
    )
  }
  if (!has(StrictInput)) return Effect.fail(fail(`${name} takes any input; add .middleware(StrictInput) to its group`))
  const row: CatalogueRow = {
    plugin: plugin.id,
    method: endpoint.method,
    path: endpoint.path,
    access,
    credits: price.credits,
    bucket: price.bucket,
    sharedForMs: Context.getOrUndefined(annotations, SharedAnswer)?.forMs,
    queryNames: namesOf(endpoint.query),
    body: bodyOf(endpoint, annotations),
    answers: answersOf(endpoint, annotations),
    headers: headersOf(endpoint),
    requires: requiresOf(annotations),
    exhausted: exhaustedOf(annotations),
    operationId,
    description,
    endpoint
  }
  return Effect.succeed(row)
}

/** The endpoints of a plugin, checked to be priced, described and guarded. */
export const catalogueOf = Effect.fnUntraced(function* (plugin: AnyPlugin, config: unknown) {
  const found: Array<Effect.Effect<CatalogueRow, BootError>> = []
  HttpApi.reflect(plugin.api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      found.push(rowOf(plugin, `${group.identifier}_${endpoint.identifier}`, endpoint, mergedAnnotations))
    }
  })
  const raw = (plugin.routes?.(config) ?? []).map(
    (route: RawRoute<unknown>): CatalogueRow => ({
      plugin: plugin.id,
      method: route.method,
      path: route.path,
      access: route.access,
      credits: route.price,
      bucket: route.bucket ?? "general",
      sharedForMs: undefined,
      queryNames: route.query,
      body: route.body ?? defaultBody(route.method),
      answers: route.answers ?? { kind: "json" },
      headers: (route.headers ?? []).map(({ name, secret = false }) => ({ name: name.toLowerCase(), secret })),
      requires: route.requires,
      exhausted: route.exhausted,
      operationId: `${plugin.id}_${route.id}`,
      description: route.description,
      endpoint: undefined
    })
  )
  const unpriced = raw.find(({ credits }) => credits !== "quoted" && (!Number.isInteger(credits) || credits < 0))
  if (unpriced !== undefined) {
    return yield* new BootError({
      subject: plugin.id,
      reason: `${unpriced.method} ${unpriced.path} costs ${unpriced.credits}; a price is a whole number of credits, 0 or more`
    })
  }
  return [...(yield* Effect.all(found)), ...raw]
})
