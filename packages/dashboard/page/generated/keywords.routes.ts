// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface KeptKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Whether your account tracks the keyword. */
  readonly tracked: boolean
  /** 1 is first; null for the other two statuses. */
  readonly rank: number | null
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly status: "ranked" | "not_in_top_n" | "not_measured"
  /** How many ranks were read; null if not measured. */
  readonly depth: number | null
  /** Places gained since the first day; positive is better; null without both ranks. */
  readonly change: number | null
  /** Best rank of these days; null if there was none. */
  readonly best: number | null
  /** Day of the search, YYYY-MM-DD in UTC; null if not measured. */
  readonly asOf: string | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
}

export interface KeptKeywords {
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  /** Tracked keywords first, then by rank; at most `limit`. */
  readonly keywords: ReadonlyArray<KeptKeyword>
  /** By |change| × volume, the largest first; at most `limit`. */
  readonly movers: ReadonlyArray<MovedKeyword>
  readonly provenance: Provenance
}

export interface KeptRankOnDay {
  /** YYYY-MM-DD, UTC. */
  readonly date: string
  /** 1 is first; null for the other two statuses. */
  readonly rank: number | null
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly status: "ranked" | "not_in_top_n" | "not_measured"
  /** How many ranks were read; null if not measured. */
  readonly depth: number | null
}

export interface KeptVisibility {
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  /** Model and version. */
  readonly model: string
  /** Keywords that the score is over. */
  readonly keywords: number
  /** Each day, oldest first. */
  readonly days: ReadonlyArray<KeptVisibilityOnDay>
  readonly provenance: Provenance
}

export interface KeptVisibilityOnDay {
  /** YYYY-MM-DD, UTC. */
  readonly date: string
  /** 0 to 100; null if too little was measured that day. */
  readonly score: number | null
  /** The score lies between low and high, if the volumes are as far off as they may be. */
  readonly low: number | null
  /** The other end of that range. */
  readonly high: number | null
  /** Keywords ranked for that day; null without a score. */
  readonly rankedCount: number | null
  /** Keywords measured that day; null without a score. */
  readonly measuredCount: number | null
  readonly status: "estimated" | "not_measured"
}

/** Model, range and confidence of the scores beside it; null where the score is. */
export interface KeywordEstimates {
  /** Of volumeScore. */
  readonly volume: ScoreEstimate | null
  /** Of difficulty. */
  readonly difficulty: ScoreEstimate | null
}

export interface KeywordRankLine {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly name: string
  /** Whether your account tracks the keyword. */
  readonly tracked: boolean
  /** Each day, oldest first; days without a search are not_measured. */
  readonly days: ReadonlyArray<KeptRankOnDay>
}

export interface KeywordRankLines {
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  /** Tracked keywords first, then by rank. */
  readonly lines: ReadonlyArray<KeywordRankLine>
  readonly provenance: Provenance
}

export interface KeywordWatchlist {
  /** How many days lie between now and then. */
  readonly days: number
  /**
   * Whose apps these are. workspace: those that your account keeps; tracked: it keeps none, so those that are seen
   * most for the keywords that it tracks.
   */
  readonly reason: "workspace" | "tracked"
  readonly apps: ReadonlyArray<WatchedAppKeywords>
  readonly provenance: Provenance
}

export interface MovedKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  readonly move: "gainer" | "loser" | "entered" | "dropped"
  /** Rank then; null: it was beyond `depth`. */
  readonly from: number | null
  /** Rank now; null: it is beyond `depth`. */
  readonly to: number | null
  /** Positive is better; null where it came in or fell out. */
  readonly change: number | null
  /** How deep both searches were read. */
  readonly depth: number
  /** Day of the earlier search, YYYY-MM-DD in UTC. */
  readonly fromDate: string
  /** Day of the later search. */
  readonly toDate: string
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
}

export interface MovedKeywordOfApp {
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Name of the app; null if nothing that is kept tells it. */
  readonly app: string | null
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  readonly move: "gainer" | "loser" | "entered" | "dropped"
  /** Rank then; null: it was beyond `depth`. */
  readonly from: number | null
  /** Rank now; null: it is beyond `depth`. */
  readonly to: number | null
  /** Positive is better; null where it came in or fell out. */
  readonly change: number | null
  /** How deep both searches were read. */
  readonly depth: number
  /** Day of the earlier search, YYYY-MM-DD in UTC. */
  readonly fromDate: string
  /** Day of the later search. */
  readonly toDate: string
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
}

