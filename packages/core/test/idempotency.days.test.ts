import { assert, describe, it } from "@effect/vitest"
import type { Migration } from "@storeglass/plugin-api"
import { adjustableClock, freshDatabase } from "@storeglass/testkit"
import { Clock, Context, Effect, Fiber, Latch, Layer, type Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import * as Idempotency from "../src/idempotency/Idempotency.ts"
import { tendDays } from "../src/idempotency/retention.ts"
import { coreMigrations } from "../src/migrations.ts"
import { migrate } from "../src/sql/Migrations.ts"
import * as NodeIdentity from "../src/sql/NodeIdentity.ts"
import { eventually, migratedDatabase, poolOn, quiet, waitingStatements } from "./credits.support.ts"
import { fingerprint, requestOf } from "./idempotency.support.ts"

const dayMs = 24 * 3_600_000
const answer = (status: number): Idempotency.Answer => ({ status, headers: {}, body: new Uint8Array([1, 2, 255]) })
const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => effect.pipe(Effect.scoped, quiet)

const startNode = (url: Redacted.Redacted<string>) =>
  Effect.map(
    Layer.build(
      Layer.fresh(Idempotency.layer().pipe(Layer.provideMerge(NodeIdentity.layer), Layer.provideMerge(poolOn(url, 6))))
    ),
    (context) => Context.get(context, Idempotency.Idempotency)
  )
const on =
  (url: Redacted.Redacted<string>) =>
  <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, poolOn(url, 1))
