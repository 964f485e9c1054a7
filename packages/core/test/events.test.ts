import { assert, describe, it } from "@effect/vitest"
import { defineEvent, Events, onEvent, RetryAfter } from "@storeglass/plugin-api"
import { migratedDatabase } from "@storeglass/testkit"
import { Data, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { EventsLive, handlerJobs, pruneEvents } from "../src/events/index.ts"
import { JobAdmin, JobWorkersLive } from "../src/jobs/index.ts"
import { createEffects, effects, leaveEffect } from "./jobsEffects.ts"
import { eventually, queueOn } from "./jobsHarness.ts"

class Broken extends Data.TaggedError("Broken") {}

const day = 86_400_000
const AppAdded = defineEvent("workspace.app-added", Schema.Struct({ app: Schema.String, atMs: Schema.Int }))
const AppAdded2 = defineEvent("workspace.app-added", Schema.Struct({ app: Schema.String }), 2)
const Unheard = defineEvent("workspace.unheard", Schema.String)

const stats = JobAdmin.use((admin) => admin.stats)
const idle = Effect.map(stats, ({ waiting, running }) => waiting + running === 0)
const stored = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ count: number }>`select count(*)::int as count from core_events`, ([row]) => row?.count ?? 0)
)

type Listeners = ReadonlyArray<ReturnType<typeof handlerJobs<SqlClient.SqlClient>>[number]>

/** A database with these listeners: what may publish, and the node that works. */
const listening = Effect.fnUntraced(function* (jobs: Listeners) {
  const url = yield* migratedDatabase
  const services = Layer.mergeAll(EventsLive(jobs), Layer.effectDiscard(createEffects)).pipe(
    Layer.provideMerge(queueOn(url, jobs))
  )
  return { services, works: Layer.fresh(JobWorkersLive({ database: { url }, jobs })) }
})

describe("Events.publish", () => {
  it.live("reaches every plugin that listens, once each over two nodes, when its transaction commits", () =>
    Effect.gen(function* () {
      const { services, works } = yield* listening([
        ...handlerJobs("growth", [
          onEvent(AppAdded, ({ app, atMs }, { attempt }) => leaveEffect(`growth ${app} ${atMs} ${attempt}`)),
          onEvent(AppAdded, ({ app }) => leaveEffect(`again ${app}`), { name: "again" })
        ]),
        ...handlerJobs("alerts", [onEvent(AppAdded, ({ app }) => leaveEffect(`alerts ${app}`))])
      ])
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* Events
        yield* Effect.all([Layer.build(works), Layer.build(works)], { concurrency: 2 })
        const undone = sql.withTransaction(
          Effect.andThen(events.publish(AppAdded, { app: "undone", atMs: 1 }), Effect.fail(new Broken()))
        )
        assert.isTrue((yield* Effect.flip(undone)) instanceof Broken)
        yield* sql.withTransaction(
          Effect.andThen(leaveEffect("the writer's row"), events.publish(AppAdded, { app: "a", atMs: 5 }))
        )
        yield* eventually("all heard", idle)
        assert.deepStrictEqual(yield* effects, {
          "again a": 1,
          "alerts a": 1,
          "growth a 5 1": 1,
          "the writer's row": 1
        })
      }).pipe(Effect.scoped, Effect.provide(services))
    })
  )

  it.live("writes nothing where no enabled plugin listens, nor for another version", () =>
    Effect.gen(function* () {
      const { services } = yield* listening(handlerJobs("growth", [onEvent(AppAdded, () => Effect.void)]))
      yield* Effect.gen(function* () {
        const events = yield* Events
        yield* events.publish(Unheard, "x")
        yield* events.publish(AppAdded2, { app: "x" })
        assert.strictEqual(yield* stored, 0)
        assert.strictEqual((yield* stats).waiting, 0)
        yield* events.publish(AppAdded, { app: "x", atMs: 1 })
        assert.deepStrictEqual([yield* stored, (yield* stats).waiting], [1, 1])
      }).pipe(Effect.provide(services))
    })
  )

  it.live("lets a handler fail by itself: others are done, it is tried again, and dead in the end, by its name", () =>
    Effect.gen(function* () {
      let tries = 0
      const { services, works } = yield* listening([
        ...handlerJobs("alerts", [onEvent(AppAdded, ({ app }) => leaveEffect(`alerts ${app}`))]),
        ...handlerJobs("growth", [
          onEvent(
            AppAdded,
            (_, { attempt, attemptsMax }) =>
              Effect.gen(function* () {
                tries++
                return yield* attempt < attemptsMax ? new RetryAfter({ ms: 0 }) : new Broken()
              }),
            { attempts: 3 }
          )
        ])
      ])
      yield* Effect.gen(function* () {
        const events = yield* Events
        const admin = yield* JobAdmin
        yield* events.publish(AppAdded, { app: "a", atMs: 1 })
        yield* Layer.build(works)
        yield* eventually(
          "one is dead",
          Effect.map(stats, ({ failed, running, waiting }) => failed === 1 && running + waiting === 0)
        )
        assert.strictEqual(tries, 3)
        assert.deepStrictEqual(yield* effects, { "alerts a": 1 })
        const [letter] = yield* admin.deadLetters()
        assert.deepInclude(letter, { job: "growth.on:workspace.app-added@1", lastError: "failed: Broken", attempts: 3 })
      }).pipe(Effect.scoped, Effect.provide(services))
    })
  )
})

