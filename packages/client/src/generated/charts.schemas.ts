// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Provenance } from "./contract.schemas.ts"
export type { Provenance } from "./contract.schemas.ts"

export interface Categories {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Number of categories returned. */
  readonly total: number
  readonly categories: ReadonlyArray<{
    /** Genre id, or all for the overall chart. */
    readonly id: string
    /** Name in English. */
    readonly name: string
    /** Its parent genre; null for main genres. */
    readonly parentId: string | null
    /** Charts available for it. */
    readonly charts: ReadonlyArray<"top-free" | "top-paid" | "top-grossing">
  }>
  readonly provenance: Provenance
}

export interface CategoryTop {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** When the chart was read from the store, ISO 8601. */
  readonly asOf: string
  /** Time of the earlier list previousRank comes from; null if there is none. */
  readonly previousAsOf: string | null
  /** How many ranks the chart has; at most `limit` are returned. */
  readonly total: number
  readonly apps: ReadonlyArray<{
    /** 1 is first. */
    readonly rank: number
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    /** Name of the app. */
    readonly trackName: string
    /** Who sells it. */
    readonly sellerName: string
    /** Icon. */
    readonly artworkUrl512: string | null
    /** In `currency`; 0 is free. */
    readonly price: number | null
    /** ISO 4217. */
    readonly currency: string | null
    /** Mean of all ratings in the country. */
    readonly averageUserRating: number | null
    /** Number of ratings in the country. */
    readonly userRatingCount: number | null
    /** Its page in the store. */
    readonly url: string | null
    /** Rank in the earlier list; null if it wasn't in it, or there is none. */
    readonly previousRank: number | null
    /** Places gained since then; null when previousRank is. */
    readonly rankChange: number | null
  }>
  readonly provenance: Provenance
}

export interface CategoryTopScreenshots {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** The requested device, or all. */
  readonly device: string
  /** When the chart was read from the store, ISO 8601. */
  readonly asOf: string
  /** How many ranks the chart has; at most `limit` are returned. */
  readonly total: number
  readonly apps: ReadonlyArray<{
    /** 1 is first. */
    readonly rank: number
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    /** Name of the app. */
    readonly trackName: string
    /** Who sells it. */
    readonly sellerName: string
    /** Icon. */
    readonly artworkUrl512: string | null
    /** By device; a device is absent if it isn't known whether it has any. */
    readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
    /** How many, by device; null if not known. */
    readonly counts: Readonly<Record<string, number | null>>
    /** Why a device's screenshots aren't known: device to reason. Empty if all are. */
    readonly unavailable: Readonly<Record<string, string>>
  }>
  readonly summary: {
    /** Mean number of screenshots, among apps where it is known. */
    readonly avgCount: number | null
  }
  readonly provenance: Provenance
}

export interface Discover {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /**
   * Released in the last 30 days, found by searches for words from several categories and in collected charts;
   * newest first.
   */
  readonly newReleases: ReadonlyArray<{
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Who sells it. */
    readonly developer: string
    /** Icon. */
    readonly icon: string | null
    /** Name of its main genre. */
    readonly category: string | null
    /** First release, ISO 8601. */
    readonly releasedAt: string
    /** The same in words. */
    readonly releasedAgo: string
    /** Its page in the store. */
    readonly url: string | null
  }>
  /** The first app of each category's top-free chart. */
  readonly newNumber1: ReadonlyArray<{
    /** Name of the genre. */
    readonly category: string
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Icon. */
    readonly icon: string | null
    /**
     * When it was first seen in first place, ISO 8601; null if it has been first for as long as the chart has been
     * read.
     */
    readonly reachedAt: string | null
  }>
  /** Whether something wasn't read in time: it is among `unavailable`, and a later call has it. */
  readonly partial: boolean
  /** What couldn't be read: entry name to reason. Empty if everything was read. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface MarketActivity {
  readonly chartType: "top-free" | "top-paid" | "top-grossing"
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  /** How many ranks were compared: the length of the shorter list. Null if there is nothing to compare. */
  readonly depth: number | null
  /** The two lists compared. */
  readonly period: {
    /** Time of the newer list, ISO 8601. */
    readonly current: string | null
    /** Time of the older list; null if there is none to compare with. */
    readonly previous: string | null
  }
  /** Events before the limit; null if there is nothing to compare. */
  readonly total: number | null
  /** Largest first. */
  readonly activities: ReadonlyArray<{
    readonly type: "new_entry" | "rank_up" | "rank_down" | "dropped_out"
    /** App id: a number on storea, the package name on storeb. */
    readonly appId: number | string
    /** Name of the app; null if no source has it. */
    readonly appName: string | null
    /** Who sells it. */
    readonly developer: string | null
    /** Icon. */
    readonly iconUrl: string | null
    /** Its main genre. */
    readonly genreId: string | null
    /** Name of its main genre. */
    readonly genreName: string | null
    /** Null if it left the list. */
    readonly currentRank: number | null
    /** Null if it wasn't in the earlier list. */
    readonly previousRank: number | null
    /** Places gained, negative if lost; outside a list counts as the rank below its last. */
    readonly rankChange: number
    /** Size of rankChange. */
    readonly magnitude: number
    /** Time of the list it was seen in, ISO 8601. */
    readonly detectedAt: string
  }>
  readonly provenance: Provenance
}

