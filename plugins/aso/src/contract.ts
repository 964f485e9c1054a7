/** What other plugins may use of the ASO tools. */
import type { Param, ServiceUnavailable } from "@storeglass/plugin-api"
import type { AppFailure } from "@storeglass/stores/contract"
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Audit, Fix } from "./audit/audit.ts"
import type { Checked, Known, Metadata } from "./rules/check.ts"

export type { Factor, Finding, Fix } from "./audit/audit.ts"
export {
  type AppCluster,
  type AppClustering,
  AppClusters,
  type ClusterQuery,
  type ClusterStanding
} from "./clusters/AppClusters.ts"
export type { Checked, CheckedField, FieldName, Issue, Known, Metadata, OtherLocale, Severity } from "./rules/check.ts"

/** The rules of the stores' listings, with the operator's own. */
export class MetadataRules extends Context.Service<
  MetadataRules,
  {
    /** As `metadata-rules@2026-11`. */
    readonly model: string
    /** Pure, and in time linear in the texts. */
    readonly check: (metadata: Metadata, known?: Known) => Checked
  }
>()("@storeglass/aso/MetadataRules") {}

/** What an audit found of an app. */
export interface AsoFound extends Pick<Audit, "score" | "exactScore" | "grade" | "measuredWeight" | "factors"> {
  /** Analyses of the same snapshot have the same figures. */
  readonly snapshotId: string
  /** ISO 8601. */
  readonly asOf: string
  readonly model: string
  /** All that the audit would have changed, of most points first. */
  readonly fixes: ReadonlyArray<Fix>
  /** Null where no keyword was measured. */
  readonly keywords: {
    readonly ranked: number | null
    readonly top10: number | null
    readonly avgRank: number | null
  }
  readonly notMeasured: ReadonlyArray<{ readonly what: string; readonly reason: string }>
}

/** The audit's findings, for plugins that tell people what to do. */
export class AsoFindings extends Context.Service<
  AsoFindings,
  {
    /** Reads the account's own released version and tracked competitors, so it's never shared between accounts. */
    readonly of: (query: {
      readonly accountId: string
      readonly platform: Param.Platform
      /** As the store writes it. */
      readonly id: string
      readonly country: string
      /** BCP 47. Default: the storefront's. */
      readonly language?: string
    }) => Effect.Effect<AsoFound, AppFailure | ServiceUnavailable>
  }
>()("@storeglass/aso/AsoFindings") {}

/** When an analysis was saved: `YYYY-MM-DD` (UTC). */
export interface KeptAnalysis {
  readonly day: string
}
/** The last audit that is saved, beside the one before it; null: it's the first. */
export interface KeptAudit extends KeptAnalysis {
  readonly score: number | null
  readonly before: (KeptAnalysis & { readonly score: number | null }) | null
  /** What the audit would have changed, and the one before it wouldn't. */
  readonly newFixes: ReadonlyArray<Pick<Fix, "id" | "action" | "expectedPoints">>
}
export interface KeptOpportunities extends KeptAnalysis {
  readonly total: number
  readonly before: (KeptAnalysis & { readonly total: number }) | null
  /** Those with a score that weren't among the ones before, best first. */
  readonly appeared: ReadonlyArray<{
    readonly keyword: string
    /** 0 to 100. */
    readonly score: number
    readonly volume: number | null
    readonly difficulty: number | null
    /** Null: not ranked, or not measured. */
    readonly rank: number | null
  }>
}
export interface KeptComparison extends KeptAnalysis {
  readonly before: KeptAnalysis | null
  /** How many competitors are in both. */
  readonly compared: number
  /** What their listings say otherwise than before. `second`: the subtitle, or the short description. */
  readonly changes: ReadonlyArray<{
    readonly appId: string
    readonly name: string
    readonly what: "title" | "second" | "version"
    readonly from: string
    readonly to: string
  }>
}

/** What an account's saved analyses tell of an app, beside those before them: nobody is asked. */
export class KeptAnalyses extends Context.Service<
  KeptAnalyses,
  {
    /** As they were saved up to a day, `YYYY-MM-DD` (UTC); null: none was. Undefined: this gateway has no workspace to keep them. */
    readonly of: (query: {
      readonly accountId: string
      readonly platform: Param.Platform
      /** As the store writes it. */
      readonly appId: string
      readonly country: string
      readonly day: string
    }) => Effect.Effect<
      | {
          readonly audit: KeptAudit | null
          readonly opportunities: KeptOpportunities | null
          readonly competitors: KeptComparison | null
        }
      | undefined,
      SqlError.SqlError
    >
  }
>()("@storeglass/aso/KeptAnalyses") {}
