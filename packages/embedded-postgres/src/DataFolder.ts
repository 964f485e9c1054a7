import { spawn } from "node:child_process"
import { chown, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { type Account, canReach, isRoot, serverAccount } from "./Account.ts"
import { attempt, EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"
import type { Engine } from "./Engine.ts"
import { describeFailure, engineEnvironment, explainSpawn } from "./engineProcess.ts"
import type { PlatformPackage } from "./PlatformPackage.ts"

/** Where one embedded server lives: its folder, the data folder in it, and the account that owns the data. */
export interface DataFolder {
  readonly root: string
  readonly data: string
  readonly account: Account | undefined
}

/** The name of the database role that owns everything. */
export const superuser = "postgres"

const relocationParent = "/var/lib/storeglass"

const ownerOf = (path: string) =>
  attempt(`look at ${path}`, () =>
    stat(path).then(
      ({ uid, gid }): Account | undefined => ({ uid, gid }),
      (cause) => {
        if (errorCode(cause) === "ENOENT") return undefined
        throw cause
      }
    )
  )

const readPointer = (pointer: string) =>
  attempt(`read ${pointer}`, () =>
    readFile(pointer, "utf8").then(
      (text) => text.trim(),
      (cause) => {
        if (errorCode(cause) === "ENOENT") return undefined
        throw cause
      }
    )
  )

/**
 * Resolves a configured folder. For root below a closed home (such as /root) the server's account could never reach the
 * data, so they go to /var/lib/storeglass, and a file named "location" says where.
 */
export const resolveDataFolder = Effect.fnUntraced(function* (
  dataDir: string
): Effect.fn.Return<DataFolder, EmbeddedPostgresError> {
  const home = yield* attempt(`use the folder ${dataDir}`, () => realpath(dataDir))
  const pointer = join(home, "location")
  const root = (yield* readPointer(pointer)) ?? home
  const data = join(root, "data")
  const owner = yield* ownerOf(data)
  const account = yield* serverAccount(owner)
  if (owner !== undefined && !isRoot() && owner.uid !== process.getuid?.()) {
    return yield* new EmbeddedPostgresError({
      reason: "NotPermitted",
      message: `The database in ${data} belongs to uid ${owner.uid}. Start as that user or as root.`
    })
  }
  if (account === undefined || (yield* canReach(root, account))) return { root, data, account }
  if (owner !== undefined) {
    return yield* new EmbeddedPostgresError({
      reason: "NotPermitted",
      message: `PostgreSQL runs with uid ${account.uid}, which cannot reach ${data}: a folder above it is closed to others.`
    })
  }
  const elsewhere = yield* attempt(`create a folder in ${relocationParent}`, async () => {
    await mkdir(relocationParent, { recursive: true, mode: 0o755 })
    const folder = await mkdtemp(join(relocationParent, "postgres-"))
    await setMode(folder, 0o755)
    await writeFile(pointer, `${folder}\n`)
    return folder
  })
  return { root: elsewhere, data: join(elsewhere, "data"), account }
})

const setMode = async (path: string, mode: number) => {
  const handle = await open(path)
  await handle.chmod(mode).finally(() => handle.close())
}

const flush = async (folder: string) => {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const giveAway = async (path: string, account: Account): Promise<void> => {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  await chown(path, account.uid, account.gid)
}

/** Makes sure that the folder holds a database cluster of the right version, creating it if there is none. */
export const prepareData = Effect.fnUntraced(function* (
  folder: DataFolder,
  engine: Engine,
  pkg: PlatformPackage
): Effect.fn.Return<void, EmbeddedPostgresError> {
  const owner = yield* ownerOf(folder.data)
  if (owner === undefined) return yield* initialise(folder, engine)
  const version = yield* attempt(`read the database in ${folder.data}`, () =>
    readFile(join(folder.data, "PG_VERSION"), "utf8")
  )
  if (version.trim() !== pkg.majorVersion) {
    return yield* new EmbeddedPostgresError({
      reason: "VersionMismatch",
      message: `The database in ${folder.data} was created by PostgreSQL ${version.trim()}, but this release includes ${pkg.majorVersion}. Dump it with the release that created it and restore it here, or move the folder away to start with an empty one.`
    })
  }
  const { account } = folder
  // A copy that root restored from a backup.
  if (account !== undefined && owner.uid === 0) {
    yield* attempt(`hand ${folder.data} to uid ${account.uid}`, () => giveAway(folder.data, account))
  }
})

// Made aside and renamed when complete: a process killed half-way leaves nothing that looks like a database.
const initialise = Effect.fnUntraced(function* ({ root, data, account }: DataFolder, engine: Engine) {
  const partial = `${data}.partial`
  yield* attempt(`create the folder ${partial}`, async () => {
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial, { mode: 0o700 })
    if (account !== undefined) await chown(partial, account.uid, account.gid)
  })
  const result = yield* attempt("run initdb", (signal) => runInitdb(engine, partial, root, account, signal)).pipe(
    Effect.mapError(explainSpawn(account))
  )
  if (result.code !== 0) {
    yield* Effect.ignore(attempt("clean up", () => rm(partial, { recursive: true, force: true })))
    return yield* describeFailure(`PostgreSQL couldn't create its database in ${data}`, result.output)
  }
  yield* attempt(`create the folder ${data}`, async () => {
    await rename(partial, data)
    await flush(root)
  })
})

const runInitdb = (engine: Engine, data: string, cwd: string, account: Account | undefined, signal: AbortSignal) =>
  new Promise<{ code: number; output: string }>((resolve, reject) => {
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    // The access rules that count are given at every start; these would bind someone who starts the folder by hand.
    const access = ["--auth-local=peer", "--auth-host=reject"]
    const child = spawn(engine.initdb, ["-D", data, "-U", superuser, ...locale, ...access], {
      cwd,
      env: engineEnvironment,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
      ...account
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
      })
    }
    child.once("error", reject)
    child.once("close", (code) => resolve({ code: code ?? 1, output }))
  })
