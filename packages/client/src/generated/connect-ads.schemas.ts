// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Change, WriteWarning } from "./contract.schemas.ts"
export type { Change, WriteWarning } from "./contract.schemas.ts"

export interface AdsAccount {
  /** Id of the ad account. Text: the vendor's ids are of up to 64 bits. */
  readonly id: string
  /** Its name at the vendor. */
  readonly name: string
  /** ISO 4217 code of all its money; null if the vendor didn't say. */
  readonly currency: string | null
  /** Its time zone, in which days are counted; null if the vendor didn't say. */
  readonly timeZone: string | null
}

export interface AdsAdGroup {
  /** Id of the ad group. Text: the vendor's ids are of up to 64 bits. */
  readonly id: string
  /** Its campaign. Text: the vendor's ids are of up to 64 bits. */
  readonly campaignId: string
  readonly name: string
  /** ENABLED or PAUSED, as its owner wants it. */
  readonly status: string
  /** The vendor's summary, such as RUNNING, PAUSED, ON_HOLD or LIMITED. */
  readonly displayStatus: string | null
  /** RUNNING or NOT_RUNNING. */
  readonly servingState: string | null
  /** Why it isn't running: the vendor's codes. */
  readonly servingStateReasons: ReadonlyArray<string>
  /** What limits its delivery: the vendor's codes. */
  readonly limitingReasons: ReadonlyArray<string>
  /** Highest bid for a tap where a keyword has none; null under an automatic strategy, which has no bids. */
  readonly defaultBidAmount: AdsMoney | null
  /** Its own, or its campaign's where it has none. */
  readonly bidStrategy: AdsBidStrategy | null
  /** Whether the vendor also finds search terms by itself. */
  readonly searchMatch: boolean | null
  readonly targeting: {
    /** Device classes; empty: all. */
    readonly devices: ReadonlyArray<string>
    readonly ages: {
      /** Years; null: no bound. */
      readonly min: number | null
      /** Years; null: no bound. */
      readonly max: number | null
    }
    /** Empty: all. */
    readonly genders: ReadonlyArray<string>
    /** Countries, regions and towns within the campaign's countries; empty: all. */
    readonly locations: ReadonlyArray<string>
  }
  /** When it starts, ISO 8601. */
  readonly startTime: string | null
  /** When it ends; null: never, ISO 8601. */
  readonly endTime: string | null
  /** When it was made, ISO 8601. */
  readonly createdAt: string | null
  /** When it was last changed, ISO 8601. */
  readonly modifiedAt: string | null
  readonly deleted: boolean
}

export interface AdsAdGroups {
  readonly items: ReadonlyArray<AdsAdGroup>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  readonly limit: number
  readonly offset: number
  /** Send it as `offset` to get the next page; null on the last page. */
  readonly nextOffset: number | null
}

export interface AdsAppReturn {
  readonly appId: string
  /** First day of spend. */
  readonly from: string
  /** Last day of spend, included. */
  readonly to: string
  /** 30 days after the last day of spend: proceeds count until then. */
  readonly day30: string
  /** The ad account's, in which days of spend are counted. */
  readonly timeZone: string | null
  /** On ads of the app from from to to; null if the vendor didn't say. */
  readonly spend: AdsMoney | null
  /** Installs through ads; null if the vendor didn't say. */
  readonly installs: number | null
  /** Spend per install; null without installs. */
  readonly avgCpi: AdsMoney | null
  readonly proceeds: {
    /** partial: day 30 isn't over, or some days aren't known. */
    readonly status: "measured" | "partial" | "not_measured"
    /** Why it isn't measured; null where it is. */
    readonly reason: string | null
    /** All that the app earned from from to day30, through ads or not; null where not measured. */
    readonly amount: AdsMoney | null
    /** The paywall provider's, in which days of proceeds are counted; null where not measured. */
    readonly timeZone: string | null
    /** True where the provider told no currency: taken for USD. */
    readonly currencyAssumed: boolean
    /** True where the provider didn't answer, and older figures are given. */
    readonly stale: boolean
  }
  /**
   * no: not even if ads brought all of the app's proceeds until day 30. possible: they would cover it; whether ads
   * brought them can't be told. Null: not measurable, or not yet.
   */
  readonly profitableAtDay30: "no" | "possible" | null
  /** Every day from from to day30. */
  readonly days: ReadonlyArray<AdsReturnDay>
  /**
   * Highest spend first, of the app's ten campaigns with the highest spend. Those folded by the vendor are left
   * out.
   */
  readonly terms: ReadonlyArray<AdsReturnTerm>
  /** How many terms there are in all. */
  readonly termsTotal: number
}

