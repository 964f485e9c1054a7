import { assert, describe, it } from "@effect/vitest"
import { candidate, factorsOf } from "../src/models/Candidate.ts"
import { commission, markets, rankCurves } from "../src/models/calibration.ts"
import { chartPosition } from "../src/models/chartPosition.ts"
import { combine, rounded } from "../src/models/combine.ts"
import { pace } from "../src/models/growth.ts"
import { installGrowth } from "../src/models/installGrowth.ts"
import { lifetimeInstalls } from "../src/models/lifetimeInstalls.ts"
import { paidRevenue } from "../src/models/paidRevenue.ts"
import { grossingRevenue, perDayAt, rankDownloads } from "../src/models/rankCurve.ts"
import { converted, rates } from "../src/models/rates.ts"
import { installsByRatings, ratingShare } from "../src/models/ratingShare.ts"
import { lifetimeRatings, ratingGrowth } from "../src/models/ratings.ts"

const near = (actual: number, expected: number, share = 0.005) =>
  assert.isTrue(Math.abs(actual - expected) <= Math.abs(expected) * share, `${actual} is not about ${expected}`)

const value = (answer: ReturnType<typeof candidate>) => (answer._tag === "Candidate" ? answer.value : null)
const us = { country: "us", isGame: false, curves: rankCurves, markets }

