// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation } from "../operation.ts"
import type * as S from "./aso.schemas.ts"

export interface AsoAuditInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoAuditOfInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoBriefInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoCompetitorReportInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /**
   * Up to 5 app ids of competitors, separated by commas. Default: those your workspace tracks, else those found
   * beside the app in searches.
   */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoCompetitorReportOfInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly competitorId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoValidateInput {
  /** Store. Default storea. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Locale of the texts. It decides which word lists apply. */
  readonly locale?: string | undefined
  /** Title. */
  readonly title?: string | undefined
  /** Subtitle (storea). */
  readonly subtitle?: string | undefined
  /** Keyword field (storea): text with commas, or a list. */
  readonly keywords?: string | ReadonlyArray<string> | undefined
  /** Short description (storeb). */
  readonly shortDescription?: string | undefined
  /** Description. */
  readonly fullDescription?: string | undefined
  /** Promotional text (storea). */
  readonly promotionalText?: string | undefined
  /** What's new. */
  readonly whatsNew?: string | undefined
  /** Developer name (storeb). */
  readonly developerName?: string | undefined
  /** The app's own name. What a rule finds in it is only information. */
  readonly brand?: string | undefined
  /**
   * The app that it's for. If it's live, its name up to the first separator is its own name where you give no
   * brand, and its category counts. What your workspace keeps of it (competitors, released versions), the terms of
   * an audit of the last 15 minutes and measured volumes count too; what isn't known is in skipped.
   */
  readonly appId?: number | string | undefined
  /** The app's other locales (storea), at most 49. */
  readonly otherLocales?: ReadonlyArray<{
    /** Its locale. */
    readonly locale: string
    /** Its title. */
    readonly title?: string
    /** Its subtitle. */
    readonly subtitle?: string
    /** Its keyword field. */
    readonly keywords?: string | ReadonlyArray<string>
  }> | undefined
}

export interface AsoIntentClustersInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /**
   * Up to 5 app ids of competitors, separated by commas. Default: those your workspace tracks, else those found
   * beside the app in searches.
   */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
}

export interface AsoOpportunitiesInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /** At most this many opportunities, 1 to 100. Default 25. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoOpportunitiesOfInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /** At most this many opportunities, 1 to 100. Default 25. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoSuggestInput {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** What the app should be found for, 1 to 50; 2 to 10 work best. Upper and lower case count once. */
  readonly keywords: ReadonlyArray<string>
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Store that the app and the keywords' figures are read from. Default storea; texts are suggested for both. */
  readonly platform?: "storea" | "storeb" | undefined
  /**
   * BCP 47 tag of the language to write in, such as en-US. Default: the storefront's, or what the listing's script
   * tells.
   */
  readonly language?: string | undefined
  /** What titles begin with. Default: the live name up to its first separator. */
  readonly brand?: string | undefined
  /** Words and phrases that must not be placed, at most 50. */
  readonly avoid?: ReadonlyArray<string> | undefined
  /**
   * App ids of up to 5 competitors, whose names are kept out. Default: those your workspace tracks, else those
   * found beside the app in searches.
   */
  readonly competitorIds?: ReadonlyArray<number | string> | undefined
  /**
   * Keep the answer as a report in your workspace, and its texts as a draft version if the app is kept there; the
   * key needs the scope write. Default false.
   */
  readonly save?: boolean | undefined
}

export interface AsoProductPagesInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /**
   * Up to 5 app ids of competitors, separated by commas. Default: those your workspace tracks, else those found
   * beside the app in searches.
   */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
  /** At most this many pages, 1 to 70. Default 70. */
  readonly limit?: number | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoLocalePlanInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells. */
  readonly language?: string | undefined
  /**
   * Locales that the listing has, separated by commas. Default: the languages of your released versions, else the
   * storefront's first.
   */
  readonly locales?: ReadonlyArray<string> | string | undefined
  /**
   * Up to 5 app ids of competitors, separated by commas. Default: those your workspace tracks, else those found
   * beside the app in searches.
   */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoBeforeAfterInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** Id of a released version in your workspace. Default: the latest released. */
  readonly versionId?: string | number | undefined
  /** Days before and after the release, 7 to 28. Default 14. */
  readonly days?: number | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AsoListingFilesInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which version of each language: the latest made, the latest released, or the latest draft. Default latest. */
  readonly state?: "latest" | "released" | "draft" | undefined
  /** These versions instead, by id, separated by commas: one for each language. */
  readonly versionIds?: ReadonlyArray<string | number> | string | undefined
  /** Also make an archive of the files, which can be downloaded for a day. Default false. */
  readonly zip?: boolean | undefined
}

