import { Param } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import type { BadRequest } from "./errors.ts"

export interface StoreQuery {
  readonly platform: Param.Platform
  readonly country: string
}

/** The store, app and storefront that a request is about. */
export interface AskedApp {
  readonly store: AppStore
  readonly appId: string
  readonly country: string
}

/** Finds what a request is about, or what is wrong with it. */
export class Asked extends Context.Service<
  Asked,
  {
    readonly store: (query: StoreQuery) => Effect.Effect<Omit<AskedApp, "appId">, BadRequest>
    readonly app: (id: string, query: StoreQuery) => Effect.Effect<AskedApp, BadRequest>
  }
>()("@storeglass/apps/Asked") {
  static readonly layer = Layer.effect(
    Asked,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const store = Effect.fnUntraced(function* (query: StoreQuery) {
        const found = yield* stores.get(query.platform)
        return { store: found, country: yield* found.parseCountry(query.country) }
      })
      const app = Effect.fnUntraced(function* (id: string, query: StoreQuery) {
        const found = yield* stores.get(query.platform)
        const appId = yield* found.parseAppId(id)
        return { store: found, appId, country: yield* found.parseCountry(query.country) }
      })
      return Asked.of({ store, app })
    })
  )
}

/** App ids are numbers on storea and text on storeb. */
export const trackIdOf = (platform: Param.Platform, appId: string): number | string =>
  platform === "storea" ? Number(appId) : appId

/** The English name of a country, or its code where there is none. */
export const countryNameOf = (code: string) => Param.countryName(code) ?? code.toUpperCase()
