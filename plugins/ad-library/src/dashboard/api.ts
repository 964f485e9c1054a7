/** What pages of an account read of an app's ads: what was read here, and nothing of the repository. */
import { Endpoint, Field, group, InvalidAppId, Param, Provenance, pageRead, View } from "@storeglass/plugin-api"
import { Schema } from "effect"

const NullOr = Schema.NullOr
const { text, whole } = Field
const day = (description: string) => NullOr(text(`${description}, YYYY-MM-DD.`, "2026-09-01"))
const moment = (description: string) => text(`${description}, ISO 8601.`, "2026-11-27T06:12:00.000Z")

export const KeptAdsAnswer = Schema.Struct({
  appId: Schema.Int.annotate({ description: "The app." }),
  totalAds: whole("Ads that were read here, each once in each storefront."),
  creatives: Schema.Array(
    Schema.Struct({
      pictureUrl: NullOr(text("Address of its first picture, or else of the icon; null: it has neither.")),
      title: text("Format and placement, in words.", "Icon + Asset Ad in store today tab"),
      format: text("What it consists of.", "Icon Ad"),
      placement: text("Where it's shown.", "STORE_SEARCH_RESULTS"),
      text: text("Storefronts and days, in words.", "DE, FR · 2026-09-01 to 2026-11-01"),
      storefronts: Field.texts("Storefronts that showed it, in alphabetical order."),
      totalAds: whole("Ads with this picture, each once in each storefront."),
      firstImpressionDate: day("Earliest first impression that was told"),
      lastImpressionDate: day("Latest impression"),
      lastSeenAt: moment("When it was last read here")
    }).annotate({ identifier: "KeptAdCreative" })
  ).annotate({ description: "Last read first, then by number of ads." }),
  countries: Schema.Array(
    Schema.Struct({
      code: text("Storefront.", "DE"),
      name: text("Its name in English.", "Germany"),
      ads: whole("Ads there.")
    }).annotate({ identifier: "KeptAdCountry" })
  ).annotate({ description: "Storefronts with ads, most first." }),
  isWatched: Schema.Boolean.annotate({
    description: "Whether your account keeps the app or competes with it: it's then read daily."
  }),
  moves: Schema.Array(
    Schema.Struct({
      seenAt: moment("When it was seen"),
      dataEndDate: day("The last day that the repository told of"),
      text: text("In sentences.", "It has ads in new storefronts: FR.")
    }).annotate({ identifier: "KeptAdMove" })
  ).annotate({ description: "What changed since your account watches the app, newest first, at most 20." }),
  provenance: Provenance
}).annotate({ identifier: "KeptAds" })
export type KeptAdsAnswer = typeof KeptAdsAnswer.Type

const kept = Endpoint.get("kept", "/dashboard/api/ad-library/kept", {
  query: {
    appId: Param.text({
      max: 255,
      error: InvalidAppId,
      description: "The app: a positive integer, as storea has it.",
      example: "284882215"
    }),
    limit: Param.limit({ of: "creatives", max: 60, default: 24 })
  },
  answer: KeptAdsAnswer,
  ...pageRead,
  summary: "Ads that were read here",
  description:
    "The creatives of an app's ads as they were read of the store's ad repository, also where it has forgotten them; ads by storefront, and what changed since your account watches the app. The repository isn't asked.",
  view: View.gallery({ rows: "creatives", picture: "pictureUrl", title: "title", text: "text" })
})

export const dashboard = group("adLibraryDashboard", kept)
