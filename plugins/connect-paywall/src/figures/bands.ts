/** How far from the median a day may be, in robust standard deviations (1.4826 × the median absolute deviation). */
const deviationsMax = 3
/** And in any case: a share of the median, so that a quiet series doesn't cry at each step. */
const shareMin = 0.25
const robust = 1.4826
/** Fewer like days than these make no band. */
export const likeDaysMin = 6
export const weeks = 8

export interface Band {
  readonly low: number
  readonly high: number
  readonly median: number
  /** Days it was made from. */
  readonly days: number
}

const medianOf = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (below + above) / 2
}

/**
 * Where a day's figure should be, from the same weekday of the weeks before: median ± 3 robust standard deviations (Rousseeuw
 * & Croux, 1993), ± a quarter of the median at least. Undefined where too few days were measured.
 */
export const bandOf = (likeDays: ReadonlyArray<number | null>): Band | undefined => {
  const values = likeDays.filter((value) => value !== null)
  if (values.length < likeDaysMin) return undefined
  const median = medianOf(values)
  const deviation = robust * medianOf(values.map((value) => Math.abs(value - median)))
  const reach = Math.max(deviationsMax * deviation, shareMin * Math.abs(median))
  return { median, low: median - reach, high: median + reach, days: values.length }
}

export const leaves = (value: number, { high, low }: Band): boolean => value < low || value > high
