// A node of its own process, to be killed: it takes the lock `one` and keeps it.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Locks } from "@storeglass/plugin-api"
import { Effect, Redacted } from "effect"
import { LocksLive } from "../../src/locks/index.ts"

const url = Redacted.make(process.argv[2] ?? "")

Locks.use((locks) =>
  locks.withKey(
    "one",
    Effect.andThen(
      Effect.sync(() => process.stdout.write("held\n")),
      Effect.never
    ),
    {
      waitMs: 10_000
    }
  )
).pipe(Effect.provide(LocksLive({ database: { url } })), NodeRuntime.runMain)
