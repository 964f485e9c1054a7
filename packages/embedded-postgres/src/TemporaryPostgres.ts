import { spawn } from "node:child_process"
import { chmod, cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { canReach, serverAccount } from "./Account.ts"
import { connect, type EmbeddedPostgresServer, openCluster, type StartOptions } from "./Cluster.ts"
import { attempt, type EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { kill, processesOf } from "./Postmaster.ts"

/** A server for a test: its data go with the scope, and it can be made to fail. */
export interface TemporaryPostgres extends Omit<EmbeddedPostgresServer, "pid" | "attached"> {
  readonly dataDir: string
  /** Stops the server as a crash would: connections drop, nothing is written out, the next start recovers. */
  readonly stopImmediate: Effect.Effect<void, EmbeddedPostgresError>
  /** Starts the server again at the same address, stopping it in good order first if it runs. */
  readonly restart: Effect.Effect<void, EmbeddedPostgresError>
  /** kill -9 of all its processes, as when its machine is gone. */
  readonly kill: Effect.Effect<void, EmbeddedPostgresError>
  /** Its processes by what they say that they are, such as "postgres: walreceiver streaming 0/3000148". */
  readonly processes: Effect.Effect<
    ReadonlyArray<{ readonly pid: number; readonly title: string }>,
    EmbeddedPostgresError
  >
  /** Stops the server in good order, copies its data to a folder that goes with the scope, and starts it again. */
  readonly copy: Effect.Effect<string, EmbeddedPostgresError, Scope.Scope>
}

// Reads until our end of the pipe closes, which it does when we die in whatever way, then clears up.
const watchdog = `read -r _
pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null) && kill -INT "$pid"
n=0
while [ -e "$1/postmaster.pid" ] && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
rm -rf "$1" "$2"`

const watchOver = (data: string, dataDir: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn("/bin/sh", ["-c", watchdog, "sh", data, dataDir], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
        env: { PATH: "/usr/bin:/bin" }
      })
      // Without a shell there is no watchdog, and a killed test run leaves its server behind.
      child.on("error", () => undefined)
      child.unref()
      if (child.stdin instanceof Socket) child.stdin.unref()
      return child
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const createFolder = Effect.fnUntraced(function* (within: string) {
  const account = yield* serverAccount(undefined)
  const parent = (yield* canReach(within, account)) ? within : "/tmp"
  return yield* attempt(`create a folder in ${parent}`, async () => {
    const folder = await realpath(await mkdtemp(join(parent, "storeglass-postgres-")))
    if (account !== undefined) await chmod(folder, 0o755)
    return join(folder, "server")
  })
})

export interface TemporaryOptions extends Omit<StartOptions, "dataDir"> {
  /** Where its folder is made. Default: the system's folder for temporary files. */
  readonly within?: string | undefined
  /** Begins with a copy of another server's data: as its standby, or recovering from its archive, as the settings say. */
  readonly from?: { readonly copy: string; readonly as: "standby" | "recovery" } | undefined
}

/** Starts a server of its own in a temporary folder, which is removed when the scope closes or this process dies. */
export const temporary = Effect.fn("EmbeddedPostgres.temporary")(function* ({
  from,
  within = tmpdir(),
  ...options
}: TemporaryOptions = {}): Effect.fn.Return<TemporaryPostgres, EmbeddedPostgresError, Scope.Scope> {
  const dataDir = yield* Effect.acquireRelease(createFolder(within), (folder) =>
    Effect.ignore(attempt(`remove ${folder}`, () => rm(join(folder, ".."), { recursive: true, force: true })))
  )
  const cluster = yield* openCluster({ ...options, dataDir })
  const { data } = cluster.folder
  if (from !== undefined) {
    yield* attempt(`copy ${from.copy}`, async () => {
      await cp(from.copy, data, { recursive: true })
      await writeFile(join(data, `${from.as}.signal`), "")
    })
  }
  yield* watchOver(data, join(dataDir, ".."))
  const { pid: _pid, attached: _attached, ...server } = yield* connect(cluster, { ...options, dataDir })
  return {
    ...server,
    dataDir,
    stopImmediate: cluster.halt("immediate"),
    restart: Effect.andThen(cluster.halt("fast"), Effect.asVoid(cluster.boot)),
    kill: kill(data),
    processes: processesOf(data),
    copy: Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(createFolder(within), (made) =>
        Effect.ignore(attempt(`remove ${made}`, () => rm(join(made, ".."), { recursive: true, force: true })))
      )
      yield* cluster.halt("fast")
      yield* attempt(`copy ${data}`, () => cp(data, folder, { recursive: true }))
      yield* cluster.boot
      return folder
    })
  }
})

/** Starts a standby of a temporary server that takes standbys, which is stopped for the copy. */
export const standbyOf = Effect.fn("EmbeddedPostgres.standbyOf")(function* (
  primary: TemporaryPostgres,
  { name, settings = {}, ...options }: Omit<TemporaryOptions, "from"> & { readonly name: string }
): Effect.fn.Return<TemporaryPostgres, EmbeddedPostgresError, Scope.Scope> {
  const { host, port, user } = primary
  return yield* temporary({
    ...options,
    standbys: true,
    from: { copy: yield* primary.copy, as: "standby" },
    settings: { ...settings, primary_conninfo: `host=${host} port=${port} user=${user} application_name=${name}` }
  })
})
