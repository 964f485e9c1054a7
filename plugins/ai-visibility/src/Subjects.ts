import { Caller, type InvalidAppId, type InvalidCountry } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect } from "effect"

/** Whose app is asked about, and where. */
export interface Place {
  readonly accountId: string
  readonly appId: string
  readonly country: string
}
export interface Subject extends Place {
  readonly plan: string
}

/** Finds what a request is about, or what is wrong with it: ids are those of the default store alone. */
export const makeSubjects = Effect.gen(function* () {
  const stores = yield* AppStores
  const store = yield* Effect.orDie(stores.get("storea"))
  return {
    store,
    app: Effect.fnUntraced(function* (id: string): Effect.fn.Return<Omit<Subject, "country">, InvalidAppId, Caller> {
      const appId = yield* store.parseAppId(id, "appId")
      const { accountId, plan } = yield* Caller
      return { accountId, plan, appId }
    }),
    place: Effect.fnUntraced(function* (
      id: string,
      asked: string
    ): Effect.fn.Return<Subject, InvalidAppId | InvalidCountry, Caller> {
      const appId = yield* store.parseAppId(id, "appId")
      const country = yield* store.parseCountry(asked.toLowerCase())
      const { accountId, plan } = yield* Caller
      return { accountId, plan, appId, country }
    })
  }
})
