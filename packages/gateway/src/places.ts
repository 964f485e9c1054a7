// Where plugins are. Light, as the command line looks for their commands.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { isAbsolute, join, resolve } from "node:path"
import { Effect, Schema } from "effect"

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

/** The folder of a plugin that is no installed package. */
export const folderOf = (id: string, named: string | undefined, folder: string): string | undefined => {
  if (named !== undefined && (named.startsWith(".") || isAbsolute(named))) return resolve(folder, named)
  const own = join(ownFolder, id)
  return named === undefined && existsSync(join(own, "package.json")) ? own : undefined
}

/** Resolves a name beside the config file, or where the gateway is run; throws when it is not there. */
export const resolveIn = (folder: string, name: string): string =>
  createRequire(import.meta.url).resolve(name, { paths: [folder, process.cwd()] })

/** The module that a plugin's package exports under this name, as `./sandbox`; none when it exports no such thing. */
export const moduleOf = Effect.fnUntraced(function* (id: string, named: unknown, folder: string, name: string) {
  if (named !== undefined && typeof named !== "string") return undefined
  const place = folderOf(id, named, folder)
  return yield* (
    place === undefined
      ? Effect.try(() => resolveIn(folder, `${named ?? `@storeglass/${id}`}/${name.replace(/^\.\//, "")}`))
      : entryOf(place, name)
  ).pipe(Effect.orElseSucceed(() => undefined))
})
