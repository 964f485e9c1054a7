import { capacityIn, collectionRow, dayMs, hourMs, minuteMs, slotOf, waitMsAfter } from "@storeglass/history"
import { type CollectionRow, Jobs, type Param, type PlatformUnsupported, UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { allGenres, keyText, rowOf } from "../chartKey.ts"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type ChartKey, type InvalidSnapshot } from "../contract.ts"
import { KeptReleases } from "../market/KeptReleases.ts"
import { CollectionStore } from "./CollectionStore.ts"
import { Read } from "./jobRefs.ts"
import { countRead, type Outcome } from "./metrics.ts"
import { snapshotOf } from "./snapshotOf.ts"

const emptyAttempts = 3
const retryMs = [20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 20 * minuteMs] as const

export type ReadFailure = UpstreamError | SqlError.SqlError | InvalidSnapshot

/** Collects the charts: plans an interval, and reads one chart of it. */
export class ChartCollection extends Context.Service<
  ChartCollection,
  {
    /** Puts a job in the queue for each chart that is not read in the interval at hand; gives how many. */
    readonly plan: Effect.Effect<number, SqlError.SqlError>
    /** What there is to collect against what the rate allows. */
    readonly demand: Effect.Effect<ReadonlyArray<CollectionRow>, SqlError.SqlError>
    /** Puts the chart back in the queue after so many tries in vain, for later in the interval. */
    readonly readLater: (key: ChartKey, slotMs: number, tries: number) => Effect.Effect<void, SqlError.SqlError>
    /** Puts a job in the queue for these, to be read at once. */
    readonly readSoon: (keys: ReadonlyArray<ChartKey>) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Reads one chart for an interval, once over all nodes; doing it again changes nothing. `attempt` is 1 at first: a
     * chart of which nothing is known yet is believed to be empty when it was found so three times.
     */
    readonly read: (key: ChartKey, slotMs: number, attempt: number) => Effect.Effect<Outcome, ReadFailure>
  }
