/** Scores as the book tells them. */
import type { BookRank, BookScore, BookVisibility } from "../contract.ts"
import { rankWeight, visibilityModel, visibilityRange, visibilityScore } from "../models/visibility.ts"

export const scoreOf = (
  value: number | null,
  model: string,
  rangeOf: (value: number) => BookScore["range"]
): BookScore =>
  value === null
    ? { value, range: null, status: "not_measured", model }
    : { value, range: rangeOf(value), status: "estimated", model }

/**
 * kw-visibility of an app over one basket: a term without volume has no weight, and what wasn't measured is left out of
 * both sums.
 */
export const visibilityOver = (
  basket: ReadonlyArray<BookRank & { readonly volume: Pick<BookScore, "value" | "range"> }>
): BookVisibility => {
  const searched = basket.flatMap(({ rank, rankStatus, volume: { range, value: volume } }) =>
    volume === null || range === null ? [] : [{ rank, rankStatus, volume, range }]
  )
  const measured = searched.filter(({ rankStatus }) => rankStatus !== "not_measured")
  const sum = (all: typeof searched, of: (one: (typeof searched)[number]) => number) =>
    all.reduce((total, one) => total + of(one), 0)
  const value = visibilityScore({
    contribution: sum(measured, ({ rank, volume }) => volume * rankWeight(rank)),
    volumeMeasured: sum(measured, ({ volume }) => volume),
    volumeAll: sum(searched, ({ volume }) => volume)
  })
  const range = () => visibilityRange(measured.map(({ range: volume, rank }) => ({ rank, volume })))
  return { ...scoreOf(value, visibilityModel, range), terms: measured.length }
}