export interface MovedKeywords {
  /** How many days lie between the two searches. */
  readonly days: number
  /**
   * Whose apps these are. workspace: those that your account keeps; tracked: it keeps none, so those that are seen
   * most for the keywords that it tracks.
   */
  readonly reason: "workspace" | "tracked"
  /** Keywords that your account tracks and that were looked at, by app. */
  readonly tracked: number
  /** By |change| × volume, the largest first. */
  readonly moves: ReadonlyArray<MovedKeywordOfApp>
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

/** A score with its model, range and confidence. */
export interface ScoreEstimate {
  readonly value: number
  readonly status: "estimated"
  /** Model and version. */
  readonly model: string
  /** Where the figure would lie if the model's inputs were as far off as they may be; null if not known. */
  readonly range: {
    readonly low: number
    readonly high: number
  } | null
  readonly confidence: "high" | "medium" | "low"
}

export interface TrackedCompetitor {
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Its name; null: it isn't known. */
  readonly name: string | null
}

export interface TrackedCompetitors {
  readonly competitors: ReadonlyArray<TrackedCompetitor>
}

export interface TrackedKeywordSince {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** Since when it is tracked, ISO 8601. */
  readonly since: string
}

export interface TrackedKeywords {
  readonly keywords: ReadonlyArray<TrackedKeywordSince>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Keywords your account tracks there, on all pages. */
  readonly total: number
  /** What was found or, if nothing was, what to do. */
  readonly message: string
}

export interface VisibilityEstimates {
  /** Of the score. */
  readonly visibility: ScoreEstimate | null
}

export interface VisibilityLine {
  /** The app and the country; where another line has both alike, also the store, device or id that tells them apart. */
  readonly name: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Name of the app; null if nothing that is kept tells it. */
  readonly app: string | null
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** Model and version. */
  readonly model: string
  /** Keywords that the score is over. */
  readonly keywords: number
  /** Each day, oldest first. */
  readonly days: ReadonlyArray<KeptVisibilityOnDay>
}

export interface VisibilityLines {
  /** First day, YYYY-MM-DD in UTC. */
  readonly from: string
  /** Last day. */
  readonly to: string
  /**
   * Whose apps these are. workspace: those that your account keeps; tracked: it keeps none, so those that are seen
   * most for the keywords that it tracks.
   */
  readonly reason: "workspace" | "tracked"
  /** At most 6: each app in its own country first; without those of which nothing was measured. */
  readonly lines: ReadonlyArray<VisibilityLine>
  readonly provenance: Provenance
}

export interface WatchedAppKeywords {
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** App id: digits on storea, the package name on storeb. */
  readonly appId: string
  /** Name of the app; null if nothing that is kept tells it. */
  readonly app: string | null
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** Keywords that your account tracks there. */
  readonly keywords: number
  /** Those searched for within a week. */
  readonly measured: number
  /** Those that the app is ranked for; null if none was measured. */
  readonly ranked: number | null
  /** kw-visibility@1 over these keywords, 0 to 100; null if too little was measured. */
  readonly visibility: number | null
  /** A week ago, over the same keywords as visibility; null if too few were measured at both times. */
  readonly previousVisibility: number | null
  /** The difference; null without both. */
  readonly change: number | null
  readonly status: "estimated" | "not_measured"
  /**
   * Visibility on each of the last 30 days, oldest first, over the keywords measured on the first and the last of
   * them; null where too little was.
   */
  readonly trend: ReadonlyArray<number | null>
  readonly estimates: VisibilityEstimates
}

/** What each route is asked and answers. */
export interface KeywordsRoutes {
  /** Tracked keywords. */
  readonly "GET /dashboard/api/keywords/tracked": {
    readonly asked: { readonly query?: { readonly platform?: "storea" | "storeb" | undefined; readonly country?: string | number | undefined; readonly cursor?: string | number | undefined; readonly limit?: number | undefined } }
    readonly answer: TrackedKeywords
  }
  /** What moved. */
  readonly "GET /dashboard/api/keywords/moved": {
    readonly asked: { readonly query?: { readonly limit?: number | undefined } }
    readonly answer: MovedKeywords
  }
  /** Watchlist. */
  readonly "GET /dashboard/api/keywords/watchlist": {
    readonly asked: { readonly query?: { readonly limit?: number | undefined } }
    readonly answer: KeywordWatchlist
  }
  /** Ranks over time. */
  readonly "GET /dashboard/api/keywords/ranks": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly country?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined; readonly device?: "iphone" | "phone" | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly limit?: number | undefined } }
    readonly answer: KeywordRankLines
  }
  /** Keywords and what moved. */
  readonly "GET /dashboard/api/keywords/keywords": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly country?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined; readonly device?: "iphone" | "phone" | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly limit?: number | undefined } }
    readonly answer: KeptKeywords
  }
  /** Visibility over time. */
  readonly "GET /dashboard/api/keywords/visibility": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly country?: string | number | undefined; readonly platform?: "storea" | "storeb" | undefined; readonly device?: "iphone" | "phone" | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined } }
    readonly answer: KeptVisibility
  }
  /** Visibility of your apps. */
  readonly "GET /dashboard/api/keywords/visibility-lines": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: VisibilityLines
  }
  /** Competitors to compare with. */
  readonly "GET /dashboard/api/keywords/competitors": {
    readonly asked: { readonly query: { readonly appId: string | number; readonly platform?: "storea" | "storeb" | undefined } }
    readonly answer: TrackedCompetitors
  }
}
