import { asDocumented, measured } from "@storeglass/plugin-api"
import { type StoreQuery, storeAsked } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"

const make = Effect.gen(function* () {
  const asks = yield* storeAsked
  const of = Effect.fnUntraced(function* (id: string, query: StoreQuery) {
    const { appId, country, store } = yield* asks.app(id, query)
    const sourced = yield* store.app(appId, country)
    const { averageRating, name, ratingCount } = sourced.value
    return { appId, name, country, averageRating, ratingCount, provenance: measured(sourced) }
  }, asDocumented)
  return { of }
})

type Shape = Effect.Success<typeof make>

/** How the stores rate apps. */
export class Ratings extends Context.Service<Ratings, Shape>()("@storeglass/my-plugin/Ratings") {
  static readonly layer = Layer.effect(Ratings, make)
}
