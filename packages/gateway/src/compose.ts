import { coreActions, handlerJobs } from "@storeglass/core"
import type { EventHandler, Job } from "@storeglass/plugin-api"
import { apiVersion } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"
import type { AnyPlugin } from "./AnyPlugin.ts"
import { BootError, combined, gather } from "./BootError.ts"
import { type Catalogue, catalogueOf, type ServedOperation, shapeOf } from "./catalogue.ts"
import type { LoadedPlugin } from "./load.ts"
import { panelProblem } from "./panels.ts"
import { problemsOf } from "./problems.ts"
import { idsOf, type Requirements, requirementsOf } from "./requirements.ts"

/** A plugin that passed the checks, with its decoded settings. */
export interface ComposedPlugin extends Catalogue {
  readonly plugin: AnyPlugin
  readonly config: unknown
  readonly requirements: Requirements
  readonly from: string
  readonly jobs: ReadonlyArray<Job<unknown>>
}

/** All that runs: plugins after those that they use, and the operation of every route once. */
export interface Composition {
  readonly plugins: ReadonlyArray<ComposedPlugin>
  readonly operations: ReadonlyArray<ServedOperation>
}

const assertNamed = Effect.fnUntraced(function* ({ id }: AnyPlugin) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    return yield* new BootError({
      subject: id,
      reason: "isn't a plugin id; use lowercase letters and digits, as in ad-library"
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
        reason: `${what}: '${range}' isn't a version range, or '${version}' isn't a version; write them like ^1.2.0 and 1.2.3`
      })
  })

/** Everything that `plugin` asks of the host and of the other plugins; what is not loaded is not judged. */
const assertFits = (
  plugin: AnyPlugin,
  versions: ReadonlyMap<string, string>,
  unloaded: ReadonlySet<string>
): ReadonlyArray<Effect.Effect<void, BootError>> => {
  const fail = (reason: string) => Effect.fail(new BootError({ subject: plugin.id, reason }))
  const read = requirementsOf(plugin)
  if (Result.isFailure(read)) return [Effect.fail(read.failure)]
  const { core: range, uses: needed, usesIfEnabled } = read.success
  const core = Effect.flatMap(satisfies(plugin, "plugin-api", apiVersion, range), (fits) =>
    fits ? Effect.void : Effect.fail(builtForAnother(plugin.id, range))
  )
  const fits = (id: string, range: string, version: string) =>
    Effect.flatMap(satisfies(plugin, `uses ${id}`, version, range), (fitting) =>
      fitting ? Effect.void : fail(`uses ${id} ${range} but this host has ${version}; install a version that fits`)
    )
  const uses = Object.entries(needed).map(([id, range]) => {
    const version = versions.get(id)
    if (version === undefined) {
      return unloaded.has(id)
        ? Effect.void
        : fail(`uses the plugin '${id}' (${range}), which is not enabled; add '${id}:' under plugins`)
    }
    return fits(id, range, version)
  })
  const optional = Object.entries(usesIfEnabled).flatMap(([id, range]) => {
    const version = versions.get(id)
    return version === undefined ? [] : [fits(id, range, version)]
  })
  return [core, ...uses, ...optional]
}

/** Why a plugin that was built for another plugin-api is not taken. */
export const builtForAnother = (id: string, range: string) =>
  new BootError({
    subject: id,
    reason: `is built for plugin-api ${range}, but this host has ${apiVersion}; install a version of '${id}' built for ${apiVersion}, or a gateway with plugin-api ${range}`
  })

