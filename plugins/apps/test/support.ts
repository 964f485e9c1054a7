/** A store in memory and the plugin's routes over it, without a gateway. */
import { ChartHistory, type ChartReading } from "@storeglass/charts/contract"
import {
  AppNotFound,
  type Cache,
  type Cached,
  Caches,
  Caller,
  Data,
  Exchange,
  InvalidAppId,
  InvalidCountry,
  InvalidInput,
  Metered,
  Param,
  type Param as ParamTypes,
  PlatformUnsupported,
  type Provenance,
  StrictInput,
  UpstreamError
} from "@storeglass/plugin-api"
import {
  type AppStore,
  AppStores,
  type ChartEntry,
  type Sourced,
  type StoreApp,
  type StorePage,
  type StoreReview
} from "@storeglass/stores/contract"
import { Clock, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware } from "effect/http-api"
import { AppsConfig } from "../src/config.ts"
import { handlers } from "../src/http.ts"
import { AppsApi, services } from "../src/plugin.ts"
import { type EarlierCounters, type RatingSnapshot, RatingSnapshotStore } from "../src/RatingSnapshotStore.ts"
import { IntelligenceReport } from "../src/report.ts"
import * as S from "../src/schema.ts"

export const asOfMs = Date.UTC(2026, 9, 5, 12)
const sourced = <A>(value: A, source: Sourced<A>["source"] = "store_live"): Sourced<A> => ({
  value,
  asOfMs,
  stale: false,
  source
})

export const storeApp = (appId: string, over: Partial<StoreApp> = {}): StoreApp => ({
  platform: "storea",
  country: "us",
  appId,
  name: `App ${appId}`,
  seller: "Seller",
  developerId: "77",
  bundleId: `com.example.a${appId}`,
  genreId: "6002",
  genreName: "Utilities",
  genreIds: ["6002"],
  genres: ["Utilities"],
  averageRating: 4.5,
  ratingCount: 12_000,
  price: 0,
  formattedPrice: "Free",
  currency: "USD",
  version: "1.2",
  releaseNotes: "Fixes.",
  releaseDate: "2021-10-05T12:00:00Z",
  currentVersionReleaseDate: "2026-09-01T00:00:00Z",
  iconUrl: "https://img.example/icon.png",
  screenshots: { iphone: ["https://img.example/1.png", "https://img.example/2.png"], ipad: [], appletv: [] },
  description: "Plans, notes and calendars for everyone who likes lists and reminders.",
  fileSizeBytes: 1000,
  languages: ["EN"],
  contentRating: "4+",
  minimumOsVersion: "16.0",
  sellerUrl: null,
  url: "https://store.example/1",
  installs: null,
  ...over
})

export const storePage = (over: Partial<StorePage> = {}): StorePage => ({
  subtitle: "Lists for all",
  hasInAppPurchases: true,
  inAppPurchases: [{ name: "Pro", price: "$4.99" }],
  similarAppIds: ["2", "3"],
  ratingHistogram: [1, 2, 3, 4, 10],
  screenshots: { watch: [{ url: "https://img.example/w.png", width: 396, height: 484 }] },
  previews: [{ url: "https://img.example/v.mp4", posterUrl: null, device: "iphone" }],
  privacyPolicyUrl: "https://example.com/privacy",
  containsAds: null,
  ...over
})

export const storeReview = (id: number, over: Partial<StoreReview> = {}): StoreReview => ({
  id: String(id),
  author: "someone",
  rating: 5,
  title: "Fine",
  text: "It is a useful app and I love it.",
  version: "1.2",
  date: "2026-10-01T00:00:00Z",
  helpfulCount: 0,
  developerReply: null,
  ...over
})

const chartEntry = (appId: string, index: number): ChartEntry => ({
  rank: index + 1,
  appId,
  name: `App ${appId}`,
  seller: "Seller",
  bundleId: null,
  genreId: "6002",
  genreName: "Utilities",
  price: 0,
  currency: "USD",
  iconUrl: null,
  releaseDate: null,
  url: null
})

