import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { defineJob, type JobDelivery, Jobs, jobRef } from "@storeglass/plugin-api"
import { migratedDatabase } from "@storeglass/testkit"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Layer, Redacted, Schedule, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, vi } from "vitest"
import { JobAdmin, JobWorkersLive } from "../src/jobs/index.ts"
import { createEffects, effects, leaveEffect } from "./jobsEffects.ts"
import { eventually, idle, keptLogs, nodeOn, queueOn } from "./jobsHarness.ts"

afterEach(() => vi.restoreAllMocks())

const Hang = jobRef("test.hang", Schema.String)
const hang = defineJob(Hang, { run: (key) => leaveEffect(key) })
const createBegun = SqlClient.SqlClient.use((sql) => sql`create table begun (key text, attempt int)`)
const begun = SqlClient.SqlClient.use((sql) => sql<{ key: string }>`select key from begun`)

/** Another process with a node on this database. */
const otherProcess = (url: Redacted.Redacted<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const script = fileURLToPath(new URL("jobsWorkerChild.ts", import.meta.url))
      return spawn(process.execPath, [script, Redacted.value(url)], { stdio: ["ignore", "ignore", "inherit"] })
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

/** Notes what is printed, and promises that fail with nobody looking, which would end a gateway. */
const watchOutput = Effect.gen(function* () {
  const printed = (["log", "error", "warn", "trace", "info", "debug"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(() => undefined)
  )
  const rejections: Array<unknown> = []
  const onRejection = (reason: unknown) => void rejections.push(reason)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("unhandledRejection", onRejection)),
    () => Effect.sync(() => process.off("unhandledRejection", onRejection))
  )
  return () => {
    assert.deepStrictEqual(rejections, [])
    for (const method of printed) assert.deepStrictEqual(method.mock.calls, [])
  }
})

/** Work that notes each attempt before it begins. */
const noted =
  <E, R>(attempts: Array<number>, work: (key: string) => Effect.Effect<void, E, R>) =>
  (key: string, { attempt }: JobDelivery) => {
    attempts.push(attempt)
    return work(key)
  }
/** Says that it has begun, and never ends. */
const hangs = (begun: Deferred.Deferred<void>) => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)

describe("a worker that is killed", () => {
  it.live("has its job picked up by another within 10 seconds, and its effect once", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        yield* createEffects
        yield* createBegun
        const child = yield* otherProcess(url)
        yield* jobs.enqueue(Hang, "survives")
        yield* eventually(
          "the other process has begun",
          Effect.map(begun, (rows) => rows.length === 1)
        )
        yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [hang] }))
        // The living keep their jobs: this node's sweeps pass them by.
        yield* Effect.sleep(4_000)
        assert.deepStrictEqual(yield* effects, {})
        const killedAt = yield* Clock.currentTimeMillis
        child.kill("SIGKILL")
        yield* eventually("it is done", idle)
        assert.isBelow((yield* Clock.currentTimeMillis) - killedAt, 10_000)
        assert.deepStrictEqual(yield* effects, { survives: 1 })
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [hang])))
    })
  )

  it.live("on its last attempt leaves a dead letter that says so", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const admin = yield* JobAdmin
        yield* createEffects
        yield* createBegun
        const child = yield* otherProcess(url)
        yield* jobs.enqueue(Hang, "poison", { attempts: 1 })
        yield* eventually(
          "the other process has begun",
          Effect.map(begun, (rows) => rows.length === 1)
        )
        child.kill("SIGKILL")
        yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [hang] }))
        yield* eventually(
          "it is dead",
          Effect.map(admin.stats, ({ failed }) => failed === 1)
        )
        const [letter] = yield* admin.deadLetters()
        assert.strictEqual(letter?.lastError, "its worker died")
        assert.isTrue(yield* admin.retryDeadLetter(letter?.id ?? ""))
        yield* eventually("it is done", idle)
        assert.deepStrictEqual(yield* effects, { poison: 1 })
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [hang])))
    })
  )
})

