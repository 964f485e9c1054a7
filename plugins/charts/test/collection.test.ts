import { erased } from "@storeglass/gateway"
import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { adjustableClock, freshDatabase, manifestOf, startTestGateway } from "@storeglass/testkit"
import { Effect, Exit, Fiber, Schedule, Schema, Scope } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import { keyOf } from "../src/chartKey.ts"
import { ChartCollection, configured } from "../src/collection/ChartCollection.ts"
import { Read } from "../src/collection/jobRefs.ts"
import { checkOf } from "../src/collection/startCollecting.ts"
import { ChartHistory, type ChartKey } from "../src/contract.ts"
import { jobs } from "../src/jobs.ts"
import { makeWorld, memoryStore, storesLayer, upstreamError, type World } from "./memoryStore.ts"
import { countOf, dayMs, hourMs, key, type Node, settings, snapshot, startMs, useNodes } from "./support.ts"

const startNode = useNodes()

const slotMs = startMs - (startMs % (6 * hourMs))
const decodeRead = Schema.decodeUnknownSync(Read.payload)

const plan = (node: Node) => node.run(Effect.flatMap(ChartCollection, (it) => it.plan))
const read = (node: Node, which: ChartKey, slot = slotMs, attempt = 1) =>
  node.run(Effect.result(Effect.flatMap(ChartCollection, (it) => it.read(which, slot, attempt))))
const history = <A, E>(node: Node, use: (history: ChartHistory["Service"]) => Effect.Effect<A, E>) =>
  node.run(Effect.flatMap(ChartHistory, use))

/** Fills every chart that the default config names. */
const fullWorld = (over: Partial<World> = {}) => {
  const world = makeWorld(over)
  for (const country of world.countries) {
    for (const chart of ["top-free", "top-paid", "top-grossing"]) {
      for (const genre of ["all", "6002", "6014"]) {
        world.charts.set(`${country}:${chart}:${genre}`, ["1", "2", "3"])
      }
    }
  }
  return world
}

