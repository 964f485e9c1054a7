// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./connect-storeb.schemas.ts"

export interface ConnectStorebConnectInput {
  /**
   * The service account's key file, as its JSON or as text. Its type, client_email, private_key_id and private_key
   * are used; addresses in it aren't.
   */
  readonly serviceAccountJson: string | Readonly<Record<string, unknown>>
  readonly defaultPackageName?: string | undefined
  /** Bucket of the statistics reports, as the console's page of downloads shows it: gs://… or its name alone. */
  readonly reportsBucket?: string | undefined
  /**
   * Bucket of the financial reports, where it's another: newer accounts have two, as the console's page of
   * downloads shows it: gs://… or its name alone.
   */
  readonly financialReportsBucket?: string | undefined
}

export interface ConnectStorebDisconnectInput {
  /** Whether to delete what was read with it too. */
  readonly purge?: boolean | undefined
}

export interface ConnectStorebSubscriptionsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** Whether to list archived ones too. */
  readonly archived?: boolean | undefined
}

export interface ConnectStorebOneTimeProductsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
}

export interface ConnectStorebEditsTracksInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
}

export interface ConnectStorebEditsTrackInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** The track's name, as tracks lists it: production, beta, wear:production, or your own. */
  readonly track: string | number
}

export interface ConnectStorebEditsUpdateTrackInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** The track's name, as tracks lists it: production, beta, wear:production, or your own. */
  readonly track: string | number
  /** Have the vendor check it, and answer what it would change, without committing. */
  readonly validateOnly?: boolean | undefined
  /**
   * All releases that the track is to have: a version code that isn't named is deactivated, a staged rollout that
   * isn't named ends.
   */
  readonly releases: ReadonlyArray<{
    /** Your name of it, at most 50 characters. */
    readonly name?: string
    /** Version codes, as text. Only a draft does without. */
    readonly versionCodes?: ReadonlyArray<string>
    /** inProgress is a staged rollout, halted a stopped one, completed goes to everybody. */
    readonly status: "draft" | "inProgress" | "halted" | "completed"
    /** The share of users who get it, above 0 and below 1. Only with inProgress, which needs it, or halted. */
    readonly userFraction?: number
    /** What is new, by language. Without them the release has none. */
    readonly releaseNotes?: ReadonlyArray<{
      /** BCP 47. */
      readonly language: string
      /** What is new, at most 500 characters. */
      readonly text: string
    }>
    /** Countries that get it, ISO 3166-1 alpha-2. Without it all of the track do. */
    readonly countryTargeting?: {
      readonly countries: ReadonlyArray<string>
      readonly includeRestOfWorld?: boolean
    }
    /** How urgent the update is for who has the app, 0 to 5. */
    readonly inAppUpdatePriority?: number
  }>
  /**
   * True: a staged rollout goes to more users though it crashes or hangs more than the release before, which is
   * otherwise ROLLOUT_REFUSED.
   */
  readonly force?: boolean | undefined
  /**
   * What to do where changes of the app are in review: error (the default) refuses with VENDOR_CONFLICT, cancel
   * ends that review and sends everything anew.
   */
  readonly changesInReview?: "error" | "cancel" | undefined
  /**
   * False: commits without sending for review, which someone then does in the console. The vendor demands that of
   * some apps, and forbids it to others; a refusal says which.
   */
  readonly sendForReview?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStorebEditsReleasesInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** The track's name, as tracks lists it: production, beta, wear:production, or your own. */
  readonly track: string | number
}

export interface ConnectStorebEditsHaltInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** The track's name, as tracks lists it: production, beta, wear:production, or your own. */
  readonly track: string | number
  /** Have the vendor check it, and answer what it would change, without committing. */
  readonly validateOnly?: boolean | undefined
  /** A version code of the rollout to halt. Without it all of the track are. */
  readonly versionCode?: string | undefined
  /**
   * What to do where changes of the app are in review: error refuses with VENDOR_CONFLICT, cancel ends that review
   * and sends everything anew.
   */
  readonly changesInReview?: "error" | "cancel" | undefined
  /** False: commits without sending for review, where the vendor demands that. */
  readonly sendForReview?: boolean | undefined
  /** The planId of a preview: refused with PLAN_STALE if the state has moved on. */
  readonly planId?: string | number | undefined
}

export interface ConnectStorebEditsListingsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
}

export interface ConnectStorebEditsListingInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** Language of the listing, BCP 47, such as en-US. */
  readonly locale: string | number
}

export interface ConnectStorebEditsUpdateListingInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** Language of the listing, BCP 47, such as en-US. */
  readonly locale: string | number
  /** Have the vendor check it, and answer what it would change, without committing. */
  readonly validateOnly?: boolean | undefined
  /** The app's name, at most 30 characters. */
  readonly title?: string | undefined
  /** At most 80 characters. */
  readonly shortDescription?: string | undefined
  /** At most 4,000 characters. */
  readonly fullDescription?: string | undefined
  /** Address of the video; null removes it. */
  readonly video?: string | null | undefined
  /** True: adds the language where the listing lacks it, which is otherwise NOT_FOUND. */
  readonly create?: boolean | undefined
  /**
   * What to do where changes of the app are in review: error (the default) refuses with VENDOR_CONFLICT, cancel
   * ends that review and sends everything anew.
   */
  readonly changesInReview?: "error" | "cancel" | undefined
  /**
   * False: commits without sending for review, which someone then does in the console. The vendor demands that of
   * some apps, and forbids it to others; a refusal says which.
   */
  readonly sendForReview?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStorebReportsObjectsInput {
  /** Only files whose names begin like this, such as stats/installs/. */
  readonly prefix?: string | undefined
  /** At most this many files, 1 to 1000. Default 100. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface ConnectStorebReportsObjectInput {
  /** The file's name in the bucket, as objects lists it. */
  readonly name: string
  /** Whether to return its bytes too, as base64, of a file of at most 1 MiB. download has no such limit. */
  readonly content?: boolean | undefined
}

export interface ConnectStorebReportsImportReportInput {
  /** The file's name in the bucket, as objects lists it. */
  readonly object: string
}

export interface ConnectStorebReportsImportReportsInput {
  /** Only files whose names begin like this. */
  readonly prefix?: string | undefined
  readonly packageName?: string | undefined
  /** Only these kinds of reports. Default: all. */
  readonly families?: ReadonlyArray<"installs" | "ratings" | "ratings_v2" | "crashes" | "store_performance" | "total_store_performance" | "subscriptions" | "earnings" | "sales"> | undefined
  /** The first month, YYYY-MM. */
  readonly from?: string | undefined
  /** The last month, YYYY-MM. */
  readonly to?: string | undefined
}

export interface ConnectStorebReportsAnalyticsInput {
  /** First day, YYYY-MM-DD. Default: 27 days before to. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. Default: yesterday, by the store's clock. */
  readonly to?: string | undefined
}

export interface ConnectStorebReportsAppAnalyticsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** First day, YYYY-MM-DD. Default: 27 days before to. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. Default: yesterday, by the store's clock. */
  readonly to?: string | undefined
}

export interface ConnectStorebReportsSearchTermsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** First day, YYYY-MM-DD. Default: 27 days before to. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. Default: yesterday, by the store's clock. */
  readonly to?: string | undefined
  /** At most this many rows, 1 to 500. Default 50. */
  readonly limit?: number | undefined
}

export interface ConnectStorebReportsSourcesInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** First day, YYYY-MM-DD. Default: 27 days before to. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. Default: yesterday, by the store's clock. */
  readonly to?: string | undefined
  /** At most this many rows, 1 to 500. Default 50. */
  readonly limit?: number | undefined
}

