/** What an analysis stands on: one reading of an app's market that audit, brief and opportunities share. */

import type { PageConversion } from "@storeglass/apps/contract"
import type { BookScore, BookVisibility } from "@storeglass/keywords/contract"
import type { Param, ServiceUnavailable } from "@storeglass/plugin-api"
import type { AppFailure, StoreApp, StorePage } from "@storeglass/stores/contract"
import type { CurrentVersion } from "@storeglass/workspace/contract"
import { Context, type Effect } from "effect"
import type { Language } from "../words/words.ts"
import type { termSources } from "./stored.ts"

/** What was read, and when its source said so. */
export interface SnapshotInput {
  /** As in `store.app`, `store.page`, `keywords.standings`, `workspace.version`. */
  readonly source: string
  /** ISO 8601. */
  readonly asOf: string
  /** The source failed and this is an older answer. */
  readonly stale: boolean
}

/** A part that was measured, or why it wasn't. */
export type Part<A> =
  | { readonly status: "measured"; readonly value: A }
  | { readonly status: "not_measured"; readonly value: null; readonly reason: string }

export type TermSource = (typeof termSources)[number]

export interface SnapshotTerm {
  /** In its one form. */
  readonly keyword: string
  /** Where it was found: the app or a competitor is ranked for it, the store suggests it, the listing says it. */
  readonly from: ReadonlyArray<TermSource>
  readonly volume: BookScore
  readonly difficulty: BookScore
  /** 0 to 100 by aso-relevance@1; null: nothing to go by. */
  readonly relevance: number | null
  readonly rank: number | null
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** How far down was looked; null: not measured. */
  readonly depth: number | null
  /** ISO 8601 of the latest search; null: never. */
  readonly asOf: string | null
  /** The first ten apps of the latest search, best first; null: not measured of late. */
  readonly top: ReadonlyArray<string> | null
  /** Share of those in the app's own genre, 0 to 1; null: not known. */
  readonly topTenSameGenre: number | null
  /** The other app whose brand the term is. */
  readonly brandOf: string | null
  /** The term is a name of the app itself or of its developer. */
  readonly isOwnBrand: boolean
  /** The competitors that are ranked for it, best rank first. */
  readonly competitors: ReadonlyArray<{ readonly appId: string; readonly rank: number }>
}

export interface SnapshotCompetitor {
  readonly appId: string
  readonly app: Part<StoreApp>
  /** Over the same basket as the app's. */
  readonly visibility: BookVisibility
}

/** Stars of a review. */
export interface SnapshotReview {
  readonly rating: number
  /** ISO 8601. */
  readonly date: string | null
  readonly version: string | null
}

export interface Snapshot {
  readonly id: string
  /** Of what is the same for all accounts. */
  readonly sharedId: string
  /** ISO 8601 of its making. */
  readonly asOf: string
  readonly inputs: ReadonlyArray<SnapshotInput>
  readonly platform: Param.Platform
  readonly country: string
  readonly device: string
  readonly app: StoreApp
  readonly page: Part<StorePage>
  /** Newest first, at most 100. */
  readonly reviews: Part<ReadonlyArray<SnapshotReview>>
  readonly language: Language
  /** In the order of their keywords by code point. */
  readonly terms: ReadonlyArray<SnapshotTerm>
  /** kw-visibility over the one basket of the app and its competitors. */
  readonly visibility: BookVisibility
  /** How many keywords of its basket the app is ranked for. */
  readonly standings: {
    readonly basketId: string
    readonly ranked: number
    readonly top10: number
    readonly avgRank: number | null
  }
  readonly competitorsFrom: "given" | "tracked" | "found"
  /** At most five, by app id. */
  readonly competitors: ReadonlyArray<SnapshotCompetitor>
  /** The account's own released version in this language; null: none. */
  readonly version: CurrentVersion | null
  /** Of who saw the app's page in this country, how many got it: as the account's own console tells it. */
  readonly conversion: Part<PageConversion>
  /** Whether the account's own data had a part in it: such an answer is never shared. */
  readonly isOwn: boolean
  /** What wasn't measured, and why. */
  readonly notMeasured: ReadonlyArray<{ readonly what: string; readonly reason: string }>
  /** Store requests that were spent on its making. */
  readonly requests: number
}

/** As many are named, tracked or found at the most. */
export const competitorsMax = 5

export interface SnapshotQuery {
  readonly accountId: string
  /** As the caller wrote it. */
  readonly id: string
  /** Where the caller wrote it; by default `id`. */
  readonly idField?: string
  readonly platform: Param.Platform
  readonly country: string
  readonly language?: string | undefined
  readonly device?: string | undefined
  /** In place of tracked and found ones; at most five, without the app itself. */
  readonly competitorIds?: ReadonlyArray<string> | undefined
}

/** What an analysis may ask of the store. */
export interface SnapshotBudget {
  readonly requestsMax: number
  readonly waitMs: number
}

export interface ReadSnapshot {
  readonly snapshot: Snapshot
  /** Store requests that this reading made: for what is the same for all, and for the account's competitors. */
  readonly spent: { readonly shared: number; readonly own: number }
}

/** One snapshot of an app for 15 minutes, on all nodes. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    /**
     * The budget counts only where there is no snapshot yet; by default 12 requests and 8 s, by config. One that was made
     * with fewer requests than both this and the default is made anew, and holds for all then.
     */
    readonly of: (
      query: SnapshotQuery,
      budget?: SnapshotBudget
    ) => Effect.Effect<Snapshot, AppFailure | ServiceUnavailable>
    /** The same, with what it cost: for what asks the store for more within one budget. */
    readonly read: (
      query: SnapshotQuery,
      budget: SnapshotBudget
    ) => Effect.Effect<ReadSnapshot, AppFailure | ServiceUnavailable>
    /** The one that holds; undefined: there's none. Nothing is asked of a store. */
    readonly kept: (
      query: Omit<SnapshotQuery, "competitorIds">
    ) => Effect.Effect<Snapshot | undefined, AppFailure | ServiceUnavailable>
  }
>()("@storeglass/aso/Snapshots") {}

/** How an app's record is called in what wasn't measured. */
export const recordOf = (appId: string): string => `record of ${appId}`
/** Whether it's an app's record that isn't there, and with it the app's name. */
export const isRecord = ({ what }: Snapshot["notMeasured"][number]): boolean => what.startsWith(recordOf(""))
