// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface PaywallApplication {
  /** Send it as applicationId. */
  readonly id: string
  /** Bundle id or package name. */
  readonly bundleId: string | null
  /** The app's id in its store. */
  readonly storeId: string | null
  /** Its name. */
  readonly name: string
  /** ios, android, flutter, react_native or web; what the provider adds passes through. */
  readonly platform: string
  /** Whether the provider's SDK reports from it. */
  readonly integrated: boolean | null
}

export interface PaywallApps {
  readonly projects: ReadonlyArray<PaywallProject>
  /** What the list covers. */
  readonly note: string
}

export interface PaywallAudience {
  /** The provider's id. */
  readonly id: string
  /** What its owner wrote. */
  readonly description: string | null
  /** Whether it's on. */
  readonly enabled: boolean
  /** Who is in it; null: everybody. */
  readonly expression: string | null
  /** Its place among the campaign's audiences, as text to sort by. */
  readonly rank: string | null
  /** none, or how the provider chooses among the variants. */
  readonly optimization: string
  readonly variants: ReadonlyArray<PaywallVariant>
}

export interface PaywallCampaign {
  /** The provider's id. */
  readonly id: string
  /** The application. */
  readonly applicationId: string
  /** What its owner called it. */
  readonly description: string
  /** Its owner's notes. */
  readonly notes: string | null
  /** Whether it's archived. */
  readonly archived: boolean
  /** Whether it's of the provider's older kind. */
  readonly legacy: boolean
  readonly placements: ReadonlyArray<PaywallPlacement>
  readonly audiences: ReadonlyArray<PaywallAudience>
  /** ISO 8601. */
  readonly createdAt: string | null
  /** ISO 8601. */
  readonly updatedAt: string | null
}

/**
 * What the key can read. missing_scope: the key lacks a right; unsupported: this provider can't; unknown: it wasn't
 * possible to tell, so try.
 */
export interface PaywallCapabilities {
  readonly apps: "available" | "missing_scope" | "unsupported" | "unknown"
  readonly overview: "available" | "missing_scope" | "unsupported" | "unknown"
  readonly charts: "available" | "missing_scope" | "unsupported" | "unknown"
  readonly campaigns: "available" | "missing_scope" | "unsupported" | "unknown"
  readonly transactions: "available" | "missing_scope" | "unsupported" | "unknown"
}

export interface PaywallChart {
  /** Its key. */
  readonly chart: string
  /** Its name. */
  readonly name: string
  /** currency, number or percentage. */
  readonly unit: string | null
  /** ISO 4217, with amounts alone. */
  readonly currency: string | null
  /** The currency is assumed to be USD: neither the provider nor the connection tells it. */
  readonly assumed: boolean
  /** As asked for; with auto the provider chose. */
  readonly interval: string
  /** What the series are split by. */
  readonly breakdown: string | null
  /** The application. */
  readonly applicationId: string
  readonly environment: "production" | "sandbox"
  readonly series: ReadonlyArray<PaywallSeries>
  /** When the provider told these figures: they are kept for 15 minutes. ISO 8601. */
  readonly asOf: string
  /** Older figures are served: the provider didn't answer, or they're from the daily copy. */
  readonly stale: boolean
  readonly origin: PaywallFiguresFrom
}

export interface PaywallComparison {
  /**
   * proceeds, mrr, activeSubscriptions, newTrials, trialConversion, paywallConversion, users; every other metric
   * has the provider's own key.
   */
  readonly key: string
  /** Its value now; null where it's unavailable. */
  readonly current: number | null
  /** Its value in the period before; null where it's unavailable. */
  readonly previous: number | null
  /** current - previous; null unless both were measured and the earlier isn't 0. */
  readonly absolute: number | null
  /** The same, as a percentage of the earlier. */
  readonly percent: number | null
}