export interface AsoReadFolderInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  readonly base64: string
  /** Store of the app. Default storea. */
  readonly platform?: "storea" | "storeb" | undefined
  /** What to call the drafts, 1 to 50 characters. Default: Folder and the day. */
  readonly versionName?: string | undefined
  /** Only tell what would be drafted. Default true. */
  readonly preview?: boolean | undefined
}

export interface AsoPublishInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  readonly versionIds?: ReadonlyArray<string> | undefined
  /**
   * Have the store check it and tell what would change, without committing. Default true; false needs the planId of
   * a preview.
   */
  readonly preview?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
  /** Add languages that the listing lacks, which are NOT_FOUND otherwise. Default false. */
  readonly create?: boolean | undefined
  /**
   * Where changes of the app are in review: error (the default) refuses with VENDOR_CONFLICT, cancel ends that
   * review and sends everything anew.
   */
  readonly changesInReview?: "error" | "cancel" | undefined
  /** false: commits without sending for review, which someone then does in the console. Default true. */
  readonly sendForReview?: boolean | undefined
  /** Commit although rules of severity error are broken. */
  readonly force?: boolean | undefined
}

export interface Aso {
  /**
   * Audit of a listing.
   *
   * How good a listing is, factor by factor, with the evidence for each point, and what to fix first: each fix with
   * the points it would add. What can't be seen is null, never 0; the keyword field is read from the released
   * version in your workspace. Without a score (less than half of the weight measured) nothing is charged. Within
   * 15 minutes it uses the same figures as the brief and the opportunities.
   *
   * Costs 5 general credits. `GET /v1/aso/apps/{id}/audit`
   */
  readonly audit: Operation<AsoAuditInput, S.AsoAudit>
  /**
   * Audit of a listing.
   *
   * The same as /v1/aso/apps/{id}/audit, under its other name.
   *
   * Costs 5 general credits. `GET /v1/aso/audit/{appId}`
   */
  readonly auditOf: Operation<AsoAuditOfInput, S.AsoAudit>
  /**
   * Brief of an app's ASO.
   *
   * Where an app stands, on one page: its score, what to do first, how ready the storefront is, the clusters and
   * the best opportunities. Within 15 minutes it uses the same figures as the audit and the opportunities. Without
   * a score (less than half of the weight measured) nothing is charged.
   *
   * Costs 3 general credits. `GET /v1/aso/apps/{id}/brief`
   */
  readonly brief: Operation<AsoBriefInput, S.AsoBrief>
  /**
   * Report on competitors.
   *
   * An app compared with its competitors: texts, keywords, ratings and how fast they grow, screenshots and updates;
   * where it's ahead and where it's behind, by published rules, and what to do. Competitors that aren't in the
   * storefront are listed as unavailable; 404 where all of them are.
   *
   * Costs 5 general credits. `GET /v1/aso/apps/{id}/competitor-report`
   */
  readonly competitorReport: Operation<AsoCompetitorReportInput, S.AsoCompetitorReport>
  /**
   * Report on a competitor.
   *
   * The same as /v1/aso/apps/{id}/competitor-report with this competitor alone.
   *
   * Costs 5 general credits. `GET /v1/aso/competitor/{appId}/{competitorId}`
   */
  readonly competitorReportOf: Operation<AsoCompetitorReportOfInput, S.AsoCompetitorReport>
  /**
   * Validate metadata.
   *
   * Checks a listing's texts against the store's limits and policies and what is known to work. Each issue says
   * where it is, what the rule stands on and what to do. Texts that break rules are answered with 200.
   *
   * Costs 1 general credit. `POST /v1/aso/metadata/validate`
   */
  readonly validate: Operation<AsoValidateInput, S.ValidatedMetadata>
  /**
   * Intent clusters of an app.
   *
   * The keywords of the app and its competitors, grouped by what people who search for them want: how visible the
   * app is in each group, and the groups in which only competitors appear.
   *
   * Costs 3 general credits. `GET /v1/aso/apps/{id}/intent-clusters`
   */
  readonly intentClusters: Operation<AsoIntentClustersInput, S.AsoIntentClusters>
  /**
   * Keyword opportunities of an app.
   *
   * Keywords to win with, from the app's and its competitors' ranks, what the store suggests and what the listing
   * says: each with a score, its range, and where in the listing it fits. Within 15 minutes it uses the same
   * figures as the audit and the brief.
   *
   * Costs 4 general credits. `GET /v1/aso/apps/{id}/opportunities`
   */
  readonly opportunities: Operation<AsoOpportunitiesInput, S.AsoOpportunities>
  /**
   * Keyword opportunities of an app.
   *
   * The same as /v1/aso/apps/{id}/opportunities, under its other name.
   *
   * Costs 4 general credits. `GET /v1/aso/opportunities/{appId}`
   */
  readonly opportunitiesOf: Operation<AsoOpportunitiesOfInput, S.AsoOpportunities>
  /**
   * Suggest metadata.
   *
   * Title, subtitle and keyword field for storea, title and short description for storeb, from your keywords: the
   * texts worth most by the keywords' volume, difficulty and relevance and by where each is placed. No text breaks
   * a rule of POST /v1/aso/metadata/validate, and every phrase is yours or the listing's. No language model is
   * involved: the same input gives the same texts.
   *
   * Costs 3 general credits. `POST /v1/aso/metadata/suggest`
   */
  readonly suggest: Operation<AsoSuggestInput, S.SuggestedMetadata>
  /**
   * Plan custom product pages.
   *
   * Which custom product pages to make, and which keywords to assign to each: at most 70 pages, each keyword of
   * your released version's keyword field on one of them, by intent cluster. It also lists what is left over.
   * storea only, since storeb's custom listings have no keyword field. Needs your released version in the
   * workspace.
   *
   * Costs 3 general credits. `GET /v1/aso/apps/{id}/product-pages`
   */
  readonly productPages: Operation<AsoProductPagesInput, S.AsoProductPages>
  /**
   * Plan unused locales.
   *
   * A storea storefront searches several locales: which of them your listing lacks, with keywords for each. The
   * keywords are about the app, none of the listing's locales has them yet, each is in one locale, and no text
   * breaks a rule of POST /v1/aso/metadata/validate. Within 15 minutes it uses the same figures as the audit.
   *
   * Costs 4 general credits. `GET /v1/aso/apps/{id}/locale-plan`
   */
  readonly localePlan: Operation<AsoLocalePlanInput, S.AsoLocalePlan>
  /**
   * Ranks before and after a release.
   *
   * How your keywords' ranks changed around one of your releases: those that entered or left its searched texts,
   * compared with those it didn't touch (difference in differences, with a 95% interval). It says no_evidence where
   * the intervals overlap, and null with a status where too little was measured; nothing is charged then. It shows
   * what happened together, not why.
   *
   * Costs 1 general credit. `GET /v1/aso/apps/{id}/before-after`
   */
  readonly beforeAfter: Operation<AsoBeforeAfterInput, S.AsoBeforeAfter>
  /**
   * A listing as folders.
   *
   * The versions in your workspace as the files that release tools read: metadata/<locale>/name.txt and its like,
   * or metadata/android/<locale>/title.txt, as `storeglass lint` checks them. With zip=true as an archive too.
   *
   * Costs no credits. `GET /v1/aso/apps/{id}/listing-files`
   */
  readonly listingFiles: Operation<AsoListingFilesInput, S.AsoListingFiles>
  /**
   * Read a listing from folders.
   *
   * Reads the metadata folders of release tools, as a zip, and says for each locale what differs from the latest
   * version in your workspace. With preview: false each that differs becomes a draft version, all or none; what a
   * folder lacks stays as it is in the live version.
   *
   * Costs no credits. `POST /v1/aso/apps/{id}/listing-files`
   */
  readonly readFolder: Operation<AsoReadFolderInput, S.AsoFolderRead>
  /**
   * Publish drafts at the store.
   *
   * Writes versions of your workspace into your own listing on storeb, by your saved connection to its console: all
   * languages in one edit, or none. A preview, the default, has the store check it and tells what would change;
   * preview: false with its planId commits it. With an Idempotency-Key a repeat is never committed twice. A commit
   * sends for review whatever else was prepared in the console. storea has no such connector: take its listings as
   * folders.
   *
   * Costs 1 general credit. `POST /v1/aso/apps/{id}/publish`
   */
  readonly publish: Operation<AsoPublishInput, S.AsoPublished>
}

