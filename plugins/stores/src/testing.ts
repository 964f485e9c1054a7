/** A store in memory, for the tests of plugins over the stores; nothing here is for a running gateway. */
import {
  AppNotFound,
  InvalidAppId,
  InvalidCountry,
  type Param,
  PlatformUnsupported,
  UpstreamError,
  type UpstreamFailureReason
} from "@storeglass/plugin-api"
import { Clock, Effect, Layer } from "effect"
import {
  type AppStore,
  AppStores,
  type ChartEntry,
  type Sourced,
  type StoreApp,
  type StorePage,
  type StoreReview,
  type StoreScreenshot
} from "./contract.ts"

/** Screenshots whose size the store does not tell. */
export const storeShots = (...urls: ReadonlyArray<string>): ReadonlyArray<StoreScreenshot> =>
  urls.map((url) => ({ url, width: null, height: null }))

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
  releaseNotes: "Fixes.",
  releaseDate: "2021-10-05T12:00:00Z",
  currentVersionReleaseDate: "2026-09-01T00:00:00Z",
  iconUrl: `https://img.example/${appId}.png`,
  screenshots: { iphone: storeShots("https://img.example/1.png", "https://img.example/2.png"), ipad: [] },
  description: "Plans, notes and calendars for everyone who likes lists and reminders.",
  fileSizeBytes: 1_000,
  languages: ["EN"],
  contentRating: "4+",
  minimumOsVersion: "16.0",
  sellerUrl: null,
  url: `https://store.example/${appId}`,
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

/** An app in a chart; what the store tells of it there is `over`. */
export const chartEntry = (appId: string, rank: number, over: Partial<ChartEntry> = {}): ChartEntry => ({
  rank,
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
  url: null,
  ...over
})

export const upstreamError = (reason: UpstreamFailureReason = "timeout", retryAfterSeconds?: number) =>
  new UpstreamError({ upstream: "storea.catalog", reason, detail: "made to fail", retryAfterSeconds })

export type StoreMethod = "app" | "apps" | "page" | "search" | "chart" | "reviews" | "suggestions"

/** What a test has the store say. It is read at each request, so a test may change its mind. */
export interface MemoryStore {
  readonly platform?: Param.Platform
  /** Country codes of its storefronts. Default us, de, fr. */
  readonly countries?: ReadonlyArray<string>
  /** An app that it lists; undefined: it does not. Default: every app, as `storeApp` makes it. */
  readonly app?: (appId: string) => StoreApp | undefined
  /** Null: the app has no page. Default: `storePage()`. */
  readonly page?: (appId: string) => StorePage | null
  /** Ids that a search finds. Default none. */
  readonly search?: (term: string, country: string) => ReadonlyArray<string>
  readonly suggestions?: (prefix: string) => ReadonlyArray<string>
  /** A chart by `country:chart:genre`, as ids or whole entries. Default empty. */
  readonly chart?: (name: string) => ReadonlyArray<string | ChartEntry>
  readonly reviews?: () => ReadonlyArray<StoreReview>
  /** What a request fails with, by `method` and what it asks for as in `asked`; `never`: it is not answered. */
  readonly fails?: (method: StoreMethod, what: string) => UpstreamError | "never" | undefined
  /** What it says of its answers, over: just now, not stale. */
  readonly says?: (nowMs: number) => Partial<Pick<Sourced<unknown>, "asOfMs" | "stale" | "upstream">>
  /** How long a chart is kept for callers that do not mind its age, ms. Default: not kept at all. */
  readonly keptMs?: () => number
  /** What was asked for is added here, as `app 1 us`, `chart us:top-free:all` or `search us photo`. */
  readonly asked?: Array<string>
  /** Members in the place of those that are made of the above. */
  readonly over?: Partial<AppStore>
}

const idShapes = { storea: /^[1-9]\d{0,17}$/, storeb: /^[a-z][\w.]*\.[\w.]+$/i }