export const upstreamError = (reason: UpstreamError["reason"] = "timeout", retryAfterSeconds?: number) =>
  new UpstreamError({ upstream: "storea.catalog", reason, detail: "made to fail", retryAfterSeconds })

/** What the store holds; `fails` names methods that fail, `hangs` those that never answer. */
export interface World {
  readonly apps?: ReadonlyArray<StoreApp>
  readonly page?: StorePage | null
  readonly reviews?: ReadonlyArray<StoreReview>
  readonly search?: ReadonlyArray<string>
  /** `country:chart:genre` to ids; all others are empty. */
  readonly charts?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly storefronts?: ReadonlyArray<string>
  readonly fails?: Partial<Record<"app" | "apps" | "page" | "search" | "chart" | "reviews", UpstreamError>>
  readonly hangs?: ReadonlyArray<"page" | "chart">
  readonly asked?: Array<string>
}

export const memoryStore = (world: World): AppStore => {
  const apps = new Map((world.apps ?? [storeApp("1"), storeApp("2"), storeApp("3")]).map((app) => [app.appId, app]))
  const answer = <A>(method: keyof NonNullable<World["fails"]>, what: string, value: () => A) =>
    Effect.suspend(() => {
      world.asked?.push(`${method} ${what}`)
      const failure = world.fails?.[method]
      if ((method === "page" || method === "chart") && world.hangs?.includes(method)) return Effect.never
      return failure === undefined ? Effect.sync(value) : Effect.fail(failure)
    })
  const found = (ids: ReadonlyArray<string>) => ids.flatMap((id) => apps.get(id) ?? [])
  const countries = world.storefronts ?? ["us", "de", "fr"]
  return {
    platform: "storea",
    genres: [
      { id: "6002", name: "Utilities", parentId: null },
      { id: "6014", name: "Games", parentId: null }
    ],
    storefronts: countries.map((country) => ({ country, name: country })),
    devices: ["iphone", "ipad", "appletv", "watch"],
    chartDepth: 100,
    reviewDepth: { pages: 10, perPage: 50 },
    parseAppId: (text) =>
      /^[1-9]\d{0,17}$/.test(text)
        ? Effect.succeed(text)
        : Effect.fail(new InvalidAppId("id: must be a positive integer")),
    parseCountry: (country) =>
      countries.includes(country)
        ? Effect.succeed(country)
        : Effect.fail(new InvalidCountry(`country: '${country}' has no storefront`)),
    app: (appId, country) =>
      Effect.flatMap(
        answer("app", `${appId} ${country}`, () => apps.get(appId)),
        (app) =>
          app === undefined
            ? Effect.fail(new AppNotFound(`id: ${appId} is not in ${country}`))
            : Effect.succeed(sourced(app))
      ),
    apps: (ids, country) => answer("apps", `${ids.join(",")} ${country}`, () => sourced(found(ids))),
    page: (appId, country) =>
      Effect.flatMap(
        answer("page", `${appId} ${country}`, () => (world.page === undefined ? storePage() : world.page)),
        (page) =>
          page === null ? Effect.fail(new AppNotFound("no page")) : Effect.succeed(sourced(page, "store_page"))
      ),
    search: ({ country, term }) =>
      answer("search", `${term} ${country}`, () => sourced(found(world.search ?? ["2", "3"]))),
    chart: ({ chart, country, genreId }) =>
      answer("chart", `${country}:${chart}:${genreId ?? "all"}`, () =>
        sourced((world.charts?.[`${country}:${chart}:${genreId ?? "all"}`] ?? []).map(chartEntry), "store_feed")
      ),
    reviews: ({ page }) =>
      answer("reviews", `${page}`, () =>
        sourced((world.reviews ?? []).slice((page - 1) * 50, page * 50), "store_feed")
      ),
    suggestions: () => Effect.die("not asked by this plugin")
  }
}

