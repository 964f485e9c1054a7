/** Stores in memory as a plugin in the place of the real one, so that a test says what they tell and how they fail. */
import { AdPresence, type Presence } from "@storeglass/ad-library/contract"
import { type PageConversion, StoreaConversions, StorebConversions } from "@storeglass/apps/contract"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { type Alert, AlertSink, definePlugin, type Param, type UpstreamFailureReason } from "@storeglass/plugin-api"
import { type AppStore, AppStores, type StoreApp, type StorePage } from "@storeglass/stores/contract"
import * as Testing from "@storeglass/stores/testing"
import { type TestGatewayOptions, usePluginGateway } from "@storeglass/testkit"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import adLibraryManifest from "../../../ad-library/package.json" with { type: "json" }
import { AdRepositoryFailed } from "../../../ad-library/src/errors.ts"
import alertsManifest from "../../../alerts/package.json" with { type: "json" }
import consoleManifest from "../../../connect-storea/package.json" with { type: "json" }
import storebManifest from "../../../connect-storeb/package.json" with { type: "json" }
import manifest from "../../../stores/package.json" with { type: "json" }
import plugin from "../../src/plugin.ts"

/** What the stores hold now; tests change it as they go. */
export interface World {
  searches: Record<string, ReadonlyArray<string>>
  apps: Record<string, Partial<StoreApp>>
  page: (appId: string) => StorePage | null
  suggestions: ReadonlyArray<string>
  /** By method, or by method and what it's asked for. */
  fails: Record<string, UpstreamFailureReason | "never">
  /** Stars of the newest reviews. */
  stars: ReadonlyArray<number>
  stale: boolean
  /** By account: what its console tells of the conversion of its app 1 in the US. */
  conversions: Record<string, PageConversion>
  /** What the ad library tells, by app; of others, nothing in time. */
  ads: Record<number, Presence | InstanceType<typeof AdRepositoryFailed>>
  asked: Array<string>
}

export const makeWorld = (over: Partial<World> = {}): World => ({
  searches: {},
  apps: {},
  page: () => Testing.storePage({ subtitle: "Budget planner & tracker", similarAppIds: ["7"] }),
  suggestions: [],
  fails: {},
  stars: [5, 5, 4, 1],
  stale: false,
  conversions: {},
  ads: {},
  asked: [],
  ...over
})

const app = (id: string) => (/\D/.test(id) ? { bundleId: id } : {})

const storeOf = (world: World, platform: Param.Platform): AppStore => {
  const known = (appId: string) => {
    const over = world.apps[appId]
    const listed = over !== undefined || Object.values(world.searches).some((ids) => ids.includes(appId))
    return listed ? Testing.storeApp(appId, { platform, description: "An app.", ...app(appId), ...over }) : undefined
  }
  return Testing.memoryStore({
    platform,
    // Of the last one nothing is published about the locales that it searches.
    countries: ["us", "de", "fr", "ke"],
    asked: world.asked,
    app: known,
    page: (appId) => world.page(appId),
    search: (term) => world.searches[term] ?? [],
    suggestions: (prefix) => world.suggestions.filter((term) => term.startsWith(prefix)),
    reviews: () => world.stars.map((rating, index) => Testing.storeReview(index, { rating })),
    fails: (method, what) => {
      const reason = world.fails[`${method} ${what}`] ?? world.fails[method]
      return reason === undefined || reason === "never" ? reason : Testing.upstreamError(reason)
    },
    says: () => ({ stale: world.stale }),
    over: {
      devices: platform === "storea" ? ["iphone", "ipad"] : ["phone"],
      ...(platform === "storea" ? {} : { known: () => Effect.succeed([]) })
    }
  })
}

/** The plugin `stores` over a world. */
export const worldPlugin = (world: World): LoadedPlugin => ({
  plugin: erased(
    definePlugin({
      id: "stores",
      manifest,
      description: "Stores that a test fills.",
      offers: [AppStores],
      config: Schema.Struct({}),
      api: HttpApi.make("stores"),
      live: () => Testing.memoryStores(storeOf(world, "storea"), storeOf(world, "storeb"))
    })
  ),
  settings: {},
  from: "the test"
})

/** The plugin `connect-storea` over a world. */
const consolePlugin = (world: World): LoadedPlugin => ({
  plugin: erased(
    definePlugin({
      id: "connect-storea",
      manifest: consoleManifest,
      description: "Consoles that a test fills.",
      offers: [StoreaConversions],
      config: Schema.Struct({}),
      api: HttpApi.make("connect-storea"),
      live: () =>
        Layer.succeed(
          StoreaConversions,
          StoreaConversions.of({
            within: () => Effect.succeed(null),
            of: (accountId, { appId, country }) =>
              Effect.succeed(appId === "1" && country === "us" ? (world.conversions[accountId] ?? null) : null)
          })
        )
    })
  ),
  settings: {},
  from: "the test"
})

