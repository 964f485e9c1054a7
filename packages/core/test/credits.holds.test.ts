import { assert, describe, it, layer } from "@effect/vitest"
import { Credits } from "@storeglass/plugin-api"
import { Clock, Effect, Fiber } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import { CreditLedger } from "../src/credits/CreditLedger.ts"
import { balancesOf, chargeOf, openAccount, openPlan, setPlan } from "./credits.accounts.ts"
import { at, eventually, ledgerAt, Nodes, nodesLayer, quiet } from "./credits.support.ts"

const hourMs = 3_600_000

const jobFor = (accountId: string, credits: number, forMs = hourMs) => ({
  id: uuidV7Unsafe(),
  accountId,
  bucket: "creative" as const,
  credits,
  operation: "POST /job",
  forMs
})

layer(nodesLayer(1), { excludeTestServices: true })("a hold", (it) => {
  it.effect("says what became of it: captured once, and never again or in silence", () =>
    Effect.gen(function* () {
      const credits = yield* Credits
      const account = yield* openAccount("indie")
      const first = jobFor(account, 4)
      yield* credits.hold(first)
      assert.deepEqual(yield* credits.capture(first.id, 3), { outcome: "captured", captured: 3 })
      assert.deepEqual(yield* credits.capture(first.id, 4), { outcome: "already_captured", captured: 3 })
      assert.deepEqual(yield* credits.release(first.id), { outcome: "already_captured", captured: 3 })

      const second = jobFor(account, 2)
      yield* credits.hold(second)
      assert.deepEqual(yield* credits.release(second.id), { outcome: "released", captured: 0 })
      assert.deepEqual(yield* credits.release(second.id), { outcome: "already_released", captured: 0 })

      const stranger = uuidV7Unsafe()
      assert.deepEqual(yield* credits.release(stranger), { outcome: "unknown", captured: 0 })
      const wanted = [
        { of: credits.capture(second.id, 2), state: "released" },
        { of: credits.capture(stranger, 1), state: "unknown" },
        { of: credits.extend(first.id, hourMs), state: "captured" },
        { of: credits.extend(second.id, hourMs), state: "released" },
        { of: credits.extend(stranger, hourMs), state: "unknown" },
        { of: credits.hold(first), state: "captured" },
        { of: credits.hold(second), state: "released" }
      ]
      for (const { of, state } of wanted) {
        const error = yield* Effect.flip(of)
        assert.strictEqual<string | false>(error._tag === "HoldGone" && error.state, state)
        assert.include(error.message, "nothing was charged")
      }
      assert.deepEqual(
        yield* Effect.map(credits.balance(account, "creative"), ({ held, used }) => [used, held]),
        [3, 0]
      )
    })
  )

  it.effect("is of the account that made it: another's with its id is a defect and holds nothing", () =>
    Effect.gen(function* () {
      const credits = yield* Credits
      const mine = jobFor(yield* openAccount("indie"), 4)
      yield* credits.hold(mine)
      const other = yield* openAccount("indie")
      const exit = yield* Effect.exit(credits.hold({ ...mine, accountId: other }))
      assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.some(({ _tag }) => _tag === "Die"))
      assert.strictEqual((yield* credits.balance(other, "creative")).held, 0)
      assert.deepEqual((yield* auditLedger(other)).differences, [])
    })
  )

  it.effect("shows in the balance of its bucket alone, and an account that doesn't exist has none", () =>
    Effect.gen(function* () {
      const credits = yield* Credits
      const account = yield* openAccount(yield* openPlan([7, 0, 9]))
      yield* credits.hold(jobFor(account, 4))
      const { resetMs, ...creative } = yield* credits.balance(account, "creative")
      assert.deepEqual(creative, { limit: 9, used: 0, held: 4, remaining: 5 })
      assert.isAbove(resetMs, yield* Clock.currentTimeMillis)
      assert.strictEqual((yield* credits.balance(account, "general")).remaining, 7)
      assert.strictEqual((yield* credits.balance(account, "aiVisibility")).limit, 0)
      const nobody = yield* credits.balance(uuidV7Unsafe(), "general")
      assert.deepEqual([nobody.limit, nobody.used, nobody.held, nobody.remaining], [0, 0, 0, 0])
    })
  )

  it.effect("lets no plugin keep a balance locked: its transaction is ended, and charges of all accounts go on", () =>
    Effect.gen(function* () {
      const credits = yield* Credits
      const sql = yield* SqlClient.SqlClient
      const ledger = (yield* Nodes).ledgers[0] ?? (yield* CreditLedger)
      const account = yield* openAccount("indie")
      const hold = jobFor(account, 4)
      const slow = yield* Effect.forkChild(
        credits.hold(hold).pipe(Effect.andThen(sql`SELECT pg_sleep(30)`), sql.withTransaction, Effect.exit)
      )
      yield* eventually(
        sql<{ sleeping: number }>`SELECT count(*)::int AS sleeping FROM pg_stat_activity WHERE wait_event = 'PgSleep'`,
        ([row]) => row?.sleeping === 1
      )
      const before = yield* Clock.currentTimeMillis
      const receipt = yield* ledger.settle({ ...(yield* chargeOf(account, 1, { bucket: 2 })) })
      assert.strictEqual(receipt.outcome, "charged")
      assert.strictEqual(receipt.held, 0)
      assert.isBelow((yield* Clock.currentTimeMillis) - before, 3_000)
      assert.strictEqual((yield* Fiber.join(slow))._tag, "Failure")
      // The pool has put another connection in the place of the one that was ended.
      yield* credits.hold(hold)
      assert.deepEqual(yield* credits.capture(hold.id, 4), { outcome: "captured", captured: 4 })
      assert.deepEqual((yield* auditLedger(account)).differences, [])
    })
  )
})

