/** Shape of the intelligence report. */
import { Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { calibrations } from "./models/residuals.ts"
import { Platform, relations, Unavailable } from "./schema.ts"
import { scopes } from "./storeFacts.ts"

const NullOr = Schema.NullOr
const Whole = Schema.Int
const described = (description: string) => Schema.String.annotate({ description })

const Method = Schema.Struct({
  model: described("Model and version."),
  value: Whole.annotate({ description: "Its own monthly figure." }),
  range: Schema.Struct({ low: Whole, high: Whole }).annotate({ description: "Its own range." }),
  weight: Schema.Finite.annotate({ description: "Its weight in the figure, 0 to 1." })
})

const Range = Schema.Struct({
  low: Whole,
  high: Whole,
  coverage: Schema.Finite.annotate({ description: "Share of cases in which the figure should lie in the range: 0.8." }),
  coverageObserved: NullOr(Schema.Finite).annotate({
    description: "Share of counted figures that did, in the back-test; null if there were none to compare with."
  }),
  n: NullOr(Whole).annotate({ description: "Counted figures in that back-test." }),
  calibratedOn: described("What the range was made from."),
  fittedAt: described("When, YYYY-MM-DD.")
})

const estimate = {
  value: NullOr(Whole).annotate({
    description: "Null if there is nothing to estimate from; see status and notUsed."
  }),
  range: NullOr(Range).annotate({ description: "Where the figure lies in 80 % of cases." }),
  confidence: Schema.Literals(["high", "medium", "low", "none"]).annotate({
    description:
      "By the range. high: within a factor of 1.5 either way, and the store's own counter is one of several methods; medium: within 2.5; low: wider, or two methods exclude each other; none without a value."
  }),
  period: Schema.Literal("monthly"),
  scope: Schema.Literals(scopes).annotate({
    description:
      "What value and range cover: the country, or worldwide where the store has no counts by country (storeb)."
  }),
  inCountry: NullOr(Whole).annotate({
    description: "The country's figure: value if scope is country, else null, since its share isn't known."
  }),
  status: Schema.Literals(["estimated", "unavailable", "not_measured"]).annotate({
    description: "not_measured: too early to tell, as for an app just released; it will be estimated later."
  }),
  calibration: Schema.Literals(calibrations).annotate({
    description:
      "global: as for everyone; category or account: corrected by what your own connected stores counted, of apps of the category, or of this developer."
  }),
  model: described("Version of the combination."),
  method: NullOr(described("How the figure is made, in words.")),
  methods: Schema.Array(Method).annotate({ description: "The models used." }),
  inputs: Schema.Array(
    Schema.Struct({ model: Schema.String, name: Schema.String, value: Schema.Union([Schema.Finite, Schema.String]) })
  ).annotate({ description: "The models' inputs." }),
  notUsed: Schema.Array(Schema.Struct({ model: Schema.String, reason: Schema.String })).annotate({
    description: "Models not used, and why."
  }),
  provenance: Provenance
}

export const EstimatedDownloads = Schema.Struct(estimate).annotate({ identifier: "EstimatedDownloads" })
export type EstimatedDownloads = typeof EstimatedDownloads.Type
export const EstimatedRevenue = Schema.Struct({
  ...estimate,
  currency: described("ISO 4217 code of value, range and methods: the one asked for.")
}).annotate({ identifier: "EstimatedRevenue" })
export type EstimatedRevenue = typeof EstimatedRevenue.Type

export const SentimentAnalysis = Schema.Struct({
  averageRating: NullOr(Schema.Finite).annotate({
    description: "The store's mean of all ratings: the country's on storea, worldwide on storeb."
  }),
  totalReviews: NullOr(Whole).annotate({
    description: "The store's number of ratings behind averageRating."
  }),
  positivePercentage: NullOr(Schema.Finite).annotate({
    description: "Percentage of positive reviews in the sample, 0 to 100; null if none could be read."
  }),
  positiveRange: NullOr(Schema.Struct({ low: Schema.Finite, high: Schema.Finite })).annotate({
    description: "95 % interval of positivePercentage, for a sample of this size (Wilson)."
  }),
  topPositiveThemes: NullOr(Schema.Array(Schema.String)).annotate({
    description: "What positive reviews are about, most mentioned first; null if none could be read."
  }),
  topNegativeThemes: NullOr(Schema.Array(Schema.String)).annotate({ description: "What negative reviews are about." }),
  themes: Schema.Array(
    Schema.Struct({
      theme: Schema.String,
      polarity: Schema.Literals(["positive", "negative"]),
      mentions: Whole.annotate({ description: "Reviews of that sentiment that mention it." }),
      phrases: Schema.Array(Schema.String)
    })
  ),
  sampleSize: Whole.annotate({ description: "Reviews read." }),
  sampleAverageRating: NullOr(Schema.Finite).annotate({
    description: "Mean stars of the reviews read; null if none was."
  }),
  window: NullOr(Schema.Struct({ from: Schema.String, to: Schema.String })).annotate({
    description: "Dates of the oldest and newest; null where the store doesn't date reviews."
  }),
  method: Schema.String,
  provenance: Provenance
}).annotate({ identifier: "SentimentAnalysis" })
export type SentimentAnalysis = typeof SentimentAnalysis.Type

export const IntelligenceReport = Schema.Struct({
  trackId: TrackId,
  trackName: Schema.String,
  platform: Platform,
  country: Schema.String,
  marketIntelligence: Schema.Struct({ estimatedDownloads: EstimatedDownloads, estimatedRevenue: EstimatedRevenue }),
  inAppPurchases: NullOr(
    Schema.Array(Schema.Struct({ name: Schema.String, price: described("As the store shows it, with the currency.") }))
  ).annotate({
    description:
      "[] if the store says there are none; null if it isn't known. On storeb, one row with the price range, since the store doesn't list them individually."
  }),
  similarApps: NullOr(
    Schema.Array(
      Schema.Struct({
        trackId: TrackId,
        trackName: Schema.String,
        sellerName: Schema.String,
        relation: Schema.Literals(relations)
      })
    )
  ).annotate({ description: "[] if there are none; null if the store didn't answer, with the reason in unavailable." }),
  sentimentAnalysis: SentimentAnalysis,
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "IntelligenceReport" })
export type IntelligenceReport = typeof IntelligenceReport.Type
