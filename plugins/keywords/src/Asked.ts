import { InvalidInput, textProblem } from "@storeglass/plugin-api"
import { type AppStore, AppStores, type BadRequest, type StoreQuery } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { InvalidKeyword } from "./errors.ts"
import type { Market } from "./history/KeywordKeys.ts"
import { isKeyword, searchDevices, termOf } from "./models/term.ts"

export interface MarketQuery extends StoreQuery {
  readonly device?: string
}

/** The store and market that a request is about. */
export interface AskedMarket extends Market {
  readonly store: AppStore
}

export interface AskedApp extends AskedMarket {
  readonly appId: string
}

/** Finds what a request is about, or what is wrong with it. */
export class Asked extends Context.Service<
  Asked,
  {
    readonly market: (query: MarketQuery) => Effect.Effect<AskedMarket, BadRequest>
    readonly app: (id: string, query: MarketQuery) => Effect.Effect<AskedApp, BadRequest>
  }
>()("@storeglass/keywords/Asked") {
  static readonly layer = Layer.effect(
    Asked,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const market = Effect.fnUntraced(function* (query: MarketQuery) {
        const store = yield* stores.get(query.platform)
        return { store, ...(yield* marketOf(store, query)) }
      })
      const app = Effect.fnUntraced(function* (id: string, query: MarketQuery) {
        const store = yield* stores.get(query.platform)
        const appId = yield* store.parseAppId(id)
        return { store, appId, ...(yield* marketOf(store, query)) }
      })
      return Asked.of({ market, app })
    })
  )
}

/** A market of the store, or what is wrong with it. */
export const marketOf = Effect.fnUntraced(function* (
  store: AppStore,
  query: { readonly country: string; readonly device?: string | undefined }
) {
  const country = yield* store.parseCountry(query.country)
  const devices = searchDevices(store)
  const device = query.device ?? devices[0] ?? "phone"
  if (!devices.includes(device)) {
    return yield* new InvalidInput(
      `device: ${store.platform} search has ranks for ${devices.join(", ")}; omit device or send ${devices.join(" or ")}`
    )
  }
  return { platform: store.platform, country, device }
})

/** The keyword in its one form, or what is wrong with it. */
export const parseTerm = (text: string): Effect.Effect<string, InvalidKeyword> => {
  const term = termOf(text)
  return isKeyword(term) && textProblem(term) === undefined
    ? Effect.succeed(term)
    : Effect.fail(
        new InvalidKeyword(
          "keyword: must have at least 2 characters (1 of Chinese, Japanese or Korean), including a letter or digit, and no control or text direction characters"
        )
      )
}
