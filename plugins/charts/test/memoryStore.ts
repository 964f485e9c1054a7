/** A store in memory, which the tests fill and make fail. */
import {
  InvalidAppId,
  InvalidCountry,
  type Param,
  PlatformUnsupported,
  UpstreamError,
  type UpstreamFailureReason
} from "@storeglass/plugin-api"
import {
  type AppStore,
  AppStores,
  type ChartEntry,
  type Genre,
  type Sourced,
  type StoreApp
} from "@storeglass/stores/contract"
import { Clock, Effect, Layer } from "effect"

export const storeApp = (appId: string, over: Partial<StoreApp> = {}): StoreApp => ({
  platform: "storea",
  country: "us",
  appId,
  name: `App ${appId}`,
  seller: `Seller ${appId}`,
  developerId: "77",
  bundleId: `com.example.a${appId}`,
  genreId: "6002",
  genreName: "Utilities",
  genreIds: ["6002"],
  genres: ["Utilities"],
  averageRating: 4.5,
  ratingCount: 1_200,
  price: 0,
  formattedPrice: "Free",
  currency: "USD",
  version: "1.2",
  releaseNotes: null,
  releaseDate: "2021-10-05T12:00:00Z",
  currentVersionReleaseDate: null,
  iconUrl: `https://img.example/${appId}.png`,
  screenshots: { iphone: ["https://img.example/1.png", "https://img.example/2.png"], ipad: [] },
  description: "",
  fileSizeBytes: null,
  languages: [],
  contentRating: null,
  minimumOsVersion: null,
  sellerUrl: null,
  url: `https://store.example/${appId}`,
  installs: null,
  ...over
})

const entryOf = (appId: string, index: number): ChartEntry => ({
  rank: index + 1,
  appId,
  name: `App ${appId}`,
  seller: `Seller ${appId}`,
  bundleId: null,
  genreId: "6002",
  genreName: "Utilities",
  price: 0,
  currency: "USD",
  iconUrl: null,
  releaseDate: null,
  url: null
})

export const upstreamError = (reason: UpstreamFailureReason = "timeout", retryAfterSeconds?: number) =>
  new UpstreamError({ upstream: "storea.charts", reason, detail: "made to fail", retryAfterSeconds })

/** What a store is asked for, as `chart us:top-free:all`. */
type Method = "chart" | "apps" | "app" | "search"

/** A store that the test may change while it is used. */
export interface World {
  readonly platform: Param.Platform
  genres: ReadonlyArray<Genre>
  countries: ReadonlyArray<string>
  /** `country:chart:genre` to ids, or to whole entries; all others are empty. */
  readonly charts: Map<string, ReadonlyArray<string | ChartEntry>>
  readonly apps: Map<string, StoreApp>
  /** Term to ids. */
  readonly searches: Map<string, ReadonlyArray<string>>
  /** Called before each answer; an error that it gives is the answer. */
  fails: (method: Method, what: string) => UpstreamError | undefined
  /** How long an answer is kept when the caller does not mind its age. */
  keptMs: number
  upstream: string
  readonly asked: Array<string>
  /** Where records cost a request an app. */
  perApp: boolean
}

export const makeWorld = (over: Partial<World> = {}): World => ({
  platform: "storea",
  genres: [
    { id: "6002", name: "Utilities", parentId: null },
    { id: "6014", name: "Games", parentId: null },
    { id: "7001", name: "Action", parentId: "6014" }
  ],
  countries: ["us", "de", "gb", "jp"],
  charts: new Map(),
  apps: new Map(),
  searches: new Map(),
  fails: () => undefined,
  keptMs: 0,
  upstream: "storea.charts",
  asked: [],
  perApp: false,
  ...over
})

export const memoryStore = (world: World): AppStore => {
  const kept = new Map<string, { readonly asOfMs: number; readonly value: ReadonlyArray<ChartEntry> }>()
  const answer = <A>(method: Method, what: string, value: () => A, source: Sourced<A>["source"] = "store_live") =>
    Effect.gen(function* () {
      world.asked.push(`${method} ${what}`)
      const failure = world.fails(method, what)
      if (failure !== undefined) return yield* failure
      const asOfMs = yield* Clock.currentTimeMillis
      return { value: value(), asOfMs, stale: false, source, upstream: world.upstream }
    })
  const appOf = (appId: string) => world.apps.get(appId) ?? storeApp(appId, { platform: world.platform })
  return {
    platform: world.platform,
    genres: world.genres,
    storefronts: world.countries.map((country) => ({ country, name: country })),
    devices: ["iphone", "ipad"],
    chartDepth: 100,
    reviewDepth: { pages: 10, perPage: 50 },
    parseAppId: (text) =>
      /^[1-9]\d*$/.test(text) ? Effect.succeed(text) : Effect.fail(new InvalidAppId("id: must be a positive integer")),
    parseCountry: (country) =>
      world.countries.includes(country)
        ? Effect.succeed(country)
        : Effect.fail(new InvalidCountry(`country: '${country}' has no storefront`)),
    app: (appId) => answer("app", appId, () => appOf(appId)),
    apps: (ids) => answer("apps", ids.join(","), () => ids.map(appOf)),
    ...(world.perApp ? { known: (ids) => Effect.succeed(ids.flatMap((id) => world.apps.get(id) ?? [])) } : {}),
    page: () => Effect.die("not asked by this plugin"),
    search: ({ term }) => answer("search", term, () => (world.searches.get(term) ?? []).map(appOf)),
    chart: Effect.fnUntraced(function* ({ chart, country, genreId, maxAgeMs = world.keptMs }) {
      const what = `${country}:${chart}:${genreId ?? "all"}`
      const old = kept.get(what)
      const nowMs = yield* Clock.currentTimeMillis
      if (old !== undefined && nowMs - old.asOfMs < maxAgeMs) {
        return { ...old, stale: false, source: "store_feed", upstream: world.upstream }
      }
      const said = yield* answer(
        "chart",
        what,
        () => (world.charts.get(what) ?? []).map((one, index) => (typeof one === "string" ? entryOf(one, index) : one)),
        "store_feed"
      )
      kept.set(what, said)
      return said
    }),
    reviews: () => Effect.die("not asked by this plugin"),
    suggestions: () => Effect.die("not asked by this plugin")
  }
}

export const storesLayer = (worlds: ReadonlyArray<World>) => {
  const stores = new Map(worlds.map((world) => [world.platform, memoryStore(world)]))
  return Layer.succeed(
    AppStores,
    AppStores.of({
      get: (platform) => {
        const store = stores.get(platform)
        return store === undefined
          ? Effect.fail(new PlatformUnsupported(`platform: ${platform} is not served by this host`))
          : Effect.succeed(store)
      }
    })
  )
}
