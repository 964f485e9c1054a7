/** Shape of the intelligence report. */
import { Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { Platform, relations, Unavailable } from "./schema.ts"
import { scopes } from "./storeFacts.ts"

const NullOr = Schema.NullOr
const Whole = Schema.Int
const described = (description: string) => Schema.String.annotate({ description })

const Method = Schema.Struct({
  model: described("Model and version."),
  value: Whole.annotate({ description: "What it alone says, a month." }),
  weight: Schema.Finite.annotate({ description: "Its share in the figure, 0 to 1." })
})

const estimate = {
  value: NullOr(Whole).annotate({
    description: "Null when there is nothing to estimate from; see status and notUsed."
  }),
  range: NullOr(Schema.Struct({ low: Whole, high: Whole })).annotate({ description: "Where it is believed to lie." }),
  confidence: Schema.Literals(["high", "medium", "low", "none"]).annotate({
    description:
      "high only when the store's own counter is among two methods that agree; medium with a rank or a growth of ratings; low otherwise; none without a value."
  }),
  period: Schema.Literal("monthly"),
  scope: Schema.Literals(scopes).annotate({
    description:
      "Whose figure value and range are: of the asked country, or of the whole world where the store counts no country by itself (storeb)."
  }),
  inCountry: NullOr(Whole).annotate({
    description: "The figure of the asked country: value where scope is country, else null, since no share is known."
  }),
  status: Schema.Literals(["estimated", "unavailable"]),
  model: described("Version of the combination."),
  method: NullOr(described("How the figure comes about, in words.")),
  methods: Schema.Array(Method).annotate({ description: "The models that went in." }),
  inputs: Schema.Array(
    Schema.Struct({ model: Schema.String, name: Schema.String, value: Schema.Union([Schema.Finite, Schema.String]) })
  ).annotate({ description: "The figures that the models read." }),
  notUsed: Schema.Array(Schema.Struct({ model: Schema.String, reason: Schema.String })).annotate({
    description: "Models that had nothing to go by, and why."
  }),
  provenance: Provenance
}

export const EstimatedDownloads = Schema.Struct(estimate).annotate({ identifier: "EstimatedDownloads" })
export type EstimatedDownloads = typeof EstimatedDownloads.Type
export const EstimatedRevenue = Schema.Struct({
  ...estimate,
  currency: described("ISO 4217 code of value and range.")
}).annotate({ identifier: "EstimatedRevenue" })
export type EstimatedRevenue = typeof EstimatedRevenue.Type

export const SentimentAnalysis = Schema.Struct({
  averageRating: NullOr(Schema.Finite).annotate({
    description: "The store's mean of all ratings: in the country on storea, of the whole world on storeb."
  }),
  totalReviews: NullOr(Whole).annotate({
    description: "The store's number of ratings, the base of averageRating."
  }),
  positivePercentage: NullOr(Schema.Finite).annotate({
    description: "Share of positive ones among the sampled reviews, 0 to 100; null when none could be read."
  }),
  topPositiveThemes: NullOr(Schema.Array(Schema.String)).annotate({
    description: "What positive reviews are about, most mentioned first; null when none could be read."
  }),
  topNegativeThemes: NullOr(Schema.Array(Schema.String)).annotate({ description: "What negative reviews are about." }),
  themes: Schema.Array(
    Schema.Struct({
      theme: Schema.String,
      polarity: Schema.Literals(["positive", "negative"]),
      mentions: Whole.annotate({ description: "Reviews of that polarity that mention it." }),
      phrases: Schema.Array(Schema.String)
    })
  ),
  sampleSize: Whole.annotate({ description: "Reviews that were read." }),
  sampleAverageRating: NullOr(Schema.Finite),
  window: NullOr(Schema.Struct({ from: Schema.String, to: Schema.String })).annotate({
    description: "Dates of the oldest and the newest of them; null where the store does not date reviews."
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
    Schema.Array(Schema.Struct({ name: Schema.String, price: described("As the store writes it, with the currency.") }))
  ).annotate({
    description:
      "[] when the store says that there are none; null when it could not be told. On storeb one row with the range of prices, since the store lists no single ones."
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
  ),
  sentimentAnalysis: SentimentAnalysis,
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "IntelligenceReport" })
export type IntelligenceReport = typeof IntelligenceReport.Type
