import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { defineJob, Jobs, jobRef } from "@storeglass/plugin-api"
import { freshDatabase, migratedDatabase } from "@storeglass/testkit"
import { Clock, Data, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { installJobs, JobAdmin, JobsLive, JobWorkersLive } from "../src/jobs/index.ts"
import { lastMigration } from "../src/jobs/install.ts"
import { createEffects, effects, leaveEffect } from "./jobsEffects.ts"
import { eventually, idle, keptLogs, nodeOn, queueOn } from "./jobsHarness.ts"

class Broken extends Data.TaggedError("Broken")<{ readonly message: string }> {}

const Note = jobRef("test.note", Schema.String)
const note = defineJob(Note, { run: (key) => leaveEffect(key) })
const add = (key: string) => Jobs.use((jobs) => jobs.enqueue(Note, key))

describe("installJobs", () => {
  it.effect("knows the last migration that the queue's library has, which it isn't loaded for again", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* installJobs({ url }, [])
        const last = sql<{ id: number }>`SELECT max(id) AS id FROM graphile_worker.migrations`
        assert.deepStrictEqual(yield* last, [{ id: lastMigration }])
      }).pipe(Effect.provide(PgClient.layer({ url })))
    })
  )
})

describe("Jobs.enqueue", () => {
  it.live("joins the caller's transaction: rolled back it never runs, committed it runs", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* createEffects
        const rolledBack = sql.withTransaction(
          Effect.andThen(add("rolled back"), Effect.fail(new Broken({ message: "" })))
        )
        assert.isTrue((yield* Effect.flip(rolledBack)) instanceof Broken)
        // An open transaction: the worker must not see its job before the commit.
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* add("committed")
            yield* sql`insert into effects (key) values ('with the job')`
            yield* Effect.sleep(100)
          })
        )
        yield* add("alone")
        yield* eventually("the queue is empty", idle)
        assert.deepStrictEqual(yield* effects, { alone: 1, committed: 1, "with the job": 1 })
      }).pipe(Effect.provide(nodeOn(url, [note])))
    })
  )

  it.live("keeps one waiting job of a key, with the latest payload, lists too", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const Many = jobRef("test.many", Schema.Array(Schema.String))
      const many = defineJob(Many, { run: (keys) => Effect.forEach(keys, leaveEffect) })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        yield* createEffects
        for (const key of ["one", "two", "three"]) yield* jobs.enqueue(Many, [key], { key: "same" })
        const admin = yield* JobAdmin
        assert.strictEqual((yield* admin.stats).waiting, 1)
        yield* Effect.scoped(
          Effect.andThen(
            Layer.build(JobWorkersLive({ database: { url }, jobs: [many] })),
            eventually("the queue is empty", idle)
          )
        )
        assert.deepStrictEqual(yield* effects, { three: 1 })
      }).pipe(Effect.provide(queueOn(url, [many])))
    })
  )

  it.live("holds a job back until its time, and works nothing on a node with concurrency 0", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const admin = yield* JobAdmin
        yield* createEffects
        yield* jobs.enqueue(Note, "later", { runAtMs: (yield* Clock.currentTimeMillis) + 3_600_000 })
        assert.deepStrictEqual(yield* admin.stats, { waiting: 1, running: 0, failed: 0, oldestWaitingMs: null })
        yield* jobs.enqueue(Note, "now")
        yield* Effect.sleep(1_500)
        const stats = yield* admin.stats
        assert.strictEqual(stats.waiting, 2)
        assert.isAtLeast(stats.oldestWaitingMs ?? 0, 1_400)
        assert.deepStrictEqual(yield* effects, {})
        yield* Effect.scoped(
          Effect.andThen(
            Layer.build(JobWorkersLive({ database: { url }, jobs: [note] })),
            eventually(
              "one job is left",
              Effect.map(admin.stats, ({ waiting, running }) => waiting === 1 && running === 0)
            )
          )
        )
        assert.deepStrictEqual(yield* effects, { now: 1 })
      }).pipe(Effect.provide(nodeOn(url, [note], { concurrency: 0 })))
    })
  )

  it.live("reaches an idle worker by notification, not by its poll", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const latencies: Array<number> = []
      const Ping = jobRef("test.ping", Schema.Number)
      const ping = defineJob(Ping, {
        run: (sentAtMs) => Effect.map(Clock.currentTimeMillis, (now) => void latencies.push(now - sentAtMs))
      })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        for (let sent = 0; sent < 22; sent++) {
          yield* jobs.enqueue(Ping, yield* Clock.currentTimeMillis)
          yield* eventually(
            "the ping came",
            Effect.sync(() => latencies.length > sent)
          )
        }
      }).pipe(Effect.provide(nodeOn(url, [ping])))
      // The first may come before the worker listens.
      const sorted = latencies.slice(1).sort((a, b) => a - b)
      assert.isBelow(sorted[10] ?? Number.POSITIVE_INFINITY, 50)
    })
  )

  it.live("comes up on an empty database that several nodes install at once", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) {
        const url = yield* freshDatabase()
        yield* Effect.gen(function* () {
          yield* createEffects
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* Effect.forEach(
                [1, 2, 3, 4],
                () =>
                  Layer.build(
                    Layer.fresh(
                      Layer.provideMerge(
                        JobWorkersLive({ database: { url }, jobs: [note] }),
                        JobsLive({ database: { url }, jobs: [note] })
                      )
                    )
                  ),
                { concurrency: "unbounded" }
              )
              yield* add("once")
              yield* eventually("the queue is empty", idle)
            })
          )
          assert.deepStrictEqual(yield* effects, { once: 1 })
        }).pipe(Effect.provide(queueOn(url, [note])))
      }
    })
  )

  it.live("takes an address in parts, with the folder of a socket as its host", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* migratedDatabase).replace("///", "//localhost/"))
      const database = {
        host: url.searchParams.get("host") ?? "",
        port: Number(url.searchParams.get("port")),
        user: url.searchParams.get("user") ?? "",
        database: url.pathname.slice(1)
      }
      let runs = 0
      const counted = defineJob(Note, { run: () => Effect.sync(() => void runs++) })
      yield* Effect.gen(function* () {
        yield* add("x")
        yield* eventually(
          "it ran",
          Effect.sync(() => runs === 1)
        )
      }).pipe(
        Effect.provide(
          JobWorkersLive({ database, jobs: [counted] }).pipe(
            Layer.provideMerge(JobsLive({ database, jobs: [counted] })),
            Layer.provideMerge(PgClient.layer({ ...database, username: database.user }))
          )
        )
      )
    })
  )

  it.effect("refuses wrong declarations with a message that names the job", () =>
    Effect.gen(function* () {
      const job = (options: { cron?: string; attempts?: number }) =>
        defineJob(Note, { ...options, run: () => Effect.void })
      const cases = [
        { jobs: [note, note], says: `"test.note" is declared twice` },
        { jobs: [job({ attempts: 0 })], says: `"test.note" must have between` },
        { jobs: [job({ cron: "* * * * * *" })], says: `"* * * * * *": it must have five fields` },
        { jobs: [job({ cron: "61 * * * *" })], says: `"test.note" has the schedule "61 * * * *"` },
        { jobs: [job({ cron: "0 0 30 2 *" })], says: `"test.note" has the schedule "0 0 30 2 *"` }
      ]
      const database = { host: "/nowhere", port: 1, user: "x", database: "x" }
      for (const { jobs, says } of cases) {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(JobsLive({ database, jobs }))))
        assert.include(error.message, says)
      }
      const error = yield* Effect.flip(Effect.scoped(Layer.build(JobsLive({ database, jobs: [note] }))))
      assert.strictEqual(error._tag, "JobsUnavailable")
      assert.include(error.message, "Cannot connect to PostgreSQL")
    })
  )
})

