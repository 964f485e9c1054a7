import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { savedFields } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { measures } from "./model.ts"

const { NullOr } = Schema
const { number, text, texts, whole } = Field

/** Of the app as `you`, of each competitor in the order of `competitorIds`. */
const sideBySide = <S extends Schema.Constraint>(side: S, description: string) =>
  Schema.Struct({
    you: side,
    competitors: Schema.Array(Schema.Struct({ appId: TrackId, is: side }))
  }).annotate({ description })

const ListingText = Schema.Struct({
  text: NullOr(text("As it is; empty: there is none; null: it couldn't be seen.")),
  charCount: NullOr(whole("In code points; null where the text is.")),
  maxChars: whole("What the store takes.")
})

export const Listing = Schema.Struct({
  name: text("Its name in the store."),
  developer: text("Its seller."),
  category: NullOr(text("Its genre; null: not told.")),
  price: NullOr(text("As the store writes it; null: not told.")),
  title: ListingText,
  second: ListingText.annotate({ description: "Subtitle on storea, short description on storeb." }),
  descriptionChars: whole("Length of the description in code points."),
  languages: NullOr(whole("How many languages it's offered in; null: not told."))
}).annotate({ identifier: "AsoComparedListing" })

const Velocity = Schema.Struct({
  per30Days: NullOr(whole("Reviews in 30 days; null: not measured.")),
  basis: NullOr(Schema.Literals(["counted", "extrapolated"])).annotate({
    description: "extrapolated: the newest reviews that were read don't reach back 30 days. null: not measured."
  }),
  sampleSize: whole("Dated reviews that it's from."),
  reason: NullOr(text("Why it wasn't measured; null where it was."))
})

const Ratings = Schema.Struct({
  average: NullOr(number("1 to 5; null: nobody has rated it, or not told.")),
  count: NullOr(whole("How many rated it; null: not told.")),
  velocity: Velocity
}).annotate({ identifier: "AsoComparedRatings" })

const Screenshots = Schema.Struct({
  count: NullOr(whole("Of phones; null: not known.")),
  hasPreview: NullOr(Schema.Boolean).annotate({ description: "Whether its page shows a video; null: not read." }),
  reason: NullOr(text("Why it isn't known; null where it is."))
}).annotate({ identifier: "AsoComparedScreenshots" })

const Updates = Schema.Struct({
  version: NullOr(text("The present version; null: not told.")),
  releasedAt: NullOr(text("When it came, ISO 8601; null: not told.")),
  ageDays: NullOr(whole("Days since; null: not told."))
}).annotate({ identifier: "AsoComparedUpdates" })

export const Advertising = Schema.Struct({
  status: Schema.Literals(["measured", "not_measured"]).annotate({ description: "Whether it was read." }),
  isAdvertising: NullOr(Schema.Boolean).annotate({
    description: "Whether it had an ad in 90 days; null: not measured."
  }),
  totalAds: NullOr(whole("Its ads, each once per storefront; null: not measured.")),
  storefronts: NullOr(texts("Where, most ads first, ISO 3166-1 alpha-2; null: not measured.")),
  since: NullOr(text("First shown, YYYY-MM-DD; null: not told.")),
  sinceOverOneYear: NullOr(Schema.Boolean).annotate({
    description: "Whether an ad was first shown over a year ago, of which no day is told; null: not measured."
  }),
  last: NullOr(text("Last shown, YYYY-MM-DD; null: not told.")),
  asOf: NullOr(text("When the store's repository of ads said so, ISO 8601; null: not measured.")),
  reason: NullOr(text("Why it wasn't measured; null where it was."))
}).annotate({ identifier: "AsoComparedAds" })

const Row = Schema.Struct({
  keyword: text("The keyword in its normalized form."),
  volumeScore: NullOr(number("Estimated search volume, 0 to 100 (kw-volume@2); null: not measured.")),
  yourRank: NullOr(whole("Null: not in the ranks that were read.")),
  theirRank: NullOr(whole("Null: not in the ranks that were read."))
}).annotate({ identifier: "AsoContestedKeyword" })
const rows = (description: string) =>
  Schema.Array(Row).annotate({ description: `${description} Most searched first, at most 10.` })

const Keywords = Schema.Struct({
  you: Schema.Struct({ visibility: NullOr(number("0 to 100 (kw-visibility@1); null: too little was measured.")) }),
  competitors: Schema.Array(
    Schema.Struct({
      appId: TrackId,
      visibility: NullOr(number("Over the same basket; null: too little was measured.")),
      shared: whole("Keywords that both are ranked for."),
      ahead: whole("Of these, where you are ranked better."),
      onlyYou: whole("Keywords that you alone are ranked for."),
      onlyThem: whole("Keywords that they alone are ranked for; where your rank is measured."),
      sharedTop: rows("Keywords of both."),
      onlyYouTop: rows("Your own."),
      onlyThemTop: rows("Theirs.")
    })
  )
}).annotate({ identifier: "AsoComparedKeywords", description: "By the latest searches, over one basket." })

const Difference = Schema.Struct({
  measure: Schema.Literals(measures).annotate({ description: "What differs." }),
  competitorId: TrackId,
  yours: number("Your figure."),
  theirs: number("Theirs."),
  message: text("Both in a phrase.", "screenshots: 8, Other App 4")
}).annotate({ identifier: "AsoDifference" })

export const ReportAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  competitorIds: Schema.Array(TrackId).annotate({ description: "Those that are compared, without those unavailable." }),
  competitorsFrom: Schema.Literals(["given", "tracked", "found"]).annotate({
    description: "Named in the request, tracked in your workspace, or found beside the app in searches."
  }),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  metadata: sideBySide(Listing, "What the listings say."),
  keywords: Keywords,
  ratings: sideBySide(Ratings, "Ratings, and how many reviews come in 30 days."),
  screenshots: sideBySide(Screenshots, "Screenshots and videos."),
  updates: sideBySide(Updates, "The present versions."),
  ads: sideBySide(
    Advertising,
    "Whether they advertise on storea: ads that were shown in its EU storefronts within 90 days. Nothing is published of other storefronts."
  ),
  strengths: Schema.Array(Difference).annotate({ description: "Where you are ahead, by rules." }),
  weaknesses: Schema.Array(Difference).annotate({ description: "Where they are ahead, by the same rules." }),
  recommendations: Schema.Array(
    Schema.Struct({
      code: text("The measure, or keywords.", "screenshots"),
      action: text("What to do."),
      competitorIds: Schema.Array(TrackId).annotate({ description: "Those that are ahead in it." }),
      keywords: texts("Of the code keywords: which.")
    })
  ).annotate({ description: "What follows: where most competitors are ahead first." }),
  unavailable: Schema.Array(
    Schema.Struct({
      appId: TrackId,
      reason: text("Why it isn't compared.", "the store doesn't list it in this country")
    })
  ).annotate({ description: "Competitors that aren't in this storefront, or couldn't be read." }),
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version.", "aso-competitors@1"),
  provenance: Provenance,
  ...savedFields
}).annotate({ identifier: "AsoCompetitorReport" })
