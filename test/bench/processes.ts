import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Data, Effect, type Scope } from "effect"

export class BenchError extends Data.TaggedError("BenchError")<{ readonly message: string }> {}

/** A server under test. */
export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** What it said when it was ready. */
  readonly said: string
  /** Fails once the process has ended by itself. */
  readonly ended: Effect.Effect<never, BenchError>
}

const readyMsMax = 180_000
const stopMsMax = 15_000
// The rest of our environment, such as DATABASE_URL, is not theirs.
const environment = (own: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  ...own
})

const start = (name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, args, { env: environment(env), stdio: ["ignore", "pipe", "pipe"] }).once("error", (error) => {
    process.stderr.write(`${name}: ${error.message}\n`)
  })

const exited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Ends one process that we started: politely, then for good. */
const stop = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (exited(child) || child.pid === undefined) return resume(Effect.void)
    const limit = setTimeout(() => child.kill("SIGKILL"), stopMsMax)
    child.once("exit", () => {
      clearTimeout(limit)
      resume(Effect.void)
    })
    child.kill("SIGTERM")
  })

/** What a process wrote to standard error, its end. */
const tail = (child: ChildProcess) => {
  let text = ""
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-4_000)
  })
  return () => text.trim()
}

/** Starts a server and waits until it says where it listens; it ends with the scope. */
export const startServer = Effect.fn("startServer")(function* (
  name: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Effect.fn.Return<ServerProcess, BenchError, Scope.Scope> {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => start(name, args, env)),
    stop
  )
  const stderr = tail(child)
  const gone = () => new BenchError({ message: `${name} ended by itself.\n${stderr()}` })
  const { port, said } = yield* Effect.callback<Pick<ServerProcess, "port" | "said">, BenchError>((resume) => {
    createInterface(child.stdout).on("line", (line) => {
      const found = /ready at http:\/\/[\d.]+:(\d+)/.exec(line)?.[1]
      if (found !== undefined) resume(Effect.succeed({ port: Number(found), said: line.trim() }))
    })
    // Not "exit": what it said last is still to be read then.
    child.once("close", () => resume(Effect.fail(gone())))
  }).pipe(
    Effect.timeoutOrElse({
      duration: readyMsMax,
      orElse: () => Effect.fail(new BenchError({ message: `${name} did not get ready.\n${stderr()}` }))
    })
  )
  const ended = Effect.callback<never, BenchError>((resume) => {
    if (exited(child)) return resume(Effect.fail(gone()))
    const listener = () => resume(Effect.fail(gone()))
    child.once("close", listener)
    return Effect.sync(() => child.off("close", listener))
  })
  return { pid: child.pid ?? 0, port, said, ended }
})

/** Runs a program to its end and gives what it printed. */
export const runProgram = Effect.fn("runProgram")(function* (
  name: string,
  args: ReadonlyArray<string>
): Effect.fn.Return<string, BenchError> {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const child = yield* Effect.acquireRelease(
        Effect.sync(() => start(name, args, {})),
        stop
      )
      const stderr = tail(child)
      return yield* Effect.callback<string, BenchError>((resume) => {
        let text = ""
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
        })
        child.once("close", (code) =>
          resume(
            code === 0
              ? Effect.succeed(text)
              : Effect.fail(new BenchError({ message: `${name} ended with ${code}.\n${stderr()}` }))
          )
        )
      })
    })
  )
})