export interface ConnectStorebReportsExportRowsInput {
  /** csv: RFC 4180 in UTF-8. parquet: one table. */
  readonly format: "csv" | "parquet"
  readonly packageName?: string | undefined
  /** Only these kinds of reports. Default: all. */
  readonly families?: ReadonlyArray<"installs" | "ratings" | "ratings_v2" | "crashes" | "store_performance" | "total_store_performance" | "subscriptions" | "earnings" | "sales"> | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

export interface ConnectStorebReviewsReviewsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** At most this many reviews, 1 to 100. Default 50. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
  /**
   * Language to translate texts to, BCP 47, such as en. The vendor translates what it shows; what is older comes as
   * written, unless its translation was read then.
   */
  readonly language?: string | undefined
  /** First day on which they were written or changed, UTC. */
  readonly from?: string | undefined
  /** Last day on which they were written or changed, UTC. */
  readonly to?: string | undefined
}

export interface ConnectStorebReviewsInboxInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** At most this many reviews, 1 to 100. Default 20. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
  /** First day on which they were written or changed, UTC. */
  readonly from?: string | undefined
  /** Last day on which they were written or changed, UTC. */
  readonly to?: string | undefined
}

export interface ConnectStorebReviewsReplyInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** The review's id, as reviews lists it. */
  readonly reviewId: string | number
  /** Check it, and answer what it would change, without sending it. */
  readonly validateOnly?: boolean | undefined
  /** The reply, 1 to 350 characters. The store strips HTML. */
  readonly replyText: string
  /** True: takes the place of a reply that is there, which is otherwise REPLY_EXISTS. */
  readonly overwrite?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStorebVitalsVitalsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /**
   * One of crashRate, anrRate, errorCount, excessiveWakeupRate, stuckBackgroundWakelockRate, slowStartRate,
   * slowRenderingRate, lmkRate, anonRssAndSwapMemoryUsage, bitmapMemoryUsage; the vendor's names, such as
   * crashRateMetricSet, are taken too.
   */
  readonly metricSet: string | number
  /** First day, in Los Angeles. Default, if to is given: 28 days that end with it. */
  readonly from?: string | undefined
  /** Last day, included. Default, if from is given: the last that the vendor has. */
  readonly to?: string | undefined
}

export interface ConnectStorebVitalsQueryInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /**
   * One of crashRate, anrRate, errorCount, excessiveWakeupRate, stuckBackgroundWakelockRate, slowStartRate,
   * slowRenderingRate, lmkRate, anonRssAndSwapMemoryUsage, bitmapMemoryUsage; the vendor's names, such as
   * crashRateMetricSet, are taken too.
   */
  readonly metricSet: string | number
  /** The first day, YYYY-MM-DD in Los Angeles. With HOURLY an hour, 2026-11-20T05:00:00Z, or a day of UTC. */
  readonly from: string
  /**
   * The last day or hour, included; the window is cut off at what the vendor has. At most 366 days, or 31 with
   * HOURLY.
   */
  readonly to: string
  /** DAILY: days of America/Los_Angeles. HOURLY: hours of UTC. FULL_RANGE: the whole window as one value. */
  readonly period: "DAILY" | "HOURLY" | "FULL_RANGE"
  /** Of the metric set. Default: all that the period has. */
  readonly metrics?: ReadonlyArray<string> | undefined
  /** By what to split it. Default: none, or the one that the metric set can't do without. */
  readonly dimensions?: ReadonlyArray<string> | undefined
  /** Equality of dimensions, joined by AND and OR: versionCode = 140 AND (countryCode = "US" OR countryCode = "DE"). */
  readonly filter?: string | undefined
  /** Whose: those with released versions of the system (the default), with beta versions, or testers. */
  readonly userCohort?: "OS_PUBLIC" | "OS_BETA" | "APP_TESTERS" | undefined
  /** At most this many rows, 1 to 1000. Default 1000. */
  readonly limit?: number | undefined
  /** The previous page's nextCursor, with everything else as before. It lasts for a day. */
  readonly cursor?: string | undefined
}

export interface ConnectStorebVitalsAnomaliesInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** First day, in UTC. Default: 28 days that end with to. */
  readonly from?: string | undefined
  /** Last day, included. Default: today, and what goes on. */
  readonly to?: string | undefined
}

export interface ConnectStorebVitalsErrorIssuesInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** First day, in UTC. Default: 28 days that end with to. */
  readonly from?: string | undefined
  /** Last day, included. Default: today. */
  readonly to?: string | undefined
  /** Of this version code alone. */
  readonly versionCode?: string | undefined
  /** crash, anr or nonFatal. Default: all. */
  readonly type?: "crash" | "anr" | "nonFatal" | undefined
  /** Whether to leave out what happened while the app wasn't in use. */
  readonly userPerceived?: boolean | undefined
  /** By what they're ordered, most first: errorReports (default) or distinctUsers. */
  readonly orderBy?: "errorReports" | "distinctUsers" | undefined
  /** At most this many groups, 1 to 100. Default 25. */
  readonly limit?: number | undefined
  /**
   * Where to continue: the previous page's nextCursor, with the same parameters. It lasts for a day. Omit it for
   * the first page.
   */
  readonly cursor?: string | undefined
}

export interface ConnectStorebVitalsErrorReportsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** A group's id, as error-issues lists it. */
  readonly issueId: string | number
  /** First day, in UTC. Default: 28 days that end with to. */
  readonly from?: string | undefined
  /** Last day, included. Default: today. */
  readonly to?: string | undefined
  /** Of this version code alone. */
  readonly versionCode?: string | undefined
  /** At most this many reports, 1 to 50. Default 5. */
  readonly limit?: number | undefined
  /**
   * Where to continue: the previous page's nextCursor, with the same parameters. It lasts for a day. Omit it for
   * the first page.
   */
  readonly cursor?: string | undefined
}

export interface ConnectStorebVitalsSyncInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** Short or vendor names of metric sets. Default: all ten. */
  readonly metricSets?: ReadonlyArray<string> | undefined
  /** The first day, in Los Angeles. Default: 30 days that end with to. */
  readonly from?: string | undefined
  /** The last day, included. Default: the last that the vendor has. */
  readonly to?: string | undefined
}

export interface ConnectStoreb {
  /**
   * Connect the second store's console.
   *
   * Tries a service account's key at the vendor, then saves it encrypted in place of an older one. If the vendor
   * refuses it, nothing changes. If only the reports are refused it's saved as degraded: the console can take a day
   * to pass that right on. checks says what is missing and where it's granted. The key is never shown again.
   *
   * Costs no credits. `POST /v1/connect/storeb-play/credentials`
   */
  readonly connect: Operation<ConnectStorebConnectInput, S.PlayConnection>
  /**
   * Disconnect the second store's console.
   *
   * Deletes the saved key and ends its tokens. What was read stays, unless purge=true. Nothing changes at the
   * vendor.
   *
   * Costs no credits. `DELETE /v1/connect/storeb-play/credentials`
   */
  readonly disconnect: Operation<ConnectStorebDisconnectInput, S.PlayDisconnected>
  /**
   * Status of the second store's console.
   *
   * Which service account is connected, which rights it lacks and where they're granted, and how the last sync
   * went. Doesn't ask the vendor.
   *
   * Costs no credits. `GET /v1/connect/storeb-play/credentials/status`
   */
  readonly status: Operation<NoInput, S.PlayConnection>
  /**
   * The console's apps.
   *
   * The apps that the connected service account can see, by package name.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps`
   */
  readonly apps: Operation<NoInput, S.PlayApps>
  /**
   * An app's subscriptions with their base plans, prices by region and texts, as the console has them; at most
   * 1,000. Read only.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/subscriptions`
   */
  readonly subscriptions: Operation<ConnectStorebSubscriptionsInput, S.PlaySubscriptions>
  /**
   * An app's one-time products with their purchase options, prices by region and texts, as the console has them; at
   * most 1,000. Read only.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/one-time-products`
   */
  readonly oneTimeProducts: Operation<ConnectStorebOneTimeProductsInput, S.PlayOneTimeProducts>
}

