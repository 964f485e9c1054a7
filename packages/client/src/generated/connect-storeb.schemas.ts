// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Change, WriteWarning } from "./contract.schemas.ts"
export type { Change, WriteWarning } from "./contract.schemas.ts"

export interface PlayAnalytics {
  /** First day, YYYY-MM-DD. */
  readonly from: string
  /** Last day, YYYY-MM-DD. */
  readonly to: string
  readonly totals: PlayTotals
  readonly apps: ReadonlyArray<PlayAppTotals>
  readonly notMeasured: PlayNotMeasured
  /** Files, those that failed first, then the last; at most 500. */
  readonly imports: ReadonlyArray<PlayImport>
  /** How many files there are. */
  readonly importsTotal: number
}

export interface PlayAnalyticsDay {
  /** The store's day, YYYY-MM-DD. */
  readonly date: string
  /** Users who installed it and had it on no other device. Sum of the days. */
  readonly installs: number | null
  /** Users who removed it from all their devices. Sum of the days. */
  readonly uninstalls: number | null
  /** Devices that have it and were used within 30 days, on the last day. */
  readonly activeDevices: number | null
  /** Average rating, weighted by how many ratings a day had; null where the reports don't tell how many. */
  readonly ratingAvg: number | null
  /** Ratings; null where the reports don't tell. */
  readonly ratingCount: number | null
  /** Average of all ratings there ever were, on the last day. */
  readonly totalRatingAvg: number | null
  /** Crashes. Sum of the days. */
  readonly crashes: number | null
  /** Times it didn't respond. Sum of the days. */
  readonly anrs: number | null
  /**
   * Visitors of its page who didn't have it. Sum of the days; a day that the store performance reports lack is told
   * by the total store performance reports.
   */
  readonly storeListingVisitors: number | null
  /** Visitors who installed it. Sum of the days. */
  readonly storeListingAcquisitions: number | null
  /** Acquisitions by visitors, 0 to 1. */
  readonly conversionRate: number | null
}

export interface PlayAnomalies {
  /** The app's package name. */
  readonly packageName: string
  /** The first day, in UTC. */
  readonly from: string
  /** The last day, included. */
  readonly to: string
  readonly items: ReadonlyArray<PlayAnomaly>
  /** How many are given. */
  readonly total: number
  /** Whether there are more, which are left out. */
  readonly truncated: boolean
}

export interface PlayAnomaly {
  /** The vendor's id of it. */
  readonly anomalyId: string
  /** Its metric set's short name, or what the vendor adds. */
  readonly metricSet: string | null
  /** The metric that is worse than expected. */
  readonly metric: string | null
  /** Its value then. Null: the vendor tells none. */
  readonly value: number | null
  /** DAILY, HOURLY, FULL_RANGE, or what the vendor adds. */
  readonly period: string | null
  /** When it begins, ISO 8601. */
  readonly startsAt: string | null
  /** When it ends; null: it's going on, or the vendor tells none, ISO 8601. */
  readonly endsAt: string | null
  /** The values of its dimensions, joined; null: it has none. */
  readonly label: string | null
  readonly dimensions: ReadonlyArray<PlayDimensionValue>
}

export interface PlayApp {
  /** Its package name. */
  readonly packageName: string
  /** Its name in the console; null where the vendor tells none. */
  readonly displayName: string | null
}

export interface PlayAppAnalytics {
  /** Its package name. */
  readonly packageName: string
  /** First day, YYYY-MM-DD. */
  readonly from: string
  /** Last day, YYYY-MM-DD. */
  readonly to: string
  readonly totals: PlayTotals
  /** By day; days that no report has are absent. */
  readonly series: ReadonlyArray<PlayAnalyticsDay>
  readonly asOf: PlayAsOf
  readonly notMeasured: PlayNotMeasured
}

export interface PlayApps {
  readonly items: ReadonlyArray<PlayApp>
  /** How many there are. */
  readonly total: number
}

export interface PlayAppTotals {
  /** Its package name. */
  readonly packageName: string
  readonly totals: PlayTotals
  readonly asOf: PlayAsOf
}

export interface PlayAsOf {
  /** Last day that the installs reports have. */
  readonly installs: string | null
  /** Last day that the ratings reports have. */
  readonly ratings: string | null
  /** Last day that the crashes reports have. */
  readonly crashes: string | null
  /** Last day that the store performance reports have, or the total ones. */
  readonly storePerformance: string | null
}

export interface PlayBadRow {
  /** Where it begins. */
  readonly line: number
  /** What is wrong with it. */
  readonly reason: string
}

