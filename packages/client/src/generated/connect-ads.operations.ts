// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./connect-ads.schemas.ts"

export interface ConnectAdsConnectInput {
  /** Client id, shown by the vendor beside the uploaded public key. */
  readonly clientId: string
  /** Team id, shown there too. */
  readonly teamId: string
  /** Key id, shown there too. */
  readonly keyId: string
  /** The private half of the key pair: P-256, PKCS#8 or SEC1, as PEM or base64. */
  readonly privateKey: string
  /** Which ad account to use. Needed only where the credentials reach several. */
  readonly adAccountId?: string | undefined
}

export interface ConnectAdsCampaignsInput {
  /** At most this many campaigns, 1 to 1000. Default 50. */
  readonly limit?: number | undefined
  /** Number of campaigns to skip, 0 to 1000000: the previous page's nextOffset. Default 0. */
  readonly offset?: number | undefined
}

export interface ConnectAdsUpdateCampaignInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId: string | number
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** PAUSED stops delivery. ENABLED ends a pause, and mends nothing else. */
  readonly status?: "ENABLED" | "PAUSED" | undefined
  /** New name. */
  readonly name?: string | undefined
  readonly dailyBudgetAmount?: {
    /** Decimal number above 0 as text, at most two decimals. */
    readonly amount: string
    /** ISO 4217 code: the ad account's. */
    readonly currency: string
  } | undefined
  /** Must be true for a budget or bid of more than 3 times the current one (the operator may set another factor). */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectAdsAdGroupsInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId: string | number
  /** At most this many ad groups, 1 to 1000. Default 50. */
  readonly limit?: number | undefined
  /** Number of ad groups to skip, 0 to 1000000: the previous page's nextOffset. Default 0. */
  readonly offset?: number | undefined
}

export interface ConnectAdsUpdateAdGroupInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId: string | number
  /** Ad group id from the list of its campaign's ad groups. */
  readonly adGroupId: string | number
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** PAUSED stops delivery. ENABLED ends a pause, and mends nothing else. */
  readonly status?: "ENABLED" | "PAUSED" | undefined
  /** New name. */
  readonly name?: string | undefined
  readonly defaultBidAmount?: {
    /** Decimal number above 0 as text, at most two decimals. */
    readonly amount: string
    /** ISO 4217 code: the ad account's. */
    readonly currency: string
  } | undefined
  /** Must be true for a budget or bid of more than 3 times the current one (the operator may set another factor). */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectAdsKeywordReportInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId: string | number
  /** First day, YYYY-MM-DD, in the ad account's time zone. Send it together with to. */
  readonly from?: string | undefined
  /** Last day, included. Send it together with from. */
  readonly to?: string | undefined
  /** Days that end today, in place of from and to. Default 30. */
  readonly days?: number | undefined
  /** At most this many rows, 1 to 200. Default 50. */
  readonly limit?: number | undefined
  /** Number of rows to skip, 0 to 1000000: the previous page's nextOffset. Default 0. */
  readonly offset?: number | undefined
}

export interface ConnectAdsSearchTermReportInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId: string | number
  /** First day, YYYY-MM-DD, in the ad account's time zone. Send it together with to. */
  readonly from?: string | undefined
  /** Last day, included. Send it together with from. */
  readonly to?: string | undefined
  /** Days that end today, in place of from and to. Default 30. */
  readonly days?: number | undefined
  /** At most this many rows, 1 to 200. Default 50. */
  readonly limit?: number | undefined
  /** Number of rows to skip, 0 to 1000000: the previous page's nextOffset. Default 0. */
  readonly offset?: number | undefined
}

export interface ConnectAdsWasteInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId: string | number
  /** First day, YYYY-MM-DD, in the ad account's time zone. Send it together with to. */
  readonly from?: string | undefined
  /** Last day, included. Send it together with from. */
  readonly to?: string | undefined
  /** Days that end today, in place of from and to. Default 30. */
  readonly days?: number | undefined
  /** Fewest taps a term must have had without an install. Default 10. */
  readonly minTaps?: number | undefined
  /** Least it must have cost, as a decimal number in the ad account's currency. Default 0: anything. */
  readonly minSpend?: string | undefined
  /** At most this many terms, 1 to 1000. Default 100. */
  readonly limit?: number | undefined
}

export interface ConnectAdsHistoryInput {
  /** Campaign id from the list of campaigns. */
  readonly campaignId?: string | number | undefined
  /** First day, YYYY-MM-DD, in the ad account's time zone. Send it together with to. */
  readonly from?: string | undefined
  /** Last day, included. Send it together with from. */
  readonly to?: string | undefined
  /** Days that end today, in place of from and to. Default 7. */
  readonly days?: number | undefined
  /** At most this many rows, 1 to 100. Default 25. */
  readonly limit?: number | undefined
  /** Number of rows to skip, 0 to 1000000: the previous page's nextOffset. Default 0. */
  readonly offset?: number | undefined
}

