/**
 * autocomplete-prefix@1: how much of a term must be typed until the store suggests it.
 *
 * Source: product research 3.2 E, after the suggest score of the npm package `aso` (MIT) in its form for storeb.
 * s = 100 · (1 − (p − 1) / (L − 1)) · (1 − i / 10) with p the length of the shortest prefix that brings the term, i its
 * place there from 0, L the length of the term. A term that is not suggested even when typed in full lies in the band
 * from 0 to 10; its lower end is taken, so that it is never above one that is suggested.
 */

export const autocompleteModel = "autocomplete-prefix@1"

export interface Autocompletion {
  /** Null: the store does not suggest the term even when it is typed in full. */
  readonly prefixLength: number | null
  /** Place among the suggestions of that prefix, from 0. */
  readonly position: number | null
  /** How it was found; null: not noted. */
  readonly search: PrefixSearch | null
}

/** `every_prefix`: all shorter ones were read; `halving`: one that brings the term is taken to do so at any length beyond. */
export const prefixSearches = ["every_prefix", "halving"] as const
export type PrefixSearch = (typeof prefixSearches)[number]

const notSuggested = 0

export const autocompleteScore = (
  term: string,
  { position, prefixLength }: Pick<Autocompletion, "position" | "prefixLength">
): number => {
  if (prefixLength === null || position === null) return notSuggested
  const length = [...term].length
  const early = length <= 1 ? 1 : 1 - (Math.min(prefixLength, length) - 1) / (length - 1)
  return 100 * early * (1 - Math.min(position, 10) / 10)
}
