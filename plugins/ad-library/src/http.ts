import { served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdLibraryApi } from "./api.ts"
import { AdResults } from "./results/AdResults.ts"

export const handlers = HttpApiBuilder.group(
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
