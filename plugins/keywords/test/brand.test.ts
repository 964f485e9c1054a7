import { assert, describe, it } from "@effect/vitest"
import { addDays, dayOf } from "@storeglass/history"
import { Effect } from "effect"
import { Comparison } from "../src/compare/Comparison.ts"
import { Movers } from "../src/compare/Movers.ts"
import { type ImportedSnapshot, KeywordHistory } from "../src/contract.ts"
import { Trends } from "../src/history/Trends.ts"
import { brandIn } from "../src/models/brand.ts"
import { harness, makeWorld, noonMs } from "./support.ts"

const today = dayOf(noonMs)
const us = { platform: "storea" as const, country: "us" }
const ulmipix = { name: "Local News", seller: "Ulmipix Ltd" }
const others = [
  { name: "Daily News", seller: "A" },
  { name: "News of the World", seller: "B" },
  { name: "Cityline", seller: "C" }
]

describe("brand-terms@1", () => {
  it("tells a name from a word that many use", () => {
    assert.strictEqual(brandIn("local news by ulmipix", [ulmipix], others), "ulmipix")
    assert.strictEqual(brandIn("news", [{ name: "News", seller: "News Ltd" }], others), null)
    assert.strictEqual(brandIn("cityline tickets", [{ name: "Cityline: tickets", seller: "C" }], others), "cityline")
    assert.strictEqual(brandIn("limited offers", [ulmipix], others), null)
  })
})

const snapshot = (keyword: string, apps: ReadonlyArray<string>): ImportedSnapshot => ({
  ...us,
  device: "iphone",
  keyword,
  day: addDays(today, -1),
  source: "storea.catalog",
  depth: 100,
  resultCount: apps.length,
  reach: 1_000,
  volume: 50,
  difficulty: 40,
  apps: apps.map((appId) => ({
    appId,
    name: appId === "2" ? "Local News" : `News ${appId}`,
    seller: appId === "2" ? "Ulmipix" : `Seller ${appId}`
  }))
})

describe("a gap", () => {
  const { layer } = harness(makeWorld({ apps: { "1": {}, "2": {}, "3": {}, "4": {}, "5": {} } }), {
    discover: { searchesMax: 0 }
  })
  it.live("whose keyword names the competitor is set apart, and rows tell ranks in their states", () =>
    Effect.gen(function* () {
      yield* (yield* KeywordHistory).importSnapshots([
        snapshot("local news by ulmipix", ["2", "8", "9"]),
        snapshot("local news", ["8", "2", "9", "5"]),
        snapshot("weather", ["1", "2", "5"])
      ])
      const comparison = yield* Comparison
      const gap = yield* comparison.gaps({ ...us, appId: "1", competitorIds: ["2"], limit: 25 })
      assert.deepStrictEqual(
        [gap.opportunities, gap.brandGaps].map((rows) => rows.map(({ brand, keyword }) => [keyword, brand])),
        [[["local news", null]], [["local news by ulmipix", "ulmipix"]]]
      )
      assert.deepInclude(gap.summary, { totalGaps: 1, totalBrandGaps: 1 })
      const pair = yield* comparison.pair({ ...us, appId: "1", competitorIds: ["2"] })
      assert.deepInclude(pair.competitorUnique[0], { yourStatus: "not_in_top_n", competitorStatus: "ranked" })
      const cluster = yield* comparison.cluster({ ...us, appId: "1", competitorIds: ["2"] })
      assert.deepInclude(cluster.inAllApps[0], { statuses: { "1": "ranked", "2": "ranked" }, depth: 100 })
      assert.deepInclude(cluster.competitorExclusive[0], { statuses: { "1": "not_in_top_n", "2": "ranked" } })
    }).pipe(Effect.provide(layer))
  )

  it.live("that there is none of says why, and what to do", () =>
    Effect.gen(function* () {
      yield* (yield* KeywordHistory).importSnapshots([snapshot("weather map", ["3", "4"])])
      const comparison = yield* Comparison
      const gaps = (appId: string, rival: string) =>
        Effect.map(
          comparison.gaps({ ...us, appId, competitorIds: [rival], limit: 25 }),
          ({ brandGaps, opportunities, provenance }) => ({
            counts: [opportunities.length, brandGaps.length],
            why: provenance.limitations?.join("\n") ?? ""
          })
        )
      const ahead = yield* gaps("3", "4")
      assert.deepStrictEqual(ahead.counts, [0, 0])
      assert.match(ahead.why, /none of the 1 keywords known of these apps is a gap: name other competitors, or .*POST/)
      const named = yield* gaps("5", "2")
      assert.deepStrictEqual(named.counts, [0, 1])
      assert.include(named.why, "every gap is a name of a competitor: these are under brandGaps")
    }).pipe(Effect.provide(layer))
  )
})

describe("an answer without a measurement", () => {
  const { layer } = harness(makeWorld({ apps: { "1": {} } }), { discover: { searchesMax: 0 } })
  it.live("counts no movers, rather than none that moved", () =>
    Effect.gen(function* () {
      const { summary } = yield* (yield* Movers).of({ ...us, appId: "1", days: 7, limit: 20 })
      assert.deepInclude(summary, { totalKeywords: 0, gainers: null, losers: null, unchanged: null })
    }).pipe(Effect.provide(layer))
  )

  it.live("is a 404 for an app that the store doesn't list, of trends as of the routes beside it", () =>
    Effect.gen(function* () {
      const trends = yield* Trends
      const failure = yield* Effect.flip(trends.of("404", { ...us, keyword: "news", days: 7 }))
      assert.strictEqual(failure._tag, "APP_NOT_FOUND")
      const known = yield* trends.of("1", { ...us, keyword: "news", days: 7 })
      assert.strictEqual(known.provenance.status, "not_measured")
    }).pipe(Effect.provide(layer))
  )
})