export interface PlayBasePlan {
  /** The owner's id of it. */
  readonly basePlanId: string
  /** draft, active, inactive, or what the vendor adds; null: it tells none. */
  readonly state: string | null
  /** How it is paid; null: in a way that this version doesn't know. */
  readonly kind: "autoRenewing" | "installments" | "prepaid" | null
  /** How long each payment lasts, ISO 8601, such as P1M. */
  readonly billingPeriod: string | null
  /** How long access goes on after a failed payment, ISO 8601; null: no such time. */
  readonly gracePeriod: string | null
  /** Payments that a subscriber commits to; null: not in installments. */
  readonly committedPayments: number | null
  readonly prices: ReadonlyArray<PlayPlanPrice>
  /** Of regions that the vendor may add; null: it isn't sold there. */
  readonly otherRegions: {
    /** Null: the vendor tells none. */
    readonly usdPrice: PlayMoney | null
    /** Null: the vendor tells none. */
    readonly eurPrice: PlayMoney | null
    /** Whether anybody there can subscribe anew. */
    readonly newSubscribers: boolean
  } | null
  /** The owner's own tags. */
  readonly offerTags: ReadonlyArray<string>
}

export interface PlayChangedListing {
  /** Whether it was only tried. */
  readonly validateOnly: boolean
  /** Whether the vendor takes it. False: warnings say what it objects to; only with validateOnly. */
  readonly valid: boolean
  /** Whether there was nothing to change; then nothing was committed. */
  readonly unchanged: boolean
  /** What it changes, field by field. */
  readonly changes: ReadonlyArray<Change>
  /** What to know of it. */
  readonly warnings: ReadonlyArray<WriteWarning>
  /**
   * With validateOnly: send it back in the body, and the change is refused with PLAN_STALE if the state has moved
   * on. Else null.
   */
  readonly planId: string | null
  readonly listing: PlayListing
}

export interface PlayChangedTrack {
  /** Whether it was only tried. */
  readonly validateOnly: boolean
  /** Whether the vendor takes it. False: warnings say what it objects to; only with validateOnly. */
  readonly valid: boolean
  /** Whether there was nothing to change; then nothing was committed. */
  readonly unchanged: boolean
  /** What it changes, field by field. */
  readonly changes: ReadonlyArray<Change>
  /** What to know of it. */
  readonly warnings: ReadonlyArray<WriteWarning>
  /**
   * With validateOnly: send it back in the body, and the change is refused with PLAN_STALE if the state has moved
   * on. Else null.
   */
  readonly planId: string | null
  /** Version codes that are served now and aren't named: nobody gets them any more. */
  readonly deactivated: ReadonlyArray<string>
  /** Staged rollouts that aren't named, and end. */
  readonly endedRollouts: ReadonlyArray<PlayEndedRollout>
  readonly track: PlayTrack
}

export interface PlayCheck {
  /**
   * apps: lists the apps and their vitals. reviews: reads the default app's reviews. reports, financialReports:
   * list what is in a bucket.
   */
  readonly check: "apps" | "reviews" | "reports" | "financialReports"
  /** missing: a right is. not_checked: no default app, or no bucket, was given. */
  readonly status: "ok" | "missing" | "not_checked"
  /** The right that is missing, as the vendor calls it. */
  readonly right: string | null
  /** Where it is granted. */
  readonly grantedAt: string | null
  /** What to do about it. */
  readonly message: string | null
}

export interface PlayConnection {
  /** Whether the saved service account can be used. */
  readonly connected: boolean
  /**
   * degraded: it works, and checks says which right is missing. rejected: the vendor no longer accepts it, or it
   * can't be opened.
   */
  readonly state: "not_connected" | "connected" | "degraded" | "rejected"
  /** Whose key it is; null without a connection. */
  readonly serviceAccountEmail: string | null
  /** As given when connecting. */
  readonly defaultPackageName: string | null
  /** Bucket of the statistics reports. */
  readonly reportsBucket: string | null
  /** Bucket of the financial reports, where it's another. */
  readonly financialReportsBucket: string | null
  /** What was tried while connecting; none without a connection. */
  readonly checks: ReadonlyArray<PlayCheck>
  /** How the last sync went; never: there was none. */
  readonly syncStatus: "never" | "running" | "ok" | "partial" | "failed"
  /** When it was saved, ISO 8601; null: never. */
  readonly connectedAt: string | null
  /** When the vendor was last looked at, ISO 8601; null: never. */
  readonly lastVerifiedAt: string | null
  /** When the last sync ended, ISO 8601; null: never. */
  readonly lastSyncAt: string | null
  /** What is wrong with it now; null: nothing. */
  readonly lastError: string | null
}

export interface PlayCountryTargeting {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countries: ReadonlyArray<string>
  /** Whether all other countries get it too. */
  readonly includeRestOfWorld: boolean
}

