/**
 * autocomplete-prefix@2: how much of a term must be typed until the store suggests it, and in which place.
 *
 * Source: product research 3.2 E, after the suggest score of the npm package `aso` (MIT) in its form for storeb. What the
 * two figures say of demand is kw-volume's.
 */

export const autocompleteModel = "autocomplete-prefix@2"

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
