// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface AsoIntentCluster {
  /** Lasts as long as the app, the market and the label's stems do. */
  readonly clusterId: string
  /** Its most searched keyword whose words half of the others have. */
  readonly clusterLabel: string
  /** What people want who search for it, by word lists; null where a language has none. */
  readonly intent: "brand" | "comparison" | "audience" | "problem" | "category" | "feature" | null
  /** How many keywords it has. */
  readonly keywords: number
  /** How many of them the app is ranked for. */
  readonly keywordsRanked: number
  /** Mean rank over those; null: none. */
  readonly avgRank: number | null
  /**
   * Sum of volume / 100 × the weight of the rank, as /v1/visibility weighs it; null: no volume of its keywords is
   * known.
   */
  readonly weightedVisibility: number | null
  /** Keywords whose volume isn't known. They weigh 0. */
  readonly keywordsWithoutVolume: number
  /** Its most searched keywords, at most 5. */
  readonly topKeywords: ReadonlyArray<string>
  /**
   * strong: weightedVisibility ≥ 10 and avgRank ≤ 15; moderate: ≥ 4 and ≤ 30; else weak. Null with
   * weightedVisibility.
   */
  readonly strength: "strong" | "moderate" | "weak" | null
}

export interface AsoIntentClusters {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront. */
  readonly country: string
  /** Device that was searched on. */
  readonly device: string
  /** When the snapshot was made, ISO 8601. */
  readonly asOf: string
  /** Number of clusters in which the app is ranked. */
  readonly total: number
  /** Most visible first. */
  readonly clusters: ReadonlyArray<AsoIntentCluster>
  /** Clusters in which competitors are ranked and the app isn't: most searched first. */
  readonly gaps: ReadonlyArray<AsoIntentGap>
  /** Clusters in which neither the app nor a competitor is ranked. */
  readonly idle: number
  /** Clusters in which the app's rank isn't measured. */
  readonly unmeasured: number
  readonly keywords: {
    /** Keywords of the app and its competitors that were grouped, most searched first, at most 300. */
    readonly read: number
    /** Keywords beyond those. */
    readonly leftOut: number
    /** Of those read, how many have no known volume. */
    readonly withoutVolume: number
  }
  /** Whose keywords were read beside the app's. */
  readonly competitorIds: ReadonlyArray<number | string>
  /** Named in the request, tracked in your workspace, or found beside the app in searches. */
  readonly competitorsFrom: "given" | "tracked" | "found"
  /** What wasn't measured and why: it's null in the answer, and never 0. */
  readonly notMeasured: ReadonlyArray<{
    /** What wasn't measured. */
    readonly what: string
    /** Why. */
    readonly reason: string
  }>
  readonly language: AsoLanguage
  readonly snapshot: AsoSnapshot
  /** The model of the clusters, and that of the words it reads by. */
  readonly models: ReadonlyArray<"intent-clusters@1" | "words@1-icu78">
  readonly provenance: Provenance
}

export interface AsoIntentGap {
  /** Lasts as long as the app, the market and the label's stems do. */
  readonly clusterId: string
  /** Its most searched keyword whose words half of the others have. */
  readonly clusterLabel: string
  /** What people want who search for it, by word lists; null where a language has none. */
  readonly intent: "brand" | "comparison" | "audience" | "problem" | "category" | "feature" | null
  /** How many keywords it has. */
  readonly keywords: number
  /** Its most searched keywords, at most 5. */
  readonly topKeywords: ReadonlyArray<string>
  /** How many competitors are ranked for some of them. */
  readonly competitorsPresent: number
  /** Mean of their best ranks in it. */
  readonly competitorAvgRank: number
  /** Always null: the app isn't among the places that were looked at. */
  readonly yourRank: null
  /** What that says. */
  readonly interpretation: string
}

/** The language of the listing, and what is known of it. */
export interface AsoLanguage {
  /** BCP 47 tag of the language that the texts are read in. */
  readonly tag: string
  /** How it was told. */
  readonly detectedBy: "given" | "storefront" | "script"
  /** Whether there is a list of its stop words. */
  readonly stopWords: boolean
  /** Whose stems words are compared by; null: words are compared as they are. */
  readonly stemmer: string | null
  /** What sets words apart; with bigrams, pairs of characters are compared beside words. */
  readonly segmentation: "spaces" | "dictionary" | "bigrams"
}

