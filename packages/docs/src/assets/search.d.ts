import type MiniSearch from "minisearch"

/** A place that can be found. */
export interface SearchEntry {
  readonly title: string
  readonly where: string
  readonly href: string
  /** Names and words that it is known by. */
  readonly words: string
  readonly text: string
}

export interface Found {
  readonly entry: SearchEntry
  /** The part of its text that was looked for, cut where a word that matched begins and ends. */
  readonly excerpt: ReadonlyArray<{ readonly text: string; readonly matched: boolean }>
}

/** Looks through entries; forgives misspellings, and finds names by their parts. */
export const makeSearch: (
  Engine: typeof MiniSearch,
  entries: ReadonlyArray<SearchEntry>
) => (asked: string, max?: number) => ReadonlyArray<Found>