export interface Operations {
  readonly aso: Aso
}

export const operations = (bind: Bind): Operations => ({
  aso: {
    audit: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/audit", access: "key", query: ["country", "platform", "language", "save"] }),
    auditOf: bind.operation({ method: "GET", path: "/v1/aso/audit/{appId}", access: "key", query: ["country", "platform", "language", "save"] }),
    brief: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/brief", access: "key", query: ["country", "platform", "language", "save"] }),
    competitorReport: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/competitor-report", access: "key", query: ["country", "platform", "competitorIds", "save"], lists: ["competitorIds"] }),
    competitorReportOf: bind.operation({ method: "GET", path: "/v1/aso/competitor/{appId}/{competitorId}", access: "key", query: ["country", "platform", "save"] }),
    validate: bind.operation({ method: "POST", path: "/v1/aso/metadata/validate", access: "key", body: ["platform", "locale", "title", "subtitle", "keywords", "shortDescription", "fullDescription", "promotionalText", "whatsNew", "developerName", "brand", "appId", "otherLocales"] }),
    intentClusters: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/intent-clusters", access: "key", query: ["country", "platform", "language", "device", "competitorIds"], lists: ["competitorIds"] }),
    opportunities: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/opportunities", access: "key", query: ["country", "platform", "language", "limit", "cursor", "save"] }),
    opportunitiesOf: bind.operation({ method: "GET", path: "/v1/aso/opportunities/{appId}", access: "key", query: ["country", "platform", "language", "limit", "cursor", "save"] }),
    suggest: bind.operation({ method: "POST", path: "/v1/aso/metadata/suggest", access: "key", body: ["appId", "keywords", "country", "platform", "language", "brand", "avoid", "competitorIds", "save"] }),
    productPages: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/product-pages", access: "key", query: ["country", "platform", "language", "competitorIds", "limit", "save"], lists: ["competitorIds"] }),
    localePlan: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/locale-plan", access: "key", query: ["country", "platform", "language", "locales", "competitorIds", "save"], lists: ["locales", "competitorIds"] }),
    beforeAfter: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/before-after", access: "key", query: ["country", "platform", "device", "versionId", "days", "save"] }),
    listingFiles: bind.operation({ method: "GET", path: "/v1/aso/apps/{id}/listing-files", access: "key", query: ["platform", "state", "versionIds", "zip"], lists: ["versionIds"] }),
    readFolder: bind.operation({ method: "POST", path: "/v1/aso/apps/{id}/listing-files", access: "key", body: ["base64", "platform", "versionName", "preview"] }),
    publish: bind.operation({ method: "POST", path: "/v1/aso/apps/{id}/publish", access: "key", body: ["versionIds", "preview", "planId", "create", "changesInReview", "sendForReview", "force"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { APP_NOT_FOUND: "fix", CONNECTION_PERMISSION_MISSING: "fix", CONNECTION_REJECTED: "fix", EDIT_IN_PROGRESS: "retry", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", LINT_FAILED: "fix", MISSING_API_KEY: "fix", NOT_CONNECTED: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", PLAN_STALE: "fix", PLATFORM_UNSUPPORTED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TIER_LIMIT_EXCEEDED: "fix", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry", VENDOR_CONFLICT: "fix", VENDOR_REJECTED: "fix", WRITE_OUTCOME_UNKNOWN: "retry" } as const
