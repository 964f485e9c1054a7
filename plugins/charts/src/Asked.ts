import {
  type AppStore,
  type AskedStore,
  type BadRequest,
  type Genre,
  InvalidGenre,
  type StoreFailure,
  type StoreQuery,
  storeAsked
} from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { allGenres, genreText } from "./chartKey.ts"
import type { Chart, ChartKey } from "./contract.ts"

/** The chart that a request is about. */
export interface AskedChart extends AskedStore {
  readonly key: ChartKey
  readonly genreName: string
}

/** A query about one chart. */
export interface ChartQuery extends StoreQuery {
  readonly chart: Chart
  readonly limit: number
}

/** Why there is no answer about a chart. */
export type ChartFailure = BadRequest | InvalidGenre | StoreFailure

/** The genre as answers tell it. */
export const genreOf = ({ genreName, key }: AskedChart) => ({ genreId: genreText(key.genreId), genreName })

/** Finds what a request is about, or what is wrong with it. */
export class Asked extends Context.Service<
  Asked,
  {
    readonly store: (query: StoreQuery) => Effect.Effect<AskedStore, BadRequest>
    readonly chart: (
      query: StoreQuery & { readonly chart: Chart },
      genre: string
    ) => Effect.Effect<AskedChart, BadRequest | InvalidGenre>
  }
>()("@storeglass/charts/Asked") {
  static readonly layer = Layer.effect(
    Asked,
    Effect.gen(function* () {
      const { store } = yield* storeAsked
      const chart = Effect.fnUntraced(function* (query: StoreQuery & { readonly chart: Chart }, genre: string) {
        const asked = yield* store(query)
        const { id, name } = yield* parseGenre(asked.store, genre)
        const key = { platform: query.platform, country: asked.country, chart: query.chart, genreId: id }
        return { ...asked, key, genreName: name }
      })
      return Asked.of({ store, chart })
    })
  )
}

const parseGenre = (store: AppStore, text: string) => {
  if (text === allGenres) return Effect.succeed({ id: null, name: allName })
  const genre = store.genres.find(({ id }) => id === text)
  return genre === undefined
    ? Effect.fail(
        new InvalidGenre(`genre: '${text}' isn't a genre on ${store.platform}; send an id of /v1/categories, or all`)
      )
    : Effect.succeed(genre)
}

export const allName = "All"

export const mainGenres = (store: AppStore): ReadonlyArray<Genre> =>
  store.genres.filter(({ parentId }) => parentId === null)
