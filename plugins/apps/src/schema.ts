/** Shapes of the answers, but for the intelligence report (report.ts). */
import { Field, nextPage, Param, Provenance } from "@storeglass/plugin-api"
import { reviewSorts, screenshotFields, TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { charts } from "./parameters.ts"

const NullOr = Schema.NullOr
const Whole = Schema.Int
const { number, text, texts, whole } = Field

export const Platform = Schema.Literals(Param.platforms).annotate({ description: "The store that answered." })
const Country = text("Storefront that answered, lowercase ISO 3166-1 alpha-2.", "us")
export const Unavailable = Schema.Record(Schema.String, Schema.String).annotate({
  description: "Why a field is unexpectedly null or empty: field name to reason. Empty if everything is known."
})

const summary = {
  trackId: TrackId,
  trackName: text("Name of the app."),
  sellerName: text("Who sells it."),
  bundleId: text("Bundle id on storea, package name on storeb.", "com.example.app"),
  primaryGenreName: NullOr(text("Name of its main genre.", "Utilities")),
  averageUserRating: NullOr(
    number("Mean of all ratings, 1 to 5; null if nobody has rated it. The country's on storea, worldwide on storeb.")
  ),
  userRatingCount: NullOr(
    whole("Number of those ratings; null where the store doesn't show it, such as storeb cards.")
  ),
  price: NullOr(number("In `currency`; 0 is free; null if not for sale.")),
  currency: NullOr(text("ISO 4217.", "USD")),
  formattedPrice: NullOr(text("Price as the store shows it.", "Free")),
  artworkUrl512: NullOr(text("Icon.")),
  trackViewUrl: NullOr(text("Its page in the store."))
}

const Histogram = Schema.Struct({
  "1": whole("Ratings of one star."),
  "2": whole("Two stars."),
  "3": whole("Three stars."),
  "4": whole("Four stars."),
  "5": whole("Five stars.")
}).annotate({ description: "Number of ratings by stars." })

export const AppRecord = Schema.Struct({
  ...summary,
  currentVersionReleaseDate: NullOr(text("ISO 8601.", "2026-10-01T07:00:00Z")),
  screenshotUrls: texts("Screenshots of the requested device."),
  description: text("Description in the store."),
  platform: Platform,
  country: Country,
  device: text(
    "Device whose screenshots screenshotUrls lists: by default iphone on storea, phone on storeb.",
    "iphone"
  ),
  subtitle: NullOr(text("Line under the name, on storea; only the app's page has it.")),
  shortDescription: NullOr(text("Short description, on storeb; only the app's page has it.")),
  ipadScreenshotUrls: texts("Screenshots of the tablet, on storea."),
  version: NullOr(text("Current version.", "3.1.4")),
  releaseNotes: NullOr(text("What is new in this version.")),
  releaseDate: NullOr(text("First release, ISO 8601.")),
  fileSizeBytes: NullOr(whole("Download size in bytes.")),
  languageCodesISO2A: texts("Languages of the app."),
  contentAdvisoryRating: NullOr(text("Age rating.", "4+")),
  minimumOsVersion: NullOr(text("Oldest system version it runs on.")),
  primaryGenreId: NullOr(text("Id of its main genre.", "6002")),
  genreIds: texts("Ids of all its genres."),
  genres: texts("Names of all its genres."),
  developerId: NullOr(text("The store's id of the developer.")),
  sellerUrl: NullOr(text("The seller's website.")),
  privacyPolicyUrl: NullOr(text("Its privacy policy; only the app's page has it.")),
  ratingHistogram: NullOr(Histogram),
  inAppPurchases: NullOr(Schema.Boolean).annotate({
    description: "Whether it has in-app purchases; only the app's page has it."
  }),
  containsAds: NullOr(Schema.Boolean).annotate({
    description:
      "Whether it shows ads; only the app's page has it. On storea from its age rating, since 2025; null where that lists something whose name in the page's language isn't known."
  }),
  installs: NullOr(
    Schema.Struct({
      min: Whole,
      max: NullOr(whole("The counter's value; null if only the step is known.")),
      label: Schema.String
    })
  ).annotate({
    description: "Public worldwide install counter, on storeb: max is its value, null if only the step min is known."
  }),
  availability: Schema.Struct({
    available: Schema.Boolean,
    reason: NullOr(text("Why not; null if it is available."))
  }).annotate({ description: "Whether it is available in this country, and if not, why." }),
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "AppRecord" })
export type AppRecord = typeof AppRecord.Type

export const AppSummary = Schema.Struct({
  ...summary,
  rank: NullOr(whole("Place in the store's answer, 1 is first; null for a lookup."))
}).annotate({ identifier: "AppSummary" })
export type AppSummary = typeof AppSummary.Type

export const SearchAnswer = Schema.Struct({
  query: text("The query, trimmed."),
  platform: Platform,
  country: Country,
  type: Schema.Literals(["keyword", "lookup"]).annotate({
    description: "lookup if the query is the id of an existing app; otherwise keyword."
  }),
  total: whole(
    "How many apps the store's answer has; at most `limit` are returned. storea answers with up to 50, or 200 if limit is over 50; storeb with about 30."
  ),
  results: Schema.Array(AppSummary),
  provenance: Provenance
}).annotate({ identifier: "AppSearch" })

export const relations = ["similar_shelf", "shared_keywords", "same_category"] as const
export const SimilarApp = Schema.Struct({
  ...summary,
  relation: Schema.Literals(relations).annotate({
    description:
      "How it was found: on the app's own shelf of similar apps, by searching the store for the app's words, or in its genre's chart."
  }),
  score: NullOr(number("Share of topic words the two descriptions have in common, 0 to 1 (similarity@1).")),
  rank: NullOr(whole("Rank in the genre's top-free chart, if it was found there."))
}).annotate({ identifier: "SimilarApp" })
export type SimilarApp = typeof SimilarApp.Type

export const SimilarAnswer = Schema.Struct({
  appId: TrackId,
  platform: Platform,
  country: Country,
  apps: Schema.Array(SimilarApp),
  provenance: Provenance
}).annotate({ identifier: "SimilarApps" })

export const Review = Schema.Struct({
  id: text("The store's id of the review."),
  author: text("The author's display name."),
  rating: whole("Stars, 1 to 5.", 5),
  title: NullOr(text("Title; null where the store's reviews have none.")),
  text: Schema.String,
  version: NullOr(text("Version that was reviewed.")),
  date: NullOr(text("ISO 8601; null where the store doesn't date reviews.")),
  country: Country,
  language: NullOr(text("Language, where the store gives it.")),
  helpfulCount: NullOr(whole("How many people found it helpful.")),
  developerReply: NullOr(
    Schema.Struct({ text: Schema.String, date: NullOr(text("ISO 8601; null where the store doesn't date replies.")) })
  ).annotate({ description: "The developer's reply; null if there is none, or the store doesn't show it." }),
  url: NullOr(text("URL of the review, if it has one."))
}).annotate({ identifier: "Review" })

export const ReviewsAnswer = Schema.Struct({
  appId: TrackId,
  platform: Platform,
  country: Country,
  sortBy: Schema.Literals(reviewSorts),
  page: whole("The requested page, from 1.", 1),
  nextPage,
  totalPages: NullOr(whole("Number of pages; null until a page that isn't full shows it.")),
  totalAvailable: NullOr(whole("Number of reviews that can be read; null until the last page shows it.")),
  maxAvailable: whole("Maximum the store gives for one app, country and order.", 500),
  averageRating: NullOr(
    number("The store's mean of all ratings, the country's on storea; null if the store didn't give it.")
  ),
  pageAverageRating: NullOr(number("Mean stars of this page's reviews; null if it is empty.")),
  reviews: Schema.Array(Review).annotate({ description: "Empty past the last page." }),
  provenance: Provenance
}).annotate({ identifier: "Reviews" })
export type ReviewsAnswer = typeof ReviewsAnswer.Type

export const ScreenshotsAnswer = Schema.Struct({
  appId: TrackId,
  platform: Platform,
  country: Country,
  device: Schema.String,
  ...screenshotFields,
  previews: NullOr(
    Schema.Array(
      Schema.Struct({
        url: Schema.String,
        posterUrl: NullOr(text("Still image; null if there is none.")),
        device: Schema.String
      })
    )
  ).annotate({
    description: "Videos; only the app's page has them."
  }),
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "Screenshots" })

export const CompetitorScreenshotsAnswer = Schema.Struct({
  country: Country,
  platform: Platform,
  device: Schema.String,
  app: Schema.Struct({
    trackId: TrackId,
    trackName: Schema.String,
    ...screenshotFields
  }),
  competitors: Schema.Array(
    Schema.Struct({
      trackId: TrackId,
      trackName: Schema.String,
      relation: Schema.Literals(relations),
      rank: NullOr(whole("Rank in the genre's top-free chart, if it was found there.")),
      ...screenshotFields
    })
  ),
  summary: Schema.Struct({
    avgCount: NullOr(number("Mean number of screenshots, among competitors where it is known.")),
    yourCount: NullOr(whole("Number of screenshots of the app."))
  }),
  provenance: Provenance
}).annotate({ identifier: "CompetitorScreenshots" })

export const CountryRankingsAnswer = Schema.Struct({
  appId: TrackId,
  platform: Platform,
  chart: Schema.Literals(charts),
  genre: Schema.Struct({
    id: text("Genre id, or all.", "6014"),
    name: NullOr(text("Its name; null if it isn't known."))
  }),
  asOf: text("Time of the oldest chart used, ISO 8601."),
  partial: Schema.Boolean.annotate({
    description: "Whether charts are still being collected: they are among `unavailable`, and a later call has them."
  }),
  checked: whole("Storefronts whose chart was read."),
  ranked: whole("Storefronts whose chart lists the app."),
  rankings: Schema.Array(
    Schema.Struct({
      country: Country,
      countryName: Schema.String,
      genreId: Schema.String,
      genreName: NullOr(text("Name of the chart's genre; null if it isn't known.")),
      rank: whole("1 is first.", 1),
      asOf: text("Time of this storefront's chart, ISO 8601."),
      previousRank: NullOr(whole("Rank in the newest list that is at least a day older; see previousStatus.")),
      previousStatus: Schema.Literals(["ranked", "not_in_top_n", "not_measured"]).annotate({
        description: "not_in_top_n: that list doesn't have the app. not_measured: there is no such list."
      }),
      previousAsOf: NullOr(text("Time of that list, ISO 8601.")),
      change: NullOr(whole("Places gained since then; null if either rank isn't known.")),
      totalListed: whole("How many apps the chart lists.", 100)
    })
  ).annotate({ description: "Best rank first." }),
  history: NullOr(
    Schema.Array(
      Schema.Struct({
        country: Country,
        points: Schema.Array(
          Schema.Struct({
            asOf: text("When the chart was read, ISO 8601."),
            rank: NullOr(whole("Null if the chart doesn't list the app.")),
            depth: whole("How many apps the chart listed.", 100)
          })
        ).annotate({ description: "Oldest first; empty if the chart wasn't collected in these days." })
      })
    )
  ).annotate({ description: "The app's ranks of the last `days`, by storefront; null without days." }),
  notRanked: texts(
    "Storefronts whose chart was read but doesn't list the app: it ranks below the chart's depth, or not at all."
  ),
  unavailable: Schema.Array(Schema.Struct({ country: Country, reason: Schema.String })).annotate({
    description:
      "Storefronts whose chart couldn't be read or isn't collected yet: nothing is known about the app there."
  }),
  provenance: Provenance
}).annotate({ identifier: "CountryRankings" })
