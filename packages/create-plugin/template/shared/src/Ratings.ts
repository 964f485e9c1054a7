import { fromUpstream, type Param, type Provenance, UpstreamError } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Context, DateTime, Effect, Layer } from "effect"

const make = Effect.gen(function* () {
  const stores = yield* AppStores
  const of = Effect.fnUntraced(
    function* (id: string, query: { readonly country: string; readonly platform: Param.Platform }) {
      const store = yield* stores.get(query.platform)
      const appId = yield* store.parseAppId(id)
      const country = yield* store.parseCountry(query.country)
      const { asOfMs, source, stale, value } = yield* store.app(appId, country)
      const asOf = DateTime.formatIso(DateTime.makeUnsafe(asOfMs))
      const provenance: Provenance = { source, asOf, status: "measured", ...(stale ? { stale } : {}) }
      const { averageRating, name, ratingCount } = value
      return { appId, name, country, averageRating, ratingCount, provenance }
    },
    Effect.mapError((error) => (error instanceof UpstreamError ? fromUpstream(error) : error))
  )
  return { of }
})

type Shape = Effect.Success<typeof make>

/** How the stores rate apps. */
export class Ratings extends Context.Service<Ratings, Shape>()("@storeglass/my-plugin/Ratings") {
  static readonly layer = Layer.effect(Ratings, make)
}
