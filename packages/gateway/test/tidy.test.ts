import { Files, Jobs, jobRef } from "@storeglass/plugin-api"
import { useTestGateway } from "@storeglass/testkit"
import { Clock, Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"

describe("the gateway's own job", () => {
  const gateway = useTestGateway()

  it("deletes files that have expired and leaves the others", async () => {
    const { accountId } = await gateway().account()
    const left = await gateway().run(
      Effect.gen(function* () {
        const files = yield* Files
        const sql = yield* SqlClient.SqlClient
        const file = {
          accountId,
          name: "a.csv",
          type: "text/csv",
          bytes: new Uint8Array(3),
          expiresAtMs: (yield* Clock.currentTimeMillis) + 60_000
        }
        const old = yield* files.put(file)
        const fresh = yield* files.put(file)
        yield* sql`UPDATE core_files SET expires_at = now() - interval '1 minute' WHERE id = ${old.id}`
        yield* (yield* Jobs).enqueue(jobRef("system.tidy", Schema.Struct({})), {})
        const ids = sql<{ id: string }>`SELECT id FROM core_files`
        const rows = yield* ids.pipe(
          Effect.filterOrFail((found) => found.length === 1),
          Effect.retry({ schedule: Schedule.spaced(50), times: 400 })
        )
        return rows.map(({ id }) => id === fresh.id)
      })
    )
    assert.deepEqual(left, [true])
  }, 30_000)
})
