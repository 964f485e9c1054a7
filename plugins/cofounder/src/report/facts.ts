/** What a report is made from, as it was collected. */
import type { MovesOfDay } from "@storeglass/ad-library/contract"
import type { KeptComparison, KeptOpportunities } from "@storeglass/aso/contract"
import type { DaysFindings } from "@storeglass/growth/contract"
import type { MovedRank, MovedVisibility } from "@storeglass/keywords/contract"
import type { Param } from "@storeglass/plugin-api"

/** What was looked for: there, in part, or not at all; `reason` is for the reader. */
export type Told<A> =
  | { readonly status: "ok"; readonly data: A }
  | { readonly status: "partial"; readonly data: A; readonly reason: string }
  | { readonly status: "unavailable"; readonly reason: string }

/** A rank by the searches of two days of the same source. */
export type RankFact = MovedRank
export interface KeywordFacts {
  /** Keywords that are kept with the app. */
  readonly tracked: number
  /** Those that were measured that day and before. */
  readonly ranks: ReadonlyArray<RankFact>
}
export type VisibilityFacts = MovedVisibility
export interface ChartFact {
  /** As `top-free`. */
  readonly chart: string
  readonly country: string
  readonly genreId: string | null
  readonly from: number | null
  readonly to: number | null
}
export interface RatingFacts {
  readonly day: string
  readonly averageRating: number
  readonly ratingCount: number | null
  /** As of a week before; null: not seen then. */
  readonly before: { readonly averageRating: number; readonly ratingCount: number | null } | null
}
export interface ReviewFacts {
  /** Written or changed that day. */
  readonly reviews: number
  /** Null: there were none. */
  readonly averageRating: number | null
  readonly themes: ReadonlyArray<{
    readonly theme: string
    readonly polarity: "positive" | "negative"
    readonly mentions: number
  }>
}
export interface ListingFacts {
  /** The last audit that is saved up to that day. */
  readonly day: string
  readonly score: number | null
  readonly before: { readonly day: string; readonly score: number | null } | null
  /** What the audit would have changed, and the one before it wouldn't. */
  readonly newFixes: ReadonlyArray<{ readonly id: string; readonly action: string; readonly points: number }>
}
/** What the store shows, beside the version that the account keeps as live. */
export interface LiveFacts {
  readonly status: "same" | "different" | "not_listed"
  /** When the store was last looked at. */
  readonly checkedOn: string
  /** Since when it's known to differ; null: it doesn't. */
  readonly since: string | null
  readonly country: string
  readonly version: string | null
  readonly differences: ReadonlyArray<{ readonly field: string; readonly kept: string | null; readonly live: string }>
}
export type OpportunityFacts = KeptOpportunities
export type RivalListingFacts = KeptComparison
/** What was noted that day of the ads of a competitor. */
export interface RivalAdsFact extends Pick<MovesOfDay, "appId" | "dataEndDate"> {
  readonly name: string | null
  readonly isAdvertising: boolean
  readonly began: ReadonlyArray<string> | null
  readonly hasStopped: boolean
}
/** Threads where an answer would help. */
export type GrowthFacts = DaysFindings
export interface CompetitorFacts {
  readonly appId: string
  readonly name: string | null
  /** For the app's own keywords, with the app's own rank of that day. */
  readonly ranks: ReadonlyArray<RankFact & { readonly own: number | null; readonly ownBefore: number | null }>
}
export interface FigureFacts {
  readonly day: string
  readonly installs: number | null
  readonly proceeds: Readonly<Record<string, number>>
  /** Means of the seven days before; null: fewer than four were counted. */
  readonly meanInstalls: number | null
  readonly meanProceeds: Readonly<Record<string, number>>
}
export interface AdsFacts {
  readonly day: string
  /** By currency. */
  readonly spend: Readonly<Record<string, number>>
  readonly installs: number | null
  /** Means of the seven days before, where four or more were told. */
  readonly meanSpend: Readonly<Record<string, number>>
}
export interface RevenueFacts {
  readonly day: string
  /** By currency. */
  readonly proceeds: Readonly<Record<string, number>>
  /** Means of the seven days before, where four or more were told. */
  readonly meanProceeds: Readonly<Record<string, number>>
}
export interface AlertFact {
  readonly title: string
  /** How many of its kind the account was told that day. */
  readonly alerts: number
}
export interface AssistantFact {
  readonly model: string
  /** The last day on which it was asked. */
  readonly day: string
  readonly score: number
  readonly answers: number
  readonly before: { readonly day: string; readonly score: number } | null
}

export interface Facts {
  readonly date: string
  readonly app: {
    readonly platform: Param.Platform
    readonly appId: string
    readonly appName: string | null
    readonly country: string
  }
  readonly keywords: Told<KeywordFacts>
  readonly visibility: Told<ReadonlyArray<VisibilityFacts>>
  readonly charts: Told<ReadonlyArray<ChartFact>>
  readonly ratings: Told<RatingFacts>
  readonly reviews: Told<ReviewFacts>
  readonly live: Told<LiveFacts>
  readonly listing: Told<ListingFacts>
  readonly opportunities: Told<OpportunityFacts>
  readonly competitors: Told<ReadonlyArray<CompetitorFacts>>
  readonly rivalListings: Told<RivalListingFacts>
  readonly rivalAds: Told<ReadonlyArray<RivalAdsFact>>
  readonly growth: Told<GrowthFacts>
  readonly figures: Told<FigureFacts>
  readonly ads: Told<AdsFacts>
  readonly paywall: Told<RevenueFacts>
  readonly alerts: Told<ReadonlyArray<AlertFact>>
  readonly assistants: Told<ReadonlyArray<AssistantFact>>
  readonly madeAt: string
}
