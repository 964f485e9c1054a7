/** Calendar days in UTC, as YYYY-MM-DD. */
import { isoOf } from "@storeglass/plugin-api"

export type Day = string

export const dayMs = 86_400_000

export const dayOf = (ms: number): Day => isoOf(ms).slice(0, 10)
export const startMsOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
/** Days since 1970-01-01. */
export const dayNumberOf = (day: Day): number => Math.floor(startMsOf(day) / dayMs)
export const addDays = (day: Day, days: number): Day => dayOf(startMsOf(day) + days * dayMs)
/** The days from the first to the last, both included. */
export const daysFrom = (first: Day, last: Day): ReadonlyArray<Day> =>
  Array.from({ length: Math.max(0, dayNumberOf(last) - dayNumberOf(first) + 1) }, (_, index) => addDays(first, index))
