// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Change, WriteWarning } from "./contract.schemas.ts"
export type { Change, WritePreview, WriteWarning } from "./contract.schemas.ts"

export interface ConsoleAppliedPricePlan {
  /** The plan that is applied; send it again to go on with it. */
  readonly planId: string
  /** Each territory, the base first. */
  readonly rows: ReadonlyArray<ConsolePlanRow>
  /** Territories that aren't written yet: send the same body again until it's 0. */
  readonly left: number
  /** What the vendor said to the territory that it refused; null: nothing stopped it. */
  readonly stoppedBy: string | null
}

export interface ConsoleAvailabilityPage {
  /** Id of the availability, which is that of the app; null where the app has none yet. */
  readonly id: string | null
  /** Whether it comes to territories that the vendor adds; null if the vendor didn't say. */
  readonly availableInNewTerritories: boolean | null
  /** 50 to a page. */
  readonly territoryAvailabilities: ReadonlyArray<ConsoleTerritoryAvailability>
  /** How many there are; null if the vendor didn't say. */
  readonly total: number | null
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
}

export interface ConsoleConsent {
  /** Whom the store may ask whether they agree to the price. */
  readonly asked: "nobody" | "existing_subscribers"
  /** Who pays what from when, and what becomes of those who don't agree. */
  readonly explanation: string
}

export interface ConsoleCountries {
  /** The app's numeric store id. */
  readonly appId: string
  /** First day, YYYY-MM-DD. */
  readonly from: string
  /** Last day, included, YYYY-MM-DD. */
  readonly to: string
  /** Days of the window of which anything is measured. */
  readonly measuredDays: number
  /** Most first downloads first. */
  readonly items: ReadonlyArray<ConsoleCountry>
}

export interface ConsoleCountry {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** Downloads by who never had the app; null: not measured. */
  readonly firstDownloads: number | null
  /** Downloads by who had it before; null: not measured. */
  readonly redownloads: number | null
  /** Updates; null: not measured. */
  readonly updates: number | null
  /** Purchases and renewals inside of the app; refunds count against them; null: not measured. */
  readonly inAppPurchases: number | null
  /** Installations on devices whose owners share analytics; null: not measured. */
  readonly installs: number | null
  /** Deletions from such devices; null: not measured. */
  readonly deletions: number | null
  /** What the owner earns after the store's share, by currency; nothing is converted. null: not measured. */
  readonly proceeds: ReadonlyArray<{
    /** ISO 4217 code. */
    readonly currency: string
    /** Decimal text. */
    readonly amount: string
  }> | null
  /**
   * Who counted downloads. analytics leaves small numbers out, and counts where there are no sales reports. null:
   * nobody.
   */
  readonly downloadsFrom: "sales" | "analytics" | null
}

export interface ConsoleDay {
  /** The day, in the store's own time zone, YYYY-MM-DD. */
  readonly day: string
  /** Downloads by who never had the app; null: not measured. */
  readonly firstDownloads: number | null
  /** Downloads by who had it before; null: not measured. */
  readonly redownloads: number | null
  /** Updates; null: not measured. */
  readonly updates: number | null
  /** Purchases and renewals inside of the app; refunds count against them; null: not measured. */
  readonly inAppPurchases: number | null
  /** Installations on devices whose owners share analytics; null: not measured. */
  readonly installs: number | null
  /** Deletions from such devices; null: not measured. */
  readonly deletions: number | null
  /** What the owner earns after the store's share, by currency; nothing is converted. null: not measured. */
  readonly proceeds: ReadonlyArray<{
    /** ISO 4217 code. */
    readonly currency: string
    /** Decimal text. */
    readonly amount: string
  }> | null
  /**
   * Who counted downloads. analytics leaves small numbers out, and counts where there are no sales reports. null:
   * nobody.
   */
  readonly downloadsFrom: "sales" | "analytics" | null
}

export interface ConsoleDays {
  /** The app's numeric store id. */
  readonly appId: string
  /** First day, YYYY-MM-DD. */
  readonly from: string
  /** Last day, included, YYYY-MM-DD. */
  readonly to: string
  /** The country that was asked for; null: all. */
  readonly country: string | null
  /** Each day of the window, oldest first. */
  readonly items: ReadonlyArray<ConsoleDay>
}