export const memoryStore = (options: MemoryStore = {}): AppStore => {
  const { countries = ["us", "de", "fr"], platform = "storea" } = options
  const appOf = options.app ?? ((appId) => storeApp(appId, { platform }))
  const found = (ids: ReadonlyArray<string>) => ids.flatMap((id) => appOf(id) ?? [])
  const kept = new Map<string, Sourced<ReadonlyArray<ChartEntry>>>()
  const answer = <A>(
    method: StoreMethod,
    what: string,
    value: () => A,
    source: Sourced<A>["source"] = "store_live"
  ): Effect.Effect<Sourced<A>, UpstreamError> =>
    Effect.gen(function* () {
      options.asked?.push(`${method} ${what}`)
      const failure = options.fails?.(method, what)
      if (failure !== undefined) return yield* failure === "never" ? Effect.never : failure
      const nowMs = yield* Clock.currentTimeMillis
      return { value: value(), asOfMs: nowMs, stale: false, source, ...options.says?.(nowMs) }
    })
  const listed = <A>(sourced: Sourced<A | null | undefined>, missing: string) =>
    sourced.value == null ? Effect.fail(new AppNotFound(missing)) : Effect.succeed({ ...sourced, value: sourced.value })
  return {
    platform,
    genres: [
      { id: "6002", name: "Utilities", parentId: null },
      { id: "6014", name: "Games", parentId: null }
    ],
    storefronts: countries.map((country) => ({ country, name: country })),
    devices: platform === "storea" ? ["iphone", "ipad", "appletv", "watch"] : ["phone"],
    chartDepth: 100,
    reviewDepth: { pages: 10, perPage: 50 },
    parseAppId: (text, field = "id") =>
      idShapes[platform].test(text)
        ? Effect.succeed(text)
        : Effect.fail(new InvalidAppId(`${field}: '${text}' isn't an app id`)),
    parseCountry: (country) =>
      countries.includes(country)
        ? Effect.succeed(country)
        : Effect.fail(new InvalidCountry(`country: '${country}' has no storefront`)),
    pageUrl: (appId, country) => `https://store.example/${country}/${appId}`,
    app: (appId, country) =>
      Effect.flatMap(
        answer("app", `${appId} ${country}`, () => appOf(appId)),
        (sourced) => listed(sourced, `id: ${appId} is not in ${country}`)
      ),
    apps: (ids, country) => answer("apps", `${ids.join(",")} ${country}`, () => found(ids)),
    page: (appId, country) =>
      Effect.flatMap(
        answer("page", `${appId} ${country}`, () => (options.page ?? (() => storePage()))(appId), "store_page"),
        (sourced) => listed(sourced, `id: ${appId} has no page in ${country}`)
      ),
    search: ({ country, limit, term }) =>
      Effect.map(
        answer("search", `${country} ${term}`, () => found(options.search?.(term, country) ?? [])),
        (sourced) => ({ ...sourced, value: sourced.value.slice(0, limit), total: sourced.value.length })
      ),
    suggestions: ({ country, prefix }) =>
      answer("suggestions", `${country} ${prefix}`, () => options.suggestions?.(prefix) ?? []),
    chart: Effect.fnUntraced(function* ({ chart, country, genreId, maxAgeMs }) {
      const name = `${country}:${chart}:${genreId ?? "all"}`
      const old = kept.get(name)
      const nowMs = yield* Clock.currentTimeMillis
      if (old !== undefined && nowMs - old.asOfMs < (maxAgeMs ?? options.keptMs?.() ?? 0)) return old
      const entries = () =>
        (options.chart?.(name) ?? []).map((one, index) => (typeof one === "string" ? chartEntry(one, index + 1) : one))
      const said = yield* answer("chart", name, entries, "store_feed")
      if (options.keptMs !== undefined) kept.set(name, said)
      return said
    }),
    reviews: ({ page }) =>
      answer("reviews", `${page}`, () => (options.reviews?.() ?? []).slice((page - 1) * 50, page * 50), "store_feed"),
    ...options.over
  }
}

/** `AppStores` of these stores; any other platform is not served. */
export const memoryStores = (...stores: ReadonlyArray<AppStore>) =>
  Layer.succeed(
    AppStores,
    AppStores.of({
      get: (platform) => {
        const store = stores.find((one) => one.platform === platform)
        return store === undefined
          ? Effect.fail(new PlatformUnsupported(`platform: ${platform} is not served by this host`))
          : Effect.succeed(store)
      }
    })
  )