describe("planning an interval", () => {
  it("names the charts of the config that the store has, no others", () => {
    const store = memoryStore(makeWorld({ countries: ["us", "de"] }))
    const keys = configured(
      { charts: ["top-free"], countries: ["us", "jp"], genres: ["all", "main", "7001", "36"] },
      store
    )
    assert.deepStrictEqual(
      keys.map(({ country, genreId }) => [country, genreId]),
      [
        ["us", null],
        ["us", "6002"],
        ["us", "6014"],
        ["us", "7001"]
      ]
    )
    const noPaid = configured(
      { charts: ["top-free", "top-paid"], countries: ["us"], genres: ["all"] },
      { ...store, charts: ["top-free"] }
    )
    assert.deepStrictEqual(
      noPaid.map(({ chart }) => chart),
      ["top-free"]
    )
  })

  it("puts one job in the queue for each chart, spread at the configured rate, and none twice", async () => {
    const node = await startNode({ worlds: [fullWorld()], config: { readsPerMinute: 3 } })
    assert.strictEqual(await plan(node), 9)
    assert.strictEqual(await plan(node), 9)
    assert.strictEqual(node.queue.length, 9)
    assert.strictEqual(new Set(node.queue.map((job) => job.key)).size, 9)
    const times = node.queue.map(({ runAtMs = 0 }) => runAtMs)
    assert.approximately(Math.max(...times) - Math.min(...times), 8 * 20_000, 100)
    assert.isTrue(node.queue.every(({ payload }) => decodeRead(payload).slotMs === slotMs))
  })

  it("leaves out what the interval has read already: a plan that broke off is taken up", async () => {
    const node = await startNode({ worlds: [fullWorld()] })
    await plan(node)
    for (const { payload } of node.queue.slice(0, 4)) await read(node, keyOf(decodeRead(payload)))
    assert.strictEqual(await plan(node), 5)
    const [progress] = await history(node, (it) => it.progress)
    assert.deepInclude(progress, { platform: "storea", planned: 9, read: 4, lagMs: null })
  })

  it("takes those never read or longest ago first when the rate does not cover all, and says so", async () => {
    const clock = adjustableClock(slotMs)
    const node = await startNode({
      clock,
      worlds: [fullWorld()],
      config: { everyHours: 1, readsPerMinute: 1, countries: ["us", "de", "gb", "jp"], genres: ["all", "main"] }
    })
    const small = await startNode({
      clock,
      databaseUrl: node.databaseUrl,
      worlds: [fullWorld()],
      config: { everyHours: 1, readsPerMinute: 1, countries: ["us", "de", "gb", "jp"] }
    })
    clock.setMs(slotMs + 50 * 60_000)
    // Ten minutes are left, less what the clock ran on.
    assert.strictEqual(await plan(small), 9)
    const [progress] = await history(small, (it) => it.progress)
    assert.deepInclude(progress, { planned: 36, read: 0, capacity: 60 })
    const [row] = await small.run(Effect.flatMap(ChartCollection, ({ demand }) => demand))
    assert.deepInclude(row, {
      what: "charts",
      demandPerDay: 864,
      capacityPerDay: 1_440,
      uncovered: 0,
      done: 0,
      due: 36
    })
    const first = new Set(small.queue.map((job) => job.key))
    for (const { payload } of small.queue) await read(small, keyOf(decodeRead(payload)), slotMs)
    clock.setMs(slotMs + hourMs + 50 * 60_000)
    small.queue.splice(0)
    await plan(small)
    assert.isTrue(
      small.queue.every((job) => !first.has(job.key)),
      "the others come first in the next interval"
    )
    assert.deepInclude(checkOf({ platform: "storea", planned: 36, read: 0, capacity: 20, lagMs: null }, small.config), {
      status: "degraded"
    })
    assert.deepInclude(checkOf({ platform: "storea", planned: 36, read: 9, capacity: 60, lagMs: null }, small.config), {
      status: "ok"
    })
    assert.deepInclude(
      checkOf({ platform: "storea", planned: 36, read: 36, capacity: 60, lagMs: 4 * hourMs }, small.config),
      { status: "degraded" }
    )
  })

  it("collects what callers asked for, for as long as they do, and at most so many", async () => {
    const clock = adjustableClock(startMs)
    const node = await startNode({
      clock,
      worlds: [fullWorld()],
      config: { genres: ["all"], charts: ["top-free"], trackedMax: 2, trackedDays: 10 }
    })
    await history(node, (it) => it.track([key({ country: "de" })]))
    clock.advanceMs(1_000)
    await history(node, (it) => it.track([key({ country: "gb" }), key({ country: "jp" })]))
    assert.strictEqual(await plan(node), 3)
    assert.deepStrictEqual(node.queue.map(({ payload }) => decodeRead(payload).country).sort(), ["gb", "jp", "us"])
    clock.advanceMs(11 * dayMs)
    node.queue.splice(0)
    assert.strictEqual(await plan(node), 1)
  })

  it("goes on without a store that this host does not have", async () => {
    const node = await startNode({ worlds: [fullWorld()], config: { platforms: ["storea", "storeb"] } })
    assert.strictEqual(await plan(node), 9)
    const result = await read(node, key({ platform: "storeb" }))
    assert.deepInclude(result, { _tag: "Success", success: "missed" })
  })

  it("runs by itself at the hours of the config", () => {
    const cronOf = (everyHours: number) =>
      jobs(settings({ everyHours })).find(({ name }) => name === "charts.collect")?.cron
    assert.deepStrictEqual([cronOf(6), cronOf(24), cronOf(1)], ["0 */6 * * *", "0 0 * * *", "0 */1 * * *"])
  })
})

