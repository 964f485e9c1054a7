import { spawn } from "node:child_process"
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { canReach, serverAccount } from "./Account.ts"
import { connect, type EmbeddedPostgresServer, openCluster, type StartOptions } from "./Cluster.ts"
import { attempt, type EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** A server for a test: its data go with the scope, and it can be made to fail. */
export interface TemporaryPostgres extends Omit<EmbeddedPostgresServer, "pid" | "attached"> {
  readonly dataDir: string
  /** Stops the server as a crash would: connections drop, nothing is written out, the next start recovers. */
  readonly stopImmediate: Effect.Effect<void, EmbeddedPostgresError>
  /** Starts the server again at the same address, stopping it in good order first if it runs. */
  readonly restart: Effect.Effect<void, EmbeddedPostgresError>
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
}

/** Starts a server of its own in a temporary folder, which is removed when the scope closes or this process dies. */
export const temporary = Effect.fn("EmbeddedPostgres.temporary")(function* ({
  within = tmpdir(),
  ...options
}: TemporaryOptions = {}): Effect.fn.Return<TemporaryPostgres, EmbeddedPostgresError, Scope.Scope> {
  const dataDir = yield* Effect.acquireRelease(createFolder(within), (folder) =>
    Effect.ignore(attempt(`remove ${folder}`, () => rm(join(folder, ".."), { recursive: true, force: true })))
  )
  const cluster = yield* openCluster({ ...options, dataDir })
  yield* watchOver(cluster.folder.data, join(dataDir, ".."))
  const { pid: _pid, attached: _attached, ...server } = yield* connect(cluster, { ...options, dataDir })
  return {
    ...server,
    dataDir,
    stopImmediate: cluster.halt("immediate"),
    restart: Effect.andThen(cluster.halt("fast"), Effect.asVoid(cluster.boot))
  }
})
