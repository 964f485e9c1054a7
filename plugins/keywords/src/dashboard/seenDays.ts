import { type Day, daysFrom } from "@storeglass/history"
import type { SeenWindow } from "../history/visibilityWindow.ts"
import { visibilityRange } from "../models/visibility.ts"
import { volumeRange } from "../models/volume.ts"

/**
 * Each day from `from` to `to`, with its score and range where enough was measured. `since`: the first day of the window
 * that was read.
 */
export const seenDays = (
  seen: SeenWindow,
  { from, since, to }: { readonly from: Day; readonly since: Day; readonly to: Day }
) => {
  const indexOf = new Map(daysFrom(since, to).map((day, index) => [day, index]))
  const rangeOn = (day: string) =>
    visibilityRange(
      seen.held
        .filter(({ measured }) => measured[indexOf.get(day) ?? -1] === true)
        .map(({ id, volume }) => ({ rank: seen.places.on(id, day) ?? null, volume: volumeRange(volume) }))
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
}