export interface ConsoleDisconnected {
  /** False when there was no connection. */
  readonly disconnected: boolean
}

export interface ConsoleIap {
  /** Id of the in-app purchase at the vendor. */
  readonly id: string
  /** Reference name; null if the vendor didn't say. */
  readonly name: string | null
  /** Product id, fixed once it is made; null if the vendor didn't say. */
  readonly productId: string | null
  /** CONSUMABLE, NON_CONSUMABLE or NON_RENEWING_SUBSCRIPTION; null if the vendor didn't say. */
  readonly inAppPurchaseType: string | null
  /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
  readonly state: string | null
  /** Note for the vendor's review; null if the vendor didn't say. */
  readonly reviewNote: string | null
  /** Whether a family may share it; null if the vendor didn't say. */
  readonly familySharable: boolean | null
  /** Whether the vendor hosts content of it; null if the vendor didn't say. */
  readonly contentHosting: boolean | null
}

export interface ConsoleIaps {
  readonly items: ReadonlyArray<ConsoleIap>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  /** Whether there are more than are listed here. */
  readonly truncated: boolean
}

export interface ConsoleImports {
  /**
   * sales: the daily sales reports. The others are the analytics reports of each app; engagement: who looked at its
   * page.
   */
  readonly source: "sales" | "downloads" | "installations" | "engagement"
  /** Files that were read, and days on which the vendor says that nothing was sold. */
  readonly imported: number
  /** Files that the vendor doesn't have yet. */
  readonly waiting: number
  /** Files that couldn't be read; each sync tries them again. */
  readonly failed: number
  /** Rows that aren't understood, and count nowhere. */
  readonly skippedRows: number
  /** The newest day of a sales report, or on which an analytics report was made; null: none. */
  readonly lastDay: string | null
  /** When a file of it was last looked at, ISO 8601; null: never. */
  readonly lastAt: string | null
  /** What is wrong with the last one that couldn't be read; null: nothing. */
  readonly problem: string | null
}

export interface ConsoleLocalization {
  /** Id of the localization at the vendor. */
  readonly id: string
  /** Id of the in-app purchase or subscription that it belongs to; null if the vendor didn't say. */
  readonly parentId: string | null
  /** Id of the version that it hangs on; null where localizations don't hang on versions. */
  readonly versionId: string | null
  /** Language and region; null if the vendor didn't say. */
  readonly locale: string | null
  /** Name that customers see; null if the vendor didn't say. */
  readonly name: string | null
  /** Description that customers see; null if the vendor didn't say. */
  readonly description: string | null
  /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
  readonly state: string | null
}

export interface ConsoleLocalizations {
  readonly items: ReadonlyArray<ConsoleLocalization>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  /** Whether there are more than are listed here. */
  readonly truncated: boolean
}

export interface ConsoleMadeChange {
  /** Its id in the journal. */
  readonly id: string
  /** What was done to what. */
  readonly kind: string
  /** What it was done to, with its id at the vendor. */
  readonly target: string
  /** When it was sent, or planned where it wasn't, ISO 8601. */
  readonly at: string
  /**
   * applied: the vendor has it. absent: it wasn't done. unknown: nobody knows yet; repeat it with its
   * Idempotency-Key.
   */
  readonly outcome: "applied" | "absent" | "unknown"
  /** What it was to change, field by field. */
  readonly changes: ReadonlyArray<Change>
  /** Whether it can be taken back, as far as the journal tells; the vendor isn't asked. */
  readonly undoable: boolean
  /** Why it can't be taken back; null where it can. */
  readonly whyNot: string | null
  /** The API key that made it; null where none did. */
  readonly keyId: string | null
  /** The request that made it; null where none did. */
  readonly requestId: string | null
}

export interface ConsoleMadeChanges {
  /** Newest first. */
  readonly items: ReadonlyArray<ConsoleMadeChange>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
}

