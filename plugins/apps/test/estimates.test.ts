import { assert, describe, it } from "@effect/vitest"
import { type Candidate, candidate } from "../src/models/Candidate.ts"
import { commission, markets, rankCurves } from "../src/models/calibration.ts"
import { chartPosition } from "../src/models/chartPosition.ts"
import { combine, rounded } from "../src/models/combine.ts"
import { installGrowth } from "../src/models/installGrowth.ts"
import { lifetimeInstalls } from "../src/models/lifetimeInstalls.ts"
import { paidRevenue } from "../src/models/paidRevenue.ts"
import { grossingRevenue, perDayAt, rankDownloads } from "../src/models/rankCurve.ts"
import { lifetimeRatings, ratingGrowth } from "../src/models/ratings.ts"

const near = (actual: number, expected: number, share = 0.005) =>
  assert.isTrue(Math.abs(actual - expected) <= Math.abs(expected) * share, `${actual} is not about ${expected}`)

const value = (answer: ReturnType<typeof candidate>) => (answer._tag === "Candidate" ? answer.value : null)
const us = { country: "us", curves: rankCurves, markets }

describe("rank curves", () => {
  it("reproduces the published points of 1.5 million × rank^-0.822", () => {
    const curve = { ...rankCurves["top-free"], perDay: 1_500_000, topPerDay: 1_500_000 }
    for (const [rank, perDay] of [
      [1, 1_500_000],
      [5, 400_000],
      [10, 226_000],
      [25, 106_000],
      [50, 60_000],
      [100, 34_000],
      [200, 19_000]
    ] as const)
      near(perDayAt(curve, rank), perDay, 0.02)
  })

  it("falls as steeply as the study of paid apps found: rank 1 sells 150 times rank 200", () => {
    const curve = { ...rankCurves["top-paid"], exponent: 0.946, topPerDay: Number.MAX_VALUE }
    near(perDayAt(curve, 1) / perDayAt(curve, 200), 150, 0.01)
  })

  it("passes through the anchors it is scaled by", () => {
    near(perDayAt(rankCurves["top-free"], 10), 52_000)
    assert.strictEqual(perDayAt(rankCurves["top-free"], 1), 156_000)
    near(perDayAt(rankCurves["top-paid"], 10), 3_980)
    near(perDayAt(rankCurves["top-grossing"], 1) * 30, 20_400_000)
    // 680 000 × 10^-0.89 × 30.
    near(perDayAt(rankCurves["top-grossing"], 10) * 30, 2_628_000)
  })

  it("is a calibrated figure in the US, and a coarse one elsewhere or when the rank is inferred", () => {
    const ranked = { _tag: "Ranked", rank: 10 } as const
    const home = rankDownloads({ ...us, chart: "top-free", position: ranked })
    assert.deepInclude(home, { grade: "calibrated", weight: 0.8, spread: 1.6 })
    near(value(home) ?? 0, 1_560_000)
    const abroad = rankDownloads({ ...us, country: "jp", chart: "top-free", position: ranked })
    assert.deepInclude(abroad, { grade: "coarse", spread: 2.4000000000000004 })
    near(value(abroad) ?? 0, 624_000)
    const inferred = { _tag: "Inferred", rank: 300, genreRank: 30 } as const
    assert.deepInclude(rankDownloads({ ...us, chart: "top-free", position: inferred }), {
      grade: "coarse",
      weight: 0.4
    })
  })

  it("has no basis in a market of unknown size, or without a place in a chart", () => {
    const ranked = { _tag: "Ranked", rank: 10 } as const
    assert.strictEqual(rankDownloads({ ...us, country: "lu", chart: "top-free", position: ranked })._tag, "NoBasis")
    assert.strictEqual(
      grossingRevenue({ ...us, country: "gb", chart: "top-grossing", position: ranked })._tag,
      "NoBasis"
    )
    const unplaced = { _tag: "Unplaced", reason: "not there" } as const
    assert.deepInclude(rankDownloads({ ...us, chart: "top-free", position: unplaced }), { reason: "not there" })
  })
})

