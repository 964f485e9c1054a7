/** A store in memory and the plugin's routes over it, without a gateway. */
import { ChartHistory, type ChartReading } from "@storeglass/charts/contract"
import { type Cache, type Cached, Caches, type Provenance, type UpstreamError } from "@storeglass/plugin-api"
import type { AppStore, StoreApp, StorePage, StoreReview } from "@storeglass/stores/contract"
import * as Testing from "@storeglass/stores/testing"
import { routeReader, standInHost } from "@storeglass/testkit"
import { Clock, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ActualsStore, noResiduals, type Residuals } from "../src/actuals/ActualsStore.ts"
import { AppsConfig } from "../src/config.ts"
import { handlers } from "../src/http.ts"
import { AppsApi, services } from "../src/plugin.ts"
import { type EarlierCounters, type RatingSnapshot, RatingSnapshotStore } from "../src/records/RatingSnapshotStore.ts"
import { watchedApps } from "../src/records/watchedApps.ts"
import { IntelligenceReport } from "../src/report.ts"
import * as S from "../src/schema.ts"

export const asOfMs = Date.UTC(2026, 9, 5, 12)

export { storePage, storeReview, upstreamError } from "@storeglass/stores/testing"

export const storeApp = (appId: string, over: Partial<StoreApp> = {}): StoreApp =>
  Testing.storeApp(appId, {
    seller: "Seller",
    ratingCount: 12_000,
    screenshots: {
      iphone: Testing.storeShots("https://img.example/1.png", "https://img.example/2.png"),
      ipad: [],
      appletv: []
    },
    iconUrl: "https://img.example/icon.png",
    url: "https://store.example/1",
    ...over
  })

/** What the store holds; `fails` names methods that fail, `hangs` those that never answer. */
export interface World {
  readonly apps?: ReadonlyArray<StoreApp>
  readonly page?: StorePage | null
  readonly reviews?: ReadonlyArray<StoreReview>
  readonly search?: ReadonlyArray<string>
  /** `country:chart:genre` to ids; all others are empty. */
  readonly charts?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly storefronts?: ReadonlyArray<string>
  readonly fails?: Partial<Record<Testing.StoreMethod, UpstreamError>>
  readonly hangs?: ReadonlyArray<"page" | "chart">
  readonly asked?: Array<string>
}

export const memoryStore = (world: World): AppStore => {
  const apps = new Map((world.apps ?? [storeApp("1"), storeApp("2"), storeApp("3")]).map((app) => [app.appId, app]))
  const hanging = new Set<string>(world.hangs)
  return Testing.memoryStore({
    countries: world.storefronts ?? ["us", "de", "fr"],
    ...(world.asked === undefined ? {} : { asked: world.asked }),
    app: (appId) => apps.get(appId),
    page: () => (world.page === undefined ? Testing.storePage() : world.page),
    search: () => world.search ?? ["2", "3"],
    chart: (name) =>
      (world.charts?.[name] ?? []).map((id, index) => Testing.chartEntry(id, index + 1, { seller: "Seller" })),
    reviews: () => world.reviews ?? [],
    fails: (method) => (hanging.has(method) ? "never" : world.fails?.[method]),
    says: () => ({ asOfMs })
  })
}

/** Keeps everything, forever fresh. */
const memoryCache = <A>(): Cache<A> => {
  const kept = new Map<string, Cached<A>>()
  const put = (key: string, value: A) =>
    Effect.map(Clock.currentTimeMillis, (asOfMs) => {
      const entry = { value, asOfMs, stale: false }
      kept.set(key, entry)
      return entry
    })
  return {
    get: (key, lookup) => {
      const entry = kept.get(key)
      return entry === undefined ? Effect.flatMap(lookup, (value) => put(key, value)) : Effect.succeed(entry)
    },
    peek: (key) => Effect.sync(() => kept.get(key)),
    set: (key, value) => Effect.asVoid(put(key, value)),
    invalidate: (key) => Effect.sync(() => void kept.delete(key))
  }
}
export const memoryCaches = Layer.succeed(Caches, Caches.of({ make: () => Effect.sync(() => memoryCache()) }))

export interface Snapshots {
  readonly added: Array<RatingSnapshot>
  readonly earlier?: EarlierCounters
}
export const snapshotsLayer = ({ added, earlier }: Snapshots) =>
  Layer.succeed(
    RatingSnapshotStore,
    RatingSnapshotStore.of({
      add: (snapshots) => Effect.sync(() => void added.push(...snapshots)),
      earlier: () => Effect.succeed(earlier ?? null),
      since: () => Effect.succeed([]),
      within: () => Effect.succeed([]),
      prune: () => Effect.succeed(0)
    })
  )