export interface ConsolePlanRow {
  /** Three-letter code of the territory. */
  readonly territory: string
  /** ISO 4217 code of its amounts; null if the vendor didn't say. */
  readonly currency: string | null
  /** What customers pay there now; null: nothing that is known. */
  readonly current: string | null
  /** What the vendor works out from the base territory's price. */
  readonly equalized: string | null
  /** What customers are to pay, after rounding; of an excepted territory, what the vendor works out. */
  readonly planned: string | null
  /** The planned price's point. */
  readonly pricePointId: string
  /** From current to planned. unknown: the currencies differ, or an amount isn't told. */
  readonly move: "raise" | "lower" | "same" | "new" | "unknown"
  /**
   * planned: of a preview. set: the vendor has it. unchanged: it was so already. excepted: it stays as it is. left:
   * not written yet; send the same body again. refused: the vendor refused it, and stopped the plan.
   */
  readonly result: "planned" | "set" | "unchanged" | "excepted" | "left" | "refused"
}

export interface ConsolePrice {
  /** Id of the price at the vendor. */
  readonly id: string
  /** Its price point; null if the vendor didn't say. */
  readonly pricePointId: string | null
  /** Three-letter code of the territory; null if the vendor didn't say. */
  readonly territory: string | null
  /** ISO 4217 code of its amounts; null if the vendor didn't say. */
  readonly currency: string | null
  /** What customers pay, as decimal text; null if the vendor didn't say. */
  readonly customerPrice: string | null
  /** What the owner gets of it, as decimal text; null if the vendor didn't say. */
  readonly proceeds: string | null
  /**
   * What the owner gets of a subscription after a subscriber's first year, as decimal text; null for what isn't a
   * subscription.
   */
  readonly proceedsYear2: string | null
  /** First day on which it holds; null: from the beginning, YYYY-MM-DD. */
  readonly startDate: string | null
  /** Day from which it no longer holds; null: none is set, YYYY-MM-DD. */
  readonly endDate: string | null
  /** As of today, UTC. */
  readonly status: "past" | "current" | "future"
  /**
   * Whether it was set by hand; false where the vendor derived it from the base territory's; null if the vendor
   * didn't say.
   */
  readonly manual: boolean | null
}

/** What the plan would do. Nothing was written. */
export interface ConsolePricePlanPreview {
  readonly dryRun: true
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<WriteWarning>
  /** Send it back in the body: the write is then refused with PLAN_STALE if the state has changed. */
  readonly planId: string
  /** Each territory, the base first. */
  readonly rows: ReadonlyArray<ConsolePlanRow>
}

export interface ConsolePricePoint {
  /** Opaque; send it as pricePointId. */
  readonly id: string
  /** Three-letter code of the territory; null if the vendor didn't say. */
  readonly territory: string | null
  /** ISO 4217 code of its amounts; null if the vendor didn't say. */
  readonly currency: string | null
  /** What customers pay, as decimal text; null if the vendor didn't say. */
  readonly customerPrice: string | null
  /** What the owner gets of it, as decimal text; null if the vendor didn't say. */
  readonly proceeds: string | null
  /**
   * What the owner gets of a subscription after a subscriber's first year, as decimal text; null for what isn't a
   * subscription.
   */
  readonly proceedsYear2: string | null
}

export interface ConsolePricePoints {
  /** Territory whose points these are. */
  readonly territory: string
  /**
   * Who chose it. query: the request. schedule: it's the base territory of the price schedule. default: there is
   * none, so USA.
   */
  readonly territoryFrom: "query" | "schedule" | "default"
  /** In the vendor's order. */
  readonly items: ReadonlyArray<ConsolePricePoint>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  /** Whether there are more than are listed here. */
  readonly truncated: boolean
}

export interface ConsolePriceSchedule {
  /** Id of the schedule; null where there is none yet. */
  readonly id: string | null
  /** Territory from whose price the automatic ones follow; null if the vendor didn't say. */
  readonly baseTerritory: string | null
  /** Prices that were set by hand. */
  readonly manualPrices: ReadonlyArray<ConsolePrice>
  /** Prices that the vendor derived from the base territory's. */
  readonly automaticPrices: ReadonlyArray<ConsolePrice>
  /** Whether there are more prices than are listed. */
  readonly truncated: boolean
}