export interface AdsBidStrategy {
  /** MANUAL_CPT, or an automatic strategy such as MAX_CONVERSIONS. */
  readonly type: string
  /** What it bids for. */
  readonly goal: string | null
}

export interface AdsCampaign {
  /** Id of the campaign. Text: the vendor's ids are of up to 64 bits. */
  readonly id: string
  readonly name: string
  /** ENABLED or PAUSED, as its owner wants it. */
  readonly status: string
  /** The vendor's summary, such as RUNNING, PAUSED, ON_HOLD or LIMITED. */
  readonly displayStatus: string | null
  /** RUNNING or NOT_RUNNING. */
  readonly servingState: string | null
  /** Why it isn't running: the vendor's codes. */
  readonly servingStateReasons: ReadonlyArray<string>
  /** What limits its delivery: the vendor's codes. */
  readonly limitingReasons: ReadonlyArray<string>
  /** Where its ads show: ISO 3166-1 codes. */
  readonly countries: ReadonlyArray<string>
  /** Most that is spent per day; null if the vendor didn't say. */
  readonly dailyBudgetAmount: AdsMoney | null
  /** Null if the vendor didn't say. */
  readonly bidStrategy: AdsBidStrategy | null
  /** The app it promotes. */
  readonly appId: string | null
  /** What it promotes, as the vendor calls it. */
  readonly promotedObjectType: string | null
  /** When it starts, ISO 8601. */
  readonly startTime: string | null
  /** When it ends; null: never, ISO 8601. */
  readonly endTime: string | null
  /** When it was made, ISO 8601. */
  readonly createdAt: string | null
  /** When it was last changed, ISO 8601. */
  readonly modifiedAt: string | null
  readonly deleted: boolean
}

export interface AdsCampaigns {
  readonly items: ReadonlyArray<AdsCampaign>
  /** How many there are in all; null if the vendor didn't say. */
  readonly total: number | null
  readonly limit: number
  readonly offset: number
  /** Send it as `offset` to get the next page; null on the last page. */
  readonly nextOffset: number | null
}

export interface AdsChangedAdGroup {
  readonly adGroup: AdsAdGroup
  /** True for a preview: nothing was written. */
  readonly dryRun: boolean
  /** True where it was, or is, as asked: nothing is sent. */
  readonly unchanged: boolean
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<WriteWarning>
  /** Of a preview: send it back in the body, and the change is refused with PLAN_STALE if the state has moved on. */
  readonly planId: string | null
}

export interface AdsChangedCampaign {
  readonly campaign: AdsCampaign
  /** True for a preview: nothing was written. */
  readonly dryRun: boolean
  /** True where it was, or is, as asked: nothing is sent. */
  readonly unchanged: boolean
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<WriteWarning>
  /** Of a preview: send it back in the body, and the change is refused with PLAN_STALE if the state has moved on. */
  readonly planId: string | null
}

export interface AdsChangeHistory {
  /** Newest first. */
  readonly items: ReadonlyArray<AdsHistoryItem>
  /** Writes of ours that the vendor's history doesn't show, or not yet; null where this page isn't the whole window. */
  readonly unseen: ReadonlyArray<AdsOwnWrite> | null
  /** How many rows the vendor has; one that is about several things is several items. Null if it didn't say. */
  readonly total: number | null
  readonly limit: number
  readonly offset: number
  /** Send it as `offset` to get the next page; null on the last page. */
  readonly nextOffset: number | null
  /** First day of the window. */
  readonly from: string
  /** Last day, included. */
  readonly to: string
  /** The ad account's, in which days are counted. */
  readonly timeZone: string | null
  /** True where the last day isn't over. */
  readonly toIsPartial: boolean
}

export interface AdsConnection {
  /** Whether the saved credentials can be used. */
  readonly connected: boolean
  /**
   * degraded: it reads, and a right to write is missing. rejected: the vendor no longer accepts it, or it can't be
   * opened.
   */
  readonly state: "not_connected" | "connected" | "degraded" | "rejected"
  /** Null without a connection. */
  readonly clientId: string | null
  /** Null without a connection. */
  readonly teamId: string | null
  /** Null without a connection. */
  readonly keyId: string | null
  /** The ad account in use; null without a connection. */
  readonly adAccount: AdsAccount | null
  /** As the vendor calls them. */
  readonly roles: ReadonlyArray<string>
  /** False where all roles only read, and without a connection. */
  readonly canWrite: boolean
  /** When the vendor was last looked at, ISO 8601. */
  readonly lastVerifiedAt: string | null
  /** What is wrong with it, and what mends it. */
  readonly lastError: string | null
}

