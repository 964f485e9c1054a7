import { execFile, spawn } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, open, rename, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { isRoot } from "./Account.ts"
import type { DataFolder } from "./DataFolder.ts"
import { attempt, EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"
import type { Engine } from "./Engine.ts"
import { describeFailure, engineEnvironment, explainSpawn } from "./engineProcess.ts"
import { pause } from "./FileLock.ts"
import { clearForeignClaim, isServerOf, type PostmasterFile, readPostmasterFile } from "./PostmasterFile.ts"

/** What a server is started with. */
export interface PostmasterOptions {
  readonly maxConnections: number
  readonly settings: Readonly<Record<string, string>>
  /** Whether standbys of the same account may follow. */
  readonly standbys: boolean
  readonly onSpawned: Effect.Effect<unknown>
}

/** The port is only part of the socket's file name: nothing listens on TCP. */
export const port = 5432
const socketPathBytesMax = 103
const logBytesMax = 10_000_000
const pollMs = 5

/** The server's log file. */
export const logFile = (folder: DataFolder): string => join(folder.root, "postgres.log")

/** The server that runs on this data folder, if one does. */
export const runningServer = Effect.fnUntraced(function* (data: string) {
  const file = yield* readPostmasterFile(data)
  if (file === undefined) return undefined
  return (yield* Effect.promise(() => isServerOf(data, file.pid))) ? file : undefined
})

/** A standby that answers questions is as far as it gets. */
const isUp = ({ status }: PostmasterFile) => status === "ready" || status === "standby"

/** The server that runs on this data folder once it has finished starting; undefined once it has finished stopping. */
export const settledServer = Effect.fnUntraced(function* (data: string) {
  for (let polls = 0; polls < pollsMax; polls++) {
    const server = yield* runningServer(data)
    if (server === undefined || isUp(server)) return server
    yield* pause(pollMs)
  }
  const message = `The PostgreSQL running on ${data} isn't ready after five minutes.`
  return yield* new EmbeddedPostgresError({ reason: "Refused", message })
})

// A socket's path is limited to about a hundred bytes, so below a long path it goes to the folder for temporary files.
const createSocketDir = async ({ root, account }: DataFolder): Promise<string> => {
  const inRoot = join(root, "run")
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}.lock`)) <= socketPathBytesMax
  let folder = inRoot
  if (fits(inRoot)) await mkdir(inRoot, { recursive: true, mode: 0o700 })
  else folder = await mkdtemp(join(fits(join(tmpdir(), "storeglass-XXXXXX")) ? tmpdir() : "/tmp", "storeglass-"))
  await chmod(folder, 0o700)
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  return folder
}

// The socket's folder is closed to other users, which is all the authentication our own account needs. When root has
// handed the server to "nobody", other processes may have that uid too: there the kernel tells the server who asks.
const writeAccessRules = async ({ root, account }: DataFolder, standbys: boolean): Promise<ReadonlyArray<string>> => {
  const rules = join(root, "hba.conf")
  const names = join(root, "ident.conf")
  // Not overwritten: after a start by root they are root's.
  for (const file of [rules, names]) await rm(file, { force: true })
  const method = (map: string) => (account === undefined ? "trust" : `peer map=${map}`)
  const followed = standbys ? `local replication all ${method("standbys")}\n` : ""
  await writeFile(rules, `local all all ${method("storeglass")}\n${followed}`)
  await writeFile(names, "storeglass root all\nstandbys /^.*$ all\n")
  for (const file of [rules, names]) {
    await chmod(file, account === undefined ? 0o600 : 0o640)
    if (account !== undefined) await chown(file, 0, account.gid)
  }
  return ["-c", `hba_file=${rules}`, "-c", `ident_file=${names}`]
}

const openLog = async (folder: DataFolder) => {
  const path = logFile(folder)
  const size = await stat(path).then(
    (info) => info.size,
    () => 0
  )
  if (size > logBytesMax) await rename(path, `${path}.1`)
  const handle = await open(path, "a+", 0o600)
  // An ordinary user's folder stays that user's when root starts it once.
  if (isRoot()) {
    const { uid, gid } = await stat(folder.root)
    await handle.chown(uid, gid)
  }
  return { handle, from: size > logBytesMax ? 0 : size }
}

const argumentsOf = (folder: DataFolder, socketDir: string, { maxConnections, settings }: PostmasterOptions) => {
  const all = {
    listen_addresses: "",
    unix_socket_directories: socketDir,
    unix_socket_permissions: "0700",
    shared_buffers: "64MB",
    // Of so small a cache the default would be 2 MB, which a statement about thousands of rows fills several times.
    wal_buffers: "16MB",
    max_connections: String(maxConnections),
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...settings
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  return ["-D", folder.data, "-p", String(port), ...flags]
}

interface Launched {
  readonly pid: number
  /** What the server printed before it gave up; undefined while it runs. */
  readonly failure: () => Promise<string> | undefined
}

const spawnServer = async (folder: DataFolder, engine: Engine, options: PostmasterOptions): Promise<Launched> => {
  const socketDir = await createSocketDir(folder)
  const access = await writeAccessRules(folder, options.standbys)
  const { handle, from } = await openLog(folder)
  try {
    // In a session of its own: the terminal's Ctrl-C is for us, and the server goes last.
    const child = spawn(engine.postgres, [...argumentsOf(folder, socketDir, options), ...access], {
      cwd: folder.root,
      env: engineEnvironment,
      stdio: ["ignore", handle.fd, handle.fd],
      detached: true,
      ...folder.account
    })
    const { pid } = await new Promise<{ pid: number }>((resolve, reject) => {
      child.once("error", reject)
      child.once("spawn", () => (child.pid === undefined ? reject(new Error("no pid")) : resolve({ pid: child.pid })))
    })
    child.unref()
    const readLog = async () => {
      const log = await open(logFile(folder), "r")
      const buffer = Buffer.alloc(100_000)
      const { bytesRead } = await log.read(buffer, 0, buffer.length, from).finally(() => log.close())
      return buffer.toString("utf8", 0, bytesRead)
    }
    return { pid, failure: () => (child.exitCode === null && child.signalCode === null ? undefined : readLog()) }
  } finally {
    await handle.close()
  }
}

// After a server was killed, its last processes need a moment to notice; until then a new one refuses to start.
const passes = /pre-existing shared memory block|lock file "postmaster.pid" already exists/
const launchesMax = 20
const pollsMax = 60_000

const awaitReady = Effect.fnUntraced(function* (folder: DataFolder, launched: Launched) {
  for (let polls = 0; polls < pollsMax; polls++) {
    const failure = launched.failure()
    if (failure !== undefined) return yield* attempt(`read ${logFile(folder)}`, () => failure)
    const file = yield* readPostmasterFile(folder.data)
    if (file?.pid === launched.pid && isUp(file)) return file
    yield* pause(pollMs)
  }
  return yield* new EmbeddedPostgresError({
    reason: "Refused",
    message: `PostgreSQL isn't ready after five minutes (see ${logFile(folder)}).`
  })
})

