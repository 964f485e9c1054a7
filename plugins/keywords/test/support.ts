/** A store in memory whose searches a test sets, the plugin's services on a real database, and time as a test sets it. */
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import {
  AppNotFound,
  InvalidAppId,
  InvalidCountry,
  type Param,
  UpstreamError,
  type UpstreamFailureReason,
  Upstreams
} from "@storeglass/plugin-api"
import { type AppStore, AppStores, type Sourced, type StoreApp } from "@storeglass/stores/contract"
import { adjustableClock, freshDatabase } from "@storeglass/testkit"
import { Clock, Effect, Layer, Schema } from "effect"
import { KeywordsConfig } from "../src/config.ts"
import { dayMs } from "../src/days.ts"
import plugin from "../src/plugin.ts"
import { offered, serving, working } from "../src/services.ts"

/** Noon, so that a test may go some hours either way within the day. */
export const noonMs = Date.UTC(2026, 10, 21, 12)

export const storeApp = (appId: string, over: Partial<StoreApp> = {}): StoreApp => ({
  platform: "storea",
  country: "us",
  appId,
  name: `App ${appId}`,
  seller: `Seller ${appId}`,
  developerId: null,
  bundleId: `com.example.a${appId}`,
  genreId: "6002",
  genreName: "Utilities",
  genreIds: ["6002"],
  genres: ["Utilities"],
  averageRating: 4.5,
  ratingCount: Number(appId) * 100,
  price: 0,
  formattedPrice: "Free",
  currency: "USD",
  version: "1",
  releaseNotes: null,
  releaseDate: "2021-10-05T12:00:00Z",
  currentVersionReleaseDate: "2026-09-01T00:00:00Z",
  iconUrl: null,
  screenshots: {},
  description: "Plans and lists.",
  fileSizeBytes: null,
  languages: ["EN"],
  contentRating: null,
  minimumOsVersion: null,
  sellerUrl: null,
  url: null,
  installs: null,
  ...over
})

/** What the store holds now; tests change it as they go. */
export interface World {
  /** Ids by term, `<country> <term>` before the term alone. */
  searches: Record<string, ReadonlyArray<string>>
  apps: Record<string, Partial<StoreApp>>
  suggestions: ReadonlyArray<string>
  /** Methods that fail. */
  fails: Partial<Record<"search" | "suggestions" | "app", UpstreamFailureReason>>
  stale: boolean
  /** How long ago the store said so. */
  ageMs: number
  upstream: string
  searchDepth: number
  readonly asked: Array<string>
}

export const makeWorld = (over: Partial<World> = {}): World => ({
  searches: {},
  apps: {},
  suggestions: [],
  fails: {},
  stale: false,
  ageMs: 0,
  upstream: "storea.catalog",
  searchDepth: 200,
  asked: [],
  ...over
})

const storeOf = (world: World, platform: Param.Platform): AppStore => {
  const appOf = (appId: string) => storeApp(appId, { platform, ...world.apps[appId] })
  const answer = <A>(
    method: keyof World["fails"],
    what: string,
    value: () => A
  ): Effect.Effect<Sourced<A>, UpstreamError> =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      world.asked.push(`${method} ${what}`)
      const reason = world.fails[method]
      return reason === undefined
        ? Effect.succeed({
            value: value(),
            asOfMs: nowMs - world.ageMs,
            stale: world.stale,
            source: "store_live" as const,
            upstream: world.upstream
          })
        : Effect.fail(new UpstreamError({ upstream: world.upstream, reason, detail: "made to fail" }))
    })
  const exists = (appId: string) =>
    appId in world.apps || Object.values(world.searches).some((ids) => ids.includes(appId))
  return {
    platform,
    genres: [],
    storefronts: [],
    devices: platform === "storea" ? ["iphone", "ipad"] : ["phone"],
    chartDepth: 100,
    searchDepth: world.searchDepth,
    reviewDepth: { pages: 1, perPage: 1 },
    parseAppId: (text) =>
      (platform === "storea" ? /^[1-9]\d*$/ : /^[a-z][\w.]*\.[\w.]+$/).test(text)
        ? Effect.succeed(text)
        : Effect.fail(new InvalidAppId("id: is no app id")),
    parseCountry: (country) =>
      ["us", "de"].includes(country)
        ? Effect.succeed(country)
        : Effect.fail(new InvalidCountry("country: has no storefront")),
    app: (appId, country) =>
      exists(appId)
        ? answer("app", `${appId} ${country}`, () => appOf(appId))
        : Effect.fail(new AppNotFound(`id: ${appId} is not there`)),
    apps: () => Effect.die("not asked by this plugin"),
    page: () => Effect.fail(new AppNotFound("no page")),
    search: ({ country, limit, term }) =>
      answer("search", `${country} ${term}`, () =>
        (world.searches[`${country} ${term}`] ?? world.searches[term] ?? []).slice(0, limit).map(appOf)
      ),
    chart: () => Effect.die("not asked by this plugin"),
    reviews: () => Effect.die("not asked by this plugin"),
    suggestions: ({ country, prefix }) =>
      answer("suggestions", `${country} ${prefix}`, () => world.suggestions.filter((term) => term.startsWith(prefix)))
  }
}

export const settings = (over: Readonly<Record<string, unknown>> = {}) =>
  Schema.decodeUnknownSync(KeywordsConfig)({ collect: { spread: false }, ...over }, { onExcessProperty: "error" })

const noUpstreams = Layer.succeed(Upstreams, Upstreams.of({ make: () => Effect.die("no history is read here") }))

/** The plugin over a world, on a database of its own. */
export const harness = (world: World, over: Readonly<Record<string, unknown>> = {}) => {
  const config = settings(over)
  const time = adjustableClock(noonMs)
  const stores = Layer.succeed(AppStores, AppStores.of({ get: (platform) => Effect.succeed(storeOf(world, platform)) }))
  const database = Layer.unwrap(Effect.map(freshDatabase(), (url) => PgClient.layer({ url, maxConnections: 6 })))
  const migrated = Layer.effectDiscard(migrate("keywords", plugin.migrations ?? {}))
  const live = Layer.mergeAll(serving(config), working(config)).pipe(
    Layer.provideMerge(offered(config)),
    Layer.provideMerge([stores, noUpstreams]),
    Layer.provideMerge(migrated),
    Layer.provideMerge(database),
    Layer.provideMerge(Layer.succeed(Clock.Clock, time.clock))
  )
  return { layer: live, time, config, nextDay: () => time.advanceMs(dayMs) }
}
