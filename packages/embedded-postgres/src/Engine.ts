import { chmod, copyFile, link, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises"
import { dirname, isAbsolute, join, relative } from "node:path"
import { Effect, Schema } from "effect"
import { type Account, canReach } from "./Account.ts"
import { attempt, EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"
import type { PlatformPackage } from "./PlatformPackage.ts"

/** PostgreSQL's programs, ready to be run. */
export interface Engine {
  readonly initdb: string
  readonly postgres: string
}

const Symlinks = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))
const programs = ["initdb", "postgres"]
const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )

const readSymlinks = Effect.fnUntraced(function* (pkg: PlatformPackage) {
  const text = yield* attempt(`read ${pkg.name}`, () => readFile(join(pkg.native, "pg-symlinks.json"), "utf8"))
  const entries = yield* Schema.decodeEffect(Symlinks)(text).pipe(
    Effect.mapError(
      (cause) =>
        new EmbeddedPostgresError({ reason: "NoBinaries", message: `${pkg.name} has an unknown layout.`, cause })
    )
  )
  return entries.map(({ source, target }) => ({
    path: relative("native", target),
    to: relative(dirname(target), source)
  }))
})

type Symlinks = Effect.Success<ReturnType<typeof readSymlinks>>

// The package makes these links in a postinstall script, which pnpm and npm rightly do not run.
const createSymlinks = async (native: string, symlinks: Symlinks) => {
  for (const { path, to } of symlinks) {
    if (path.startsWith("..") || isAbsolute(path)) throw new Error(`a link outside of the package: ${path}`)
    if (await exists(join(native, path))) continue
    await symlink(to, join(native, path)).catch((cause) => {
      if (errorCode(cause) !== "EEXIST") throw cause
    })
  }
}

const makeExecutable = async (native: string) => {
  for (const program of programs) {
    const path = join(native, "bin", program)
    const { mode } = await stat(path)
    if ((mode & 0o111) !== 0o111) await chmod(path, 0o755)
  }
}

const isNeeded = (path: string) => !path.endsWith(".a") && !path.startsWith(join("lib", "pkgconfig"))

const listFiles = async (native: string) => {
  const entries = await readdir(native, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(native, join(entry.parentPath, entry.name)))
    .filter(isNeeded)
}

// Links cost neither time nor disk, but a link cannot be opened to others without opening the original.
const place = async (from: string, to: string) => {
  const { mode } = await stat(from)
  const wanted = dirname(from).endsWith("bin") ? 0o755 : 0o644
  if ((mode & wanted) === wanted && (mode & 0o022) === 0) {
    const linked = await link(from, to).then(
      () => true,
      () => false
    )
    if (linked) return
  }
  await copyFile(from, to)
  await chmod(to, wanted)
}

const stage = async (pkg: PlatformPackage, symlinks: Symlinks, destination: string) => {
  const files = await listFiles(pkg.native)
  if (await exists(destination)) {
    const present = new Set(await listFiles(destination))
    if (files.every((file) => present.has(file))) return createSymlinks(destination, symlinks)
    await rm(destination, { recursive: true })
  }
  const partial = `${destination}.partial`
  await rm(partial, { recursive: true, force: true })
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    await mkdir(join(partial, folder), { recursive: true })
  }
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), 0o755)
  }
  await chmod(partial, 0o755)
  for (const file of files) await place(join(pkg.native, file), join(partial, file))
  await createSymlinks(partial, symlinks)
  await rename(partial, destination)
}

const inPlace = async (native: string, symlinks: Symlinks): Promise<boolean> => {
  try {
    await createSymlinks(native, symlinks)
    await makeExecutable(native)
    return true
  } catch {
    return false
  }
}

/**
 * Makes the package's binaries runnable by the server's account: where they are when that account can reach them, else
 * in a copy inside `root`, a folder that belongs to us and that nobody else writes to. The caller holds the start lock.
 */
export const prepareEngine = Effect.fnUntraced(function* (
  pkg: PlatformPackage,
  account: Account | undefined,
  root: string
): Effect.fn.Return<Engine, EmbeddedPostgresError> {
  const symlinks = yield* readSymlinks(pkg)
  const engineIn = (native: string): Engine => ({
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres")
  })
  const hydrated = yield* Effect.promise(() => inPlace(pkg.native, symlinks))
  if (hydrated && (yield* isUsableBy(pkg.native, account))) return engineIn(pkg.native)

  const staged = join(root, `engine-${pkg.version}-${process.platform}-${process.arch}`)
  yield* attempt(`copy PostgreSQL's binaries to ${staged}`, () => stage(pkg, symlinks, staged))
  return engineIn(staged)
})

// A strict umask at install time closes the files and not only the folders above them: one of each kind is looked at.
const isUsableBy = Effect.fnUntraced(function* (native: string, account: Account | undefined) {
  if (!(yield* canReach(join(native, "bin", "postgres"), account))) return false
  if (account === undefined) return true
  for (const folder of ["lib", join("share", "postgresql")]) {
    if (!(yield* canReach(join(native, folder), account))) return false
  }
  const sample = yield* Effect.promise(() => stat(join(native, "share", "postgresql", "postgres.bki")))
  return (sample.mode & 0o004) !== 0
})
