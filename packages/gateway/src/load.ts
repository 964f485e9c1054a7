import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { isAbsolute, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { Double } from "@storeglass/sandbox"
import { Effect, Schema } from "effect"
import { type AnyPlugin, asPlugin, builtForOne } from "./AnyPlugin.ts"
import { BootError, gather } from "./BootError.ts"
import { builtForAnother } from "./compose.ts"
import type { GatewayConfig } from "./config.ts"
import { expand, failOf, type References } from "./references.ts"
import { closest } from "./suggest.ts"

/** A plugin and its settings, not yet checked against its schema. */
export interface LoadedPlugin {
  readonly plugin: AnyPlugin
  readonly settings: unknown
  /** Where it was loaded from. */
  readonly from: string
  /** Its vendors' double, for a config with a sandbox. */
  readonly double?: Double
  /** What its settings refer to and is not there. */
  readonly unset?: BootError
}

const PackageJson = Schema.fromJsonString(
  Schema.Struct({ exports: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) })
)
const Target = Schema.Union([Schema.String, Schema.Struct({ default: Schema.String })])

/** The module behind an export of a folder with a package.json; fails when there is none. */
export const entryOf = (folder: string, name = ".") =>
  Effect.gen(function* () {
    const text = yield* Effect.try(() => readFileSync(join(folder, "package.json"), "utf8"))
    const { exports } = yield* Schema.decodeUnknownEffect(PackageJson)(text)
    const target = yield* Schema.decodeUnknownEffect(Target)(exports?.[name])
    return resolve(folder, typeof target === "string" ? target : target.default)
  })

const ownFolder = resolve(import.meta.dirname, "../../../plugins")
const ownIds = () => (existsSync(ownFolder) ? readdirSync(ownFolder) : [])

/** The folder of a plugin that is no installed package. */
export const folderOf = (id: string, named: string | undefined, folder: string): string | undefined => {
  if (named !== undefined && (named.startsWith(".") || isAbsolute(named))) return resolve(folder, named)
  const own = join(ownFolder, id)
  return named === undefined && existsSync(join(own, "package.json")) ? own : undefined
}

/** Resolves a name beside the config file, or where the gateway is run; throws when it is not there. */
export const resolveIn = (folder: string, name: string): string =>
  createRequire(import.meta.url).resolve(name, { paths: [folder, process.cwd()] })

const locate = (id: string, named: string | undefined, folder: string) => {
  const missing = (tried: string) => {
    const near = named === undefined ? closest(id, ownIds()) : undefined
    return new BootError({
      subject: id,
      reason: `no such plugin (looked for ${tried}); ${near === undefined ? "check the name under plugins" : `did you mean '${near}'? Fix the name`}, or set its \`package\``
    })
  }
  const path = folderOf(id, named, folder)
  if (path !== undefined) return Effect.mapError(entryOf(path), () => missing(path))
  const name = named ?? `@storeglass/${id}`
  return Effect.try({
    try: () => resolveIn(folder, name),
    catch: () => missing(`plugins/${id} and the package ${name}`)
  })
}

const loadOne = Effect.fnUntraced(function* (
  id: string,
  entry: GatewayConfig["plugins"][string],
  references: References
) {
  const { package: named, ...raw } = entry ?? {}
  if (named !== undefined && typeof named !== "string") {
    return yield* new BootError({ subject: `plugins.${id}.package`, reason: "must be a package name or a path" })
  }
  const from = yield* locate(id, named, references.folder)
  const module = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(from).href) as Promise<unknown>,
    catch: (cause) =>
      new BootError({
        subject: id,
        reason: existsSync(from)
          ? `can't be imported from ${from}: ${String(cause)}`
          : `${from} doesn't exist; build the plugin, or fix the exports in its package.json`,
        cause
      })
  })
  const plugin = asPlugin(module)
  if (plugin === undefined) {
    const old = builtForOne(module)
    if (old !== undefined) return yield* builtForAnother(id, old)
    return yield* new BootError({
      subject: id,
      reason: `${from} has no default export made with definePlugin; add \`export default definePlugin({ … })\``
    })
  }
  if (plugin.id !== id) {
    return yield* new BootError({
      subject: id,
      reason: `the plugin at ${from} calls itself '${plugin.id}'; use that name under plugins`
    })
  }
  const { problems, value: settings } = expand(raw, references, ["plugins", id])
  const loaded: LoadedPlugin = { plugin, settings, from, ...(problems.length === 0 ? {} : { unset: failOf(problems) }) }
  return loaded
})

/** Imports the plugins that the config names, and no other: those that can be, and why the others cannot. */
export const loadPlugins = (plugins: GatewayConfig["plugins"], references: References) =>
  gather(
    Object.entries(plugins).map(([id, entry]) =>
      Effect.mapError(
        loadOne(id, entry, references),
        ({ cause, message, reason, subject }) =>
          new BootError({ subject, reason, cause, problems: [{ at: ["plugins", id], message }] })
      )
    )
  )
