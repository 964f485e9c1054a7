import { assert, describe, it } from "@effect/vitest"
import { addDays, dayOf } from "@storeglass/history"
import { Effect } from "effect"
import { AppKeywords } from "../src/compare/AppKeywords.ts"
import { Comparison } from "../src/compare/Comparison.ts"
import { Movers } from "../src/compare/Movers.ts"
import { Visibility } from "../src/compare/Visibility.ts"
import { KeywordHistory } from "../src/contract.ts"
import { estimatesOf } from "../src/estimates.ts"
import { visibilityRange } from "../src/models/visibility.ts"
import { Metrics } from "../src/ranks/Metrics.ts"
import { Ranks } from "../src/ranks/Ranks.ts"
import { harness, makeWorld, noonMs } from "./support.ts"

const today = dayOf(noonMs)
const us = { platform: "storea" as const, country: "us" }

describe("a score", () => {
  it.live("has one status, model, range and confidence in every answer that holds it", () => {
    const world = makeWorld({ apps: { "1": {}, "2": {} }, searches: { news: ["1", "2"] }, suggestions: ["news"] })
    return Effect.gen(function* () {
      const metrics = yield* (yield* Metrics).of({ ...us, keyword: "news" })
      const expected = estimatesOf({ volume: metrics.volumeScore, difficulty: metrics.difficulty })
      assert.deepInclude(expected.volume, { status: "estimated", model: "kw-volume@2", confidence: "low" })
      assert.deepStrictEqual(
        [metrics.volumeRange, metrics.difficultyRange],
        [expected.volume?.range ?? null, expected.difficulty?.range ?? null]
      )
      const apps = ["1", "2"].map((appId) => ({ appId, name: `App ${appId}`, seller: `Seller ${appId}` }))
      yield* (yield* KeywordHistory).importSnapshots(
        [0, 7].map((back) => ({
          ...us,
          device: "iphone",
          keyword: "news",
          day: addDays(today, -back),
          source: "storea.catalog",
          depth: 100,
          resultCount: 2,
          reach: 1,
          volume: metrics.volumeScore,
          difficulty: metrics.difficulty,
          apps
        }))
      )
      const comparison = yield* Comparison
      const ranks = yield* Ranks
      const keywords = yield* (yield* AppKeywords).of("1", { ...us, limit: 10 })
      const pair = yield* comparison.pair({ ...us, appId: "1", competitorIds: ["2"] })
      const cluster = yield* comparison.cluster({ ...us, appId: "1", competitorIds: ["2"] })
      const visibility = yield* (yield* Visibility).of({ ...us, appId: "1", days: 30 })
      const movers = yield* (yield* Movers).of({ ...us, appId: "1", days: 7, limit: 10 })
      const told = [
        metrics.estimates,
        (yield* ranks.of({ ...us, keyword: "news" })).estimates,
        (yield* ranks.of({ ...us, keyword: "news", date: addDays(today, -7) })).estimates,
        keywords.keywords[0]?.estimates,
        pair.shared[0]?.estimates,
        cluster.inAllApps[0]?.estimates
      ]
      for (const one of told) {
        assert.deepStrictEqual({ volume: one?.volume, difficulty: one?.difficulty }, { ...expected })
      }
      for (const { provenance } of [metrics, keywords, pair, cluster, visibility, movers])
        assert.deepStrictEqual([provenance.status, provenance.confidence], ["estimated", "low"])
      assert.strictEqual(visibility.estimates.visibility?.value, visibility.score)
    }).pipe(Effect.provide(harness(world, { discover: { searchesMax: 0 } }).layer))
  })

  it("of visibility lies in the range that the volumes allow", () => {
    const keywords = [1, 4, null, 30].map((rank, index) => ({
      rank,
      volume: { low: 10 * index, high: 20 * index + 10 }
    }))
    const range = visibilityRange(keywords)
    for (const pick of ["low", "high"] as const) {
      const all = keywords.reduce((sum, { volume }) => sum + volume[pick], 0)
      const weights = [1, 0.7, 0, 0.15]
      const score =
        (100 * keywords.reduce((sum, { volume }, index) => sum + volume[pick] * (weights[index] ?? 0), 0)) / all
      assert.isTrue(range !== null && range.low <= score && score <= range.high)
    }
  })
})
