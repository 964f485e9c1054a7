/** What other plugins and the host may use of keywords. */
import type { Param, PlatformUnsupported } from "@storeglass/plugin-api"
import type { StoreApp } from "@storeglass/stores/contract"
import { Context, type Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { RankDifference } from "./models/rankDiff.ts"

export { marketOf } from "./Asked.ts"
export { type MovedRank, type MovedVisibility, ranksOfDay, visibilityOfDay } from "./book/moves.ts"
export { visibilityOver } from "./book/scores.ts"
export { brandedApp } from "./models/brand.ts"
export { candidateTerms } from "./models/candidates.ts"
export { isKeyword, searchDevices, termOf } from "./models/term.ts"
export { rankWeight } from "./models/visibility.ts"

type Platform = Param.Platform

export interface TrackedKeyword {
  readonly platform: Platform
  readonly country: string
  readonly device: string
  /** In its one form: lower case, single spaces. */
  readonly keyword: string
}

/** Which keywords accounts track. What is tracked by anyone is collected once; who tracks it is an account's own. */
export class TrackedKeywords extends Context.Service<
  TrackedKeywords,
  {
    /** By itself, whatever list has it too. True when the account didn't track it so before; else it changes nothing. */
    readonly track: (accountId: string, keyword: TrackedKeyword) => Effect.Effect<boolean, SqlError.SqlError>
    /** True when the account tracked it; it isn't collected for the account any more, whatever list has it. */
    readonly untrack: (accountId: string, keyword: TrackedKeyword) => Effect.Effect<boolean, SqlError.SqlError>
    /** For a list of many, in the caller's transaction if there is one; gives those that the account didn't track before. */
    readonly trackAll: (
      accountId: string,
      keywords: ReadonlyArray<TrackedKeyword>
    ) => Effect.Effect<ReadonlyArray<TrackedKeyword>, SqlError.SqlError>
    /** Ends it for those that only lists have; what is tracked by itself goes on. Gives those that ended. */
    readonly untrackAll: (
      accountId: string,
      keywords: ReadonlyArray<TrackedKeyword>
    ) => Effect.Effect<ReadonlyArray<TrackedKeyword>, SqlError.SqlError>
    /** Those of this account, by keyword: from behind one on, and at most so many. */
    readonly list: (
      accountId: string,
      filter?: {
        readonly platform?: Platform
        readonly country?: string
        readonly after?: TrackedKeyword
        readonly limit?: number
      }
    ) => Effect.Effect<ReadonlyArray<TrackedKeyword & { readonly since: string }>, SqlError.SqlError>
    /** How many it tracks there. */
    readonly count: (
      accountId: string,
      filter?: { readonly platform?: Platform; readonly country?: string }
    ) => Effect.Effect<number, SqlError.SqlError>
  }
>()("@storeglass/keywords/TrackedKeywords") {}

/** An app that an account compares one of its own with. */
export interface TrackedCompetitor {
  /** As text, also on storea. */
  readonly appId: string
  readonly name: string | null
}
/** Those of an app of this account, the one kept first at first. */
export type CompetitorsOf = (
  accountId: string,
  app: { readonly platform: Platform; readonly appId: string }
) => Effect.Effect<ReadonlyArray<TrackedCompetitor>, SqlError.SqlError>

/**
 * The competitors that accounts keep with their apps, as the plugin tells that keeps them. It registers here; the other way
 * round the two would need each other at boot.
 */
export class TrackedCompetitors extends Context.Service<
  TrackedCompetitors,
  {
    /** For as long as the gateway runs; once, at boot. */
    readonly register: (of: CompetitorsOf) => Effect.Effect<void>
    /** Empty where nobody tells. */
    readonly of: CompetitorsOf
  }
>()("@storeglass/keywords/TrackedCompetitors") {}

/** An app that is seen in the first ten places for keywords that an account tracks. */
export interface TrackedApp {
  readonly platform: Platform
  /** As text, also on storea. */
  readonly appId: string
  /** Where it's seen most. */
  readonly country: string
  readonly name: string
}

/** For whoever tells an account of its apps where no plugin keeps them: those that its keywords are tracked for. */
export class TrackedApps extends Context.Service<
  TrackedApps,
  {
    /** Each app once, the one seen most first, at most so many. */
    readonly of: (accountId: string, limit: number) => Effect.Effect<ReadonlyArray<TrackedApp>, SqlError.SqlError>
  }
>()("@storeglass/keywords/TrackedApps") {}

/** How an app stands for a keyword by its latest search, and since when an account tracks it. */
export interface LatestRank {
  /** ISO 8601; null: the account doesn't track it. */
  readonly since: string | null
  /** When it was last searched for, whoever had that done; null: never. */
  readonly lastCollectedAt: string | null
  readonly rank: number | null
  /** `not_measured` also where the latest search is more than a week old. */
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** How far down was looked; null: not measured. */
  readonly depth: number | null
}

/** How an app stood for a keyword by the last search up to a day. */
export interface RankOfDay {
  /** YYYY-MM-DD of that search; null: there was none within the week before. */
  readonly day: string | null
  readonly rank: number | null
  readonly rankStatus: LatestRank["rankStatus"]
  /** How far down was looked; null: not measured. */
  readonly depth: number | null
}

/** How an app stood for a keyword by the search of a day. */
export interface MeasuredRank {
  /** YYYY-MM-DD (UTC). */
  readonly day: string
  /** Null: not among the first `depth`. */
  readonly rank: number | null
  /** How far down was looked. */
  readonly depth: number
  /** Who gave the order: ranks of different sources don't compare. */
  readonly source: string
}

/** The latest of what is collected, without asking the store. */
export class LatestRanks extends Context.Service<
  LatestRanks,
  {
    /** One for each keyword, in their order. */
    readonly of: (
      accountId: string,
      app: { readonly platform: Platform; readonly appId: string },
      keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>
    ) => Effect.Effect<ReadonlyArray<LatestRank>, SqlError.SqlError>
    /** The same as it was known on a day, YYYY-MM-DD (UTC). */
    readonly upTo: (
      app: { readonly platform: Platform; readonly appId: string },
      keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>,
      day: string
    ) => Effect.Effect<ReadonlyArray<RankOfDay>, SqlError.SqlError>
    /** The searches of each keyword within these days, YYYY-MM-DD (UTC), both included: oldest first, at most one a day. */
    readonly within: (
      app: { readonly platform: Platform; readonly appId: string },
      keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>,
      days: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<ReadonlyArray<MeasuredRank>>, SqlError.SqlError>
  }
>()("@storeglass/keywords/LatestRanks") {}

/** What the collection of a platform has to do and what it can. */
export const CollectionDemand = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  /** Keywords that are collected daily, and how many of them an account tracks. */
  tracked: Schema.Int,
  watched: Schema.Int,
  /** Of today. */
  done: Schema.Int,
  due: Schema.Int,
  /** Due, but failed so often today that they are left for tomorrow. */
  givenUp: Schema.Int,
  searchesPerMinute: Schema.Int,
  /** Searches that fit into a day. */
  capacityPerDay: Schema.Int,
  /** Keywords of each day that do not fit; the least watched are those. */
  uncovered: Schema.Int,
  covered: Schema.Boolean,
  /** How long the longest-waiting keyword has been due. */
  lagSeconds: Schema.Int,
  /** At the present rate; null when nothing is due. */
  secondsLeft: Schema.NullOr(Schema.Int)
})
export type CollectionDemand = typeof CollectionDemand.Type

