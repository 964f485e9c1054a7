import { served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { MyPluginApi } from "./api.ts"
import { Ratings } from "./Ratings.ts"

export const handlers = HttpApiBuilder.group(
  MyPluginApi,
  "myPlugin",
  Effect.fn(function* (handlers) {
    const ratings = yield* Ratings
    return handlers.handle("rating", ({ params, query }) => served(ratings.of(params.id, query)))
  })
)
