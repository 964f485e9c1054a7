import { assert, describe, it, layer, prop } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import { periodEndMs, periodOf } from "../src/credits/period.ts"
import { balancesOf, chargeOf, entriesOf, openAccount, openPlan, setPlan } from "./credits.accounts.ts"
import { at, eventually, ledgerAt, Nodes, nodesLayer, quiet } from "./credits.support.ts"

const instants = Schema.Int.check(
  Schema.isBetween({ minimum: at("2020-01-01T00:00:00Z"), maximum: at("2100-01-01T00:00:00Z") })
)

describe("periods", () => {
  prop(
    "hold every instant in exactly one: from their first millisecond to the one before the next's",
    [instants],
    ([ms]) => {
      const period = periodOf(ms)
      const startMs = at(`${period}T00:00:00Z`)
      assert.isAtMost(startMs, ms)
      assert.isBelow(ms, periodEndMs(period))
      assert.strictEqual(periodOf(startMs), period)
      assert.strictEqual(periodOf(periodEndMs(period) - 1), period)
      assert.notStrictEqual(periodOf(periodEndMs(period)), period)
      assert.strictEqual(at(`${periodOf(periodEndMs(period))}T00:00:00Z`), periodEndMs(period))
    },
    { arbitrary: { runs: 300, seed: "periods" } }
  )
})

