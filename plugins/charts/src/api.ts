import { costs, Data, Metered, SharedAnswer, StrictInput } from "@storeglass/plugin-api"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FetchFailed, genreErrors, storeErrors } from "./errors.ts"
import * as Q from "./parameters.ts"
import * as S from "./schema.ts"

const params = { genreId: Q.genreId }
const shared = { forMs: 10_000 }

const categories = HttpApiEndpoint.get("categories", "/v1/categories", {
  query: { platform: Q.store.platform },
  success: Data(S.CategoriesAnswer),
  error: storeErrors
})
  .annotateMerge(costs(1))
  .annotate(OpenApi.Summary, "Categories")
  .annotate(OpenApi.Description, "All genre ids of a store with their names, parents and charts.")

const top = HttpApiEndpoint.get("top", "/v1/categories/:genreId/top", {
  params,
  query: { ...Q.store, chart: Q.chart, limit: Q.limit({ of: "ranks", max: 200, default: 25 }) },
  success: Data(S.CategoryTopAnswer),
  error: genreErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "Top apps of a category")
  .annotate(
    OpenApi.Description,
    "The chart as the store gives it, with ratings, and the rank that each app had in the collection before."
  )

const topScreenshots = HttpApiEndpoint.get("topScreenshots", "/v1/categories/:genreId/top/screenshots", {
  params,
  query: {
    ...Q.store,
    chart: Q.chart,
    device: Q.device,
    limit: Q.limit({ of: "apps", max: 50, default: 10 })
  },
  success: Data(S.TopScreenshotsAnswer),
  error: genreErrors
})
  .annotateMerge(costs(3))
  .annotate(OpenApi.Summary, "Screenshots of the top apps")
  .annotate(OpenApi.Description, "Screenshots by device of the first apps of a chart.")

const newReleases = HttpApiEndpoint.get("newReleases", "/v1/new-releases", {
  query: { ...Q.store, maxDays: Q.maxDays, limit: Q.limit({ of: "apps", max: 100, default: 25 }) },
  success: Data(S.NewReleasesAnswer),
  error: storeErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "New releases")
  .annotate(
    OpenApi.Description,
    "Apps released lately, from the store's list of new apps and from searches for words of several categories. Stores have no complete list of new apps."
  )

const discover = HttpApiEndpoint.get("discover", "/v1/discover", {
  query: { ...Q.store, limit: Q.discoverLimit },
  success: Data(S.DiscoverAnswer),
  error: [...storeErrors, FetchFailed.wire]
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "Discover")
  .annotate(
    OpenApi.Description,
    "Apps released in the last 30 days, found by searches across several categories, and the app that is first in each category of the top-free chart."
  )

const newNumberOne = HttpApiEndpoint.get("newNumberOne", "/v1/discover/new-number-1", {
  query: { ...Q.store, chart: Q.chart, days: Q.days },
  success: Data(S.NewNumberOneAnswer),
  error: storeErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "New number ones")
  .annotate(OpenApi.Description, "Apps that just reached first place in a category, and whom they replaced.")

const marketQuery = { ...Q.store, chart: Q.chart, genre: Q.genre }

const movers = HttpApiEndpoint.get("movers", "/v1/market/movers", {
  query: { ...marketQuery, limit: Q.limit({ of: "apps of each kind", max: 25, default: 10 }) },
  success: Data(S.MoversAnswer),
  error: genreErrors
})
  .annotateMerge(costs(3))
  .annotate(OpenApi.Summary, "Market movers")
  .annotate(
    OpenApi.Description,
    "Apps that won and lost most places, entered and left the first 100, between the two newest lists of a chart. A chart that nobody asked for before has one list only and nothing to compare until it is collected again."
  )

const activity = HttpApiEndpoint.get("activity", "/v1/market/activity", {
  query: { ...marketQuery, limit: Q.limit({ of: "events", max: 100, default: 25 }) },
  success: Data(S.ActivityAnswer),
  error: genreErrors
})
  .annotateMerge(costs(3))
  .annotate(OpenApi.Summary, "Market activity")
  .annotate(
    OpenApi.Description,
    "What happened between the two newest lists of a chart, the largest movement first: entries, exits, and moves of three places and more."
  )

export class ChartsApi extends HttpApi.make("charts").add(
  HttpApiGroup.make("charts")
    .add(categories, top, topScreenshots, newReleases, discover, newNumberOne, movers, activity)
    .annotateEndpoints(SharedAnswer, shared)
    .middleware(StrictInput)
    .middleware(Metered)
) {}
