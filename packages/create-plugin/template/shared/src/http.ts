import { Exchange } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { MyPluginApi } from "./api.ts"
import { Ratings } from "./Ratings.ts"

export const handlers = HttpApiBuilder.group(
  MyPluginApi,
  "myPlugin",
  Effect.fn(function* (handlers) {
    const ratings = yield* Ratings
    return handlers.handle("rating", ({ params, query }) =>
      Effect.gen(function* () {
        const data = yield* ratings.of(params.id, query)
        const exchange = yield* Exchange
        yield* exchange.describe(data.provenance)
        return { data }
      })
    )
  })
)