export interface PlayDevice {
  /** The device's name. */
  readonly productName: string | null
  /** Who made it. */
  readonly manufacturer: string | null
  /** Phone, tablet and so on, as the vendor names it. */
  readonly deviceClass: string | null
  /** Width of its screen in pixels. */
  readonly screenWidthPx: number | null
  /** Height of its screen in pixels. */
  readonly screenHeightPx: number | null
  /** Its instruction sets. */
  readonly nativePlatform: string | null
  /** Density of its screen, in dots per inch. */
  readonly screenDensityDpi: number | null
  /** Its version of OpenGL ES. */
  readonly glEsVersion: number | null
  /** Its processor. */
  readonly cpuModel: string | null
  /** Who made its processor. */
  readonly cpuMake: string | null
  /** Its memory in MiB. */
  readonly ramMb: number | null
}

export interface PlayDimensionValue {
  /** Its name. */
  readonly dimension: string
  /** Its value, as text. */
  readonly value: string | null
  /** The value in words; they may change. Null: the vendor tells none. */
  readonly label: string | null
}

export interface PlayDisconnected {
  /** False: there was no connection. */
  readonly disconnected: boolean
  /** Whether anything that was read is still kept here. */
  readonly dataKept: boolean
}

export interface PlayEndedRollout {
  /** The release's name; null: it has none. */
  readonly name: string | null
  /** Its version codes. */
  readonly versionCodes: ReadonlyArray<string>
  /** The share of users that had it; null: the vendor tells none. */
  readonly userFraction: number | null
}

export interface PlayErrorIssue {
  /** The vendor's id of the group. */
  readonly issueId: string
  /** crash, anr, nonFatal, or what the vendor adds. */
  readonly type: string | null
  /** The exception, signal or kind of ANR. */
  readonly cause: string | null
  /** The method, activity or service where it happened, deobfuscated. */
  readonly location: string | null
  /** Reports in the window that match. */
  readonly errorReports: number | null
  /** About how many users had it; can't be added up. */
  readonly distinctUsers: number | null
  /** Of the users with any issue, the share in percent who had this one. Null: the vendor tells none. */
  readonly distinctUsersPercent: number | null
  /** The first version code in the window; null: the vendor tells none. */
  readonly firstVersionCode: string | null
  /** The last version code in the window; null: the vendor tells none. */
  readonly lastVersionCode: string | null
  /** The lowest API level of the system; null: the vendor tells none. */
  readonly firstApiLevel: string | null
  /** The highest API level of the system; null: the vendor tells none. */
  readonly lastApiLevel: string | null
  /** The hour of the last report, ISO 8601. */
  readonly lastReportAt: string | null
  /** Its page in the console. */
  readonly url: string | null
  readonly annotations: ReadonlyArray<PlayIssueAnnotation>
}

export interface PlayErrorIssues {
  /** The app's package name. */
  readonly packageName: string
  /** The first day, in UTC. */
  readonly from: string
  /** The last day, included. */
  readonly to: string
  readonly items: ReadonlyArray<PlayErrorIssue>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
}

export interface PlayErrorReport {
  /** The vendor's id of it. */
  readonly reportId: string
  /** crash, anr, nonFatal, or what the vendor adds. */
  readonly type: string | null
  /** The stack trace as the vendor shows it: deobfuscated where the release's mapping file was uploaded. */
  readonly text: string | null
  /** The version code; null: the vendor tells none. */
  readonly versionCode: string | null
  /** The API level of the system; null: the vendor tells none. */
  readonly apiLevel: string | null
  /** A device that had it. */
  readonly device: string | null
  /** The hour of its last occurrence, ISO 8601. */
  readonly at: string | null
  /** The revision of the source it was built from, as the app bundle tells it. */
  readonly revision: string | null
}

export interface PlayErrorReports {
  /** The app's package name. */
  readonly packageName: string
  /** The group that was asked for. */
  readonly issueId: string
  /** The first day, in UTC. */
  readonly from: string
  /** The last day, included. */
  readonly to: string
  readonly items: ReadonlyArray<PlayErrorReport>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
}

export interface PlayExport {
  /** Where the file is; whoever has it can read it. */
  readonly url: string
  readonly format: "csv" | "parquet"
  /** Figures that are in it, one a row. */
  readonly rows: number
  /** Its size in bytes. */
  readonly size: number
  /** Until when it's there, ISO 8601. */
  readonly expiresAt: string
  /**
   * Send it as cursor, with the rest of the body as it was, for a file of the figures that this one had no room
   * for; null: it has all of the rest.
   */
  readonly nextCursor: string | null
}

