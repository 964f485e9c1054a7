import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { databaseProxy } from "@storeglass/testkit"
import { Context, Effect, Exit, Fiber, Latch, Layer, type Redacted, type Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import * as CreditLedger from "../src/credits/CreditLedger.ts"
import { periodOf } from "../src/credits/period.ts"
import * as Idempotency from "../src/idempotency/Idempotency.ts"
import * as NodeIdentity from "../src/sql/NodeIdentity.ts"
import { openAccount } from "./credits.accounts.ts"
import { eventually, migratedDatabase, poolOn, quiet } from "./credits.support.ts"

const answer = (status: number): Idempotency.Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: new TextEncoder().encode(`{"status":${status}}`)
})
const replay = (status: number): Idempotency.Begun => ({ _tag: "Replay", answer: answer(status) })
const started = (begun: Idempotency.Begun) =>
  begun._tag === "Started" ? Effect.succeed(begun) : Effect.sync(() => assert.fail(`${begun._tag} instead of Started`))
const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => effect.pipe(Effect.scoped, quiet)

/** A node with its ledger on a database. */
const startNode = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, leaseMs?: number) {
  const identity = leaseMs === undefined ? NodeIdentity.layer : NodeIdentity.layerWith(leaseMs)
  const context = yield* Layer.build(
    Layer.fresh(
      Layer.mergeAll(Idempotency.layer(), CreditLedger.layer()).pipe(
        Layer.provideMerge(identity),
        Layer.provideMerge(poolOn(url, 6))
      )
    )
  )
  return {
    ...Context.get(context, Idempotency.Idempotency),
    ledger: Context.get(context, CreditLedger.CreditLedger),
    identity: Context.get(context, NodeIdentity.NodeIdentity)
  }
})

/** Two attempts at one key of one account: of an older run that lives, and of a newer one that took its place. */
const twoAttempts = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const older = yield* startNode(url)
  const newer = yield* startNode(url)
  const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.provide(effect, poolOn(url, 1))
  const accountId = yield* run(openAccount())
  const operationId = yield* older.ledger.operationId("GET /")
  const wanted: Idempotency.IdempotencyRequest = {
    accountId,
    key: "one",
    fingerprint: createHash("sha256").update("GET /").digest(),
    requestId: uuidV7Unsafe(),
    period: periodOf(Date.now()),
    bucket: 0,
    operationId
  }
  const repeated = { ...wanted, requestId: uuidV7Unsafe() }
  const first = yield* started(yield* older.begin(wanted))
  const chargeOf = ({ attempt, owner, period, requestId }: Idempotency.Started, credits: number) => ({
    id: requestId,
    accountId,
    bucket: 0,
    period,
    credits,
    operationId,
    idempotency: { key: wanted.key, owner, attempt }
  })
  const takeOver = Effect.gen(function* () {
    yield* run(SqlClient.SqlClient.use((sql) => sql`UPDATE core_idempotency SET run_until = clock_timestamp()`))
    return yield* started(yield* newer.begin(repeated))
  })
  /** What is charged, and whether the ledger adds up. */
  const standing = run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ used: number }>`SELECT coalesce(sum(used_delta), 0)::int AS used
        FROM core_credit_entries WHERE account_id = ${accountId}::uuid`
      assert.deepEqual((yield* auditLedger()).differences, [])
      return row?.used
    })
  )
  const differences = run(
    Effect.map(auditLedger(), (audit) =>
      audit.differences.map(({ derived, entries, what }) => ({ what, entries, derived }))
    )
  )
  return { older, newer, wanted, repeated, first, chargeOf, takeOver, standing, differences, run }
})

