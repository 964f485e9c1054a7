// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./connect-paywall.schemas.ts"

export interface PaywallConnectInput {
  /** An organization key of the provider with read scopes; not the public SDK key of an app. */
  readonly secretKey: string
  /** The organization's time zone, in which days begin; the provider's API doesn't tell it. Default UTC. */
  readonly timeZone?: string | undefined
  /** The organization's currency, ISO 4217; the provider's API doesn't tell it. Default: USD, marked as assumed. */
  readonly currency?: string | undefined
  /**
   * Whether your proceeds may correct the revenue estimates that you see, and nobody else. Send false where much of
   * an app's revenue isn't bought through its paywalls. Default true.
   */
  readonly correctEstimates?: boolean | undefined
  /**
   * Whether to keep a daily copy of the charts here: for longer than the provider has them, and for when it doesn't
   * answer. No transactions and no people are in it. Default false, which deletes an earlier copy.
   */
  readonly keepHistory?: boolean | undefined
}

export interface PaywallOverviewInput {
  /** The project's id, as apps lists it. May be left out where there is only one. */
  readonly projectId?: string | number | undefined
  /** The application's id, as apps lists it. May be left out where there is only one. */
  readonly applicationId?: string | number | undefined
  /** First day, where the organization is. Default: 30 days that end with `to`. At most 24 months before it. */
  readonly from?: string | undefined
  /** Last day, included. Default: today, which is partial. */
  readonly to?: string | undefined
  /** production (default) or the stores' test purchases, sandbox; they're never mixed. */
  readonly environment?: "production" | "sandbox" | undefined
}

export interface PaywallDashboardInput {
  /** The project's id, as apps lists it. May be left out where there is only one. */
  readonly projectId?: string | number | undefined
  /** The application's id, as apps lists it. May be left out where there is only one. */
  readonly applicationId?: string | number | undefined
  /** First day, where the organization is. Default: 30 days that end with `to`. At most 24 months before it. */
  readonly from?: string | undefined
  /** Last day, included. Default: today, which is partial. */
  readonly to?: string | undefined
  /** production (default) or the stores' test purchases, sandbox; they're never mixed. */
  readonly environment?: "production" | "sandbox" | undefined
}

export interface PaywallChartInput {
  /** The chart's key. One that doesn't exist is answered 404 with those that do. */
  readonly chart: string | number
  /** The application's id, as apps lists it. May be left out where there is only one. */
  readonly applicationId?: string | number | undefined
  /** First day, where the organization is. Default: 30 days that end with `to`. At most 24 months before it. */
  readonly from?: string | undefined
  /** Last day, included. Default: today, which is partial. */
  readonly to?: string | undefined
  /** A window of the provider's, such as last_30_days, in place of from and to. */
  readonly preset?: string | undefined
  /** How long each point's interval is; totals is one for all. Default auto: the provider chooses. */
  readonly interval?: "auto" | "hour" | "day" | "week" | "month" | "quarter" | "year" | "totals" | undefined
  /** Splits the chart into series, as by placement. One that doesn't exist is answered with those that do. */
  readonly breakdown?: string | undefined
  /** production (default) or the stores' test purchases, sandbox; they're never mixed. */
  readonly environment?: "production" | "sandbox" | undefined
  /**
   * copy: from the daily copy, without asking the provider, for up to 120 months; production by day, without
   * breakdown. It takes a connection made with keepHistory.
   */
  readonly origin?: "provider" | "copy" | undefined
}

export interface PaywallTransactionsInput {
  /** The project's id, as apps lists it. May be left out where there is only one. */
  readonly projectId?: string | number | undefined
  /** The application's id, as apps lists it. May be left out where there is only one. */
  readonly applicationId?: string | number | undefined
  /** First day, where the organization is. Default: 30 days that end with `to`. At most 24 months before it. */
  readonly from?: string | undefined
  /** Last day, included. Default: today, which is partial. */
  readonly to?: string | undefined
  /** production (default) or the stores' test purchases, sandbox; they're never mixed. */
  readonly environment?: "production" | "sandbox" | undefined
  /** At most this many transactions, 1 to 100. Default 50. */
  readonly limit?: number | undefined
  /**
   * Where to continue: the previous page's nextCursor, with the same parameters. It lasts for a day. Omit it for
   * the first page.
   */
  readonly cursor?: string | undefined
}

export interface PaywallCampaignsInput {
  /** The application's id, as apps lists it. May be left out where there is only one. */
  readonly applicationId?: string | number | undefined
  /** Archived campaigns in place of those that aren't. Default false. */
  readonly archived?: boolean | undefined
  /** Also how placements and variants did from `from` to `to`, in production. Default false. */
  readonly performance?: boolean | undefined
  /** First day, where the organization is. Default: 30 days that end with `to`. At most 24 months before it. */
  readonly from?: string | undefined
  /** Last day, included. Default: today, which is partial. */
  readonly to?: string | undefined
  /** At most this many campaigns, 1 to 100. Default 50. */
  readonly limit?: number | undefined
  /**
   * Where to continue: the previous page's nextCursor, with the same parameters. It lasts for a day. Omit it for
   * the first page.
   */
  readonly cursor?: string | undefined
}

