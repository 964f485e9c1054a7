import { assert, describe, it } from "@effect/vitest"
import { auditLedger, CreditLedger } from "@storeglass/core"
import { type Answer, databaseProxy, freshDatabase, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Deferred, Effect, Fiber, Predicate, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { makeFixture } from "../billing/fixture.ts"

const item = "/v1/fixture/items/1"
const codeOf = ({ json }: Answer): unknown =>
  Predicate.hasProperty(json, "error") && Predicate.hasProperty(json.error, "code") ? json.error.code : undefined

/** A gateway whose way to its database can be broken. */
const breakableWith = Effect.fnUntraced(function* (patienceMs: number) {
  const proxy = yield* databaseProxy(yield* freshDatabase())
  const gateway = yield* startTestGateway({
    further: [makeFixture().plugin],
    databaseUrl: proxy.url,
    config: { ledger: { patienceMs } }
  })
  // Whatever a test leaves broken would hold up the end of the gateway.
  yield* Effect.addFinalizer(() => Effect.sync(proxy.restore))
  const ask = (path: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
    Effect.promise(() => gateway.ask(path, { key, headers }))
  return { proxy, gateway, ask, account: Effect.promise(() => gateway.account({ plan: "growth" })) }
})
const breakable = breakableWith(600)
type Ask = Effect.Success<typeof breakable>["ask"]

const isAway = (answer: Answer) => {
  assert.deepEqual(
    [answer.status, codeOf(answer), answer.headers.get("retry-after")],
    [503, "SERVICE_UNAVAILABLE", "1"]
  )
  assert.match(answer.text, /nothing (is|was) charged/)
  assert.isNotNull(answer.headers.get("x-request-id"))
}
const backWithin = (ask: Ask, key: string, seconds: number) =>
  ask(item, key).pipe(
    Effect.filterOrFail(({ status }) => status === 200),
    Effect.retry(Schedule.spaced(50)),
    Effect.timeout(`${seconds} seconds`)
  )
const settled = (gateway: TestGateway) =>
  Effect.promise(() => gateway.run(Effect.flatMap(CreditLedger.CreditLedger, (ledger) => ledger.unconfirmed))).pipe(
    Effect.filterOrFail((open) => open === 0),
    Effect.retry({ schedule: Schedule.spaced(50), times: 200 })
  )
// A connection that was cut while nobody used it is found dead by the next who does.
const again = { schedule: Schedule.spaced(50), times: 20 }
const used = (gateway: TestGateway, accountId: string) =>
  Effect.retry(
    Effect.tryPromise(() => gateway.used(accountId)),
    again
  )
const differences = (gateway: TestGateway) =>
  Effect.retry(
    Effect.tryPromise(() => gateway.run(Effect.map(auditLedger(), (report) => report.differences))),
    again
  )

describe("a gateway whose PostgreSQL is gone", () => {
  it.live("answers 503 in the envelope, says so at /v1/health, charges nothing, and is back by itself", () =>
    Effect.gen(function* () {
      const { account, ask, gateway, proxy } = yield* breakable
      const known = yield* account
      const unknown = yield* account
      assert.strictEqual((yield* ask(item, known.key)).status, 200)
      proxy.cut()
      isAway(yield* ask(item, known.key))
      isAway(yield* ask(item, unknown.key))
      isAway(yield* ask(item, known.key, { "idempotency-key": "gone" }))
      const health = yield* ask("/v1/health", "")
      assert.strictEqual(health.status, 200)
      assert.deepNestedInclude(health.json, { "data.status": "degraded", "data.checks.database": "down" })
      // What costs nothing and is told without the database is still told; only the balance is missing.
      assert.strictEqual((yield* ask("/v1/fixture/free", known.key)).status, 200)
      proxy.restore()
      yield* backWithin(ask, known.key, 2)
      yield* settled(gateway)
      assert.strictEqual(yield* used(gateway, known.accountId), 4)
      assert.strictEqual(yield* used(gateway, unknown.accountId), 0)
      const repeated = yield* ask(item, known.key, { "idempotency-key": "gone" })
      assert.deepEqual([repeated.status, repeated.headers.get("idempotent-replayed")], [200, null])
      assert.deepEqual(yield* differences(gateway), [])
    }).pipe(Effect.scoped)
  )

  it.live("answers 503 within seconds when it takes requests and never answers, and gives back what it took", () =>
    Effect.gen(function* () {
      const { account, ask, gateway, proxy } = yield* breakable
      const { accountId, key } = yield* account
      const unknown = yield* account
      assert.strictEqual((yield* ask(item, key)).status, 200)
      proxy.blackHole()
      const answers = yield* Effect.all(
        [ask(item, key), ask(item, unknown.key), ask(item, key, { "idempotency-key": "silent" })],
        {
          concurrency: "unbounded"
        }
      ).pipe(Effect.timeout("6 seconds"))
      for (const answer of answers) isAway(answer)
      proxy.restore()
      yield* backWithin(ask, key, 4)
      yield* settled(gateway)
      assert.strictEqual(yield* used(gateway, accountId), 4)
      assert.deepEqual(yield* differences(gateway), [])
    }).pipe(Effect.scoped)
  )
})

describe("a write whose connection is lost within its transaction", () => {
  it.live("is 503, and there's nothing of it", () =>
    Effect.gen(function* () {
      const proxy = yield* databaseProxy(yield* freshDatabase())
      const gateway = yield* startTestGateway({ plugins: { stores: true, workspace: true }, databaseUrl: proxy.url })
      yield* Effect.addFinalizer(() => Effect.sync(proxy.restore))
      const { key } = yield* Effect.promise(() => gateway.account({ plan: "growth" }))
      const body = { appId: 900_001, isLive: false }
      const add = Effect.promise(() => gateway.ask("/v1/user/apps", { method: "POST", key, body }))
      proxy.cutAnswerTo("INSERT INTO workspace_apps")
      isAway(yield* add)
      const again = yield* add
      assert.strictEqual(again.status, 200, again.text)
    }).pipe(Effect.scoped)
  )
})

describe("an answer with an Idempotency-Key that the database never says it kept", () => {
  it.live("is 503 after one patience, which no balance is waited for, and its charge is given back", () =>
    Effect.gen(function* () {
      const { account, gateway, proxy } = yield* breakableWith(8_000)
      const { accountId, key } = yield* account
      proxy.blackHoleFrom("core_idempotency_keep")
      const ask = Effect.promise(() => gateway.ask(item, { key, headers: { "idempotency-key": "kept" } }))
      const answer = yield* Effect.timeout(ask, "6 seconds")
      isAway(answer)
      assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
      proxy.restore()
      yield* settled(gateway)
      assert.strictEqual(yield* used(gateway, accountId), 0)
      assert.deepEqual(yield* differences(gateway), [])
    }).pipe(Effect.scoped)
  )
})

describe("a gateway whose ledger is not confirmed in time", () => {
  it.live("gives the Idempotency-Key free, takes back the charge, and answers the next with that key", () =>
    Effect.gen(function* () {
      const { account, ask, gateway } = yield* breakable
      const { accountId, key } = yield* account
      assert.strictEqual((yield* ask(item, key)).status, 200)
      const release = yield* Deferred.make<void>()
      const locked = yield* Deferred.make<void>()
      const lock = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql`SELECT 1 FROM core_credit_balances WHERE account_id = ${accountId}::uuid FOR UPDATE`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(release)),
          sql.withTransaction
        )
      )
      const holding = yield* Effect.forkScoped(Effect.promise(() => gateway.run(lock)))
      yield* Deferred.await(locked)
      isAway(yield* ask(item, key, { "idempotency-key": "locked" }))
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(holding)
      yield* settled(gateway)
      assert.strictEqual(yield* used(gateway, accountId), 2)
      const next = yield* ask(item, key, { "idempotency-key": "locked" })
      assert.deepEqual([next.status, next.headers.get("idempotent-replayed")], [200, null])
      const replayed = yield* ask(item, key, { "idempotency-key": "locked" })
      assert.deepEqual([replayed.status, replayed.headers.get("idempotent-replayed")], [200, "true"])
      assert.strictEqual(yield* used(gateway, accountId), 4)
      assert.deepEqual(yield* differences(gateway), [])
    }).pipe(Effect.scoped)
  )
})