export interface AdsDisconnected {
  /** False when there was no connection. */
  readonly disconnected: boolean
}

export interface AdsHistoryChange {
  /** As the vendor calls it. */
  readonly field: string
  /** Values before; empty where there were none. */
  readonly from: ReadonlyArray<string>
  /** Values after. */
  readonly to: ReadonlyArray<string>
}

export interface AdsHistoryItem {
  /** When, by the vendor's clock, ISO 8601. */
  readonly at: string
  /** created, updated or deleted. */
  readonly event: string
  /** What was changed, as the vendor calls it. */
  readonly entityType: string
  /** Null if the vendor didn't say. */
  readonly entityId: string | null
  /** Its name now; null if the vendor didn't say. */
  readonly entityName: string | null
  /**
   * gateway: through here. api: through the vendor's API, but not through here. console: by a person in the
   * vendor's console. vendor: by its support.
   */
  readonly madeBy: "gateway" | "api" | "console" | "vendor" | "unknown"
  /** The vendor's id of who did it; null if it didn't say. */
  readonly userId: string | null
  /** Null where the vendor doesn't tell the fields, and past the 100th entry of an answer. */
  readonly changes: ReadonlyArray<AdsHistoryChange> | null
  /**
   * Our own record of it. The vendor doesn't tell which request an entry is from: it is the write of the same thing
   * that was sent within two minutes of it, and the nearest.
   */
  readonly journal: AdsOwnWrite | null
}

export interface AdsKeywordReport {
  readonly campaignId: string
  /** Highest spend first. */
  readonly rows: ReadonlyArray<AdsKeywordRow>
  /** Over all rows, not this page alone; null if the vendor didn't say. */
  readonly totals: AdsMetrics | null
  /** First day of the window. */
  readonly from: string
  /** Last day, included. */
  readonly to: string
  /** The ad account's, in which days are counted. */
  readonly timeZone: string | null
  /** True where the last day isn't over. */
  readonly toIsPartial: boolean
  readonly pagination: {
    /** Rows in all; null if the vendor didn't say. */
    readonly total: number | null
    readonly limit: number
    readonly offset: number
  }
  /** Send it as `offset` to get the next page; null on the last page. */
  readonly nextOffset: number | null
}

export interface AdsKeywordRow {
  /** Id of the keyword. Text: the vendor's ids are of up to 64 bits. */
  readonly keywordId: string
  readonly keyword: string
  /** EXACT or BROAD. */
  readonly matchType: string | null
  /** ENABLED or PAUSED. */
  readonly status: string | null
  /** Its ad group; null if the vendor didn't say. */
  readonly adGroupId: string | null
  /** Null: the ad group's default. */
  readonly bid: AdsMoney | null
  /** Times an ad was shown; null if the vendor didn't say. */
  readonly impressions: number | null
  /** Taps on an ad; null if the vendor didn't say. */
  readonly taps: number | null
  /** Taps per impression; null without impressions. */
  readonly ttr: number | null
  /** Installs after taps and after views; null if the vendor didn't say. */
  readonly installs: number | null
  /** Installs after a tap; null if the vendor didn't say. */
  readonly tapInstalls: number | null
  /** Installs by people new to the app; null if the vendor didn't say. */
  readonly newDownloads: number | null
  /** Installs by people who had it before; null if the vendor didn't say. */
  readonly redownloads: number | null
  /** What the taps cost; null if the vendor didn't say. */
  readonly spend: AdsMoney | null
  /** Spend per tap; null without taps. */
  readonly avgCpt: AdsMoney | null
  /** Spend per install; null without installs. */
  readonly avgCpi: AdsMoney | null
  /** Installs per tap; null without taps. */
  readonly conversionRate: number | null
  /** The vendor's suggestion; null where it has none. */
  readonly suggestedBid: AdsMoney | null
}

