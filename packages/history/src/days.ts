/** Calendar days in UTC, as YYYY-MM-DD. */
import { isoOf, plusDays } from "@storeglass/plugin-api"

export type Day = string

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const dayOf = (ms: number): Day => isoOf(ms).slice(0, 10)
export const startMsOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
/** Days since 1970-01-01. */
export const dayNumberOf = (day: Day): number => Math.floor(startMsOf(day) / dayMs)
export const addDays = plusDays
/** The days from the first to the last, both included. */
export const daysFrom = (first: Day, last: Day): ReadonlyArray<Day> =>
  Array.from({ length: Math.max(0, dayNumberOf(last) - dayNumberOf(first) + 1) }, (_, index) => addDays(first, index))

/** The first day of a moment's month. */
export const monthOf = (ms: number): Day => `${dayOf(ms).slice(0, 7)}-01`
/** The first day of the month after. */
export const nextMonth = (month: Day): Day => monthOf(startMsOf(month) + 31 * dayMs)

/** Start of the interval of so many hours that a moment is in; intervals start at midnight UTC. */
export const slotOf = (ms: number, everyHours: number): number => ms - (ms % (everyHours * hourMs))