/** Cuts all connections with every so many answers, so that others are at work whatever the machine's speed. */
const breakEvery = (answers: number, reset: () => void) => {
  let seen = 0
  return Effect.sync(() => {
    seen += 1
    if (seen % answers === 0) reset()
  })
}

describe("a gateway whose connections to PostgreSQL break again and again", () => {
  it.live("gives no answer free, and charges none that it did not give", () =>
    Effect.gen(function* () {
      const { account, ask, gateway, proxy } = yield* breakable
      const { accountId, key } = yield* account
      let served = 0
      let away = 0
      const answered = breakEvery(20, proxy.reset)
      const client = Effect.forEach(
        Array.from({ length: 25 }),
        Effect.fnUntraced(function* () {
          const answer = yield* ask(item, key)
          yield* answered
          if (answer.status === 200) served += 1
          else {
            isAway(answer)
            away += 1
          }
        })
      )
      yield* Effect.all(
        Array.from({ length: 20 }, () => client),
        { concurrency: "unbounded" }
      )
      yield* settled(gateway)
      assert.strictEqual(served + away, 500)
      assert.isAbove(served, 0)
      assert.strictEqual(yield* used(gateway, accountId), served * 2)
      assert.deepEqual(yield* differences(gateway), [])
    }).pipe(Effect.scoped)
  )

  it.live("answers each Idempotency-Key in the end, and charges each once", () =>
    Effect.gen(function* () {
      const { account, ask, gateway, proxy } = yield* breakable
      const { accountId, key } = yield* account
      const answered = breakEvery(8, proxy.reset)
      const untilServed = (idempotencyKey: string) =>
        ask(item, key, { "idempotency-key": idempotencyKey }).pipe(
          Effect.tap((answer) => Effect.sync(() => assert.include([200, 409, 503], answer.status))),
          Effect.tap(answered),
          Effect.filterOrFail(({ status }) => status === 200),
          Effect.retry({ schedule: Schedule.spaced(20), times: 300 })
        )
      const keys = Array.from({ length: 150 }, (_, index) => `key-${index}`)
      yield* Effect.forEach(keys, untilServed, { concurrency: 20 })
      yield* settled(gateway)
      assert.strictEqual(yield* used(gateway, accountId), keys.length * 2)
      assert.deepEqual(yield* differences(gateway), [])
    }).pipe(Effect.scoped)
  )
})
