/** What goes on behind an answer: collecting charts, loading pages, writing counts down. */
import { assert, describe, it } from "@effect/vitest"
import type { UpstreamError } from "@storeglass/plugin-api"
import type { AppStore } from "@storeglass/stores/contract"
import { memoryStores } from "@storeglass/stores/testing"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ChartCollector } from "../src/rankings/ChartCollector.ts"
import { ChartRanks } from "../src/rankings/ChartRanks.ts"
import { AppPages } from "../src/records/AppPages.ts"
import { RatingHistory } from "../src/records/RatingHistory.ts"
import type { RatingSnapshot } from "../src/records/RatingSnapshotStore.ts"
import { RatingSnapshotStore } from "../src/records/RatingSnapshotStore.ts"
import { memoryCaches, memoryStore, storeApp, storePage, upstreamError } from "./support.ts"

const secondsMs = 1_000

/** A store whose charts take three seconds each, and a collector with two hands. */
const slowCharts = (fails: ReadonlyMap<string, Array<UpstreamError>> = new Map()) => {
  const asked: Array<string> = []
  const store = memoryStore({ charts: { "us:top-free:all": ["1"] }, asked })
  const slow = {
    ...store,
    chart: (query: Parameters<typeof store.chart>[0]) =>
      Effect.andThen(
        Effect.sleep(3 * secondsMs),
        Effect.suspend(() => {
          const failure = fails.get(query.country)?.shift()
          return failure === undefined ? store.chart(query) : Effect.fail(failure)
        })
      )
  }
  const layer = ChartCollector.layer({ chartConcurrency: 2, chartFreshMs: 3_600_000 }).pipe(
    Layer.provideMerge(ChartRanks.layer(3_600_000)),
    Layer.provide(memoryCaches)
  )
  const key = (country: string, genreId: string | null = null) =>
    ({ store: slow, chart: "top-free", country, genreId }) as const
  return { asked, key, layer }
}
const tags = (answers: ReadonlyArray<{ readonly _tag: string }>) => answers.map(({ _tag }) => _tag)

const within = (waitMs: number, firstWaitMs = 0) => ({ waitMs, firstWaitMs, older: () => Effect.succeed([]) })

