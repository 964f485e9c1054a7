import { assert, describe, it } from "@effect/vitest"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Context, Effect, Exit, Latch, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { tendPartitions } from "../../src/writes/retention.ts"
import { eventually, migratedDatabase, poolOn } from "../credits.support.ts"
import { quick, SetValue, setValue, startNode, verifyValue } from "./operation.ts"
import { scoped, sentAs, start } from "./support.ts"

describe("the sweeper", () => {
  it.live("settles what a dead node left as sent, by the verify that the plugin registered, and runs its undo", () =>
    Effect.gen(function* () {
      const { log, url, vendor, writes } = yield* start
      const undone: Array<string> = []
      yield* writes.register(SetValue, {
        verify: verifyValue(vendor),
        undo: ({ progress, target }) => Effect.sync(() => undone.push(`${target} ${JSON.stringify(progress)}`))
      })
      for (const fault of ["silentDone", "silentNotDone"] as const) {
        vendor.next.push(fault)
        const arrived = yield* Latch.make(false)
        vendor.arrived = () => void arrived.openUnsafe()
        const scope = yield* Scope.make()
        const dead = yield* startNode(url, { ...quick, sendMsMax: 60_000 }).pipe(Scope.provide(scope))
        const write = setValue(vendor, fault, "1")
        yield* dead.writes
          .run({ ...write, send: (sending) => Effect.andThen(sending.note({ edit: 7 }), write.send(sending)) })
          .pipe(sentAs(), Effect.ignore, Effect.forkDetach)
        yield* arrived.await
        yield* Scope.close(scope, Exit.void)
      }
      const rows = yield* eventually(log.list(), (all) => all.every(({ outcome }) => outcome !== null))
      assert.deepEqual(
        rows.map(({ outcome, state, target }) => [target, state, outcome]),
        [
          ["silentNotDone", "settled", "absent"],
          ["silentDone", "settled", "applied"]
        ]
      )
      assert.deepEqual(undone, ['silentNotDone {"edit":7}'])
      assert.deepEqual(vendor.ledger, ["silentDone=1"])
    }).pipe(scoped)
  )

  it.live("leaves no row sent where nobody registered its operation: it is unknown, and a repeat settles it", () =>
    Effect.gen(function* () {
      const { log, url, vendor, writes } = yield* start
      vendor.next.push("silentDone")
      const arrived = yield* Latch.make(false)
      vendor.arrived = () => void arrived.openUnsafe()
      const scope = yield* Scope.make()
      const dead = yield* startNode(url, { ...quick, sendMsMax: 60_000 }).pipe(Scope.provide(scope))
      yield* dead.writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key"), Effect.ignore, Effect.forkDetach)
      yield* arrived.await
      yield* Scope.close(scope, Exit.void)
      yield* eventually(log.list(), ([row]) => row?.state === "unknown")
      const settled = yield* writes.recall(setValue(vendor, "price", "1")).pipe(sentAs("key"))
      assert.deepEqual(settled?.after, { value: "1" })
      assert.deepEqual(vendor.ledger, ["price=1"])
    }).pipe(scoped)
  )

  it.live("ends a row that a dead node had planned and not sent, without asking the vendor", () =>
    Effect.gen(function* () {
      const { context, log, vendor, writes } = yield* start
      const sql = Context.get(context, SqlClient.SqlClient)
      yield* writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key"))
      vendor.reads = 0
      yield* sql`INSERT INTO core_vendor_writes (month, id, account_id, operation, target, state, before_state, intent,
          owner, lease_until, check_at, started_at)
        SELECT month, gen_random_uuid(), account_id, operation, 'planned', 'planned', before_state, intent,
          2147483647, lease_until, check_at, started_at FROM core_vendor_writes`
      const rows = yield* eventually(log.list(), (all) => all.every(({ outcome }) => outcome !== null))
      assert.deepInclude(
        rows.find(({ target }) => target === "planned"),
        { state: "settled", outcome: "absent", problem: "stopped before it was sent" }
      )
      assert.strictEqual(vendor.reads, 0)
    }).pipe(scoped)
  )
})

describe("the journal's partitions", () => {
  it.live("are made for this month and the next, and dropped when all in them is over 400 days old", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const partitions = SqlClient.SqlClient.use((sql) =>
        Effect.map(
          sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
            WHERE inhparent = 'core_vendor_writes'::regclass ORDER BY 1`,
          (rows) => rows.map(({ name }) => name.slice("core_vendor_writes_".length))
        )
      )
      const on = (iso: string) =>
        tendPartitions.pipe(
          Effect.andThen(partitions),
          Effect.provide(poolOn(url, 1)),
          Effect.provideService(Clock.Clock, adjustableClock(Date.parse(iso)).clock)
        )
      // Those of the day on which the test runs.
      const before = yield* Effect.provide(partitions, poolOn(url, 1))
      for (const name of before) {
        yield* Effect.provide(
          SqlClient.SqlClient.use((sql) => sql.unsafe(`DROP TABLE core_vendor_writes_${name}`)),
          poolOn(url, 1)
        )
      }
      assert.deepEqual(yield* on("2026-11-22T00:00:00Z"), ["202611", "202612"])
      // 400 days after the last of November is the fourth of January.
      assert.deepEqual(yield* on("2028-01-04T00:00:00Z"), ["202611", "202612", "202801", "202802"])
      assert.deepEqual(yield* on("2028-01-05T00:00:00Z"), ["202612", "202801", "202802"])
    }).pipe(scoped)
  )
})