describe("a month's end", () => {
  const ends = [
    { before: "2026-11-30T23:59:59.000Z", after: "2026-12-01T00:00:00.000Z" },
    { before: "2026-12-31T23:59:59.000Z", after: "2027-01-01T00:00:00.000Z" },
    { before: "2028-02-29T23:59:59.000Z", after: "2028-03-01T00:00:00.000Z" },
    { before: "2027-02-28T23:59:59.000Z", after: "2027-03-01T00:00:00.000Z" }
  ]
  it.live.each(ends)("gives a full bucket at $after, and none before", ({ after, before }) =>
    Effect.gen(function* () {
      const { ledger, run, time } = yield* ledgerAt(before)
      const account = yield* run(openAccount(yield* run(openPlan([5, 0, 0]))))
      assert.strictEqual((yield* ledger.settle(yield* run(chargeOf(account, 5)))).outcome, "charged")
      assert.strictEqual((yield* ledger.settle(yield* run(chargeOf(account, 1)))).outcome, "refused")
      const old = yield* run(ledger.usage(account))
      assert.deepEqual([old?.buckets.general.remaining, old?.resetMs], [0, at(after)])
      time.setMs(at(after))
      const fresh = yield* run(ledger.usage(account))
      assert.deepEqual([fresh?.buckets.general.remaining, fresh?.byOperation], [5, []])
      assert.strictEqual((yield* ledger.settle(yield* run(chargeOf(account, 2)))).used, 2)
      assert.deepEqual((yield* run(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("leaves a charge in the period in which its request came, settled whenever", () =>
    Effect.gen(function* () {
      const { ledger, run, time } = yield* ledgerAt("2026-11-30T23:59:59.000Z")
      const account = yield* run(openAccount())
      const charge = yield* run(chargeOf(account, 5))
      time.setMs(at("2026-12-01T00:00:00.500Z"))
      yield* ledger.settle(charge)
      assert.deepEqual(
        (yield* run(entriesOf(account))).map(({ period, used_delta }) => [period, used_delta]),
        [["2026-11-01", 5]]
      )
      assert.deepEqual([...(yield* run(balancesOf(account))).keys()], ["0 2026-11-01"])
      assert.strictEqual((yield* run(ledger.usage(account)))?.buckets.general.used, 0)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("leaves a hold in the period in which it was made, captured whenever", () =>
    Effect.gen(function* () {
      const { credits, ledger, run, time } = yield* ledgerAt("2026-11-30T23:59:59.000Z")
      const account = yield* run(openAccount("indie"))
      const hold = { id: uuidV7Unsafe(), accountId: account, bucket: "creative" as const, credits: 8 }
      yield* run(credits.hold({ ...hold, operation: "POST /job", forMs: 3_600_000 }))
      time.setMs(at("2026-12-01T00:10:00.000Z"))
      assert.deepEqual(yield* run(credits.capture(hold.id, 6)), { outcome: "captured", captured: 6 })
      const usage = yield* run(ledger.usage(account))
      assert.deepEqual(usage?.buckets.creative, { limit: 10, used: 0, held: 0, remaining: 10 })
      assert.deepEqual([...(yield* run(balancesOf(account)))], [["2 2026-11-01", { used: 6, held: 0, granted: 0 }]])
      assert.deepEqual((yield* run(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("ends what was granted with the month it was granted in", () =>
    Effect.gen(function* () {
      const { ledger, run, time } = yield* ledgerAt("2026-11-30T12:00:00.000Z")
      const account = yield* run(openAccount())
      yield* run(ledger.grant({ id: uuidV7Unsafe(), accountId: account, bucket: "general", credits: 50 }))
      assert.strictEqual((yield* run(ledger.usage(account)))?.buckets.general.limit, 150)
      time.setMs(at("2026-12-01T00:00:00.000Z"))
      assert.strictEqual((yield* run(ledger.usage(account)))?.buckets.general.limit, 100)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("lets a plan change within the month count at once, and keeps what was used", () =>
    Effect.gen(function* () {
      const { ledger, run } = yield* ledgerAt("2026-11-15T12:00:00.000Z")
      const account = yield* run(openAccount())
      const settle = (credits: number) => Effect.flatMap(run(chargeOf(account, credits)), ledger.settle)
      assert.strictEqual((yield* settle(100)).outcome, "charged")
      assert.strictEqual((yield* settle(1)).outcome, "refused")
      yield* run(setPlan(account, "indie"))
      const larger = yield* settle(1)
      assert.deepEqual([larger.outcome, larger.used, larger.limit, larger.plan], ["charged", 101, 5_000, "indie"])
      yield* run(setPlan(account, "free"))
      const smaller = yield* settle(1)
      assert.deepEqual([smaller.outcome, smaller.used, smaller.limit], ["refused", 101, 100])
      assert.strictEqual((yield* run(ledger.usage(account)))?.buckets.general.remaining, 0)
    }).pipe(Effect.scoped, quiet)
  )
})

layer(nodesLayer(3), { excludeTestServices: true })("partitions of the entries", (it) => {
  it.effect("are made by the first charge of their month, on whatever node, also when all come at once", () =>
    Effect.gen(function* () {
      const { ledgers } = yield* Nodes
      const sql = yield* SqlClient.SqlClient
      const account = yield* openAccount()
      const charges = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        chargeOf(account, 1, { period: "2031-05-01" })
      )
      const partition = sql<{ name: string | null }>`SELECT to_regclass('core_credit_entries_203105')::text AS name`
      assert.deepEqual(yield* partition, [{ name: null }])
      const receipts = yield* Effect.forEach(
        charges,
        (charge, index) => ledgers[index % ledgers.length]?.settle(charge) ?? Effect.die("no node"),
        { concurrency: "unbounded" }
      )
      assert.isTrue(receipts.every(({ outcome }) => outcome === "charged"))
      assert.deepEqual(yield* partition, [{ name: "core_credit_entries_203105" }])
      const [row] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM core_credit_entries_203105`
      assert.strictEqual(row?.count, 12)
    })
  )

  it.effect("are there for this month and the next from the start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nowMs = yield* Clock.currentTimeMillis
      const names = [periodOf(nowMs), periodOf(periodEndMs(periodOf(nowMs)))].map(
        (period) => `core_credit_entries_${period.slice(0, 7).replace("-", "")}`
      )
      for (const name of names) {
        assert.deepEqual(yield* sql<{ name: string | null }>`SELECT to_regclass(${name})::text AS name`, [{ name }])
      }
    })
  )
})

describe("a hold", () => {
  it.live("that nobody settles is given back when it expires, and cannot be captured after", () =>
    Effect.gen(function* () {
      const { credits, ledger, node, run, time } = yield* ledgerAt("2026-11-15T12:00:00.000Z")
      const account = yield* run(openAccount("indie"))
      const hold = (id: string, forMs: number) =>
        run(credits.hold({ id, accountId: account, bucket: "creative", credits: 5, operation: "POST /job", forMs }))
      const short = uuidV7Unsafe()
      yield* hold(short, 1_000)
      yield* hold(uuidV7Unsafe(), 3_600_000)
      const refused = yield* Effect.flip(hold(uuidV7Unsafe(), 1_000))
      if (refused._tag !== "RATE_LIMIT_EXCEEDED") return assert.fail(refused._tag)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.retryAfterSeconds, (at("2026-12-01T00:00:00Z") - at("2026-11-15T12:00:00Z")) / 1000)
      time.advanceMs(2_000)
      // Every node gives back what has expired when it starts, and then twice a minute.
      yield* node
      yield* eventually(run(ledger.usage(account)), (usage) => usage?.buckets.creative.held === 5)
      const gone = yield* Effect.flip(run(credits.capture(short, 5)))
      assert.deepEqual(gone._tag === "HoldGone" && [gone.holdId, gone.state], [short, "expired"])
      const usage = yield* run(ledger.usage(account))
      assert.deepEqual(usage?.buckets.creative, { limit: 10, used: 0, held: 5, remaining: 5 })
      assert.deepEqual((yield* run(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("whose transaction is rolled back leaves nothing, not even in the memory of the node", () =>
    Effect.gen(function* () {
      const { credits, ledger, run, time } = yield* ledgerAt("2026-11-15T12:00:00.000Z")
      const account = yield* run(openAccount("indie"))
      // Two months on, so that the partition is not there yet either.
      time.setMs(at("2027-02-10T12:00:00.000Z"))
      const sql = yield* run(SqlClient.SqlClient)
      const hold = { id: uuidV7Unsafe(), accountId: account, bucket: "creative" as const, credits: 4 }
      const make = credits.hold({ ...hold, operation: "POST /rolled-back", forMs: 60_000 })
      const failed = yield* Effect.flip(run(sql.withTransaction(Effect.andThen(make, Effect.fail("no" as const)))))
      assert.strictEqual(failed, "no")
      assert.strictEqual((yield* run(balancesOf(account))).size, 0)
      assert.strictEqual((yield* ledger.settle(yield* run(chargeOf(account, 1)))).outcome, "charged")
      yield* run(sql.withTransaction(make))
      assert.deepEqual(yield* run(credits.capture(hold.id, 9)), { outcome: "captured", captured: 4 })
      assert.deepEqual(yield* run(credits.capture(hold.id, 1)), { outcome: "already_captured", captured: 4 })
      assert.deepEqual((yield* run(ledger.usage(account)))?.byOperation, [
        { operation: "POST /rolled-back", credits: 4, requests: 1 },
        { operation: "GET /tested", credits: 1, requests: 1 }
      ])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("does not pay for the request under whose id it is made", () =>
    Effect.gen(function* () {
      const { credits, ledger, run } = yield* ledgerAt("2026-11-15T12:00:00.000Z")
      const account = yield* run(openAccount("indie"))
      const id = uuidV7Unsafe()
      const hold = { id, accountId: account, bucket: "general" as const, credits: 4 }
      yield* run(credits.hold({ ...hold, operation: "POST /job", forMs: 60_000 }))
      yield* run(credits.hold({ ...hold, operation: "POST /job", forMs: 60_000 }))
      const receipt = yield* ledger.settle(yield* run(chargeOf(account, 2, { id })))
      assert.deepEqual([receipt.outcome, receipt.used, receipt.held], ["charged", 2, 4])
      yield* run(credits.release(id))
      yield* run(credits.release(id))
      assert.deepEqual((yield* run(ledger.usage(account)))?.buckets.general, {
        limit: 5_000,
        used: 2,
        held: 0,
        remaining: 4_998
      })
      assert.deepEqual((yield* run(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )
})