describe("a worker that loses its connection", () => {
  const Slow = jobRef("test.slow", Schema.String)

  it.live("keeps its job, which no other node repeats, and goes on working", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const started = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<void>()
      const slow = defineJob(Slow, {
        run: (key) =>
          (key === "long"
            ? Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(finish))
            : Effect.void
          ).pipe(Effect.andThen(leaveEffect(key)))
      })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        yield* createEffects
        yield* jobs.enqueue(Slow, "long")
        const node = Layer.fresh(JobWorkersLive({ database: { url }, jobs: [slow] }))
        yield* Layer.build(node)
        yield* Deferred.await(started)
        yield* Layer.build(node)
        const workers = sql`select worker_id from core_job_workers`
        yield* eventually(
          "both nodes are up",
          Effect.map(workers, (rows) => rows.length === 2)
        )
        yield* sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'storeglass-jobs' and datname = current_database()`
        yield* jobs.enqueue(Slow, "after")
        yield* eventually(
          "the other job is done",
          Effect.map(effects, (done) => "after" in done)
        )
        // Time for the sweep of either node to take the first for dead, if it could.
        yield* Effect.sleep(4_000)
        yield* Deferred.succeed(finish, undefined)
        yield* eventually("the queue is empty", idle)
        assert.deepStrictEqual(yield* effects, { after: 1, long: 1 })
      }).pipe(Effect.scoped, Effect.provide(queueOn(url, [slow])))
    })
  )
})

describe("a node that stops", () => {
  const Slow = jobRef("test.slow", Schema.String)

  it.live("finishes the job that runs", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const begun = yield* Deferred.make<void>()
      const slow = defineJob(Slow, {
        run: (key) =>
          Deferred.succeed(begun, undefined).pipe(Effect.andThen(Effect.sleep(400)), Effect.andThen(leaveEffect(key)))
      })
      yield* Effect.gen(function* () {
        yield* createEffects
        const jobs = yield* Jobs
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [slow] }))
            yield* jobs.enqueue(Slow, "finished")
            yield* Deferred.await(begun)
          })
        )
        assert.deepStrictEqual(yield* effects, { finished: 1 })
        assert.isTrue(yield* idle)
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`select worker_id from core_job_workers`, [])
      }).pipe(Effect.provide(queueOn(url, [slow])))
    })
  )

  it.live("gives a job back that does not finish in time, without counting the attempt, to another node at once", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const begun = yield* Deferred.make<void>()
      const attempts: Array<number> = []
      const hanging = defineJob(Slow, {
        attempts: 1,
        run: noted(attempts, () => hangs(begun))
      })
      const quick = defineJob(Slow, {
        attempts: 1,
        run: noted(attempts, leaveEffect)
      })
      yield* Effect.gen(function* () {
        yield* createEffects
        const jobs = yield* Jobs
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(JobWorkersLive({ database: { url }, jobs: [hanging], stopTimeoutMs: 100 }))
            yield* jobs.enqueue(Slow, "handed over")
            yield* Deferred.await(begun)
          })
        )
        yield* Effect.scoped(
          Effect.andThen(
            Layer.build(JobWorkersLive({ database: { url }, jobs: [quick] })),
            eventually("the queue is empty", idle, 3_000)
          )
        )
        assert.deepStrictEqual(yield* effects, { "handed over": 1 })
        assert.deepStrictEqual(attempts, [1, 1])
      }).pipe(Effect.provide(queueOn(url, [quick])))
    })
  )
})

describe("a worker that is stopped in a job that mostly waits", () => {
  it.live("interrupts it at once, while it waits for others to end, and doesn't count its attempt", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [waitBegun, workBegun] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const attempts: Array<number> = []
      const Wait = jobRef("test.wait", Schema.String)
      const Work = jobRef("test.work", Schema.String)
      const waiting = defineJob(Wait, {
        attempts: 1,
        interruptOnStop: true,
        run: noted(attempts, () => hangs(waitBegun))
      })
      const working = defineJob(Work, {
        run: (key) =>
          Deferred.succeed(workBegun, undefined).pipe(
            Effect.andThen(Effect.sleep(500)),
            Effect.andThen(leaveEffect(key))
          )
      })
      const over = defineJob(Wait, {
        attempts: 1,
        run: noted(attempts, leaveEffect)
      })
      yield* Effect.gen(function* () {
        yield* createEffects
        const jobs = yield* Jobs
        const node = yield* Scope.make()
        yield* Layer.buildWithScope(JobWorkersLive({ database: { url }, jobs: [waiting, working] }), node)
        yield* jobs.enqueue(Wait, "waited")
        yield* jobs.enqueue(Work, "worked")
        yield* Deferred.await(waitBegun)
        yield* Deferred.await(workBegun)
        const [took] = yield* Effect.timed(Scope.close(node, Exit.void))
        assert.isBelow(Duration.toMillis(took), 5_000)
        assert.deepStrictEqual(yield* effects, { worked: 1 })
        yield* Effect.scoped(
          Effect.andThen(
            Layer.build(JobWorkersLive({ database: { url }, jobs: [over] })),
            eventually("the queue is empty", idle, 3_000)
          )
        )
        assert.deepStrictEqual(yield* effects, { waited: 1, worked: 1 })
        assert.deepStrictEqual(attempts, [1, 1])
      }).pipe(Effect.provide(queueOn(url, [over])))
    })
  )
})

describe("a worker that is stopped before its heartbeat is up", () => {
  it.live("stops, prints nothing, and has taken no job", () =>
    Effect.gen(function* () {
      const assertQuiet = yield* watchOutput
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        yield* createEffects
        yield* jobs.enqueue(Hang, "waits")
        const node = yield* Scope.make()
        const stopping = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`lock table core_job_workers in access exclusive mode`
            yield* Layer.buildWithScope(JobWorkersLive({ database: { url }, jobs: [hang] }), node)
            const blocked = sql`select pid from pg_locks where relation = 'core_job_workers'::regclass and not granted`
            yield* eventually(
              "its heartbeat waits",
              Effect.map(blocked, (rows) => rows.length > 0)
            )
            const stopping = yield* Effect.forkChild(Scope.close(node, Exit.void))
            yield* Effect.sleep(200)
            return stopping
          })
        )
        yield* Fiber.join(stopping)
        assert.deepStrictEqual(yield* effects, {})
        assert.strictEqual((yield* JobAdmin.use((admin) => admin.stats)).waiting, 1)
      }).pipe(Effect.provide(Layer.provideMerge(queueOn(url, [hang]), keptLogs([]))))
      assertQuiet()
    })
  )
})

describe("a database that goes away", () => {
  const Step = jobRef("test.step", Schema.String)

  it.live("is met again by itself, also by a job that ended meanwhile, with nothing printed", () =>
    Effect.gen(function* () {
      const assertQuiet = yield* watchOutput
      const lines: Array<string> = []
      const server = yield* EmbeddedPostgres.temporary()
      const started = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<void>()
      let deliveries = 0
      const step = defineJob(Step, {
        run: (key) =>
          Effect.gen(function* () {
            if (key !== "across") return yield* leaveEffect(key)
            if (++deliveries > 1) return yield* leaveEffect(key)
            yield* Deferred.succeed(started, undefined)
            yield* Deferred.await(finish)
          })
      })
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        yield* createEffects
        for (let round = 0; round < 3; round++) yield* jobs.enqueue(Step, `before ${round}`)
        yield* jobs.enqueue(Step, "across")
        yield* Deferred.await(started)
        yield* server.stopImmediate
        yield* Deferred.succeed(finish, undefined)
        yield* Effect.sleep(1_000)
        yield* server.restart
        const restartedAt = yield* Clock.currentTimeMillis
        yield* Effect.retry(jobs.enqueue(Step, "after"), { times: 50, schedule: Schedule.spaced(100) })
        yield* eventually(
          "a new job is done",
          Effect.map(effects, (done) => "after" in done)
        )
        assert.isBelow((yield* Clock.currentTimeMillis) - restartedAt, 5_000)
        yield* eventually("the queue is empty", idle, 15_000)
      }).pipe(Effect.provide(Layer.provideMerge(nodeOn(server.url, [step]), keptLogs(lines))))
      // Its end was written once the database was back.
      assert.strictEqual(deliveries, 1)
      assertQuiet()
      assert.isTrue(lines.some((line) => line.includes("heartbeat lost")))
    })
  )

  it.live("does not keep a node from stopping while it is away", () =>
    Effect.gen(function* () {
      const assertQuiet = yield* watchOutput
      const server = yield* EmbeddedPostgres.temporary()
      const lines: Array<string> = []
      const step = defineJob(Step, { run: (key) => leaveEffect(key) })
      const stoppedAt = yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        yield* createEffects
        yield* jobs.enqueue(Step, "before")
        yield* eventually("the queue is empty", idle)
        yield* server.stopImmediate
        yield* Effect.sleep(1_500)
        return yield* Clock.currentTimeMillis
      }).pipe(Effect.provide(Layer.provideMerge(nodeOn(server.url, [step]), keptLogs(lines))))
      assert.isBelow((yield* Clock.currentTimeMillis) - stoppedAt, 10_000)
      assertQuiet()
    })
  )
})
