import type { JsonObject } from "@storeglass/sandbox"
import type { StarRatings } from "@storeglass/sandbox/world"
import type { ChartName } from "./charts.ts"
import type { Storefront } from "./storefronts.ts"

export interface SearchQuery {
  readonly storefront: Storefront
  readonly term: string
  readonly entity: "software" | "iPadSoftware" | "macSoftware"
  readonly limit: number
  readonly language: string
}

export interface ChartQuery {
  readonly storefront: Storefront
  readonly chart: ChartName
  readonly genreId: number | undefined
  readonly limit: number
}

export interface ReviewsQuery {
  readonly storefront: Storefront
  readonly appId: string
  readonly sort: "mostrecent" | "mosthelpful"
  readonly page: number
}

export interface Feed {
  readonly updatedMs: number
  readonly entries: ReadonlyArray<JsonObject>
}

export interface ReviewsFeed extends Feed {
  /** False when the vendor knows no such app here: its feed then has empty links. */
  readonly known: boolean
}

export interface Hint {
  readonly term: string
  readonly priority?: number
}

/**
 * What is in the store, in the vendor's own records. The generator and the recordings both answer this, so that one
 * set of modules under `upstreams/` speaks the wire formats for both.
 */
export interface CatalogSource {
  readonly byTrackIds: (
    ids: ReadonlyArray<string>,
    storefront: Storefront,
    language: string
  ) => ReadonlyArray<JsonObject>
  readonly byBundleIds: (
    ids: ReadonlyArray<string>,
    storefront: Storefront,
    language: string
  ) => ReadonlyArray<JsonObject>
  /** The developer's own row, followed by the apps when `withApps`. */
  readonly byArtistIds: (
    ids: ReadonlyArray<string>,
    storefront: Storefront,
    language: string,
    withApps: boolean
  ) => ReadonlyArray<JsonObject>
  readonly search: (query: SearchQuery) => ReadonlyArray<JsonObject>
  /** Ids in the order of a device. */
  readonly rankedIds: (storefront: Storefront, term: string) => ReadonlyArray<string>
  readonly legacyChart: (query: ChartQuery) => Feed
  readonly chartV2: (query: ChartQuery) => Feed
  readonly reviews: (query: ReviewsQuery) => ReviewsFeed
  readonly starRatings: (storefront: Storefront, appId: string) => StarRatings | undefined
  readonly hints: (storefront: Storefront, term: string) => ReadonlyArray<Hint>
  readonly trends: (storefront: Storefront, limit: number) => ReadonlyArray<string>
  readonly similarIds: (storefront: Storefront, appId: string) => ReadonlyArray<string>
  /** The whole page, or undefined when the app is not sold there. */
  readonly appPage: (storefront: Storefront, appId: string, language: string) => string | undefined
}

/** A store with nothing in it: what a silently throttling vendor answers from. */
export const emptySource: CatalogSource = {
  byTrackIds: () => [],
  byBundleIds: () => [],
  byArtistIds: () => [],
  search: () => [],
  rankedIds: () => [],
  legacyChart: () => ({ updatedMs: 0, entries: [] }),
  chartV2: () => ({ updatedMs: 0, entries: [] }),
  reviews: () => ({ updatedMs: 0, entries: [], known: false }),
  starRatings: () => undefined,
  hints: () => [],
  trends: () => [],
  similarIds: () => [],
  appPage: () => undefined
}