describe("a hold over time", () => {
  it.live("is kept as long as it is renewed, and renewing never shortens it", () =>
    Effect.gen(function* () {
      const { credits, node, run, time } = yield* ledgerAt("2026-11-15T12:00:00.000Z")
      const account = yield* run(openAccount("indie"))
      const renewed = jobFor(account, 5, 10_000)
      const left = jobFor(account, 3, 10_000)
      yield* run(credits.hold(renewed))
      yield* run(credits.hold(left))
      const { expiresAtMs } = yield* run(credits.extend(renewed.id, 60_000))
      assert.isAtLeast(expiresAtMs, at("2026-11-15T12:01:00.000Z"))
      assert.deepEqual(yield* run(credits.extend(renewed.id, 1_000)), { expiresAtMs })
      time.advanceMs(20_000)
      // Every node gives back what has expired when it starts, and then twice a minute.
      yield* node
      yield* eventually(run(credits.balance(account, "creative")), ({ held }) => held === 5)
      const gone = yield* Effect.flip(run(credits.extend(left.id, 60_000)))
      assert.deepEqual(gone._tag === "HoldGone" && gone.state, "expired")
      assert.deepEqual(yield* run(credits.release(left.id)), { outcome: "already_expired", captured: 0 })
      assert.deepEqual(yield* run(credits.capture(renewed.id, 5)), { outcome: "captured", captured: 5 })
      assert.deepEqual((yield* run(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("stays in its month and whole over a month's end, while the plan changes and changes again", () =>
    Effect.gen(function* () {
      const { credits, run, time } = yield* ledgerAt("2026-11-30T23:59:00.000Z")
      const account = yield* run(openAccount("small"))
      const clean = Effect.map(run(auditLedger(account)), ({ differences }) => assert.deepEqual(differences, []))
      const part = jobFor(account, 30)
      const none = jobFor(account, 6)
      yield* run(credits.hold(part))
      yield* run(credits.hold(none))
      yield* run(setPlan(account, "free"))
      const november = yield* run(credits.balance(account, "creative"))
      assert.deepEqual([november.limit, november.held, november.remaining], [0, 36, 0])
      yield* clean
      time.setMs(at("2026-12-01T00:00:30.000Z"))
      const december = yield* run(credits.balance(account, "creative"))
      assert.deepEqual([december.limit, december.held, december.remaining], [0, 0, 0])
      yield* run(credits.extend(part.id, 2 * hourMs))
      yield* clean
      yield* run(setPlan(account, "indie"))
      assert.deepEqual(yield* run(credits.capture(part.id, 25)), { outcome: "captured", captured: 25 })
      yield* clean
      yield* run(setPlan(account, "growth"))
      assert.deepEqual(yield* run(credits.release(none.id)), { outcome: "released", captured: 0 })
      yield* clean
      assert.deepEqual([...(yield* run(balancesOf(account)))], [["2 2026-11-01", { used: 25, held: 0, granted: 0 }]])
      assert.strictEqual((yield* run(credits.balance(account, "creative"))).remaining, 120)
      assert.strictEqual((yield* run(auditLedger(account))).holds, 0)
    }).pipe(Effect.scoped, quiet)
  )
})