describe("collecting charts", () => {
  it.effect("stops waiting when the time is up and goes on collecting for the next question", () => {
    const { key, layer } = slowCharts()
    return Effect.gen(function* () {
      const collector = yield* ChartCollector
      const keys = ["us", "de", "fr", "jp", "it"].map((country) => key(country))
      const first = yield* Effect.forkChild(collector.collect(keys, within(8 * secondsMs)))
      yield* TestClock.adjust(8 * secondsMs)
      assert.deepStrictEqual(tags(yield* Fiber.join(first)), ["Chart", "Chart", "Chart", "Chart", "Pending"])
      yield* TestClock.adjust(1 * secondsMs)
      assert.deepStrictEqual(tags(yield* collector.collect(keys, within(0))), [
        "Chart",
        "Chart",
        "Chart",
        "Chart",
        "Chart"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits on for the first chart while there is none at all, and no longer", () => {
    const { key, layer } = slowCharts()
    return Effect.gen(function* () {
      const collector = yield* ChartCollector
      const keys = ["us", "de", "fr", "jp", "it"].map((country) => key(country))
      const asking = yield* Effect.forkChild(collector.collect(keys, within(1 * secondsMs, 8 * secondsMs)))
      yield* TestClock.adjust(3 * secondsMs)
      const found = tags(yield* Fiber.join(asking))
      assert.deepStrictEqual([found[0], found[4]], ["Chart", "Pending"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("asks the store once for a chart that two questions wait for", () => {
    const { asked, key, layer } = slowCharts()
    return Effect.gen(function* () {
      const collector = yield* ChartCollector
      const both = yield* Effect.forkChild(
        Effect.all([collector.collect([key("us")], within(9_000)), collector.collect([key("us")], within(9_000))], {
          concurrency: 2
        })
      )
      yield* TestClock.adjust(3 * secondsMs)
      assert.deepStrictEqual((yield* Fiber.join(both)).map(tags), [["Chart"], ["Chart"]])
      assert.strictEqual(asked.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("collects first what was asked for last", () => {
    const { key, layer } = slowCharts()
    return Effect.gen(function* () {
      const collector = yield* ChartCollector
      const long = Array.from({ length: 60 }, (_, index) => key("us", String(index)))
      assert.isTrue((yield* collector.collect(long, within(0))).every(({ _tag }) => _tag === "Pending"))
      const late = yield* Effect.forkChild(collector.collect([key("de"), key("fr")], within(7 * secondsMs)))
      yield* TestClock.adjust(6 * secondsMs)
      assert.deepStrictEqual(tags(yield* Fiber.join(late)), ["Chart", "Chart"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits out a rate limit, and tells a failure from what is not collected yet", () => {
    const fails = new Map([
      ["us", [upstreamError("rate_limited", 2)]],
      ["de", [upstreamError("drift"), upstreamError("drift")]]
    ])
    const { key, layer } = slowCharts(fails)
    return Effect.gen(function* () {
      const collector = yield* ChartCollector
      const asking = yield* Effect.forkChild(collector.collect([key("us"), key("de")], within(20 * secondsMs)))
      yield* TestClock.adjust(8 * secondsMs)
      assert.deepStrictEqual(tags(yield* Fiber.join(asking)), ["Chart", "Failed"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("survives a defect of one chart", () => {
    const { key, layer } = slowCharts()
    return Effect.gen(function* () {
      const collector = yield* ChartCollector
      const good = key("us")
      const broken = { ...key("de"), store: { ...good.store, chart: () => Effect.die("broken") } }
      const asking = yield* Effect.forkChild(collector.collect([broken, broken, good], within(9_000)))
      yield* TestClock.adjust(3 * secondsMs)
      assert.deepStrictEqual(tags(yield* Fiber.join(asking)), ["Failed", "Failed", "Chart"])
    }).pipe(Effect.provide(layer))
  })
})

describe("loading pages", () => {
  const over = (before: Effect.Effect<void, UpstreamError>) => {
    const asked: Array<string> = []
    const store = memoryStore({ asked })
    const delayed: AppStore = {
      ...store,
      page: (appId, country) => Effect.andThen(before, store.page(appId, country))
    }
    const layer = AppPages.layer.pipe(Layer.provide(memoryStores(delayed)))
    return { asked, wanted: { store: delayed, appId: "1", country: "us" }, layer }
  }

  it.effect("goes on without a slow page, and has it for the next one without asking again", () =>
    Effect.gen(function* () {
      const loaded = yield* Deferred.make<void>()
      const { asked, layer, wanted } = over(Deferred.await(loaded))
      yield* Effect.gen(function* () {
        const pages = yield* AppPages
        const first = yield* Effect.forkChild(pages.within(1_500, wanted))
        yield* TestClock.adjust(1_500)
        assert.strictEqual((yield* Fiber.join(first))._tag, "NoPage")
        yield* Deferred.succeed(loaded, undefined)
        const second = yield* pages.within(1_500, wanted)
        assert.deepStrictEqual(second._tag === "Page" ? second.page.value : null, storePage())
        assert.deepStrictEqual(asked, ["page 1 us"])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("remembers a failure for a while, then asks again", () => {
    let calls = 0
    const refused = Effect.suspend(() => {
      calls += 1
      return Effect.fail(upstreamError("blocked"))
    })
    const { layer, wanted } = over(refused)
    return Effect.gen(function* () {
      const pages = yield* AppPages
      yield* pages.within(10, wanted)
      assert.strictEqual((yield* pages.within(10, wanted))._tag, "NoPage")
      assert.strictEqual(calls, 1)
      yield* TestClock.adjust(21 * secondsMs)
      yield* pages.within(10, wanted)
      assert.strictEqual(calls, 2)
    }).pipe(Effect.provide(layer))
  })
})

describe("writing counts down", () => {
  it.effect("goes on after a failed write, skips what has no count, and dates by the store's time", () =>
    Effect.gen(function* () {
      const written = yield* Deferred.make<ReadonlyArray<RatingSnapshot>>()
      let calls = 0
      const store = Layer.succeed(
        RatingSnapshotStore,
        RatingSnapshotStore.of({
          add: (snapshots) => {
            calls += 1
            return calls === 1
              ? Effect.die("the database is away")
              : Effect.asVoid(Deferred.succeed(written, snapshots))
          },
          earlier: () => Effect.succeed(null),
          since: () => Effect.succeed([]),
          within: () => Effect.succeed([]),
          prune: () => Effect.succeed(0)
        })
      )
      yield* Effect.gen(function* () {
        const history = yield* RatingHistory
        const seen = (appId: string, ratingCount: number | null) =>
          history.record({
            value: [storeApp(appId, { ratingCount })],
            asOfMs: Date.UTC(2026, 9, 4, 23, 59),
            stale: true,
            source: "store_live"
          })
        yield* seen("1", 5)
        yield* Effect.yieldNow
        while (calls === 0) yield* Effect.yieldNow
        yield* seen("2", null)
        yield* seen("3", 7)
        const snapshots = yield* Deferred.await(written)
        assert.deepStrictEqual(
          snapshots.map(({ appId, day }) => [appId, day]),
          [["3", "2026-10-04"]]
        )
      }).pipe(Effect.provide(RatingHistory.layer.pipe(Layer.provide(store))))
    })
  )
})
