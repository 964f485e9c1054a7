/** Shapes of the answers about keywords; those about apps are in appSchema.ts. */
import { Field, nextCursor, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { Estimates, Range } from "./estimates.ts"
import { prefixSearches } from "./models/autocomplete.ts"
import { difficultyBands, stabilities, volumeBands } from "./models/interpretation.ts"
import { RankStatus } from "./parameters.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field

export const market = {
  platform: Schema.Literals(Param.platforms).annotate({ description: "The store." }),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  device: text("Device searched on.", "iphone")
}
export const keywordText = text("The keyword in its normalized form: lowercase, single spaces.")
export const volumeScore = NullOr(
  number("Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured.")
)
export const difficulty = NullOr(
  number("How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured.")
)
export const resultCount = NullOr(whole("Apps the store's search returned, at most 200."))

/** A rank in its three states. */
export const rankState = {
  rank: NullOr(whole("1 is first; null for the other two statuses.")),
  status: RankStatus.annotate({
    description: "ranked; not_in_top_n: not in the first `depth`; not_measured: no data."
  }),
  depth: NullOr(whole("How many ranks were read; null if not measured."))
}

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
    description: "Apps the store's search returned, at most 200; null if not measured that day."
  }),
  rankings: Schema.Array(RankedApp),
  platform: market.platform,
  device: market.device,
  date: text("Day of the ranking, YYYY-MM-DD in UTC."),
  status: Schema.Literals(["measured", "not_measured"]).annotate({
    description: "not_measured: the keyword wasn't collected that day, so nothing is known."
  }),
  depth: NullOr(whole("How deep the search was read; an app not in the rankings is beyond it.")),
  source: NullOr(
    text("Upstream the order came from. Ranks from different sources aren't comparable.", "storea.catalog")
  ),
  volumeScore,
  difficulty,
  estimates: Estimates,
  provenance: Provenance
}).annotate({ identifier: "KeywordRanksOfOne" })

const more = <S extends Schema.Constraint>(answer: S) =>
  Schema.optionalKey(Schema.Array(answer)).annotate({
    description: "With keywords: the answers for those after the first, in their order."
  })

export const ManyRanksAnswer = Schema.Struct({ ...RanksAnswer.fields, more: more(RanksAnswer) }).annotate({
  identifier: "KeywordRanks"
})

export const TrackAnswer = Schema.Struct({
  keyword: keywordText,
  country: market.country,
  status: Schema.Literal("tracked"),
  message: Schema.String,
  platform: market.platform,
  device: market.device,
  alreadyTracked: Schema.Boolean.annotate({
    description:
      "True if your account tracked it here before; nothing is charged then. That an app of your workspace has the keyword doesn't count."
  })
}).annotate({ identifier: "TrackedKeyword" })

export const TrackedAnswer = Schema.Struct({
  keywords: Schema.Array(
    Schema.Struct({ keyword: keywordText, ...market, since: text("Since when it is tracked, ISO 8601.") }).annotate({
      identifier: "TrackedKeywordSince"
    })
  ),
  nextCursor,
  total: whole("Keywords your account tracks there, on all pages."),
  message: text("What was found or, if nothing was, what to do.")
}).annotate({ identifier: "TrackedKeywords" })

export const UntrackAnswer = Schema.Struct({
  keyword: keywordText,
  ...market,
  status: Schema.Literals(["untracked", "not_tracked"]).annotate({
    description: "not_tracked: your account didn't track it."
  })
}).annotate({ identifier: "UntrackedKeyword" })

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
      estimates: Schema.optionalKey(Estimates),
      metricsStatus: Schema.optionalKey(
        Schema.Literals(["estimated", "unavailable", "not_measured"]).annotate({
          description:
            "With metrics=1: estimated; unavailable: the store didn't answer in time; not_measured: beyond the first ten."
        })
      )
    }).annotate({ identifier: "KeywordSuggestion" })
  ),
  unanswered: Schema.Array(Schema.String).annotate({
    description: "With expand=1: prefixes the store didn't answer; their suggestions aren't known."
  }),
  provenance: Provenance
}).annotate({ identifier: "KeywordSuggestions" })

const Factor = Schema.Struct({
  name: Schema.String,
  weight: Schema.Finite,
  input: NullOr(number("What was measured; null if it wasn't.")),
  score: NullOr(number("0 to 100; null if not measured.")),
  points: NullOr(number("What it adds to the score; null if not measured."))
}).annotate({
  identifier: "ScoreFactor",
  description: "One signal of a score; null if not measured, and its weight is then spread over the others."
})