/** Each part stands by itself: one may be unavailable. */
export interface PaywallDashboard {
  /** The project. */
  readonly projectId: string
  /** The application. */
  readonly applicationId: string
  readonly environment: "production" | "sandbox"
  readonly period: PaywallPeriod
  readonly previousPeriod: PaywallPeriod
  readonly overview: {
    readonly status: "available" | "unavailable"
    /** Why this part, or one of its charts, is unavailable; null when all of it is there. */
    readonly reason: {
      readonly code: string
      readonly message: string
    } | null
    /** Null while this part is unavailable. */
    readonly metrics: ReadonlyArray<PaywallMetric> | null
    /** Each metric beside its value in the period before; null where that period is unavailable. */
    readonly comparison: ReadonlyArray<PaywallComparison> | null
  }
  readonly charts: {
    readonly status: "available" | "unavailable"
    /** Why this part, or one of its charts, is unavailable; null when all of it is there. */
    readonly reason: {
      readonly code: string
      readonly message: string
    } | null
    /** Null while this part is unavailable. */
    readonly items: ReadonlyArray<PaywallChart> | null
  }
  readonly campaigns: {
    readonly status: "available" | "unavailable"
    /** Why this part, or one of its charts, is unavailable; null when all of it is there. */
    readonly reason: {
      readonly code: string
      readonly message: string
    } | null
    /** Null while this part is unavailable. */
    readonly items: ReadonlyArray<PaywallCampaign> | null
  }
  readonly transactions: {
    readonly status: "available" | "unavailable"
    /** Why this part, or one of its charts, is unavailable; null when all of it is there. */
    readonly reason: {
      readonly code: string
      readonly message: string
    } | null
    /** Null while this part is unavailable. */
    readonly items: ReadonlyArray<PaywallTransaction> | null
  }
}

export interface PaywallDisconnected {
  /** False: there was no connection. */
  readonly disconnected: boolean
}

/** copy: from the daily copy, in which asOf is when this chart was last copied and a day without a figure is null. */
export type PaywallFiguresFrom = "provider" | "copy"

export interface PaywallKey {
  /** An organization key of the provider with read scopes; not the public SDK key of an app. */
  readonly secretKey: string
  /** The organization's time zone, in which days begin; the provider's API doesn't tell it. Default UTC. */
  readonly timeZone?: string
  /** The organization's currency, ISO 4217; the provider's API doesn't tell it. Default: USD, marked as assumed. */
  readonly currency?: string
  /**
   * Whether your proceeds may correct the revenue estimates that you see, and nobody else. Send false where much of
   * an app's revenue isn't bought through its paywalls. Default true.
   */
  readonly correctEstimates?: boolean
  /**
   * Whether to keep a daily copy of the charts here: for longer than the provider has them, and for when it doesn't
   * answer. No transactions and no people are in it. Default false, which deletes an earlier copy.
   */
  readonly keepHistory?: boolean
}

export interface PaywallMetric {
  /**
   * proceeds, mrr, activeSubscriptions, newTrials, trialConversion, paywallConversion, users; every other metric
   * has the provider's own key.
   */
  readonly key: string
  /** The provider's own key. */
  readonly providerKey: string
  /** The provider's name for it. */
  readonly name: string
  /** What the provider says about it. */
  readonly description: string | null
  /** Null where it's unavailable. Percentages are as of 100. */
  readonly value: number | null
  /** currency, number or percentage; null where an error stands in place of the value. */
  readonly unit: string | null
  /** ISO 4217, with amounts alone. */
  readonly currency: string | null
  /** The currency is assumed to be USD: neither the provider nor the connection tells it. */
  readonly assumed: boolean
  readonly status: "measured" | "unavailable"
  /** Why it's unavailable, in the provider's words. */
  readonly reason: string | null
  /** The chart that shows it over time. */
  readonly chart: string | null
}

export interface PaywallOverview {
  /** The project. */
  readonly projectId: string
  /** The application. */
  readonly applicationId: string
  readonly environment: "production" | "sandbox"
  readonly period: PaywallPeriod
  readonly metrics: ReadonlyArray<PaywallMetric>
  /** When the provider told these figures. ISO 8601. */
  readonly asOf: string
}

export interface PaywallPerformance {
  /** The application. */
  readonly applicationId: string
  readonly period: PaywallPeriod
  readonly placements: PaywallPerformers
  readonly variants: PaywallPerformers
}

export interface PaywallPerformer {
  /** The placement's name or the variant's id, as the provider's charts have it. */
  readonly key: string
  /**
   * People who saw a paywall, or how often it was shown where the provider doesn't count people. Null where the
   * provider doesn't tell.
   */
  readonly views: number | null
  /** Trials begun. Null where the provider doesn't tell. */
  readonly trials: number | null
  /** First payments: of trials that began earlier, too. Null where the provider doesn't tell. */
  readonly paid: number | null
  /** Trials of views. The interval is Wilson's; null where one isn't told or views are fewer. */
  readonly trialRate: PaywallRate | null
  /** Payments of views, likewise. */
  readonly paidRate: PaywallRate | null
}

