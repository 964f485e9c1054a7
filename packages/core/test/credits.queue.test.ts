import { assert, describe, it } from "@effect/vitest"
import { LedgerLoad } from "@storeglass/plugin-api"
import { databaseProxy } from "@storeglass/testkit"
import { Clock, Context, Effect, Exit, Fiber, Latch, Layer, Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import { type ChargeItem, makeChargeQueue } from "../src/credits/ChargeQueue.ts"
import { CreditLedger, type CreditLedgerOptions } from "../src/credits/CreditLedger.ts"
import { makeChargeTimes } from "../src/credits/chargeTimes.ts"
import { balancesOf, chargeOf, entriesOf, openAccount } from "./credits.accounts.ts"
import {
  eventually,
  ledgerOn,
  lockBalances,
  migratedDatabase,
  Nodes,
  nodesLayer,
  poolOn,
  quiet,
  waitingStatements
} from "./credits.support.ts"

/** Runs with a ledger on a new database. */
const withLedger =
  (options: CreditLedgerOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(migratedDatabase, (url) => Effect.provide(effect, ledgerOn(url, options))).pipe(Effect.scoped, quiet)

/** A ledger that reaches its database by a proxy, and a client that goes straight. */
const brokenLedger = Effect.fnUntraced(function* (options: CreditLedgerOptions) {
  const url = yield* migratedDatabase
  const proxy = yield* databaseProxy(url)
  const context = yield* Layer.build(ledgerOn(proxy.url, options))
  const straight = yield* Layer.build(Layer.fresh(poolOn(url, 2)))
  const ledger = Context.get(context, CreditLedger)
  return {
    proxy,
    ledger,
    straight: Effect.provideContext<SqlClient.SqlClient>(straight),
    through: Effect.provideContext<CreditLedger | SqlClient.SqlClient>(context)
  }
})

const used = Effect.fnUntraced(function* (accountId: string) {
  return [...(yield* balancesOf(accountId)).values()].reduce((total, balance) => total + balance.used, 0)
})

const settleFails = Effect.fnUntraced(function* (charge: Parameters<CreditLedger["Service"]["settle"]>[0]) {
  const ledger = yield* CreditLedger
  const failure = yield* Effect.flip(ledger.settle(charge))
  assert.deepEqual([failure._tag, failure.status, failure.retryAfterSeconds], ["SERVICE_UNAVAILABLE", 503, 1])
})

describe("the ledger's queue", () => {
  it.live("charges nothing for whom nobody waits, but for a repeat with the same idempotency key", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      const gone = yield* Effect.flip(ledger.settle(yield* chargeOf(account, 1), () => false))
      assert.strictEqual(gone._tag, "SERVICE_UNAVAILABLE")
      assert.strictEqual((yield* ledger.usage(account))?.buckets.general.used, 0)
      const idempotency = { key: "k", owner: 1, attempt: 1 }
      const keyed = yield* chargeOf(account, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO core_idempotency
        (account_id, key, fingerprint, request_id, period, owner, created_at, expires_at)
        VALUES (${account}::uuid, 'k', '', ${keyed.id}::uuid, ${keyed.period}::date, 1, now(), now() + interval '1 day')`
      yield* ledger.settle({ ...keyed, idempotency }, () => false)
      assert.strictEqual((yield* ledger.usage(account))?.buckets.general.used, 1)
    }).pipe(withLedger())
  )

  it.live("tells how long charges took lately, waiting for a balance included, and that there were none", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      const { chargesP99Ms } = yield* LedgerLoad
      assert.isNull(yield* chargesP99Ms)
      yield* ledger.settle(yield* chargeOf(account, 1))
      const quick = yield* chargesP99Ms
      const release = yield* lockBalances(account)
      const slow = yield* Effect.forkScoped(ledger.settle(yield* chargeOf(account, 1)))
      yield* eventually(waitingStatements, (count) => count > 0)
      const waitingMs = performance.now()
      const sql = yield* SqlClient.SqlClient
      yield* sql`SELECT pg_sleep(0.05)`
      const waitedMs = performance.now() - waitingMs
      yield* release
      yield* Fiber.join(slow)
      const p99Ms = yield* chargesP99Ms
      assert.isAbove(quick ?? 0, 0)
      assert.isAtLeast(p99Ms ?? 0, Math.max(quick ?? 0, waitedMs - 1))
    }).pipe(withLedger())
  )

  it("keeps the last charges of ten seconds, and those alone", () => {
    const times = makeChargeTimes()
    assert.isNull(times.p99Ms(0))
    for (let ms = 1; ms <= 100; ms++) times.add(1_000, ms)
    assert.strictEqual(times.p99Ms(1_000), 99)
    assert.strictEqual(times.p99Ms(10_999), 99)
    assert.isNull(times.p99Ms(11_000))
    for (let count = 0; count < 5_000; count++) times.add(12_000, 7)
    times.add(12_000, 500)
    assert.strictEqual(times.p99Ms(12_000), 7)
  })

  it.live("gives back what was charged while whoever it was for went away, and nothing that a repeat would get", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      let asked = 0
      // There when its statement goes, and not when that is answered.
      const leaves = () => ++asked === 1
      const gone = yield* chargeOf(account, 7)
      assert.strictEqual((yield* ledger.settle(gone, leaves)).outcome, "charged")
      assert.strictEqual((yield* ledger.settle(yield* chargeOf(account, 1), () => true)).outcome, "charged")
      yield* eventually(ledger.unconfirmed, (count) => count === 0)
      assert.deepEqual([asked, yield* used(account)], [2, 1])
      const entries = (yield* entriesOf(account)).filter(({ id }) => id !== gone.id)
      assert.deepEqual(entries.map(({ kind, used_delta }) => [kind, used_delta]).sort(), [
        ["charge", 1],
        ["reversal", -7]
      ])
      assert.deepEqual((yield* auditLedger(account)).differences, [])
    }).pipe(withLedger())
  )

  it.live("settles what arrives at once in few transactions", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      const charges = yield* Effect.forEach(Array.from({ length: 60 }), () => chargeOf(account, 1))
      yield* Effect.forEach(charges, (charge) => ledger.settle(charge), { concurrency: 60 })
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ entries: number; transactions: number }>`
        SELECT count(*)::int AS entries, count(DISTINCT xmin::text)::int AS transactions FROM core_credit_entries`
      assert.strictEqual(row?.entries, 60)
      assert.isAtMost(row?.transactions ?? 60, 6)
    }).pipe(withLedger({ statementsMax: 1 }))
  )

  it.live("refuses with 503 what comes over its bound, at once, and charges nothing for it", () =>
    Effect.gen(function* () {
      const account = yield* openAccount()
      const ledger = yield* CreditLedger
      const charge = () => chargeOf(account, 1)
      yield* ledger.settle(yield* charge())
      const release = yield* lockBalances(account)
      const first = yield* Effect.forkScoped(ledger.settle(yield* charge()))
      yield* eventually(waitingStatements, (count) => count === 1)
      const waiting = yield* Effect.forEach([yield* charge(), yield* charge()], (each) =>
        Effect.forkScoped(ledger.settle(each), { startImmediately: true })
      )
      yield* settleFails(yield* charge())
      yield* release
      const receipts = yield* Effect.forEach([first, ...waiting], Fiber.join)
      assert.deepEqual(
        receipts.map(({ outcome, used }) => [outcome, used]),
        [
          ["charged", 2],
          ["charged", 3],
          ["charged", 4]
        ]
      )
      assert.strictEqual((yield* entriesOf(account)).length, 4)
    }).pipe(withLedger({ queueMax: 2, statementsMax: 1 }))
  )

  it.live("charges nothing for a caller who left before its charge was sent", () =>
    Effect.gen(function* () {
      const account = yield* openAccount()
      const ledger = yield* CreditLedger
      yield* ledger.settle(yield* chargeOf(account, 1))
      const release = yield* lockBalances(account)
      const first = yield* Effect.forkScoped(ledger.settle(yield* chargeOf(account, 1)))
      yield* eventually(waitingStatements, (count) => count === 1)
      const left = yield* Effect.forkScoped(ledger.settle(yield* chargeOf(account, 10)), { startImmediately: true })
      yield* Fiber.interrupt(left)
      yield* release
      yield* Fiber.join(first)
      const last = yield* ledger.settle(yield* chargeOf(account, 1))
      assert.strictEqual(last.used, 3)
    }).pipe(withLedger({ statementsMax: 1 }))
  )

  it.live("settles a charge that was sent when its caller left meanwhile, and gives it back", () =>
    Effect.gen(function* () {
      const account = yield* openAccount()
      const ledger = yield* CreditLedger
      yield* ledger.settle(yield* chargeOf(account, 1))
      const release = yield* lockBalances(account)
      const charge = yield* chargeOf(account, 10)
      const sent = yield* Effect.forkScoped(ledger.settle(charge))
      yield* eventually(waitingStatements, (count) => count === 1)
      yield* Fiber.interrupt(sent)
      yield* release
      const entries = yield* eventually(entriesOf(account), (found) => found.length === 3)
      assert.deepEqual(entries.map(({ kind, used_delta }) => [kind, used_delta]).sort(), [
        ["charge", 1],
        ["charge", 10],
        ["reversal", -10]
      ])
      const again = yield* ledger.settle(charge)
      assert.deepEqual([again.outcome, again.used], ["voided", 1])
    }).pipe(withLedger())
  )

  it.live(
    "answers those who wait with 503 when the gateway stops, and leaves nothing charged that was not confirmed",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const straight = yield* Layer.build(poolOn(url, 2))
        const scope = yield* Scope.make()
        const context = yield* Layer.build(Layer.fresh(ledgerOn(url, { patienceMs: 400, statementsMax: 1 }))).pipe(
          Scope.provide(scope)
        )
        yield* Effect.gen(function* () {
          const account = yield* Effect.provideContext(openAccount(), context)
          const ledger = Context.get(context, CreditLedger)
          const charge = Effect.provideContext(chargeOf(account, 1), context)
          yield* ledger.settle(yield* charge)
          const release = yield* lockBalances(account)
          const sent = yield* Effect.forkScoped(ledger.settle(yield* charge))
          yield* eventually(waitingStatements, (count) => count === 1)
          const waiting = yield* Effect.forkScoped(ledger.settle(yield* charge), { startImmediately: true })
          const closing = yield* Effect.forkScoped(Scope.close(scope, Exit.void))
          for (const fiber of [sent, waiting]) assert.strictEqual((yield* Effect.flip(Fiber.join(fiber))).status, 503)
          yield* release
          yield* Fiber.join(closing)
          yield* eventually(waitingStatements, (count) => count === 0)
          assert.strictEqual(yield* used(account), 1)
          assert.deepEqual((yield* auditLedger(account)).differences, [])
        }).pipe(Effect.provideContext(straight))
      }).pipe(Effect.scoped, quiet)
  )
})

describe("a charge that the ledger can't take", () => {
  it.live("fails alone and at once, whatever shares its batch", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      const charges = yield* Effect.forEach(Array.from({ length: 30 }), () => chargeOf(account, 1))
      const strays = [7, 8, 29]
      const items = charges.map((charge, index) =>
        strays.includes(index) ? { ...charge, accountId: "nobody" } : charge
      )
      const startedMs = yield* Clock.currentTimeMillis
      const exits = yield* Effect.forEach(items, (item) => Effect.exit(ledger.settle(item)), { concurrency: 30 })
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, 2_500)
      assert.deepEqual(
        exits.flatMap((exit, index) => (Exit.isSuccess(exit) && exit.value.outcome === "charged" ? [] : [index])),
        strays
      )
      for (const index of strays) {
        const failure = yield* Effect.flip(ledger.settle({ ...(yield* chargeOf(account, 1)), accountId: "nobody" }))
        assert.deepEqual([failure._tag, failure.status], ["INTERNAL_ERROR", 500], String(index))
      }
      assert.strictEqual(yield* used(account), 27)
      assert.strictEqual(yield* ledger.unconfirmed, 0)
    }).pipe(withLedger())
  )

  it.live("is told from its credits: never below 0, in parts, or over the bound", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      for (const credits of [-5, 1.5, Number.NaN, 1_000_000_001]) {
        const failure = yield* Effect.flip(ledger.settle(yield* chargeOf(account, credits)))
        assert.strictEqual(failure._tag, "INTERNAL_ERROR", String(credits))
      }
      assert.deepEqual(yield* entriesOf(account), [])
    }).pipe(withLedger())
  )

  it.live("is refused by the database itself when it would give credits away", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const charge = yield* chargeOf(account, 1)
      const sql = yield* SqlClient.SqlClient
      const failure = yield* Effect.flip(sql`SELECT core_charge(ARRAY[${charge.id}::uuid], ARRAY[${account}::uuid],
        ARRAY[0::smallint], ARRAY[${charge.period}::date], ARRAY[-5], ARRAY[${charge.operationId}::int], now())`)
      assert.strictEqual(failure.reason._tag, "ConstraintError")
      assert.deepEqual(yield* entriesOf(account), [])
    }).pipe(withLedger())
  )
})

describe("an account whose balance is locked", () => {
  /** Charges of others, one after the other; how long the slowest took. */
  const others = Effect.fnUntraced(function* (accounts: ReadonlyArray<string>, rounds: number) {
    const ledger = yield* CreditLedger
    let slowestMs = 0
    for (let round = 0; round < rounds; round++) {
      for (const account of accounts) {
        const startedMs = yield* Clock.currentTimeMillis
        assert.strictEqual((yield* ledger.settle(yield* chargeOf(account, 1))).outcome, "charged")
        slowestMs = Math.max(slowestMs, (yield* Clock.currentTimeMillis) - startedMs)
      }
    }
    return slowestMs
  })

  it.live("holds up nobody else, for as long as it lasts, and is charged when it is free", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const neighbours = yield* Effect.forEach([1, 2], () => openAccount("small"))
      const ledger = yield* CreditLedger
      yield* ledger.settle(yield* chargeOf(account, 1))
      const release = yield* lockBalances(account)
      const held: Array<Fiber.Fiber<{ readonly used: number }, unknown>> = []
      for (let wave = 0; wave < 4; wave++) {
        // Of the locked account and of the others, in the same batches.
        held.push(yield* Effect.forkScoped(ledger.settle(yield* chargeOf(account, 1)), { startImmediately: true }))
        held.push(yield* Effect.forkScoped(ledger.settle(yield* chargeOf(account, 1)), { startImmediately: true }))
        assert.isBelow(yield* others(neighbours, 4), wave === 0 ? 1_000 : 400)
      }
      assert.strictEqual(yield* used(account), 1)
      yield* release
      const receipts = yield* Effect.forEach(held, Fiber.join)
      assert.deepEqual(receipts.map((receipt) => receipt.used).sort(), [2, 3, 4, 5, 6, 7, 8, 9])
      assert.strictEqual((yield* ledger.settle(yield* chargeOf(account, 1))).used, 10)
      assert.deepEqual((yield* auditLedger()).differences, [])
    }).pipe(withLedger({ statementsMax: 1, patienceMs: 20_000 }))
  )

  it.live("holds up nobody else before it has a balance, while a hold makes one", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const neighbour = yield* openAccount("small")
      const ledger = yield* CreditLedger
      const charge = yield* chargeOf(account, 1)
      const sql = yield* SqlClient.SqlClient
      const made = yield* Latch.make(false)
      const release = yield* Latch.make(false)
      yield* sql`INSERT INTO core_credit_balances (account_id, bucket, period)
        VALUES (${account}::uuid, 0, ${charge.period}::date)`.pipe(
        Effect.andThen(made.open),
        Effect.andThen(release.await),
        sql.withTransaction,
        Effect.forkScoped
      )
      yield* made.await
      const held = yield* Effect.forkScoped(ledger.settle(charge), { startImmediately: true })
      assert.isBelow(yield* others([neighbour], 10), 1_000)
      yield* release.open
      assert.strictEqual((yield* Fiber.join(held)).used, 1)
    }).pipe(withLedger({ statementsMax: 1, patienceMs: 20_000 }))
  )

  it.live("is answered 503 within its patience, and charged nothing", () =>
    Effect.gen(function* () {
      const account = yield* openAccount("small")
      const ledger = yield* CreditLedger
      yield* ledger.settle(yield* chargeOf(account, 1))
      const release = yield* lockBalances(account)
      const startedMs = yield* Clock.currentTimeMillis
      for (let tries = 0; tries < 2; tries++) yield* settleFails(yield* chargeOf(account, 1))
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, 3_000)
      yield* release
      yield* eventually(ledger.unconfirmed, (count) => count === 0)
      assert.strictEqual((yield* ledger.settle(yield* chargeOf(account, 1))).used, 2)
    }).pipe(withLedger({ statementsMax: 1, patienceMs: 600 }))
  )
})

describe("a ledger whose database fails", () => {
  it.live("answers 503 when its patience ends, and has charged nothing once the database is back", () =>
    Effect.gen(function* () {
      const { ledger, proxy, straight, through } = yield* brokenLedger({ patienceMs: 300 })
      const account = yield* straight(openAccount())
      const charge = yield* through(chargeOf(account, 7))
      proxy.cut()
      const startedMs = yield* Clock.currentTimeMillis
      yield* through(settleFails(charge))
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, 2_000)
      assert.strictEqual(yield* ledger.unconfirmed, 1)
      proxy.restore()
      yield* eventually(ledger.unconfirmed, (count) => count === 0)
      assert.strictEqual(yield* straight(used(account)), 0)
      assert.deepEqual(
        (yield* straight(entriesOf(account))).map(({ kind }) => kind),
        ["void"]
      )
      // Whatever of that charge still comes is refused: its caller has been told that it costs nothing.
      const late = yield* through(ledger.settle(charge))
      assert.deepEqual([late.outcome, late.used], ["voided", 0])
      assert.strictEqual((yield* through(ledger.settle(yield* through(chargeOf(account, 3))))).used, 3)
      assert.deepEqual((yield* straight(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("answers 503 when the database takes the charge and falls silent, and reverses it, once", () =>
    Effect.gen(function* () {
      const { ledger, proxy, straight, through } = yield* brokenLedger({ patienceMs: 300 })
      const account = yield* straight(openAccount())
      const charge = yield* through(chargeOf(account, 7))
      yield* through(ledger.settle(yield* through(chargeOf(account, 1))))
      proxy.blackHole()
      const startedMs = yield* Clock.currentTimeMillis
      yield* through(settleFails(charge))
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, 1_500)
      yield* straight(eventually(used(account), (credits) => credits === 8))
      proxy.restore()
      yield* eventually(ledger.unconfirmed, (count) => count === 0)
      assert.strictEqual(yield* straight(used(account)), 1)
      const late = yield* through(ledger.settle(charge))
      assert.deepEqual([late.outcome, late.used], ["voided", 1])
      const sql = yield* straight(SqlClient.SqlClient)
      const voided = sql<{ outcome: string }>`SELECT core_void(${charge.id}::uuid, ${account}::uuid, 0::smallint,
        ${charge.period}::date, ${charge.operationId}::int, now()) AS outcome`
      assert.deepEqual(yield* voided, [{ outcome: "settled" }])
      assert.deepEqual((yield* straight(entriesOf(account))).map(({ used_delta }) => used_delta).sort(), [-7, 1, 7])
      const usage = yield* straight(through(ledger.usage(account)))
      assert.deepEqual(usage?.byOperation, [{ operation: "GET /tested", credits: 1, requests: 1 }])
      assert.deepEqual((yield* straight(auditLedger(account))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("knows of a charge that was sent, though the partition of its month couldn't be made at first", () =>
    Effect.gen(function* () {
      const { proxy, straight, through } = yield* brokenLedger({})
      const account = yield* straight(openAccount())
      const charge = yield* through(chargeOf(account, 7))
      const unconfirmed: Array<ChargeItem> = []
      const props = { cause: undefined, message: "canceling statement due to lock timeout", operation: "query" }
      const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError(props) })
      let tries = 0
      const submit = yield* through(
        makeChargeQueue({
          batchMax: 10,
          statementsMax: 1,
          queueMax: 10,
          patienceMs: 1_000,
          // Once it is made, the charge is sent, and its answer never comes.
          ensurePeriod: () => (++tries === 1 ? Effect.fail(locked) : Effect.sync(proxy.blackHole)),
          onUnconfirmed: (items) => Effect.sync(() => unconfirmed.push(...items) > 0)
        })
      )
      const failure = yield* Effect.flip(
        Effect.callback<unknown, { readonly status: number }>((resume) =>
          submit(charge, { done: resume, isThere: () => true })
        )
      )
      assert.strictEqual(failure.status, 503)
      yield* straight(eventually(used(account), (credits) => credits === 7))
      assert.deepEqual(unconfirmed, [charge])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("charges once when the acknowledgement of a commit is lost with its connection", () =>
    Effect.gen(function* () {
      const { ledger, proxy, straight, through } = yield* brokenLedger({ patienceMs: 5_000 })
      const account = yield* straight(openAccount())
      const charge = yield* through(chargeOf(account, 7))
      proxy.cutAnswerTo("core_charge")
      const receipt = yield* through(ledger.settle(charge))
      assert.deepEqual([receipt.outcome, receipt.used], ["duplicate", 7])
      assert.deepEqual(
        (yield* straight(entriesOf(account))).map(({ id, kind }) => [id, kind]),
        [[charge.id, "charge"]]
      )
      assert.strictEqual(yield* ledger.unconfirmed, 0)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("lets no statement that was lost charge what was refused after it", () =>
    Effect.gen(function* () {
      const { ledger, proxy, straight, through } = yield* brokenLedger({ patienceMs: 5_000 })
      const account = yield* straight(openAccount("small"))
      const charge = yield* through(chargeOf(account, 900_000_000))
      proxy.cutAnswerTo("core_charge")
      assert.strictEqual((yield* through(ledger.settle(charge))).outcome, "refused")
      yield* eventually(ledger.unconfirmed, (count) => count === 0)
      assert.deepEqual(
        (yield* straight(entriesOf(account))).map(({ id, kind }) => [id, kind]),
        [[charge.id, "void"]]
      )
    }).pipe(Effect.scoped, quiet)
  )

  it.live("holds up no charge longer than its own patience, whoever shares its batch", () =>
    Effect.gen(function* () {
      const { ledger, proxy, straight, through } = yield* brokenLedger({ patienceMs: 400, statementsMax: 1 })
      const account = yield* straight(openAccount())
      yield* through(ledger.settle(yield* through(chargeOf(account, 1))))
      proxy.blackHole()
      const startedMs = yield* Clock.currentTimeMillis
      const waited = yield* Effect.forEach(
        [0, 150, 300, 390],
        Effect.fnUntraced(function* (delayMs) {
          yield* Effect.sleep(delayMs)
          yield* through(settleFails(yield* through(chargeOf(account, 1))))
          return (yield* Clock.currentTimeMillis) - startedMs - delayMs
        }),
        { concurrency: "unbounded" }
      )
      for (const ms of waited) assert.isBelow(ms, 1_000)
      proxy.restore()
      yield* eventually(ledger.unconfirmed, (count) => count === 0)
      assert.strictEqual(yield* straight(used(account)), 1)
    }).pipe(Effect.scoped, quiet)
  )
})

describe("the number of an operation", () => {
  it.effect("is never made up: without one nothing is written", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`
      yield* sql`CREATE TRIGGER lose BEFORE INSERT ON core_operations FOR EACH ROW
        WHEN (NEW.name = 'GET /v1/lost') EXECUTE FUNCTION lose()`
      const exit = yield* Effect.exit(ledger.operationId("GET /v1/lost"))
      assert.isTrue(Exit.isFailure(exit))
      assert.isAbove(yield* ledger.operationId("GET /v1/found"), 0)
    }).pipe(withLedger())
  )

  it.effect("is the same on all nodes and ever after, made with hundreds of others at once or alone", () =>
    Effect.gen(function* () {
      const { ledgers } = yield* Nodes
      const names = Array.from({ length: 300 }, (_, at) => `GET /v1/things/${at}`)
      const [one = assert.fail("no node"), other = assert.fail("one node")] = ledgers
      const alone = yield* one.operationId(names[7] ?? "")
      yield* Effect.all([one.knowOperations(names), other.knowOperations(names.toReversed())], {
        concurrency: "unbounded"
      })
      const numbers = (ledger: typeof one) => Effect.forEach(names, (name) => ledger.operationId(name))
      const known = yield* numbers(one)
      assert.strictEqual(known[7], alone)
      assert.strictEqual(new Set(known).size, names.length)
      assert.deepEqual(yield* numbers(other), known)
    }).pipe(Effect.provide(nodesLayer(2)))
  )
})