export interface ConnectStorebEdits {
  /**
   * Tracks of an app.
   *
   * An app's tracks with their releases: version codes, state, share of a staged rollout, release notes, countries.
   * At most a minute old.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/tracks`
   */
  readonly tracks: Operation<ConnectStorebEditsTracksInput, S.PlayTracks>
  /**
   * A track of an app.
   *
   * One track with its releases. At most a minute old.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/tracks/{track}`
   */
  readonly track: Operation<ConnectStorebEditsTrackInput, S.PlayTrackRead>
  /**
   * Change a track's releases.
   *
   * Replaces the releases of a track: rolls one out, widens, halts or completes a staged rollout. A version code
   * that isn't named is deactivated, and a staged rollout that isn't named ends: deactivated and endedRollouts list
   * them. A staged rollout that crashes or hangs clearly more than the release before goes to no more users, unless
   * force is true. Where changes are in review it's refused, unless changesInReview is cancel. validateOnly=true
   * has the vendor check it and shows what it would change, without committing. Send an Idempotency-Key: a repeat
   * with it is never committed twice. A commit sends for review whatever else was prepared in the console.
   *
   * Costs 1 general credit. `PATCH /v1/connect/storeb-play/apps/{packageName}/tracks/{track}`
   */
  readonly updateTrack: Operation<ConnectStorebEditsUpdateTrackInput, S.PlayChangedTrack>
  /**
   * Releases of a track and their review.
   *
   * A track's releases with where each is in its life: draft, in review, approved, published. The vendor gives 20
   * at most. Read without an edit, so it's never in the way of anything.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/tracks/{track}/releases`
   */
  readonly releases: Operation<ConnectStorebEditsReleasesInput, S.PlayReleaseStates>
  /**
   * Halt a staged rollout.
   *
   * Stops the staged rollouts of a track, or the one of a version code: nobody new gets them. All else of the track
   * stays as it is; should that change meanwhile, it's PLAN_STALE and nothing is halted. One that is halted already
   * answers unchanged. validateOnly=true has the vendor check it and shows what it would change, without
   * committing. Send an Idempotency-Key: a repeat with it is never committed twice. A commit sends for review
   * whatever else was prepared in the console.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/apps/{packageName}/tracks/{track}/halt`
   */
  readonly halt: Operation<ConnectStorebEditsHaltInput, S.PlayChangedTrack>
  /**
   * Listings of an app.
   *
   * An app's store listing in all its languages: title, descriptions, video. At most a minute old.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/listings`
   */
  readonly listings: Operation<ConnectStorebEditsListingsInput, S.PlayListings>
  /**
   * Listing of an app in a language.
   *
   * An app's store listing in one language. At most a minute old.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/listings/{locale}`
   */
  readonly listing: Operation<ConnectStorebEditsListingInput, S.PlayListingRead>
  /**
   * Change a listing.
   *
   * Changes the title, descriptions or video of an app's store listing in one language. What isn't sent stays. A
   * language that the listing lacks is NOT_FOUND, unless create is true. Where changes are in review it's refused,
   * unless changesInReview is cancel. validateOnly=true has the vendor check it and shows what it would change,
   * without committing. Send an Idempotency-Key: a repeat with it is never committed twice. A commit sends for
   * review whatever else was prepared in the console.
   *
   * Costs 1 general credit. `PATCH /v1/connect/storeb-play/apps/{packageName}/listings/{locale}`
   */
  readonly updateListing: Operation<ConnectStorebEditsUpdateListingInput, S.PlayChangedListing>
}

