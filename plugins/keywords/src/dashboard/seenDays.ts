import { type Day, daysFrom } from "@storeglass/history"
import { Effect } from "effect"
import type { VisibilityHistory } from "../history/VisibilityHistory.ts"
import type { SeenWindow } from "../history/visibilityWindow.ts"
import { visibilityRange } from "../models/visibility.ts"
import { volumeRange } from "../models/volume.ts"

/**
 * Each day from `from` to `to`, with its score and range where enough was measured. `since`: the first day of the window
 * that was read.
 */
export const seenDays = Effect.fnUntraced(function* (
  history: VisibilityHistory["Service"],
  seen: SeenWindow,
  {
    from,
    listingId,
    since,
    to
  }: { readonly listingId: number; readonly from: Day; readonly since: Day; readonly to: Day }
) {
  const daily =
    seen.series.length === 0
      ? []
      : yield* history.ranksIn(
          listingId,
          seen.held.map(({ id }) => id),
          since,
          to
        )
  const rankOn = new Map(daily.map(({ day, keywordId, rank }) => [`${keywordId} ${day}`, rank]))
  const indexOf = new Map(daysFrom(since, to).map((day, index) => [day, index]))
  const rangeOn = (day: string) =>
    visibilityRange(
      seen.held
        .filter(({ measured }) => measured[indexOf.get(day) ?? -1] === true)
        .map(({ id, volume }) => ({ rank: rankOn.get(`${id} ${day}`) ?? null, volume: volumeRange(volume) }))
    )
  const byDay = new Map(seen.series.map((day) => [day.date, day]))
  return daysFrom(from, to).map((date) => {
    const told = byDay.get(date)
    if (told === undefined) {
      const unknown = { score: null, low: null, high: null, rankedCount: null, measuredCount: null }
      return { date, ...unknown, status: "not_measured" as const }
    }
    const range = rangeOn(date)
    return { ...told, low: range?.low ?? null, high: range?.high ?? null, status: "estimated" as const }
  })
})