export const actualsLayer = (residuals: Residuals) =>
  Layer.succeed(
    ActualsStore,
    ActualsStore.of({
      owned: { record: () => Effect.void, forget: () => Effect.succeed(0) },
      residuals: () => Effect.succeed(residuals),
      months: Effect.succeed([]),
      learn: () => Effect.void
    })
  )

export const settings = (over: Readonly<Record<string, unknown>> = {}) =>
  Schema.decodeUnknownSync(AppsConfig)(over, { onExcessProperty: "error" })

const chartHistory = (kept: Readonly<Record<string, ReadonlyArray<ChartReading>>>) => {
  const unasked = () => Effect.die("not asked by this plugin")
  return Layer.succeed(
    ChartHistory,
    ChartHistory.of({
      add: unasked,
      importSnapshots: unasked,
      track: unasked,
      latest: unasked,
      pair: unasked,
      leaders: unasked,
      ranks: ({ appId, fromMs, key: { chart, country, genreId }, toMs }) =>
        Effect.succeed(
          (kept[`${country}:${chart}:${genreId ?? "all"}`] ?? [])
            .filter(({ asOfMs }) => asOfMs >= fromMs && asOfMs <= toMs)
            .sort((a, b) => a.asOfMs - b.asOfMs)
            .map(({ appIds, asOfMs, source }) => ({
              asOfMs,
              source,
              rank: appIds.includes(appId) ? appIds.indexOf(appId) + 1 : null,
              depth: appIds.length
            }))
        ),
      within: unasked,
      positions: unasked,
      apps: unasked,
      progress: unasked(),
      before: unasked,
      newestOf: (asked) =>
        Effect.succeed(
          asked.map(
            ({ fromMs, key: { chart, country, genreId }, source, toMs }) =>
              [...(kept[`${country}:${chart}:${genreId ?? "all"}`] ?? [])]
                .filter(
                  (one) => (source === null || one.source === source) && one.asOfMs >= fromMs && one.asOfMs <= toMs
                )
                .sort((a, b) => b.asOfMs - a.asOfMs)[0] ?? null
          )
        )
    })
  )
}

/** The routes over a store in memory. */
export const routes = (
  world: World,
  options: {
    readonly config?: Readonly<Record<string, unknown>>
    readonly snapshots?: Snapshots
    /** Lists that the charts plugin keeps, by `country:chart:genre`; undefined: it is not enabled. */
    readonly kept?: Readonly<Record<string, ReadonlyArray<ChartReading>>>
    /** Of the caller's account. */
    readonly residuals?: Residuals
  } = {}
) => {
  const described: Array<Provenance> = []
  const app = HttpApiBuilder.layer(AppsApi).pipe(
    Layer.provide(handlers),
    Layer.provide(
      services(
        settings({
          pageWaitMs: 50,
          reportPageWaitMs: 50,
          rankingsWaitMs: 50,
          rankingsFirstWaitMs: 50,
          ...options.config
        })
      )
    ),
    Layer.provide([
      Testing.memoryStores(memoryStore(world)),
      memoryCaches,
      snapshotsLayer(options.snapshots ?? { added: [] }),
      actualsLayer(options.residuals ?? noResiduals),
      standInHost(described),
      watchedApps,
      options.kept === undefined ? Layer.empty : chartHistory(options.kept)
    ]),
    Layer.provide(HttpServer.layerServices)
  )
  const { dispose, handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
  const { reader, ...asking } = routeReader(handler)
  return {
    dispose,
    described,
    ...asking,
    search: reader(S.SearchAnswer, "/v1/search"),
    app: reader(S.AppRecord, "/v1/apps/:id"),
    intelligence: reader(IntelligenceReport, "/v1/apps/:id/intelligence"),
    rankings: reader(S.CountryRankingsAnswer, "/v1/apps/:id/country-rankings"),
    reviews: reader(S.ReviewsAnswer, "/v1/apps/:id/reviews"),
    similar: reader(S.SimilarAnswer, "/v1/apps/:id/similar"),
    screenshots: reader(S.ScreenshotsAnswer, "/v1/apps/:id/screenshots"),
    competitors: reader(S.CompetitorScreenshotsAnswer, "/v1/apps/:id/screenshots/competitors")
  }
}
