import { assert, describe, it } from "@effect/vitest"
import { auditLedger } from "@storeglass/core"
import { type Answer, codeOf, freshDatabase, startTestGateway } from "@storeglass/testkit"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { makeFixture } from "./fixture.ts"

const gated = "/v1/fixture/gated"

/** Two gateways on one database, and a customer of both. */
const twoNodes = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase()
  const start = Effect.gen(function* () {
    const fixture = makeFixture()
    return { fixture, gateway: yield* startTestGateway({ further: [fixture.plugin], databaseUrl }) }
  })
  const first = yield* start
  const second = yield* start
  const { accountId, key } = yield* Effect.promise(() => first.gateway.account())
  const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    // A connection that was reset is found dead by the next who uses it.
    Effect.retry(
      Effect.tryPromise(() => second.gateway.run(effect)),
      { schedule: Schedule.spaced(20), times: 50 }
    )
  /** Asks a node with its gate closed, and comes back when the handler waits there. */
  const askGated = Effect.fnUntraced(function* (node: typeof first, idempotencyKey: string) {
    const letPass = node.fixture.closeGate()
    const before = node.fixture.waitingAtGate()
    const answer = yield* ask(node, idempotencyKey)
    yield* until(() => node.fixture.waitingAtGate() > before)
    return { answer: Fiber.join(answer), letPass }
  })
  const ask = (node: typeof first, idempotencyKey: string) =>
    Effect.forkScoped(
      Effect.promise(() => node.gateway.ask(gated, { key, headers: { "idempotency-key": idempotencyKey } }))
    )
  const used = Effect.promise(() => second.gateway.used(accountId))
  const differences = Effect.map(run(auditLedger()), (report) => report.differences)
  return { first, second, ask, askGated, run, used, differences }
})

const until = (condition: () => boolean) =>
  Effect.sync(condition).pipe(
    Effect.filterOrFail((holds) => holds),
    Effect.retry(Schedule.spaced(5)),
    Effect.timeout("20 seconds")
  )
