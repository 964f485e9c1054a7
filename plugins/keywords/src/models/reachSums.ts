/**
 * A keyword's reach by length of window, 1 to 30 days: the maxima of the last days and of as many before them, when today
 * is the day of the latest snapshot, and when it is the day after. Kept a day at a time, so that nothing is read again.
 */

export const windowDaysMax = 30
/** Days before the latest that some window holds. */
export const reachDays = 2 * windowDaysMax

/** Null: nothing of that window has a reach. */
type Maxima = ReadonlyArray<number | null>
export interface ReachSums {
  readonly current: Maxima
  readonly previous: Maxima
  readonly nextCurrent: Maxima
  readonly nextPrevious: Maxima
}

const maxOf = (values: Iterable<number | null | undefined>): number | null => {
  let max: number | null = null
  for (const value of values) if (value != null && (max === null || value > max)) max = value
  return max
}
const perWindow = (of: (days: number) => number | null): Maxima =>
  Array.from({ length: windowDaysMax }, (_, index) => of(index + 1))
const at = (maxima: Maxima, days: number) => (days < 1 ? null : maxima[days - 1])

/** From the reach of the last days, the latest first. */
export const reachSumsOf = (byAge: ReadonlyArray<number | null | undefined>): ReachSums => {
  const between = (from: number, to: number) => maxOf(byAge.slice(Math.max(0, from), Math.max(0, to)))
  return {
    current: perWindow((days) => between(0, days)),
    previous: perWindow((days) => between(days, 2 * days)),
    nextCurrent: perWindow((days) => between(0, days - 1)),
    nextPrevious: perWindow((days) => between(days - 1, 2 * days - 1))
  }
}

/** The maxima of the current window when so many days have passed since. */
const currentAfter = ({ current }: ReachSums, passed: number, days: number) => at(current, days - passed) ?? null
/** The same of the previous one, whose days are put together of the windows there are. */
const previousAfter = ({ current, nextPrevious, previous }: ReachSums, passed: number, days: number) => {
  const from = days - passed
  if (from < 1) return at(current, 2 * days - passed) ?? null
  const half = Math.floor(passed / 2)
  return maxOf([
    ...previous.slice(from - 1, from + half),
    ...(passed % 2 === 1 ? [at(nextPrevious, from + half + 1)] : [])
  ])
}

/** With a snapshot of the same source, so many days after the latest. */
export const shiftedReach = (sums: ReachSums, passed: number, reach: number | null): ReachSums => {
  const current = perWindow((days) => maxOf([reach, currentAfter(sums, passed, days)]))
  return {
    current,
    previous: perWindow((days) => previousAfter(sums, passed, days)),
    nextCurrent: perWindow((days) => at(current, days - 1) ?? null),
    nextPrevious: perWindow((days) => maxOf([previousAfter(sums, passed + 1, days), days === 1 ? reach : null]))
  }
}