export interface ConnectStorebReports {
  /**
   * Report files.
   *
   * The files in the bucket of reports, by name. Where there are two buckets, files of money are in the second: its
   * files follow the first's, and a prefix of money, such as earnings/, lists it alone.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/reports/objects`
   */
  readonly objects: PagedOperation<ConnectStorebReportsObjectsInput, S.PlayReportObjects, S.PlayReportObject>
  /**
   * A report file.
   *
   * What the bucket tells of one file of reports, and its bytes where they're asked for.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/reports/object`
   */
  readonly object: Operation<ConnectStorebReportsObjectInput, S.PlayReport>
  /**
   * Import a report file.
   *
   * Reads one file of reports into the account's analytics, in a run of its own. A file that hasn't changed isn't
   * read again. analytics shows what came of it under imports.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/analytics/import-report`
   */
  readonly importReport: Operation<ConnectStorebReportsImportReportInput, S.PlayImportStarted>
  /**
   * Import report files.
   *
   * Reads the files of reports that fit into the account's analytics, oldest first, in a run of its own. All of
   * them are read daily too; this is for what is wanted now. analytics shows what came of each under imports.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/analytics/import-reports`
   */
  readonly importReports: Operation<ConnectStorebReportsImportReportsInput, S.PlayImportStarted>
  /**
   * Analytics of all apps.
   *
   * What the imported reports add up to over a window of at most 731 days, for all apps together and each, with
   * what became of each report file. Conversion is that of the whole window, and each app's asOf says how far its
   * reports reach. Doesn't ask the vendor.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/analytics`
   */
  readonly analytics: Operation<ConnectStorebReportsAnalyticsInput, S.PlayAnalytics>
  /**
   * An app's analytics.
   *
   * What the imported reports tell of an app by day, and what the days add up to: installs, uninstalls, ratings,
   * crashes and its store page. Days without a report are absent. Monthly active users and first opens are null: no
   * report has them. Doesn't ask the vendor.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/analytics`
   */
  readonly appAnalytics: Operation<ConnectStorebReportsAppAnalyticsInput, S.PlayAppAnalytics>
  /**
   * An app's search terms.
   *
   * What people searched for before they visited the app's store page, the most visited first. The store leaves
   * rare terms out. Doesn't ask the vendor.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/analytics/search-terms`
   */
  readonly searchTerms: Operation<ConnectStorebReportsSearchTermsInput, S.PlaySearchTerms>
  /**
   * An app's traffic sources.
   *
   * What brought people to the app's store page, such as search, browsing or links, the most visited first. Doesn't
   * ask the vendor.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/analytics/sources`
   */
  readonly sources: Operation<ConnectStorebReportsSourcesInput, S.PlaySources>
  /**
   * Export imported rows.
   *
   * Makes a CSV or Parquet file of the imported rows, one figure a row, and gives its address, which works for a
   * day. Where there's more than one file holds, nextCursor makes the next. Doesn't ask the vendor.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/analytics/export`
   */
  readonly exportRows: Operation<ConnectStorebReportsExportRowsInput, S.PlayExport>
}

export interface ConnectStorebReviews {
  /**
   * Reviews of an app in the console.
   *
   * Reviews with text and the owner's replies, newest first. The vendor shows those of about a week; copies are
   * kept here from when the app was first read, with earlier versions of reviews and replies. The first page asks
   * the vendor, at most every two minutes, and live says how that went; if the vendor can't be asked, the copies
   * are given.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/reviews`
   */
  readonly reviews: PagedOperation<ConnectStorebReviewsReviewsInput, S.PlayReviews, S.PlayReview>
  /**
   * Reviews to answer.
   *
   * Reviews as work to do: those without a reply first, newest first among them, each with what it's about and the
   * draft of a reply that keeps the limit; and how many there are, and what the newest are about. Nothing is sent.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/reviews/inbox`
   */
  readonly inbox: PagedOperation<ConnectStorebReviewsInboxInput, S.PlayInbox, S.PlayInboxReview>
  /**
   * Reply to a review.
   *
   * Replies publicly to a review, in at most 350 characters. A review has one reply: where there is one it's
   * REPLY_EXISTS, unless overwrite is true. validateOnly=true shows what it would change, without sending it. Send
   * an Idempotency-Key: a repeat with it is never sent twice.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/apps/{packageName}/reviews/{reviewId}/reply`
   */
  readonly reply: Operation<ConnectStorebReviewsReplyInput, S.PlayReplied>
}