/** What the vendor didn't say is null. */
export interface AdsMetrics {
  /** Times an ad was shown; null if the vendor didn't say. */
  readonly impressions: number | null
  /** Taps on an ad; null if the vendor didn't say. */
  readonly taps: number | null
  /** Taps per impression; null without impressions. */
  readonly ttr: number | null
  /** Installs after taps and after views; null if the vendor didn't say. */
  readonly installs: number | null
  /** Installs after a tap; null if the vendor didn't say. */
  readonly tapInstalls: number | null
  /** Installs by people new to the app; null if the vendor didn't say. */
  readonly newDownloads: number | null
  /** Installs by people who had it before; null if the vendor didn't say. */
  readonly redownloads: number | null
  /** What the taps cost; null if the vendor didn't say. */
  readonly spend: AdsMoney | null
  /** Spend per tap; null without taps. */
  readonly avgCpt: AdsMoney | null
  /** Spend per install; null without installs. */
  readonly avgCpi: AdsMoney | null
  /** Installs per tap; null without taps. */
  readonly conversionRate: number | null
}

export interface AdsMoney {
  /** Decimal number as text. */
  readonly amount: string
  /** ISO 4217 code. */
  readonly currency: string
}

export interface AdsNegative {
  /** The negative keyword. */
  readonly text: string
  /** EXACT keeps the ads from this search alone. A broad one would also end searches of which nothing is known. */
  readonly matchType: "EXACT"
  /** adGroup: it was seen in one ad group alone, or brings installs in others. */
  readonly level: "campaign" | "adGroup"
  /** Null for the whole campaign. */
  readonly adGroupId: string | null
}

export interface AdsOwnWrite {
  /** Id in the journal of writes. */
  readonly id: string
  /** When it was sent, ISO 8601. */
  readonly at: string
  readonly campaignId: string
  /** Null for a change of the campaign itself. */
  readonly adGroupId: string | null
  readonly changes: ReadonlyArray<Change>
  /** False while it isn't known whether the vendor has it. */
  readonly known: boolean
  /** The API key that made it; null where none did. */
  readonly keyId: string | null
  /** The request that made it; null where none did. */
  readonly requestId: string | null
}

export interface AdsRaise {
  /** When it was sent, ISO 8601. */
  readonly at: string
  readonly field: "dailyBudgetAmount" | "defaultBidAmount"
  readonly campaignId: string
  /** Null for a campaign's budget. */
  readonly adGroupId: string | null
  /** Null where there was none. */
  readonly from: AdsMoney | null
  readonly to: AdsMoney
  readonly raisedBy: AdsMoney
  /** False while it isn't known whether the vendor has it; it counts until that is known. */
  readonly known: boolean
}

export interface AdsRaiseCap {
  /** Which raises it counts. */
  readonly field: "dailyBudgetAmount" | "defaultBidAmount"
  /** The last 60 minutes, or the last 24 hours. */
  readonly window: "hour" | "day"
  /** Most that may be raised by in all within the window; null: no cap. */
  readonly cap: AdsMoney | null
  /** What was raised by within the window. */
  readonly raised: AdsMoney | null
  /** What is left of the cap; null without one. */
  readonly left: AdsMoney | null
  /** When the oldest raise of the window no longer counts; null without one, ISO 8601. */
  readonly nextFreedAt: string | null
}

export interface AdsRaiseCaps {
  /** The ad account's; null if the vendor didn't say. */
  readonly currency: string | null
  readonly caps: ReadonlyArray<AdsRaiseCap>
  /** Raises through this gateway in the last 24 hours, newest first. Others' aren't counted. */
  readonly raises: ReadonlyArray<AdsRaise>
}

export interface AdsReturnDay {
  /** YYYY-MM-DD. */
  readonly day: string
  /** On ads of the app; null after the window, and if the vendor didn't say. */
  readonly spend: AdsMoney | null
  /** Through ads; null after the window, and if the vendor didn't say. */
  readonly installs: number | null
  /** All that the app earned that day, through ads or not, by the paywall connector; null where not known. */
  readonly proceeds: AdsMoney | null
}

export interface AdsReturnTerm {
  readonly searchTerm: string
  readonly taps: number
  readonly installs: number
  readonly spend: AdsMoney
  /** What an install must bring to pay for itself; null without installs. */
  readonly avgCpi: AdsMoney | null
  /**
   * proceeds.amount × installs of the term ÷ installs through ads of the app: what it brought if ads brought all
   * proceeds and each install the same. Null where not known.
   */
  readonly proceedsAtMost: AdsMoney | null
  /**
   * no: not even if ads brought all of the app's proceeds until day 30. possible: they would cover it; whether ads
   * brought them can't be told. Null: not measurable, or not yet.
   */
  readonly profitableAtDay30: "no" | "possible" | null
}

