import { served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AppsApi } from "./api.ts"
import { EstimateDays } from "./dashboard/EstimateDays.ts"
import { KeptApps } from "./dashboard/KeptApps.ts"
import { Intelligence } from "./intelligence/Intelligence.ts"
import { CountryRankings } from "./rankings/CountryRankings.ts"
import { AppRecords } from "./records/AppRecords.ts"
import { AppSearch } from "./records/AppSearch.ts"
import { Reviews } from "./records/Reviews.ts"
import { Screenshots } from "./similar/Screenshots.ts"
import { SimilarList } from "./similar/SimilarList.ts"

const keyed = HttpApiBuilder.group(
  AppsApi,
  "apps",
  Effect.fn(function* (handlers) {
    const records = yield* AppRecords
    const searches = yield* AppSearch
    const intelligence = yield* Intelligence
    const rankings = yield* CountryRankings
    const reviews = yield* Reviews
    const similar = yield* SimilarList
    const screenshots = yield* Screenshots
    return handlers.handleAll({
      search: ({ query }) => served(searches.find(query)),
      get: ({ params, query }) => served(records.get(params.id, query)),
      intelligence: ({ params, query }) => served(intelligence.report(params.id, query)),
      countryRankings: ({ params, query }) => served(rankings.of(params.id, query)),
      reviews: ({ params, query }) =>
        served(reviews.page(params.id, query), ({ page, reviews }) => page > 1 && reviews.length === 0),
      similar: ({ params, query }) => served(similar.of(params.id, query)),
      screenshots: ({ params, query }) => served(screenshots.of(params.id, query)),
      competitorScreenshots: ({ params, query }) => served(screenshots.competitors(params.id, query))
    })
  })
)

const dashboard = HttpApiBuilder.group(
  AppsApi,
  "appsDashboard",
  Effect.fn(function* (handlers) {
    const kept = yield* KeptApps
    const estimates = yield* EstimateDays
    return handlers.handleAll({
      list: ({ query }) => served(kept.list(query), ({ apps }) => apps.length === 0),
      profile: ({ query }) => served(kept.profile(query)),
      ratings: ({ query }) => served(kept.ratings(query)),
      estimates: ({ query }) => served(estimates.of(query)),
      chartMoves: ({ query }) => served(kept.chartMoves(query))
    })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard)
