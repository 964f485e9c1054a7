import { Field, nextCursor, Provenance } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { datePresets, delayDays } from "./ads.ts"
import { included } from "./results/reportSchema.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const text = (description: string, ...examples: ReadonlyArray<string>) =>
  orNull(Schema.String).annotate({ description, ...(examples.length === 0 ? {} : { examples }) })
const whole = (description: string) => orNull(Schema.Finite).annotate({ description })
const flag = (description: string) => Schema.Boolean.annotate({ description })
const day = (description: string) => text(`${description}, YYYY-MM-DD.`, "2026-09-01")
const counts = (description: string) => Schema.Record(Schema.String, Schema.Int).annotate({ description })

const delay = {
  dataDelayDays: Schema.Literal(delayDays).annotate({ description: "How many days the repository is behind." })
}
const window = {
  datePreset: Schema.Literals(datePresets).annotate({ description: "The window that was asked for." }),
  dataStartDate: day("First day of the window"),
  dataEndDate: day("Last day of the window")
}

export const Entities = Schema.Struct({
  entities: Schema.Array(
    Schema.Struct({
      id: Field.whole("Id of the app or of the developer.", 284882215),
      name: Field.text("Its name.", "Photo Lab"),
      type: Schema.Literals(["APP", "DEVELOPER"])
    }).annotate({ identifier: "AdEntity" })
  ).annotate({ description: "In the repository's order." }),
  totalResults: Field.whole("How many the repository has in all."),
  provenance: Provenance
}).annotate({ identifier: "AdEntities" })

const creative = {
  orientation: text("PORTRAIT, LANDSCAPE, or what else the repository says.", "PORTRAIT"),
  width: whole("In pixels."),
  height: whole("In pixels."),
  order: whole("Its place among the others.")
}

const named = {
  adId: Field.text("Opaque. The same ad comes once per storefront.", "76324182"),
  appId: Field.whole("The advertised app.", 284882215),
  appName: text("The app's name in the ad."),
  developerId: whole("Id of its developer."),
  developerName: text("Who is shown as its developer."),
  legalName: text("Who is legally its developer."),
  placement: Field.text("Where it's shown.", "STORE_SEARCH_RESULTS"),
  format: Field.text("What it consists of.", "Icon Ad"),
  subFormat: text("More on its format, where it's told."),
  countryOrRegion: Field.text("Storefront.", "DE"),
  firstImpressionDate: day("First shown; null where it isn't told or is over a year ago"),
  firstImpressionOverOneYear: flag("Whether it was first shown over a year ago, in the repository's words."),
  lastImpressionDate: day("Last shown")
}
const Refinement = Schema.Struct({
  used: flag("Whether any of these was used."),
  age: Schema.Boolean,
  gender: Schema.Boolean,
  location: Schema.Boolean,
  customerType: text("The kind of customers it's shown to; null: all.", "NEW_USERS")
}).annotate({ identifier: "AdAudience", description: "By what its audience was narrowed." })

export const AdEntry = Schema.Struct({
  ...named,
  audienceRefinement: Refinement,
  adBanner: Schema.Struct({
    subtitle: text("Its subtitle."),
    primaryCategory: text("Its category, as the storefront says it."),
    iconPictureUrl: text("Address of its icon."),
    promotionalText: text("Its promotional text."),
    shortDescription: text("What the developer says of it."),
    inAppPurchases: orNull(Schema.Boolean).annotate({
      description: "Whether it tells of in-app purchases; null: it isn't told."
    }),
    editorialBadge: orNull(Schema.Boolean).annotate({
      description: "Whether it has an editorial badge; null: it isn't told."
    })
  }),
  adAssets: Schema.Array(
    Schema.Struct({
      pictureUrl: text("Address of the picture; null: it's a video."),
      videoUrl: text("Address of the video; null: it's a picture."),
      ...creative
    })
  ).annotate({ description: "Pictures and videos of the ad." }),
  productPageId: text("The custom product page that it leads to, where an address of the ad names one.")
}).annotate({ identifier: "AdEntry" })

export const AdLibraryResult = Schema.Struct({
  appId: Field.whole("The app.", 284882215),
  ...window,
  coverage: Schema.Literal("EU_ONLY"),
  summary: Schema.Struct({
    isAdvertising: flag("Whether at least one ad was shown in the window."),
    totalAds: Field.whole(
      "Ads over the storefronts: an ad counts once in each. The sum of countries, of placements and of formats."
    ),
    countries: Schema.Array(
      Schema.Struct({ code: Field.text("Storefront.", "DE"), adCount: Field.whole("Ads there.") })
    ).annotate({ description: "Storefronts with ads, most first." }),
    placements: counts("Ads by where they're shown."),
    formats: counts("Ads by what they consist of."),
    firstImpressionDate: day("Earliest first impression that is told; null: none"),
    firstImpressionOverOneYear: flag("Whether some ad was first shown over a year ago, before firstImpressionDate."),
    lastImpressionDate: day("Latest impression"),
    usesAudienceRefinement: flag("Whether any ad's audience was narrowed by age, gender, place or kind of customer.")
  }).annotate({ identifier: "AdSummary", description: "Over all ads of the asked storefronts, whatever limit says." }),
  distinctAds: Field.whole("Ads by id, however many storefronts show them."),
  distinctCreatives: Field.whole("Pictures and videos, by address."),
  storefronts: Field.texts("Storefronts that were asked."),
  ignoredCountries: Field.texts("Of those sent, what the repository doesn't cover."),
  ads: Schema.optionalKey(
    Schema.Array(AdEntry).annotate({ description: "Last shown first. Absent with includeAds=false." })
  ),
  adsTruncated: flag("Whether there are more ads than are listed here."),
  nextCursor,
  ...delay,
  appName: text("The app's name in the ad that was shown last, or at the store; null: neither tells."),
  appIconUrl: text("Address of its icon, of the same source."),
  ...included,
  provenance: Provenance
}).annotate({ identifier: "AdLibraryResult" })

const DeviceAsset = Schema.Struct({
  type: Schema.Literals(["image", "video"]),
  url: Schema.String,
  ...creative,
  locale: text("The language that it's for."),
  previewDevice: text("The device, in the repository's words.", "iPhone_6.5")
}).annotate({ identifier: "AdDeviceAsset" })

export const AdInFull = Schema.Struct({
  ...named,
  ...window,
  defaultLanguage: text("The ad's default language.", "de-DE"),
  localeVariations: Schema.Array(
    Schema.Struct({
      locale: text("Language.", "de-DE"),
      languageName: text("Its name.", "German"),
      title: text("The app's name in it."),
      subtitle: text("Its subtitle."),
      primaryCategory: text("Its category."),
      promotionalText: text("Its promotional text.")
    })
  ),
  creativeAssets: Schema.Record(Schema.String, Schema.Array(DeviceAsset)).annotate({
    description: "By device: iphone, ipad, mac, tv, watch, other. Those of the default language come first."
  }),
  appIconVariations: Schema.Array(
    Schema.Struct({ url: Schema.String, locale: text("The language that it's for.") })
  ).annotate({ description: "Icons that the ad was shown with." }),
  audienceRefinement: Refinement,
  productPageId: text("The custom product page that it leads to, where an address of the ad names one."),
  ...delay,
  provenance: Provenance
}).annotate({ identifier: "AdInFull" })
