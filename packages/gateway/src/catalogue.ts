import type { RouteMeta } from "@storeglass/core"
import { Access, Metered, Price, SharedAnswer, StrictInput, Unmetered } from "@storeglass/plugin-api"
import { Context, Effect, type SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import type { AnyPlugin } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"

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
    (route): CatalogueRow => ({
      plugin: plugin.id,
      method: route.route.method,
      path: route.route.path,
      access: route.access,
      credits: route.credits,
      bucket: "general",
      sharedForMs: undefined,
      queryNames: undefined,
      operationId: shapeOf(route.route.method, route.route.path),
      description: route.description,
      endpoint: undefined
    })
  )
  const unpriced = raw.find(({ credits }) => !Number.isInteger(credits) || Number(credits) < 0)
  if (unpriced !== undefined) {
    return yield* new BootError({
      subject: plugin.id,
      reason: `${unpriced.method} ${unpriced.path} costs ${unpriced.credits}; a price is a whole number of credits, 0 or more`
    })
  }
  return [...(yield* Effect.all(found)), ...raw]
})
