import { Caches, type UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, sourceNameOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer, Schema } from "effect"
import type { Chart } from "../parameters.ts"

/** A chart with nothing but who stands where. */
const ChartRanking = Schema.Struct({
  /** When the store said so. */
  asOfMs: Schema.Finite,
  /** The upstream that said so. */
  source: Schema.String,
  entries: Schema.Array(Schema.Struct({ appId: Schema.String, genreId: Schema.NullOr(Schema.String) }))
})
export type ChartRanking = typeof ChartRanking.Type

/** One chart of one storefront. */
export interface ChartKey {
  readonly store: AppStore
  readonly chart: Chart
  readonly country: string
  /** Null: all genres. */
  readonly genreId: string | null
}

export const keyText = ({ chart, country, genreId, store }: ChartKey) =>
  `${store.platform}:${country}:${chart}:${genreId ?? "all"}`

/** Charts reduced to their order, kept for long, so that a question about all storefronts needs few calls. */
export class ChartRanks extends Context.Service<
  ChartRanks,
  {
    readonly get: (key: ChartKey) => Effect.Effect<ChartRanking, UpstreamError>
    /** What is kept, without asking the store. */
    readonly peek: (key: ChartKey) => Effect.Effect<ChartRanking | undefined>
  }
>()("@storeglass/apps/ChartRanks") {
  static readonly layer = (freshMs: number) =>
    Layer.effect(
      ChartRanks,
      Effect.gen(function* () {
        const cache = yield* (yield* Caches).make({
          name: "apps.chart-ranks",
          version: 2,
          schema: ChartRanking,
          freshMs,
          staleMs: 24 * 3_600_000
        })
        const ask = ({ chart, country, genreId, store }: ChartKey) =>
          Effect.map(store.chart({ chart, country, genreId }), (read) => ({
            asOfMs: read.asOfMs,
            source: sourceNameOf(store.platform, read),
            entries: read.value.map((entry) => ({ appId: entry.appId, genreId: entry.genreId }))
          }))
        return ChartRanks.of({
          get: Effect.fn("ChartRanks.get")((key) =>
            Effect.map(cache.get(keyText(key), ask(key)), ({ value }) => value)
          ),
          peek: (key) => Effect.map(cache.peek(keyText(key)), (kept) => kept?.value)
        })
      })
    )
}
