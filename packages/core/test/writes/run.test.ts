import { assert, describe, it } from "@effect/vitest"
import { Verdict } from "@storeglass/plugin-api"
import { databaseProxy } from "@storeglass/testkit"
import { Arbitrary, Context, Effect, Exit, Fiber, Latch, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { eventually, migratedDatabase } from "../credits.support.ts"
import { Locked, SetValue, setValue, startNode } from "./operation.ts"
import { account, scoped, sentAs, start } from "./support.ts"
import { faults, startVendor, VendorBroke } from "./vendor.ts"

describe("a vendor write", () => {
  it.live("is kept with everything about it, before and after it is sent", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      let seen: unknown
      const write = setValue(vendor, "price", "4.99")
      const written = yield* writes
        .run({
          ...write,
          send: (sending) =>
            Effect.gen(function* () {
              yield* sending.note({ editId: "e-1" })
              seen = (yield* log.list())[0]
              return yield* write.send(sending)
            })
        })
        .pipe(sentAs("key-1"))
      assert.deepEqual([written.after, written.repeated], [{ value: "4.99" }, false])
      const [row] = yield* log.list({ accountId: account })
      assert.strictEqual(row?.id, written.id)
      assert.deepInclude(seen, { state: "sent", outcome: null, progress: { editId: "e-1" } })
      assert.deepInclude(row, {
        accountId: account,
        idempotencyKey: "key-1",
        operation: "test.value.set",
        target: "price",
        connection: "connection:1",
        state: "confirmed",
        outcome: "applied",
        before: { value: "" },
        intent: { value: "4.99" },
        after: { value: "4.99" },
        vendorRequestId: "v-1",
        problem: null
      })
      assert.isTrue(row !== undefined && row.keyId !== null && row.requestId !== null && row.sentAtMs !== null)
      assert.deepEqual(yield* log.list({ accountId: uuidV7Unsafe() }), [])
      assert.isNotEmpty(yield* log.list({ plugin: "test" }))
      assert.deepEqual(yield* log.list({ plugin: "te" }), [])
      const id = row?.id ?? ""
      assert.deepEqual(yield* log.get({ accountId: account, id }), row)
      assert.isUndefined(yield* log.get({ accountId: uuidV7Unsafe(), id }))
      assert.deepEqual(yield* log.list({ unknown: true }), [])
    }).pipe(scoped)
  )

  it.live("that the vendor refuses is rejected, and a repeat with its key may send it again", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      vendor.next.push("refused")
      const write = writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key"))
      const refused = yield* Effect.flip(write)
      assert.instanceOf(refused, Locked)
      const [row] = yield* log.list()
      assert.deepInclude(row, { state: "rejected", outcome: "absent" })
      assert.include(row?.problem, "VENDOR_CONFLICT: the vendor says: it is locked")
      assert.isFalse((yield* write).repeated)
      assert.deepEqual(vendor.ledger, ["price=1"])
    }).pipe(scoped)
  )

  it.live(
    "whose outcome cannot be told is 502, is not sent again under its key, and settles once the vendor answers",
    () =>
      Effect.gen(function* () {
        const { log, vendor, writes } = yield* start
        vendor.next.push("lostAnswer")
        vendor.failReads = 1_000
        const write = writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key"))
        const unknown = yield* Effect.flip(write)
        assert.deepEqual([unknown._tag, "status" in unknown && unknown.status], ["WRITE_OUTCOME_UNKNOWN", 502])
        assert.include(
          unknown.message,
          "Repeat it with the same Idempotency-Key: that settles it and doesn't send it twice"
        )
        assert.deepInclude((yield* log.list({ unknown: true }))[0], { state: "unknown", outcome: null })
        vendor.failReads = 0
        const settled = yield* write
        assert.deepEqual([settled.after, settled.repeated], [{ value: "1" }, true])
        assert.deepInclude((yield* log.list())[0], { state: "settled", outcome: "applied", after: { value: "1" } })
        assert.isTrue((yield* write).repeated)
        assert.deepEqual(vendor.ledger, ["price=1"])
      }).pipe(scoped)
  )

  it.live("without an Idempotency-Key is a new write each time, and its 502 says so", () =>
    Effect.gen(function* () {
      const { vendor, writes } = yield* start
      vendor.next.push("lostAnswer")
      vendor.failReads = 1_000
      const write = writes.run(setValue(vendor, "price", "1")).pipe(sentAs())
      assert.include((yield* Effect.flip(write)).message, "It had no Idempotency-Key, so repeating it writes again")
      assert.isFalse((yield* write).repeated)
      assert.deepEqual(vendor.ledger, ["price=1", "price=1"])
    }).pipe(scoped)
  )

  it.live("that is found not done fails as its send did, is cleared up, and is sent by the repeat", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      vendor.next.push("lostRequest")
      const undone: Array<unknown> = []
      const write = writes
        .run(setValue(vendor, "price", "1", { undo: ({ target }) => Effect.sync(() => undone.push(target)) }))
        .pipe(sentAs("key"))
      assert.instanceOf(yield* Effect.flip(write), VendorBroke)
      assert.deepInclude((yield* log.list())[0], { state: "settled", outcome: "absent" })
      assert.deepEqual(undone, ["price"])
      assert.isFalse((yield* write).repeated)
      assert.deepEqual(vendor.ledger, ["price=1"])
    }).pipe(scoped)
  )

  it.live("that the vendor's reads do not show yet is not believed absent", () =>
    Effect.gen(function* () {
      const { vendor, writes } = yield* start
      vendor.next.push("errorDone")
      vendor.lagReads = 1
      const lagging = { ...SetValue, readsLagMs: 300 }
      const written = yield* writes.run(setValue(vendor, "price", "1", { operation: lagging })).pipe(sentAs("key"))
      assert.deepEqual(written.after, { value: "1" })
      assert.deepEqual(vendor.ledger, ["price=1"])
    }).pipe(scoped)
  )

  it.live("is one for 50 repeats with one key that come at once, on two nodes", () =>
    Effect.gen(function* () {
      const { url, vendor, writes } = yield* start
      const other = yield* startNode(url)
      const all = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? writes : other.writes)),
        (node) => node.run(setValue(vendor, "price", "1")).pipe(sentAs("burst")),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(vendor.ledger, ["price=1"])
      assert.strictEqual(all.filter(({ repeated }) => !repeated).length, 1)
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
    }).pipe(scoped)
  )

  it.live("goes on when its caller goes away", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      const arrived = yield* Latch.make(false)
      vendor.arrived = () => void arrived.openUnsafe()
      const caller = yield* Effect.forkChild(writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key")))
      yield* arrived.await
      yield* Fiber.interrupt(caller)
      assert.deepInclude((yield* log.list())[0], { state: "confirmed", outcome: "applied" })
    }).pipe(scoped)
  )

  it.live("is committed by itself, whatever becomes of the caller's transaction", () =>
    Effect.gen(function* () {
      const { context, log, vendor, writes } = yield* start
      const sql = Context.get(context, SqlClient.SqlClient)
      yield* Effect.exit(
        sql.withTransaction(
          Effect.andThen(writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key")), Effect.fail("rolled back"))
        )
      )
      assert.deepInclude((yield* log.list())[0], { state: "confirmed" })
    }).pipe(scoped)
  )

  it.live("is not sent while the journal is away", () =>
    Effect.gen(function* () {
      const proxy = yield* databaseProxy(yield* migratedDatabase)
      const vendor = yield* startVendor
      const { writes } = yield* startNode(proxy.url)
      proxy.cut()
      const failed = yield* Effect.flip(writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key")))
      assert.strictEqual(failed._tag, "SERVICE_UNAVAILABLE")
      assert.deepEqual(vendor.ledger, [])
      proxy.restore()
    }).pipe(scoped)
  )

  it.live("that was done while the journal went away is done for its caller, and for the journal once it is back", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const proxy = yield* databaseProxy(url)
      const vendor = yield* startVendor
      const { writes } = yield* startNode(proxy.url)
      const { log } = yield* startNode(url)
      vendor.arrived = proxy.cut
      const written = yield* writes.run(setValue(vendor, "price", "1")).pipe(sentAs("key"))
      assert.deepEqual(written.after, { value: "1" })
      proxy.restore()
      yield* eventually(log.list(), ([row]) => row?.outcome === "applied")
      assert.deepEqual(vendor.ledger, ["price=1"])
    }).pipe(scoped)
  )

  it.live("keeps secrets out of its row, and money and store text in", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      const pem = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAcanary\n-----END PRIVATE KEY-----"
      const free = { ...SetValue, before: Schema.Json, intent: Schema.Json, after: Schema.Json }
      yield* writes
        .run({
          operation: free,
          target: "listing",
          before: { clientSecret: "canary", note: `key ${pem}` },
          intent: { price: "4.99 USD", text: "Größe £5", "x-api-key": "canary" },
          send: () => Effect.fail(new Locked("Authorization: Bearer canary.canary.canary-canary")),
          verify: verifyNothing
        })
        .pipe(sentAs("key"), Effect.flip)
      const text = JSON.stringify(yield* log.list())
      assert.notInclude(text, "canary")
      assert.include(text, "4.99 USD")
      assert.include(text, "Größe £5")
      assert.deepEqual(vendor.ledger, [])
    }).pipe(scoped)
  )

  it.live("ends as the vendor's ledger has it, whatever goes wrong: each intended write once", () =>
    Effect.gen(function* () {
      const { url, vendor, writes, log } = yield* start
      const other = yield* startNode(url)
      const Plan = Schema.Struct({
        faults: Schema.Array(Schema.Literals(faults)).check(Schema.isMaxLength(3)),
        failReads: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
      })
      const plans = yield* Arbitrary.sampleEffect(Arbitrary.schema(Plan), { count: 24, seed: 9 })
      for (const [index, plan] of plans.entries()) {
        vendor.next.splice(0, Infinity, ...plan.faults)
        vendor.failReads = plan.failReads
        const target = `thing-${index}`
        const node = index % 2 === 0 ? writes : other.writes
        const write = node.run(setValue(vendor, target, "v")).pipe(sentAs(`key-${index}`), Effect.exit)
        for (let attempt = 0; attempt < 5; attempt++) if (Exit.isSuccess(yield* write)) break
        assert.deepEqual(
          vendor.ledger.filter((line) => line.startsWith(`${target}=`)),
          [`${target}=v`],
          JSON.stringify(plan)
        )
        const rows = (yield* log.list()).filter((row) => row.target === target)
        assert.strictEqual(rows.filter(({ outcome }) => outcome === "applied").length, 1, JSON.stringify(plan))
        assert.isTrue(rows.every(({ outcome }) => outcome !== null))
      }
    }).pipe(scoped)
  )
})

const verifyNothing = () => Effect.succeed(Verdict.unknown)
