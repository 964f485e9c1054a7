import { Effect } from "effect"
import type { StoreAConfig } from "../config.ts"
import type { AppStore } from "../contract.ts"
import { makeAppRecords } from "./AppRecords.ts"
import { makeCharts } from "./Charts.ts"
import { chartDepth } from "./chartFeed.ts"
import { genres } from "./genres.ts"
import { parseAppId, parseCountry } from "./ids.ts"
import { makePages } from "./Pages.ts"
import { makeReviews } from "./Reviews.ts"
import { reviewDepth } from "./reviewFeed.ts"
import { makeSearches } from "./Searches.ts"
import { makeSuggestions } from "./Suggestions.ts"
import { storefronts } from "./storefronts.ts"
import { makeUpstreams } from "./upstreams.ts"

/** The adapter of storea over its public endpoints. */
export const makeStoreA = Effect.fnUntraced(function* (config: StoreAConfig) {
  const upstreams = yield* makeUpstreams(config)
  const records = yield* makeAppRecords(upstreams.catalog, config)
  const store: AppStore = {
    platform: "storea",
    genres,
    storefronts,
    devices: ["iphone", "ipad", "appletv", "watch"],
    chartDepth,
    reviewDepth,
    parseAppId,
    parseCountry,
    pageUrl: (appId, country) => `${config.baseUrls.apps}/${country}/app/id${appId}`,
    app: Effect.fn("StoreA.app")(records.app),
    apps: Effect.fn("StoreA.apps")(records.apps),
    page: Effect.fn("StoreA.page")(yield* makePages(upstreams, config)),
    search: Effect.fn("StoreA.search")(yield* makeSearches(upstreams, records, config)),
    chart: Effect.fn("StoreA.chart")(yield* makeCharts(upstreams, config)),
    reviews: Effect.fn("StoreA.reviews")(yield* makeReviews(upstreams.reviews, records, config)),
    suggestions: Effect.fn("StoreA.suggestions")(yield* makeSuggestions(upstreams.suggestions, config))
  }
  return store
})