export interface PlayFreshness {
  /** DAILY: days of America/Los_Angeles. HOURLY: hours of UTC. FULL_RANGE: the whole window as one value. */
  readonly period: "DAILY" | "HOURLY" | "FULL_RANGE"
  /** Of its days or hours. */
  readonly timeZone: string
  /** The last day, or hour, that the vendor has in full. */
  readonly last: string
  /** When that ended, ISO 8601. */
  readonly endsAt: string
}

export interface PlayImport {
  /** The file's name in the bucket. */
  readonly object: string
  /** skipped: it's of no kind that is imported. failed: it can't be read; rows of an earlier version stay. */
  readonly state: "imported" | "skipped" | "failed"
  /** Its kind of report. */
  readonly family: string | null
  /** By what its rows are told apart; overview: by the day alone. */
  readonly dimension: string | null
  /** The app; null: its rows tell. */
  readonly packageName: string | null
  /** YYYY-MM. */
  readonly month: string | null
  /** Rows that are here of it. */
  readonly rows: number
  /** Rows that couldn't be read. */
  readonly skipped: number
  /** The first 20 of these. */
  readonly badRows: ReadonlyArray<PlayBadRow>
  /** Columns that this version doesn't know, which aren't kept. */
  readonly unknownColumns: ReadonlyArray<string>
  /** Why it was skipped or failed. */
  readonly reason: string | null
  /** When it was last looked at, ISO 8601. */
  readonly importedAt: string
}

export interface PlayImportStarted {
  /** The id of the run. */
  readonly taskRunId: string
  /** How many files it looks at; those that haven't changed aren't read again. */
  readonly objects: number
}

export interface PlayInbox {
  readonly items: ReadonlyArray<PlayInboxReview>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** How many reviews there are in the window. */
  readonly total: number
  /** How many of them have no reply. */
  readonly unanswered: number
  /** What the 500 newest of the window are about; null where the plugin apps isn't enabled. */
  readonly themes: ReadonlyArray<PlayReviewTheme> | null
  readonly live: PlayReviewsLive
}

export interface PlayInboxReview {
  /** The vendor's id of it. */
  readonly reviewId: string
  /** Who wrote it; null: the vendor tells none. */
  readonly authorName: string | null
  /** 1 to 5; null: the vendor tells none. */
  readonly starRating: number | null
  /** Its title; null: none. */
  readonly title: string | null
  /** Its text; with language, translated where translatedTo says so. */
  readonly text: string
  /** The text as it was written, where text is a translation; else null. */
  readonly originalText: string | null
  /** The language that title and text are translated to; null: they're as written. */
  readonly translatedTo: string | null
  /** The reviewer's language, BCP 47; null: the vendor tells none. */
  readonly reviewerLanguage: string | null
  /** The vendor's code of the device. */
  readonly device: string | null
  /** About the device; null: the vendor tells nothing. */
  readonly deviceMetadata: PlayDevice | null
  /** API level of the device. */
  readonly androidOsVersion: number | null
  /** Version code of the app that was reviewed, as text; null: the vendor doesn't tell. */
  readonly appVersionCode: string | null
  /** That version's name. */
  readonly appVersionName: string | null
  /** How many found it helpful. */
  readonly thumbsUpCount: number | null
  /** How many didn't. */
  readonly thumbsDownCount: number | null
  /** When it was written or last changed, ISO 8601. */
  readonly lastModified: string
  /** The owner's reply; null: there is none. */
  readonly developerComment: PlayReply | null
  /** Earlier versions of the review and of replies that were seen here, newest first. */
  readonly versions: ReadonlyArray<PlayReviewVersion>
  /** When it was first seen here, ISO 8601. */
  readonly firstSeenAt: string
  /** When the vendor last showed it, which it does for about a week, ISO 8601. */
  readonly lastSeenAt: string
  /** What it's about, read from English texts; null where the plugin apps isn't enabled. */
  readonly themes: ReadonlyArray<string> | null
  /** A draft of a reply; null: it has one. */
  readonly draft: PlayReplyDraft | null
}

export interface PlayIssueAnnotation {
  /** Such as Potential fix. */
  readonly category: string | null
  /** In one line. */
  readonly title: string | null
  /** What the vendor found out about it. */
  readonly body: string | null
}

export interface PlayListing {
  /** BCP 47. */
  readonly language: string
  /** The app's name in this language; null: none. */
  readonly title: string | null
  /** Its short description; null: none. */
  readonly shortDescription: string | null
  /** Its full description; null: none. */
  readonly fullDescription: string | null
  /** Address of its video; null: none. */
  readonly video: string | null
}