const partitions = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'core_idempotency'::regclass ORDER BY 1`,
    (rows) => rows.map(({ name }) => name)
  )
)
const nameOf = (ms: number) => `core_idempotency_${new Date(ms).toISOString().slice(0, 10).replaceAll("-", "")}`
const finish = Effect.fnUntraced(function* (
  node: Idempotency.Idempotency["Service"],
  request: Idempotency.IdempotencyRequest,
  status: number
) {
  const begun = yield* node.begin(request)
  if (begun._tag !== "Started") return assert.fail(`${begun._tag} instead of Started`)
  assert.isTrue(yield* node.complete(request, begun, answer(status), status < 300))
})

describe("an idempotency record", () => {
  it.live("of the evening is found after midnight: its answer is given again, and it stays one", () =>
    Effect.gen(function* () {
      const time = adjustableClock(Math.ceil(Date.now() / dayMs) * dayMs - 60_000)
      const at = Effect.provideService(Clock.Clock, time.clock)
      const node = yield* startNode(yield* migratedDatabase)
      yield* at(finish(node, requestOf("night"), 200))
      yield* at(node.begin(requestOf("running")))
      time.advanceMs(120_000)
      assert.deepEqual(yield* at(node.begin(requestOf("night"))), { _tag: "Replay", answer: answer(200) })
      const other = requestOf("running", { fingerprint: fingerprint("GET /other") })
      assert.deepEqual(yield* at(node.begin(other)), { _tag: "Reused" })
    }).pipe(scoped)
  )

  it.live("is one, though its requests come on both sides of midnight at once", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const node = yield* startNode(url)
      const midnightMs = Math.ceil(Date.now() / dayMs) * dayMs
      const evening = requestOf("both")
      const begun = yield* Latch.make(false)
      const commit = yield* Latch.make(false)
      // The evening's is written, and not committed yet.
      const first = yield* Effect.forkScoped(
        on(url)(
          SqlClient.SqlClient.use((sql) =>
            sql`SELECT outcome FROM core_idempotency_begin(${evening.accountId}::uuid, ${evening.key}, ${evening.fingerprint},
                ${evening.requestId}::uuid, ${evening.period}::date, 1, ${new Date(midnightMs - 1).toISOString()}::timestamptz,
                ${new Date(midnightMs + dayMs).toISOString()}::timestamptz, 60000, true, true)`.pipe(
              Effect.andThen(begun.open),
              Effect.andThen(commit.await),
              sql.withTransaction
            )
          )
        )
      )
      yield* begun.await
      const second = yield* Effect.forkScoped(
        Effect.provideService(node.begin(requestOf("both")), Clock.Clock, adjustableClock(midnightMs + 1).clock)
      )
      yield* eventually(
        Effect.map(on(url)(waitingStatements), (waiting) => waiting > 0 || second.pollUnsafe() !== undefined),
        (is) => is
      )
      yield* commit.open
      yield* Fiber.join(first)
      // Its node never lived: the later one goes on under the first one's id.
      assert.deepInclude(yield* Fiber.join(second), { _tag: "Started", requestId: evening.requestId, attempt: 2 })
    }).pipe(scoped)
  )

  it.live("of a failure is kept for ten minutes, then deleted, and its key runs anew", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const time = adjustableClock()
      const at = Effect.provideService(Clock.Clock, time.clock)
      const node = yield* startNode(url)
      yield* at(finish(node, requestOf("absent"), 404))
      yield* at(finish(node, requestOf("absent too"), 404))
      yield* at(finish(node, requestOf("there"), 200))
      time.advanceMs(10 * 60_000 - 5_000)
      assert.deepEqual(yield* at(node.begin(requestOf("absent"))), { _tag: "Replay", answer: answer(404) })
      time.advanceMs(5_001)
      yield* at(finish(node, requestOf("absent"), 201))
      yield* at(on(url)(tendDays))
      const keys = yield* on(url)(
        SqlClient.SqlClient.use((sql) => sql<{ key: string }>`SELECT key FROM core_idempotency ORDER BY 1`)
      )
      assert.deepEqual(keys, [{ key: "absent" }, { key: "there" }])
    }).pipe(scoped)
  )
})

describe("the days of idempotency records", () => {
  it.live("are made ahead, and dropped whole once every record in them has expired, not before", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const nowMs = Date.now()
      const sql = <A, E>(use: (client: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
        on(url)(SqlClient.SqlClient.use(use))
      // As if the gateway had run for a week.
      yield* sql((client) =>
        client.unsafe(`DO $$
        DECLARE name text;
        BEGIN
          FOR name IN SELECT relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
            WHERE inhparent = 'core_idempotency'::regclass
          LOOP EXECUTE format('DROP TABLE %I', name); END LOOP;
        END $$`)
      )
      for (let days = 7; days >= 0; days--) {
        yield* sql(
          (client) =>
            client`SELECT core_idempotency_partition(${new Date(nowMs - days * dayMs).toISOString().slice(0, 10)}::date)`
        )
      }
      yield* sql(
        (client) => client`INSERT INTO core_idempotency
          (account_id, key, fingerprint, request_id, period, owner, created_at, expires_at, day, status)
        SELECT gen_random_uuid(), 'k' || n, '', gen_random_uuid(), '2026-11-01', 1, at, at + interval '24 hours',
          (at AT TIME ZONE 'UTC')::date, 200
        FROM generate_series(0, 20000) n, LATERAL (SELECT now() - n % 8 * interval '1 day' AS at) t`
      )
      const live = sql(
        (client) => client<{ count: number }>`SELECT count(*)::int AS count FROM core_idempotency
        WHERE expires_at > now()`
      )
      const before = yield* live
      yield* on(url)(tendDays)
      assert.deepEqual(yield* on(url)(partitions), [nameOf(nowMs - dayMs), nameOf(nowMs), nameOf(nowMs + dayMs)])
      assert.deepEqual(yield* live, before)
      // A node whose clock is days ahead of the database's drops nothing that others need.
      yield* Effect.provideService(on(url)(tendDays), Clock.Clock, adjustableClock(nowMs + 9 * dayMs).clock)
      assert.deepEqual(yield* live, before)
    }).pipe(scoped)
  )

  it.live("begin with what the version before kept, which is given again", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const released = [
        "0001_accounts",
        "0002_credits",
        "0003_idempotency",
        "0004_charge_plan",
        "0010_connections",
        "0020_vendor_writes",
        "0030_schedules",
        "0031_events",
        "0040_holds",
        "0050_files",
        "0052_outbox",
        "0054_deliveries"
      ]
      const before: Record<string, Migration> = {}
      for (const name of released) {
        before[name] = coreMigrations[name] ?? assert.fail(`${name} was released and is gone`)
      }
      yield* on(url)(migrate("core", before))
      const kept = requestOf("kept")
      const open = requestOf("open")
      const write = (request: Idempotency.IdempotencyRequest, status: number | null) =>
        on(url)(
          SqlClient.SqlClient.use((sql) =>
            sql`INSERT INTO core_idempotency
              (account_id, key, fingerprint, request_id, period, owner, created_at, expires_at)
            VALUES (${request.accountId}::uuid, ${request.key}, ${request.fingerprint}, ${request.requestId}::uuid,
              ${request.period}::date, 77, now() - interval '1 hour', now() + interval '23 hours')
            ON CONFLICT DO NOTHING`.pipe(
              Effect.andThen(sql`UPDATE core_idempotency SET status = ${status}, headers = '{}', body = ${answer(200).body}
              WHERE key = ${request.key}`)
            )
          )
        )
      yield* write(kept, 200)
      yield* write(open, null)
      yield* on(url)(migrate("core", coreMigrations))
      const node = yield* startNode(url)
      assert.deepEqual(yield* node.begin(requestOf("kept")), { _tag: "Replay", answer: answer(200) })
      const begun = yield* node.begin(requestOf("open"))
      assert.deepInclude(begun, { _tag: "Started", requestId: open.requestId, attempt: 2 })
      // A node of that version, until it is restarted.
      const late = requestOf("late")
      yield* write(late, 200)
      assert.deepEqual(yield* node.begin(requestOf("late")), { _tag: "Replay", answer: answer(200) })
    }).pipe(scoped)
  )
})
