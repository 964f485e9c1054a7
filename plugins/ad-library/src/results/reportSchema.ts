/** What `include` adds to an app's ads. */
import { Field, Provenance } from "@storeglass/plugin-api"
import { Schema } from "effect"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const text = (description: string) => orNull(Schema.String).annotate({ description })
const day = (description: string) => text(`${description}, YYYY-MM-DD.`)
const moment = (description: string) => Schema.String.annotate({ description: `${description}, ISO 8601.` })

const shown = {
  totalAds: Field.whole("Ads, each once in each storefront."),
  distinctAds: Field.whole("Ads by id."),
  storefronts: Field.texts("Storefronts that show it."),
  placements: Field.texts("Where it's shown."),
  firstImpressionDate: day("Earliest first impression that is told"),
  firstImpressionOverOneYear: Schema.Boolean.annotate({
    description: "Whether some were first shown over a year ago."
  }),
  lastImpressionDate: day("Latest impression"),
  days: orNull(Schema.Int).annotate({
    description: "From the first to the last of these, both counted; null: a date isn't told."
  })
}

export const Creatives = Schema.Struct({
  total: Field.whole("Creatives of the window; the 200 with most ads are listed."),
  groups: Schema.Array(
    Schema.Struct({
      id: Field.text("The same for the same pictures, whatever ads and storefronts they are in."),
      ...shown,
      pictures: Field.texts("Addresses of its pictures; of an ad without any, of its icon."),
      videos: Field.texts("Addresses of its videos.")
    }).annotate({ identifier: "AdCreative" })
  ).annotate({ description: "Most ads first." })
}).annotate({
  identifier: "AdCreatives",
  description: "With include=creatives: ads with the same pictures and videos as one, with its reach."
})

const Screenshot = Schema.Struct({
  device: Schema.String,
  url: Schema.String,
  width: orNull(Schema.Int).annotate({ description: "In pixels; null: the store doesn't tell." }),
  height: orNull(Schema.Int).annotate({ description: "In pixels; null: the store doesn't tell." })
}).annotate({ identifier: "AdDefaultScreenshot" })

export const ProductPages = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({
      productPageId: Field.text("The custom product page that an address of the ads names."),
      ...shown,
      adIds: Field.texts("Ads that lead to it, at most 50."),
      pictures: Field.texts("Pictures of these ads, at most 20.")
    }).annotate({ identifier: "AdProductPage" })
  ).annotate({ description: "Most ads first, at most 100." }),
  adsWithoutPage: Field.whole("Ads that name no custom page: it isn't told whether they lead to one."),
  defaultPage: orNull(
    Schema.Struct({
      storefront: Field.text("Whose page.", "DE"),
      screenshots: Schema.Array(Screenshot),
      provenance: Provenance
    }).annotate({ identifier: "AdDefaultPage" })
  ).annotate({ description: "The app's own screenshots; null: the store didn't tell." })
}).annotate({
  identifier: "AdProductPages",
  description: "With include=productPages: which ads lead to which custom product page, beside the default page."
})

export const History = Schema.Struct({
  keptSince: orNull(Schema.String).annotate({
    description: "When the first of it was seen here, ISO 8601; null: none was."
  }),
  totalAds: Field.whole("Ads ever seen here, each once in each storefront."),
  ads: Schema.Array(
    Schema.Struct({
      adId: Schema.String,
      countryOrRegion: Schema.String,
      placement: Schema.String,
      format: Schema.String,
      firstImpressionDate: day("First shown, as it was told at first"),
      firstImpressionOverOneYear: Schema.Boolean.annotate({
        description: "True: over a year before it was read here, so that its first day isn't told."
      }),
      lastImpressionDate: day("Last shown"),
      firstSeenAt: moment("When it was first read here"),
      lastSeenAt: moment("When it was last read here")
    }).annotate({ identifier: "AdSeen" })
  ).annotate({ description: "Last seen first, at most 500." }),
  creatives: Schema.Array(
    Schema.Struct({
      url: Field.text("Address of the picture or video."),
      firstSeenAt: moment("When it was first read here"),
      lastSeenAt: moment("When it was last read here"),
      fileUrl: Schema.optionalKey(
        text("With save, where the gateway keeps pictures: a copy of it, for 90 days; null: it couldn't be read.")
      )
    }).annotate({ identifier: "AdCreativeSeen" })
  ).annotate({ description: "Last seen first, at most 500." })
}).annotate({
  identifier: "AdHistory",
  description:
    "With include=history: what was ever read here of the app's ads, also where the repository has forgotten it. None of it counts for the summary."
})