export interface ConsoleReviewScreenshot {
  /** Id of the screenshot at the vendor. */
  readonly id: string
  /** Name of its file; null if the vendor didn't say. */
  readonly fileName: string | null
  /** Bytes of its file; null if the vendor didn't say. */
  readonly fileSize: number | null
  /** MD5 of its file, in hex; null if the vendor didn't say. */
  readonly checksum: string | null
  /**
   * AWAITING_UPLOAD, UPLOAD_COMPLETE while the vendor still looks at it, COMPLETE, FAILED, or one that is newer
   * than this gateway; null if the vendor didn't say.
   */
  readonly state: string | null
  /** What the vendor found wrong with it. */
  readonly problems: ReadonlyArray<string>
  /** Address of the image at the vendor, with {w}, {h} and {f} to fill in; null if the vendor didn't say. */
  readonly templateUrl: string | null
  /** Pixels; null if the vendor didn't say. */
  readonly width: number | null
  /** Pixels; null if the vendor didn't say. */
  readonly height: number | null
}

export interface ConsoleReviewScreenshotOf {
  /** null: there is none. */
  readonly screenshot: ConsoleReviewScreenshot | null
}

export interface ConsoleSavedConnection {
  /** Whether the saved key can be used. */
  readonly connected: boolean
  /** degraded: it works, and a right is missing. rejected: the vendor no longer accepts it, or it can't be opened. */
  readonly state: "not_connected" | "connected" | "degraded" | "rejected"
  /** Null without a connection. */
  readonly issuerId: string | null
  /** Null without a connection. */
  readonly keyId: string | null
  /** Under which sales are read; null: they aren't. */
  readonly vendorNumber: string | null
  /** Whether analytics reports are read; null without a connection. */
  readonly analytics: boolean | null
  /** Whether this account's estimates are corrected by them; null without a connection. */
  readonly correctEstimates: boolean | null
  /** Roles that the key lacks, as the vendor names them. */
  readonly missingRights: ReadonlyArray<string>
  /** When it was connected, ISO 8601; null: never. */
  readonly connectedAt: string | null
  /** When the vendor was last looked at, ISO 8601; null: never. */
  readonly lastVerifiedAt: string | null
  /** What is wrong with it, and what fixes it; null: nothing. */
  readonly lastError: string | null
  /** What was read so far; empty before the first sync. */
  readonly imports: ReadonlyArray<ConsoleImports>
}

export interface ConsoleScheduledPrice {
  /** Three-letter code of the territory. */
  readonly territory: string
  /** Opaque; from a price-points read. */
  readonly pricePointId: string
  /** First day on which it holds; null: now, YYYY-MM-DD. */
  readonly startDate: string | null
}

export interface ConsoleScheduleEntry {
  /** Three-letter code of the territory. */
  readonly territory: string
  /** Opaque; from a price-points read. */
  readonly pricePointId: string
  /** First day on which it holds; null: now, YYYY-MM-DD. */
  readonly startDate: string | null
  /** What customers pay, as decimal text; null if the vendor didn't say. */
  readonly customerPrice: string | null
  /** ISO 4217 code of its amounts; null if the vendor didn't say. */
  readonly currency: string | null
}

/** What the write would do. Nothing was written. */
export interface ConsoleSchedulePreview {
  readonly dryRun: true
  /**
   * baseTerritory, and manual prices as prices.USA or prices.USA.2027-01-15: from null it comes, to null it goes,
   * else one takes the other's place.
   */
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<WriteWarning>
  /** Send it back in the body: the write is then refused with PLAN_STALE if the state has changed. */
  readonly planId: string
  /** Manual prices that stay as they are. */
  readonly stays: ReadonlyArray<ConsoleScheduleEntry>
}

export interface ConsoleSubscription {
  /** Id of the subscription at the vendor. */
  readonly id: string
  /** Id of its group; null if the vendor didn't say. */
  readonly groupId: string | null
  /** Reference name; null if the vendor didn't say. */
  readonly name: string | null
  /** Product id, fixed once it is made; null if the vendor didn't say. */
  readonly productId: string | null
  /** ONE_WEEK to ONE_YEAR; null if the vendor didn't say. */
  readonly subscriptionPeriod: string | null
  /** Level in its group, 1 the highest; null if the vendor didn't say. */
  readonly groupLevel: number | null
  /** Whether a family may share it; null if the vendor didn't say. */
  readonly familySharable: boolean | null
  /** Note for the vendor's review; null if the vendor didn't say. */
  readonly reviewNote: string | null
  /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
  readonly state: string | null
}