/** Starts the server and waits until it accepts connections, through crash recovery if it comes to that. */
export const launch = Effect.fnUntraced(function* (
  folder: DataFolder,
  engine: Engine,
  options: PostmasterOptions
): Effect.fn.Return<PostmasterFile, EmbeddedPostgresError> {
  yield* clearForeignClaim(folder.data)
  for (let launches = 1; ; launches++) {
    const outcome = yield* Effect.uninterruptibleMask((restore) =>
      attempt("start PostgreSQL", () => spawnServer(folder, engine, options)).pipe(
        Effect.mapError(explainSpawn(folder.account)),
        Effect.tap(() => options.onSpawned),
        Effect.flatMap((launched) =>
          Effect.onInterrupt(restore(awaitReady(folder, launched)), () =>
            Effect.sync(() => signal(launched.pid, "SIGINT"))
          )
        )
      )
    )
    if (typeof outcome !== "string") return outcome
    if (launches >= launchesMax || !passes.test(outcome)) {
      return yield* describeFailure("PostgreSQL didn't start", outcome, logFile(folder))
    }
    yield* pause(250)
  }
})

const signals = { fast: "SIGINT", immediate: "SIGQUIT" } as const
const stopPollsMax = 3000

/** Stops the server that runs on this folder, if one does, and waits until it is gone. */
export const halt = Effect.fnUntraced(function* (
  data: string,
  mode: keyof typeof signals
): Effect.fn.Return<void, EmbeddedPostgresError> {
  const server = yield* runningServer(data)
  if (server === undefined) return
  yield* attempt(`stop PostgreSQL (pid ${server.pid})`, async () => signal(server.pid, signals[mode]))
  for (let polls = 0; polls < stopPollsMax; polls++) {
    if (!(yield* Effect.promise(() => isServerOf(data, server.pid)))) {
      if (!server.socketDir.startsWith(join(data, ".."))) yield* removeSocketDir(server.socketDir)
      return
    }
    yield* pause(pollMs)
  }
  if (mode === "fast") return yield* halt(data, "immediate")
  return yield* new EmbeddedPostgresError({
    reason: "Refused",
    message: `PostgreSQL (pid ${server.pid}) isn't stopping.`
  })
})

/** The processes of the server on this folder, itself first, by what they say that they are. */
export const processesOf = Effect.fnUntraced(function* (data: string) {
  const server = yield* runningServer(data)
  if (server === undefined) return []
  const { stdout } = yield* attempt("list processes", () => promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]))
  const all = stdout.split("\n").flatMap((line) => {
    const [, pid, parent, title = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), title }]
  })
  return [...all.filter(({ pid }) => pid === server.pid), ...all.filter(({ parent }) => parent === server.pid)].map(
    ({ pid, title }) => ({ pid, title })
  )
})

/** kill -9 of a server and of all its processes, as when its machine is gone; waits until they are. */
export const kill = Effect.fnUntraced(function* (data: string) {
  const processes = yield* processesOf(data)
  yield* attempt("kill PostgreSQL", async () => {
    for (const { pid } of processes) signal(pid, "SIGKILL")
  })
  for (const { pid } of processes) {
    while (yield* Effect.promise(() => isServerOf(data, pid))) yield* pause(pollMs)
  }
})

const removeSocketDir = (socketDir: string) =>
  Effect.ignore(attempt(`remove ${socketDir}`, () => rm(socketDir, { recursive: true, force: true })))

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (cause) {
    if (errorCode(cause) !== "ESRCH") throw cause
  }
}