/** What the answer stands on. */
export interface AsoSnapshot {
  /** Analyses with the same id stand on the same figures. */
  readonly id: string
  /** When it was made, ISO 8601. It holds for 15 minutes. */
  readonly asOf: string
  readonly inputs: ReadonlyArray<{
    /** What was read. */
    readonly source: string
    /** When the source said so, ISO 8601; of several answers the oldest. */
    readonly asOf: string
    /** The source failed, and this is an older answer. */
    readonly stale: boolean
  }>
}

export interface MetadataIssue {
  /** Rule, such as title.price. */
  readonly ruleId: string
  /** error: the store refuses it, or its policy forbids it; warning: likely to; info: worth a look. */
  readonly severity: "error" | "warning" | "info"
  /** Text that it's in, or the locale. */
  readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "fullDescription" | "promotionalText" | "whatsNew" | "developerName" | "locale"
  /** What is wrong. */
  readonly message: string
  /** Where, in code points of the field's value; null: all of it, or what isn't there. */
  readonly span: {
    /** First character. */
    readonly start: number
    /** Behind the last character. */
    readonly end: number
  } | null
  /** What to do; null: nothing to say. */
  readonly suggestion: string | null
  /** What the rule stands on: the store's help, API or a guideline, or practice. */
  readonly basis: string
  /** Address of the store's page; null for the operator's own rules. */
  readonly source: string | null
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

/** Language that the texts were read in. */
export interface ReadLanguage {
  /** BCP 47 tag. */
  readonly tag: string
  /** given by the caller, the storefront's, or the one that most texts in this script are in. */
  readonly detectedBy: "given" | "storefront" | "script"
  /** Whether there is a list of its stop words. */
  readonly stopWords: boolean
  /** What stems its words; null: they're compared whole. */
  readonly stemmer: string | null
  /** What sets words apart: spaces, a dictionary, or spaces with pairs of characters beside. */
  readonly segmentation: "spaces" | "dictionary" | "bigrams"
}

export interface ValidatedMetadata {
  readonly platform: "storea" | "storeb"
  /** As given; null: none was. */
  readonly locale: string | null
  readonly language: ReadLanguage
  readonly fields: ReadonlyArray<{
    readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "fullDescription" | "promotionalText" | "whatsNew" | "developerName"
    /** As it was checked; keywords with commas. */
    readonly value: string
    /** Code points in normal form C. */
    readonly charCount: number
    /** The store's limit; null: it has no such field. */
    readonly maxChars: number | null
    /** Bytes of UTF-8. */
    readonly utf8Bytes: number
    /** Units of UTF-16. */
    readonly utf16Units: number
    /** No error in it. */
    readonly isValid: boolean
    /** Such as 24/30 characters (6 remaining). */
    readonly message: string
  }>
  /** Errors first, then by field and place; at most 3 of a rule in a field. */
  readonly issues: ReadonlyArray<MetadataIssue>
  /** Rules that weren't applied, or not in full, and why. */
  readonly skipped: ReadonlyArray<{
    readonly ruleId: string
    readonly reason: string
  }>
  /** 100 − 25 for an error, 8 for a warning, 2 for information; 0 at least. */
  readonly score: number
  /** No error. */
  readonly isValid: boolean
  /** Version of the rules, such as metadata-rules@2026-11. */
  readonly model: string
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "APP_NOT_FOUND"
  | "FORBIDDEN"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDEMPOTENCY_QUOTA_EXCEEDED"
  | "INTERNAL_ERROR"
  | "INVALID_API_KEY"
  | "INVALID_APP_ID"
  | "INVALID_COUNTRY"
  | "INVALID_INPUT"
  | "MISSING_API_KEY"
  | "PAYLOAD_TOO_LARGE"
  | "PLATFORM_UNSUPPORTED"
  | "RATE_LIMIT_EXCEEDED"
  | "SERVICE_UNAVAILABLE"
  | "TOO_MANY_REQUESTS"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UPSTREAM_ERROR"
  | "UPSTREAM_RATE_LIMITED"
  | "UPSTREAM_TIMEOUT"
