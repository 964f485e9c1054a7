import { type ChildProcess, spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { createConnection } from "node:net"
import { delimiter, join } from "node:path"
import { createInterface } from "node:readline"
import { Effect, type Scope } from "effect"
import { GateError, GateSkipped } from "./gate.ts"
import { endChild, temporaryFolder } from "./gatewayProcess.ts"

/** A Redis of the gate's own on a Unix socket. */
export interface RedisServer {
  readonly path: string
  /** kill -9: what it held is gone. */
  readonly kill: Effect.Effect<void>
  readonly restart: Effect.Effect<void, GateError>
  /** SIGSTOP and SIGCONT: it is there and says nothing. */
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
  /** How many keys it holds. */
  readonly size: Effect.Effect<number, GateError>
}

const startMsMax = 10_000

/** A program on PATH. */
export const findProgram = (name: string): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

const launch = Effect.fnUntraced(function* (program: string, folder: string, socket: string) {
  const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder]
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] }).on("error", () => {})
  yield* Effect.callback<void, GateError>((resume) => {
    createInterface(child.stdout).on("line", (line) => {
      if (/ready to accept connections/i.test(line)) resume(Effect.void)
    })
    child.once("close", (code) => resume(Effect.fail(new GateError({ message: `redis-server ended with ${code}` }))))
  }).pipe(
    Effect.timeoutOrElse({
      duration: startMsMax,
      orElse: () => Effect.fail(new GateError({ message: "redis-server does not start" }))
    })
  )
  return child
})

const countKeys = (path: string) =>
  Effect.callback<number, GateError>((resume) => {
    const socket = createConnection({ path }, () => socket.write("DBSIZE\r\n"))
    socket.on("error", (error) => resume(Effect.fail(new GateError({ message: `Redis: ${error.message}` }))))
    socket.once("data", (chunk) => {
      socket.destroy()
      resume(Effect.succeed(Number(chunk.toString().slice(1))))
    })
    return Effect.sync(() => socket.destroy())
  })

/** Starts a Redis; without one on this machine the gate is skipped. */
export const startRedis: Effect.Effect<RedisServer, GateError | GateSkipped, Scope.Scope> = Effect.gen(function* () {
  const program = findProgram("redis-server")
  if (program === undefined) return yield* new GateSkipped({ message: "redis-server is not installed" })
  const folder = yield* temporaryFolder
  const path = join(folder, "redis.sock")
  let child: ChildProcess = yield* launch(program, folder, path)
  yield* Effect.addFinalizer(() => Effect.suspend(() => endChild(child, "SIGKILL")))
  const server: RedisServer = {
    path,
    kill: Effect.suspend(() => Effect.asVoid(endChild(child, "SIGKILL"))),
    restart: Effect.map(launch(program, folder, path), (started) => {
      child = started
    }),
    freeze: Effect.sync(() => child.kill("SIGSTOP")),
    thaw: Effect.sync(() => child.kill("SIGCONT")),
    size: countKeys(path)
  }
  return server
})
