/** A snapshot as it is kept: what was read for everyone, and what was read for one account alone. */
import { StoreApp, StorePage } from "@storeglass/stores/contract"
import { Schema } from "effect"

const { NullOr } = Schema
const Text = Schema.String

const partOf = <S extends Schema.Constraint>(schema: S) =>
  Schema.Union([
    Schema.Struct({ status: Schema.Literal("measured"), value: schema }),
    Schema.Struct({ status: Schema.Literal("not_measured"), value: Schema.Null, reason: Text })
  ])

const score = {
  value: NullOr(Schema.Finite),
  range: NullOr(Schema.Struct({ low: Schema.Finite, high: Schema.Finite })),
  status: Schema.Literals(["estimated", "not_measured"]),
  model: Text
}
const Score = Schema.Struct(score)
const Visibility = Schema.Struct({ ...score, terms: Schema.Int })

export const Input = Schema.Struct({ source: Text, asOf: Text, stale: Schema.Boolean })
const Missing = Schema.Struct({ what: Text, reason: Text })

/** Where a term was found. */
export const termSources = ["standing", "competitor", "suggestion", "listing"] as const

export const Term = Schema.Struct({
  keyword: Text,
  from: Schema.Array(Schema.Literals(termSources)),
  volume: Score,
  difficulty: Score,
  rank: NullOr(Schema.Int),
  rankStatus: Schema.Literals(["ranked", "not_in_top_n", "not_measured"]),
  depth: NullOr(Schema.Int),
  asOf: NullOr(Text),
  top: NullOr(Schema.Array(Text)),
  topTenSameGenre: NullOr(Schema.Finite),
  brandOf: NullOr(Text),
  isOwnBrand: Schema.Boolean,
  competitors: Schema.Array(Schema.Struct({ appId: Text, rank: Schema.Int }))
})
export type StoredTerm = typeof Term.Type

/** Everything that depends on who the competitors are. */
export const Market = Schema.Struct({
  terms: Schema.Array(Term),
  visibility: Visibility,
  standings: Schema.Struct({
    basketId: Text,
    ranked: Schema.Int,
    top10: Schema.Int,
    avgRank: NullOr(Schema.Finite)
  }),
  competitors: Schema.Array(Schema.Struct({ appId: Text, app: partOf(StoreApp), visibility: Visibility }))
})
export type Market = typeof Market.Type

/** What is known from the stores and the collection, the same for every account. */
export const Shared = Schema.Struct({
  inputs: Schema.Array(Input),
  app: StoreApp,
  page: partOf(StorePage),
  reviews: partOf(Schema.Array(Schema.Struct({ rating: Schema.Int, date: NullOr(Text), version: NullOr(Text) }))),
  /** Genres of the apps that stand in the first ten of its terms, as far as they are known. */
  genres: Schema.Array(Schema.Struct({ appId: Text, genreIds: Schema.Array(Text) })),
  /** What the listing and the suggestions gave, by source. */
  candidates: Schema.Array(Schema.Struct({ keyword: Text, from: Schema.Array(Schema.Literals(termSources)) })),
  /** Searches that weren't whole, which the collection doesn't keep: app ids, best first. */
  searches: Schema.Array(Schema.Struct({ keyword: Text, ranked: Schema.Array(Text) })),
  market: Market,
  notMeasured: Schema.Array(Missing),
  /** As many requests as its making could spend, and as it spent. */
  requestsMax: Schema.Int,
  requests: Schema.Int
})
export type Shared = typeof Shared.Type

/** What is read over the competitors that one account named. */
export const Own = Schema.Struct({
  inputs: Schema.Array(Input),
  market: Market,
  notMeasured: Schema.Array(Missing),
  requests: Schema.Int
})
export type Own = typeof Own.Type

/** What was known of the keywords of a request. */
export const Figures = Schema.Struct({
  keywords: Schema.Array(
    Schema.Struct({
      keyword: Text,
      volume: NullOr(Schema.Finite),
      difficulty: NullOr(Schema.Finite),
      relevance: NullOr(Schema.Finite),
      brandOf: NullOr(Text)
    })
  ),
  /** Names of other apps, as far as they're brands. */
  otherBrands: Schema.Array(Text),
  notMeasured: Schema.Array(Missing)
})
export type Figures = typeof Figures.Type
