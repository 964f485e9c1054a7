/** The terms that a listing should be found for. */
import { byCodePoint } from "@storeglass/stores/contract"
import { relevanceFloor } from "./relevance.ts"

/** What a term is judged by; null: not known. */
export interface Judged {
  readonly keyword: string
  /** 0 to 100, as the others. */
  readonly volume: number | null
  readonly difficulty: number | null
  readonly relevance: number | null
  /** The other app whose brand it is. */
  readonly brandOf: string | null
}

/** volume × (1 − difficulty/100) × relevance/100, 0 to 100; null where one of them is not known. */
export const targetValue = ({ difficulty, relevance, volume }: Omit<Judged, "brandOf" | "keyword">): number | null =>
  volume === null || difficulty === null || relevance === null
    ? null
    : Math.round(volume * (1 - difficulty / 100) * relevance) / 100

/**
 * The relevant terms (30 and more) of highest value, other apps' brands left out; equal values by code point of the
 * keyword. Terms without a value are none.
 */
export const targetsOf = <Term extends Judged>(
  terms: ReadonlyArray<Term>,
  limit = 5
): ReadonlyArray<Term & { readonly value: number }> =>
  terms
    .flatMap((term) => {
      const value = targetValue(term)
      const isTarget = value !== null && (term.relevance ?? 0) >= relevanceFloor && term.brandOf === null
      return isTarget ? [{ ...term, value }] : []
    })
    .sort((a, b) => b.value - a.value || byCodePoint(a.keyword, b.keyword))
    .slice(0, limit)
