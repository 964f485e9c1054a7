/** How ranks moved on a day, and with them how well an app is seen: for reports and alerts of other plugins. */
import { plusDays } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { BookScore, KeywordBook, LatestRanks, MeasuredRank, TrackedKeyword } from "../contract.ts"
import { visibilityOver } from "./scores.ts"

/** Searches further apart don't tell of a change since the day before. */
const daysBack = 7

/** A keyword's rank by the search of a day, and by the one before it. */
export interface MovedRank extends Omit<TrackedKeyword, "platform"> {
  /** Null: not among those that were looked at. */
  readonly from: number | null
  readonly to: number | null
}

const movedOn = (measured: ReadonlyArray<MeasuredRank>, day: string) => {
  const now = measured.findLast((rank) => rank.day === day)
  const before = measured.findLast((rank) => rank.day < day && rank.source === now?.source)
  return now === undefined || before === undefined ? undefined : { from: before.rank, to: now.rank }
}

/**
 * One for each keyword, in their order: the rank of the day, `YYYY-MM-DD` (UTC), and that of the last search before it by the same
 * source. Undefined: it wasn't searched for that day, or not within the week before.
 */
export const ranksOfDay = (
  latest: LatestRanks["Service"],
  app: Parameters<LatestRanks["Service"]["within"]>[0],
  keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>,
  day: string
) =>
  Effect.map(latest.within(app, keywords, { from: plusDays(day, -daysBack), to: day }), (within) =>
    keywords.map(({ country, device, keyword }, index): MovedRank | undefined => {
      const moved = movedOn(within[index] ?? [], day)
      return moved === undefined ? undefined : { keyword, country, device, ...moved }
    })
  )

/** kw-visibility of an app in one market on two days. */
export interface MovedVisibility {
  readonly country: string
  readonly device: string
  readonly from: BookScore["value"]
  readonly to: number
  /** How many keywords have a rank and a volume. */
  readonly terms: number
}

/** By market, over the same keywords with the same volumes on both days. Markets in which too little is known are left out. */
export const visibilityOfDay = Effect.fnUntraced(function* (
  book: KeywordBook["Service"],
  platform: TrackedKeyword["platform"],
  ranks: ReadonlyArray<MovedRank>
) {
  const told: Array<MovedVisibility> = []
  for (const market of Map.groupBy(ranks, ({ country, device }) => JSON.stringify([country, device])).values()) {
    const [first] = market
    if (first === undefined) continue
    const { country, device } = first
    const terms = yield* book.terms(
      { platform, country, device },
      market.map(({ keyword }) => keyword)
    )
    const over = (which: "from" | "to") =>
      visibilityOver(
        market.flatMap((moved, index) => {
          const volume = terms[index]?.volume
          const rank = moved[which]
          return volume === undefined ? [] : [{ rank, rankStatus: rank === null ? "not_in_top_n" : "ranked", volume }]
        })
      )
    const now = over("to")
    if (now.value !== null) told.push({ country, device, from: over("from").value, to: now.value, terms: now.terms })
  }
  return told
})
