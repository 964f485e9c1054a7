import { assert, describe, it } from "@effect/vitest"
import { defineJob, Jobs, jobRef, RetryAfter } from "@storeglass/plugin-api"
import { migratedDatabase } from "@storeglass/testkit"
import { Data, Deferred, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { connect } from "../src/jobs/connection.ts"
import { JobAdmin, JobWorkersLive, lanesOf } from "../src/jobs/index.ts"
import { take } from "../src/jobs/take.ts"
import { createEffects, effects, leaveEffect } from "./jobsEffects.ts"
import { eventually, nodeOn, queueOn } from "./jobsHarness.ts"

class Broken extends Data.TaggedError("Broken") {}

const stats = JobAdmin.use((admin) => admin.stats)
const idle = Effect.map(stats, ({ waiting, running }) => waiting + running === 0)

/** A job that runs until it is let go, and tells how many run. */
const held = (name: string, options: Partial<Parameters<typeof defineJob<string, never, never>>[1]> = {}) => {
  const ref = jobRef(name, Schema.String)
  const gate = Deferred.makeUnsafe<void>()
  const running = new Set<string>()
  let most = 0
  const job = defineJob(ref, {
    ...options,
    run: (key) =>
      Effect.gen(function* () {
        running.add(key)
        most = Math.max(most, running.size)
        yield* Deferred.await(gate)
        running.delete(key)
      })
  })
  return { ref, job, running, most: () => most, letGo: Deferred.succeed(gate, undefined) }
}

const declared = (name: string) => defineJob(jobRef(name, Schema.Unknown), { run: () => Effect.void })

describe("lanes", () => {
  it.live("keep slow jobs from delaying another plugin's, and the plugin's own quick lane", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const slow = held("scans.slow")
      const Own = jobRef("scans.quick", Schema.String)
      const Other = jobRef("other.quick", Schema.String)
      const jobs = [
        slow.job,
        defineJob(Own, { lane: { name: "quick", concurrency: 1 }, run: leaveEffect }),
        defineJob(Other, { run: leaveEffect })
      ]
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        yield* createEffects
        for (let number = 0; number < 50; number++) yield* jobs.enqueue(slow.ref, `slow ${number}`)
        yield* eventually(
          "the slow lane is full",
          Effect.sync(() => slow.running.size === 4)
        )
        yield* jobs.enqueue(Own, "own")
        yield* jobs.enqueue(Other, "other")
        yield* eventually(
          "the quick ones are done",
          Effect.map(effects, (done) => "own" in done && "other" in done)
        )
        assert.strictEqual(slow.running.size, 4)
        yield* eventually(
          "no more of the slow ones are taken",
          Effect.map(stats, ({ running, waiting }) => waiting === 46 && running === 4)
        )
        yield* slow.letGo
        yield* eventually("the queue is empty", idle)
        assert.strictEqual(slow.most(), 4)
      }).pipe(Effect.provide(nodeOn(url, jobs)))
    })
  )

  it.live("are left to other nodes where the operator says 0", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [A, B] = [jobRef("a.job", Schema.String), jobRef("b.job", Schema.String)]
      const jobs = [defineJob(A, { run: leaveEffect }), defineJob(B, { run: leaveEffect })]
      yield* Effect.gen(function* () {
        const queue = yield* Jobs
        yield* createEffects
        yield* queue.enqueue(A, "left")
        yield* queue.enqueue(B, "done")
        yield* eventually(
          "the other lane is worked",
          Effect.map(effects, (done) => "done" in done)
        )
        assert.deepStrictEqual(yield* effects, { done: 1 })
        yield* Effect.scoped(
          Effect.andThen(
            Layer.build(JobWorkersLive({ database: { url }, jobs, lanes: { a: 1 } })),
            eventually("the queue is empty", idle)
          )
        )
      }).pipe(Effect.provide(nodeOn(url, jobs, { lanes: { a: 0 } })))
    })
  )

  it.live("need no connections of their own", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const lanes = Array.from({ length: 40 }, (_, number) => held(`plugin${number}.job`))
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        for (const { ref } of lanes) for (const key of ["1", "2", "3", "4"]) yield* jobs.enqueue(ref, key)
        yield* eventually(
          "all lanes are full",
          Effect.sync(() => lanes.every(({ running }) => running.size === 4))
        )
        const [row] = yield* sql<{ connections: number }>`select count(*)::int as connections
          from pg_stat_activity where application_name = 'storeglass-jobs' and datname = current_database()`
        assert.isAtMost(row?.connections ?? 99, 5)
        yield* Effect.forEach(lanes, ({ letGo }) => letGo)
        yield* eventually("the queue is empty", idle)
      }).pipe(
        Effect.provide(
          nodeOn(
            url,
            lanes.map(({ job }) => job)
          )
        )
      )
    })
  )

  it.live("are not slowed down by the backlog of another", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const add = (job: string, count: number) =>
        SqlClient.SqlClient.use((sql) =>
          Effect.andThen(
            sql`insert into graphile_worker._private_jobs (task_id)
              select id from graphile_worker._private_tasks, generate_series(1, ${count}::int) where identifier = ${job}::text`,
            sql`analyze graphile_worker._private_jobs`
          )
        )
      yield* Effect.gen(function* () {
        const client = yield* connect({ url }, 30_000)
        const best = Effect.gen(function* () {
          yield* add("quick.job", 100)
          let bestMs = Number.POSITIVE_INFINITY
          for (let round = 0; round < 25; round++) {
            const startedAt = performance.now()
            const taken = yield* take(client, "node", [{ name: "quick", jobs: ["quick.job", "quick.other"], free: 4 }])
            bestMs = Math.min(bestMs, performance.now() - startedAt)
            assert.strictEqual(taken.length, 4)
          }
          return bestMs
        })
        const alone = yield* best
        yield* add("slow.job", 100_000)
        const behind = yield* best
        // Walking past the backlog takes a hundred times as long.
        assert.isBelow(behind / alone, 60, `${alone} ms and ${behind} ms`)
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, ["quick.job", "slow.job"].map(declared))))
    })
  )

  it.effect("are refused where they contradict each other, or where the config names one that nobody has", () =>
    Effect.gen(function* () {
      const job = (name: string, concurrency: number) => ({ name, lane: { name: "scans", concurrency } })
      const says = (jobs: ReadonlyArray<ReturnType<typeof job>>, overrides = {}) =>
        Effect.map(Effect.flip(lanesOf(jobs, { overrides })), ({ message }) => message)
      assert.include(yield* says([job("a.one", 1), job("a.two", 2)]), `1 at once by "a.one" and 2 by "a.two"`)
      assert.include(yield* says([job("a.one", 1)], { "a.scan": 1 }), `the lanes are a.scans`)
      assert.include(yield* says([job("a.one", 0)]), "between 1 and 256")
    })
  )
})

