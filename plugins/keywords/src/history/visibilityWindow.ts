import { type Day, daysFrom } from "@storeglass/history"
import { Effect } from "effect"
import type { VisibilityAnswer } from "../appSchema.ts"
import { basketOf, emptyBasket } from "../compare/basket.ts"
import { windowBasket } from "../models/basket.ts"
import { visibilityScore } from "../models/visibility.ts"
import { noPlaces, type Places } from "./places.ts"
import { daysOf, type HeldKeyword, type RankedKeyword, type VisibilityHistory } from "./VisibilityHistory.ts"

type Answer = typeof VisibilityAnswer.Type

/** How an app was seen within some days, over one basket of keywords. */
export interface SeenWindow {
  readonly series: Answer["series"]
  /** On the last day of the series. */
  readonly ranks: ReadonlyArray<{ readonly keyword: string; readonly rank: number; readonly volume: number | null }>
  readonly count: { readonly all: number; readonly withoutVolume: number }
  readonly basket: Answer["basket"]
  readonly held: ReadonlyArray<HeldKeyword>
  readonly places: Places
}

export const nothingSeen: SeenWindow = {
  series: [],
  ranks: [],
  count: { all: 0, withoutVolume: 0 },
  basket: emptyBasket,
  held: [],
  places: noPlaces
}

interface Window {
  readonly listingId: number
  readonly from: Day
  readonly to: Day
}

/** Over those of these keywords that the basket of the window holds. */
export const windowOver = (
  places: Places,
  keywords: ReadonlyArray<RankedKeyword>,
  { from, to }: Pick<Window, "from" | "to">
): SeenWindow => {
  const candidates = keywords.flatMap(({ volume, ...keyword }) => (volume === null ? [] : [{ ...keyword, volume }]))
  const count = { all: keywords.length, withoutVolume: keywords.length - candidates.length }
  const days = daysFrom(from, to)
  const window = windowBasket(candidates, days.length)
  if (window === null) return { ...nothingSeen, count }
  const { held } = window
  const [first = from, last = to] = [days[window.from], days[window.to]]
  const series = daysOf(places, held, days, window.from, window.to).flatMap((day) => {
    const score = visibilityScore(day)
    const { measuredCount, rankedCount } = day
    return score === null ? [] : [{ date: day.day, score, rankedCount, measuredCount }]
  })
  const end = series.at(-1)
  const basket = basketOf(
    held.map(({ keyword }) => keyword),
    { from: first, to: last, added: window.added.length, removed: window.removed.length }
  )
  const index = end === undefined ? -1 : days.indexOf(end.date)
  const ranks = held.flatMap(({ id, keyword, measured, volume }) => {
    const rank = end !== undefined && measured[index] === true ? places.on(id, end.date) : null
    return rank == null ? [] : [{ keyword, rank, volume }]
  })
  return { series, ranks, count, basket, held, places }
}

/** Over the keywords that the listing was ranked for in the window. */
export const readWindow = Effect.fnUntraced(function* (
  history: VisibilityHistory["Service"],
  { from, listingId, termsMax, to }: Window & { readonly termsMax: number }
) {
  const places = yield* history.places(listingId, from, to)
  const keywords = yield* history.keywords({ listingId, termsMax, places }, from, to)
  return windowOver(places, keywords, { from, to })
})
