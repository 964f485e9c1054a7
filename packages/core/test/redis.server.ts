import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"

const find = () => {
  try {
    return execFileSync("which", ["redis-server"], { encoding: "utf8" }).trim()
  } catch {
    return undefined
  }
}
const binary = find()
/** For `describe.skipIf` and the suite's name. */
export const noRedis = binary === undefined
export const redisSuite = (name: string) => (noRedis ? `${name} (skipped: redis-server not found)` : name)

const launch = (folder: string, socket: string) => {
  const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder]
  return spawn(binary ?? "redis-server", args, { stdio: ["ignore", "pipe", "ignore"] })
}

const ready = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    let log = ""
    child.stdout?.on("data", (chunk) => {
      log += chunk
      if (/ready to accept connections/i.test(log)) resume(Effect.void)
    })
    child.once("exit", (code) => resume(Effect.die(new Error(`redis-server exited with ${code}: ${log}`))))
  }).pipe(Effect.timeoutOrElse({ duration: 5_000, orElse: () => Effect.die(new Error("redis-server does not start")) }))

const stop = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** A Redis of the test's own on a unix socket, which can be killed, frozen and brought back. */
export const redisServer = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "sg-redis-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const socket = join(folder, "redis.sock")
  let child = launch(folder, socket)
  yield* Effect.addFinalizer(() => Effect.suspend(() => stop(child)))
  yield* ready(child)
  return {
    url: Redacted.make(socket),
    kill: Effect.suspend(() => stop(child)),
    restart: Effect.suspend(() => {
      child = launch(folder, socket)
      return ready(child)
    }),
    freeze: Effect.sync(() => child.kill("SIGSTOP")),
    thaw: Effect.sync(() => child.kill("SIGCONT"))
  }
})

/** A server that takes connections and bytes and never says anything. */
export const blackHole = Effect.gen(function* () {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).resume()
  })
  yield* Effect.callback<void>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.void))
  })
  yield* Effect.addFinalizer(() =>
    Effect.callback<void>((resume) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resume(Effect.void))
    })
  )
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return { url: Redacted.make(`redis://127.0.0.1:${address.port}`) }
})
