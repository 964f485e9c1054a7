import type { RouteMeta } from "@storeglass/core"
import {
  Access,
  Metered,
  MeteredShared,
  NeedsSession,
  NeedsTokenRole,
  type Operation,
  type PagedBy,
  Param,
  Price,
  type RawRoute,
  SharedAnswer,
  StrictInput,
  ToolHints,
  Unmetered,
  View
} from "@storeglass/plugin-api"
import { Context, Effect, type SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import type { AnyPlugin } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"
import { answersOf, bodyOf, defaultBody, exhaustedOf, headersOf, requiresOf } from "./declared.ts"
import { lazily } from "./json.ts"
import { type PluginDocument, pluginDocumentOf } from "./openapi/pluginDocument.ts"
import { shapesOfRaw } from "./openapi/rawShapes.ts"
import { shownView } from "./views.ts"

/** An operation as the host serves it: with what the guard must know, and where it was declared. */
export interface ServedOperation extends Operation, RouteMeta {
  /** Undefined for a route outside HttpApi. */
  readonly endpoint: HttpApiEndpoint.Top | undefined
}

/** What a declaration tells at once; its shapes take time to make, and a boot does not need them. */
export interface DeclaredOperation extends Omit<ServedOperation, "hints" | "shapes"> {
  readonly tool: ToolHints["Service"]
}

/** Two paths that match the same requests have the same shape: `GET /v1/apps/:_`. */
export const shapeOf = (method: string, path: string) => `${method} ${path.replace(/:\w+/g, ":_")}`

const namesOf = (schema: { readonly ast: SchemaAST.AST } | undefined) =>
  schema !== undefined && "propertySignatures" in schema.ast
    ? schema.ast.propertySignatures.map(({ name }) => String(name))
    : []

const pagedByOf = (names: ReadonlyArray<string>): PagedBy | undefined =>
  (["cursor", "page", "offset"] as const).find((name) => names.includes(name))

/** Whether it's in what callers read: OpenAPI, the client and the docs. Those of operators and of pages aren't. */
export const isDocumented = ({ access, endpoint }: Pick<ServedOperation, "access" | "endpoint">): boolean =>
  endpoint !== undefined && access !== "internal" && access !== "session"

export const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD"])
/** Whether an operation changes nothing, as its declaration says or its method tells. */
export const isReading = (method: string, tool: ToolHints["Service"] | undefined): boolean =>
  tool?.readOnly ?? readingMethods.has(method)

/** What lists of operations show is told without their shapes, which take time to make. */
const hintsOf = (
  { description, method, summary, tool }: DeclaredOperation,
  shapes: () => Operation["shapes"]
): Operation["hints"] => {
  const readOnly = isReading(method, tool)
  return {
    title: tool.title ?? summary,
    description: tool.description ?? description,
    hidden: tool.hidden ?? false,
    essential: tool.essential ?? false,
    words: tool.words ?? [],
    readOnly,
    destructive: tool.destructive ?? (!readOnly && method !== "POST"),
    idempotent: tool.idempotent ?? (readOnly || method === "PUT" || method === "DELETE"),
    get openWorld() {
      return tool.openWorld ?? shapes().errors.some(({ status }) => status === 502)
    },
    picture: tool.picture,
    resources: tool.resources
  }
}

const declaredOf = (
  plugin: AnyPlugin,
  id: string,
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
  const shared = Context.getOrUndefined(annotations, SharedAnswer)
  const middleware = access === "public" ? Unmetered : shared === undefined ? Metered : MeteredShared
  const has = (wanted: { readonly key: string }) => [...endpoint.middlewares].some(({ key }) => key === wanted.key)
  if (shared !== undefined && has(Metered)) {
    return Effect.fail(
      fail(
        `${name} shares its answer with all who ask, but its handler is given the caller; declare it with \`shared\`, or put MeteredShared in place of Metered, or take SharedAnswer away`
      )
    )
  }
  if (shared !== undefined && endpoint.headers !== undefined) {
    return Effect.fail(
      fail(`${name} shares its answer by its address, but reads headers; take SharedAnswer or its headers away`)
    )
  }
  if (!has(middleware)) {
    const wanted = middleware === Unmetered ? "Unmetered" : middleware === Metered ? "Metered" : "MeteredShared"
    return Effect.fail(fail(`${name} isn't guarded; add .middleware(${wanted}) to its group`))
  }
  if (!has(StrictInput)) return Effect.fail(fail(`${name} takes any input; add .middleware(StrictInput) to its group`))
  const tool = Context.getOrUndefined(annotations, ToolHints) ?? {}
  const { resources } = tool
  if (resources !== undefined && (price.credits !== 0 || !/^[a-z]+(-[a-z]+)*$/.test(resources.name))) {
    return Effect.fail(
      fail(`${name} lists resources; it must cost 0 credits, and '${resources.name}' be of small letters and hyphens`)
    )
  }
  const view = Context.getOrUndefined(annotations, View)
  const declared: DeclaredOperation = {
    id,
    plugin: plugin.id,
    method: endpoint.method,
    path: endpoint.path,
    access,
    session: Context.getOrUndefined(annotations, NeedsSession),
    tokenRole: Context.getOrUndefined(annotations, NeedsTokenRole)?.role,
    credits: price.credits,
    bucket: price.bucket,
    sharedForMs: shared?.forMs,
    queryNames: namesOf(endpoint.query),
    queryAliases: endpoint.query === undefined ? [] : Param.aliasesOf(endpoint.query.ast),
    body: bodyOf(endpoint, annotations),
    answers: answersOf(endpoint, annotations),
    pagedBy: pagedByOf(namesOf(endpoint.query)),
    headers: headersOf(endpoint),
    requires: requiresOf(annotations),
    exhausted: exhaustedOf(annotations),
    summary: Context.getOrUndefined(annotations, OpenApi.Summary) ?? description.split(". ")[0] ?? description,
    description,
    tool,
    view: view === undefined ? undefined : shownView(view, endpoint),
    endpoint
  }
  return Effect.succeed(declared)
}

const rawOf = (plugin: AnyPlugin, route: RawRoute<unknown>): DeclaredOperation => ({
  id: `${plugin.id}_${route.id}`,
  plugin: plugin.id,
  method: route.method,
  path: route.path,
  access: route.access,
  session:
    route.role === undefined
      ? undefined
      : { role: route.role, freshMinutes: route.freshMinutes, whileClosed: route.whileClosed },
  scope: route.scope,
  audience: route.audience,
  credits: route.price,
  bucket: route.bucket ?? "general",
  sharedForMs: undefined,
  queryNames: route.query,
  queryAliases: [],
  body: route.body ?? defaultBody(route.method),
  answers: route.answers ?? { kind: "json" },
  headers: (route.headers ?? []).map(({ name, secret = false }) => ({ name: name.toLowerCase(), secret })),
  requires: route.requires,
  exhausted: route.exhausted,
  summary: route.summary,
  description: route.description,
  tool: { hidden: true },
  endpoint: undefined
})

/** Declarations as operations whose shapes are made when one of them is first asked for. */
const served = (
  declared: ReadonlyArray<DeclaredOperation>,
  shapesOf: (operation: DeclaredOperation) => Operation["shapes"]
): ReadonlyArray<ServedOperation> =>
  declared.map((operation) => {
    const shapes = lazily(() => shapesOf(operation))
    const hints = lazily(() => hintsOf(operation, shapes))
    const { tool: _, ...told } = operation
    return {
      ...told,
      get hints() {
        return hints()
      },
      get shapes() {
        return shapes()
      }
    }
  })

/** The operations of a plugin. */
export interface Catalogue {
  readonly operations: ReadonlyArray<ServedOperation>
  /** What OpenAPI says of them; made once, when first asked for. */
  readonly document: () => PluginDocument
}

/** The operations of a plugin, checked to be priced, described and guarded. */
export const catalogueOf = Effect.fnUntraced(function* (plugin: AnyPlugin, config: unknown) {
  const found: Array<Effect.Effect<DeclaredOperation, BootError>> = []
  HttpApi.reflect(plugin.api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      found.push(declaredOf(plugin, `${group.identifier}_${endpoint.identifier}`, endpoint, mergedAnnotations))
    }
  })
  const routes: ReadonlyArray<RawRoute<unknown>> = plugin.routes?.(config) ?? []
  const raw = routes.map((route) => rawOf(plugin, route))
  const unpriced = raw.find(({ credits }) => credits !== "quoted" && (!Number.isInteger(credits) || credits < 0))
  if (unpriced !== undefined) {
    return yield* new BootError({
      subject: plugin.id,
      reason: `${unpriced.method} ${unpriced.path} costs ${unpriced.credits}; a price is a whole number of credits, 0 or more`
    })
  }
  const declared = yield* Effect.all(found)
  const document = lazily(() => pluginDocumentOf(plugin.api, declared))
  const rawById = new Map(routes.map((route) => [`${plugin.id}_${route.id}`, route]))
  const catalogue: Catalogue = {
    operations: served([...declared, ...raw], ({ id }) => {
      const route = rawById.get(id)
      return route === undefined ? shapesIn(document(), id) : shapesOfRaw(route)
    }),
    document
  }
  return catalogue
})

const shapesIn = ({ shapes }: PluginDocument, id: string): Operation["shapes"] => {
  const found = shapes.get(id)
  if (found === undefined) throw new Error(`${id} isn't in any document`)
  return found
}