export interface PlayListingRead {
  /** BCP 47. */
  readonly language: string
  /** The app's name in this language; null: none. */
  readonly title: string | null
  /** Its short description; null: none. */
  readonly shortDescription: string | null
  /** Its full description; null: none. */
  readonly fullDescription: string | null
  /** Address of its video; null: none. */
  readonly video: string | null
  /** When the vendor was asked, ISO 8601; at most a minute ago. */
  readonly asOf: string
}

export interface PlayListings {
  readonly items: ReadonlyArray<PlayListing>
  /** How many languages there are. */
  readonly total: number
  /** When the vendor was asked, ISO 8601; at most a minute ago. */
  readonly asOf: string
}

export interface PlayMetricValue {
  /** Its name. */
  readonly metric: string
  /** A rate is a share of users, 0 to 1; memory is in bytes. Null: the vendor tells none. */
  readonly value: number | null
  /** Lower bound of its confidence interval. Null: the vendor tells none. */
  readonly lower: number | null
  /** Upper bound of its confidence interval. Null: the vendor tells none. */
  readonly upper: number | null
}

export interface PlayMoney {
  /** Decimal number as text, exactly as the vendor has it. */
  readonly amount: string
  /** ISO 4217 code. */
  readonly currency: string
}

export interface PlayNotMeasured {
  /** Why it's null. */
  readonly firstOpens: string
  /** Why it's null. */
  readonly mau: string
}

export interface PlayOneTimeProduct {
  /** The product's id. */
  readonly productId: string
  readonly purchaseOptions: ReadonlyArray<PlayPurchaseOption>
  readonly listings: ReadonlyArray<PlayProductListing>
  /** The owner's own tags. */
  readonly offerTags: ReadonlyArray<string>
}

export interface PlayOneTimeProducts {
  readonly items: ReadonlyArray<PlayOneTimeProduct>
  /** How many are given. */
  readonly total: number
  /** Whether there are more, which are left out. */
  readonly truncated: boolean
}

export interface PlayOptionPrice {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly region: string
  /** Null: the vendor tells none. */
  readonly price: PlayMoney | null
  /** available, noLongerAvailable, availableIfReleased, availableForOffersOnly, or what the vendor adds. */
  readonly availability: string | null
}

export interface PlayPlanPrice {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly region: string
  /** Null: the vendor tells none. */
  readonly price: PlayMoney | null
  /** Whether anybody there can subscribe anew. */
  readonly newSubscribers: boolean
}

export interface PlayProductListing {
  /** Language of the texts, BCP 47. */
  readonly locale: string
  /** Its name in this language. */
  readonly title: string | null
  /** Its description in this language. */
  readonly description: string | null
}

export interface PlayPurchaseOption {
  /** The owner's id of it. */
  readonly purchaseOptionId: string
  /** draft, active, inactive, or what the vendor adds; null: it tells none. */
  readonly state: string | null
  /** Null: a way that this version doesn't know. */
  readonly kind: "buy" | "rent" | null
  /** Whether several can be bought at once. */
  readonly multiQuantity: boolean
  /** How long a rental lasts, ISO 8601; null: it isn't one. */
  readonly rentalPeriod: string | null
  /** How long it lasts once begun, ISO 8601; null: as long as the rental. */
  readonly expirationPeriod: string | null
  readonly prices: ReadonlyArray<PlayOptionPrice>
  /** Of regions that the vendor may add; null: it isn't sold there. */
  readonly otherRegions: {
    /** Null: the vendor tells none. */
    readonly usdPrice: PlayMoney | null
    /** Null: the vendor tells none. */
    readonly eurPrice: PlayMoney | null
    /** As of prices. */
    readonly availability: string | null
  } | null
  /** The owner's own tags. */
  readonly offerTags: ReadonlyArray<string>
}

export interface PlayRelease {
  /** The owner's name of it; null: none. */
  readonly name: string | null
  /** Version codes, as text. */
  readonly versionCodes: ReadonlyArray<string>
  /** draft, inProgress, halted, completed, or what the vendor adds; null: it tells none. */
  readonly status: string | null
  /** The share of users who get it, above 0 and below 1; null: it isn't staged. */
  readonly userFraction: number | null
  readonly releaseNotes: ReadonlyArray<PlayReleaseNote>
  /** Null: it goes to all countries of its track. */
  readonly countryTargeting: PlayCountryTargeting | null
  /** 0 to 5; null: the vendor tells none. */
  readonly inAppUpdatePriority: number | null
}

export interface PlayReleaseNote {
  /** BCP 47. */
  readonly language: string
  /** What is new, in this language. */
  readonly text: string
}

export interface PlayReleaseState {
  /** The owner's name of it; null: none. */
  readonly name: string | null
  /** Its active version codes, as text. */
  readonly versionCodes: ReadonlyArray<string>
  /**
   * draft, notSentForReview, inReview, approvedNotPublished, notApproved, published, or what the vendor adds; null:
   * it tells none.
   */
  readonly lifecycleState: string | null
}

