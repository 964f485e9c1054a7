import type { MeasuredRank, MovedRank } from "@storeglass/keywords/contract"
import { plusDays } from "@storeglass/plugin-api"
import { Schema } from "effect"

export const daysShown = 30
const Day = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/))

/** What a chart of ranks is drawn from, as it's kept with an alert until it's sent. */
export const RankSeries = Schema.Struct({
  /** What it shows, as the alert's text names it. */
  of: Schema.String,
  /** Its first and last day, both included. */
  from: Day,
  to: Day,
  /** The days that were measured, the oldest first. One makes no line. */
  ranks: Schema.Array(
    Schema.Struct({
      day: Day,
      /** Null: not among those that were looked at. */
      rank: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })))
    })
  ).check(Schema.isMinLength(2), Schema.isMaxLength(daysShown))
})
export type RankSeries = typeof RankSeries.Type

/** The days of which a chart tells that ends on this one. */
export const daysUpTo = (day: string) => ({ from: plusDays(day, 1 - daysShown), to: day })

/** Undefined: too little was measured for a chart. Ranks of another source than the last aren't comparable, so they're gaps. */
export const seriesOf = (
  { country, device, keyword }: Omit<MovedRank, "from" | "to">,
  day: string,
  measured: ReadonlyArray<MeasuredRank>
): RankSeries | undefined => {
  const source = measured.at(-1)?.source
  const ranks = measured.filter((each) => each.source === source).map(({ day, rank }) => ({ day, rank }))
  if (ranks.length < 2 || ranks.every(({ rank }) => rank === null)) return undefined
  return { of: `${keyword} (${country}, ${device})`, ...daysUpTo(day), ranks }
}