export interface MarketMover {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** Name of the app; null if no source has it. */
  readonly appName: string | null
  /** Who sells it. */
  readonly developer: string | null
  /** Icon. */
  readonly iconUrl: string | null
  /** Its main genre. */
  readonly genreId: string | null
  /** Name of its main genre. */
  readonly genreName: string | null
  /** Null if it left the list. */
  readonly currentRank: number | null
  /** Null if it wasn't in the earlier list. */
  readonly previousRank: number | null
  /** Places gained, negative if lost; outside a list counts as the rank below its last. */
  readonly rankChange: number
  /** Mean of all ratings in the country. */
  readonly rating: number | null
  /** Number of ratings in the country. */
  readonly reviewCount: number | null
}

export interface MarketMovers {
  readonly chartType: "top-free" | "top-paid" | "top-grossing"
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  /** How many ranks were compared: the length of the shorter list. Null if there is nothing to compare. */
  readonly depth: number | null
  /** The two lists compared. */
  readonly period: {
    /** Time of the newer list, ISO 8601. */
    readonly current: string | null
    /** Time of the older list; null if there is none to compare with. */
    readonly previous: string | null
  }
  /** Counts before the limit; null if there is nothing to compare. */
  readonly summary: {
    /** Apps that gained places. */
    readonly gainers: number | null
    /** Apps that lost places. */
    readonly losers: number | null
    /** Apps that entered the list. */
    readonly newEntries: number | null
    /** Apps that left the list. */
    readonly droppedOut: number | null
  }
  readonly topGainers: ReadonlyArray<MarketMover>
  readonly topLosers: ReadonlyArray<MarketMover>
  readonly newEntries: ReadonlyArray<MarketMover>
  readonly droppedOut: ReadonlyArray<MarketMover>
  readonly provenance: Provenance
}

export interface NewNumberOne {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Days looked back. */
  readonly days: number
  /** Categories whose first app is known. */
  readonly checked: number
  /** Apps that reached first place within `days`, latest first. */
  readonly apps: ReadonlyArray<NumberOne>
  /**
   * Apps in first place of which it isn't known whether they are new there: their category hasn't been read for
   * `days` yet.
   */
  readonly unconfirmed: ReadonlyArray<NumberOne>
  /** Whether something wasn't read in time: it is among `unavailable`, and a later call has it. */
  readonly partial: boolean
  /** What couldn't be read: entry name to reason. Empty if everything was read. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface NewReleases {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Days looked back. */
  readonly maxDays: number
  /** How many were found; at most `limit` are returned. */
  readonly total: number
  /** Newest first. */
  readonly apps: ReadonlyArray<{
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Who sells it. */
    readonly developer: string
    /** Icon. */
    readonly icon: string | null
    /** Name of its main genre. */
    readonly category: string | null
    /** First release, ISO 8601. */
    readonly releasedAt: string
    /** The same in words. */
    readonly releasedAgo: string
    /** Its page in the store. */
    readonly url: string | null
    /** The store's list of new apps, or its search for words from several categories. */
    readonly foundBy: "new_feed" | "search"
  }>
  /** What couldn't be read: entry name to reason. Empty if everything was read. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface NumberOne {
  readonly category: {
    /** Genre id, or all for the overall chart. */
    readonly id: string
    /** Name of the genre. */
    readonly name: string
  }
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Name of the app. */
  readonly title: string
  /** Who sells it. */
  readonly developer: string | null
  /** Icon. */
  readonly icon: string | null
  /** When it was first seen in first place; null if it was first in every list since `readSince`. */
  readonly reachedAt: string | null
  /** Time of the category's oldest kept list, ISO 8601. */
  readonly readSince: string
  /** The app that was first before; null if that wasn't observed. */
  readonly previousLeader: {
    readonly appId: string
    readonly title: string
  } | null
  /** Its page in the store. */
  readonly url: string | null
}

export interface Screenshot {
  readonly url: string
  /** Pixels, where the store gives it. */
  readonly width: number | null
  /** Pixels, where the store gives it. */
  readonly height: number | null
  /** Place in the listing, 1 is first. */
  readonly position: number
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "FETCH_FAILED"
  | "INVALID_GENRE"
