import { served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ChartsApi } from "./api.ts"
import { Categories } from "./current/Categories.ts"
import { CategoryTop } from "./current/CategoryTop.ts"
import { Positions } from "./dashboard/Positions.ts"
import { Discover } from "./market/Discover.ts"
import { Market } from "./market/Market.ts"
import { NewReleases } from "./market/NewReleases.ts"
import { NumberOnes } from "./market/NumberOnes.ts"

const keyed = HttpApiBuilder.group(
  ChartsApi,
  "charts",
  Effect.fn(function* (handlers) {
    const categories = yield* Categories
    const top = yield* CategoryTop
    const releases = yield* NewReleases
    const discover = yield* Discover
    const numberOnes = yield* NumberOnes
    const market = yield* Market
    return handlers.handleAll({
      categories: ({ query }) => served(categories.all(query)),
      top: ({ params, query }) => served(top.of(params.genreId, query)),
      topScreenshots: ({ params, query }) => served(top.screenshots(params.genreId, query)),
      newReleases: ({ query }) => served(releases.list(query)),
      discover: ({ query }) => served(discover.of(query)),
      newNumberOne: ({ query }) => served(numberOnes.fresh(query)),
      movers: ({ query }) => served(market.movers(query)),
      activity: ({ query }) => served(market.activity(query))
    })
  })
)

const dashboard = HttpApiBuilder.group(
  ChartsApi,
  "chartsDashboard",
  Effect.fn(function* (handlers) {
    const positions = yield* Positions
    return handlers.handleAll({ positions: ({ query }) => served(positions.of(query)) })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard)
