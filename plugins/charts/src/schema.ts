/** Shapes of the answers. */
import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { screenshotFields, TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { chartNames } from "./contract.ts"
import { eventTypes } from "./models/movements.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field

const Platform = Schema.Literals(Param.platforms).annotate({ description: "The store that answered." })
const Country = text("Storefront, lowercase ISO 3166-1 alpha-2.", "us")
const Chart = Schema.Literals(chartNames)
const GenreId = text("Genre id, or all for the overall chart.", "6014")
const Unavailable = Schema.Record(Schema.String, Schema.String).annotate({
  description: "What couldn't be read: entry name to reason. Empty if everything was read."
})

const Partial = Schema.Boolean.annotate({
  description: "Whether something wasn't read in time: it is among `unavailable`, and a later call has it."
})

export const CategoriesAnswer = Schema.Struct({
  platform: Platform,
  total: whole("Number of categories returned."),
  categories: Schema.Array(
    Schema.Struct({
      id: GenreId,
      name: text("Name in English.", "Games"),
      parentId: NullOr(text("Its parent genre; null for main genres.", "6014")),
      charts: Schema.Array(Chart).annotate({ description: "Charts available for it." })
    })
  ),
  provenance: Provenance
}).annotate({ identifier: "Categories" })

/** Which chart an answer is of. */
const chartFields = {
  platform: Platform,
  genreId: GenreId,
  genreName: text("Name of the genre.", "Games"),
  chart: Chart,
  country: Country
}

const rankedApp = {
  rank: whole("1 is first.", 1),
  trackId: TrackId,
  trackName: text("Name of the app."),
  sellerName: text("Who sells it."),
  artworkUrl512: NullOr(text("Icon."))
}

export const CategoryTopAnswer = Schema.Struct({
  ...chartFields,
  asOf: text("When the chart was read from the store, ISO 8601."),
  previousAsOf: NullOr(text("Time of the earlier list previousRank comes from; null if there is none.")),
  total: whole("How many ranks the chart has; at most `limit` are returned.", 100),
  apps: Schema.Array(
    Schema.Struct({
      ...rankedApp,
      price: NullOr(number("In `currency`; 0 is free.")),
      currency: NullOr(text("ISO 4217.", "USD")),
      averageUserRating: NullOr(number("Mean of all ratings in the country.")),
      userRatingCount: NullOr(whole("Number of ratings in the country.")),
      url: NullOr(text("Its page in the store.")),
      previousRank: NullOr(whole("Rank in the earlier list; null if it wasn't in it, or there is none.")),
      rankChange: NullOr(whole("Places gained since then; null when previousRank is."))
    })
  ),
  provenance: Provenance
}).annotate({ identifier: "CategoryTop" })

export const TopScreenshotsAnswer = Schema.Struct({
  ...chartFields,
  device: text("The requested device, or all."),
  asOf: text("When the chart was read from the store, ISO 8601."),
  total: whole("How many ranks the chart has; at most `limit` are returned."),
  apps: Schema.Array(
    Schema.Struct({
      ...rankedApp,
      ...screenshotFields
    })
  ),
  summary: Schema.Struct({
    avgCount: NullOr(number("Mean number of screenshots, among apps where it is known."))
  }),
  provenance: Provenance
}).annotate({ identifier: "CategoryTopScreenshots" })

const released = {
  appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
  title: text("Name of the app."),
  developer: text("Who sells it."),
  icon: NullOr(text("Icon.")),
  category: NullOr(text("Name of its main genre.", "Games")),
  releasedAt: text("First release, ISO 8601."),
  releasedAgo: text("The same in words.", "3 days ago"),
  url: NullOr(text("Its page in the store."))
}

export const NewReleasesAnswer = Schema.Struct({
  platform: Platform,
  country: Country,
  maxDays: whole("Days looked back."),
  total: whole("How many were found; at most `limit` are returned."),
  apps: Schema.Array(
    Schema.Struct({
      ...released,
      foundBy: Schema.Literals(["new_feed", "search"]).annotate({
        description: "The store's list of new apps, or its search for words from several categories."
      })
    })
  ).annotate({ description: "Newest first." }),
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "NewReleases" })

export const DiscoverAnswer = Schema.Struct({
  platform: Platform,
  country: Country,
  newReleases: Schema.Array(Schema.Struct(released)).annotate({
    description:
      "Released in the last 30 days, found by searches for words from several categories and in collected charts; newest first."
  }),
  newNumber1: Schema.Array(
    Schema.Struct({
      category: text("Name of the genre.", "Games"),
      appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
      title: text("Name of the app."),
      icon: NullOr(text("Icon.")),
      reachedAt: NullOr(
        text(
          "When it was first seen in first place, ISO 8601; null if it has been first for as long as the chart has been read."
        )
      )
    })
  ).annotate({ description: "The first app of each category's top-free chart." }),
  partial: Partial,
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "Discover" })

const NumberOne = Schema.Struct({
  category: Schema.Struct({ id: GenreId, name: text("Name of the genre.", "Games") }),
  appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
  title: text("Name of the app."),
  developer: NullOr(text("Who sells it.")),
  icon: NullOr(text("Icon.")),
  reachedAt: NullOr(
    text("When it was first seen in first place; null if it was first in every list since `readSince`.")
  ),
  readSince: text("Time of the category's oldest kept list, ISO 8601."),
  previousLeader: NullOr(Schema.Struct({ appId: Schema.String, title: Schema.String })).annotate({
    description: "The app that was first before; null if that wasn't observed."
  }),
  url: NullOr(text("Its page in the store."))
}).annotate({ identifier: "NumberOne" })

export const NewNumberOneAnswer = Schema.Struct({
  platform: Platform,
  country: Country,
  chart: Chart,
  days: whole("Days looked back."),
  checked: whole("Categories whose first app is known."),
  apps: Schema.Array(NumberOne).annotate({
    description: "Apps that reached first place within `days`, latest first."
  }),
  unconfirmed: Schema.Array(NumberOne).annotate({
    description:
      "Apps in first place of which it isn't known whether they are new there: their category hasn't been read for `days` yet."
  }),
  partial: Partial,
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "NewNumberOne" })

const market = {
  chartType: Chart,
  platform: Platform,
  country: Country,
  genreId: GenreId,
  genreName: text("Name of the genre."),
  depth: NullOr(
    whole("How many ranks were compared: the length of the shorter list. Null if there is nothing to compare.", 100)
  ),
  period: Schema.Struct({
    current: NullOr(text("Time of the newer list, ISO 8601.")),
    previous: NullOr(text("Time of the older list; null if there is none to compare with."))
  }).annotate({ description: "The two lists compared." })
}
const moved = {
  appId: TrackId,
  appName: NullOr(text("Name of the app; null if no source has it.")),
  developer: NullOr(text("Who sells it.")),
  iconUrl: NullOr(text("Icon.")),
  genreId: NullOr(text("Its main genre.", "6014")),
  genreName: NullOr(text("Name of its main genre.")),
  currentRank: NullOr(whole("Null if it left the list.")),
  previousRank: NullOr(whole("Null if it wasn't in the earlier list.")),
  rankChange: whole("Places gained, negative if lost; outside a list counts as the rank below its last.")
}
const Mover = Schema.Struct({
  ...moved,
  rating: NullOr(number("Mean of all ratings in the country.")),
  reviewCount: NullOr(whole("Number of ratings in the country."))
}).annotate({ identifier: "MarketMover" })

export const MoversAnswer = Schema.Struct({
  ...market,
  summary: Schema.Struct({
    gainers: NullOr(whole("Apps that gained places.")),
    losers: NullOr(whole("Apps that lost places.")),
    newEntries: NullOr(whole("Apps that entered the list.")),
    droppedOut: NullOr(whole("Apps that left the list."))
  }).annotate({ description: "Counts before the limit; null if there is nothing to compare." }),
  topGainers: Schema.Array(Mover),
  topLosers: Schema.Array(Mover),
  newEntries: Schema.Array(Mover),
  droppedOut: Schema.Array(Mover),
  provenance: Provenance
}).annotate({ identifier: "MarketMovers" })

export const ActivityAnswer = Schema.Struct({
  ...market,
  total: NullOr(whole("Events before the limit; null if there is nothing to compare.")),
  activities: Schema.Array(
    Schema.Struct({
      type: Schema.Literals(Object.values(eventTypes)),
      ...moved,
      magnitude: whole("Size of rankChange."),
      detectedAt: text("Time of the list it was seen in, ISO 8601.")
    })
  ).annotate({ description: "Largest first." }),
  provenance: Provenance
}).annotate({ identifier: "MarketActivity" })