export interface ConnectStorebVitals {
  /**
   * Vitals of an app.
   *
   * Up to where the vendor has a metric set of an app, and its daily rows where dates are given: rates with their
   * confidence intervals. A window that goes further than the vendor's data is cut off there, and window.clamped
   * says so. A day that wasn't measured has no row.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/vitals/{metricSet}`
   */
  readonly vitals: Operation<ConnectStorebVitalsVitalsInput, S.PlayVitals>
  /**
   * Query an app's vitals.
   *
   * Rows of a metric set by day, by hour or of a whole window, split by dimensions and filtered. Days are Los
   * Angeles', hours UTC's. errorCount is always split by reportType, slowStartRate by startType; averages over 7 or
   * 28 days have no hours. The window is cut off at what the vendor has, and clamped says so. distinctUsers can't
   * be added up.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/apps/{packageName}/vitals/{metricSet}/query`
   */
  readonly query: Operation<ConnectStorebVitalsQueryInput, S.PlayVitalsRows>
  /**
   * Anomalies in an app's vitals.
   *
   * What the vendor found to be worse than expected at any time of the window: the metric, its value, when, and of
   * which version, device or country; at most 1,000.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/anomalies`
   */
  readonly anomalies: Operation<ConnectStorebVitalsAnomaliesInput, S.PlayAnomalies>
  /**
   * Crashes and ANRs of an app by cause.
   *
   * Crashes, ANRs and non-fatal errors in groups of one cause, most reports first: the exception, where it
   * happened, how many reports and users, and which versions. The vendor may regroup them, so an id can disappear.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/error-issues`
   */
  readonly errorIssues: PagedOperation<ConnectStorebVitalsErrorIssuesInput, S.PlayErrorIssues, S.PlayErrorIssue>
  /**
   * Stack traces of a group of errors.
   *
   * Reports of one group of crashes or ANRs with their stack traces, deobfuscated where the release's mapping file
   * was uploaded. A group that there isn't, or isn't any more, has none.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/error-issues/{issueId}/reports`
   */
  readonly errorReports: PagedOperation<ConnectStorebVitalsErrorReportsInput, S.PlayErrorReports, S.PlayErrorReport>
  /**
   * Sync an app's vitals.
   *
   * Reads an app's daily vitals into the account's own analytics, soon: the last 30 days of all metric sets, unless
   * told otherwise. Days that were read before are replaced, so it can be repeated. It's done daily anyway while
   * the account is connected.
   *
   * Costs 1 general credit. `POST /v1/connect/storeb-play/apps/{packageName}/analytics/vitals-sync`
   */
  readonly sync: Operation<ConnectStorebVitalsSyncInput, S.PlaySyncBegun>
}

export interface Operations {
  readonly connectStoreb: ConnectStoreb
  readonly connectStorebEdits: ConnectStorebEdits
  readonly connectStorebReports: ConnectStorebReports
  readonly connectStorebReviews: ConnectStorebReviews
  readonly connectStorebVitals: ConnectStorebVitals
}