describe("a failing job", () => {
  it.live("is tried again with backoff, becomes a dead letter, and runs again when retried", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const attempts: Array<number> = []
      let broken = true
      const Flaky = jobRef("test.flaky", Schema.String)
      const flaky = defineJob(Flaky, {
        attempts: 2,
        run: (key, { attempt }) =>
          Effect.gen(function* () {
            attempts.push(attempt)
            if (broken) return yield* new Broken({ message: "no" })
            yield* leaveEffect(key)
          })
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = yield* JobAdmin
        const jobs = yield* Jobs
        yield* createEffects
        yield* jobs.enqueue(Flaky, "done")
        const nextDelay = sql<{ seconds: number }>`select extract(epoch from run_at - now())::float8 as seconds
          from graphile_worker.jobs where attempts = 1 and locked_at is null`
        yield* eventually(
          "it failed once",
          Effect.map(nextDelay, (rows) => rows.length === 1)
        )
        const [row] = yield* nextDelay
        assert.isAbove(row?.seconds ?? 0, 1)
        assert.isBelow(row?.seconds ?? 9, 2.8)
        assert.deepStrictEqual(yield* admin.deadLetters(), [])
        yield* eventually(
          "it failed for good",
          Effect.map(admin.stats, ({ failed }) => failed === 1)
        )
        const [letter, ...others] = yield* admin.deadLetters()
        assert.deepStrictEqual(others, [])
        assert.strictEqual(letter?.job, "test.flaky")
        assert.strictEqual(letter?.attempts, 2)
        assert.strictEqual(letter?.lastError, "failed: Broken")
        assert.deepStrictEqual(yield* admin.deadLetters({ after: letter?.id ?? "" }), [])
        broken = false
        assert.isFalse(yield* admin.retryDeadLetter("999999"))
        assert.isFalse(yield* admin.retryDeadLetter("1 or 1=1"))
        assert.isTrue(yield* admin.retryDeadLetter(letter?.id ?? ""))
        yield* eventually("the queue is empty", idle)
        assert.deepStrictEqual(yield* effects, { done: 1 })
        assert.deepStrictEqual(attempts, [1, 2, 1])
        assert.isFalse(yield* admin.retryDeadLetter(letter?.id ?? ""))
      }).pipe(Effect.provide(nodeOn(url, [flaky])))
    })
  )

  it.live(
    "leaves nothing of its payload, its error's message or a defect in the database, the logs or the console",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const lines: Array<string> = []
        const Leaky = jobRef(
          "test.leaky",
          Schema.Struct({ way: Schema.Literals(["fail", "die", "throw"]), token: Schema.String })
        )
        const leaky = defineJob(Leaky, {
          attempts: 1,
          run: ({ way, token }) => {
            if (way === "throw") throw new TypeError(`thrown ${token}`)
            return way === "die"
              ? Effect.die(new Error(`died ${token}`))
              : Effect.fail(new Broken({ message: `failed ${token}` }))
          }
        })
        const Wrong = jobRef("test.leaky", Schema.Struct({ way: Schema.String, token: Schema.String }))
        yield* Effect.gen(function* () {
          const jobs = yield* Jobs
          const admin = yield* JobAdmin
          for (const way of ["fail", "die", "throw", "canary"]) yield* jobs.enqueue(Wrong, { way, token: "canary" })
          yield* eventually(
            "all failed for good",
            Effect.map(admin.stats, ({ failed }) => failed === 4)
          )
          const errors = (yield* admin.deadLetters()).map(({ lastError }) => lastError ?? "")
          assert.strictEqual(errors[0], "failed: Broken")
          assert.match(errors[1] ?? "", /^defect: Error at .*jobs\.test\.ts/)
          assert.match(errors[2] ?? "", /^defect: TypeError at .*jobs\.test\.ts/)
          assert.strictEqual(errors[3], "the payload doesn't decode: SchemaError")
          assert.notInclude(errors.join(), "canary")
        }).pipe(Effect.provide(Layer.provideMerge(nodeOn(url, [leaky]), keptLogs(lines))))
        assert.strictEqual(lines.filter((line) => line.includes("Job failed for good")).length, 4)
        assert.isTrue(lines.some((line) => line.includes(`"job":"test.leaky"`) && line.includes(`"attempt":1`)))
        assert.notInclude(lines.join("\n"), "canary")
      })
  )
})

