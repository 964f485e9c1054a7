/** A store in memory whose searches a test sets, the plugin's services on a real database, and time as a test sets it. */
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import { addDays, dayMs, dayOf } from "@storeglass/history"
import {
  Caller,
  LedgerLoad,
  Param,
  rowsOf,
  UpstreamError,
  type UpstreamFailureReason,
  Upstreams
} from "@storeglass/plugin-api"
import type { AppStore, StoreApp } from "@storeglass/stores/contract"
import * as Testing from "@storeglass/stores/testing"
import { adjustableClock, copiedDatabase } from "@storeglass/testkit"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { KeywordsConfig } from "../src/config.ts"
import type { ImportedSnapshot } from "../src/contract.ts"
import { KeywordLists } from "../src/history/KeywordLists.ts"
import plugin from "../src/plugin.ts"
import { services } from "../src/services.ts"
import { caller } from "./caller.ts"

/** Noon, so that a test may go some hours either way within the day. */
export const noonMs = Date.UTC(2026, 10, 21, 12)

export const today = dayOf(noonMs)
export const us = { platform: "storea" as const, country: "us" }

/** A snapshot so many days ago; `apps` is a list of ids, first is best. */
export const snapshot = (
  days: number,
  keyword: string,
  apps: string,
  over: Partial<ImportedSnapshot> = {}
): ImportedSnapshot => ({
  ...us,
  device: "iphone",
  keyword,
  day: addDays(today, -days),
  source: "storea.catalog",
  depth: 100,
  resultCount: apps.split(" ").length,
  reach: 1000,
  volume: 50,
  difficulty: 40,
  apps: apps.split(" ").map((appId) => ({ appId, name: `App ${appId}`, seller: `Seller ${appId}` })),
  ...over
})

export const storeApp = (appId: string, over: Partial<StoreApp> = {}): StoreApp =>
  Testing.storeApp(appId, {
    ratingCount: Number(appId) * 100,
    screenshots: {},
    description: "Plans and lists.",
    ...over
  })

/** What the store holds now; tests change it as they go. */
export interface World {
  /** Ids by term, `<country> <term>` before the term alone. */
  searches: Record<string, ReadonlyArray<string>>
  apps: Record<string, Partial<StoreApp>>
  suggestions: ReadonlyArray<string>
  /** Methods that fail. */
  fails: Partial<Record<Testing.StoreMethod, UpstreamFailureReason>>
  stale: boolean
  /** How long ago the store said so. */
  ageMs: number
  upstream: string
  searchDepth: number
  /** Country codes of the storefronts. */
  readonly countries: ReadonlyArray<string>
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
  countries: ["us", "de"],
  asked: [],
  ...over
})

const storeOf = (world: World, platform: Param.Platform): AppStore => {
  const exists = (appId: string) =>
    appId in world.apps || Object.values(world.searches).some((ids) => ids.includes(appId))
  return Testing.memoryStore({
    platform,
    countries: world.countries,
    asked: world.asked,
    app: (appId) => (exists(appId) ? storeApp(appId, { platform, ...world.apps[appId] }) : undefined),
    page: () => null,
    search: (term, country) => world.searches[`${country} ${term}`] ?? world.searches[term] ?? [],
    suggestions: (prefix) => world.suggestions.filter((term) => term.startsWith(prefix)),
    fails: (method) => {
      const reason = world.fails[method]
      return reason === undefined
        ? undefined
        : new UpstreamError({ upstream: world.upstream, reason, detail: "made to fail" })
    },
    says: (nowMs) => ({ asOfMs: nowMs - world.ageMs, stale: world.stale, upstream: world.upstream }),
    over: { searchDepth: world.searchDepth, devices: platform === "storea" ? ["iphone", "ipad"] : ["phone"] }
  })
}

export const settings = (over: Readonly<Record<string, unknown>> = {}) =>
  Schema.decodeUnknownSync(KeywordsConfig)({ collect: { spread: false }, ...over }, { onExcessProperty: "error" })

const noUpstreams = Layer.succeed(Upstreams, Upstreams.of({ make: () => Effect.die("no history is read here") }))

const noCharges = Layer.succeed(LedgerLoad, LedgerLoad.of({ chargesP99Ms: Effect.succeed(null) }))

const migrated = copiedDatabase("keywords", (url) =>
  Effect.provide(migrate("keywords", plugin.migrations ?? {}), PgClient.layer({ url, maxConnections: 1 }))
)

/** The plugin over a world, on a database of its own. */
export const harness = (world: World, over: Readonly<Record<string, unknown>> = {}) => {
  const config = settings(over)
  const time = adjustableClock(noonMs)
  const stores = Testing.memoryStores(...Param.platforms.map((platform) => storeOf(world, platform)))
  const own = Effect.runSync(Effect.cached(migrated))
  const database = Layer.unwrap(Effect.map(own, (url) => PgClient.layer({ url, maxConnections: 6 })))
  const { offered, serving, working } = services(config)
  const live = Layer.mergeAll(serving, working).pipe(
    Layer.provideMerge(offered),
    Layer.provideMerge([stores, noUpstreams, noCharges]),
    Layer.provideMerge(database),
    Layer.provideMerge(Layer.succeed(Caller, caller)),
    Layer.provideMerge(Layer.succeed(Clock.Clock, time.clock))
  )
  return { layer: live, time, config, nextDay: () => time.advanceMs(dayMs) }
}

const daysOf = rowsOf(Schema.Struct({ id: Schema.Int, term: Schema.String }))

/** What is stored of all keywords, by day and term. */
export const storedDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lists = yield* KeywordLists
  const keywords = yield* daysOf(sql`SELECT id, term FROM keywords_tracked`)
  const terms = new Map(keywords.map(({ id, term }) => [id, term]))
  const { lists: found } = yield* lists.lists([...terms.keys()], "2000-01-01", "2100-01-01")
  return found
    .map((list) => ({ term: terms.get(list.owner) ?? "", ...list }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.term < b.term ? -1 : 1))
})
