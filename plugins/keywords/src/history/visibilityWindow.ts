import { type Day, daysFrom } from "@storeglass/history"
import { Effect } from "effect"
import type { VisibilityAnswer } from "../appSchema.ts"
import { basketOf, emptyBasket } from "../compare/basket.ts"
import { windowBasket } from "../models/basket.ts"
import { visibilityScore } from "../models/visibility.ts"
import type { RankedKeyword, VisibilityHistory } from "./VisibilityHistory.ts"

type Answer = typeof VisibilityAnswer.Type

/** How an app was seen within some days, over one basket of keywords. */
export interface SeenWindow {
  readonly series: Answer["series"]
  /** On the last day of the series. */
  readonly ranks: ReadonlyArray<{ readonly keyword: string; readonly rank: number; readonly volume: number | null }>
  readonly count: { readonly all: number; readonly withoutVolume: number }
  readonly basket: Answer["basket"]
  readonly held: ReadonlyArray<RankedKeyword & { readonly volume: number }>
}

export const nothingSeen: SeenWindow = {
  series: [],
  ranks: [],
  count: { all: 0, withoutVolume: 0 },
  basket: emptyBasket,
  held: []
}

interface Window {
  readonly listingId: number
  readonly from: Day
  readonly to: Day
}

/** Over those of these keywords that the basket of the window holds. */
export const windowOver = Effect.fnUntraced(function* (
  history: VisibilityHistory["Service"],
  keywords: ReadonlyArray<RankedKeyword>,
  { from, listingId, to }: Window
) {
  const candidates = keywords.flatMap(({ volume, ...keyword }) => (volume === null ? [] : [{ ...keyword, volume }]))
  const count = { all: keywords.length, withoutVolume: keywords.length - candidates.length }
  const days = daysFrom(from, to)
  const window = windowBasket(candidates, days.length)
  if (window === null) return { ...nothingSeen, count }
  const [first = from, last = to] = [days[window.from], days[window.to]]
  const held = window.held.map(({ id }) => id)
  const series = (yield* history.days(listingId, held, first, last)).flatMap((day) => {
    const score = visibilityScore(day)
    const { measuredCount, rankedCount } = day
    return score === null ? [] : [{ date: day.day, score, rankedCount, measuredCount }]
  })
  const end = series.at(-1)
  const basket = basketOf(
    window.held.map(({ keyword }) => keyword),
    { from: first, to: last, added: window.added.length, removed: window.removed.length }
  )
  const ranks = end === undefined ? [] : yield* history.ranksOn(listingId, held, end.date)
  const seen: SeenWindow = { series, ranks, count, basket, held: window.held }
  return seen
})

/** Over the keywords that the listing was ranked for in the window. */
export const readWindow = Effect.fnUntraced(function* (
  history: VisibilityHistory["Service"],
  { termsMax, ...window }: Window & { readonly termsMax: number }
) {
  const keywords = yield* history.keywords(window.listingId, termsMax, window.from, window.to)
  return yield* windowOver(history, keywords, window)
})