export interface PlayReleaseStates {
  /** The track that was asked for. */
  readonly track: string
  readonly items: ReadonlyArray<PlayReleaseState>
  /** How many are given; the vendor gives 20 at most. */
  readonly total: number
}

export interface PlayReplied {
  /** The review that was replied to. */
  readonly reviewId: string
  /** The reply as the store has it; with validateOnly, as it would be. */
  readonly replyText: string
  /** When the store took it, ISO 8601; null with validateOnly. */
  readonly lastEditedAt: string | null
  /** Whether it took the place of another. */
  readonly replaced: boolean
  /** Whether it was only tried. */
  readonly validateOnly: boolean
  /** Whether the review had this very reply; then nothing was sent. */
  readonly unchanged: boolean
  /** What it changes. */
  readonly changes: ReadonlyArray<Change>
  /** What to know of it. */
  readonly warnings: ReadonlyArray<WriteWarning>
  /**
   * With validateOnly: send it back in the body, and the reply is refused with PLAN_STALE if the state has moved
   * on. Else null.
   */
  readonly planId: string | null
}

export interface PlayReply {
  /** The reply's text. */
  readonly text: string
  /** When it was last changed, ISO 8601. */
  readonly lastModified: string
}

export interface PlayReplyDraft {
  /** A reply to begin with, within the limit. Go over it before you send it. */
  readonly text: string
  /** Its language, BCP 47: the reviewer's where there are sentences in it, else en. */
  readonly language: string
  /** How long it is; the store takes 350. */
  readonly characters: number
}

export interface PlayReport {
  /** Its name in the bucket. */
  readonly name: string
  /** Its size in bytes. */
  readonly size: number
  /** When the store last wrote it, ISO 8601. */
  readonly updatedAt: string | null
  /** Its type, as the bucket has it. */
  readonly contentType: string | null
  /** MD5 of its bytes, in hex. */
  readonly md5: string | null
  /** Another for each version of it. */
  readonly generation: string | null
  /** With content=true its bytes in base64, of a file of at most 1048576 bytes; else null. */
  readonly content: string | null
}

export interface PlayReportObject {
  /** Its name in the bucket. */
  readonly name: string
  /** Its size in bytes. */
  readonly size: number
  /** When the store last wrote it, ISO 8601. */
  readonly updatedAt: string | null
  /** Its type, as the bucket has it. */
  readonly contentType: string | null
  /** MD5 of its bytes, in hex. */
  readonly md5: string | null
  /** Another for each version of it. */
  readonly generation: string | null
}

export interface PlayReportObjects {
  readonly items: ReadonlyArray<PlayReportObject>
  /** Where the next page begins; null: this was the last. */
  readonly nextCursor: string | null
}

export interface PlayReview {
  /** The vendor's id of it. */
  readonly reviewId: string
  /** Who wrote it; null: the vendor tells none. */
  readonly authorName: string | null
  /** 1 to 5; null: the vendor tells none. */
  readonly starRating: number | null
  /** Its title; null: none. */
  readonly title: string | null
  /** Its text; with language, translated where translatedTo says so. */
  readonly text: string
  /** The text as it was written, where text is a translation; else null. */
  readonly originalText: string | null
  /** The language that title and text are translated to; null: they're as written. */
  readonly translatedTo: string | null
  /** The reviewer's language, BCP 47; null: the vendor tells none. */
  readonly reviewerLanguage: string | null
  /** The vendor's code of the device. */
  readonly device: string | null
  /** About the device; null: the vendor tells nothing. */
  readonly deviceMetadata: PlayDevice | null
  /** API level of the device. */
  readonly androidOsVersion: number | null
  /** Version code of the app that was reviewed, as text; null: the vendor doesn't tell. */
  readonly appVersionCode: string | null
  /** That version's name. */
  readonly appVersionName: string | null
  /** How many found it helpful. */
  readonly thumbsUpCount: number | null
  /** How many didn't. */
  readonly thumbsDownCount: number | null
  /** When it was written or last changed, ISO 8601. */
  readonly lastModified: string
  /** The owner's reply; null: there is none. */
  readonly developerComment: PlayReply | null
  /** Earlier versions of the review and of replies that were seen here, newest first. */
  readonly versions: ReadonlyArray<PlayReviewVersion>
  /** When it was first seen here, ISO 8601. */
  readonly firstSeenAt: string
  /** When the vendor last showed it, which it does for about a week, ISO 8601. */
  readonly lastSeenAt: string
}

