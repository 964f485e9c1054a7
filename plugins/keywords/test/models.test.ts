import { assert, describe, it } from "@effect/vitest"
import { candidateTerms } from "../src/models/candidates.ts"
import { developerDiversity, marketDominance } from "../src/models/competition.ts"
import { type Competitor, competitorScore, difficultyOf } from "../src/models/difficulty.ts"
import { difficultyBand, isTrustworthy, stabilityOf, volumeBand } from "../src/models/interpretation.ts"
import { marketRank } from "../src/models/marketRank.ts"
import { byWeight, moveOf } from "../src/models/movers.ts"
import { gapOpportunity, isGap, opportunity } from "../src/models/opportunity.ts"
import { meanKnown, overlapPercent, shareOf } from "../src/models/overlap.ts"
import { rankDiff } from "../src/models/rankDiff.ts"
import { reachGrowth } from "../src/models/reachGrowth.ts"
import { hasAllWords, hasPhrase } from "../src/models/text.ts"
import { rankChange, trendLabel } from "../src/models/trend.ts"
import { bucketOf, contribution, rankWeight, visibilityScore } from "../src/models/visibility.ts"
import { rankVolatility } from "../src/models/volatility.ts"
import { volumeOf } from "../src/models/volume.ts"

const volumeInputs = {
  term: "photo editor",
  autocompletion: { prefixLength: 3, position: 1, search: "halving" as const },
  topTitles: [...Array.from({ length: 6 }, (_, n) => `Photo Editor ${n}`), "A", "B", "D", "E"],
  resultCount: 200
}
const suggestedAt = (term: string, prefixLength: number | null, position: number | null = 0) =>
  volumeOf({ ...volumeInputs, term, autocompletion: { prefixLength, position, search: "every_prefix" } })

describe("kw-volume@2", () => {
  it("is the rank among all terms that a place for a beginning of that length stands for", () => {
    // (24 - (4.14 + 3.56 + 3.3) - 1) / (24 - 4.14)
    const { confidence, range, score } = volumeOf(volumeInputs)
    assert.strictEqual(score, 60)
    assert.deepStrictEqual(range, { low: 43, high: 77 })
    assert.strictEqual(confidence, "low")
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 8].map((length) => suggestedAt("photo editor", length).score),
      [100, 82, 65, 58, 50, 35]
    )
    assert.strictEqual(suggestedAt("写真", 1).score, 76, "a character says more than a letter")
  })
  it("doesn't depend on how long the term is, nor on how many apps and ratings there are", () => {
    assert.strictEqual(suggestedAt("music", 2).score, suggestedAt("doctor online", 2).score)
    assert.deepStrictEqual(volumeOf({ ...volumeInputs, resultCount: 1 }), volumeOf(volumeInputs))
  })
  it("puts what is never suggested below whatever is, nonsense at the bottom", () => {
    const least = suggestedAt("photo editor of all my friends", 30, 9).score ?? 0
    const unsuggested = suggestedAt("photo editor", null, null)
    assert.deepStrictEqual([unsuggested.score, unsuggested.range], [6, { low: 0, high: 27 }])
    assert.isAbove(least, unsuggested.score ?? 100)
    for (const term of ["photo' or 1=1--", "c++"]) {
      assert.strictEqual(suggestedAt(term, null, null).score, 0, term)
      assert.isAbove(suggestedAt("music", 3).score ?? 0, 50)
    }
  })
  it("is null without evidence, never a middling figure", () => {
    const unread = volumeOf({ ...volumeInputs, autocompletion: null })
    assert.deepStrictEqual([unread.score, unread.range, unread.confidence], [null, null, "none"])
    const unknown = volumeOf({
      ...volumeInputs,
      autocompletion: { prefixLength: null, position: null, search: "halving" },
      topTitles: [],
      resultCount: 0
    })
    assert.deepStrictEqual([unknown.score, unknown.confidence], [null, "none"])
  })
})

const rival: Competitor = {
  title: "Photo Editor Pro",
  ratings: 100_000,
  averageRating: 4.4,
  installs: null,
  daysSinceRelease: 73,
  ageDays: 100
}
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

describe("a rank within the market", () => {
  it("tells apart what a cap on counts doesn't", () => {
    assert.deepStrictEqual(
      [0, 20, 131, 4_139, 150_579, 1_264_773, 15_709_092, 1e9].map((count) => Math.round(marketRank("ratings", count))),
      [0, 0, 8, 25, 51, 76, 100, 100]
    )
  })
})

