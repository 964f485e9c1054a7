import type { Platform } from "./ChartLists.ts"
import type { Storefront } from "./storefronts.ts"

export interface SearchListsQuery {
  readonly platform: Platform
  readonly storefront: Storefront
  /** Days since 1970. */
  readonly day: number
  readonly terms: ReadonlyArray<string>
}

export interface FoundApp {
  readonly appId: string
  readonly name: string
  readonly seller: string
  /** What the search itself tells; the vendors differ. */
  readonly ratingCount: number | null
  readonly averageRating: number | null
  readonly installs: number | null
  readonly releaseDate: string | null
  readonly currentVersionReleaseDate: string | null
}

export interface SearchList {
  readonly term: string
  /** Ratings of the first app, also where only its own page tells them. */
  readonly reach: number | null
  readonly apps: ReadonlyArray<FoundApp>
}

/** Searches of a past day, without the vendors' forms. */
export interface SearchHistory {
  readonly searches: (query: SearchListsQuery) => ReadonlyArray<SearchList>
  /** Terms that are worth to begin with. */
  readonly terms: (query: Omit<SearchListsQuery, "terms">, limit: number) => ReadonlyArray<string>
}

/** Recordings are of single days: nobody knows what the same search gave on another. */
export const noSearchHistory: SearchHistory = { searches: () => [], terms: () => [] }