/** Plugins after those that they use. */
const inOrder = Effect.fnUntraced(function* (loaded: ReadonlyArray<LoadedPlugin>, unloaded: ReadonlySet<string>) {
  const done: Array<LoadedPlugin> = []
  let rest = [...loaded].sort((a, b) => a.plugin.id.localeCompare(b.plugin.id))
  const enabled = new Set(rest.map(({ plugin }) => plugin.id))
  const before = ({ uses, usesIfEnabled }: AnyPlugin) => [
    ...idsOf(uses).filter((id) => !unloaded.has(id)),
    ...idsOf(usesIfEnabled).filter((id) => enabled.has(id))
  ]
  while (rest.length > 0) {
    const ready = rest.filter(({ plugin }) =>
      before(plugin).every((id) => done.some((earlier) => earlier.plugin.id === id))
    )
    if (ready.length === 0) {
      const ids = rest.map(({ plugin }) => plugin.id)
      return yield* new BootError({ subject: ids.join(", "), reason: "use each other in a circle; break the cycle" })
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
          reason: `offers ${key}, which '${other.id}' already offers; disable one of them`
        })
      }
      offered.set(key, plugin)
    }
  }
  for (const { plugin } of plugins) {
    for (const { key } of plugin.needs ?? []) {
      const from = offered.get(key)
      if (from === undefined || !idsOf(plugin.uses).includes(from.id)) {
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

const assertDeclared = Effect.fnUntraced(function* (plugins: ReadonlyArray<LoadedPlugin>) {
  const features = new Map<string, AnyPlugin>()
  for (const { plugin } of plugins) {
    const foreign = Object.keys(plugin.alerts ?? {}).find((name) => !name.startsWith(`${plugin.id}.`))
    if (foreign !== undefined) {
      const reason = `the alert '${foreign}' must be named '${plugin.id}.<alert>'`
      return yield* new BootError({ subject: plugin.id, reason })
    }
    const strange = Object.keys(plugin.audits ?? {}).find(
      (name) => !name.startsWith(`${plugin.id}.`) || Object.hasOwn(coreActions, name)
    )
    if (strange !== undefined) {
      const reason = Object.hasOwn(coreActions, strange)
        ? `'${strange}' is the core's own name in the audit log; choose another`
        : `what it writes into the audit log as '${strange}' must be named '${plugin.id}.<action>'`
      return yield* new BootError({ subject: plugin.id, reason })
    }
    for (const name of Object.keys(plugin.features ?? {})) {
      const other = features.get(name)
      if (other !== undefined) {
        const reason = `the feature '${name}' is already declared by '${other.id}'; disable one of them`
        return yield* new BootError({ subject: plugin.id, reason })
      }
      features.set(name, plugin)
    }
  }
})

const assertOnce = Effect.fnUntraced(function* (operations: ReadonlyArray<ServedOperation>) {
  const shapes = new Map<string, ServedOperation>()
  const names = new Map<string, ServedOperation>()
  for (const route of operations) {
    const shape = shapeOf(route.method, route.path)
    const twin = shapes.get(shape)
    if (twin !== undefined) {
      return yield* new BootError({
        subject: route.plugin,
        reason: `${route.method} ${route.path} is already served by '${twin.plugin}'; disable one of them`
      })
    }
    shapes.set(shape, route)
    const namesake = names.get(route.id)
    if (namesake !== undefined) {
      return yield* new BootError({
        subject: route.plugin,
        reason: `the operation ${route.id} is already in '${namesake.plugin}'; name its group after the plugin`
      })
    }
    names.set(route.id, route)
  }
})

/** A feature that no plugin declares is in no plan, so nobody could call the route. */
const assertFeatures = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<LoadedPlugin>,
  operations: ReadonlyArray<ServedOperation>
) {
  const known = new Set(plugins.flatMap(({ plugin }) => Object.keys(plugin.features ?? {})))
  for (const { method, path, plugin, requires } of operations) {
    if (requires === undefined || known.has(requires)) continue
    return yield* new BootError({
      subject: plugin,
      reason: `${method} ${path} requires the feature '${requires}', which no enabled plugin declares; add it to \`features\``
    })
  }
})

/** What a cookie opens says for whom. Where no plugin knows whose cookie it is, it's answered 401. */
const assertSessions = Effect.fnUntraced(function* (operations: ReadonlyArray<ServedOperation>) {
  for (const { access, method, path, plugin, session, tokenRole } of operations) {
    const fail = (reason: string) =>
      Effect.fail(new BootError({ subject: plugin, reason: `${method} ${path} ${reason}` }))
    if (tokenRole !== undefined && access !== "key")
      yield* fail("names a role of tokens, which only open routes with the access 'key'")
    if (access !== "session") {
      if (session !== undefined) yield* fail("names a role, which only routes with the access 'session' have")
      continue
    }
    if (session === undefined) yield* fail("is for who is signed in, and doesn't say as what; add `role`")
    if (/^\/(v1|mcp)(\/|$)/.test(path))
      yield* fail("is for who is signed in; a session opens nothing under /v1 or /mcp")
  }
})

/** Pages show only what the plugin's own operations answer. */
const assertPanels = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<LoadedPlugin>,
  operations: ReadonlyArray<ServedOperation>
) {
  const features = new Set(plugins.flatMap(({ plugin }) => Object.keys(plugin.features ?? {})))
  for (const { plugin } of plugins) {
    const own = operations.filter((operation) => operation.plugin === plugin.id)
    const reason = panelProblem(plugin, own, features)
    if (reason !== undefined) return yield* new BootError({ subject: plugin.id, reason })
  }
})