describe("reading a chart", () => {
  let world: World
  let node: Node
  beforeEach(async () => {
    world = fullWorld()
    node = await startNode({ worlds: [world] })
  })
  const outcomeOf = async (result: ReturnType<typeof read>) => {
    const found = await result
    return found._tag === "Success" ? found.success : found.failure._tag
  }

  it("asks the store once in an interval", async () => {
    assert.strictEqual(await outcomeOf(read(node, key())), "added")
    assert.strictEqual(await outcomeOf(read(node, key())), "known")
    assert.strictEqual(world.asked.length, 1)
    assert.strictEqual(await countOf(node, "charts_snapshots"), 1)
  })

  it("takes what the store said in the interval, and nothing that was kept before it", async () => {
    world.keptMs = 100 * hourMs
    node.clock.setMs(slotMs - 60_000)
    await read(node, key(), slotMs - 6 * hourMs)
    node.clock.setMs(startMs)
    world.charts.set("us:top-free:all", ["9"])
    assert.strictEqual(await outcomeOf(read(node, key())), "added")
    const pair = await history(node, (it) => it.pair(key()))
    assert.deepStrictEqual([pair?.current.appIds, pair?.previous?.appIds], [["9"], ["1", "2", "3"]])
  })

  it("never keeps an empty list, and tries again where there was one that was not", async () => {
    const never = key({ genreId: "7001" })
    assert.strictEqual(await outcomeOf(read(node, never)), "UpstreamError")
    assert.strictEqual(await outcomeOf(read(node, never, slotMs, 3)), "empty")
    assert.strictEqual(await outcomeOf(read(node, never)), "known")
    await read(node, key())
    node.clock.advanceMs(6 * hourMs)
    world.charts.set("us:top-free:all", [])
    assert.strictEqual(await outcomeOf(read(node, never, slotMs + 6 * hourMs)), "empty", "that it is empty is known")
    assert.strictEqual(await outcomeOf(read(node, key(), slotMs + 6 * hourMs, 3)), "UpstreamError")
    assert.strictEqual(await countOf(node, "charts_snapshots"), 1)
    assert.deepStrictEqual((await history(node, (it) => it.latest(key())))?.appIds, ["1", "2", "3"])
  })

  it("leaves to the next interval what its own did not read", async () => {
    assert.strictEqual(await outcomeOf(read(node, key(), slotMs - 6 * hourMs)), "missed")
    assert.strictEqual(world.asked.length, 0)
  })

  it("puts what the store did not answer back in the queue, later each time, until the interval is over", async () => {
    world.fails = () => upstreamError("timeout")
    const job = jobs(node.config).find(({ name }) => name === "charts.read")
    const work = (payload: unknown) =>
      node.run(Effect.orDie(job?.run(payload, { id: "1", attempt: 1, attemptsMax: 10 }) ?? Effect.die("no job")))
    await plan(node)
    const [first] = node.queue.splice(0)
    await work(first?.payload)
    await work(node.queue[0]?.payload)
    assert.deepInclude(node.queue[0]?.payload, { tries: 2, slotMs })
    assert.strictEqual(node.queue.length, 1)
    assert.approximately((node.queue[0]?.runAtMs ?? 0) - startMs, 40_000, 5_000)
    node.clock.setMs(slotMs + 6 * hourMs)
    const [last] = node.queue.splice(0)
    await work(last?.payload)
    assert.deepStrictEqual(node.queue, [])
  })

  it("keeps a list in which an app is twice, at its better rank", async () => {
    world.charts.set("us:top-free:all", ["1", "2", "1", "3"])
    assert.strictEqual(await outcomeOf(read(node, key())), "added")
    const listed = await history(node, (it) => it.latest(key()))
    assert.deepStrictEqual(listed?.appIds, ["1", "2", null, "3"])
  })
})