export interface PaywallPerformers {
  readonly status: "available" | "unavailable"
  /** Why this part is unavailable; null when it's there. */
  readonly reason: {
    readonly code: string
    readonly message: string
  } | null
  /** Most views first; null while this part is unavailable. */
  readonly items: ReadonlyArray<PaywallPerformer> | null
  /** Whether one does better than the others; null while this part is unavailable. */
  readonly verdict: {
    /**
     * difference: the leader's paidRate is above each other's, by Newcombe's 95% interval of the difference over
     * all comparisons at once.
     */
    readonly status: "difference" | "no_difference_yet" | "not_comparable"
    /** The key of the best; null unless there's a difference. */
    readonly leader: string | null
    /** The same in words. */
    readonly message: string
  } | null
}

export interface PaywallPeriod {
  /** First day. */
  readonly from: string
  /** Last day, included. */
  readonly to: string
  /** In which the days begin. */
  readonly timeZone: string
  /** The last day isn't over. */
  readonly toIsPartial: boolean
}

export interface PaywallPlacement {
  /** The provider's id. */
  readonly id: string
  /** The event that triggers it. */
  readonly name: string
  /** Whether it's on. */
  readonly enabled: boolean
}

export interface PaywallPoint {
  /** Where on the axis: a day, a time, or a text. */
  readonly x: string
  /** Null where the provider tells nothing for this series. */
  readonly y: number | null
  /** The interval isn't over. */
  readonly incomplete: boolean
  /** Further metrics of the chart, by the provider's key. */
  readonly extra: Readonly<Record<string, number>>
}

export interface PaywallProject {
  /** Send it as projectId. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** Whether it's archived. */
  readonly archived: boolean
  /** ISO 8601. */
  readonly createdAt: string | null
  readonly applications: ReadonlyArray<PaywallApplication>
}

export interface PaywallRate {
  /** As of 100. */
  readonly percent: number
  /** Lower end of the 95% interval, as of 100. */
  readonly low: number
  /** Its upper end. */
  readonly high: number
}

export interface PaywallSeries {
  /** The value of the breakdown; total without one. */
  readonly key: string
  /** Its name. */
  readonly name: string
  readonly points: ReadonlyArray<PaywallPoint>
}

export interface PaywallStatus {
  /** Whether a key is saved, working or not. */
  readonly connected: boolean
  /** degraded: it works, but scopes are missing; rejected: the provider no longer accepts the key, connect again. */
  readonly state: "connected" | "degraded" | "rejected" | "not_connected"
  /** Which provider this gateway reads. */
  readonly provider: string
  /** Whose key it is; null without a connection, or where the provider doesn't tell. */
  readonly organization: {
    /** The provider's id. */
    readonly id: string
    /** Its name, where the provider tells it. */
    readonly name: string | null
  } | null
  /** What the key can read; null without a connection. */
  readonly capabilities: PaywallCapabilities | null
  /** Scopes that the key lacks, as the provider names them. */
  readonly missingScopes: ReadonlyArray<string>
  /** In which days begin. */
  readonly timeZone: string | null
  /** As given when connecting; null: figures are assumed to be in USD. */
  readonly currency: string | null
  /** Whether these proceeds may correct the revenue estimates that you see; null without a connection. */
  readonly correctEstimates: boolean | null
  /** Whether a daily copy of the charts is kept here; null without a connection. */
  readonly keepHistory: boolean | null
  /** When the key was saved, ISO 8601. */
  readonly connectedAt: string | null
  /** When the provider last showed what the key can do, ISO 8601. */
  readonly lastVerifiedAt: string | null
  /** What's wrong with the connection now. */
  readonly lastError: {
    readonly code: string
    readonly message: string
  } | null
}

export interface PaywallTransaction {
  /** The provider's id. */
  readonly id: string
  /** The provider's event, as it names it. */
  readonly type: string
  /** The store, as the provider names it. */
  readonly store: string | null
  /** The product's id, where the provider tells it. */
  readonly product: string | null
  /** Null where there was none, as for a trial. */
  readonly price: number | null
  /** ISO 4217, with amounts alone. */
  readonly currency: string | null
  /** The currency is assumed to be USD: neither the provider nor the connection tells it. */
  readonly assumed: boolean
  /** When it was bought. ISO 8601. */
  readonly purchasedAt: string
  /** The paywall's name. */
  readonly paywall: string | null
  /** The placement that showed it. */
  readonly placement: string | null
  readonly environment: "production" | "sandbox"
  /** The app's own id of the person who bought. It's passed on and kept nowhere. */
  readonly userId: string | null
}

export interface PaywallVariant {
  /** The provider's id. */
  readonly id: string
  /** treatment or holdout. */
  readonly type: string
  /** The paywall it shows; null for a holdout. */
  readonly paywallId: string | null
  /** Its share of the audience, of 100. */
  readonly percentage: number
}

/** The codes of the gateway's errors. */
export type ErrorCode = never
