/** Shapes of the answers. */
import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { chartNames } from "./contract.ts"
import { eventTypes } from "./models/movements.ts"

const NullOr = Schema.NullOr
const Whole = Schema.Int
const { number, text, whole } = Field

const Platform = Schema.Literals(Param.platforms).annotate({ description: "The store that answered." })
const Country = text("Storefront, ISO 3166-1 alpha-2 in lower case.", "us")
const Chart = Schema.Literals(chartNames)
const GenreId = text("Genre id, or all for the overall chart.", "6014")
const Unavailable = Schema.Record(Schema.String, Schema.String).annotate({
  description: "What could not be read, with the reason: an entry's name to why. Empty when all was read."
})

export const CategoriesAnswer = Schema.Struct({
  platform: Platform,
  total: whole("Number of categories given."),
  categories: Schema.Array(
    Schema.Struct({
      id: GenreId,
      name: text("Name in English.", "Games"),
      parentId: NullOr(text("The genre that it belongs to; null for main genres.", "6014")),
      charts: Schema.Array(Chart).annotate({ description: "Charts that can be asked for it." })
    })
  ),
  provenance: Provenance
}).annotate({ identifier: "Categories" })

export const CategoryTopAnswer = Schema.Struct({
  platform: Platform,
  genreId: GenreId,
  genreName: text("Name of the genre.", "Games"),
  chart: Chart,
  country: Country,
  asOf: text("When the store gave the chart, ISO 8601."),
  previousAsOf: NullOr(text("Time of the earlier list that previousRank is from; null while there is none.")),
  total: whole("How many ranks the chart has, of which at most `limit` are given.", 100),
  apps: Schema.Array(
    Schema.Struct({
      rank: whole("1 is first.", 1),
      trackId: TrackId,
      trackName: text("Name of the app."),
      sellerName: text("Who sells it."),
      artworkUrl512: NullOr(text("Icon.")),
      price: NullOr(number("In `currency`; 0 is free.")),
      currency: NullOr(text("ISO 4217.", "USD")),
      averageUserRating: NullOr(number("Mean of all ratings in the country.")),
      userRatingCount: NullOr(whole("Number of ratings in the country.")),
      url: NullOr(text("Its page in the store.")),
      previousRank: NullOr(whole("Rank in the earlier list; null when it was not in it, or there is none.")),
      rankChange: NullOr(whole("Places won since then; null with previousRank."))
    })
  ),
  provenance: Provenance
}).annotate({ identifier: "CategoryTop" })

