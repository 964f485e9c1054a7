import { Clock, DateTime, Effect } from "effect"
import { plusDays } from "./calendar.ts"
import { InvalidInput } from "./errors.ts"
import * as Param from "./Param.ts"

const windowDaysMax = 366
const windowDaysDefault = 30

const day = (description: string) => Param.optional(Param.date({ description }))
/** The parameters `from` and `to` of what a page asks about days. */
export const windowQuery = {
  from: day(`First day, YYYY-MM-DD in UTC. Default: ${windowDaysDefault - 1} days before \`to\`.`),
  to: day("Last day, YYYY-MM-DD in UTC. Default: today, which is also the last there is.")
}

/** Days, `YYYY-MM-DD` (UTC), both included. */
export interface DayWindow {
  readonly from: string
  readonly to: string
}

const dayAt = (ms: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(ms))

/** Each day of a window, oldest first. */
export const daysIn = ({ from, to }: DayWindow): ReadonlyArray<string> => {
  const days: Array<string> = []
  for (let at = from; at <= to; at = plusDays(at, 1)) days.push(at)
  return days
}

/** The days that are asked for, or what is wrong with them. */
export const windowOf = Effect.fnUntraced(function* (query: { readonly from?: string; readonly to?: string }) {
  const today = dayAt(yield* Clock.currentTimeMillis)
  const to = query.to === undefined || query.to > today ? today : query.to
  const from = query.from ?? plusDays(to, 1 - windowDaysDefault)
  if (from > to) return yield* new InvalidInput("from (query): is after to, or in the future")
  if (from <= plusDays(to, -windowDaysMax)) {
    return yield* new InvalidInput(`from (query): lies further back than ${windowDaysMax} days; send a later day`)
  }
  const window: DayWindow = { from, to }
  return window
})
