/** Which days are beside an answer, and what measures say of them. Nothing here tells why. */
import type { ChartDay } from "@storeglass/charts/contract"
import type { MeasuredRank } from "@storeglass/keywords/contract"
import { type DayWindow, daysIn, plusDays } from "@storeglass/plugin-api"
import type { Daily, FigureStatus, Outcome } from "./schema.ts"

export interface Windows {
  readonly before: DayWindow
  /** Null: none of its days is over. */
  readonly after: DayWindow | null
  readonly isOver: boolean
}

/** The day of the answer is in neither. */
export const windowsOf = (day: string, days: number, today: string): Windows => {
  const last = plusDays(day, days)
  const yesterday = plusDays(today, -1)
  const [to = last] = [last, yesterday].toSorted()
  const from = plusDays(day, 1)
  return {
    before: { from: plusDays(day, -days), to: plusDays(day, -1) },
    after: to < from ? null : { from, to },
    isOver: last <= yesterday
  }
}
export const lengthOf = (window: DayWindow) => daysIn(window).length

const rounded = (value: number) => Math.round(value * 100) / 100
const meanOf = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
const isIn = (window: DayWindow | null, day: string) => window !== null && window.from <= day && day <= window.to

export const lacking = (status: Exclude<FigureStatus, "measured">): Daily => ({
  status,
  before: null,
  after: null,
  daysBefore: 0,
  daysAfter: 0
})
/** Why there's nothing: a window without a day is too early, one without a measure isn't measured. */
const lackOf = ({ after }: Windows) => (after === null ? "too_early" : "not_measured")

/** Of counts by window. */
export const dailyOf = (
  windows: Windows,
  before: { readonly sum: number; readonly days: number } | null,
  after: { readonly sum: number; readonly days: number } | null
): Daily =>
  before === null || after === null || before.days === 0 || after.days === 0
    ? { ...lacking(lackOf(windows)), daysBefore: before?.days ?? 0, daysAfter: after?.days ?? 0 }
    : {
        status: "measured",
        before: rounded(before.sum / before.days),
        after: rounded(after.sum / after.days),
        daysBefore: before.days,
        daysAfter: after.days
      }

/** Of values by day; what is null wasn't told. */
export const dailyIn = (
  windows: Windows,
  values: ReadonlyArray<{ readonly day: string; readonly value: number | null }>
): Daily => {
  const within = (window: DayWindow | null) => {
    const told = values.flatMap(({ day, value }) => (value !== null && isIn(window, day) ? [value] : []))
    return { sum: told.reduce((sum, value) => sum + value, 0), days: told.length }
  }
  return dailyOf(windows, within(windows.before), within(windows.after))
}

/** Ranks of different sources don't compare: of the one with most searches. */
const ofOneSource = (days: ReadonlyArray<MeasuredRank>): ReadonlyArray<MeasuredRank> => {
  const bySource = [...Map.groupBy(days, ({ source }) => source)]
  return bySource.toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))[0]?.[1] ?? []
}

export const ranksIn = (
  windows: Windows,
  keywords: ReadonlyArray<ReadonlyArray<MeasuredRank>>
): Outcome["keywordRanks"] => {
  const told = keywords.flatMap((given) => {
    const days = ofOneSource(given)
    const behind = Math.min(...days.map(({ depth }) => depth)) + 1
    const mean = (window: DayWindow | null) => {
      const ranks = days.flatMap(({ day, rank }) => (isIn(window, day) ? [Math.min(rank ?? behind, behind)] : []))
      return ranks.length === 0 ? undefined : meanOf(ranks)
    }
    const [before, after] = [mean(windows.before), mean(windows.after)]
    return before === undefined || after === undefined ? [] : [{ before, after }]
  })
  return told.length === 0
    ? { status: lackOf(windows), keywords: 0, before: null, after: null, better: 0, worse: 0 }
    : {
        status: "measured",
        keywords: told.length,
        before: rounded(meanOf(told.map(({ before }) => before))),
        after: rounded(meanOf(told.map(({ after }) => after))),
        better: told.filter(({ after, before }) => after < before).length,
        worse: told.filter(({ after, before }) => after > before).length
      }
}

/** Of a chart's days. */
export const chartIn = (windows: Windows, days: ReadonlyArray<ChartDay>): Daily => {
  // A chart that never held it says nothing of it.
  if (days.every(({ rank }) => rank === null)) return lacking(lackOf(windows))
  const behind = Math.min(...days.map(({ depth }) => depth)) + 1
  return dailyIn(
    windows,
    days.map(({ day, rank }) => ({ day, value: Math.min(rank ?? behind, behind) }))
  )
}