describe("a run that a newer one has replaced", () => {
  it.live("can't be charged, kept or given up any more", () =>
    Effect.gen(function* () {
      const { chargeOf, first, newer, older, repeated, standing, takeOver, wanted } = yield* twoAttempts
      const second = yield* takeOver
      assert.strictEqual((yield* older.ledger.settle(chargeOf(first, 7))).outcome, "fenced")
      assert.strictEqual(yield* standing, 0)
      assert.isFalse(yield* older.complete(wanted, first, answer(200), true))
      yield* older.release(wanted, first)
      assert.strictEqual((yield* newer.ledger.settle(chargeOf(second, 3))).outcome, "charged")
      assert.isTrue(yield* newer.complete(repeated, second, answer(201), true))
      assert.strictEqual((yield* older.ledger.settle(chargeOf(first, 7))).outcome, "fenced")
      assert.deepEqual(yield* older.follow(wanted), replay(201))
      assert.strictEqual(yield* standing, 3)
    }).pipe(scoped)
  )

  it.live(
    "after its charge and before its answer was kept leaves the charge to the newer one, which pays no more",
    () =>
      Effect.gen(function* () {
        const { chargeOf, first, newer, older, repeated, standing, takeOver, wanted } = yield* twoAttempts
        assert.strictEqual((yield* older.ledger.settle(chargeOf(first, 2))).outcome, "charged")
        const second = yield* takeOver
        assert.isFalse(yield* older.complete(wanted, first, answer(200), true))
        assert.strictEqual((yield* newer.ledger.settle(chargeOf(second, 2))).outcome, "duplicate")
        assert.isTrue(yield* newer.complete(repeated, second, answer(200), true))
        assert.strictEqual(yield* standing, 2)
      }).pipe(scoped)
  )

  for (const [how, status] of [
    ["fails", 404],
    ["costs nothing", 200]
  ] as const) {
    it.live(`has its charge given back when the newer one ${how}`, () =>
      Effect.gen(function* () {
        const { chargeOf, first, newer, older, repeated, standing, takeOver, wanted } = yield* twoAttempts
        yield* older.ledger.settle(chargeOf(first, 2))
        const second = yield* takeOver
        assert.strictEqual(yield* standing, 2)
        assert.isTrue(yield* newer.complete(repeated, second, answer(status), false))
        assert.strictEqual(yield* standing, 0)
        assert.deepEqual(yield* older.follow(wanted), replay(status))
      }).pipe(scoped)
    )
  }

  it.live("is found by the audit when its charge was given back though the newer one's answer was paid for", () =>
    Effect.gen(function* () {
      for (const isKeptByEarlierVersion of [false, true]) {
        const { chargeOf, differences, first, newer, older, repeated, run, takeOver } = yield* twoAttempts
        yield* older.ledger.settle(chargeOf(first, 2))
        const second = yield* takeOver
        assert.strictEqual((yield* newer.ledger.settle(chargeOf(second, 2))).outcome, "duplicate")
        assert.isTrue(yield* newer.complete(repeated, second, answer(200), true))
        if (isKeptByEarlierVersion) {
          yield* run(SqlClient.SqlClient.use((sql) => sql`UPDATE core_idempotency SET paid = NULL`))
        }
        assert.deepEqual(yield* differences, [])
        yield* run(
          SqlClient.SqlClient.use(
            (sql) => sql`SELECT core_void(${first.requestId}::uuid, ${repeated.accountId}::uuid, 0::smallint,
              ${first.period}::date, ${repeated.operationId}::int, now())`
          )
        )
        assert.deepEqual(
          yield* differences,
          // A later attempt of that version may have cost nothing.
          isKeptByEarlierVersion ? [] : [{ what: "answered, and given back", entries: 0, derived: 2 }]
        )
      }
    }).pipe(scoped)
  )

  it.live("has its charge given back when the newer one is given up, and the next pays once", () =>
    Effect.gen(function* () {
      const { chargeOf, first, newer, older, repeated, standing, takeOver, wanted } = yield* twoAttempts
      yield* older.ledger.settle(chargeOf(first, 2))
      yield* newer.release(repeated, yield* takeOver)
      assert.strictEqual(yield* standing, 0)
      assert.deepEqual(yield* older.follow(wanted), { _tag: "InProgress" })
      const next = yield* started(yield* newer.begin({ ...repeated, requestId: uuidV7Unsafe() }))
      yield* newer.ledger.settle(chargeOf(next, 2))
      assert.strictEqual(yield* standing, 2)
    }).pipe(scoped)
  )

  it.live("never leaves a charge for no answer, whatever order it and the newer one end in", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 8; round++) {
        const { chargeOf, first, newer, older, repeated, standing, takeOver, wanted } = yield* twoAttempts
        const late = Effect.gen(function* () {
          const { outcome } = yield* older.ledger.settle(chargeOf(first, 2))
          return outcome !== "fenced" && (yield* older.complete(wanted, first, answer(200), true))
        })
        const failing = Effect.gen(function* () {
          const begun = yield* Effect.exit(takeOver)
          return Exit.isSuccess(begun) && (yield* newer.complete(repeated, begun.value, answer(404), false))
        })
        const [given, failed] = yield* Effect.all([late, failing], { concurrency: "unbounded" })
        assert.deepEqual([given, yield* standing], [!failed, failed ? 0 : 2])
      }
    }).pipe(scoped)
  )
})