>()("@storeglass/charts/ChartCollection") {
  static readonly layer = (config: ChartsConfig) =>
    Layer.effect(
      ChartCollection,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        const stores = yield* AppStores
        const history = yield* ChartHistory
        const collection = yield* CollectionStore
        const releases = yield* KeptReleases
        const intervalMs = config.everyHours * hourMs
        const spacingMs = minuteMs / config.readsPerMinute

        const enqueue = (key: ChartKey, slotMs: number, runAtMs: number, tries = 0) =>
          jobs
            .enqueue(Read, { ...rowOf(key), slotMs, tries }, { key: `charts.read:${keyText(key)}`, runAtMs })
            .pipe(Effect.provideService(SqlClient.SqlClient, sql))

        /** The charts of the config, and those that callers ask for. */
        const wanted = Effect.fnUntraced(function* (store: AppStore, nowMs: number) {
          const sinceMs = nowMs - config.trackedDays * dayMs
          const asked = yield* collection.askedSince(store.platform, sinceMs, config.trackedMax)
          const keys = [...configured(config, store), ...asked]
          return [...new Map(keys.map((key) => [keyText(key), key])).values()]
        })

        const planOf = Effect.fnUntraced(function* (store: AppStore, nowMs: number) {
          const slotMs = slotOf(nowMs, config.everyHours)
          const { platform } = store
          yield* collection.plan(yield* wanted(store, nowMs), slotMs)
          // What the rate cannot cover waits for the next interval, where it is first: it was read the longest ago.
          const capacity = capacityIn(config.readsPerMinute, slotMs + intervalMs - nowMs)
          const keys = yield* collection.unread(platform, slotMs, Math.max(1, capacity))
          yield* sql.withTransaction(
            Effect.forEach(keys, (key, index) => enqueue(key, slotMs, nowMs + index * spacingMs), { discard: true })
          )
          return keys.length
        })

        /** For each store that this host has; without the adapter of one, the others are collected. */
        const eachStore = Effect.fnUntraced(function* <A>(
          use: (store: AppStore) => Effect.Effect<A, SqlError.SqlError>
        ): Effect.fn.Return<ReadonlyArray<A>, SqlError.SqlError> {
          const found: Array<A> = []
          for (const platform of config.platforms) {
            const store = yield* Effect.option(stores.get(platform))
            if (store._tag === "Some") found.push(yield* use(store.value))
          }
          return found
        })

        const plan = Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          const counts = yield* eachStore((store) => planOf(store, nowMs))
          for (const { capacity, planned, platform } of yield* history.progress) {
            if (planned > capacity) yield* Effect.logWarning(overDemand(platform, planned, capacity, config))
          }
          return counts.reduce((sum, count) => sum + count, 0)
        }).pipe(Effect.withSpan("ChartCollection.plan"))

        const demand = Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          const slotMs = slotOf(nowMs, config.everyHours)
          const progress = yield* history.progress
          return yield* eachStore((store) =>
            Effect.map(wanted(store, nowMs), ({ length }): CollectionRow => {
              const done = progress.find(({ platform }) => platform === store.platform)?.read ?? 0
              const due = Math.max(0, length - done)
              return collectionRow({
                what: "charts",
                platform: store.platform,
                demandPerDay: (length * dayMs) / intervalMs,
                perMinute: config.readsPerMinute,
                done,
                due,
                lagSeconds: due === 0 ? 0 : Math.floor((nowMs - slotMs) / 1_000)
              })
            })
          )
        }).pipe(Effect.withSpan("ChartCollection.demand"))

        const readSoon = Effect.fn("ChartCollection.readSoon")(function* (keys: ReadonlyArray<ChartKey>) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* sql.withTransaction(
            Effect.forEach(
              keys,
              (key, index) => enqueue(key, slotOf(nowMs, config.everyHours), nowMs + index * spacingMs),
              { discard: true }
            )
          )
        })

        const readLater = Effect.fn("ChartCollection.readLater")(function* (
          key: ChartKey,
          slotMs: number,
          tries: number
        ) {
          yield* enqueue(key, slotMs, (yield* Clock.currentTimeMillis) + waitMsAfter(retryMs, tries), tries)
        })

        const readNow = Effect.fnUntraced(function* (
          key: ChartKey,
          slotMs: number,
          attempt: number
        ): Effect.fn.Return<Outcome, ReadFailure | PlatformUnsupported> {
          const nowMs = yield* Clock.currentTimeMillis
          // The next interval's job reads it; this one would read it twice in that.
          if (nowMs >= slotMs + intervalMs) return "missed"
          if (yield* collection.isRead(key, slotMs)) return "known"
          const store = yield* stores.get(key.platform)
          const { chart, country, genreId } = key
          const answer = yield* store.chart({ chart, country, genreId, maxAgeMs: nowMs - slotMs })
          if (answer.value.length === 0) {
            // A store that throttles in silence says so; a chart that never had an app may say so too.
            if ((yield* history.latest(key)) !== null) return yield* unusable(key, "it's empty, but wasn't before")
            const believed = attempt >= emptyAttempts || (yield* collection.isRead(key, 0))
            if (!believed) return yield* unusable(key, "it's empty, but isn't known to be")
            yield* collection.markRead(key, answer.asOfMs)
            return "empty"
          }
          yield* releases.keepChart(store, key, answer)
          const snapshot = snapshotOf(key, answer)
          if (answer.stale || answer.asOfMs < slotMs) {
            // Worth keeping as what was said then, but it is not this interval's.
            yield* history.add(snapshot)
            return yield* unusable(key, "it's from before the interval")
          }
          return (yield* history.add(snapshot, { unlessReadSinceMs: slotMs })) ? "added" : "known"
        })

        const read = Effect.fn("ChartCollection.read")((key: ChartKey, slotMs: number, attempt: number) =>
          readNow(key, slotMs, attempt).pipe(
            // Its adapter was taken out while the job waited.
            Effect.catchTag("PLATFORM_UNSUPPORTED", () => Effect.succeed("missed" as const)),
            Effect.tap((outcome) => countRead(key.platform, outcome)),
            Effect.tapError(() => countRead(key.platform, "failed"))
          )
        )

        return ChartCollection.of({ plan, demand, readLater, readSoon, read })
      })
    )
}

/** The charts that the config names, of the genres that the store has. */
export const configured = (
  { charts, countries, genres }: Pick<ChartsConfig, "charts" | "countries" | "genres">,
  store: Pick<AppStore, "platform" | "genres" | "storefronts" | "charts">
): ReadonlyArray<ChartKey> => {
  const wanted = genres.flatMap((genre): ReadonlyArray<string | null> => {
    if (genre === allGenres) return [null]
    if (genre === "main") return store.genres.filter(({ parentId }) => parentId === null).map(({ id }) => id)
    return store.genres.some(({ id }) => id === genre) ? [genre] : []
  })
  const shown = charts.filter((chart) => store.charts?.includes(chart) ?? true)
  const sold = new Set(store.storefronts.map(({ country }) => country))
  return [...new Set(wanted)].flatMap((genreId) =>
    countries
      .filter((country) => sold.has(country))
      .flatMap((country) => shown.map((chart): ChartKey => ({ platform: store.platform, country, chart, genreId })))
  )
}

export const unusable = (key: ChartKey, why: string) =>
  new UpstreamError({ upstream: `${key.platform}.charts`, reason: "suspect", detail: `${keyText(key)}: ${why}` })

const overDemand = (platform: Param.Platform, planned: number, capacity: number, { everyHours }: ChartsConfig) =>
  `${platform}: ${planned} charts are due every ${everyHours} hours, but readsPerMinute allows ${capacity}; the others are read less often`
