import type { Standing } from "../history/AppStandings.ts"
import { basketName } from "../models/basket.ts"

interface Window {
  readonly from: string | null
  readonly to: string | null
}

export const emptyBasket = { id: basketName([]), size: 0, from: null, to: null, added: 0, removed: 0 }

/** The keywords that an answer is over, and what came and went beside them. */
export const basketOf = (
  keywords: ReadonlyArray<string>,
  beside: Window & { readonly added: number; readonly removed: number }
) => ({
  id: basketName(keywords),
  size: new Set(keywords).size,
  ...beside
})

/** First and last of these days. */
export const windowOf = (days: ReadonlyArray<string | undefined>): Window => {
  const known = days.flatMap((day) => day ?? []).sort()
  return { from: known[0] ?? null, to: known.at(-1) ?? null }
}

/** Of standings of one or more apps over the same keywords: how many are measured now and weren't then, and the reverse. */
export const changesIn = (standings: ReadonlyArray<Standing>) => {
  const count = (wanted: (standing: Standing) => boolean) =>
    new Set(standings.filter(wanted).map(({ keywordId }) => keywordId)).size
  return {
    added: count(({ baseline, latest }) => latest !== null && baseline === null),
    removed: count(({ baseline, latest }) => latest === null && baseline !== null)
  }
}
