// A process that uses an embedded server until it is killed or interrupted, for embedded.test.ts.
import { Effect } from "effect"
import { EmbeddedPostgres } from "../src/index.ts"

const [mode = "start", dataDir = ""] = process.argv.slice(2)
const print = (line: object) => Effect.sync(() => process.stdout.write(`${JSON.stringify(line)}\n`))

// Before anything is printed: the signal may come right after.
const signalled = new Promise<void>((resolve) => process.once("SIGINT", () => resolve()))
const interrupted = Effect.promise(() => {
  // Keeps the process alive; the server alone does not.
  const alive = setInterval(() => undefined, 60_000)
  return signalled.finally(() => clearInterval(alive))
})

const program = Effect.gen(function* () {
  if (mode === "temporary") {
    const server = yield* EmbeddedPostgres.temporary()
    yield* print({ dataDir: server.dataDir, pid: 0 })
    return yield* interrupted
  }
  const server = yield* EmbeddedPostgres.start({ dataDir })
  yield* print({ pid: server.pid, attached: server.attached })
  yield* interrupted
  yield* EmbeddedPostgres.createDatabase(server.url, "written_after_the_signal")
  yield* print({ pid: server.pid, attached: server.attached })
}).pipe(
  Effect.scoped,
  Effect.catch((error) => print({ reason: error.reason, message: error.message }))
)

await Effect.runPromise(program)