export interface ConnectAdsAppReturnInput {
  /** The app that campaigns promote: appId of a campaign. */
  readonly appId: string | number
  /**
   * First day of spend, YYYY-MM-DD, in the ad account's time zone. Send it together with to. The vendor tells days
   * for 90 days.
   */
  readonly from?: string | undefined
  /** Last day of spend, included: one that is over. */
  readonly to?: string | undefined
  /** Days of spend that end 31 days ago, so that day 30 is over, in place of from and to. Default 30. */
  readonly days?: number | undefined
  /** At most this many terms, 1 to 500. Default 50. */
  readonly limit?: number | undefined
}

export interface ConnectAds {
  /**
   * Connect search ads.
   *
   * Verifies the credentials with the vendor, then saves them encrypted in place of older ones, and begins to copy
   * spend by day. If the vendor refuses them, nothing changes. Keys are never shown again.
   *
   * Costs no credits. `POST /v1/connect/storea-ads/credentials`
   */
  readonly connect: Operation<ConnectAdsConnectInput, S.AdsConnection>
  /**
   * Disconnect search ads.
   *
   * Deletes the saved credentials, ends their tokens, and deletes the daily copy of spend that is kept here.
   * Nothing changes at the vendor.
   *
   * Costs no credits. `DELETE /v1/connect/storea-ads/credentials`
   */
  readonly disconnect: Operation<NoInput, S.AdsDisconnected>
  /**
   * Status of the search ads connection.
   *
   * Which ad account is connected, what its credentials may do, and what is wrong with them. Doesn't ask the
   * vendor.
   *
   * Costs no credits. `GET /v1/connect/storea-ads/credentials/status`
   */
  readonly status: Operation<NoInput, S.AdsConnection>
  /**
   * Search ads campaigns.
   *
   * The connected ad account's campaigns for apps: state, why one isn't running, countries, daily budget and
   * strategy. At most a minute old.
   *
   * Costs 1 general credit. `GET /v1/connect/storea-ads/campaigns`
   */
  readonly campaigns: PagedOperation<ConnectAdsCampaignsInput, S.AdsCampaigns, S.AdsCampaign>
  /**
   * Change a campaign.
   *
   * Pauses, enables or renames a campaign, or sets its daily budget. This spends real money. It sends only what
   * differs, in one request, and answers with what it then reads. A large raise needs confirm: true, and raises are
   * capped per hour and day; dryRun=true shows the changes without making them.
   *
   * Costs 1 general credit. `PUT /v1/connect/storea-ads/campaigns/{campaignId}`
   */
  readonly updateCampaign: Operation<ConnectAdsUpdateCampaignInput, S.AdsChangedCampaign>
  /**
   * Ad groups of a campaign.
   *
   * A campaign's ad groups: state, default bid, search match, targeting. At most a minute old.
   *
   * Costs 1 general credit. `GET /v1/connect/storea-ads/campaigns/{campaignId}/adgroups`
   */
  readonly adGroups: PagedOperation<ConnectAdsAdGroupsInput, S.AdsAdGroups, S.AdsAdGroup>
  /**
   * Change an ad group.
   *
   * Pauses, enables or renames an ad group, or sets its default bid. This spends real money. Under an automatic
   * strategy there is no default bid. A large raise needs confirm: true, and raises are capped per hour and day;
   * dryRun=true shows the changes without making them.
   *
   * Costs 1 general credit. `PUT /v1/connect/storea-ads/campaigns/{campaignId}/adgroups/{adGroupId}`
   */
  readonly updateAdGroup: Operation<ConnectAdsUpdateAdGroupInput, S.AdsChangedAdGroup>
  /**
   * Caps on raises, and what is used of them.
   *
   * By how much budgets and bids of the ad account may be raised within an hour and within 24 hours, what was
   * raised, and when there is room again. Counted over the journal of changes made through here. Doesn't ask the
   * vendor.
   *
   * Costs no credits. `GET /v1/connect/storea-ads/raises`
   */
  readonly raises: Operation<NoInput, S.AdsRaiseCaps>
  /**
   * Keyword report of a campaign.
   *
   * What each targeting keyword brought and cost, with its bid and the vendor's suggestion. Highest spend first,
   * with totals over all rows. Days are those of the ad account's time zone; without from and to, the days that end
   * today, whose figures aren't final.
   *
   * Costs 1 general credit. `POST /v1/connect/storea-ads/campaigns/{campaignId}/reports/keywords`
   */
  readonly keywordReport: Operation<ConnectAdsKeywordReportInput, S.AdsKeywordReport>
  /**
   * Search term report of a campaign.
   *
   * What people searched for when they saw the ads, and what that brought and cost. The vendor folds terms of low
   * volume into rows without a term. Highest spend first, with totals over all rows. Days are those of the ad
   * account's time zone; without from and to, the days that end today, whose figures aren't final.
   *
   * Costs 1 general credit. `POST /v1/connect/storea-ads/campaigns/{campaignId}/reports/searchterms`
   */
  readonly searchTermReport: Operation<ConnectAdsSearchTermReportInput, S.AdsSearchTermReport>
  /**
   * Search terms that cost and bring nothing.
   *
   * Search terms of a campaign with spend and no install, each with a negative keyword to take over, or the keyword
   * to pause, and what they cost together. Terms that the vendor folds for low volume are never proposed. Nothing
   * is changed or sent to the vendor.
   *
   * Costs 1 general credit. `GET /v1/connect/storea-ads/campaigns/{campaignId}/waste`
   */
  readonly waste: Operation<ConnectAdsWasteInput, S.AdsWasteReport>
  /**
   * Who changed what in the ad account.
   *
   * The vendor's change history with the fields of each change and who made it: through here (with our journal's
   * record of it), through another API client, in the vendor's console, or the vendor's support. Also what our
   * journal has and the history doesn't show. Reaches back about 6 months.
   *
   * Costs 1 general credit. `GET /v1/connect/storea-ads/changes`
   */
  readonly history: PagedOperation<ConnectAdsHistoryInput, S.AdsChangeHistory, S.AdsHistoryItem>
  /**
   * Spend on an app's ads beside its proceeds.
   *
   * What ads of an app cost by day and by search term, beside what the app earned until 30 days later by the
   * connected paywall provider. Proceeds are known by app and day alone, so it tells what can't have been
   * profitable at day 30, and never claims that ads brought the proceeds. Without a paywall connection proceeds are
   * null.
   *
   * Costs 1 general credit. `GET /v1/connect/storea-ads/apps/{appId}/return`
   */
  readonly appReturn: Operation<ConnectAdsAppReturnInput, S.AdsAppReturn>
}