describe("chart position", () => {
  const overall = Array.from({ length: 100 }, (_, index) => ({
    appId: `o${index + 1}`,
    genreId: index % 10 === 0 ? "6002" : "6014"
  }))
  const genre = Array.from({ length: 50 }, (_, index) => ({ appId: `g${index + 1}`, genreId: "6002" }))

  it("prefers a measured rank", () => {
    assert.deepStrictEqual(chartPosition({ appId: "o7", genreId: "6014", overall, genre: null }), {
      _tag: "Ranked",
      rank: 7
    })
  })

  it("infers from the genre's density: 30th of a genre with 10 of the overall 100 is about 300th", () => {
    assert.deepStrictEqual(chartPosition({ appId: "g30", genreId: "6002", overall, genre }), {
      _tag: "Inferred",
      rank: 300,
      genreRank: 30
    })
    // In the genre's first ten, yet not in the overall chart: no better than just below it.
    assert.deepInclude(chartPosition({ appId: "g2", genreId: "6002", overall, genre }), { rank: 101 })
  })

  it("infers nothing from a genre of which too few are in the overall chart", () => {
    assert.strictEqual(chartPosition({ appId: "g30", genreId: "6018", overall, genre })._tag, "Unplaced")
    assert.strictEqual(chartPosition({ appId: "g30", genreId: "6002", overall: null, genre })._tag, "Unplaced")
    assert.strictEqual(chartPosition({ appId: "x", genreId: "6002", overall, genre })._tag, "Unplaced")
  })
})

describe("ratings", () => {
  it("takes one rating for 83 installs over the app's life, more when it charts", () => {
    // 12 000 ÷ 0.012 = 1 000 000 installs in 20 months.
    const input = { ratingCount: 12_000, ageDays: 608.75 }
    near(value(lifetimeRatings({ ...input, charting: null })) ?? 0, 50_000)
    near(value(lifetimeRatings({ ...input, charting: true })) ?? 0, 75_000)
    near(value(lifetimeRatings({ ...input, charting: false })) ?? 0, 30_000)
  })

  it("does not multiply the launch week of a new app", () => {
    near(value(lifetimeRatings({ ratingCount: 120, ageDays: 3, charting: null })) ?? 0, 10_000)
  })

  it("takes new ratings a day over seven days or more", () => {
    // 84 in 7 days: 12 a day ÷ 0.012 = 1 000 installs a day.
    const grown = ratingGrowth({ ratingCount: 1_084, earlier: { count: 1_000, days: 7 } })
    near(value(grown) ?? 0, 30_000)
    assert.deepInclude(grown, { spread: 1.6, grade: "calibrated" })
    assert.strictEqual(ratingGrowth({ ratingCount: 1_084, earlier: { count: 1_000, days: 6.9 } })._tag, "NoBasis")
  })

  it("takes no new rating for less than one, and a fallen count for nothing", () => {
    // 0.5 in 10 days ÷ 0.012 × 30.
    const none = ratingGrowth({ ratingCount: 1_000, earlier: { count: 1_000, days: 10 } })
    near(value(none) ?? 0, 125)
    assert.deepInclude(none, { spread: 3 })
    assert.strictEqual(ratingGrowth({ ratingCount: 999, earlier: { count: 1_000, days: 10 } })._tag, "NoBasis")
  })

  it("has no basis without a count, a date or a rating", () => {
    const input = { ratingCount: 1, ageDays: 100, charting: null }
    for (const missing of [{ ratingCount: null }, { ratingCount: 0 }, { ageDays: null }])
      assert.strictEqual(lifetimeRatings({ ...input, ...missing })._tag, "NoBasis")
    assert.strictEqual(ratingGrowth({ ratingCount: null, earlier: { count: 1, days: 9 } })._tag, "NoBasis")
    assert.strictEqual(ratingGrowth({ ratingCount: 5, earlier: null })._tag, "NoBasis")
  })
})

