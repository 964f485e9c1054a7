// Where plugins are. Light, as the command line looks for their commands.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { isAbsolute, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect, Predicate, Schema } from "effect"
import { BootError } from "./BootError.ts"

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
export const ownIds = () => (existsSync(ownFolder) ? readdirSync(ownFolder) : [])

/** The folder of a plugin that isn't an installed package. */
export const folderOf = (id: string, named: string | undefined, folder: string): string | undefined => {
  if (named !== undefined && (named.startsWith(".") || isAbsolute(named))) return resolve(folder, named)
  const own = join(ownFolder, id)
  return named === undefined && existsSync(join(own, "package.json")) ? own : undefined
}

/** Resolves a name beside the config file, or where the gateway is run; throws when it is not there. */
export const resolveIn = (folder: string, name: string): string =>
  createRequire(import.meta.url).resolve(name, { paths: [folder, process.cwd()] })

/** The module that a plugin's package exports under this name, as `./sandbox`; none if it has no such export. */
const moduleOf = Effect.fnUntraced(function* (id: string, named: unknown, folder: string, name: string) {
  if (named !== undefined && typeof named !== "string") return undefined
  const place = folderOf(id, named, folder)
  return yield* (
    place === undefined
      ? Effect.try(() => resolveIn(folder, `${named ?? `@storeglass/${id}`}/${name.replace(/^\.\//, "")}`))
      : entryOf(place, name)
  ).pipe(Effect.orElseSucceed(() => undefined))
})

/** What a package may export by default under a name of its own, beside the plugin. */
interface Extra<A> {
  readonly name: "./cli" | "./sandbox"
  /** As a sentence has it: "its double". */
  readonly called: string
  readonly madeWith: string
  readonly is: (value: unknown) => value is A
}

/** Imports what a plugin's package brings beside the plugin; none if it has no such export. */
export const broughtBy = <A>(id: string, named: unknown, folder: string, { called, is, madeWith, name }: Extra<A>) =>
  Effect.gen(function* () {
    const from = yield* moduleOf(id, named, folder, name)
    if (from === undefined) return undefined
    const failed = (reason: string, cause?: unknown) => new BootError({ subject: id, reason, cause })
    const module = yield* Effect.tryPromise({
      try: (): Promise<unknown> => import(pathToFileURL(from).href),
      catch: (cause) =>
        existsSync(from)
          ? failed(`can't import ${called} from ${from}: ${String(cause)}`, cause)
          : failed(
              `can't import ${called}: ${from} doesn't exist; build the plugin, or fix "${name}" in the exports in its package.json`,
              cause
            )
    })
    const brought = Predicate.hasProperty(module, "default") ? module.default : undefined
    if (is(brought)) return brought
    return yield* failed(`${from} has no default export made with ${madeWith}; add \`export default ${madeWith}(…)\``)
  })
