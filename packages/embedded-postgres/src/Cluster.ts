import { access, chmod, chown, constants, mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect, type Redacted, type Scope } from "effect"
import { isRoot } from "./Account.ts"
import { type DataFolder, prepareData, resolveDataFolder, superuser } from "./DataFolder.ts"
import { createDatabase, keepsItsDataIn, type SocketAddress, urlOf } from "./databases.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { prepareEngine } from "./Engine.ts"
import { tryLock, withLock } from "./FileLock.ts"
import { locatePlatformPackage } from "./PlatformPackage.ts"
import { halt, launch, type PostmasterOptions, settledServer } from "./Postmaster.ts"
import type { PostmasterFile } from "./PostmasterFile.ts"

/** How an embedded server is started. Only the folder is required. */
export interface StartOptions {
  /** The folder for data, log and socket; created if absent. */
  readonly dataDir: string
  /** The database to connect to, created if absent. Default "storeglass". */
  readonly database?: string
  /** Default 100. Without effect on a server that runs already. */
  readonly maxConnections?: number
  /** Further server settings, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether standbys that run as the same account may follow it. Default false. */
  readonly standbys?: boolean
  /** Run as soon as the server's process is there, which takes no connections yet. Not run where one takes them already. */
  readonly onSpawned?: Effect.Effect<unknown>
}

/** A running embedded server. */
export interface EmbeddedPostgresServer extends SocketAddress {
  readonly url: Redacted.Redacted<string>
  readonly pid: number
  /** True when the server ran already, left behind by a killed process or used by another one. */
  readonly attached: boolean
  /** Leaves the server before the scope closes; it stops unless others use it. */
  readonly stop: Effect.Effect<void, EmbeddedPostgresError>
}

/** One embedded server's folder, with the locks that its users share. */
export interface Cluster {
  readonly folder: DataFolder
  readonly boot: Effect.Effect<PostmasterFile & { readonly attached: boolean }, EmbeddedPostgresError>
  readonly halt: (mode: "fast" | "immediate") => Effect.Effect<void, EmbeddedPostgresError>
  readonly leave: Effect.Effect<void, EmbeddedPostgresError>
}

const ensureFolder = (dataDir: string) =>
  attempt(`write to the folder ${dataDir}`, async () => {
    await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o755 : 0o700 })
    await access(dataDir, constants.W_OK)
  })

// Closers lock the users out only while they hold the start lock, as our caller does now.
const joinUsers = Effect.fnUntraced(function* (lock: string) {
  const membership = yield* tryLock(lock, "shared")
  if (membership !== undefined) return membership
  return yield* new EmbeddedPostgresError({ reason: "Busy", message: `Another process holds ${lock}.` })
})

// Who can open a lock can hold it. A folder of an ordinary user stays usable for that user after a start by root.
const guardLocks = (dataDir: string, locks: ReadonlyArray<string>) =>
  attempt(`use the folder ${dataDir}`, async () => {
    const { uid, gid } = await stat(dataDir)
    for (const lock of locks) {
      await chmod(lock, 0o600)
      if (isRoot()) await chown(lock, uid, gid)
    }
  })

const ready = Effect.fnUntraced(function* (folder: DataFolder) {
  const server = yield* settledServer(folder.data)
  if (server === undefined) return undefined
  const url = urlOf({ host: server.socketDir, port: server.port, user: superuser, database: "postgres" })
  const answers = yield* Effect.orElseSucceed(keepsItsDataIn(url, folder.data), () => false)
  if (answers) return server
  // It runs but cannot be reached, such as after its socket was deleted.
  yield* halt(folder.data, "fast")
  return undefined
})

/**
 * Opens a folder as one of its users. Any number of processes may use one server: who comes first starts it, who leaves
 * last stops it, and a server whose users were all killed is taken over by the next who comes.
 */
export const openCluster = Effect.fnUntraced(function* (
  options: StartOptions
): Effect.fn.Return<Cluster, EmbeddedPostgresError, Scope.Scope> {
  const pkg = yield* locatePlatformPackage()
  yield* ensureFolder(options.dataDir)
  const startLock = join(options.dataDir, "start.lock")
  const usersLock = join(options.dataDir, "users.lock")
  const postmasterOptions: PostmasterOptions = {
    maxConnections: options.maxConnections ?? 100,
    settings: options.settings ?? {},
    standbys: options.standbys ?? false,
    onSpawned: options.onSpawned ?? Effect.void
  }

  const open = Effect.gen(function* () {
    const folder = yield* resolveDataFolder(options.dataDir)
    const membership = yield* joinUsers(usersLock)
    yield* guardLocks(options.dataDir, [startLock, usersLock])
    return { folder, membership }
  })
  const leave = ({ folder, membership }: Effect.Success<typeof open>) =>
    withLock(startLock)(
      Effect.gen(function* () {
        yield* membership.release
        const alone = yield* tryLock(usersLock, "exclusive")
        if (alone === undefined) return
        yield* Effect.ensuring(halt(folder.data, "fast"), alone.release)
      })
    )
  const opened = yield* Effect.acquireRelease(withLock(startLock)(open), (opened) =>
    Effect.catch(leave(opened), (error) => Effect.logWarning(error.message))
  )
  const { folder } = opened
  const start = Effect.gen(function* () {
    const running = yield* ready(folder)
    if (running !== undefined) return { ...running, attached: true }
    const engine = yield* prepareEngine(pkg, folder.account, folder.root)
    yield* prepareData(folder, engine, pkg)
    return { ...(yield* launch(folder, engine, postmasterOptions)), attached: false }
  })
  return {
    folder,
    boot: withLock(startLock)(start),
    halt: (mode) => withLock(startLock)(halt(folder.data, mode)),
    leave: leave(opened)
  }
})

/** Boots a cluster and makes sure of its database. */
export const connect = Effect.fnUntraced(function* (cluster: Cluster, options: StartOptions) {
  const { pid, socketDir, port, attached } = yield* cluster.boot
  const address = { host: socketDir, port, user: superuser, database: options.database ?? "storeglass" }
  const url = yield* createDatabase(urlOf({ ...address, database: "postgres" }), address.database)
  return { ...address, url, pid, attached, stop: cluster.leave }
})