/** Demand against capacity, by platform. */
export class CollectionPlan extends Context.Service<
  CollectionPlan,
  { readonly read: Effect.Effect<ReadonlyArray<CollectionDemand>, SqlError.SqlError> }
>()("@storeglass/keywords/CollectionPlan") {}

/** A search of the past, for import. */
export const ImportedSnapshot = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  country: Schema.String.check(Schema.isPattern(/^[a-z]{2}$/)),
  device: Schema.NonEmptyString,
  keyword: Schema.NonEmptyString,
  /** YYYY-MM-DD. */
  day: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)),
  /** Who gave the order; ranks of different sources are never compared. */
  source: Schema.NonEmptyString,
  depth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 400 })),
  resultCount: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  reach: Schema.NullOr(Schema.Int),
  volume: Schema.NullOr(Schema.Int),
  difficulty: Schema.NullOr(Schema.Int),
  /** First is best. */
  apps: Schema.Array(Schema.Struct({ appId: Schema.NonEmptyString, name: Schema.String, seller: Schema.String }))
})
export type ImportedSnapshot = typeof ImportedSnapshot.Type

/** History from elsewhere. */
export class KeywordHistory extends Context.Service<
  KeywordHistory,
  {
    /**
     * Adds what is not there yet, and no older than history is kept; its keywords are collected from then on when `track` is
     * set. Gives how many were new.
     */
    readonly importSnapshots: (
      snapshots: ReadonlyArray<ImportedSnapshot>,
      options?: { readonly track?: boolean }
    ) => Effect.Effect<{ readonly imported: number; readonly known: number }, SqlError.SqlError>
  }