describe("a job with a schedule", () => {
  it.live("runs a missed tick once over two nodes that come up together", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const now = new Date(yield* Clock.currentTimeMillis)
      const tick = new Date(now.getTime() - 30 * 60_000)
      tick.setUTCSeconds(0, 0)
      let runs = 0
      const seen: Array<string> = []
      const Daily = jobRef("test.daily", Schema.Struct({ kind: Schema.String }))
      const daily = defineJob(Daily, {
        cron: `${tick.getUTCMinutes()} ${tick.getUTCHours()} * * *`,
        cronPayload: { kind: "all" },
        run: ({ kind }) =>
          Effect.sync(() => {
            runs++
            seen.push(kind)
          })
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Known for an hour, so the tick of half an hour ago was missed.
        yield* sql`insert into graphile_worker._private_known_crontabs (identifier, known_since)
          values ('test.daily', now() - interval '1 hour')`
        const ticked = sql<{
          at: Date | null
        }>`select last_execution as at from graphile_worker._private_known_crontabs`
        yield* Effect.scoped(
          Effect.gen(function* () {
            const node = Layer.fresh(JobWorkersLive({ database: { url }, jobs: [daily] }))
            yield* Effect.all([Layer.build(node), Layer.build(node)], { concurrency: 2 })
            yield* eventually(
              "it ran",
              Effect.sync(() => runs > 0)
            )
            yield* eventually("the queue is empty", idle)
            // Both have looked at the schedule by then, as both have registered.
            const workers = sql`select worker_id from core_job_workers`
            yield* eventually(
              "both nodes are up",
              Effect.map(workers, (rows) => rows.length === 2)
            )
            yield* Effect.sleep(500)
          })
        )
        assert.strictEqual(runs, 1)
        assert.deepStrictEqual(seen, ["all"])
        assert.strictEqual((yield* ticked)[0]?.at?.getTime(), tick.getTime())
      }).pipe(Effect.provide(queueOn(url, [daily])))
    })
  )
})
