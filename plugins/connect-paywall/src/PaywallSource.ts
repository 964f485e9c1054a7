import type {
  ConnectionUnusable,
  Credential,
  NoConnection,
  ServiceUnavailable,
  UpstreamError,
  VendorRefused
} from "@storeglass/plugin-api"
import type { Effect, Redacted } from "effect"
import type { Application, Campaign, Project } from "./schema.ts"

export type SourceProblem = UpstreamError | VendorRefused | NoConnection | ConnectionUnusable | ServiceUnavailable
type Read<A> = Effect.Effect<A, SourceProblem>

/** Rights that a key may have; that to `transactions` stands for the overview's figures too. */
export const capabilities = ["apps", "charts", "campaigns", "transactions"] as const
export type Capability = (typeof capabilities)[number]

/** What a look at a new key showed. */
export interface KeyReport {
  readonly organization: { readonly id: string; readonly name: string | null } | null
  /** `unknown`: there was nothing to try it with, or the provider gave no clear answer. */
  readonly capabilities: Readonly<Record<Capability, "available" | "unknown" | { readonly missing: string }>>
}

export type Environment = "production" | "sandbox"
export interface OfApplication {
  readonly projectId: string
  readonly applicationId: string
}
/** Moments in ms since the epoch: from the first up to, and not at, the last. */
export interface Window {
  readonly environment: Environment
  readonly fromMs: number
  readonly toMs: number
}

/** A figure as the provider told it, by its own key. */
export interface Figure {
  readonly key: string
  readonly name: string
  readonly description: string | null
  /** Null where the provider told an error in place of a value. */
  readonly unit: string | null
  readonly value: number | null
  /** Why there is no value. */
  readonly problem: string | null
  readonly chart: string | null
}

export interface ChartKind {
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly xAxis: string
  readonly yAxis: string
  /** Null: the provider names a metric that it doesn't define. */
  readonly unit: string | null
  readonly dateDimension: string | null
  readonly include: ReadonlyArray<string>
}

/** What charts there are, and what they may be asked with. */
export interface ChartDefinitions {
  readonly charts: ReadonlyArray<ChartKind>
  readonly breakdowns: ReadonlyArray<string>
  readonly intervals: ReadonlyArray<string>
  readonly presets: ReadonlyArray<string>
}

export interface ChartRequest {
  readonly applicationId: string
  readonly chart: ChartKind
  readonly environment: Environment
  readonly interval: string
  readonly breakdown: string | undefined
  /** A preset of the provider's, or calendar days, both included. */
  readonly range: { readonly preset: string } | { readonly from: string; readonly to: string }
}

export interface ChartSeries {
  readonly key: string
  readonly name: string
  readonly points: ReadonlyArray<{
    readonly x: string
    readonly y: number | null
    readonly incomplete: boolean
    readonly extra: Readonly<Record<string, number>>
  }>
}

/** A transaction as the provider told it. `userId` is a person. */
export interface Sale {
  readonly id: string
  readonly type: string
  readonly store: string | null
  readonly product: string | null
  readonly price: number | null
  readonly purchasedAtMs: number
  readonly paywall: string | null
  readonly placement: string | null
  readonly userId: string | null
}

export interface CampaignPage {
  readonly items: ReadonlyArray<Campaign>
  /** The provider's own; null on the last page. */
  readonly after: string | null
}

/**
 * A provider of paywalls, read with an organization's key. It's never written to. A member that's null is something this
 * provider can't do.
 */
export interface PaywallSource {
  /** Neutral, as shown in the status. */
  readonly provider: string
  /** Where its owner grants what a key may do. */
  readonly grantedAt: string
  /** Why a text can't be an organization's key; undefined when it may be one. The provider isn't asked. */
  readonly keyProblem: (key: string) => string | undefined
  readonly verify: (candidate: Credential) => Read<KeyReport>
  readonly apps: ((from: Credential) => Read<ReadonlyArray<Project>>) | null
  readonly overview: ((from: Credential, of: OfApplication, window: Window) => Read<ReadonlyArray<Figure>>) | null
  readonly charts: {
    readonly definitions: (from: Credential, applicationId: string) => Read<ChartDefinitions>
    readonly data: (from: Credential, request: ChartRequest) => Read<ReadonlyArray<ChartSeries>>
  } | null
  /** Newest first; perhaps only the newest of the window. */
  readonly transactions: ((from: Credential, of: OfApplication, window: Window) => Read<ReadonlyArray<Sale>>) | null
  readonly campaigns:
    | ((
        from: Credential,
        page: {
          readonly applicationId: string
          readonly archived: boolean
          readonly limit: number
          readonly after: string | undefined
        }
      ) => Read<CampaignPage>)
    | null
}

/** A key while it's checked and sent. */
export type Secret = Redacted.Redacted<string>
export type { Application }