/** Of the second store, the account's own com.example.app. */
const storebConsolePlugin = (world: World): LoadedPlugin => ({
  plugin: erased(
    definePlugin({
      id: "connect-storeb",
      manifest: storebManifest,
      description: "Consoles of the second store that a test fills.",
      offers: [StorebConversions],
      config: Schema.Struct({}),
      api: HttpApi.make("connect-storeb"),
      live: () =>
        Layer.succeed(
          StorebConversions,
          StorebConversions.of({
            within: () => Effect.succeed(null),
            of: (accountId, { appId }) =>
              Effect.succeed(appId === "com.example.app" ? (world.conversions[accountId] ?? null) : null)
          })
        )
    })
  ),
  settings: {},
  from: "the test"
})

/** The plugin `ad-library` over a world. */
const adLibraryPlugin = (world: World): LoadedPlugin => ({
  plugin: erased(
    definePlugin({
      id: "ad-library",
      manifest: adLibraryManifest,
      description: "An ad library that a test fills.",
      offers: [AdPresence],
      config: Schema.Struct({}),
      api: HttpApi.make("ad-library"),
      live: () =>
        Layer.succeed(
          AdPresence,
          AdPresence.of({
            of: (appId) => {
              const told = world.ads[appId]
              return told instanceof AdRepositoryFailed ? Effect.fail(told) : Effect.succeed(told)
            }
          })
        )
    })
  ),
  settings: {},
  from: "the test"
})

/** The plugin `alerts` in the place of the real one: `told` is what it would send, with whom to. */
export const sinkPlugin = (told: Array<Alert & { readonly accountId: string }>): LoadedPlugin => ({
  plugin: erased(
    definePlugin({
      id: "alerts",
      manifest: alertsManifest,
      description: "Alerts that a test reads.",
      offers: [AlertSink],
      config: Schema.Struct({}),
      api: HttpApi.make("alerts"),
      live: () =>
        Layer.succeed(
          AlertSink,
          AlertSink.of({ take: (accountId, alert) => Effect.sync(() => void told.push({ accountId, ...alert })) })
        )
    })
  ),
  settings: {},
  from: "the test"
})

/** A gateway over a world, with nothing collected but for what tests ask. */
export const useWorldGateway = (
  world: World,
  {
    adLibrary = true,
    aso,
    further = [],
    ...options
  }: Pick<TestGatewayOptions, "clock"> & {
    readonly adLibrary?: boolean
    readonly further?: ReadonlyArray<LoadedPlugin>
    readonly aso?: Readonly<Record<string, unknown>>
  } = {}
) =>
  usePluginGateway(plugin, {
    plugins: {
      keywords: { collect: { enabled: false } },
      workspace: { writesPerSecond: 100_000 },
      ...(aso === undefined ? {} : { aso })
    },
    further: [
      worldPlugin(world),
      consolePlugin(world),
      storebConsolePlugin(world),
      ...(adLibrary ? [adLibraryPlugin(world)] : []),
      ...further
    ],
    ...options
  })

const tables = [
  ...["calendar", "inbox", "lists", "runs", "months", "words", "moments"].map((level) => `keywords_history_${level}`),
  "keywords_discovered",
  "keywords_tracked",
  "aso_snapshots",
  "aso_own_snapshots"
]
/** Nothing is collected, and no snapshot is kept. Listings stay: the gateway keeps their ids. */
export const forgetAll = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(
    Effect.forEach(tables, (table) => sql.unsafe(`DELETE FROM ${table}`), { discard: true }),
    sql`UPDATE keywords_listings SET discovered_day = NULL, discovered_terms = 0`
  )
)

export const finance = { genreId: "6015", genreIds: ["6015"] }
/** A budget planner of this id, second for its own terms, and two others that are ahead for receipt scanners. */
export const planners = (id: string): Partial<World> => ({
  apps: {
    [id]: { name: "Moneta: Budget Planner", seller: "Moneta Labs", description: "Plan a monthly budget.", ...finance },
    "2": { name: "Spendee Budget", seller: "Spendee", ...finance },
    "3": { name: "Receipt Scanner Pro", seller: "Tracks", ...finance }
  },
  searches: {
    "budget planner": ["2", id, "3"],
    "budget planner free": ["2", id],
    "receipt scanner": ["3", "2"],
    "receipt scanner app": ["3"]
  },
  page: () => Testing.storePage({ subtitle: "Receipt scanner" }),
  suggestions: ["budget planner", "budget planner free", "receipt scanner", "receipt scanner app"]
})