describe("a collection with everything that goes wrong", () => {
  it("ends complete and without duplicates, over three intervals", async () => {
    const world = fullWorld()
    const clock = adjustableClock(slotMs)
    let node = await startNode({ worlds: [world], clock })
    let asked = 0
    for (const interval of [0, 1, 2]) {
      clock.setMs(slotMs + interval * 6 * hourMs + 60_000)
      const slot = slotMs + interval * 6 * hourMs
      for (const [what] of world.charts) world.charts.set(what, [String(interval + 1), "8", "9"])
      world.fails = () => {
        asked += 1
        return asked % 3 === 0
          ? upstreamError("rate_limited", 1)
          : asked % 7 === 0
            ? upstreamError("suspect")
            : undefined
      }
      await plan(node)
      let rounds = 0
      while (node.queue.length > 0 && rounds < 200) {
        rounds += 1
        const job = node.queue.shift()
        if (job === undefined) break
        const { slotMs: payloadSlot, ...row } = decodeRead(job.payload)
        assert.strictEqual(payloadSlot, slot)
        if (rounds % 5 === 2) {
          // Silence: status 200, and nothing in it.
          const what = `${row.country}:${row.chart}:${row.genre}`
          const list = world.charts.get(what) ?? []
          world.charts.set(what, [])
          const result = await read(node, keyOf(row), slot)
          world.charts.set(what, list)
          if (result._tag === "Failure") node.queue.push(job)
          continue
        }
        if (rounds % 4 === 1) {
          // The node dies with the job under way, and another takes it up.
          const dying = Effect.runFork(
            Effect.promise(() =>
              node.run(Effect.flatMap(ChartCollection, (it) => it.read(keyOf(row), slot, 1))).catch(() => undefined)
            )
          )
          await Effect.runPromise(Fiber.interrupt(dying))
          const rest = [...node.queue, job]
          await node.dispose()
          node = await startNode({ worlds: [world], clock, databaseUrl: node.databaseUrl })
          node.queue.push(...rest)
          continue
        }
        const result = await read(node, keyOf(row), slot)
        if (result._tag === "Failure") node.queue.push(job)
      }
      world.fails = () => undefined
      assert.isBelow(rounds, 200)
      assert.strictEqual(await countOf(node, `charts_snapshots WHERE at >= '${new Date(slot).toISOString()}'`), 9)
    }
    assert.strictEqual(await countOf(node, "charts_snapshots"), 27)
    assert.strictEqual(await countOf(node, "charts_snapshots WHERE cardinality(apps) <> 3"), 0)
    const pair = await history(node, (it) => it.pair(key()))
    assert.deepStrictEqual([pair?.current.appIds[0], pair?.previous?.appIds[0]], ["3", "2"])
  })
})

describe("two nodes on one database", () => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  class Api extends HttpApi.make("stores") {}
  const stub = (world: World) =>
    definePlugin({
      id: "stores",
      manifest: manifestOf("stores"),
      description: "A store in memory.",
      offers: [AppStores],
      config: Schema.Struct({}),
      api: Api,
      live: () => storesLayer([world])
    })

  it("collect each chart once, and every chart", async () => {
    const world = fullWorld()
    const databaseUrl = await Effect.runPromise(freshDatabase())
    const start = () =>
      startTestGateway({
        databaseUrl,
        plugins: { charts: { collectOnStart: true, platforms: ["storea"], everyHours: 24 } },
        further: [{ plugin: erased(stub(world)), settings: {}, from: "the test" }]
      })
    const [one] = await Effect.runPromise(Scope.provide(Effect.all([start(), start()], { concurrency: 2 }), scope))
    const rows = (text: string) =>
      one.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.map(sql.unsafe<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`), (found) => found[0]?.n ?? -1)
        )
      )
    await Effect.runPromise(
      Effect.promise(() => rows("charts_snapshots")).pipe(
        Effect.flatMap((n) => (n >= 36 ? Effect.void : Effect.fail("not yet"))),
        Effect.retry({ schedule: Schedule.spaced(50), times: 400 })
      )
    )
    assert.strictEqual(await rows("charts_snapshots"), 36)
    assert.strictEqual(await rows("(SELECT DISTINCT chart_id FROM charts_snapshots) AS charts"), 36)
    const asked = world.asked.filter((what) => what.startsWith("chart "))
    assert.strictEqual(new Set(asked).size, 36)
    assert.strictEqual(asked.length, 36, "no chart was asked for twice")
  })
})

it("a list is kept for the interval that it is of", async () => {
  const node = await startNode({ worlds: [fullWorld()] })
  await history(node, (it) => it.add(snapshot(slotMs - 1, ["1"])))
  await plan(node)
  assert.strictEqual(node.queue.length, 9)
})
