/** Shapes of the answers about keywords; those about apps are in appSchema.ts. */
import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { difficultyBands, stabilities, volumeBands } from "./models/interpretation.ts"
import { RankStatus } from "./parameters.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field

export const market = {
  platform: Schema.Literals(Param.platforms).annotate({ description: "The store." }),
  country: text("Storefront, ISO 3166-1 alpha-2 in lower case.", "us"),
  device: text("Device whose search is meant.", "iphone")
}
export const keywordText = text("The keyword in the one form in which it is collected: lower case, single spaces.")
export const volumeScore = NullOr(
  number("Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured.")
)
export const difficulty = NullOr(
  number("How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured.")
)
export const resultCount = NullOr(whole("Apps that the store's search returned, at most 200."))

/** A rank in its three states. */
export const rankState = {
  rank: NullOr(whole("1 is first; null in the two other states.")),
  status: RankStatus.annotate({
    description: "ranked; not_in_top_n: looked for and not in the first `depth`; not_measured: nobody looked."
  }),
  depth: NullOr(whole("How far down was looked; null when not measured."))
}

const Range = Schema.Struct({ low: Schema.Finite, high: Schema.Finite }).annotate({
  description: "Where the score would lie were what is not measured at its worst or best, and the model's own error."
})
const Confidence = Schema.Literals(["high", "medium", "low", "none"])

export const RankedApp = Schema.Struct({
  rank: whole("1 is first."),
  trackId: TrackId,
  trackName: Schema.String,
  sellerName: Schema.String
}).annotate({ identifier: "RankedApp" })

export const RanksAnswer = Schema.Struct({
  keyword: keywordText,
  country: market.country,
  popularity: volumeScore.annotate({ description: "Deprecated: equal to volumeScore." }),
  competitiveness: difficulty.annotate({ description: "Deprecated: equal to difficulty." }),
  totalResults: resultCount.annotate({
    description: "Apps that the store's search returned, at most 200; null when not measured on that day."
  }),
  rankings: Schema.Array(RankedApp),
  platform: market.platform,
  device: market.device,
  date: text("Day that the ranking is of, YYYY-MM-DD in UTC."),
  status: Schema.Literals(["measured", "not_measured"]).annotate({
    description: "not_measured: the keyword was not collected on the asked day, so nothing is known of it."
  }),
  depth: NullOr(whole("An app that is not among the rankings is not in the first so many.")),
  source: NullOr(text("Upstream that gave the order. Ranks of different sources do not compare.", "storea.catalog")),
  volumeScore,
  difficulty,
  provenance: Provenance
}).annotate({ identifier: "KeywordRanks" })

export const TrackAnswer = Schema.Struct({
  keyword: keywordText,
  country: market.country,
  status: Schema.Literal("tracked"),
  message: Schema.String,
  platform: market.platform,
  device: market.device
}).annotate({ identifier: "TrackedKeyword" })

export const SuggestionsAnswer = Schema.Struct({
  term: keywordText,
  country: market.country,
  platform: market.platform,
  suggestions: Schema.Array(
    Schema.Struct({
      term: Schema.String,
      suggestRank: whole("Place among the suggestions of `prefix`, 1 is first."),
      prefix: text("What was typed to get it."),
      volumeScore: Schema.optionalKey(volumeScore),
      difficulty: Schema.optionalKey(difficulty),
      metricsStatus: Schema.optionalKey(
        Schema.Literals(["estimated", "unavailable", "not_measured"]).annotate({
          description:
            "With metrics=1: estimated; unavailable: the store did not answer in time; not_measured: beyond the first ten."
        })
      )
    }).annotate({ identifier: "KeywordSuggestion" })
  ),
  unanswered: Schema.Array(Schema.String).annotate({
    description: "With expand=1: prefixes that the store did not answer; what they would bring is not known."
  }),
  provenance: Provenance
}).annotate({ identifier: "KeywordSuggestions" })

const Factor = Schema.Struct({
  name: Schema.String,
  weight: Schema.Finite,
  input: NullOr(Schema.Finite),
  score: NullOr(Schema.Finite),
  points: NullOr(Schema.Finite)
}).annotate({
  identifier: "ScoreFactor",
  description: "One signal of a score; null: not measured, its weight is shared out."
})

export const MetricsAnswer = Schema.Struct({
  keyword: keywordText,
  ...market,
  volumeScore,
  volumeRange: NullOr(Range),
  volumeConfidence: Confidence,
  volumeFactors: Schema.Array(Factor),
  difficulty,
  difficultyRange: NullOr(Range),
  difficultyConfidence: Confidence,
  difficultyFactors: Schema.Array(
    Schema.Struct({ name: Schema.String, weight: Schema.Finite, score: NullOr(Schema.Finite) }).annotate({
      identifier: "DifficultyFactor",
      description: "Mean score of the first ten apps in one respect, 0 to 100."
    })
  ),
  weakestInTop10: NullOr(number("Score of the weakest of the first ten places, 0 to 100; 0 when one is free.")),
  autocomplete: Schema.Struct({
    status: Schema.Literals(["suggested", "not_suggested", "not_measured"]),
    prefixLength: NullOr(whole("Letters to type until the store suggests the keyword.")),
    position: NullOr(whole("Its place there, 1 is first."))
  }),
  resultCount,
  topAppsAvgRating: NullOr(number("Mean rating of the first ten.")),
  topAppsAvgReviews: NullOr(number("Mean number of ratings of the first ten.")),
  developerDiversity: NullOr(number("Distinct sellers among the first ten over their number, 0 to 1.")),
  rankVolatility: NullOr(number("Mean change of rank a day in the first ten; null until there are three snapshots.")),
  marketDominance: NullOr(number("Share of the first ten's ratings that one app has, 0 to 1.")),
  historicalDays: whole("Days of the last 90 that are collected, from the source of today's ranks."),
  topApps: Schema.Array(RankedApp),
  updatedAt: text("When the store said so, ISO 8601."),
  interpretation: Schema.Struct({
    volume: NullOr(Schema.Literals(volumeBands)),
    competition: NullOr(Schema.Literals(difficultyBands)),
    stability: NullOr(Schema.Literals(stabilities)),
    trustworthy: Schema.Boolean.annotate({ description: "Seven days of history and ten results, or more." })
  }),
  models: Schema.Record(Schema.String, Schema.String),
  provenance: Provenance
}).annotate({ identifier: "KeywordMetrics" })

export const TrendingAnswer = Schema.Struct({
  country: market.country,
  period: text("The window.", "7d"),
  keywords: Schema.Array(
    Schema.Struct({
      keyword: keywordText,
      growthPercent: number("Growth of the largest reach of this window over that of the window before it."),
      maxReach: whole("Largest reach in the current window."),
      minReach: whole("Smallest reach in the current window."),
      previousMaxReach: whole("Largest reach in the previous window."),
      currentReach: whole("Latest reach."),
      volumeScore,
      resultCount: whole("Apps that the store's search returned, at most 200."),
      difficulty
    }).annotate({ identifier: "TrendingKeyword" })
  ),
  total: whole("Trending keywords before the limit."),
  platform: market.platform,
  days: Schema.Int,
  windows: Schema.Struct({
    current: Schema.Struct({ from: Schema.String, to: Schema.String }),
    previous: Schema.Struct({ from: Schema.String, to: Schema.String })
  }),
  provenance: Provenance
}).annotate({ identifier: "TrendingKeywords" })
