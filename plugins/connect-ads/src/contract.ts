/** What other plugins may import of connect-ads: how much terms are searched for, and what ads cost by day, as the vendor tells an account. */
import { Context, Data, type Effect } from "effect"
import type { SqlError } from "effect/sql"

export interface TermPopularity {
  /** As it was asked for. */
  readonly term: string
  /** False where the vendor doesn't list it: under 500 searches in the week, or not among the 500 most searched of a genre. */
  readonly listed: boolean
  /** 1 to 100 over all genres of the country; null where it isn't listed. */
  readonly popularity: number | null
  /** 1 to 5; null where it isn't listed. */
  readonly band: number | null
  /** Where it is among the most searched. */
  readonly genres: ReadonlyArray<{
    readonly genre: string
    readonly rank: number | null
    /** 1 to 100 within the genre. */
    readonly popularity: number | null
  }>
}
export interface WeekPopularity {
  /** Sunday and Saturday of the week, `YYYY-MM-DD`, UTC. */
  readonly from: string
  readonly to: string
  /** One for each term that was asked for, in that order. */
  readonly terms: ReadonlyArray<TermPopularity>
}

/** It can't be told. `code` is that of the answer that the connector's own routes would give, such as `NOT_CONNECTED`. */
export class PopularityUnavailable extends Data.TaggedError("PopularityUnavailable")<{
  readonly code: string
  readonly message: string
}> {}

/**
 * Search popularity in storea by the ads vendor, for the last week that it has published. It is told to an account by its own
 * connection: what is derived from it may be shown to that account alone, and is never shared or kept for anybody else.
 */
export class SearchPopularity extends Context.Service<
  SearchPopularity,
  {
    /** `country` as in ISO 3166-1, lower case; at most 100 terms. Kept for a day, for the account. */
    readonly lastWeek: (
      accountId: string,
      of: { readonly country: string; readonly terms: ReadonlyArray<string> }
    ) => Effect.Effect<WeekPopularity, PopularityUnavailable>
  }
>()("@storeglass/connect-ads/SearchPopularity") {}

/** What an app's ads cost and brought on a day, in one currency. */
export interface AdsDay {
  readonly day: string
  /** Null: nothing ran, or the vendor didn't tell it. */
  readonly currency: string | null
  /** Null: the vendor didn't tell it of all that ran. */
  readonly spend: number | null
  readonly installs: number | null
}

/** What ads cost, as the daily copy of an account's own connection has it; the vendor isn't asked. */
export class AdsSpend extends Context.Service<
  AdsSpend,
  {
    /**
     * By day and currency, in order; days that weren't read are left out, and where nothing ran a day has 0. Undefined: the account
     * has no copy, or no campaign of the app is in it.
     */
    readonly days: (
      accountId: string,
      appId: string,
      window: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<AdsDay> | undefined, SqlError.SqlError>
  }
>()("@storeglass/connect-ads/AdsSpend") {}
