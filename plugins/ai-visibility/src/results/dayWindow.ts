import { dayIn, InvalidInput, plusDays } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"

/** Days, `YYYY-MM-DD` (UTC), both included. */
export interface DayWindow {
  readonly from: string
  readonly to: string
}

const daysMax = 90
const daysUsual = 30
const today = Effect.map(Clock.currentTimeMillis, (ms) => dayIn("UTC", ms))

/** So many days, of which today is the last. */
export const lastDays = (days: number): Effect.Effect<DayWindow> =>
  Effect.map(today, (to) => ({ from: plusDays(to, 1 - days), to }))

/** The days that a page is about, or what is wrong with them. */
export const windowOf = Effect.fnUntraced(function* (query: { readonly from?: string; readonly to?: string }) {
  const last = yield* today
  const to = query.to === undefined || query.to > last ? last : query.to
  const from = query.from ?? plusDays(to, 1 - daysUsual)
  if (from > to) return yield* new InvalidInput("from (query): is after to, or in the future")
  if (from <= plusDays(to, -daysMax)) {
    return yield* new InvalidInput(`from (query): lies further back than ${daysMax} days; send a later day`)
  }
  return { from, to }
})