export const OfficialPopularity = Schema.Struct({
  status: Schema.Literals(["official", "not_listed", "unavailable"]).annotate({
    description:
      "official: the ads vendor's own figure. not_listed: the vendor lists only terms with at least 500 searches a week, up to 500 of each genre. unavailable: see reason."
  }),
  reason: NullOr(Schema.String).annotate({ description: "Why there is no figure; null where there is one." }),
  popularity: NullOr(Schema.Int).annotate({
    description: "1 to 100 over all genres of the country; null without one."
  }),
  band: NullOr(Schema.Int).annotate({ description: "1 to 5; null without one." }),
  genres: Schema.Array(
    Schema.Struct({
      genre: text("As the vendor calls it.", "PHOTO_VIDEO"),
      rank: NullOr(Schema.Int).annotate({
        description: "Place among the genre's terms; null if the vendor didn't say."
      }),
      popularity: NullOr(Schema.Int).annotate({ description: "1 to 100 in the genre; null if the vendor didn't say." })
    }).annotate({ identifier: "OfficialPopularityInGenre" })
  ),
  week: NullOr(Schema.Struct({ from: text("Sunday.", "2026-11-15"), to: text("Saturday.", "2026-11-21") })).annotate({
    description: "The week it is of; null where the vendor wasn't asked."
  })
}).annotate({ identifier: "OfficialPopularity" })

export const MetricsAnswer = Schema.Struct({
  keyword: keywordText,
  ...market,
  official: Schema.optionalKey(OfficialPopularity).annotate({
    description: "With official=true: by your own search ads connection. It goes into no estimate."
  }),
  volumeScore,
  volumeRange: NullOr(Range).annotate({ description: "Null while no range is known; see volumeConfidence." }),
  volumeConfidence: Confidence,
  volumeFactors: Schema.Array(Factor),
  difficulty,
  difficultyRange: NullOr(Range).annotate({ description: "Null while no range is known; see difficultyConfidence." }),
  difficultyConfidence: Confidence,
  difficultyFactors: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      weight: Schema.Finite,
      score: NullOr(number("0 to 100; null if not measured."))
    }).annotate({
      identifier: "DifficultyFactor",
      description: "Mean score of the first ten apps in one aspect, 0 to 100."
    })
  ),
  estimates: Estimates,
  weakestInTop10: NullOr(number("Score of the weakest of the first ten places, 0 to 100; 0 when one is free.")),
  autocomplete: Schema.Struct({
    status: Schema.Literals(["suggested", "not_suggested", "not_measured"]),
    prefixLength: NullOr(whole("Letters typed until the store suggests the keyword; a prefix never ends in a space.")),
    position: NullOr(whole("Its place there, 1 is first.")),
    search: NullOr(Schema.Literals(prefixSearches)).annotate({
      description:
        "How the prefix was found. every_prefix: all shorter ones were read. halving: the first three were, and a longer one was taken to suggest what a shorter one does. Null if not noted."
    })
  }),
  resultCount,
  topAppsAvgRating: NullOr(number("Mean rating of the first ten.")),
  topAppsAvgReviews: NullOr(number("Mean number of ratings of the first ten.")),
  developerDiversity: NullOr(number("Distinct sellers among the first ten over their number, 0 to 1.")),
  rankVolatility: NullOr(number("Mean daily rank change in the first ten; null until there are three snapshots.")),
  marketDominance: NullOr(number("Share of the first ten's ratings that one app has, 0 to 1.")),
  historicalDays: whole("Collected days among the last 90, from the source of today's ranks."),
  topApps: Schema.Array(RankedApp),
  updatedAt: text("When the store said so, ISO 8601."),
  interpretation: Schema.Struct({
    volume: NullOr(Schema.Literals(volumeBands)).annotate({
      description: "The volume in words; null without a score."
    }),
    competition: NullOr(Schema.Literals(difficultyBands)).annotate({
      description: "The difficulty in words; null without a score."
    }),
    stability: NullOr(Schema.Literals(stabilities)).annotate({
      description: "rankVolatility in words; null until it is known."
    }),
    trustworthy: Schema.Boolean.annotate({ description: "True with at least seven days of history and ten results." })
  }),
  models: Schema.Record(Schema.String, Schema.String),
  provenance: Provenance
}).annotate({ identifier: "KeywordMetricsOfOne" })

export const ManyMetricsAnswer = Schema.Struct({ ...MetricsAnswer.fields, more: more(MetricsAnswer) }).annotate({
  identifier: "KeywordMetrics"
})

export const TrendingAnswer = Schema.Struct({
  country: market.country,
  period: text("The window.", "7d"),
  keywords: Schema.Array(
    Schema.Struct({
      keyword: keywordText,
      growthPercent: number("Growth of this window's largest reach over the previous window's."),
      maxReach: whole("Largest reach in the current window."),
      minReach: whole("Smallest reach in the current window."),
      previousMaxReach: whole("Largest reach in the previous window."),
      currentReach: whole("Latest reach."),
      volumeScore,
      resultCount: whole("Apps the store's search returned, at most 200."),
      difficulty,
      estimates: Estimates
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
