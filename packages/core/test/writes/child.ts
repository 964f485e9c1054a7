// A node of its own process, to be killed: it makes the writes that it is told of by lines on standard input.
import { createInterface } from "node:readline"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { VendorWrites } from "@storeglass/plugin-api"
import { Effect, Redacted, Schedule } from "effect"
import { asRequest, SetValue, setValue, verifyValue, writesOn } from "./operation.ts"

const [, , databaseUrl = "", url = "", account = ""] = process.argv
const vendor = { url }

Effect.gen(function* () {
  const writes = yield* VendorWrites
  yield* writes.register(SetValue, { verify: verifyValue(vendor) })
  const run = Effect.runForkWith(yield* Effect.context<never>())
  createInterface({ input: process.stdin }).on("line", (target) => {
    run(
      writes.run(setValue(vendor, target, "v")).pipe(
        asRequest(account, target),
        // As callers do, where a busy machine's database is slow to take the row.
        Effect.retry({ while: ({ _tag }) => _tag === "SERVICE_UNAVAILABLE", schedule: Schedule.spaced(100) }),
        Effect.ignore
      )
    )
  })
  process.stdout.write("ready\n")
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.provide(writesOn(Redacted.make(databaseUrl), { sendMsMax: 1_000, settleMsMax: 2_000, sweepMs: 60_000 })),
  NodeRuntime.runMain
)