describe("rank curves", () => {
  it("passes through the points it was published with", () => {
    // 358 000 × 4^-0.68, 52 000 × 15.4^-0.886, 2 160 000 × 10^-0.89.
    near(perDayAt(rankCurves["top-free"], 1), 139_469)
    near(perDayAt(rankCurves["top-paid"], 10), 4_612)
    near(perDayAt(rankCurves["top-grossing"], 10), 278_264)
  })

  it("tells rank 1 from rank 2 in every chart", () => {
    for (const curve of Object.values(rankCurves)) assert.isAbove(perDayAt(curve, 1), perDayAt(curve, 2))
  })

  const spread = (answer: ReturnType<typeof rankDownloads>) =>
    answer._tag === "Candidate" ? Math.round((answer.high / answer.value) * 100) / 100 : null

  it("has the range of its anchors in the US, and a wider one elsewhere, inferred, or for another kind of app", () => {
    const ranked = { _tag: "Ranked", rank: 10 } as const
    const free = { ...us, chart: "top-free", position: ranked } as const
    // e^(1.2816 × 0.24), and with √(0.24² + 0.4²), √(0.24² + 0.5²).
    assert.strictEqual(spread(rankDownloads(free)), 1.36)
    assert.strictEqual(spread(rankDownloads({ ...free, country: "jp" })), 1.82)
    assert.strictEqual(
      spread(rankDownloads({ ...free, position: { _tag: "Inferred", rank: 300, genreRank: 30 } })),
      2.04
    )
    const grossing = { ...us, chart: "top-grossing", position: ranked } as const
    assert.strictEqual(spread(grossingRevenue({ ...grossing, isGame: true })), 1.23)
    assert.strictEqual(spread(grossingRevenue(grossing)), 1.74)
    near(value(rankDownloads({ ...free, country: "jp" })) ?? 0, (value(rankDownloads(free)) ?? 0) * 0.4)
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

const rated = { ratingCount: 12_000, ageDays: 608.75, paid: false, category: null }

describe("ratings", () => {
  it("takes the share of ratings that apps of this age, price and category have", () => {
    const at = (over: Partial<typeof rated> | { category: string }) =>
      value(lifetimeRatings({ ...rated, ...over })) ?? Number.NaN
    // Buyers rate more than those who got it for nothing, and finance apps more than photo apps.
    assert.isBelow(at({ paid: true }), at({}) / 5)
    assert.isBelow(at({ category: "Finance" }), at({ category: "Photography" }) / 2)
    const all = installsByRatings({ ratings: 300, years: 1, paid: false, category: null })
    near(all.installs, 300 / Math.exp(ratingShare.level))
    assert.strictEqual(all.evidence.n, 564)
  })

  it("says nothing yet of an app in its launch, nor by a handful of ratings", () => {
    for (const young of [{ ageDays: 0.2, ratingCount: 2 }, { ageDays: 29 }, { ratingCount: 19 }])
      assert.deepInclude(lifetimeRatings({ ...rated, ...young }), { _tag: "NoBasis", notYet: true })
  })

  it("takes new ratings a day over seven days or more", () => {
    const growth = (days: number) => ratingGrowth({ ...rated, earlier: { count: 11_916, days }, ownShare: 0.01 })
    // 84 in 7 days: 12 a day ÷ 0.01 × 30.
    near(value(growth(7)) ?? 0, 36_000)
    assert.deepInclude(growth(6.9), { _tag: "NoBasis", notYet: true })
  })

  it("has no basis in no new rating, nor in a count that fell", () => {
    for (const count of [12_000, 12_001])
      assert.strictEqual(ratingGrowth({ ...rated, earlier: { count, days: 10 }, ownShare: 0.01 })._tag, "NoBasis")
  })

  it("has no basis without a count, a date or a rating", () => {
    for (const missing of [{ ratingCount: null }, { ratingCount: 0 }, { ageDays: null }])
      assert.strictEqual(lifetimeRatings({ ...rated, ...missing })._tag, "NoBasis")
    assert.strictEqual(ratingGrowth({ ...rated, ratingCount: null, earlier: { count: 1, days: 9 } })._tag, "NoBasis")
    assert.strictEqual(ratingGrowth({ ...rated, earlier: null })._tag, "NoBasis")
  })
})

describe("install counter", () => {
  it("is the growth of an exact counter, and says nothing of one in steps", () => {
    const earlier = { count: 10_000_000, days: 10 }
    const exact = installGrowth({ installs: { count: 10_500_000, exact: true }, earlier })
    assert.deepInclude(exact, { value: 1_500_000, counted: true })
    assert.strictEqual(installGrowth({ installs: { count: 50_000_000, exact: false }, earlier })._tag, "NoBasis")
    assert.strictEqual(installGrowth({ installs: { count: 10_000_000, exact: true }, earlier })._tag, "NoBasis")
    assert.strictEqual(installGrowth({ installs: null, earlier })._tag, "NoBasis")
  })

  it("is spread over the app's life at the usual pace; a step stands for the middle before the next", () => {
    // 20 months.
    const ageDays = 608.75
    const exact = lifetimeInstalls({ installs: { count: 1_000_000, exact: true }, ageDays })
    near(value(exact) ?? 0, 50_000 * pace.share)
    // √(1 000 000 × 5 000 000) and √(5 000 000 × 10 000 000).
    const step = (count: number) => value(lifetimeInstalls({ installs: { count, exact: false }, ageDays })) ?? 0
    near(step(1_000_000), 111_803 * pace.share)
    near(step(5_000_000), 353_553 * pace.share)
    assert.deepInclude(lifetimeInstalls({ installs: { count: 900, exact: true }, ageDays: 2 }), { notYet: true })
    const some = { count: 10, exact: true }
    for (const none of [
      { installs: null, ageDays },
      { installs: { count: 0, exact: true }, ageDays },
      { installs: some, ageDays: null }
    ])
      assert.strictEqual(lifetimeInstalls(none)._tag, "NoBasis")
  })
})

describe("revenue of a paid app", () => {
  const downloads = combine([lifetimeRatings(rated)])
  const sold = downloads.value ?? Number.NaN
  it("is downloads × price less the store's share, as wide as the downloads", () => {
    const sales = paidRevenue({ downloads, price: 4.99, commission })
    near(value(sales) ?? 0, sold * 4.99 * 0.7)
    assert.isTrue(sales._tag === "Candidate" && downloads.value !== null)
    if (sales._tag === "Candidate" && downloads.value !== null) near(sales.high / sales.value, downloads.high / sold)
  })
  it("is wider where downloads are of the whole world and the price is of one country", () => {
    const [here, everywhere] = [false, true].map((worldwide) =>
      paidRevenue({ downloads, price: 4.99, commission, worldwide })
    )
    assert.isTrue(here?._tag === "Candidate" && everywhere?._tag === "Candidate" && everywhere.high > here.high)
    assert.isTrue(
      everywhere?._tag === "Candidate" && everywhere.limitations.some((text) => text.includes("for all countries"))
    )
  })
  it("is nothing known, not 0, for a free app", () => {
    assert.strictEqual(paidRevenue({ downloads, price: 0, commission })._tag, "NoBasis")
    assert.strictEqual(paidRevenue({ downloads: combine([]), price: 4.99, commission })._tag, "NoBasis")
  })
})

describe("combination", () => {
  const said = (value: number, sigma: number, counted = false) =>
    candidate({
      model: "m@1",
      value,
      factors: factorsOf(sigma),
      evidence: { coverageObserved: 0.8, n: 10, calibratedOn: "tests", fittedAt: "2026-01-01" },
      counted,
      inputs: [],
      limitations: []
    })
  const joined = (...answers: ReadonlyArray<ReturnType<typeof said>>) => {
    const both = combine(answers)
    if (both.value === null) throw new Error("nothing was combined")
    return both
  }

  it("weighs each model by the square of its own measured error", () => {
    // Weights 1/0.2² = 25 and 1/0.4² = 6.25.
    const { used, value } = joined(said(100, 0.2), said(120, 0.4))
    near(value, Math.exp(0.8 * Math.log(100) + 0.2 * Math.log(120)))
    assert.deepStrictEqual(
      used.map(({ weight }) => Math.round(weight * 100) / 100),
      [0.8, 0.2]
    )
  })

  it("shows both models and no confidence where they exclude each other", () => {
    const { confidence, contradictory, high, low } = joined(said(4_680_000, 0.24), said(125, 0.9))
    assert.isTrue(contradictory)
    assert.strictEqual(confidence, "low")
    assert.isTrue(low <= 125 && high >= 4_680_000, `${low} to ${high}`)
  })

  it("is confident by the width of its range, and highly only with a counter beside another model", () => {
    assert.strictEqual(joined(said(1000, 0.2, true), said(1050, 0.3)).confidence, "high")
    assert.strictEqual(joined(said(1000, 0.2, true)).confidence, "medium")
    assert.strictEqual(joined(said(1000, 0.2), said(1050, 0.3)).confidence, "medium")
    assert.strictEqual(joined(said(1000, 0.8)).confidence, "low")
  })

  it("keeps the evidence of a model that stands alone, and claims none for several", () => {
    assert.deepInclude(joined(said(1000, 0.2)).evidence, { coverageObserved: 0.8, n: 10 })
    assert.deepInclude(joined(said(1000, 0.2), said(1100, 0.2)).evidence, { coverageObserved: null, n: null })
  })

  it("shows three digits and never 0", () => {
    assert.deepStrictEqual([rounded(123_456), rounded(0.2), rounded(999.6)], [123_000, 1, 1000])
  })
})

describe("currencies", () => {
  it("converts at the table's rates, and not without one", () => {
    near(converted(289, "JPY", "EUR", rates) ?? 0, 1.74)
    assert.isNull(converted(1, "XXX", "USD", rates))
    assert.isNull(converted(1, "USD", "XXX", rates))
  })
})