describe("kw-difficulty@2", () => {
  it("scores an app by its ratings' rank in the market, ratings a day, match, recency and quality", () => {
    // 0.35 · 47.7 + 0.2 · 73.7 + 0.3 · 100 + 0.1 · 80 + 0.05 · 70
    assert.strictEqual(rounded(competitorScore(rival, "photo editor")), 72.9)
    // Words apart: 0.3 · 80; below the least counted: no rank.
    const other = { ...rival, title: "Editor of a Photo", ratings: 9, ageDays: 1_800 }
    // 0.3 · 80 + 0.1 · 80 + 0.05 · 70 · 9/20
    assert.strictEqual(rounded(competitorScore(other, "photo editor")), 33.6)
  })
  it("takes installs where ratings are not told, and shares the weight of what is missing out", () => {
    const installs = {
      ...rival,
      title: "Camera",
      ratings: null,
      averageRating: 4,
      installs: 12_600_000,
      ageDays: null,
      daysSinceRelease: null
    }
    // (0.35 · 50.6 + 0.3 · 0 + 0.05 · 50) / 0.7
    assert.strictEqual(rounded(competitorScore(installs, "photo editor")), 28.9)
  })
  it("is 60 % of the mean and 40 % of the weakest of ten places, with low confidence and its range", () => {
    const weak = { ...rival, title: "Camera", ratings: 9, ageDays: 1_800 }
    const own = competitorScore(rival, "photo editor") ?? 0
    const least = competitorScore(weak, "photo editor") ?? 0
    const { confidence, range, score, weakest } = difficultyOf("photo editor", [
      ...Array.from({ length: 9 }, () => rival),
      weak
    ])
    assert.strictEqual(score, Math.round(0.6 * (0.9 * own + 0.1 * least) + 0.4 * least))
    assert.strictEqual(weakest, Math.round(least))
    assert.strictEqual(confidence, "low")
    assert.deepStrictEqual(range, { low: (score ?? 0) - 20, high: (score ?? 0) + 20 })
  })
  it("counts free places as the weakest there is, and no result at all as no evidence", () => {
    const { score, weakest } = difficultyOf("photo editor", [rival])
    assert.deepStrictEqual([score, weakest], [4, 0])
    const none = difficultyOf("photo editor", [])
    assert.deepStrictEqual([none.score, none.range, none.confidence], [null, null, "none"])
  })
  it("is null when too little is known of the apps", () => {
    const blank = {
      title: "Camera",
      ratings: null,
      averageRating: null,
      installs: null,
      daysSinceRelease: null,
      ageDays: null
    }
    assert.strictEqual(difficultyOf("photo editor", [blank, blank, rival].slice(0, 2)).score, null)
    assert.strictEqual(difficultyOf("photo editor", [blank, rival]).confidence, "low")
  })
})

describe("what the first ten places look like", () => {
  it("tells diversity as distinct sellers over places", () => {
    assert.strictEqual(developerDiversity(["A", "a ", "B", "C"]), 0.75)
    assert.strictEqual(developerDiversity([]), null)
  })
  it("tells dominance as the largest share of ratings", () => {
    assert.strictEqual(marketDominance([60, 30, 10]), 0.6)
    assert.strictEqual(marketDominance([60, null, null]), null)
    assert.strictEqual(marketDominance([0, 0]), null)
  })
  it("tells volatility as the mean move, with 11 − rank for who comes and goes", () => {
    const day = (dayNumber: number, apps: ReadonlyArray<string>, source = "s") => ({ dayNumber, apps, source })
    // 0 1 1 from the first to the second, 0 0 8 8 to the third.
    assert.strictEqual(
      rankVolatility([day(1, ["a", "b", "c"]), day(2, ["a", "c", "b"]), day(3, ["a", "c", "d"])]),
      2.57
    )
    assert.strictEqual(rankVolatility([day(1, ["a"]), day(2, ["a"])]), null)
    assert.strictEqual(rankVolatility([day(1, ["a"], "other"), day(2, ["a"]), day(3, ["a"])]), null)
    assert.strictEqual(rankVolatility([day(1, ["a", "b"]), day(2, ["b", "a"]), day(9, ["a", "b"])]), 1)
  })
  it("puts scores into words", () => {
    assert.deepStrictEqual([70, 69, 40, 39, 20, 19, 1].map(volumeBand), [
      "very high",
      "medium",
      "medium",
      "low-medium",
      "low-medium",
      "low",
      "low"
    ])
    assert.deepStrictEqual([70, 40, 20, 19].map(difficultyBand), ["very hard", "medium", "easy-medium", "easy"])
    assert.deepStrictEqual([0.49, 0.5, 1.5, 1.51].map(stabilityOf), ["stable", "moderate", "moderate", "volatile"])
    assert.deepStrictEqual([volumeBand(null), difficultyBand(null), stabilityOf(null)], [null, null, null])
    assert.deepStrictEqual(
      [isTrustworthy(7, 10), isTrustworthy(6, 10), isTrustworthy(7, 9), isTrustworthy(7, null)],
      [true, false, false, false]
    )
  })
})

