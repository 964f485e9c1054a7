// A process that uses an embedded server until it is killed or interrupted, for embedded.test.ts.
import { Effect } from "effect"
import { EmbeddedPostgres } from "../src/sql/embedded/index.ts"

const [mode = "start", dataDir = ""] = process.argv.slice(2)
const print = (line: object) => Effect.sync(() => process.stdout.write(`${JSON.stringify(line)}\n`))

const interrupted = Effect.callback<void>((resume) => {
  // Keeps the process alive; the server alone does not.
  const alive = setInterval(() => undefined, 60_000)
  process.once("SIGINT", () => {
    clearInterval(alive)
    resume(Effect.void)
  })
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