export const storesLayer = (store: AppStore) =>
  Layer.succeed(
    AppStores,
    AppStores.of({
      get: (platform: ParamTypes.Platform) =>
        platform === "storea"
          ? Effect.succeed(store)
          : Effect.fail(new PlatformUnsupported("platform: storeb is not served by this host"))
    })
  )

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
      prune: () => Effect.succeed(0)
    })
  )

export const settings = (over: Readonly<Record<string, unknown>> = {}) =>
  Schema.decodeUnknownSync(AppsConfig)(over, { onExcessProperty: "error" })

/** What the host does, as little of it as the routes need. */
const host = (described: Array<Provenance>) => {
  const exchange = Exchange.of({
    requestId: "r-1",
    idempotencyKey: undefined,
    setHeader: () => Effect.void,
    describe: (provenance) => Effect.sync(() => void described.push(provenance)),
    quote: () => Effect.void,
    held: () => Effect.void,
    draining: Effect.never
  })
  const caller = Caller.of({ accountId: "a", keyId: "k", plan: "free", scopes: ["read"] })
  return Layer.mergeAll(
    Layer.succeed(
      Metered,
      Metered.of((endpoint) =>
        endpoint.pipe(Effect.provideService(Caller, caller), Effect.provideService(Exchange, exchange))
      )
    ),
    HttpApiMiddleware.layerSchemaErrorTransform(StrictInput, (error) => {
      const { error: named, path, wrong } = Param.firstIssue(error.cause)
      const message = `${path.join(".")}: ${wrong}`
      return Effect.fail(
        named?.code === "INVALID_COUNTRY"
          ? new InvalidCountry(message)
          : named?.code === "INVALID_APP_ID"
            ? new InvalidAppId(message)
            : new InvalidInput(message)
      )
    })
  )
}

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
      ranks: unasked,
      positions: unasked,
      apps: unasked,
      progress: unasked(),
      before: ({ chart, country, genreId }, source, atMs) =>
        Effect.succeed(
          (kept[`${country}:${chart}:${genreId ?? "all"}`] ?? [])
            .filter((reading) => reading.source === source && reading.asOfMs <= atMs)
            .sort((a, b) => b.asOfMs - a.asOfMs)[0] ?? null
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
  } = {}
) => {
  const described: Array<Provenance> = []
  const app = HttpApiBuilder.layer(AppsApi).pipe(
    Layer.provide(handlers),
    Layer.provide(services(settings({ pageWaitMs: 50, reportPageWaitMs: 50, rankingsWaitMs: 50, ...options.config }))),
    Layer.provide([
      storesLayer(memoryStore(world)),
      memoryCaches,
      snapshotsLayer(options.snapshots ?? { added: [] }),
      host(described),
      options.kept === undefined ? Layer.empty : chartHistory(options.kept)
    ]),
    Layer.provide(HttpServer.layerServices)
  )
  const { dispose, handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
  const ask = async (path: string) => {
    const response = await handler(new Request(`http://apps.test${path}`))
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  /** Asks and holds the answer to its documented shape, to which nothing may be added. */
  const reader =
    <A>(schema: Schema.Codec<A, unknown>, path: string) =>
    async (query = "", id = "1"): Promise<A> => {
      const { body, status } = await ask(`${path.replace(":id", id)}${query}`)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return Schema.decodeUnknownSync(Data(schema))(body, { onExcessProperty: "error" }).data
    }
  return {
    dispose,
    described,
    ask,
    /** Status and code of a failure. */
    failure: async (path: string) => {
      const { body, status } = await ask(path)
      return [status, Schema.decodeUnknownSync(Failure)(body, { onExcessProperty: "error" }).error.code] as const
    },
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

const Failure = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.NonEmptyString }) })