>()("@storeglass/keywords/KeywordHistory") {}

/** A search of the past as the store answered it, whose scores follow from the plugin's own models. */
export interface ImportedSearch {
  readonly platform: Platform
  readonly country: string
  readonly device: string
  readonly keyword: string
  /** YYYY-MM-DD. */
  readonly day: string
  /** As `KeywordSeeding.begin` gave it, so that ranks compare. */
  readonly source: string
  /** Ratings of the first app, where the list does not tell them. */
  readonly reach: number | null
  /** First is best. What the search did not tell is null. */
  readonly apps: ReadonlyArray<{
    readonly appId: string
    readonly name: string
    readonly seller: string
    readonly ratingCount: number | null
    readonly averageRating: number | null
    /** At least so many. */
    readonly installs: number | null
    readonly releaseDate: string | null
    readonly currentVersionReleaseDate: string | null
  }>
}

/** A history to start with. */
export class KeywordSeeding extends Context.Service<
  KeywordSeeding,
  {
    /**
     * Collects these from now on, and measures those at once that today lacks. Gives the device and the source that
     * imports name; null where this host has no such store or country.
     */
    readonly begin: (
      market: { readonly platform: Platform; readonly country: string },
      keywords: ReadonlyArray<string>
    ) => Effect.Effect<
      { readonly device: string; readonly source: string; readonly terms: ReadonlyArray<string> } | null,
      SqlError.SqlError
    >
    /** Scores searches of the past as those of today are, and keeps what is not there yet. */
    readonly importSearches: (searches: ReadonlyArray<ImportedSearch>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/keywords/KeywordSeeding") {}

export interface RankChange extends Omit<RankDifference<string>, "app"> {
  readonly id: string
  readonly appId: string
  readonly platform: Platform
  readonly keyword: string
  readonly country: string
  readonly device: string
  /** Microseconds since the epoch; no two changes share it. */
  readonly detectedUs: number
}

export interface RankChangeQuery {
  /** Exclusive. */
  readonly sinceUs: number
  /** Inclusive. */
  readonly untilUs: number
  readonly appIds?: ReadonlyArray<string>
  readonly platform?: Platform
  readonly country?: string
  readonly device?: string
  readonly types?: ReadonlyArray<RankChange["type"]>
  readonly limit: number
}

/** The feed of changes, in the order in which they were detected. */
export class RankChanges extends Context.Service<
  RankChanges,
  {
    readonly read: (
      query: RankChangeQuery
    ) => Effect.Effect<
      { readonly changes: ReadonlyArray<RankChange>; readonly hasMore: boolean; readonly nextUs: number },
      SqlError.SqlError
    >
  }
>()("@storeglass/keywords/RankChanges") {}

/** Where a search is made: ranks of one market don't compare with those of another. */
export interface BookMarket {
  readonly platform: Platform
  readonly country: string
  /** One of `searchDevices` of the store. */
  readonly device: string
}

/** An estimate, 0 to 100. */
export interface BookScore {
  readonly value: number | null
  readonly range: { readonly low: number; readonly high: number } | null
  readonly status: "estimated" | "not_measured"
  readonly model: string
}

/** An app as the list of a search names it. */
export interface BookApp {
  readonly appId: string
  readonly name: string
  readonly seller: string
}

/** What is known of a term, by its latest search. */
export interface BookTerm {
  /** In its one form. */
  readonly keyword: string
  readonly volume: BookScore
  readonly difficulty: BookScore
  /** ISO 8601 of the latest search; null: never searched. */
  readonly asOf: string | null
  /** The store failed, and the search is an older answer. */
  readonly stale: boolean
  /** The latest search is at most a week old: without that, `depth` and `top` are null. */
  readonly isFresh: boolean
  /** How far down was looked. */
  readonly depth: number | null
  /** The first ten apps, best first. */
  readonly top: ReadonlyArray<BookApp> | null
}

export interface BookRank {
  readonly rank: number | null
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
}

/** kw-visibility of one day. */
export interface BookVisibility extends BookScore {
  /** How many terms of the basket were measured and have a volume. */
  readonly terms: number
}

/** How an app stands for each term of a basket. */
export interface BookStandings extends BookApp {
  /** In the order of the basket's terms. */
  readonly ranks: ReadonlyArray<BookRank>
  readonly visibility: BookVisibility
}

/** Terms, and how apps stand for them by their latest searches. */
export interface BookBasket {
  /** The same for the same terms, whatever their order. */
  readonly id: string
  /** By code point. */
  readonly terms: ReadonlyArray<BookTerm>
  /** In the order asked; `name` and `seller` are empty for an app that no search has shown. */
  readonly apps: ReadonlyArray<BookStandings>
  /** Terms beyond `termsMax`, least searched, that were left out. */
  readonly leftOut: number
}

/** What may be asked of the store. */
export interface BookBudget {
  /** Answers that the adapter has kept from before don't count. */
  readonly requestsMax: number
  /** By the clock, ms since the epoch: what isn't back by then isn't waited for. */
  readonly untilMs: number
}

/** What a search told just now. */
export interface BookMeasured {
  readonly term: BookTerm
  /** App ids, first is best, as far down as `term.depth`. */
  readonly ranked: ReadonlyArray<string>
  /** The first ten as the search told of them. */
  readonly top: ReadonlyArray<StoreApp>
}

export interface BookMeasurements {
  /** In the order asked. */
  readonly measured: ReadonlyArray<BookMeasured>
  /** In the order asked, with the reason for the reader. */
  readonly notMeasured: ReadonlyArray<{ readonly keyword: string; readonly reason: string }>
  readonly requests: number
}

/** What the collection knows of terms, and measuring those that it doesn't. Nothing in it is an account's own. */
export class KeywordBook extends Context.Service<
  KeywordBook,
  {
    /** One for each keyword, in their order. */
    readonly terms: (
      market: BookMarket,
      keywords: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<BookTerm>, SqlError.SqlError>
    /**
     * How these apps stand over one basket: the keywords that count for any of them and that it was ranked for of late,
     * and those named in `keywords`. Most searched first, at most `termsMax` (500) beside those named.
     */
    readonly standings: (
      market: BookMarket,
      appIds: ReadonlyArray<string>,
      options?: { readonly keywords?: ReadonlyArray<string>; readonly termsMax?: number }
    ) => Effect.Effect<BookBasket, SqlError.SqlError>
    /**
     * Searches for these terms, first come first, and records what was measured whole. A term needs a search and, for
     * its volume, several suggestions: where those don't fit any more it's searched for alone, and its volume is not
     * measured. Terms that were searched for of late cost nothing and are in neither list: `terms` has them.
     */
    readonly measure: (
      market: BookMarket,
      keywords: ReadonlyArray<string>,
      budget: BookBudget
    ) => Effect.Effect<BookMeasurements, SqlError.SqlError | PlatformUnsupported>
  }
>()("@storeglass/keywords/KeywordBook") {}