const resetAll = SqlClient.SqlClient.use(
  (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`
)
/** Makes a run look as if it had taken longer than any may. */
const overdue = (key: string) =>
  SqlClient.SqlClient.use((sql) => sql`UPDATE core_idempotency SET run_until = clock_timestamp() WHERE key = ${key}`)
const told = (answer: Answer) => [
  answer.status,
  answer.text.replace(/"requestId":"[^"]*"/, ""),
  answer.headers.get("x-request-id")
]

describe("a request with an Idempotency-Key on one of two nodes", () => {
  it.live("stays there when all connections to the database are reset: it runs once and is charged once", () =>
    Effect.gen(function* () {
      const { ask, askGated, differences, first, run, second, used } = yield* twoNodes
      const original = yield* askGated(first, "reset")
      const [reset] = yield* run(
        Effect.andThen(
          resetAll,
          SqlClient.SqlClient.use((sql) => sql<{ at: Date }>`SELECT clock_timestamp() AS at`)
        )
      )
      const repeat = yield* ask(second, "reset")
      // The first node's lease could only be renewed on a new connection.
      yield* run(
        SqlClient.SqlClient.use(
          (sql) => sql<{ renewed: number }>`SELECT count(*)::int AS renewed FROM core_nodes
            WHERE lease_until > ${reset?.at ?? new Date()}::timestamptz + interval '7 seconds'`
        )
      ).pipe(
        Effect.filterOrFail(([row]) => row?.renewed === 2),
        Effect.retry(Schedule.spaced(50)),
        Effect.timeout("20 seconds")
      )
      original.letPass()
      const answers = [yield* original.answer, yield* Fiber.join(repeat)]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200]
      )
      assert.deepEqual(
        answers.map(({ headers }) => headers.get("idempotent-replayed")),
        [null, "true"]
      )
      assert.deepEqual([first.fixture.runs(), second.fixture.runs()], [1, 0])
      assert.deepEqual([yield* used, yield* differences], [2, []])
    }).pipe(Effect.scoped)
  )

  it.live("that loses its place gives the newer run's answer, and both are charged once", () =>
    Effect.gen(function* () {
      const { askGated, differences, first, run, second, used } = yield* twoNodes
      const old = yield* askGated(first, "replaced")
      yield* run(overdue("replaced"))
      const newer = yield* askGated(second, "replaced")
      old.letPass()
      yield* until(() => first.fixture.runs() === 1)
      newer.letPass()
      const [one, two] = [yield* old.answer, yield* newer.answer]
      assert.deepEqual(told(one), told(two))
      assert.deepEqual([one.status, one.headers.get("idempotent-replayed")], [200, "true"])
      assert.deepEqual([yield* used, yield* differences], [2, []])
    }).pipe(Effect.scoped)
  )

  it.live("gives no success of its own when the newer run is a failure, and nothing is charged", () =>
    Effect.gen(function* () {
      const { askGated, differences, first, run, second, used } = yield* twoNodes
      const old = yield* askGated(first, "failed")
      yield* run(overdue("failed"))
      second.fixture.missBehindGate()
      const newer = yield* askGated(second, "failed")
      old.letPass()
      yield* until(() => first.fixture.runs() === 1)
      newer.letPass()
      const [one, two] = [yield* old.answer, yield* newer.answer]
      assert.deepEqual([one.status, two.status, codeOf(one.json)], [404, 404, "NOT_FOUND"])
      assert.deepEqual([yield* used, yield* differences], [0, []])
    }).pipe(Effect.scoped)
  )

  it.live("keeps a success that was given, and its charge, though it is overdue: a repeat runs nothing", () =>
    Effect.gen(function* () {
      const { ask, askGated, differences, first, run, second, used } = yield* twoNodes
      second.fixture.missBehindGate()
      const original = yield* askGated(first, "given")
      original.letPass()
      const answer = yield* original.answer
      yield* run(overdue("given"))
      const repeat = yield* Fiber.join(yield* ask(second, "given"))
      assert.deepEqual(told(repeat), told(answer))
      assert.deepEqual([repeat.status, second.fixture.runs()], [200, 0])
      assert.deepEqual([yield* used, yield* differences], [2, []])
    }).pipe(Effect.scoped)
  )
})

describe("a request with an Idempotency-Key that takes too long", () => {
  it.live("is stopped, charges nothing, and may be sent again", () =>
    Effect.gen(function* () {
      const fixture = makeFixture()
      const gateway = yield* startTestGateway({
        further: [fixture.plugin],
        config: { idempotency: { runMsMax: 1_000 } }
      })
      const { accountId, key } = yield* Effect.promise(() => gateway.account())
      const ask = Effect.promise(() => gateway.ask(gated, { key, headers: { "idempotency-key": "slow" } }))
      const letPass = fixture.closeGate()
      const slow = yield* ask
      assert.deepEqual([slow.status, codeOf(slow.json), fixture.waitingAtGate()], [503, "SERVICE_UNAVAILABLE", 0])
      assert.match(slow.text, /longer than 1 s.*nothing was charged/)
      assert.strictEqual(yield* Effect.promise(() => gateway.used(accountId)), 0)
      letPass()
      const again = yield* ask
      assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [200, null])
      assert.strictEqual(yield* Effect.promise(() => gateway.used(accountId)), 2)
    }).pipe(Effect.scoped)
  )
})

describe("an account with as many Idempotency-Keys as it may have", () => {
  it.live("is refused another by name and charged nothing, and gets what it has again", () =>
    Effect.gen(function* () {
      const fixture = makeFixture()
      const gateway = yield* startTestGateway({
        further: [fixture.plugin],
        config: { idempotency: { recordsPerAccountMax: 3 } }
      })
      const { accountId, key } = yield* Effect.promise(() => gateway.account())
      const other = yield* Effect.promise(() => gateway.account())
      const ask = (idempotencyKey: string, apiKey = key) =>
        Effect.promise(() => gateway.ask(gated, { key: apiKey, headers: { "idempotency-key": idempotencyKey } }))
      for (const each of ["a", "b", "c"]) assert.strictEqual((yield* ask(each)).status, 200)
      const refused = yield* ask("d")
      assert.deepEqual([refused.status, codeOf(refused.json)], [429, "IDEMPOTENCY_QUOTA_EXCEEDED"])
      assert.deepEqual([refused.headers.get("retry-after"), refused.headers.get("x-credit-cost")], ["60", "0"])
      assert.strictEqual((yield* ask("a")).headers.get("idempotent-replayed"), "true")
      assert.strictEqual((yield* ask("d", other.key)).status, 200)
      assert.strictEqual((yield* Effect.promise(() => gateway.ask(gated, { key }))).status, 200)
      assert.strictEqual(fixture.runs(), 5)
      assert.strictEqual(yield* Effect.promise(() => gateway.used(accountId)), 8)
    }).pipe(Effect.scoped)
  )
})
