import type { Param } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { type AppStore, AppStores } from "./AppStore.ts"
import type { BadRequest } from "./failures.ts"

export interface StoreQuery {
  readonly platform: Param.Platform
  readonly country: string
}

/** The store and storefront that a request is about. */
export interface AskedStore {
  readonly store: AppStore
  readonly country: string
}

export interface AskedApp extends AskedStore {
  readonly appId: string
}

/**
 * Finds what a request is about, or what is wrong with it.
 *
 * @example
 * const asked = yield* storeAsked
 * const { appId, country, store } = yield* asked.app(params.id, query)
 */
export const storeAsked = Effect.map(AppStores, (stores) => ({
  store: Effect.fnUntraced(function* (query: StoreQuery): Effect.fn.Return<AskedStore, BadRequest> {
    const store = yield* stores.get(query.platform)
    return { store, country: yield* store.parseCountry(query.country) }
  }),
  app: Effect.fnUntraced(function* (id: string, query: StoreQuery): Effect.fn.Return<AskedApp, BadRequest> {
    const store = yield* stores.get(query.platform)
    const appId = yield* store.parseAppId(id)
    return { store, appId, country: yield* store.parseCountry(query.country) }
  })
}))