export const operations = (bind: Bind): Operations => ({
  connectStoreb: {
    connect: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/credentials", access: "key", body: ["serviceAccountJson", "defaultPackageName", "reportsBucket", "financialReportsBucket"] }),
    disconnect: bind.operation({ method: "DELETE", path: "/v1/connect/storeb-play/credentials", access: "key", query: ["purge"] }),
    status: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/credentials/status", access: "key" }),
    apps: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps", access: "key" }),
    subscriptions: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/subscriptions", access: "key", query: ["archived"] }),
    oneTimeProducts: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/one-time-products", access: "key" })
  },
  connectStorebEdits: {
    tracks: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/tracks", access: "key" }),
    track: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/tracks/{track}", access: "key" }),
    updateTrack: bind.operation({ method: "PATCH", path: "/v1/connect/storeb-play/apps/{packageName}/tracks/{track}", access: "key", query: ["validateOnly"], body: ["releases", "force", "changesInReview", "sendForReview", "planId"] }),
    releases: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/tracks/{track}/releases", access: "key" }),
    halt: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/apps/{packageName}/tracks/{track}/halt", access: "key", query: ["validateOnly", "versionCode", "changesInReview", "sendForReview", "planId"] }),
    listings: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/listings", access: "key" }),
    listing: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/listings/{locale}", access: "key" }),
    updateListing: bind.operation({ method: "PATCH", path: "/v1/connect/storeb-play/apps/{packageName}/listings/{locale}", access: "key", query: ["validateOnly"], body: ["title", "shortDescription", "fullDescription", "video", "create", "changesInReview", "sendForReview", "planId"] })
  },
  connectStorebReports: {
    objects: bind.paged({ method: "GET", path: "/v1/connect/storeb-play/reports/objects", access: "key", query: ["prefix", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    object: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/reports/object", access: "key", query: ["name", "content"] }),
    importReport: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/analytics/import-report", access: "key", body: ["object"] }),
    importReports: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/analytics/import-reports", access: "key", body: ["prefix", "packageName", "families", "from", "to"] }),
    analytics: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/analytics", access: "key", query: ["from", "to"] }),
    appAnalytics: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/analytics", access: "key", query: ["from", "to"] }),
    searchTerms: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/analytics/search-terms", access: "key", query: ["from", "to", "limit"] }),
    sources: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/analytics/sources", access: "key", query: ["from", "to", "limit"] }),
    exportRows: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/analytics/export", access: "key", body: ["format", "packageName", "families", "from", "to", "cursor"] })
  },
  connectStorebReviews: {
    reviews: bind.paged({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/reviews", access: "key", query: ["limit", "cursor", "language", "from", "to"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    inbox: bind.paged({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/reviews/inbox", access: "key", query: ["limit", "cursor", "from", "to"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    reply: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/apps/{packageName}/reviews/{reviewId}/reply", access: "key", query: ["validateOnly"], body: ["replyText", "overwrite", "planId"] })
  },
  connectStorebVitals: {
    vitals: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/vitals/{metricSet}", access: "key", query: ["from", "to"] }),
    query: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/apps/{packageName}/vitals/{metricSet}/query", access: "key", body: ["from", "to", "period", "metrics", "dimensions", "filter", "userCohort", "limit", "cursor"] }),
    anomalies: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/anomalies", access: "key", query: ["from", "to"] }),
    errorIssues: bind.paged({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/error-issues", access: "key", query: ["from", "to", "versionCode", "type", "userPerceived", "orderBy", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    errorReports: bind.paged({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/error-issues/{issueId}/reports", access: "key", query: ["from", "to", "versionCode", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    sync: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/apps/{packageName}/analytics/vitals-sync", access: "key", body: ["metricSets", "from", "to"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { CONNECTION_PERMISSION_MISSING: "fix", CONNECTION_REJECTED: "fix", CREDENTIALS_REJECTED: "fix", EDIT_IN_PROGRESS: "retry", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", NOT_CONNECTED: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", PLAN_STALE: "fix", RATE_LIMIT_EXCEEDED: "wait", REPLY_EXISTS: "fix", REPORT_TOO_LARGE: "fix", ROLLOUT_REFUSED: "fix", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry", VENDOR_CONFLICT: "fix", VENDOR_REJECTED: "fix", WRITE_OUTCOME_UNKNOWN: "retry" } as const
