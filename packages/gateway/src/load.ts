import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import type { Double } from "@storeglass/sandbox"
import { Effect } from "effect"
import { type AnyPlugin, asPlugin, builtForOne } from "./AnyPlugin.ts"
import { BootError, gather } from "./BootError.ts"
import { builtForAnother } from "./compose.ts"
import type { GatewayConfig } from "./config.ts"
import { entryOf, folderOf, ownIds, resolveIn } from "./places.ts"
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
  /** What its settings refer to that isn't there. */
  readonly unset?: BootError
}

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
