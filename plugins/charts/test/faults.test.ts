/** A collection by the real adapter while its upstream throttles, aloud and in silence. */
import { Jobs } from "@storeglass/plugin-api"
import { adjustableClock, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Clock, Effect, Exit, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Collect } from "../src/collection/jobRefs.ts"
import { hourMs, startMs } from "./support.ts"

describe("collecting from a store that throttles", () => {
  const scope = Effect.runSync(Scope.make())
  const clock = adjustableClock(startMs)
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await Effect.runPromise(
      startTestGateway({
        clock,
        plugins: {
          stores: true,
          charts: {
            collectOnStart: true,
            everyHours: 6,
            platforms: ["storea"],
            countries: ["us"],
            genres: ["all", "6014", "6002"]
          }
        }
      }).pipe(Scope.provide(scope), Effect.provideService(Clock.Clock, clock.clock))
    )
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const count = (text: string) =>
    gateway.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.map(sql.unsafe<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`), (rows) => rows[0]?.n ?? -1)
      )
    )
  /** Waits for so many lists, and for the queue to be empty. */
  const collected = (lists: number) =>
    Effect.runPromise(
      Effect.promise(async () => ({
        lists: await count("charts_snapshots"),
        jobs: await count("graphile_worker.jobs WHERE task_identifier LIKE 'charts.%'")
      })).pipe(
        Effect.flatMap((now) =>
          now.lists === lists && now.jobs === 0 ? Effect.void : Effect.fail(new Error(JSON.stringify(now)))
        ),
        Effect.retry({ schedule: Schedule.spaced(50), times: 500 })
      )
    )

  it("ends complete, with one list a chart and interval and none that is empty", async () => {
    await collected(9)
    const sandbox = gateway.running.sandbox
    for (const interval of [1, 2]) {
      clock.setMs(startMs + interval * 6 * hourMs)
      sandbox?.control.clearRequests()
      sandbox?.control.fail({ kind: "empty", upstream: "itunes", path: "rss", times: 6 })
      sandbox?.control.fail({ kind: "429", upstream: "itunes", path: "genre", times: 3, retryAfterSeconds: 0 })
      sandbox?.control.fail({ kind: "truncated", upstream: "itunes", path: "toppaid", times: 1 })
      await gateway.run(Effect.flatMap(Jobs, (jobs) => jobs.enqueue(Collect, {})))
      await collected(9 * (interval + 1))
      assert.deepStrictEqual(sandbox?.control.faults(), [], "every fault was met")
    }
    const lengths =
      "SELECT chart_id FROM charts_snapshots GROUP BY 1 HAVING min(cardinality(apps)) < max(cardinality(apps)) - 3"
    assert.strictEqual(await count(`(${lengths}) AS cut`), 0)
    assert.strictEqual(
      await count(
        "(SELECT chart_id, floor(extract(epoch FROM at) / 21600) FROM charts_snapshots GROUP BY 1, 2) AS one"
      ),
      27
    )
  })

  it("keeps what the store said in the interval, where an answer from just before it is still cached", async () => {
    const { key } = await gateway.account()
    const slotMs = startMs - (startMs % (6 * hourMs)) + 24 * hourMs
    clock.setMs(slotMs - 5 * 60_000)
    const seen = await gateway.ask("/v1/categories/all/top?country=us", { key })
    assert.strictEqual(seen.status, 200)
    assert.isBelow(Date.parse(seen.headers.get("x-data-as-of") ?? ""), slotMs)
    clock.setMs(slotMs + 60_000)
    const before = await count("charts_snapshots")
    await gateway.run(Effect.flatMap(Jobs, (jobs) => jobs.enqueue(Collect, {})))
    await collected(before + 9)
    assert.strictEqual(await count(`charts_snapshots WHERE at >= to_timestamp(${slotMs / 1_000})`), 9)
  })
})