describe("Events.publishAll", () => {
  it.live("reaches every listener once with each, and with none of what was rolled back", () =>
    Effect.gen(function* () {
      const { services, works } = yield* listening([
        ...handlerJobs("growth", [onEvent(AppAdded, ({ app, atMs }) => leaveEffect(`growth ${app} ${atMs}`))]),
        ...handlerJobs("alerts", [onEvent(AppAdded, ({ app }) => leaveEffect(`alerts ${app}`))])
      ])
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* Events
        yield* Effect.all([Layer.build(works), Layer.build(works)], { concurrency: 2 })
        const undone = ["x", "y"].map((app) => ({ app, atMs: 1 }))
        yield* Effect.flip(
          sql.withTransaction(Effect.andThen(events.publishAll(AppAdded, undone), Effect.fail(new Broken())))
        )
        yield* events.publishAll(
          AppAdded,
          ["a", "b", "c"].map((app, atMs) => ({ app, atMs }))
        )
        yield* eventually("all heard", idle)
        assert.deepStrictEqual(yield* effects, {
          "alerts a": 1,
          "alerts b": 1,
          "alerts c": 1,
          "growth a 0": 1,
          "growth b 1": 1,
          "growth c 2": 1
        })
      }).pipe(Effect.scoped, Effect.provide(services))
    })
  )

  it.live("writes more than one statement's worth in order, and nothing where one doesn't match or none listens", () =>
    Effect.gen(function* () {
      const { services } = yield* listening(handlerJobs("growth", [onEvent(AppAdded, () => Effect.void)]))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* Events
        yield* events.publishAll(Unheard, ["x", "y"])
        assert.deepEqual([events.isHeard(AppAdded), events.isHeard(Unheard)], [true, false])
        yield* events.publishAll(AppAdded, [])
        const off = [1, 0.5].map((atMs) => ({ app: "secret", atMs }))
        const cause = yield* Effect.flip(Effect.sandbox(events.publishAll(AppAdded, off)))
        assert.notInclude(String(cause), "secret")
        assert.strictEqual(yield* stored, 0)
        yield* events.publishAll(
          AppAdded,
          Array.from({ length: 5_001 }, (_, atMs) => ({ app: "a", atMs }))
        )
        assert.deepStrictEqual(
          yield* sql`
            select count(*)::int as events, count(distinct id)::int as ids, max(name) as name,
              bool_and((payload->>'atMs')::int = place - 1) as "inOrder"
            from (select *, row_number() over (order by id) as place from core_events) as told`,
          [{ events: 5_001, ids: 5_001, name: "workspace.app-added", inOrder: true }]
        )
        assert.strictEqual((yield* stats).waiting, 5_001)
      }).pipe(Effect.provide(services))
    })
  )
})

describe("events", () => {
  it.effect("are forgotten after 30 days, unless a handler has yet to deal with them", () =>
    Effect.gen(function* () {
      const { services } = yield* listening(handlerJobs("growth", [onEvent(AppAdded, () => Effect.void)]))
      yield* Effect.gen(function* () {
        const events = yield* Events
        const sql = yield* SqlClient.SqlClient
        yield* events.publish(AppAdded, { app: "dealt with", atMs: 1 })
        yield* sql`delete from graphile_worker._private_jobs`
        yield* events.publish(AppAdded, { app: "waits", atMs: 1 })
        yield* TestClock.setTime(29 * day)
        assert.strictEqual(yield* pruneEvents, 0)
        yield* TestClock.setTime(31 * day)
        assert.strictEqual(yield* pruneEvents, 1)
        assert.deepStrictEqual(yield* sql`select payload->>'app' as app from core_events`, [{ app: "waits" }])
        yield* sql`delete from graphile_worker._private_jobs`
        assert.strictEqual(yield* pruneEvents, 1)
      }).pipe(Effect.provide(services))
    })
  )
})
