import { dayIn, InvalidInput, plusDays, startOfDay } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"

/** Calendar days, both included, where the organization is. */
export interface Days {
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly toIsPartial: boolean
}

const defaultDays = 30
const monthsMax = 24
/** No provider is older. */
const firstDay = "2000-01-01"

/** The same day so many months before, or the month's last where there is none. */
const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** What was asked for, or what's wrong with it. Without both, the 30 days that end today. */
export const daysAsked = Effect.fnUntraced(function* (
  asked: { readonly from?: string; readonly to?: string },
  timeZone: string,
  monthsMost = monthsMax
) {
  const today = dayIn(timeZone, yield* Clock.currentTimeMillis)
  const to = asked.to ?? today
  // Where the caller is it may be tomorrow.
  if (to > plusDays(today, 1)) {
    return yield* new InvalidInput(`to (query): ${to} is in the future; today is ${today} in ${timeZone}`)
  }
  if (to < firstDay) return yield* new InvalidInput(`to (query): must be ${firstDay} or later`)
  const from = asked.from ?? plusDays(to, 1 - defaultDays)
  if (from > to) {
    return yield* new InvalidInput(
      asked.to === undefined
        ? `from (query): ${from} is after today, ${today} in ${timeZone}; send an earlier day`
        : `from (query): ${from} is after to, ${to}; send an earlier day`
    )
  }
  if (from < monthsBefore(to, monthsMost)) {
    return yield* new InvalidInput(
      `from (query): the window is longer than ${monthsMost} months; begin at ${monthsBefore(to, monthsMost)} or later`
    )
  }
  return { from, to, timeZone, toIsPartial: to >= today }
})

/** As many days, right before. */
export const daysBefore = ({ from, timeZone, to }: Days): Days => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return { from: plusDays(from, -count), to: plusDays(from, -1), timeZone, toIsPartial: false }
}

/** From the first moment of the first day up to the first after the last, whatever the clocks did between. */
export const momentsOf = ({ from, timeZone, to }: Days) => ({
  fromMs: startOfDay(timeZone, from),
  toMs: startOfDay(timeZone, plusDays(to, 1))
})
