// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface ChartMoveOfApp {
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Name of the app; null if nothing that is kept tells it. */
  readonly name: string | null
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** The chart and its category. */
  readonly title: string
  readonly move: "entered" | "left" | "rose" | "fell"
  /** 1 is first; null: it left the chart. */
  readonly rank: number | null
  /** Null: it wasn't in the chart. */
  readonly previousRank: number | null
  /** Places gained; null where it entered or left. */
  readonly change: number | null
  /** How many ranks both lists have. */
  readonly depth: number
  /** When the newer list was read, ISO 8601. */
  readonly asOf: string
}

export interface ChartMovesOfApps {
  /** How many days lie between the two lists. */
  readonly days: number
  /** Apps that your account watches. */
  readonly watched: number
  /** Entries and exits first, then the largest. */
  readonly moves: ReadonlyArray<ChartMoveOfApp>
  readonly provenance: Provenance
}

export interface EstimateDays {
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  readonly measure: "downloads" | "revenue"
  /** What the figures are. */
  readonly unit: string
  /** Whose figures these are: of the country, or worldwide where the store has no counts by country. */
  readonly scope: "country" | "worldwide"
  /** Version of the combination. */
  readonly model: string
  /** Of all these days. unavailable: what was read gives no figure; not_measured: nothing was read. */
  readonly status: "estimated" | "unavailable" | "not_measured"
  /** Why the last of these days has no figure; null where it has one. */
  readonly reason: string | null
  /** Each day, oldest first. */
  readonly days: ReadonlyArray<EstimateOnDay>
  readonly provenance: Provenance
}

export interface EstimateOnDay {
  /** YYYY-MM-DD, UTC. */
  readonly date: string
  /** Monthly figure at the pace of the day; status says why it is null. */
  readonly value: number | null
  /** The figure lies between low and high in 80 % of cases. */
  readonly low: number | null
  /** The other end of that range. */
  readonly high: number | null
  readonly confidence: "high" | "medium" | "low" | "none"
  /** The models used. */
  readonly models: ReadonlyArray<string>
  /** unavailable: what was read that day gives no figure; not_measured: nothing was read. */
  readonly status: "estimated" | "unavailable" | "not_measured"
}

export interface OpenableApp {
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Name of the app; null if nothing that is kept tells it. */
  readonly name: string | null
  /** Address of its icon; null if nothing that is kept tells it. */
  readonly iconUrl: string | null
  /** Who sells it; null if nothing that is kept tells it. */
  readonly developer: string | null
  /**
   * workspace: your account keeps it; tracked: it's seen for keywords that your account tracks; chart: a kept chart
   * told of it.
   */
  readonly reason: "workspace" | "tracked" | "chart"
}

export interface OpenableApps {
  readonly apps: ReadonlyArray<OpenableApp>
  readonly provenance: Provenance
}

/** Where a figure comes from and how far to trust it. */
export interface Provenance {
  readonly source: "store_live" | "store_feed" | "store_page" | "stored" | "connected_account" | "official_ads" | "model" | "llm" | "sandbox"
  /** When the source said so, ISO 8601; null if nothing was measured or the source gives no time. */
  readonly asOf: string | null
  readonly status: "measured" | "estimated" | "unavailable" | "not_measured"
  /** True when the source didn't answer and an older answer is served. */
  readonly stale?: boolean
  readonly confidence?: "high" | "medium" | "low" | "none"
  readonly model?: string
  readonly sampleSize?: number
  readonly limitations?: ReadonlyArray<string>
}

export interface RatingDays {
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  /** Whose figures these are: of the country, or worldwide where the store has no counts by country. */
  readonly scope: "country" | "worldwide"
  /** Each day, oldest first. */
  readonly days: ReadonlyArray<RatingsOnDay>
  readonly provenance: Provenance
}

export interface RatingsOnDay {
  /** YYYY-MM-DD, UTC. */
  readonly date: string
  /** Mean of all ratings, 1 to 5; null without a reading or a rating. */
  readonly average: number | null
  /** Number of ratings so far; null without a reading, or where the store didn't tell it. */
  readonly count: number | null
  /** Worldwide install counter, on storeb. */
  readonly installs: number | null
  /** not_measured: nobody asked the store for the app that day. */
  readonly status: "measured" | "not_measured"
}

export interface StoredApp {
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** not_stored: nothing is kept of the app; asking the store for it is an operation with a price. */
  readonly status: "stored" | "not_stored"
  /** Name of the app; null if nothing that is kept tells it. */
  readonly name: string | null
  /** Address of its icon; null if nothing that is kept tells it. */
  readonly iconUrl: string | null
  /** Who sells it; null if nothing that is kept tells it. */
  readonly developer: string | null
  /** Name of its main genre; null if nothing that is kept tells it. */
  readonly category: string | null
  /** Its id. */
  readonly categoryId: string | null
  readonly ratings: {
    /** Mean of all ratings, 1 to 5; see status. */
    readonly average: number | null
    /** Number of these ratings. */
    readonly count: number | null
    /** Worldwide install counter, on storeb; null where the store has none. */
    readonly installs: number | null
    /** Of the newest day that is kept. */
    readonly status: "measured" | "not_measured"
    /** Whose figures these are: of the country, or worldwide where the store has no counts by country. */
    readonly scope: "country" | "worldwide"
    /** That day, YYYY-MM-DD in UTC; null if none is kept. */
    readonly date: string | null
  }
  readonly provenance: Provenance
}

/** What each route is asked and answers. */
export interface AppsRoutes {
  /** Apps to open. */
  readonly "GET /dashboard/api/apps": {
    readonly asked: { readonly query?: { readonly q?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined; readonly limit?: number | undefined } }
    readonly answer: OpenableApps
  }
  /** What is kept of an app. */
  readonly "GET /dashboard/api/apps/profile": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly country?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined } }
    readonly answer: StoredApp
  }
  /** Ratings over time. */
  readonly "GET /dashboard/api/apps/ratings": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly country?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined } }
    readonly answer: RatingDays
  }
  /** Estimates over time. */
  readonly "GET /dashboard/api/apps/estimates": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly country?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly measure?: "downloads" | "revenue" | undefined } }
    readonly answer: EstimateDays
  }
  /** Your apps in the charts. */
  readonly "GET /dashboard/api/apps/chart-moves": {
    readonly asked: { readonly query?: { readonly limit?: number | undefined } }
    readonly answer: ChartMovesOfApps
  }
}