describe("install counter", () => {
  it("is the growth of an exact counter, and says nothing of one in steps", () => {
    const earlier = { count: 10_000_000, days: 10 }
    const exact = installGrowth({ installs: { count: 10_500_000, exact: true }, earlier })
    assert.deepInclude(exact, { value: 1_500_000, grade: "counter", spread: 1.6 })
    assert.strictEqual(installGrowth({ installs: { count: 50_000_000, exact: false }, earlier })._tag, "NoBasis")
    assert.strictEqual(installGrowth({ installs: { count: 10_000_000, exact: true }, earlier })._tag, "NoBasis")
    assert.strictEqual(installGrowth({ installs: null, earlier })._tag, "NoBasis")
  })

  it("is spread over the app's life without history; a step stands for the middle before the next", () => {
    // 20 months.
    const ageDays = 608.75
    const exact = lifetimeInstalls({ installs: { count: 1_000_000, exact: true }, ageDays })
    near(value(exact) ?? 0, 50_000)
    assert.deepInclude(exact, { grade: "coarse", spread: 3, weight: 0.25 })
    // √(1 000 000 × 5 000 000) and √(5 000 000 × 10 000 000).
    near(value(lifetimeInstalls({ installs: { count: 1_000_000, exact: false }, ageDays })) ?? 0, 111_803)
    near(value(lifetimeInstalls({ installs: { count: 5_000_000, exact: false }, ageDays })) ?? 0, 353_553)
    near(value(lifetimeInstalls({ installs: { count: 900, exact: true }, ageDays: 2 })) ?? 0, 900)
    const some = { count: 10, exact: true }
    for (const none of [
      { installs: null, ageDays },
      { installs: { count: 0, exact: true }, ageDays },
      { installs: some, ageDays: null }
    ])
      assert.strictEqual(lifetimeInstalls(none)._tag, "NoBasis")
  })

  it("takes the app's own share of ratings where the store counts both", () => {
    // 84 ratings in 7 days, one of 200 installs rated: 12 a day ÷ 0.005 × 30.
    const earlier = { count: 1_000, days: 7 }
    near(value(ratingGrowth({ ratingCount: 1_084, earlier, ownShare: 0.005 })) ?? 0, 72_000)
  })
})

describe("revenue of a paid app", () => {
  const downloads = combine([lifetimeRatings({ ratingCount: 12_000, ageDays: 608.75, charting: null })])
  it("is downloads × price less the store's share", () => {
    // 50 000 × 4.99 × 0.7.
    near(value(paidRevenue({ downloads, price: 4.99, commission })) ?? 0, 174_650)
  })
  it("is coarse where downloads are of the whole world and the price is of one country", () => {
    const sold = paidRevenue({ downloads, price: 4.99, commission, worldwide: true })
    assert.deepInclude(sold, { grade: "coarse", spread: 3 })
    assert.isTrue(sold._tag === "Candidate" && sold.limitations.some((text) => text.includes("for all countries")))
  })
  it("is nothing known, not 0, for a free app", () => {
    assert.strictEqual(paidRevenue({ downloads, price: 0, commission })._tag, "NoBasis")
    assert.strictEqual(paidRevenue({ downloads: combine([]), price: 4.99, commission })._tag, "NoBasis")
  })
})

describe("combination", () => {
  const said = (over: Partial<Omit<Candidate, "_tag">>) =>
    candidate({
      model: "m@1",
      value: 1000,
      weight: 1,
      spread: 1.6,
      grade: "calibrated",
      inputs: [],
      limitations: [],
      ...over
    })

  it("is the mean of logarithms by weight", () => {
    const two = combine([
      said({ value: 100, weight: 0.8 }),
      said({ value: 10_000, weight: 0.2, grade: "coarse", spread: 3 })
    ])
    near(two.value ?? 0, 10 ** 2.4)
  })

  it("narrows to 1.3 when two agree within 30 %, stays at 1.6 with one and at 3 with a lifetime alone", () => {
    const factor = (...answers: ReadonlyArray<ReturnType<typeof said>>) => {
      const joined = combine(answers)
      return joined.value === null ? null : Math.round((joined.high / joined.value) * 100) / 100
    }
    assert.strictEqual(factor(said({}), said({ value: 1250 })), 1.3)
    assert.strictEqual(factor(said({})), 1.6)
    assert.strictEqual(factor(said({ grade: "coarse", spread: 3 })), 3)
    assert.strictEqual(factor(said({}), said({ value: 4000 })), 2)
    assert.strictEqual(factor(said({}), said({ value: 1_000_000 })), 3)
  })

  it("is confident only with a counter among two that agree", () => {
    const confidence = (...answers: ReadonlyArray<ReturnType<typeof said>>) => {
      const joined = combine(answers)
      return joined.value === null ? null : joined.confidence
    }
    assert.strictEqual(confidence(said({ grade: "counter" }), said({ value: 1200 })), "high")
    assert.strictEqual(confidence(said({ grade: "counter" }), said({ value: 2000 })), "medium")
    assert.strictEqual(confidence(said({}), said({ value: 1200 })), "medium")
    assert.strictEqual(confidence(said({ grade: "coarse" }), said({ grade: "coarse" })), "low")
  })

  it("shows three digits and never 0", () => {
    assert.deepStrictEqual([rounded(123_456), rounded(0.2), rounded(999.6)], [123_000, 1, 1000])
  })
})
