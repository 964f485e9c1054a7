// Inside a plugin everything is typed. The host holds plugins whose types it cannot know: here, and only here, they are
// erased. What makes that safe are the checks of compose.ts, which run before any layer is built.
import { Middlewares } from "@storeglass/core"
import type { CollectionRow, CoreServices, HealthCheck, Job, Plugin, RawRoute } from "@storeglass/plugin-api"
import { Effect, Layer, Predicate } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"

// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Erased = any
export type AnyPlugin = Plugin<string, Erased, Erased, Erased, Erased>

/** A plugin of known types as one that the host can hold. */
export const erased = (plugin: Erased): AnyPlugin => plugin

/** The plugin that a module exports by default, if it does. */
export const asPlugin = (module: unknown): AnyPlugin | undefined =>
  Predicate.hasProperty(module, "default") && isPlugin(module.default) ? module.default : undefined

const isPlugin = (input: unknown): input is AnyPlugin =>
  Predicate.hasProperty(input, "id") &&
  typeof input.id === "string" &&
  Predicate.hasProperty(input, "version") &&
  Predicate.hasProperty(input, "api") &&
  Predicate.hasProperty(input, "config") &&
  Predicate.hasProperty(input, "live") &&
  typeof input.live === "function"

/** One API of all plugins, for the OpenAPI document. */
export const mergeApis = (plugins: ReadonlyArray<AnyPlugin>): HttpApi.Top =>
  plugins.reduce((all: Erased, plugin) => all.addHttpApi(plugin.api), HttpApi.make("storeglass"))

interface Configured {
  readonly plugin: AnyPlugin
  readonly config: unknown
}

/** The services of all plugins: each gets what the ones before it offer. */
export const servicesOf = <S, E, R>(
  plugins: ReadonlyArray<Configured>,
  core: Layer.Layer<S | CoreServices, E, R>
): Layer.Layer<S | CoreServices, E, R> =>
  plugins.reduce<Layer.Layer<S | CoreServices, E, R>>(
    (earlier, { config, plugin }) => Layer.provideMerge(plugin.live(config), earlier) as Erased,
    core
  )

const routed = ({ access, handler, method, path }: RawRoute<Erased>) =>
  HttpRouter.route(
    method,
    path,
    access === "public" ? Middlewares.withExchange(handler) : Middlewares.withCaller(handler)
  )

/** The routes of all plugins, registered with the router of the context. */
export const routesOf = (
  plugins: ReadonlyArray<Configured>
): Layer.Layer<never, never, HttpRouter.HttpRouter | CoreServices> =>
  plugins.reduce<Layer.Layer<never, never, Erased>>(
    (all, { config, plugin }) =>
      Layer.mergeAll(
        all,
        HttpApiBuilder.layer(plugin.api as Erased),
        HttpRouter.addAll((plugin.routes?.(config) ?? []).map(routed))
      ),
    Layer.empty
  )

/** The health of all plugins; needs what their services gave. */
export const healthOf = (
  plugins: ReadonlyArray<Configured>
): Effect.Effect<Readonly<Record<string, HealthCheck>>, never, CoreServices> =>
  Effect.map(
    Effect.forEach(
      plugins,
      ({ config, plugin }) =>
        Effect.map(plugin.health?.(config) ?? Effect.succeed({}), (checks: Readonly<Record<string, HealthCheck>>) =>
          Object.entries(checks).map(([name, check]) => [`${plugin.id}.${name}`, check] as const)
        ),
      { concurrency: "unbounded" }
    ) as Effect.Effect<Erased, never, CoreServices>,
    (all: ReadonlyArray<ReadonlyArray<readonly [string, HealthCheck]>>) => Object.fromEntries(all.flat())
  )

/** What the plugins have to collect. */
export const collectionOf = (
  plugins: ReadonlyArray<Configured>
): Effect.Effect<ReadonlyArray<CollectionRow & { readonly plugin: string }>, unknown, CoreServices> =>
  Effect.map(
    Effect.forEach(plugins, ({ config, plugin }) =>
      Effect.map(plugin.collection?.(config) ?? Effect.succeed([]), (rows: ReadonlyArray<CollectionRow>) =>
        rows.map((row) => ({ plugin: plugin.id, ...row }))
      )
    ) as Effect.Effect<Erased, unknown, CoreServices>,
    (all: ReadonlyArray<ReadonlyArray<CollectionRow & { readonly plugin: string }>>) => all.flat()
  )

/** The jobs of all plugins; they run with the services of the layer that works them. */
export const jobsOf = (plugins: ReadonlyArray<{ readonly jobs: ReadonlyArray<Job<unknown>> }>) =>
  plugins.flatMap(({ jobs }) => jobs) as ReadonlyArray<Job<CoreServices>>
