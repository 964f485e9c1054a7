import type { Job } from "@storeglass/plugin-api"
import { apiVersion } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { HttpApi } from "effect/http-api"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"
import { type AnyPlugin, mergeApis } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"
import { type CatalogueRow, catalogueOf, shapeOf } from "./catalogue.ts"
import type { LoadedPlugin } from "./load.ts"
import { problemsOf } from "./problems.ts"

/** A plugin that passed the checks, with its decoded settings. */
export interface ComposedPlugin {
  readonly plugin: AnyPlugin
  readonly config: unknown
  readonly from: string
  readonly routes: ReadonlyArray<CatalogueRow>
  readonly jobs: ReadonlyArray<Job<unknown>>
}

/** All that runs: plugins after those that they use, and every route once. */
export interface Composition {
  readonly plugins: ReadonlyArray<ComposedPlugin>
  readonly routes: ReadonlyArray<CatalogueRow>
  readonly api: HttpApi.Top
}

const assertNamed = Effect.fnUntraced(function* ({ id }: AnyPlugin) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    return yield* new BootError({
      subject: id,
      reason: "is no plugin id; use small letters and digits, as in ad-library"
    })
  }
  // Its tables and migrations would be the core's.
  if (id === "core") return yield* new BootError({ subject: id, reason: "is the name of the core; use another" })
})

const satisfies = (plugin: AnyPlugin, what: string, version: string, range: string) =>
  Effect.try({
    try: () => SemVerRange.matches(SemVerRange.parseUnsafe(range), SemVer.parseUnsafe(version)),
    catch: () =>
      new BootError({
        subject: plugin.id,
        reason: `${what}: '${range}' is no version range, or '${version}' no version`
      })
  })

const assertFits = Effect.fnUntraced(function* (plugin: AnyPlugin, versions: ReadonlyMap<string, string>) {
  if (!(yield* satisfies(plugin, "core", apiVersion, plugin.core))) {
    return yield* new BootError({
      subject: plugin.id,
      reason: `is built for plugin-api ${plugin.core} and this host has ${apiVersion}; install a version of the plugin built for it`
    })
  }
  for (const [id, range] of Object.entries(plugin.uses ?? {})) {
    const version = versions.get(id)
    if (version === undefined) {
      return yield* new BootError({
        subject: plugin.id,
        reason: `uses the plugin '${id}' (${range}), which is not enabled; add '${id}:' under plugins`
      })
    }
    if (!(yield* satisfies(plugin, `uses ${id}`, version, range))) {
      return yield* new BootError({
        subject: plugin.id,
        reason: `uses ${id} ${range} and this host has ${version}; install a version that fits`
      })
    }
  }
})

/** Plugins after those that they use. */
const inOrder = Effect.fnUntraced(function* (loaded: ReadonlyArray<LoadedPlugin>) {
  const done: Array<LoadedPlugin> = []
  let rest = [...loaded].sort((a, b) => a.plugin.id.localeCompare(b.plugin.id))
  while (rest.length > 0) {
    const ready = rest.filter(({ plugin }) =>
      Object.keys(plugin.uses ?? {}).every((id) => done.some((earlier) => earlier.plugin.id === id))
    )
    if (ready.length === 0) {
      const ids = rest.map(({ plugin }) => plugin.id)
      return yield* new BootError({ subject: ids.join(", "), reason: "use each other in a circle; break it" })
    }
    done.push(...ready)
    rest = rest.filter((plugin) => !ready.includes(plugin))
  }
  return done
})

const assertServices = Effect.fnUntraced(function* (plugins: ReadonlyArray<LoadedPlugin>) {
  const offered = new Map<string, AnyPlugin>()
  for (const { plugin } of plugins) {
    for (const { key } of plugin.offers ?? []) {
      const other = offered.get(key)
      if (other !== undefined) {
        return yield* new BootError({
          subject: plugin.id,
          reason: `offers ${key}, which '${other.id}' offers already; disable one of them`
        })
      }
      offered.set(key, plugin)
    }
  }
  for (const { plugin } of plugins) {
    for (const { key } of plugin.needs ?? []) {
      const from = offered.get(key)
      if (from === undefined || plugin.uses?.[from.id] === undefined) {
        return yield* new BootError({
          subject: plugin.id,
          reason:
            from === undefined
              ? `needs the service ${key}, which no enabled plugin offers; name the plugin that does in \`uses\` and enable it`
              : `needs the service ${key} of '${from.id}' without naming it in \`uses\`; add it there`
        })
      }
    }
  }
})

const assertOnce = Effect.fnUntraced(function* (routes: ReadonlyArray<CatalogueRow>) {
  const shapes = new Map<string, CatalogueRow>()
  const names = new Map<string, CatalogueRow>()
  for (const route of routes) {
    const shape = shapeOf(route.method, route.path)
    const twin = shapes.get(shape)
    if (twin !== undefined) {
      return yield* new BootError({
        subject: route.plugin,
        reason: `${route.method} ${route.path} is served by '${twin.plugin}' already; disable one of them`
      })
    }
    shapes.set(shape, route)
    const namesake = names.get(route.operationId)
    if (namesake !== undefined) {
      return yield* new BootError({
        subject: route.plugin,
        reason: `the operation ${route.operationId} is in '${namesake.plugin}' already; name its group after the plugin`
      })
    }
    names.set(route.operationId, route)
  }
})

/** Checks that the plugins fit the host and each other. Each failure names the plugin and the mend. */
export const compose = Effect.fn("compose")(function* (
  loaded: ReadonlyArray<LoadedPlugin>
): Effect.fn.Return<Composition, BootError> {
  const versions = new Map<string, string>()
  for (const { plugin } of loaded) {
    yield* assertNamed(plugin)
    if (versions.has(plugin.id)) return yield* new BootError({ subject: plugin.id, reason: "is enabled twice" })
    versions.set(plugin.id, plugin.version)
  }
  for (const { plugin } of loaded) yield* assertFits(plugin, versions)
  const ordered = yield* inOrder(loaded)
  yield* assertServices(ordered)
  const plugins = yield* Effect.forEach(
    ordered,
    Effect.fnUntraced(function* ({ from, plugin, settings }) {
      const config: unknown = yield* Schema.decodeUnknownEffect(plugin.config, {
        onExcessProperty: "error",
        errors: "all"
      })(settings).pipe(
        Effect.mapError(
          (error) =>
            new BootError({
              subject: plugin.id,
              reason: `config: ${problemsOf(error)
                .map((line) => `plugins.${plugin.id}.${line}`)
                .join("\n  ")}`
            })
        )
      )
      const jobs: ReadonlyArray<Job<unknown>> = plugin.jobs?.(config) ?? []
      const foreign = jobs.find(({ name }) => !name.startsWith(`${plugin.id}.`))
      if (foreign !== undefined) {
        return yield* new BootError({
          subject: plugin.id,
          reason: `the job '${foreign.name}' must be named '${plugin.id}.<job>'`
        })
      }
      const composed: ComposedPlugin = { plugin, config, from, routes: yield* catalogueOf(plugin, config), jobs }
      return composed
    })
  )
  const routes = plugins.flatMap((composed) => composed.routes)
  yield* assertOnce(routes)
  return { plugins, routes, api: mergeApis(plugins.map(({ plugin }) => plugin)) }
})
