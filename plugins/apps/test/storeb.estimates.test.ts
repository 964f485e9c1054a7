/** The figures of a store whose counters are of the whole world. */
import { assert, describe, it } from "@effect/vitest"
import { deviceOf } from "@storeglass/stores/contract"
import { Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { calibrationOf } from "../src/config.ts"
import { estimateMarket, type MarketInput } from "../src/intelligence/marketEstimates.ts"
import { chartOf } from "../src/parameters.ts"
import { RatingHistory } from "../src/records/RatingHistory.ts"
import { type RatingSnapshot, RatingSnapshotStore } from "../src/records/RatingSnapshotStore.ts"
import { memoryStore, settings, storeApp } from "./support.ts"

const nowMs = Date.UTC(2026, 10, 20)
const app = storeApp("com.example.app", {
  platform: "storeb",
  bundleId: "com.example.app",
  genreId: "TOOLS",
  ratingCount: 50_000,
  installs: { min: 10_000_000, max: 10_000_000, label: "10,000,000+" },
  releaseDate: "2024-11-20T00:00:00Z"
})
const market = (over: Partial<MarketInput> = {}) =>
  estimateMarket({
    app,
    nowMs,
    asOfMs: nowMs,
    downloadsChart: null,
    grossingChart: null,
    earlier: null,
    calibration: calibrationOf(settings()),
    currency: "USD",
    ...over
  })

describe("downloads of storeb", () => {
  it("are of the whole world by the life of the counter, with low confidence and no figure of a country", () => {
    const { estimatedDownloads: downloads } = market()
    // 10 000 000 in 730 days of 30.4375 a month, × 0.6.
    assert.deepInclude(downloads, { value: 250_000, scope: "worldwide", inCountry: null, confidence: "low" })
    assert.deepInclude(downloads.range, { low: 12_500, high: 500_000, coverage: 0.8, coverageObserved: 0.8182, n: 22 })
    assert.deepStrictEqual(
      downloads.methods.map(({ model }) => model),
      ["lifetime-installs@2"]
    )
    assert.include(downloads.provenance.limitations?.[0], "worldwide")
  })

  it("do not depend on the asked country nor on its charts", () => {
    const elsewhere = market({ app: { ...app, country: "jp" } })
    assert.deepStrictEqual(elsewhere.estimatedDownloads, market().estimatedDownloads)
    const ranked = market().estimatedDownloads.notUsed.find(({ model }) => model === "rank-downloads@2")
    assert.include(ranked?.reason, "no rank curve is fitted to storeb charts")
  })

  it("are high in confidence only with the counter beside another model, in a narrow range", () => {
    // 100 000 installs in 10 days; 500 ratings at one for 200 installs are as many.
    const agreeing = { days: 30, installs: 9_700_000, ratingCount: 48_500 }
    const both = market({ earlier: agreeing }).estimatedDownloads
    assert.strictEqual(both.confidence, "high")
    for (const model of ["install-growth@2", "rating-growth@2"])
      assert.strictEqual(both.methods.find((method) => method.model === model)?.value, 300_000, model)
    const week = market({ earlier: { ...agreeing, days: 7, ratingCount: null } }).estimatedDownloads
    assert.notStrictEqual(week.confidence, "high")
  })

  it("take no share of ratings from a counter that they exceed, nor growth from a step", () => {
    const step = { ...app, installs: { min: 10_000_000, max: null, label: "10,000,000+" } }
    const { estimatedDownloads } = market({ app: step, earlier: { days: 10, installs: 9_900_000, ratingCount: null } })
    assert.deepStrictEqual(
      estimatedDownloads.methods.map(({ model }) => model),
      ["lifetime-installs@2"]
    )
    const odd = { ...app, installs: { min: 10, max: 10, label: "10+" } }
    const grown = market({ app: odd, earlier: { days: 10, installs: null, ratingCount: 49_500 } })
    const share = grown.estimatedDownloads.inputs.find(({ name }) => name === "ratingsPerInstall")?.value
    assert.isTrue(typeof share === "number" && share < 0.05, `${share}`)
  })
})

describe("revenue of storeb", () => {
  it("is null, not 0, for a free app", () => {
    const { estimatedRevenue } = market()
    assert.deepInclude(estimatedRevenue, { value: null, inCountry: null, scope: "worldwide", status: "unavailable" })
  })

  it("is of the whole world at the price of the asked country, with no high confidence whatever is known", () => {
    const earlier = { days: 10, installs: 9_900_000, ratingCount: 49_500 }
    const paid = market({ app: { ...app, price: 2, currency: "EUR" }, earlier }).estimatedRevenue
    assert.deepInclude(paid, { currency: "USD", scope: "worldwide", inCountry: null })
    assert.notStrictEqual(paid.confidence, "high")
    assert.isTrue(paid.provenance.limitations?.some((text) => text.includes("price is used for all countries")))
  })
})

describe("what a store does not have", () => {
  it.effect("is refused with the devices and charts that it has", () =>
    Effect.gen(function* () {
      const store = {
        ...memoryStore({}),
        platform: "storeb" as const,
        devices: ["phone"],
        charts: ["top-free"] as const
      }
      assert.strictEqual(yield* deviceOf(store, "phone"), "phone")
      assert.strictEqual(yield* deviceOf(store, "all"), "all")
      const device = yield* Effect.flip(deviceOf(store, "ipad"))
      assert.strictEqual(device.message, "device: 'ipad' isn't a device on storeb; send phone, all")
      assert.strictEqual(yield* chartOf(store, "top-free"), "top-free")
      const chart = yield* Effect.flip(chartOf(store, "top-paid"))
      assert.strictEqual(chart.message, "chart: storeb has no chart 'top-paid'; send top-free")
      const { charts: _, ...whole } = store
      assert.strictEqual(yield* chartOf(whole, "top-grossing"), "top-grossing")
    })
  )
})

describe("counters of storeb", () => {
  it.effect("are written down once for all countries, exact installs alone, and found from any country", () =>
    Effect.gen(function* () {
      const written = yield* Deferred.make<ReadonlyArray<RatingSnapshot>>()
      const lookups: Array<string> = []
      const snapshots = Layer.succeed(
        RatingSnapshotStore,
        RatingSnapshotStore.of({
          add: (added) => Effect.asVoid(Deferred.succeed(written, added)),
          earlier: ({ country }) =>
            Effect.sync(() => {
              lookups.push(country)
              return null
            }),
          since: () => Effect.succeed([]),
          within: () => Effect.succeed([]),
          prune: () => Effect.succeed(0)
        })
      )
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(nowMs)
        const history = yield* RatingHistory
        const card = {
          ...app,
          appId: "com.example.card",
          ratingCount: null,
          installs: { min: 10_000, max: null, label: "10,000+" }
        }
        yield* history.record({
          value: [app, { ...app, country: "de" }, card],
          asOfMs: nowMs,
          stale: false,
          source: "store_page"
        })
        assert.deepStrictEqual(
          (yield* Deferred.await(written)).map(({ appId, country, installs }) => [appId, country, installs]),
          [["com.example.app", "ww", 10_000_000]]
        )
        yield* history.earlier({ store: { ...memoryStore({}), platform: "storeb" }, appId: app.appId, country: "fr" })
        assert.deepStrictEqual(lookups, ["ww"])
      }).pipe(Effect.provide(RatingHistory.layer.pipe(Layer.provide(snapshots))))
    })
  )
})
