import { served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdLibraryApi } from "./api.ts"
import { KeptAds } from "./dashboard/KeptAds.ts"
import { AdResults } from "./results/AdResults.ts"

const keyed = HttpApiBuilder.group(
  AdLibraryApi,
  "adLibrary",
  Effect.fn(function* (group) {
    const results = yield* AdResults
    return group.handleAll({
      search: ({ query }) => served(results.search(query)),
      ads: ({ params, query }) => served(results.ads(params.appId, query)),
      ad: ({ params, query }) => served(results.ad(params.adId, query.datePreset))
    })
  })
)

const dashboard = HttpApiBuilder.group(
  AdLibraryApi,
  "adLibraryDashboard",
  Effect.fn(function* (group) {
    const kept = yield* KeptAds
    return group.handleAll({ kept: ({ query }) => served(kept.of(query)) })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard.pipe(Layer.provide(KeptAds.layer)))