export interface ConsoleSubscriptionDetail {
  /** Id of the subscription at the vendor. */
  readonly id: string
  /** Id of its group; null if the vendor didn't say. */
  readonly groupId: string | null
  /** Reference name; null if the vendor didn't say. */
  readonly name: string | null
  /** Product id, fixed once it is made; null if the vendor didn't say. */
  readonly productId: string | null
  /** ONE_WEEK to ONE_YEAR; null if the vendor didn't say. */
  readonly subscriptionPeriod: string | null
  /** Level in its group, 1 the highest; null if the vendor didn't say. */
  readonly groupLevel: number | null
  /** Whether a family may share it; null if the vendor didn't say. */
  readonly familySharable: boolean | null
  /** Note for the vendor's review; null if the vendor didn't say. */
  readonly reviewNote: string | null
  /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
  readonly state: string | null
  readonly prices: ConsoleSubscriptionPrices
}

export interface ConsoleSubscriptionGroup {
  /** Id of the subscription group at the vendor. */
  readonly id: string
  /** Reference name; null if the vendor didn't say. */
  readonly referenceName: string | null
}

export interface ConsoleSubscriptionGroups {
  readonly items: ReadonlyArray<ConsoleSubscriptionGroup>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  /** Whether there are more than are listed here. */
  readonly truncated: boolean
}

export interface ConsoleSubscriptionPrice {
  /** Id of the price at the vendor. */
  readonly id: string
  /** Its price point; null if the vendor didn't say. */
  readonly pricePointId: string | null
  /** Three-letter code of the territory; null if the vendor didn't say. */
  readonly territory: string | null
  /** ISO 4217 code of its amounts; null if the vendor didn't say. */
  readonly currency: string | null
  /** What customers pay, as decimal text; null if the vendor didn't say. */
  readonly customerPrice: string | null
  /** What the owner gets of it, as decimal text; null if the vendor didn't say. */
  readonly proceeds: string | null
  /**
   * What the owner gets of a subscription after a subscriber's first year, as decimal text; null for what isn't a
   * subscription.
   */
  readonly proceedsYear2: string | null
  /** First day on which it holds; null: from the beginning, YYYY-MM-DD. */
  readonly startDate: string | null
  /** Day from which it no longer holds; null: none is set, YYYY-MM-DD. */
  readonly endDate: string | null
  /** As of today, UTC. */
  readonly status: "past" | "current" | "future"
  /** Whether it is what those still pay who subscribed before a change; null if the vendor didn't say. */
  readonly preserved: boolean | null
  /** UPFRONT or MONTHLY, where the vendor tells plans apart; else null. */
  readonly planType: string | null
}

/** What the write would do. Nothing was written. */
export interface ConsoleSubscriptionPricePreview {
  readonly dryRun: true
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<WriteWarning>
  /** Send it back in the body: the write is then refused with PLAN_STALE if the state has changed. */
  readonly planId: string
  readonly consent: ConsoleConsent
}

/** Current and future prices; past ones are left out. */
export interface ConsoleSubscriptionPrices {
  readonly items: ReadonlyArray<ConsoleSubscriptionPrice>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  /** Whether there are more than are listed here. */
  readonly truncated: boolean
}

export interface ConsoleSubscriptions {
  readonly items: ReadonlyArray<ConsoleSubscription>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  /** Whether there are more than are listed here. */
  readonly truncated: boolean
}

export interface ConsoleTerritoryAvailability {
  /** Opaque id of the availability in one territory. */
  readonly id: string
  /** Three-letter code of the territory; null if the vendor didn't say. */
  readonly territory: string | null
  /** Whether it is sold there; null if the vendor didn't say. */
  readonly available: boolean | null
  /** Day of its release there; null: none is set, YYYY-MM-DD. */
  readonly releaseDate: string | null
  /** Whether it can be ordered before its release; null if the vendor didn't say. */
  readonly preOrderEnabled: boolean | null
  /** Day from which it can be ordered; null: none is set, YYYY-MM-DD. */
  readonly preOrderPublishDate: string | null
  /** The vendor's reasons and states, such as AVAILABLE or MISSING_RATING. */
  readonly contentStatuses: ReadonlyArray<string>
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "NOT_UNDOABLE"