export interface AdsSearchTermReport {
  readonly campaignId: string
  /** Highest spend first. */
  readonly rows: ReadonlyArray<AdsSearchTermRow>
  /** Over all rows, not this page alone; null if the vendor didn't say. */
  readonly totals: AdsMetrics | null
  /** First day of the window. */
  readonly from: string
  /** Last day, included. */
  readonly to: string
  /** The ad account's, in which days are counted. */
  readonly timeZone: string | null
  /** True where the last day isn't over. */
  readonly toIsPartial: boolean
  readonly pagination: {
    /** Rows in all; null if the vendor didn't say. */
    readonly total: number | null
    readonly limit: number
    readonly offset: number
  }
  /** Send it as `offset` to get the next page; null on the last page. */
  readonly nextOffset: number | null
}

export interface AdsSearchTermRow {
  /** Null where the vendor folds terms of low volume. */
  readonly searchTerm: string | null
  readonly lowVolume: boolean
  /** auto: found by the vendor. targeted: matched a keyword. */
  readonly source: string | null
  /** The keyword that it matched; null where there is none. */
  readonly keyword: string | null
  /** Null without a keyword. */
  readonly keywordId: string | null
  /** Null without a keyword. */
  readonly matchType: string | null
  /** Its ad group; null if the vendor didn't say. */
  readonly adGroupId: string | null
  /** Times an ad was shown; null if the vendor didn't say. */
  readonly impressions: number | null
  /** Taps on an ad; null if the vendor didn't say. */
  readonly taps: number | null
  /** Taps per impression; null without impressions. */
  readonly ttr: number | null
  /** Installs after taps and after views; null if the vendor didn't say. */
  readonly installs: number | null
  /** Installs after a tap; null if the vendor didn't say. */
  readonly tapInstalls: number | null
  /** Installs by people new to the app; null if the vendor didn't say. */
  readonly newDownloads: number | null
  /** Installs by people who had it before; null if the vendor didn't say. */
  readonly redownloads: number | null
  /** What the taps cost; null if the vendor didn't say. */
  readonly spend: AdsMoney | null
  /** Spend per tap; null without taps. */
  readonly avgCpt: AdsMoney | null
  /** Spend per install; null without installs. */
  readonly avgCpi: AdsMoney | null
  /** Installs per tap; null without taps. */
  readonly conversionRate: number | null
}

export interface AdsWastedTerm {
  readonly searchTerm: string
  readonly taps: number
  /** Always 0. */
  readonly installs: number
  readonly spend: AdsMoney
  /**
   * How likely a term that converts as well as the whole campaign would have had no install after so many taps: (1
   * - installs per tap) ^ taps. Near 0: it's the term; near 1: wait for more taps. Null where the campaign's rate
   * isn't known.
   */
  readonly chanceOfNone: number | null
  /** Where it was seen. */
  readonly adGroupIds: ReadonlyArray<string>
  /** pause_keyword: a keyword of the campaign asks for exactly this term, so a negative would only fight with it. */
  readonly proposal: "negative" | "pause_keyword"
  /** Ready to be taken over; null where the keyword should be paused. */
  readonly negative: AdsNegative | null
  /** The keyword to pause; null otherwise. */
  readonly keywordId: string | null
}

export interface AdsWasteReport {
  readonly campaignId: string
  /** Highest spend first. */
  readonly terms: ReadonlyArray<AdsWastedTerm>
  /** How many terms there are in all. */
  readonly total: number
  /** Spend of all these terms, also of those past this list. */
  readonly wastedSpend: AdsMoney | null
  /**
   * Spend of rows without a term, which the vendor folds. What they brought can't be told by term; null where it
   * isn't known.
   */
  readonly lowVolumeSpend: AdsMoney | null
  /** Spend of the whole campaign in the window; null if the vendor didn't say. */
  readonly campaignSpend: AdsMoney | null
  /** False where the campaign has more rows than were read (20,000): those with the least spend are missing. */
  readonly complete: boolean
  readonly thresholds: {
    readonly minTaps: number
    readonly minSpend: string
  }
  /** First day of the window. */
  readonly from: string
  /** Last day, included. */
  readonly to: string
  /** The ad account's, in which days are counted. */
  readonly timeZone: string | null
  /** True where the last day isn't over. */
  readonly toIsPartial: boolean
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "AD_ACCOUNT_REQUIRED"
  | "RAISE_CAP_REACHED"