export interface Operations {
  readonly connectAds: ConnectAds
}

export const operations = (bind: Bind): Operations => ({
  connectAds: {
    connect: bind.operation({ method: "POST", path: "/v1/connect/storea-ads/credentials", access: "key", body: ["clientId", "teamId", "keyId", "privateKey", "adAccountId"] }),
    disconnect: bind.operation({ method: "DELETE", path: "/v1/connect/storea-ads/credentials", access: "key" }),
    status: bind.operation({ method: "GET", path: "/v1/connect/storea-ads/credentials/status", access: "key" }),
    campaigns: bind.paged({ method: "GET", path: "/v1/connect/storea-ads/campaigns", access: "key", query: ["limit", "offset"], paging: { by: "cursor", param: "offset", next: "nextOffset" }, items: "items" }),
    updateCampaign: bind.operation({ method: "PUT", path: "/v1/connect/storea-ads/campaigns/{campaignId}", access: "key", query: ["dryRun"], body: ["status", "name", "dailyBudgetAmount", "confirm", "planId"] }),
    adGroups: bind.paged({ method: "GET", path: "/v1/connect/storea-ads/campaigns/{campaignId}/adgroups", access: "key", query: ["limit", "offset"], paging: { by: "cursor", param: "offset", next: "nextOffset" }, items: "items" }),
    updateAdGroup: bind.operation({ method: "PUT", path: "/v1/connect/storea-ads/campaigns/{campaignId}/adgroups/{adGroupId}", access: "key", query: ["dryRun"], body: ["status", "name", "defaultBidAmount", "confirm", "planId"] }),
    raises: bind.operation({ method: "GET", path: "/v1/connect/storea-ads/raises", access: "key" }),
    keywordReport: bind.operation({ method: "POST", path: "/v1/connect/storea-ads/campaigns/{campaignId}/reports/keywords", access: "key", query: ["from", "to", "days", "limit", "offset"] }),
    searchTermReport: bind.operation({ method: "POST", path: "/v1/connect/storea-ads/campaigns/{campaignId}/reports/searchterms", access: "key", query: ["from", "to", "days", "limit", "offset"] }),
    waste: bind.operation({ method: "GET", path: "/v1/connect/storea-ads/campaigns/{campaignId}/waste", access: "key", query: ["from", "to", "days", "minTaps", "minSpend", "limit"] }),
    history: bind.paged({ method: "GET", path: "/v1/connect/storea-ads/changes", access: "key", query: ["campaignId", "from", "to", "days", "limit", "offset"], paging: { by: "cursor", param: "offset", next: "nextOffset" }, items: "items" }),
    appReturn: bind.operation({ method: "GET", path: "/v1/connect/storea-ads/apps/{appId}/return", access: "key", query: ["from", "to", "days", "limit"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { AD_ACCOUNT_REQUIRED: "fix", CONFIRMATION_REQUIRED: "fix", CONNECTION_PERMISSION_MISSING: "fix", CONNECTION_REJECTED: "fix", CREDENTIALS_REJECTED: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", NOT_CONNECTED: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", PLAN_STALE: "fix", RAISE_CAP_REACHED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry", VENDOR_CONFLICT: "fix", VENDOR_REJECTED: "fix", WRITE_OUTCOME_UNKNOWN: "retry" } as const
