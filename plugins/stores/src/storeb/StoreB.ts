import { Effect } from "effect"
import type { AppStore } from "../contract.ts"
import { makeAppRecords } from "./AppRecords.ts"
import { chartDepth, charts, makeCharts } from "./Charts.ts"
import type { CardContext } from "./cards.ts"
import type { StoreBConfig } from "./config.ts"
import { makeDeveloperApps } from "./Developers.ts"
import { genres } from "./genres.ts"
import { parseAppId, parseCountry } from "./ids.ts"
import { makePages } from "./Pages.ts"
import { makePrivacy } from "./Privacy.ts"
import { makeReviews, reviewDepth } from "./Reviews.ts"
import { makeSearches } from "./Searches.ts"
import { makeSuggestions } from "./Suggestions.ts"
import { searchDepth } from "./searchPage.ts"
import { storefronts } from "./storefronts.ts"
import { makeUpstreams } from "./upstreams.ts"

/** The adapter of storeb over its public pages. */
export const makeStoreB = Effect.fnUntraced(function* (config: StoreBConfig) {
  const upstreams = yield* makeUpstreams(config)
  const urlOf = (country: string) => (appId: string) =>
    `${config.baseUrls.play}/store/apps/details?id=${encodeURIComponent(appId)}&gl=${country}`
  const contextOf = (country: string, genreId: string | null = null): CardContext => ({
    country,
    genreId,
    urlOf: urlOf(country)
  })
  const records = yield* makeAppRecords(upstreams.page, config, urlOf)
  const declared = yield* makePrivacy(upstreams.page, records, config)
  const store: AppStore = {
    platform: "storeb",
    genres,
    storefronts,
    // Screenshots are not told apart by device, and charts are the same for all.
    devices: ["phone"],
    chartDepth,
    charts,
    searchDepth,
    reviewDepth,
    parseAppId,
    parseCountry,
    pageUrl: (appId, country) => urlOf(country)(appId),
    app: Effect.fn("StoreB.app")(records.app),
    apps: Effect.fn("StoreB.apps")(records.apps),
    known: Effect.fn("StoreB.known")(records.known),
    page: Effect.fn("StoreB.page")(yield* makePages(upstreams.page, records, config, contextOf)),
    search: Effect.fn("StoreB.search")(yield* makeSearches(upstreams.search, records, config, contextOf)),
    chart: Effect.fn("StoreB.chart")(yield* makeCharts(upstreams.charts, records, config, contextOf)),
    reviews: Effect.fn("StoreB.reviews")(yield* makeReviews(upstreams.reviews, records, config)),
    suggestions: Effect.fn("StoreB.suggestions")(yield* makeSuggestions(upstreams.suggestions, config)),
    developerApps: Effect.fn("StoreB.developerApps")(
      yield* makeDeveloperApps(upstreams.page, records, config, contextOf)
    ),
    privacy: Effect.fn("StoreB.privacy")(declared.privacy),
    permissions: Effect.fn("StoreB.permissions")(declared.permissions)
  }
  return store
})
