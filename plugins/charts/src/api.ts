import { Endpoint, group, Param } from "@storeglass/plugin-api"
import { device, storeErrors, storefront } from "@storeglass/stores/contract"
import { HttpApi } from "effect/http-api"
import { dashboard } from "./dashboard/api.ts"
import { FetchFailed, genreErrors } from "./errors.ts"
import * as Q from "./parameters.ts"
import * as S from "./schema.ts"

/** Answers depend on the address alone and may be served again for so long. */
const shared = 10_000

const params = { genreId: Q.genreId }

const categories = Endpoint.get("categories", "/v1/categories", {
  query: { platform: Param.platform },
  answer: S.CategoriesAnswer,
  errors: storeErrors,
  price: 1,
  shared,
  summary: "Categories",
  tool: { words: ["which categories there are, and their ids"] },
  description: "All genre ids of a store with their names, parents and charts."
})

const top = Endpoint.get("top", "/v1/categories/:genreId/top", {
  params,
  query: { ...storefront, chart: Q.chart, limit: Param.limit({ of: "ranks", max: 200, default: 25 }), date: Q.date },
  answer: S.CategoryTopAnswer,
  errors: genreErrors,
  price: 2,
  shared,
  summary: "Top apps of a category",
  tool: { essential: true, words: ["top charts: best, top free, top paid, top grossing apps and games"] },
  description:
    "The store's chart, with ratings and each app's rank in the previous collection; with date, the list kept of that day."
})

const topScreenshots = Endpoint.get("topScreenshots", "/v1/categories/:genreId/top/screenshots", {
  params,
  query: {
    ...storefront,
    chart: Q.chart,
    device,
    limit: Param.limit({ of: "apps", max: 50, default: 10 })
  },
  answer: S.TopScreenshotsAnswer,
  errors: genreErrors,
  price: 3,
  shared,
  summary: "Screenshots of the top apps",
  tool: { words: ["pictures that the best apps of a category use"] },
  description: "Screenshots of a chart's first apps, by device."
})

const newReleases = Endpoint.get("newReleases", "/v1/new-releases", {
  query: { ...storefront, maxDays: Q.maxDays, limit: Param.limit({ of: "apps", max: 100, default: 25 }) },
  answer: S.NewReleasesAnswer,
  errors: storeErrors,
  price: 2,
  shared,
  summary: "New releases",
  tool: { words: ["brand new apps, just launched, published or released this week or month"] },
  description:
    "Recently released apps, from the store's list of new apps and from searches for words from several categories. No store has a complete list of new apps."
})

const discover = Endpoint.get("discover", "/v1/discover", {
  query: { ...storefront, limit: Q.discoverLimit },
  answer: S.DiscoverAnswer,
  errors: [...storeErrors, FetchFailed.wire],
  price: 2,
  shared,
  summary: "Discover",
  tool: { words: ["what is new and hot in the store today, an overview"] },
  description:
    "Apps released in the last 30 days, found by searches across several categories and in collected charts, and the first app in each category's top-free chart."
})

const newNumberOne = Endpoint.get("newNumberOne", "/v1/discover/new-number-1", {
  query: { ...storefront, chart: Q.chart, days: Q.days },
  answer: S.NewNumberOneAnswer,
  errors: storeErrors,
  price: 2,
  shared,
  summary: "New number ones",
  tool: { words: ["who just became number one, took first place"] },
  description: "Apps that recently reached first place in a category, and the apps they replaced."
})

const marketQuery = { ...storefront, chart: Q.chart, genre: Q.genre }

const movers = Endpoint.get("movers", "/v1/market/movers", {
  query: { ...marketQuery, limit: Param.limit({ of: "apps of each kind", max: 25, default: 10 }) },
  answer: S.MoversAnswer,
  errors: genreErrors,
  price: 3,
  shared,
  summary: "Market movers",
  tool: { essential: true, words: ["which apps rose or fell fastest in the charts, climbed or dropped most"] },
  description:
    "Apps that gained and lost the most places, or entered and left the list, between the two newest lists of a chart, as deep as the store shows it. A chart requested for the first time has only one list, so there is nothing to compare until it is collected again."
})

const activity = Endpoint.get("activity", "/v1/market/activity", {
  query: { ...marketQuery, limit: Param.limit({ of: "events", max: 100, default: 25 }) },
  answer: S.ActivityAnswer,
  errors: genreErrors,
  price: 3,
  shared,
  summary: "Market activity",
  tool: { words: ["what happened in the charts: apps that entered, left, rose or fell since the day before"] },
  description:
    "What happened between the two newest lists of a chart, largest movement first: entries, exits, and moves of three or more places."
})

export class ChartsApi extends HttpApi.make("charts").add(
  group("charts", categories, top, topScreenshots, newReleases, discover, newNumberOne, movers, activity),
  dashboard
) {}