describe("a success that nobody could confirm", () => {
  it.live("is taken back with its charge, and its key is free", () =>
    Effect.gen(function* () {
      const { chargeOf, first, newer, older, repeated, standing, wanted } = yield* twoAttempts
      yield* older.ledger.settle(chargeOf(first, 2))
      // It was kept; the word of that was lost.
      yield* older.complete(wanted, first, answer(200), true)
      yield* older.ledger.takeBack(chargeOf(first, 2))
      yield* eventually(older.ledger.unconfirmed, (open) => open === 0)
      assert.strictEqual(yield* standing, 0)
      assert.strictEqual((yield* started(yield* newer.begin(repeated))).requestId, repeated.requestId)
    }).pipe(scoped)
  )

  it.live("stands, with its charge, once a repeat got it", () =>
    Effect.gen(function* () {
      const { chargeOf, first, newer, older, repeated, standing, wanted } = yield* twoAttempts
      yield* older.ledger.settle(chargeOf(first, 2))
      yield* older.complete(wanted, first, answer(200), true)
      assert.deepEqual(yield* newer.begin(repeated), replay(200))
      yield* older.ledger.takeBack(chargeOf(first, 2))
      yield* eventually(older.ledger.unconfirmed, (open) => open === 0)
      assert.strictEqual(yield* standing, 2)
      assert.deepEqual(yield* newer.begin(repeated), replay(200))
    }).pipe(scoped)
  )
})

describe("a node", () => {
  it.live("lives on when its connections are reset, and renews its lease on another", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const proxy = yield* databaseProxy(url)
      const node = yield* startNode(proxy.url)
      const other = yield* startNode(url)
      const leases = Effect.provide(
        SqlClient.SqlClient.use(
          (sql) =>
            sql<{ until: string }>`SELECT lease_until::text AS until FROM core_nodes WHERE id = ${node.identity.id}`
        ),
        poolOn(url, 1)
      )
      const [before] = yield* leases
      proxy.reset()
      assert.isTrue(yield* other.identity.isAlive(node.identity.id))
      yield* eventually(leases, ([row]) => row?.until !== before?.until)
      assert.isTrue(yield* other.identity.isAlive(node.identity.id))
    }).pipe(scoped)
  )

  it.live("that can't renew its lease stops its runs, and only then may another have them", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const proxy = yield* databaseProxy(url)
      const node = yield* startNode(proxy.url, 1_200)
      const other = yield* startNode(url, 1_200)
      const begun = yield* Latch.make(false)
      const running = yield* Effect.forkScoped(Effect.exit(node.bounded(Effect.andThen(begun.open, Effect.never))))
      yield* begun.await
      proxy.cut()
      const stopped = yield* Fiber.join(running)
      assert.isTrue(Exit.isFailure(stopped))
      assert.isTrue(yield* other.identity.isAlive(node.identity.id))
      yield* eventually(other.identity.isAlive(node.identity.id), (alive) => !alive)
      proxy.restore()
      yield* eventually(other.identity.isAlive(node.identity.id), (alive) => alive)
    }).pipe(scoped)
  )

  it.live("of the version before, which has no lease, lives as long as it holds its lock", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const node = yield* startNode(url)
      const id = 12_345
      const release = yield* Latch.make(false)
      const held = yield* Latch.make(false)
      const holding = yield* Effect.forkScoped(
        Effect.provide(
          SqlClient.SqlClient.use((sql) =>
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`SELECT pg_advisory_xact_lock(726354811, ${id}::int)`
                yield* held.open
                yield* release.await
              })
            )
          ),
          poolOn(url, 1)
        )
      )
      yield* held.await
      assert.isTrue(yield* node.identity.isAlive(id))
      yield* release.open
      yield* Fiber.join(holding)
      assert.isFalse(yield* node.identity.isAlive(id))
    }).pipe(scoped)
  )
})