export const Developer = Schema.Struct({
  developerId: Field.whole("The developer.", 123456789),
  developerName: text("Who is shown as the developer."),
  totalAds: Field.whole("Ads of all its apps in the storefronts."),
  apps: Schema.Array(
    Schema.Struct({
      appId: Schema.Int,
      appName: text("The app's name in its ads."),
      totalAds: Field.whole("Its ads."),
      storefronts: Field.texts("Storefronts with its ads, most first."),
      placements: Schema.Record(Schema.String, Schema.Int),
      firstImpressionDate: day("Earliest first impression that is told"),
      firstImpressionOverOneYear: Schema.Boolean,
      lastImpressionDate: day("Latest impression")
    }).annotate({ identifier: "AdDeveloperApp" })
  ).annotate({ description: "Most ads first." }),
  provenance: Provenance
}).annotate({
  identifier: "AdDeveloper",
  description: "With include=developer: all apps of the app's developer that advertise in the storefronts."
})

export const Moves = Schema.Array(
  Schema.Struct({
    seenAt: moment("When it was seen"),
    dataEndDate: day("The last day that the repository told of"),
    text: Field.text("In sentences.", "It has ads in new storefronts: FR."),
    moves: Schema.Array(
      Schema.Struct({
        kind: Schema.Literals(["started", "stopped", "creative", "country", "placement"]),
        values: Schema.Array(Schema.String)
      }).annotate({ identifier: "AdMove" })
    )
  }).annotate({ identifier: "AdMoved" })
).annotate({ description: "Newest first, at most 100." })

export const Restrictions = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      actionTaken: Field.text("What was done.", "ACTION_ADVERTISING_REMOVED"),
      actionDate: day("When"),
      reason: text("Why, in the repository's words."),
      basis: text("On what ground, in the repository's words."),
      details: text("What else it says."),
      firstImpressionDate: day("When the ads were first shown"),
      storefronts: Field.texts("Where they were shown."),
      placements: Field.texts("In which places.")
    }).annotate({ identifier: "AdRestriction" })
  ).annotate({ description: "Latest first, at most 500." }),
  provenance: Provenance
}).annotate({
  identifier: "AdRestrictions",
  description:
    "With include=restrictions: removed ads and suspended accounts of the asked storefronts. The repository names no app, developer or category of them."
})

export const includes = ["creatives", "productPages", "history", "developer", "moves", "restrictions"] as const
export type Include = (typeof includes)[number]

export const included = {
  creatives: Schema.optionalKey(Creatives),
  productPages: Schema.optionalKey(ProductPages),
  history: Schema.optionalKey(History),
  developer: Schema.optionalKey(
    orNull(Developer).annotate({
      description: "With include=developer: all advertised apps of its developer; null: nobody says who that is."
    })
  ),
  moves: Schema.optionalKey(
    orNull(Moves).annotate({
      description:
        "With include=moves: what changed since your account watches the app; null: it's neither yours nor a competitor."
    })
  ),
  restrictions: Schema.optionalKey(Restrictions),
  savedReport: Schema.optionalKey(
    orNull(Schema.Struct({ id: Field.text("Id of the report.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f") })).annotate({
      description: "With save: where the answer is kept; null: it isn't, see reason."
    })
  ),
  reason: Schema.optionalKey(Field.text("With save: why the answer wasn't kept."))
}