/** The settings by the plugin's own schema. What is unset has been reported. */
const settingsOf = ({ plugin, settings, unset }: LoadedPlugin) =>
  Schema.decodeUnknownEffect(plugin.config, { onExcessProperty: "error", errors: "all" })(settings).pipe(
    Effect.result,
    Effect.flatMap((decoded): Effect.Effect<unknown, BootError> => {
      const told = new Set(unset?.problems?.map(({ at }) => at.join(".")))
      const problems = Result.isSuccess(decoded)
        ? []
        : problemsOf(decoded.failure, ["plugins", plugin.id]).filter(({ at }) => !told.has(at.join(".")))
      const wrong = new BootError({
        subject: plugin.id,
        reason: `config: ${problems.map(({ message }) => message).join("\n  ")}`,
        problems
      })
      const failures = [...(unset === undefined ? [] : [unset]), ...(problems.length === 0 ? [] : [wrong])]
      return Result.isSuccess(decoded) && unset === undefined
        ? Effect.succeed(decoded.success)
        : Effect.fail(combined(failures) ?? wrong)
    })
  )

// What can't be read was reported by `assertFits`.
const nothing: Requirements = { core: "", uses: {}, usesIfEnabled: {} }

/** Events come from the core, the plugin itself or one that it uses, so that their contract is known to fit. */
const assertMayListen = Effect.fnUntraced(function* (
  plugin: AnyPlugin,
  handlers: ReadonlyArray<EventHandler<unknown>>
) {
  const known = ["core", plugin.id, ...idsOf(plugin.uses), ...idsOf(plugin.usesIfEnabled)]
  for (const { event } of handlers) {
    const [owner = ""] = event.name.split(".", 1)
    if (known.includes(owner)) continue
    return yield* new BootError({
      subject: plugin.id,
      reason: `listens to '${event.name}' of '${owner}' without naming it; add '${owner}' to \`uses\` or \`usesIfEnabled\``
    })
  }
})

const composeOne = Effect.fnUntraced(function* (loaded: LoadedPlugin) {
  const { from, plugin } = loaded
  const config = yield* settingsOf(loaded)
  const declared: ReadonlyArray<Job<unknown>> = plugin.jobs?.(config) ?? []
  const handlers: ReadonlyArray<EventHandler<unknown>> = plugin.on?.(config) ?? []
  yield* assertMayListen(plugin, handlers)
  const jobs = [...declared, ...handlerJobs(plugin.id, handlers)]
  const foreign = jobs.find(({ name }) => !name.startsWith(`${plugin.id}.`))
  if (foreign !== undefined) {
    return yield* new BootError({
      subject: plugin.id,
      reason: `the job '${foreign.name}' must be named '${plugin.id}.<job>'`
    })
  }
  const composed: ComposedPlugin = {
    plugin,
    config,
    requirements: Result.getOrElse(requirementsOf(plugin), () => nothing),
    from,
    ...(yield* catalogueOf(plugin, config)),
    jobs
  }
  return composed
})

/**
 * Checks that the plugins fit the host and each other. Each failure names the plugin and the fix, and all are reported at
 * once. `unloaded` failed before; nobody is blamed for missing them.
 */
export const compose = Effect.fn("compose")(function* (
  loaded: ReadonlyArray<LoadedPlugin>,
  unloaded: ReadonlySet<string> = new Set()
): Effect.fn.Return<Composition, BootError> {
  const versions = new Map(loaded.map(({ plugin }) => [plugin.id, plugin.manifest.version]))
  const twice = loaded.filter(({ plugin }, index) => loaded.findIndex((other) => other.plugin.id === plugin.id) < index)
  const { done, failed } = yield* gather<ComposedPlugin | undefined, never>([
    ...loaded.map(({ plugin }) => Effect.as(assertNamed(plugin), undefined)),
    ...twice.map(({ plugin }) => Effect.fail(new BootError({ subject: plugin.id, reason: "is enabled twice" }))),
    ...loaded.flatMap(({ plugin }) =>
      assertFits(plugin, versions, unloaded).map((check) =>
        Effect.as(
          Effect.mapError(
            check,
            ({ message, reason, subject }) =>
              new BootError({ subject, reason, problems: [{ at: ["plugins", plugin.id], message }] })
          ),
          undefined
        )
      )
    ),
    ...loaded.map(composeOne)
  ])
  const failure = combined(failed)
  if (failure !== undefined) return yield* failure
  const composed = done.filter((plugin) => plugin !== undefined)
  const ordered = yield* inOrder(loaded, unloaded)
  if (unloaded.size === 0) yield* assertServices(ordered)
  yield* assertDeclared(ordered)
  const plugins = ordered.flatMap(({ plugin }) => composed.filter((other) => other.plugin === plugin))
  const operations = plugins.flatMap((plugin) => plugin.operations)
  yield* assertOnce(operations)
  if (unloaded.size === 0) {
    yield* assertFeatures(ordered, operations)
    yield* assertSessions(operations)
    yield* assertPanels(ordered, operations)
  }
  return { plugins, operations }
})
