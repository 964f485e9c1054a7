import { asDocumented } from "@storeglass/plugin-api"
import { type AppFailure, type StoreQuery, storeAsked, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { RatingHistory } from "../records/RatingHistory.ts"
import type { SimilarAnswer } from "../schema.ts"
import { listed, SimilarApps } from "./SimilarApps.ts"

interface Query extends StoreQuery {
  readonly limit: number
}

/** The answer about similar apps. */
export class SimilarList extends Context.Service<
  SimilarList,
  { readonly of: (id: string, query: Query) => Effect.Effect<typeof SimilarAnswer.Type, AppFailure> }
>()("@storeglass/apps/SimilarList") {
  static readonly layer = ({ reportPageWaitMs }: { readonly reportPageWaitMs: number }) =>
    Layer.effect(
      SimilarList,
      Effect.gen(function* () {
        const asks = yield* storeAsked
        const similar = yield* SimilarApps
        const history = yield* RatingHistory
        const of = Effect.fn("SimilarList.of")(function* (id: string, query: Query) {
          const asked = yield* asks.app(id, query)
          const app = yield* asked.store.app(asked.appId, asked.country)
          yield* history.record({ ...app, value: [app.value] })
          const found = yield* similar.of(asked, app.value, query.limit, reportPageWaitMs)
          return {
            appId: trackIdOf(asked.store.platform, asked.appId),
            platform: asked.store.platform,
            country: asked.country,
            apps: found.apps.map(listed),
            provenance: found.provenance
          }
        }, asDocumented)
        return SimilarList.of({ of })
      })
    )
}
