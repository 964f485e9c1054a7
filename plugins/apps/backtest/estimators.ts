/** The estimators as the report uses them, each over the rows that have what it needs, beside two naive baselines. */
import type { ModelAnswer } from "../src/models/Candidate.ts"
import { daysPerMonth, markets, rankCurves } from "../src/models/calibration.ts"
import { combine } from "../src/models/combine.ts"
import { lifetimeInstalls } from "../src/models/lifetimeInstalls.ts"
import { grossingRevenue, rankDownloads } from "../src/models/rankCurve.ts"
import { daysMin, installsByRatings, ratingsMin } from "../src/models/ratingShare.ts"
import { ratingGrowth } from "../src/models/ratings.ts"
import type { Counted } from "./data.ts"
import { median, shareOf } from "./statistics.ts"

/** An estimate, and what was counted. */
interface Case {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly actual: number
  /** What the naive baselines would say. */
  readonly naive: readonly [number, number]
}

export interface Score {
  readonly estimator: string
  /** What it estimates. */
  readonly of: string
  readonly n: number
  /** Of |ln(estimate ÷ actual)|: 0.69 is a factor of two. */
  readonly medianAbsoluteLogError: number
  readonly within2: number
  readonly within5: number
  /** Share of actual figures in the stated range of 80 %. */
  readonly coverage: number
  readonly baselines: ReadonlyArray<{ readonly name: string; readonly medianAbsoluteLogError: number }>
}

const logError = (estimate: number, actual: number) => Math.abs(Math.log(estimate / actual))

const scored = (
  estimator: string,
  of: string,
  baselines: readonly [string, string],
  cases: ReadonlyArray<Case>
): ReadonlyArray<Score> => {
  if (cases.length === 0) return []
  const errors = cases.map(({ actual, value }) => logError(value, actual))
  return [
    {
      estimator,
      of,
      n: cases.length,
      medianAbsoluteLogError: median(errors),
      within2: shareOf(errors, (error) => error <= Math.LN2),
      within5: shareOf(errors, (error) => error <= Math.log(5)),
      coverage: shareOf(cases, ({ actual, high, low }) => actual >= low && actual <= high),
      baselines: baselines.map((name, index) => ({
        name,
        medianAbsoluteLogError: median(cases.map(({ actual, naive }) => logError(naive[index === 0 ? 0 : 1], actual)))
      }))
    }
  ]
}

const caseOf = (answer: ModelAnswer, actual: number, naive: Case["naive"]): ReadonlyArray<Case> =>
  answer._tag === "NoBasis" ? [] : [{ value: answer.value, low: answer.low, high: answer.high, actual, naive }]

/** Ratings of at least 20 and an age: what the fitted share is made of. */
export const isRated = (row: Counted): row is Counted & { ratings: number; installs: number; ageDays: number } =>
  row.ratings !== null && row.ratings >= ratingsMin && row.installs !== null && row.installs > 0 && row.ageDays !== null

const installsByRatingsScore = (rows: ReadonlyArray<Counted>) => {
  const rated = rows.filter(isRated).filter((row) => row.installsBefore === null)
  const typical = median(rated.map(({ installs, ratings }) => installs / ratings))
  return scored(
    "installs-by-ratings@2",
    "lifetime installs",
    ["one rating for 83 installs", "one for as many as the median of these data"],
    rated.map(({ ageDays, category, installs: actual, paid, ratings }) => {
      const { factors, installs } = installsByRatings({ ratings, years: ageDays / 365.25, paid, category })
      const naive = [ratings * 83, ratings * typical] as const
      return { value: installs, low: installs * factors.below, high: installs * factors.above, actual, naive }
    })
  )
}

const monthOf = (row: Counted): number | null =>
  row.installs === null || row.installsBefore === null || row.days === null || row.days === 0
    ? null
    : ((row.installs - row.installsBefore) / row.days) * daysPerMonth

const monthlyScores = (rows: ReadonlyArray<Counted>) => {
  const seen = rows.flatMap((row) => {
    const actual = monthOf(row)
    return actual === null || actual <= 0 || row.installs === null ? [] : [{ row, actual, installs: row.installs }]
  })
  const share = median(seen.map(({ actual, installs }) => actual / installs))
  const answers = seen.map(({ actual, installs, row }) => {
    const { ageDays, category, days, paid, ratings, ratingsBefore } = row
    const lifetime = lifetimeInstalls({ installs: { count: installs, exact: true }, ageDays })
    const growth = ratingGrowth({
      ratingCount: ratings,
      ageDays,
      paid,
      category,
      earlier: ratingsBefore === null || days === null ? null : { count: ratingsBefore, days },
      ownShare: ratings === null || ratings === 0 || ratings > installs ? null : ratings / installs
    })
    const average = ageDays === null || ageDays < daysMin ? installs * share : (installs / ageDays) * daysPerMonth
    return { actual, lifetime, growth, naive: [average, installs * share] as const }
  })
  const baselines = ["the average month since the release", "the median month's share of all installs"] as const
  return [
    ...scored(
      "lifetime-installs@2",
      "a month's installs",
      baselines,
      answers.flatMap(({ actual, lifetime, naive }) => caseOf(lifetime, actual, naive))
    ),
    ...scored(
      "rating-growth@2",
      "a month's installs",
      baselines,
      answers.flatMap(({ actual, growth, naive }) => caseOf(growth, actual, naive))
    ),
    ...scored(
      "downloads@2",
      "a month's installs, of both together",
      baselines,
      answers.flatMap(({ actual, growth, lifetime, naive }) => {
        if (growth._tag === "NoBasis" || lifetime._tag === "NoBasis") return []
        const joined = combine([lifetime, growth])
        return joined.value === null ? [] : [{ ...joined, value: joined.value, actual, naive }]
      })
    )
  ]
}

const rankScores = (rows: ReadonlyArray<Counted>) => {
  const measures = { downloads: rankDownloads, revenue: grossingRevenue } as const
  return (["downloads", "revenue"] as const).flatMap((measure) => {
    const seen = rows.flatMap(({ chart, country, game, rank, [measure]: actual }) =>
      chart === null || rank === null || rank < 1 || actual === null || actual === 0
        ? []
        : [{ chart, country, game, rank, actual }]
    )
    const typical = median(seen.map(({ actual }) => actual))
    const inverse = median(seen.map(({ actual, rank }) => actual * rank))
    return (["top-free", "top-paid", "top-grossing"] as const).flatMap((name) =>
      scored(
        `${measure === "downloads" ? "rank-downloads@2" : "grossing-revenue@2"} (${name})`,
        `a month's ${measure}`,
        ["the median of these data", "as much less as the rank is greater"],
        seen
          .filter(({ chart }) => chart === name && (measure === "revenue") === (name === "top-grossing"))
          .flatMap(({ actual, chart, country, game, rank }) => {
            const position = { _tag: "Ranked", rank } as const
            const answer = measures[measure]({ position, chart, country, isGame: game, curves: rankCurves, markets })
            return caseOf(answer, actual, [typical, inverse / rank])
          })
      )
    )
  })
}

export const backtest = (rows: ReadonlyArray<Counted>): ReadonlyArray<Score> => [
  ...installsByRatingsScore(rows),
  ...monthlyScores(rows),
  ...rankScores(rows)
]
