/** Keyword scores against known popularity. */
import { volumeModel, volumeOf, volumeRange } from "../src/models/volume.ts"
import type { KnownKeyword } from "./data.ts"

export interface KeywordScore {
  readonly estimator: string
  /** Keywords with a score. */
  readonly n: number
  /** Keywords for which nothing was measured. */
  readonly withoutScore: number
  /** Spearman's rank correlation with the known popularity: 1 orders keywords as it does, 0 as chance; null where it can't be told. */
  readonly rankCorrelation: number | null
  /** Of |score − popularity|, in points. */
  readonly medianAbsoluteError: number | null
  /** Share of known figures in the stated range. */
  readonly coverage: number | null
  /** Rank correlations of naive scores. */
  readonly baselines: ReadonlyArray<{ readonly name: string; readonly rankCorrelation: number | null }>
}

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Ranks from 1; equal values share the mean of theirs. */
const ranksOf = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length
    const same = values.filter((other) => other === value).length
    return below + (same + 1) / 2
  })

/** Spearman's rho, with ties; null for fewer than three pairs or where one side doesn't vary. */
export const rankCorrelation = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number | null => {
  if (a.length < 3) return null
  const [left, right] = [ranksOf(a), ranksOf(b)]
  const [ml, mr] = [mean(left), mean(right)]
  const both = left.reduce((sum, value, index) => sum + (value - ml) * ((right[index] ?? mr) - mr), 0)
  const spread = (ranks: ReadonlyArray<number>, middle: number) =>
    Math.sqrt(ranks.reduce((sum, value) => sum + (value - middle) ** 2, 0))
  const scale = spread(left, ml) * spread(right, mr)
  return scale === 0 ? null : both / scale
}

const median = (values: ReadonlyArray<number>): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1]
  const high = sorted[Math.floor(middle)]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const scoreOf = ({ keyword, place, prefix, titles, volume }: KnownKeyword): number | null =>
  volume ??
  volumeOf({
    term: keyword.toLowerCase(),
    autocompletion:
      prefix === null && titles === null
        ? null
        : { prefixLength: prefix, position: place === null ? null : place - 1, search: null },
    // The model reads the share of titles that hold the keyword.
    topTitles: titles === null ? [] : Array.from({ length: 10 }, (_, index) => (index < titles * 10 ? keyword : "")),
    resultCount: titles === null ? null : 10
  }).score

/** Holds kw-volume against the known popularity. */
export const backtestKeywords = (known: ReadonlyArray<KnownKeyword>): KeywordScore => {
  const cases = known.flatMap((each) => {
    const score = scoreOf(each)
    return score === null ? [] : [{ ...each, score, range: volumeRange(score) }]
  })
  const popularity = cases.map((each) => each.popularity)
  const against = (naive: (keyword: string) => number) =>
    rankCorrelation(
      cases.map(({ keyword }) => naive(keyword)),
      popularity
    )
  const covered = cases.filter(({ popularity: is, range }) => is >= range.low && is <= range.high).length
  return {
    estimator: volumeModel,
    n: cases.length,
    withoutScore: known.length - cases.length,
    rankCorrelation: rankCorrelation(
      cases.map(({ score }) => score),
      popularity
    ),
    medianAbsoluteError: median(cases.map(({ popularity: is, score }) => Math.abs(score - is))),
    coverage: cases.length === 0 ? null : covered / cases.length,
    baselines: [
      { name: "fewer letters, more popular", rankCorrelation: against((keyword) => -[...keyword].length) },
      { name: "fewer words, more popular", rankCorrelation: against((keyword) => -keyword.trim().split(/\s+/).length) }
    ]
  }
}

const figure = (value: number | null, digits = 2) => (value === null ? "-" : value.toFixed(digits))

/** The result as a table in Markdown. */
export const tableOf = (score: KeywordScore): string =>
  [
    "| Estimator | n | Without a score | Rank correlation | Median error in points | In the stated range | Baselines' rank correlation |",
    "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    `| ${score.estimator} | ${score.n} | ${score.withoutScore} | ${figure(score.rankCorrelation)} | ${figure(score.medianAbsoluteError, 1)} | ${
      score.coverage === null ? "-" : `${(score.coverage * 100).toFixed(0)} %`
    } | ${score.baselines.map(({ name, rankCorrelation: rho }) => `${name}: ${figure(rho)}`).join("; ")} |`,
    ""
  ].join("\n")
