import type { UpstreamError } from "@storeglass/plugin-api"
import { type Param, Upstreams } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { configured } from "./ChartCollection.ts"
import { CollectionStore } from "./CollectionStore.ts"
import { genreIdOf, genreText } from "./chartKey.ts"
import type { ChartsConfig } from "./config.ts"
import { ChartHistory, type ChartSnapshot, chartNames } from "./contract.ts"
import { dayMs, dayOf } from "./time.ts"

/** Between two requests: the sandbox and this gateway share a process, and requests come first. */
const restMs = 10
/** A job that takes longer would keep the gateway from stopping. */
const turnMs = 1_000

const Text = Schema.NullOr(Schema.String)
/** What a sandbox answers at `/charts`: lists of one country and day as its feeds would give them. */
const Lists = Schema.Struct({
  lists: Schema.Array(
    Schema.Struct({
      chart: Schema.Literals(chartNames),
      genre: Schema.String,
      asOf: Schema.String,
      source: Schema.String,
      appIds: Schema.Array(Schema.String)
    })
  ),
  apps: Schema.Record(
    Schema.String,
    Schema.Struct({ name: Text, seller: Text, iconUrl: Text, genreId: Text, genreName: Text })
  )
})
interface Part {
  readonly platform: Param.Platform
  readonly country: string
  readonly genres: ReadonlyArray<string>
  /** Under which it is noted which days are filled. */
  readonly seed: string
}
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Lists))

/** Fills the history with the past days of a sandbox. */
export class SeedHistory extends Context.Service<
  SeedHistory,
  {
    /** Imports days that are missing for about a second; true when none is left. */
    readonly fill: Effect.Effect<boolean, SqlError.SqlError | UpstreamError | Schema.SchemaError>
  }
>()("@storeglass/charts/SeedHistory") {
  static readonly layer = (config: ChartsConfig) =>
    Layer.effect(
      SeedHistory,
      Effect.gen(function* () {
        const { seedHistory } = config
        if (seedHistory === undefined) return SeedHistory.of({ fill: Effect.succeed(true) })
        const stores = yield* AppStores
        const history = yield* ChartHistory
        const collection = yield* CollectionStore
        const upstream = yield* (yield* Upstreams).make({
          name: "charts.seed",
          baseUrl: seedHistory.sandbox,
          timeoutMs: 30_000
        })

        const ofDay = Effect.fnUntraced(function* ({ country, genres, platform }: Part, day: string) {
          const { body, status } = yield* upstream.request({
            path: "/charts",
            query: { platform, country, day, charts: config.charts.join(","), genres: genres.join(",") }
          })
          if (status !== 200) return yield* upstream.drift(`status ${status}`)
          const { apps, lists } = yield* decode(body)
          // Told once: an app is in many of the lists.
          const told = new Set<string>()
          const entryOf = (appId: string, index: number) => {
            const details = told.has(appId) ? {} : apps[appId]
            told.add(appId)
            return { rank: index + 1, ...details, appId }
          }
          return yield* history.importSnapshots(
            lists.map(
              ({ appIds, asOf, chart, genre, source }): ChartSnapshot => ({
                key: { platform, country, chart, genreId: genreIdOf(genre) },
                asOfMs: Date.parse(asOf),
                source,
                entries: appIds.map(entryOf)
              })
            )
          )
        })

        /** Charts that are empty today need no reading either. */
        const markEmpty = Effect.fnUntraced(function* ({ country, genres, platform }: Part, day: string) {
          const keys = genres.flatMap((genre) =>
            config.charts.map((chart) => ({ platform, country, chart, genreId: genreIdOf(genre) }))
          )
          for (const key of keys) {
            if ((yield* history.latest(key)) === null) yield* collection.markRead(key, Date.parse(day))
          }
        })

        const parts = Effect.gen(function* () {
          const found: Array<Part & { readonly known: ReadonlyMap<string, number>; filled: number }> = []
          for (const platform of config.platforms) {
            const store = yield* Effect.option(stores.get(platform))
            if (store._tag === "None") continue
            const keys = configured(config, store.value)
            const genres = [...new Set(keys.map(({ genreId }) => genreText(genreId)))]
            for (const country of new Set(keys.map((key) => key.country))) {
              const seed = [platform, country, config.charts.join(","), genres.join(",")].join(" ")
              found.push({ platform, country, genres, seed, known: yield* collection.seeded(seed), filled: 0 })
            }
          }
          return found
        })

        /** The newest days first, so that something moves at once; recordings may have none of many days. */
        const fill = Effect.gen(function* () {
          const startMs = yield* Clock.currentTimeMillis
          const all = yield* parts
          let asked = 0
          for (let back = 0; back < config.retentionDays; back++) {
            const day = dayOf(startMs - back * dayMs)
            const open = all.filter(({ filled }) => filled < seedHistory.days)
            if (open.length === 0) return true
            for (const part of open) {
              let lists = part.known.get(day)
              if (lists === undefined) {
                if (asked > 0 && (yield* Clock.currentTimeMillis) - startMs > turnMs) return false
                asked += 1
                const report = yield* ofDay(part, day)
                if (report.reasons.length > 0) yield* Effect.logWarning("Lists were refused.", report.reasons)
                lists = report.added + report.known
                if (back === 0 && lists > 0) yield* markEmpty(part, day)
                yield* collection.markSeeded(part.seed, day, lists)
                if (lists > 0) yield* Effect.sleep(restMs)
              }
              if (lists > 0) part.filled += 1
            }
          }
          return true
        })
        return SeedHistory.of({ fill })
      })
    )
}
