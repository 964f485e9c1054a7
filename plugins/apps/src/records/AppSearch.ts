import { asDocumented, measured } from "@storeglass/plugin-api"
import { type BadRequest, type StoreFailure, type StoreQuery, storeAsked } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import type { SearchAnswer } from "../schema.ts"
import { storeFacts } from "../storeFacts.ts"
import { RatingHistory } from "./RatingHistory.ts"
import { summaryOf } from "./summary.ts"

interface Query extends StoreQuery {
  readonly q: string
  readonly limit: number
}

/** Apps for a keyword, or the one app whose id the query is. */
export class AppSearch extends Context.Service<
  AppSearch,
  { readonly find: (query: Query) => Effect.Effect<typeof SearchAnswer.Type, BadRequest | StoreFailure> }
>()("@storeglass/apps/AppSearch") {
  static readonly layer = Layer.effect(
    AppSearch,
    Effect.gen(function* () {
      const asks = yield* storeAsked
      const history = yield* RatingHistory

      const find = Effect.fn("AppSearch.find")(function* (query: Query) {
        const { country, store } = yield* asks.store(query)
        const answer = { query: query.q, platform: store.platform, country }
        // A number may as well be a name ("2048"): an id that no app has is searched for as words.
        const known = yield* store.parseAppId(query.q).pipe(
          Effect.flatMap((appId) => store.app(appId, country)),
          Effect.catchTag(["INVALID_APP_ID", "APP_NOT_FOUND"], () => Effect.succeed(null))
        )
        if (known !== null) {
          yield* history.record({ ...known, value: [known.value] })
          const results = [{ ...summaryOf(known.value), rank: null }]
          return {
            ...answer,
            type: "lookup" as const,
            total: 1,
            results,
            provenance: measured(known, storeFacts[store.platform].record)
          }
        }
        const found = yield* store.search({ term: query.q, country, limit: query.limit })
        const apps = found.value.slice(0, query.limit)
        yield* history.record({ ...found, value: apps })
        return {
          ...answer,
          type: "keyword" as const,
          total: found.total,
          results: apps.map((app, index) => ({ ...summaryOf(app), rank: index + 1 })),
          provenance: measured(found, [
            ...(apps.length > 0
              ? []
              : [`the store finds no app for this in ${country}: ask in fewer or other words, or in another country`]),
            ...storeFacts[store.platform].search
          ])
        }
      }, asDocumented)
      return AppSearch.of({ find })
    })
  )
}