describe("a concurrency key", () => {
  it.live("lets so many run at once over two nodes, and the others in turn, with no attempt lost", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const running = new Set<string>()
      const gates = new Map<string, Deferred.Deferred<void>>()
      const attempts: Array<number> = []
      let most = 0
      const Sync = jobRef("shop.sync", Schema.Struct({ account: Schema.String, part: Schema.Int }))
      const sync = defineJob(Sync, {
        atOnce: { key: ({ account }) => account, max: 2 },
        run: ({ account, part }, { attempt }) =>
          Effect.gen(function* () {
            const key = `${account} ${part}`
            const gate = yield* Deferred.make<void>()
            gates.set(key, gate)
            running.add(key)
            attempts.push(attempt)
            most = Math.max(most, Array.from(running).filter((key) => key.startsWith("a")).length)
            yield* Deferred.await(gate)
            running.delete(key)
            yield* leaveEffect(key)
          })
      })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        yield* createEffects
        const node = Layer.fresh(JobWorkersLive({ database: { url }, jobs: [sync] }))
        yield* Effect.all([Layer.build(node), Layer.build(node)], { concurrency: 2 })
        for (let part = 1; part <= 6; part++) yield* jobs.enqueue(Sync, { account: "a", part })
        yield* eventually(
          "two run and four wait their turn",
          Effect.map(stats, ({ running: locked, waiting }) => locked === 2 && waiting === 4 && running.size === 2)
        )
        // What waits for its turn is in nobody's way.
        yield* jobs.enqueue(Sync, { account: "b", part: 1 })
        yield* eventually(
          "another key runs",
          Effect.sync(() => running.has("b 1"))
        )
        for (let ended = 0; ended < 7; ended++) {
          yield* eventually(
            "the next has begun",
            Effect.sync(() => running.size > 0 && gates.size >= Math.min(7, ended + 1))
          )
          const [key = ""] = running
          const gate = gates.get(key)
          if (gate !== undefined) yield* Deferred.succeed(gate, undefined)
          yield* eventually(
            "it is done",
            Effect.map(effects, (done) => key in done)
          )
        }
        yield* eventually("the queue is empty", idle)
        assert.strictEqual(most, 2)
        assert.deepStrictEqual(attempts, [1, 1, 1, 1, 1, 1, 1])
        assert.isTrue(Object.values(yield* effects).every((times) => times === 1))
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [sync])))
    })
  )

  it.live("is free again when the node that held it died", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const Sync = jobRef("shop.sync", Schema.String)
      const sync = defineJob(Sync, { attempts: 1, atOnce: { key: () => "all" }, run: leaveEffect })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        yield* createEffects
        yield* jobs.enqueue(Sync, "first")
        // As a node leaves it that is killed in its last attempt.
        yield* sql`insert into core_job_workers (worker_id) values ('gone')`
        yield* sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'gone', locked_at = now(),
          flags = '{"at": "shop:all"}'`
        yield* jobs.enqueue(Sync, "second")
        yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [sync], heartbeatMs: 50 }))
        yield* eventually("the queue is empty", idle)
        assert.deepStrictEqual(yield* effects, { second: 1 })
        assert.strictEqual((yield* stats).failed, 1)
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [sync])))
    })
  )
})

describe("an attempt", () => {
  const One = jobRef("test.one", Schema.String)

  it.live("that takes too long is interrupted and counts as failed", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const interrupted = yield* Deferred.make<void>()
      const job = defineJob(One, {
        attempts: 1,
        timeoutMs: 50,
        run: () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))
      })
      yield* Effect.gen(function* () {
        yield* Jobs.use((jobs) => jobs.enqueue(One, "x"))
        yield* Deferred.await(interrupted)
        yield* eventually(
          "it is dead",
          Effect.map(stats, ({ failed }) => failed === 1)
        )
        const [letter] = yield* JobAdmin.use((admin) => admin.deadLetters())
        assert.strictEqual(letter?.lastError, "took longer than 50 ms")
      }).pipe(Effect.provide(nodeOn(url, [job])))
    })
  )

  it.live("knows how many there are, and may be tried again at the time that it names", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const seen: Array<string> = []
      const job = defineJob(One, {
        attempts: 7,
        run: (_, { attempt, attemptsMax }) =>
          Effect.gen(function* () {
            seen.push(`${attempt} of ${attemptsMax}`)
            if (attempt < 4) return yield* new RetryAfter({ ms: 0 })
            return yield* new RetryAfter({ ms: 3_600_000, cause: new Broken() })
          })
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Jobs.use((jobs) => jobs.enqueue(One, "x"))
        const later = sql<{ seconds: number }>`select extract(epoch from run_at - now())::float8 as seconds
          from graphile_worker._private_jobs where attempts = 4 and locked_at is null`
        // By the backoff the first three alone would take 30 seconds.
        yield* eventually(
          "it waits for an hour",
          Effect.map(later, ([row]) => row !== undefined && row.seconds > 3_500 && row.seconds <= 3_600)
        )
        assert.deepStrictEqual(seen, ["1 of 7", "2 of 7", "3 of 7", "4 of 7"])
      }).pipe(Effect.provide(nodeOn(url, [job])))
    })
  )
})

describe("Jobs.abort", () => {
  it.live("removes a job that waits, and ends one that runs on another node; neither is tried again or dead", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const dead: Array<string> = []
      const Scan = jobRef("test.scan", Schema.String)
      const begun = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const scan = defineJob(Scan, {
        onDead: (key) => Effect.sync(() => void dead.push(key)),
        run: () =>
          Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
          )
      })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        yield* jobs.enqueue(Scan, "waits", { key: "w", runAtMs: 4_000_000_000_000 })
        yield* jobs.enqueue(Scan, "runs", { key: "r" })
        assert.strictEqual(yield* jobs.abort({ name: "test.other" }, "w"), "none")
        assert.strictEqual(yield* jobs.abort(Scan, "w"), "waiting")
        assert.strictEqual(yield* jobs.abort(Scan, "w"), "none")
        yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [scan] }))
        yield* Deferred.await(begun)
        const undone = sql.withTransaction(Effect.andThen(jobs.abort(Scan, "r"), Effect.fail(new Broken())))
        assert.isTrue((yield* Effect.flip(undone)) instanceof Broken)
        assert.strictEqual(yield* jobs.abort(Scan, "r"), "running")
        yield* Deferred.await(ended)
        yield* eventually("the queue is empty", idle)
        assert.strictEqual((yield* stats).failed, 0)
        assert.deepStrictEqual(dead, [])
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [scan])))
    })
  )

  it.live("is heard on the next beat where its notification was lost", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scan = held("test.scan")
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        yield* jobs.enqueue(scan.ref, "runs", { key: "r" })
        yield* eventually(
          "it runs",
          Effect.sync(() => scan.running.size === 1)
        )
        yield* sql`update graphile_worker._private_jobs set key = null, flags = flags || '{"aborted": true}'`
        yield* eventually("the queue is empty", idle)
      }).pipe(Effect.provide(nodeOn(url, [scan.job], { heartbeatMs: 50 })))
    })
  )
})

describe("onDead", () => {
  it.live("is told of each dead letter, again until it succeeds, also of one whose worker died", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const told: Array<string> = []
      let failures = 0
      const Pay = jobRef("test.pay", Schema.String)
      const pay = defineJob(Pay, {
        attempts: 1,
        run: () => Effect.fail(new Broken()),
        onDead: (key, { attempts, error }) =>
          Effect.gen(function* () {
            if (failures++ === 0) return yield* new RetryAfter({ ms: 0 })
            told.push(`${key}: ${error} after ${attempts}`)
          })
      })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        const admin = yield* JobAdmin
        yield* jobs.enqueue(Pay, "lost")
        yield* sql`insert into core_job_workers (worker_id) values ('gone')`
        yield* sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'gone', locked_at = now()`
        yield* jobs.enqueue(Pay, "fails")
        yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [pay], heartbeatMs: 50 }))
        yield* eventually(
          "both are told",
          Effect.sync(() => told.length === 2)
        )
        yield* eventually("the queue is empty", idle)
        assert.deepStrictEqual(told.sort(), ["fails: failed: Broken after 1", "lost: its worker died after 1"])
        assert.strictEqual((yield* stats).failed, 2)
        const [letter] = yield* admin.deadLetters()
        yield* admin.retryDeadLetter(letter?.id ?? "")
        yield* eventually(
          "it is told anew",
          Effect.sync(() => told.length === 3)
        )
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [pay])))
    })
  )
})

describe("a job that nobody declares", () => {
  it.live("is listed while it waits, and counted by name", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const Gone = jobRef("gone.job", Schema.String)
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const admin = yield* JobAdmin
        assert.deepStrictEqual(yield* admin.undeclared([]), [])
        yield* jobs.enqueue(Gone, "x", { key: "x" })
        assert.deepStrictEqual(yield* admin.undeclared(["other.job"]), ["gone.job"])
        assert.deepStrictEqual(yield* admin.undeclared(["gone.job"]), [])
        const [count] = yield* admin.counts
        assert.deepInclude(count, { job: "gone.job", waiting: 1, running: 0, failed: 0 })
        assert.strictEqual(yield* jobs.abort(Gone, "x"), "waiting")
        assert.deepStrictEqual(yield* admin.undeclared([]), [])
      }).pipe(Effect.provide(queueOn(url, [])))
    })
  )
})