export interface PlayReviews {
  readonly items: ReadonlyArray<PlayReview>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  readonly live: PlayReviewsLive
}

export interface PlayReviewsLive {
  /**
   * current: the vendor was asked within two minutes. kept: a later page, which doesn't ask it. limited: the quota
   * of reads is used up; failed: it gave no usable answer; missing: the account no longer has the app; denied: a
   * right is missing. In all but the first, these are the copies kept here.
   */
  readonly status: "current" | "kept" | "limited" | "failed" | "missing" | "denied"
  /** When the vendor's reviews of this app were last read, ISO 8601; null: never. */
  readonly asOf: string | null
  /** What is wrong, and what to do about it; null: nothing. */
  readonly message: string | null
}

export interface PlayReviewTheme {
  /** What it is. */
  readonly theme: string
  /** Praise or complaint. */
  readonly polarity: "positive" | "negative"
  /** How many reviews mention it. */
  readonly mentions: number
  /** In which words, the most frequent first. */
  readonly phrases: ReadonlyArray<string>
}

export interface PlayReviewVersion {
  /** Which of the two it was a version of. */
  readonly kind: "review" | "reply"
  /** 1 to 5; null with a reply. */
  readonly starRating: number | null
  /** Its title; null: none. */
  readonly title: string | null
  /** As it was then, in the language in which it was written. */
  readonly text: string
  /** When it was written, ISO 8601. */
  readonly lastModified: string
}

export interface PlaySearchTerm {
  /** What was searched for. */
  readonly term: string
  /** Visitors of the app's page who didn't have it. */
  readonly visitors: number | null
  /** Visitors who installed it. */
  readonly acquisitions: number | null
  /** Acquisitions by visitors of these days, 0 to 1. */
  readonly conversionRate: number | null
}

export interface PlaySearchTerms {
  /** Its package name. */
  readonly packageName: string
  /** First day, YYYY-MM-DD. */
  readonly from: string
  /** Last day, YYYY-MM-DD. */
  readonly to: string
  readonly items: ReadonlyArray<PlaySearchTerm>
  /** Last day that the store performance reports have. */
  readonly asOf: string | null
}

export interface PlaySource {
  /** What brought them, as the store names it. */
  readonly source: string
  /** Visitors of the app's page who didn't have it. */
  readonly visitors: number | null
  /** Visitors who installed it. */
  readonly acquisitions: number | null
  /** Acquisitions by visitors of these days, 0 to 1. */
  readonly conversionRate: number | null
}

export interface PlaySources {
  /** Its package name. */
  readonly packageName: string
  /** First day, YYYY-MM-DD. */
  readonly from: string
  /** Last day, YYYY-MM-DD. */
  readonly to: string
  readonly items: ReadonlyArray<PlaySource>
  /** Last day that the store performance reports have. */
  readonly asOf: string | null
}

export interface PlaySubscription {
  /** The product's id. */
  readonly productId: string
  /** Whether it's archived, and sold no more. */
  readonly archived: boolean
  readonly basePlans: ReadonlyArray<PlayBasePlan>
  readonly listings: ReadonlyArray<PlaySubscriptionListing>
}

export interface PlaySubscriptionListing {
  /** Language of the texts, BCP 47. */
  readonly locale: string
  /** Its name in this language. */
  readonly title: string | null
  /** Its description in this language. */
  readonly description: string | null
  /** What it promises, at most four. */
  readonly benefits: ReadonlyArray<string>
}

export interface PlaySubscriptions {
  readonly items: ReadonlyArray<PlaySubscription>
  /** How many are given. */
  readonly total: number
  /** Whether there are more, which are left out. */
  readonly truncated: boolean
}

export interface PlaySyncBegun {
  /** The run that reads them. */
  readonly taskRunId: string
}

export interface PlayTotals {
  /** Users who installed it and had it on no other device. Sum of the days. */
  readonly installs: number | null
  /** Users who removed it from all their devices. Sum of the days. */
  readonly uninstalls: number | null
  /** Devices that have it and were used within 30 days, on the last day. */
  readonly activeDevices: number | null
  /** Average rating, weighted by how many ratings a day had; null where the reports don't tell how many. */
  readonly ratingAvg: number | null
  /** Ratings; null where the reports don't tell. */
  readonly ratingCount: number | null
  /** Average of all ratings there ever were, on the last day. */
  readonly totalRatingAvg: number | null
  /** Crashes. Sum of the days. */
  readonly crashes: number | null
  /** Times it didn't respond. Sum of the days. */
  readonly anrs: number | null
  /**
   * Visitors of its page who didn't have it. Sum of the days; a day that the store performance reports lack is told
   * by the total store performance reports.
   */
  readonly storeListingVisitors: number | null
  /** Visitors who installed it. Sum of the days. */
  readonly storeListingAcquisitions: number | null
  /** Acquisitions by visitors, 0 to 1. */
  readonly conversionRate: number | null
  /** Null: no report of the store has first opens. */
  readonly firstOpens: null
  /** Null: no report of the store has monthly active users. */
  readonly mau: null
}