export interface Paywall {
  /**
   * Connect the paywall provider.
   *
   * Checks an organization key with the provider and saves it sealed, in place of an earlier one. A key the
   * provider refuses isn't saved, and an earlier one keeps working. A key that lacks scopes is saved as degraded;
   * capabilities says what it can read. The key is never shown again.
   *
   * Costs no credits. `POST /v1/connect/paywall/credentials`
   */
  readonly connect: Operation<PaywallConnectInput, S.PaywallStatus>
  /**
   * Disconnect the paywall provider.
   *
   * Deletes the saved key. Nothing at the provider changes.
   *
   * Costs no credits. `DELETE /v1/connect/paywall/credentials`
   */
  readonly disconnect: Operation<NoInput, S.PaywallDisconnected>
  /**
   * Status of the paywall connection.
   *
   * Whether a key is saved, which organization it's of, what it can read, when the provider was last asked and
   * what's wrong. The provider isn't asked.
   *
   * Costs no credits. `GET /v1/connect/paywall/credentials/status`
   */
  readonly status: Operation<NoInput, S.PaywallStatus>
  /**
   * Projects and applications.
   *
   * The organization's projects with their applications, whose ids the other operations take. A key limited to some
   * projects sees those alone.
   *
   * Costs 1 general credit. `GET /v1/connect/paywall/apps`
   */
  readonly apps: Operation<NoInput, S.PaywallApps>
  /**
   * Proceeds, MRR, users and conversion.
   *
   * An application's figures in a window: proceeds, MRR, active subscriptions, new trials, conversion, users, and
   * every further metric of the provider. A metric the provider can't tell is unavailable with its reason, never 0.
   *
   * Costs 1 general credit. `GET /v1/connect/paywall/overview`
   */
  readonly overview: Operation<PaywallOverviewInput, S.PaywallOverview>
  /**
   * Dashboard of an application.
   *
   * The overview beside the period before, two charts, campaigns and the newest transactions, read at once. A part
   * that fails is unavailable with its reason, and the others stand.
   *
   * Costs 1 general credit. `GET /v1/connect/paywall/dashboard`
   */
  readonly dashboard: Operation<PaywallDashboardInput, S.PaywallDashboard>
  /**
   * A chart over time.
   *
   * A chart of the provider as series of points, the last of which may be incomplete. Kept for 15 minutes; if the
   * provider doesn't answer, an older one is served, marked stale. Days that the provider no longer has are in the
   * daily copy, if you keep one.
   *
   * Costs 1 general credit. `GET /v1/connect/paywall/charts/{chart}`
   */
  readonly chart: Operation<PaywallChartInput, S.PaywallChart>
  /**
   * Transactions.
   *
   * An application's transactions in a window, newest first: purchases, renewals, trials and what else the provider
   * tells. `userId` is the app's own id of a person; nothing of it is kept.
   *
   * Costs 1 general credit. `GET /v1/connect/paywall/transactions`
   */
  readonly transactions: PagedOperation<PaywallTransactionsInput, {
    readonly items: ReadonlyArray<S.PaywallTransaction>
    /** Send it as `cursor` to get the next page; null on the last page. */
    readonly nextCursor: string | null
    readonly period: S.PaywallPeriod
  }, S.PaywallTransaction>
  /**
   * Campaigns.
   *
   * An application's campaigns with their placements, audiences and the variants each audience is shown. With
   * performance=true also views, trials and payments by placement and by variant, with 95% intervals, and whether
   * there is a difference yet.
   *
   * Costs 1 general credit. `GET /v1/connect/paywall/campaigns`
   */
  readonly campaigns: PagedOperation<PaywallCampaignsInput, {
    readonly items: ReadonlyArray<S.PaywallCampaign>
    /** Send it as `cursor` to get the next page; null on the last page. */
    readonly nextCursor: string | null
    /** Of all of the application's placements and variants; null unless asked for. */
    readonly performance: S.PaywallPerformance | null
  }, S.PaywallCampaign>
}

export interface Operations {
  readonly paywall: Paywall
}

export const operations = (bind: Bind): Operations => ({
  paywall: {
    connect: bind.operation({ method: "POST", path: "/v1/connect/paywall/credentials", access: "key", body: ["secretKey", "timeZone", "currency", "correctEstimates", "keepHistory"] }),
    disconnect: bind.operation({ method: "DELETE", path: "/v1/connect/paywall/credentials", access: "key" }),
    status: bind.operation({ method: "GET", path: "/v1/connect/paywall/credentials/status", access: "key" }),
    apps: bind.operation({ method: "GET", path: "/v1/connect/paywall/apps", access: "key" }),
    overview: bind.operation({ method: "GET", path: "/v1/connect/paywall/overview", access: "key", query: ["projectId", "applicationId", "from", "to", "environment"] }),
    dashboard: bind.operation({ method: "GET", path: "/v1/connect/paywall/dashboard", access: "key", query: ["projectId", "applicationId", "from", "to", "environment"] }),
    chart: bind.operation({ method: "GET", path: "/v1/connect/paywall/charts/{chart}", access: "key", query: ["applicationId", "from", "to", "preset", "interval", "breakdown", "environment", "origin"] }),
    transactions: bind.paged({ method: "GET", path: "/v1/connect/paywall/transactions", access: "key", query: ["projectId", "applicationId", "from", "to", "environment", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    campaigns: bind.paged({ method: "GET", path: "/v1/connect/paywall/campaigns", access: "key", query: ["applicationId", "archived", "performance", "from", "to", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" })
  }
})

/** What to do about each error code. */
export const retryAdvice = { CONNECTION_PERMISSION_MISSING: "fix", CONNECTION_REJECTED: "fix", CREDENTIALS_REJECTED: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", NOT_CONNECTED: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", PLATFORM_UNSUPPORTED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry", VENDOR_CONFLICT: "fix", VENDOR_REJECTED: "fix" } as const