const Screenshots = Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
  description: "Addresses by device; a device is absent when it is not known whether the app has any for it."
})
export const TopScreenshotsAnswer = Schema.Struct({
  platform: Platform,
  genreId: GenreId,
  genreName: text("Name of the genre.", "Games"),
  chart: Chart,
  country: Country,
  device: text("The asked device, or all."),
  asOf: text("When the store gave the chart, ISO 8601."),
  total: whole("How many ranks the chart has, of which at most `limit` are given."),
  apps: Schema.Array(
    Schema.Struct({
      rank: whole("1 is first.", 1),
      trackId: TrackId,
      trackName: text("Name of the app."),
      sellerName: text("Who sells it."),
      artworkUrl512: NullOr(text("Icon.")),
      screenshots: Screenshots,
      counts: Schema.Record(Schema.String, Whole).annotate({ description: "How many, by device." }),
      unavailable: NullOr(text("Why no screenshots are known; null when some are."))
    })
  ),
  summary: Schema.Struct({
    avgCount: NullOr(number("Mean number of screenshots of the apps that tell theirs."))
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
  maxDays: whole("Days that were looked back."),
  total: whole("How many were found, of which at most `limit` are given."),
  apps: Schema.Array(
    Schema.Struct({
      ...released,
      foundBy: Schema.Literals(["new_feed", "search"]).annotate({
        description: "The store's list of new apps, or its search for words of several categories."
      })
    })
  ).annotate({ description: "The newest first." }),
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "NewReleases" })

export const DiscoverAnswer = Schema.Struct({
  platform: Platform,
  country: Country,
  newReleases: Schema.Array(Schema.Struct(released)).annotate({
    description: "Released in the last 30 days, found by searches for words of several categories; the newest first."
  }),
  newNumber1: Schema.Array(
    Schema.Struct({
      category: text("Name of the genre.", "Games"),
      appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
      title: text("Name of the app."),
      icon: NullOr(text("Icon.")),
      reachedAt: NullOr(
        text("When it was first seen in first place, ISO 8601; null when it is there as long as the chart is read.")
      )
    })
  ).annotate({ description: "First of the top-free chart of each category." }),
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "Discover" })

export const NewNumberOneAnswer = Schema.Struct({
  platform: Platform,
  country: Country,
  chart: Chart,
  days: whole("Days that were looked back."),
  checked: whole("Categories whose first is known."),
  apps: Schema.Array(
    Schema.Struct({
      category: Schema.Struct({ id: GenreId, name: text("Name of the genre.", "Games") }),
      appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
      title: text("Name of the app."),
      developer: NullOr(text("Who sells it.")),
      icon: NullOr(text("Icon.")),
      reachedAt: NullOr(
        text("When it was first seen in first place; null when it was there in all lists since `readSince`.")
      ),
      readSince: text("Time of the oldest list of the category that is kept, ISO 8601."),
      previousLeader: NullOr(Schema.Struct({ appId: Schema.String, title: Schema.String })).annotate({
        description: "Who was first before; null when that was never seen."
      }),
      url: NullOr(text("Its page in the store."))
    })
  ).annotate({
    description:
      "Apps that reached first place within `days`, the latest first; then those of which it is not known, because the category is not read for that long yet."
  }),
  unavailable: Unavailable,
  provenance: Provenance
}).annotate({ identifier: "NewNumberOne" })

const market = {
  chartType: Chart,
  platform: Platform,
  country: Country,
  genreId: GenreId,
  genreName: text("Name of the genre."),
  period: Schema.Struct({
    current: NullOr(text("Time of the newer list, ISO 8601.")),
    previous: NullOr(text("Time of the older list; null while there is none to compare with."))
  }).annotate({ description: "The two lists that are compared." })
}
const moved = {
  appId: TrackId,
  appName: NullOr(text("Name of the app; null when no source has told it.")),
  developer: NullOr(text("Who sells it.")),
  iconUrl: NullOr(text("Icon.")),
  genreId: NullOr(text("Its main genre.", "6014")),
  genreName: NullOr(text("Name of that.")),
  currentRank: NullOr(whole("Null when it left the first 100.")),
  previousRank: NullOr(whole("Null when it was not among the first 100.")),
  rankChange: whole("Places won, negative when lost; what is not among the first 100 counts as 101.")
}
const Mover = Schema.Struct({
  ...moved,
  rating: NullOr(number("Mean of all ratings in the country.")),
  reviewCount: NullOr(whole("Number of ratings in the country."))
}).annotate({ identifier: "MarketMover" })

export const MoversAnswer = Schema.Struct({
  ...market,
  summary: Schema.Struct({
    gainers: NullOr(whole("Apps that won places.")),
    losers: NullOr(whole("Apps that lost places.")),
    newEntries: NullOr(whole("Apps that entered the first 100.")),
    droppedOut: NullOr(whole("Apps that left the first 100."))
  }).annotate({ description: "Counts before the limit; null while there is nothing to compare." }),
  topGainers: Schema.Array(Mover),
  topLosers: Schema.Array(Mover),
  newEntries: Schema.Array(Mover),
  droppedOut: Schema.Array(Mover),
  provenance: Provenance
}).annotate({ identifier: "MarketMovers" })

export const ActivityAnswer = Schema.Struct({
  ...market,
  total: NullOr(whole("Events before the limit; null while there is nothing to compare.")),
  activities: Schema.Array(
    Schema.Struct({
      type: Schema.Literals(Object.values(eventTypes)),
      ...moved,
      magnitude: whole("Size of rankChange."),
      detectedAt: text("Time of the list in which it was seen, ISO 8601.")
    })
  ).annotate({ description: "The largest first." }),
  provenance: Provenance
}).annotate({ identifier: "MarketActivity" })