export interface PlayTrack {
  /** Its name, with its form factor where that isn't the phone. */
  readonly track: string
  readonly releases: ReadonlyArray<PlayRelease>
}

export interface PlayTrackRead {
  /** Its name, with its form factor where that isn't the phone. */
  readonly track: string
  readonly releases: ReadonlyArray<PlayRelease>
  /** When the vendor was asked, ISO 8601; at most a minute ago. */
  readonly asOf: string
}

export interface PlayTracks {
  readonly items: ReadonlyArray<PlayTrack>
  /** How many there are. */
  readonly total: number
  /** When the vendor was asked, ISO 8601; at most a minute ago. */
  readonly asOf: string
}

export interface PlayVitals {
  /** The app's package name. */
  readonly packageName: string
  /** The metric set's short name. */
  readonly metricSet: "crashRate" | "anrRate" | "errorCount" | "excessiveWakeupRate" | "stuckBackgroundWakelockRate" | "slowStartRate" | "slowRenderingRate" | "lmkRate" | "anonRssAndSwapMemoryUsage" | "bitmapMemoryUsage"
  /** Up to where the vendor has data, by period. */
  readonly freshness: ReadonlyArray<PlayFreshness>
  /** Null: no dates were given. */
  readonly window: PlayVitalsWindow | null
  /** Daily rows, oldest first; none without dates. */
  readonly items: ReadonlyArray<PlayVitalsRow>
  /** Whether there are more, which are left out. */
  readonly truncated: boolean
}

export interface PlayVitalsRow {
  /** The day it's about, in Los Angeles; null: it isn't about a day. */
  readonly date: string | null
  /** When its day, hour or window begins, ISO 8601. */
  readonly startsAt: string | null
  /** When that ends; a day of 23 or 25 hours is one, ISO 8601. */
  readonly endsAt: string | null
  /** The values of its dimensions, joined; null: it has none. */
  readonly label: string | null
  readonly dimensions: ReadonlyArray<PlayDimensionValue>
  /** Of the first metric. Null: the vendor tells none. */
  readonly value: number | null
  /** Of the first metric: lower bound of the confidence interval. Null: the vendor tells none. */
  readonly lower: number | null
  /** Of the first metric: upper bound of the confidence interval. Null: the vendor tells none. */
  readonly upper: number | null
  /** distinctUsers is rounded by the vendor, and can't be added up: over rows or days, users would count twice. */
  readonly metrics: ReadonlyArray<PlayMetricValue>
}

export interface PlayVitalsRows {
  /** The app's package name. */
  readonly packageName: string
  /** The metric set's short name. */
  readonly metricSet: "crashRate" | "anrRate" | "errorCount" | "excessiveWakeupRate" | "stuckBackgroundWakelockRate" | "slowStartRate" | "slowRenderingRate" | "lmkRate" | "anonRssAndSwapMemoryUsage" | "bitmapMemoryUsage"
  /** DAILY: days of America/Los_Angeles. HOURLY: hours of UTC. FULL_RANGE: the whole window as one value. */
  readonly period: "DAILY" | "HOURLY" | "FULL_RANGE"
  /** Of from and to. */
  readonly timeZone: string
  /** The first day, or hour, that was asked for. */
  readonly from: string
  /** The last day, or hour, that is in the answer; null: the vendor has none of the window yet. */
  readonly to: string | null
  /** Whether the window was cut off at what the vendor has: to is then its last. */
  readonly clamped: boolean
  /** Up to when the vendor has data of this period; null: of none, ISO 8601. */
  readonly freshUntil: string | null
  readonly items: ReadonlyArray<PlayVitalsRow>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
}

export interface PlayVitalsWindow {
  /** DAILY: days of America/Los_Angeles. HOURLY: hours of UTC. FULL_RANGE: the whole window as one value. */
  readonly period: "DAILY" | "HOURLY" | "FULL_RANGE"
  /** Of from and to. */
  readonly timeZone: string
  /** The first day, or hour, that was asked for. */
  readonly from: string
  /** The last day, or hour, that is in the answer; null: the vendor has none of the window yet. */
  readonly to: string | null
  /** Whether the window was cut off at what the vendor has: to is then its last. */
  readonly clamped: boolean
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "EDIT_IN_PROGRESS"
  | "REPLY_EXISTS"
  | "REPORT_TOO_LARGE"
  | "ROLLOUT_REFUSED"