describe("gap-opportunity@1", () => {
  it("gives 38.33 for 82, 43, 18, unranked", () => {
    assert.strictEqual(gapOpportunity({ volume: 82, difficulty: 43, bestCompetitorRank: 18, rank: null }), 38.33)
  })
  it("takes the room above an own rank into account, and ranks beyond 100 as 100", () => {
    assert.strictEqual(gapOpportunity({ volume: 82, difficulty: 43, bestCompetitorRank: 18, rank: 60 }), 23)
    assert.strictEqual(gapOpportunity({ volume: 82, difficulty: 43, bestCompetitorRank: 180, rank: null }), 0)
    assert.strictEqual(opportunity({ volume: 50, difficulty: 40, rank: 10 }), 3)
    assert.strictEqual(opportunity({ volume: 50, difficulty: 40, rank: 150 }), 30)
  })
  it("is null when a score is not known", () => {
    assert.strictEqual(gapOpportunity({ volume: null, difficulty: 43, bestCompetitorRank: 1, rank: null }), null)
    assert.strictEqual(opportunity({ volume: 1, difficulty: null, rank: null }), null)
  })
  it("is a gap where a competitor ranks and the app does not, or beyond 50", () => {
    assert.deepStrictEqual(
      [isGap(1, null), isGap(80, 51), isGap(80, 50), isGap(null, null)],
      [true, true, false, false]
    )
  })
})

describe("kw-visibility@1", () => {
  it("gives 62.9 for volume 74 at rank 2", () => {
    assert.strictEqual(contribution(74, 2), 62.9)
  })
  it("weighs ranks by their band", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 50, 51, 100, 101, null].map(rankWeight),
      [1, 0.85, 0.85, 0.7, 0.7, 0.5, 0.5, 0.3, 0.3, 0.15, 0.15, 0.05, 0.05, 0, 0]
    )
    assert.deepStrictEqual([3, 4, 10, 11, 30, 31].map(bucketOf), ["top3", "top10", "top10", "top30", "top30", null])
  })
  it("is contributions over volume, and null when less than half of the volume was measured", () => {
    assert.strictEqual(visibilityScore({ contribution: 62.9, volumeMeasured: 100, volumeAll: 100 }), 62.9)
    assert.strictEqual(visibilityScore({ contribution: 25, volumeMeasured: 50, volumeAll: 100 }), 50)
    assert.strictEqual(visibilityScore({ contribution: 25, volumeMeasured: 49, volumeAll: 100 }), null)
    assert.strictEqual(visibilityScore({ contribution: 0, volumeMeasured: 0, volumeAll: 0 }), null)
  })
})

describe("kw-movers@1", () => {
  const row = (keyword: string, currentRank: number | null, previousRank: number | null, volume: number | null) => ({
    keyword,
    currentRank,
    previousRank,
    volume,
    depth: 100
  })
  it("orders by |change| × volume, unknown volume last", () => {
    const rows = [row("a", 5, 6, 90), row("b", 10, 20, 20), row("c", 1, 90, null), row("d", 3, 5, 90)]
    assert.deepStrictEqual(
      [...rows].sort(byWeight).map(({ keyword }) => keyword),
      ["b", "d", "a", "c"]
    )
  })
  it("takes what came in from one below the depth", () => {
    const rows = [row("late", 90, null, 50), row("early", 2, null, 50)]
    assert.deepStrictEqual(
      [...rows].sort(byWeight).map(({ keyword }) => keyword),
      ["early", "late"]
    )
  })
  it("tells the five moves apart, and a keyword that was ranked at neither time from all", () => {
    assert.deepStrictEqual(
      [
        [1, 2],
        [2, 1],
        [1, 1],
        [1, null],
        [null, 1],
        [null, null]
      ].map(([currentRank = null, previousRank = null]) => moveOf({ currentRank, previousRank })),
      ["gainer", "loser", "unchanged", "entered", "dropped", null]
    )
  })
})

