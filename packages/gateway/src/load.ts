import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { isAbsolute, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect, Schema } from "effect"
import { type AnyPlugin, asPlugin } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"
import { interpolate, type LoadedConfig } from "./config.ts"

/** A plugin and its settings, not yet checked against its schema. */
export interface LoadedPlugin {
  readonly plugin: AnyPlugin
  readonly settings: unknown
  /** Where it was loaded from. */
  readonly from: string
}

const PackageJson = Schema.fromJsonString(
  Schema.Struct({ exports: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) })
)
const Target = Schema.Union([Schema.String, Schema.Struct({ default: Schema.String })])

/** The module behind the "." export of a folder with a package.json. */
const entryOf = (folder: string) =>
  Effect.gen(function* () {
    const text = yield* Effect.try(() => readFileSync(join(folder, "package.json"), "utf8"))
    const { exports } = yield* Schema.decodeUnknownEffect(PackageJson)(text)
    const target = yield* Schema.decodeUnknownEffect(Target)(exports?.["."])
    return resolve(folder, typeof target === "string" ? target : target.default)
  })

const locate = (id: string, named: string | undefined, folder: string) => {
  const missing = (tried: string) =>
    new BootError({
      subject: id,
      reason: `no such plugin (looked for ${tried}); check the name under plugins, or give its \`package\``
    })
  if (named !== undefined && (named.startsWith(".") || isAbsolute(named))) {
    const path = resolve(folder, named)
    return Effect.mapError(entryOf(path), () => missing(path))
  }
  const own = resolve(import.meta.dirname, "../../../plugins", id)
  if (named === undefined && existsSync(join(own, "package.json"))) {
    return Effect.mapError(entryOf(own), () => missing(own))
  }
  const name = named ?? `@storeglass/${id}`
  return Effect.try({
    try: () => createRequire(join(folder, "config.yaml")).resolve(name),
    catch: () => missing(`plugins/${id} and the package ${name}`)
  })
}

/** Imports the plugins that the config names, and no other. */
export const loadPlugins = Effect.fn("loadPlugins")(function* (
  { config, folder }: LoadedConfig,
  variables: Readonly<Record<string, string | undefined>>
) {
  return yield* Effect.forEach(
    Object.entries(config.plugins),
    Effect.fnUntraced(function* ([id, entry]) {
      const { package: named, ...raw } = entry ?? {}
      if (named !== undefined && typeof named !== "string") {
        return yield* new BootError({ subject: `plugins.${id}.package`, reason: "must be a package name or a path" })
      }
      const from = yield* locate(id, named, folder)
      const module = yield* Effect.tryPromise({
        try: () => import(pathToFileURL(from).href) as Promise<unknown>,
        catch: (cause) =>
          new BootError({ subject: id, reason: `cannot be imported from ${from}: ${String(cause)}`, cause })
      })
      const plugin = asPlugin(module)
      if (plugin === undefined) {
        return yield* new BootError({
          subject: id,
          reason: `${from} has no default export made by definePlugin; add \`export default definePlugin({ … })\``
        })
      }
      if (plugin.id !== id) {
        return yield* new BootError({
          subject: id,
          reason: `the plugin at ${from} calls itself '${plugin.id}'; use that name under plugins`
        })
      }
      const settings = yield* interpolate(raw, variables, `plugins.${id}`)
      const loaded: LoadedPlugin = { plugin, settings, from }
      return loaded
    }),
    { concurrency: "unbounded" }
  )
})
