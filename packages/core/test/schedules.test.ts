import { assert, describe, it } from "@effect/vitest"
import { defineJob, jobRef, Schedules } from "@storeglass/plugin-api"
import { migratedDatabase } from "@storeglass/testkit"
import { Clock, Data, Effect, Exit, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import {
  ScheduleAdmin,
  ScheduleAdminLive,
  SchedulesLive,
  ScheduleTickerLive,
  tickSchedules
} from "../src/schedules/index.ts"
import { queueOn } from "./jobsHarness.ts"

class Broken extends Data.TaggedError("Broken") {}

const hour = 3_600_000
const minute = 60_000
const Sync = jobRef("shop.sync", Schema.Struct({ account: Schema.String }))
const sync = defineJob(Sync, { attempts: 3, run: () => Effect.void })
const tick = tickSchedules([sync])

/** A node's services; each has connections of its own. */
const node = (url: Redacted.Redacted<string>) =>
  Layer.fresh(Layer.mergeAll(SchedulesLive, ScheduleAdminLive).pipe(Layer.provideMerge(queueOn(url, [sync]))))

const onNode = <A, E>(effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof node>>>) =>
  Effect.flatMap(migratedDatabase, (url) => Effect.provide(effect, node(url)))

const id = (accountId: string, name = "sync") => ({ plugin: "shop", accountId, name })
const set = (accountId: string, time: { readonly everyMs: number; readonly at?: number }) =>
  Schedules.use((schedules) => schedules.set({ ...id(accountId), ...time, job: Sync, payload: { account: accountId } }))
const queued = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ account: string; attempts: number }>`select payload->'payload'->>'account' as account,
      max_attempts::int as attempts from graphile_worker._private_jobs order by 1`,
    (rows) => rows.map(({ account }) => account)
  )
)
const empty = SqlClient.SqlClient.use((sql) => sql`delete from graphile_worker._private_jobs`)
/** Schedules that come due every hour, a hundred a second. */
const fill = (from: number, to: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
    insert into core_schedules (plugin, account_id, name, job, payload, every_ms, anchor_ms, next_ms)
    select 'shop', 'account-' || n, 'sync', 'shop.sync', json_build_object('payload', json_build_object('account', n::text)),
      ${hour}::float8, (n * 10) % ${hour}::int, (n * 10) % ${hour}::int
    from generate_series(${from}::int, ${to}::int) as n`
  )

describe("Schedules", () => {
  it.effect("spread accounts evenly over the period, each always at its own place", () =>
    Effect.gen(function* () {
      const accounts = Array.from({ length: 1_000 }, (_, number) => `account ${number}`)
      const schedules = yield* Schedules
      const sql = yield* SqlClient.SqlClient
      yield* TestClock.setTime(1000 * hour)
      yield* sql.withTransaction(Effect.forEach(accounts, (account) => set(account, { everyMs: hour })))
      const rows = yield* sql<{ next: number }>`select next_ms::float8 as next from core_schedules`
      const quarters = [0, 0, 0, 0]
      for (const { next } of rows) {
        assert.isAbove(next, 1000 * hour)
        assert.isAtMost(next, 1001 * hour)
        const quarter = Math.floor((next % hour) / (hour / 4))
        quarters[quarter] = (quarters[quarter] ?? 0) + 1
      }
      for (const count of quarters) assert.approximately(count, 250, 60)
      const [before] = yield* schedules.list(id("account 7"))
      yield* TestClock.adjust(10 * minute)
      yield* set("account 7", { everyMs: hour })
      assert.deepEqual(yield* schedules.list(id("account 7")), before === undefined ? [] : [before])
      yield* set("account 7", { everyMs: 24 * hour })
      const [after] = yield* schedules.list(id("account 7"))
      assert.isAbove(after?.nextAtMs ?? 0, 1000 * hour)
      assert.isAtMost(after?.nextAtMs ?? 0, 1000 * hour + 24 * hour + 10 * minute)
    }).pipe(onNode)
  )

  it.effect("are claimed once over two nodes, with their payload and the job's attempts", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [one, other] = [yield* Layer.build(node(url)), yield* Layer.build(node(url))]
      const accounts = ["a", "b", "c", "d", "e"]
      yield* Effect.provideContext(
        Effect.forEach(accounts, (account) => set(account, { everyMs: hour, at: hour })),
        one
      )
      for (let round = 1; round <= 5; round++) {
        yield* TestClock.setTime(round * hour)
        const ticks = yield* Effect.all(
          [one, other, one, other].map((node) => Effect.provideContext(tick, node)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(ticks.sort(), [0, 0, 0, 5])
        assert.deepStrictEqual(yield* Effect.provideContext(queued, other), accounts)
        yield* Effect.provideContext(empty, one)
      }
    }).pipe(Effect.scoped)
  )

  it.effect(
    "make good for an outage by one run each, ten thousand of them within a minute, and the rest in the next",
    () =>
      Effect.gen(function* () {
        yield* fill(1, 10_700)
        yield* TestClock.setTime(240.5 * hour)
        assert.strictEqual(yield* tick, 10_000)
        assert.strictEqual(yield* tick, 0)
        yield* TestClock.adjust(minute)
        assert.strictEqual(yield* tick, 700)
        assert.strictEqual(yield* tick, 0)
        yield* TestClock.adjust(minute)
        assert.strictEqual(yield* tick, 0)
        const all = yield* queued
        assert.strictEqual(all.length, 10_700)
        assert.strictEqual(new Set(all).size, 10_700)
        const stats = yield* ScheduleAdmin.use((admin) => admin.stats)
        assert.deepStrictEqual(stats, { total: 10_700, paused: 0, due: 0, late: 0, latestMs: 0 })
      }).pipe(onNode)
  )

  it.effect("are enqueued in batches that commit by themselves and that nodes take in turns", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [one, other] = [yield* Layer.build(node(url)), yield* Layer.build(node(url))]
      yield* Effect.provideContext(fill(1, 1_700), one)
      yield* TestClock.setTime(240.5 * hour)
      // The third batch has one that breaks it.
      const broken = (sql: SqlClient.SqlClient) =>
        sql`update core_schedules set every_ms = null, cron = 'never' where id = (
          select id from core_schedules order by next_ms offset 1200 limit 1)`
      yield* Effect.provideContext(SqlClient.SqlClient.use(broken), one)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.provideContext(tick, one))))
      assert.lengthOf(yield* Effect.provideContext(queued, one), 1_000)
      const mended = (sql: SqlClient.SqlClient) =>
        sql`update core_schedules set every_ms = ${hour}::float8, cron = null where cron is not null`
      yield* Effect.provideContext(SqlClient.SqlClient.use(mended), one)
      const ticks = yield* Effect.all(
        [one, other].map((each) => Effect.provideContext(tick, each)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        ticks.reduce((sum, enqueued) => sum + enqueued, 0),
        700
      )
      const all = yield* Effect.provideContext(queued, other)
      assert.strictEqual(new Set(all).size, 1_700)
      assert.lengthOf(all, 1_700)
    }).pipe(Effect.scoped)
  )

  it.effect("are looked at each minute by themselves, the first time at the start", () =>
    Effect.gen(function* () {
      yield* set("a", { everyMs: hour, at: hour })
      yield* TestClock.setTime(hour)
      yield* Layer.build(ScheduleTickerLive([sync]))
      const enqueued = Effect.gen(function* () {
        while ((yield* queued).length === 0) yield* TestClock.adjust(minute)
      })
      yield* enqueued
      yield* empty
      yield* enqueued
      assert.isAtLeast(yield* Clock.currentTimeMillis, 2 * hour)
    }).pipe(Effect.scoped, onNode)
  )

  it.effect("keep one run in the queue when its turn does not come", () =>
    Effect.gen(function* () {
      yield* set("a", { everyMs: hour, at: hour })
      for (let round = 1; round <= 3; round++) {
        yield* TestClock.setTime(round * hour)
        assert.strictEqual(yield* tick, 1)
      }
      assert.deepStrictEqual(yield* queued, ["a"])
    }).pipe(onNode)
  )

  it.effect("rest while any reason stands against them, then go on with one run", () =>
    Effect.gen(function* () {
      const schedules = yield* Schedules
      yield* set("a", { everyMs: hour, at: hour })
      yield* set("b", { everyMs: hour, at: hour })
      yield* schedules.set({ ...id("a", "report"), everyMs: hour, at: hour, job: Sync, payload: { account: "report" } })
      assert.strictEqual(yield* schedules.pause({ accountId: "a" }, "plan"), 2)
      assert.strictEqual(yield* schedules.pause(id("a"), "connection"), 1)
      assert.strictEqual(yield* schedules.pause(id("a"), "connection"), 1)
      yield* TestClock.setTime(50 * hour)
      assert.strictEqual(yield* tick, 1)
      assert.deepStrictEqual(yield* queued, ["b"])
      assert.strictEqual(yield* schedules.resume({ accountId: "a" }, "plan"), 2)
      assert.deepStrictEqual(
        (yield* schedules.list({ accountId: "a" })).map(({ name, paused }) => [name, paused]),
        [
          ["report", []],
          ["sync", ["connection"]]
        ]
      )
      yield* TestClock.adjust(minute)
      assert.strictEqual(yield* tick, 1)
      assert.strictEqual(yield* schedules.resume(id("a"), "connection"), 1)
      yield* TestClock.adjust(minute)
      assert.strictEqual(yield* tick, 1)
      assert.deepStrictEqual(yield* queued, ["a", "b", "report"])
      const [state] = yield* schedules.list(id("a"))
      assert.deepStrictEqual([state?.nextAtMs, state?.lastAtMs], [51 * hour, 50 * hour + 2 * minute])
      assert.strictEqual(yield* schedules.remove({ accountId: "a", plugin: "shop" }), 2)
      assert.deepStrictEqual(yield* schedules.list({ accountId: "a" }), [])
    }).pipe(onNode)
  )

  it.effect("follow a pattern of cron, from a time on, spread where that is asked", () =>
    Effect.gen(function* () {
      const schedules = yield* Schedules
      const daily = { cron: "0 3 * * *", job: Sync, payload: { account: "a" } }
      yield* TestClock.setTime(5 * hour)
      const next = (account: string) =>
        Effect.map(schedules.list({ accountId: account }), ([state]) => state?.nextAtMs ?? 0)
      yield* schedules.set({ ...id("a"), ...daily })
      assert.strictEqual(yield* next("a"), 27 * hour)
      yield* schedules.set({ ...id("b"), ...daily, at: 51 * hour })
      assert.strictEqual(yield* next("b"), 51 * hour)
      yield* schedules.set({ ...id("c"), ...daily, spreadMs: hour })
      const spread = yield* next("c")
      assert.isAtLeast(spread, 27 * hour)
      assert.isBelow(spread, 28 * hour)
      yield* TestClock.setTime(100 * hour)
      assert.strictEqual(yield* tick, 3)
      assert.strictEqual(yield* next("a"), 123 * hour)
      assert.strictEqual(yield* next("c"), spread + 96 * hour)
    }).pipe(onNode)
  )

  it.effect("refuse a time that none can have, and are gone with the transaction that made them", () =>
    Effect.gen(function* () {
      const schedules = yield* Schedules
      const sql = yield* SqlClient.SqlClient
      const job = { job: Sync, payload: { account: "a" } }
      const says = (time: { readonly cron: string; readonly spreadMs?: number } | { readonly everyMs: number }) =>
        Effect.map(Effect.flip(schedules.set({ ...id("a"), ...job, ...time })), ({ message }) => message)
      assert.include(yield* says({ everyMs: 1_000 }), "The schedule shop.sync must have an everyMs between 60000")
      assert.include(yield* says({ cron: "* * * * * *" }), "it must have five fields")
      assert.include(yield* says({ cron: "0 3 * * *", spreadMs: -1 }), "spreadMs")
      const undone = sql.withTransaction(Effect.andThen(set("a", { everyMs: hour }), Effect.fail(new Broken())))
      assert.isTrue((yield* Effect.flip(undone)) instanceof Broken)
      assert.deepStrictEqual(yield* schedules.list({ accountId: "a" }), [])
    }).pipe(onNode)
  )

  it.effect("of a plugin that is disabled wait, seen as late, and hold up nobody", () =>
    Effect.gen(function* () {
      const schedules = yield* Schedules
      const Gone = jobRef("gone.sync", Schema.Struct({}))
      yield* schedules.set({
        plugin: "gone",
        accountId: "a",
        name: "sync",
        everyMs: hour,
        at: 0,
        job: Gone,
        payload: {}
      })
      yield* set("a", { everyMs: hour, at: hour })
      yield* TestClock.setTime(5 * hour)
      assert.strictEqual(yield* tick, 1)
      assert.deepStrictEqual(yield* queued, ["a"])
      assert.deepInclude(yield* ScheduleAdmin.use((admin) => admin.stats), { due: 1, late: 1, latestMs: 4 * hour })
      yield* TestClock.adjust(minute)
      assert.strictEqual(yield* tickSchedules([sync, { name: "gone.sync" }]), 1)
    }).pipe(onNode)
  )

  it.effect(
    "take no longer a batch where there are a hundred thousand than where there are five",
    () =>
      Effect.gen(function* () {
        const batch = Effect.gen(function* () {
          yield* SqlClient.SqlClient.use((sql) => sql`analyze core_schedules`)
          let bestMs = Number.POSITIVE_INFINITY
          for (let round = 0; round < 3; round++) {
            yield* TestClock.adjust(hour)
            const startedAt = performance.now()
            const enqueued = yield* tick
            bestMs = Math.min(bestMs, (performance.now() - startedAt) / (enqueued / 500))
            assert.isAtLeast(enqueued, 5_000)
            yield* empty
          }
          return bestMs
        })
        yield* TestClock.setTime(hour)
        yield* fill(1, 5_000)
        const few = yield* batch
        yield* fill(5_001, 100_000)
        const many = yield* batch
        // The machine may be busy, but as busy before as after. A look at each of them would take ten times as long.
        assert.isBelow(many / few, 4, `${Math.round(few)} ms and ${Math.round(many)} ms`)
      }).pipe(onNode),
    60_000
  )
})