describe("rank-trend@1", () => {
  const at = (rank: number | null, depth = 100) => ({ rank, depth })
  it("is stable below 3 places in a week and 5 in a month", () => {
    assert.strictEqual(trendLabel(at(10), at(12), at(14)), "stable")
    assert.strictEqual(trendLabel(at(10), at(13), at(10)), "improving")
    assert.strictEqual(trendLabel(at(10), at(7), at(30)), "declining")
    assert.strictEqual(trendLabel(at(10), at(10), at(15)), "improving")
    assert.strictEqual(trendLabel(at(10), null, at(5)), "declining")
  })
  it("takes not ranked as one below the depth for the direction, and the change itself as unknown", () => {
    assert.strictEqual(trendLabel(at(90), at(null), null), "improving")
    assert.strictEqual(trendLabel(at(null), at(99), null), "stable")
    assert.strictEqual(trendLabel(at(40, 50), at(null, 50), null), "improving")
    assert.strictEqual(rankChange(at(null), at(90)), null)
    assert.strictEqual(rankChange(at(12), at(10)), 2)
  })
  it("is null without anything to compare", () => {
    assert.strictEqual(trendLabel(at(1), null, null), null)
    assert.strictEqual(trendLabel(null, at(1), at(1)), null)
  })
})

describe("reach-growth@1", () => {
  it("is the growth of the maximum in percent", () => {
    assert.strictEqual(reachGrowth(150, 100), 50)
    assert.strictEqual(reachGrowth(100_001, 100_000), 0)
    assert.strictEqual(reachGrowth(301, 154), 95.45)
  })
  it("is none without growth, or without a previous maximum above 0", () => {
    for (const [current, previous] of [
      [100, 100],
      [99, 100],
      [5, 0],
      [5, null],
      [null, 5]
    ] as const)
      assert.strictEqual(reachGrowth(current, previous), null)
  })
})

describe("keyword-overlap@1", () => {
  it("is 40 for 2 of 5", () => {
    assert.strictEqual(overlapPercent(2, 5), 40)
    assert.strictEqual(overlapPercent(0, 0), null)
  })
  it("puts a keyword in one bucket by who ranks for it", () => {
    assert.deepStrictEqual(
      [
        [1, 2, 3],
        [1, null, null],
        [null, 5, null],
        [1, 2, null],
        [null, 2, 3],
        [null, null, null]
      ].map(shareOf),
      ["inAllApps", "primaryOnly", "competitorExclusive", "partialOverlap", "partialOverlap", null]
    )
    assert.strictEqual(meanKnown([10, null, 15]), 12.5)
    assert.strictEqual(meanKnown([null]), null)
  })
})

describe("rank-diff@1", () => {
  it("tells what moved, came in and fell out", () => {
    assert.deepStrictEqual(
      rankDiff({ depth: 4, apps: ["a", "b", "c"] }, { depth: 4, apps: ["b", "a", "d"] }).map((change) => [
        change.app,
        change.type,
        change.previousRank,
        change.currentRank,
        change.delta
      ]),
      [
        ["b", "moved", 2, 1, 1],
        ["a", "moved", 1, 2, -1],
        ["d", "entered_top", null, 3, null],
        ["c", "fell_out", 3, null, null]
      ]
    )
  })
  it("compares no deeper than both looked", () => {
    assert.deepStrictEqual(rankDiff({ depth: 2, apps: ["a", "b"] }, { depth: 4, apps: ["a", "b", "c", "d"] }), [])
  })
})

describe("titles and candidates", () => {
  it("finds words and phrases whatever the case, the accents' form and the script", () => {
    assert.isTrue(hasPhrase("My PHOTO-Editor!", "photo editor"))
    assert.isFalse(hasPhrase("Editor for photos", "photo editor"))
    assert.isTrue(hasAllWords("Editor: Photo & Video", "photo editor"))
    assert.isTrue(hasPhrase("Cafe\u0301 Finder", "café"))
    assert.isTrue(hasPhrase("無料写真加工アプリ", "写真加工"))
    assert.isFalse(hasPhrase("Cartoon", "car"))
  })
  it("makes terms of what an app says of itself", () => {
    const terms = candidateTerms(
      {
        name: "Duo: Language Lessons",
        subtitle: "Learn Spanish & French",
        description: "Language lessons, spanish lessons."
      },
      6
    )
    assert.deepStrictEqual(terms.slice(0, 4), ["language lessons", "duo", "french", "learn spanish"])
    assert.notInclude(candidateTerms({ name: "The 2048 App", subtitle: null, description: "" }, 9), "2048")
  })
})
