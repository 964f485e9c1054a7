/**
 * node plugins/keywords/bench/scale.ts [--rows 20000000] [--days 60] [--dir DIR] [--keep] [--json]
 *
 * Loads invented history into the real tables of an own PostgreSQL and measures what the routes read.
 */
import { rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { addDays, dayOf } from "@storeglass/history"
import { Caller, type Param, rowsOf } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppKeywords } from "../src/compare/AppKeywords.ts"
import { Comparison } from "../src/compare/Comparison.ts"
import { Movers } from "../src/compare/Movers.ts"
import { Visibility } from "../src/compare/Visibility.ts"
import { KeywordsConfig } from "../src/config.ts"
import { RankChanges } from "../src/contract.ts"
import { HistoryStore } from "../src/history/HistoryStore.ts"
import { Partitions } from "../src/history/Partitions.ts"
import { Trending } from "../src/history/Trending.ts"
import { Trends } from "../src/history/Trends.ts"
import plugin from "../src/plugin.ts"
import { services } from "../src/services.ts"
import { caller } from "../test/caller.ts"
import { makeDay, makeKeywords, type Size } from "./generate.ts"

const flags = parseArgs({
  options: {
    rows: { type: "string", default: "20000000" },
    days: { type: "string", default: "60" },
    dir: { type: "string" },
    keep: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    asks: { type: "string", default: "200" }
  }
}).values
const ranks = 100
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Nothing is asked of a store: all that is measured is stored. */
const store: AppStore = {
  platform: "storea",
  genres: [],
  storefronts: [],
  devices: ["iphone"],
  chartDepth: 100,
  reviewDepth: { pages: 1, perPage: 1 },
  parseAppId: Effect.succeed,
  parseCountry: Effect.succeed,
  app: () => Effect.die("no store"),
  apps: () => Effect.die("no store"),
  page: () => Effect.die("no store"),
  search: () => Effect.die("no store"),
  chart: () => Effect.die("no store"),
  reviews: () => Effect.die("no store"),
  suggestions: () => Effect.die("no store")
}

const settings = Schema.decodeUnknownSync(KeywordsConfig)({ discover: { searchesMax: 0 } })
const sizes = rowsOf(
  Schema.Struct({ name: Schema.String, rows: Schema.Finite, heapBytes: Schema.Finite, indexBytes: Schema.Finite })
)
const present = rowsOf(Schema.Struct({ count: Schema.Int }))
const apps = rowsOf(Schema.Struct({ appId: Schema.String, ranked: Schema.Int, terms: Schema.Array(Schema.String) }))

const measured = <E, R>(name: string, count: number, ask: (index: number) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (let index = 0; index < count; index++) {
      const start = performance.now()
      yield* ask(index)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) =>
      Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10
    return { name, asks: count, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) }
  })

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const days = Number(flags.days)
  const size: Size = {
    days,
    ranks,
    keywords: Math.round(Number(flags.rows) / ranks / days),
    today: dayOf(yield* Clock.currentTimeMillis)
  }
  yield* migrate("keywords", plugin.migrations ?? {})
  const known = yield* present(sql`SELECT count(*)::int AS count FROM keywords_tracked`)
  if (known[0]?.count === 0) say(`${yield* makeKeywords(size)} keywords, ${days} days`)
  // A load that was broken off goes on where it stopped.
  const start = performance.now()
  let loaded = 0
  for (let back = days - 1; back >= 0; back--) {
    const day = addDays(size.today, -back)
    const made = yield* sql`SELECT 1 FROM keywords_facts WHERE day = ${day}::date LIMIT 1`.pipe(
      Effect.catch(() => Effect.succeed([]))
    )
    if (made.length > 0) continue
    yield* sql.withTransaction(makeDay(size, back))
    loaded += 1
    if (back % 10 === 0) say(`${days - back} of ${days} days, ${Math.round((performance.now() - start) / 1000)} s`)
  }
  // Part of writing snapshots otherwise, and of no weight beside the ranks.
  const words = yield* present(
    sql`SELECT id AS count FROM keywords_tracked WHERE id NOT IN (SELECT keyword_id FROM keywords_reach)`
  )
  const writer = yield* HistoryStore
  for (let from = 0; from < words.length; from += 500)
    yield* writer.sumUp(words.slice(from, from + 500).map(({ count }) => count))
  const loadSeconds = loaded === 0 ? null : (performance.now() - start) / 1000
  if (loaded > 0) {
    yield* sql`VACUUM ANALYZE`
    say(`vacuumed after ${Math.round((performance.now() - start) / 1000)} s`)
  }
  const tables = yield* sizes(sql`
    SELECT parent.relname AS name, sum(child.reltuples)::float8 AS rows, sum(pg_relation_size(child.oid))::float8 AS "heapBytes",
      sum(pg_indexes_size(child.oid))::float8 AS "indexBytes"
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
    WHERE parent.relkind = 'p' GROUP BY 1 ORDER BY 1`)

  // Apps as they are asked for: a fifth of the largest, the rest at random among those ranked for five and more.
  const sample = (order: string, count: number) =>
    apps(sql`
      SELECT l.app_id AS "appId", seen.ranked, seen.terms FROM (
        SELECT listing_id, count(*)::int AS ranked, to_json((array_agg(k.term))[1:20]) AS terms
        FROM keywords_ranks r JOIN keywords_tracked k ON k.id = r.keyword_id
        WHERE day = ${size.today}::date AND k.market_id = 1 GROUP BY 1) seen
      JOIN keywords_listings l ON l.id = listing_id WHERE seen.ranked >= 5
      ORDER BY ${sql.literal(order)} LIMIT ${count}`)
  const largest = yield* sample("ranked DESC", 40)
  const random = yield* sample("hashint4(listing_id)", 160)
  const mixed = [...new Map([...largest, ...random].map((app) => [app.appId, app])).values()].sort((a, b) =>
    a.appId < b.appId ? -1 : 1
  )
  say(
    `largest app: ${largest[0]?.ranked} keywords; median of the sample: ${[...mixed].sort((a, b) => a.ranked - b.ranked)[100]?.ranked}`
  )
  const one = (index: number) => mixed[index % mixed.length] ?? { appId: "", ranked: 0, terms: [] }
  const market = { platform: "storea" as const, country: "us" }
  const asks = Number(flags.asks)
  const [trends, visibility, movers, trending, changes, appKeywords, comparison, history] = yield* Effect.all([
    Trends,
    Visibility,
    Movers,
    Trending,
    RankChanges,
    AppKeywords,
    Comparison,
    HistoryStore
  ])
  const nowUs = (yield* Clock.currentTimeMillis) * 1000
  const dayUs = 86_400_000_000
  const warm = yield* measured("warm-up", 100, (i) => visibility.of({ ...market, appId: one(i).appId, days: 30 }))
  const routes = [
    warm,
    yield* measured("trends, 90 days", asks, (i) =>
      Effect.provideService(
        trends.of(one(i).appId, { ...market, days: 90, keyword: one(i).terms[i % one(i).terms.length] ?? "" }),
        Caller,
        caller
      )
    ),
    yield* measured("visibility, 30 days", asks, (i) => visibility.of({ ...market, appId: one(i).appId, days: 30 })),
    yield* measured("movers, 7 days", asks, (i) => movers.of({ ...market, appId: one(i).appId, days: 7, limit: 20 })),
    yield* measured("app keywords", asks, (i) => appKeywords.of(one(i).appId, { ...market, limit: 100 })),
    yield* measured("gap, 2 competitors", asks, (i) =>
      comparison.gaps({
        ...market,
        appId: one(i).appId,
        competitorIds: [one(i + 1).appId, one(i + 2).appId],
        limit: 25
      })
    ),
    yield* measured("trending, 7 days", asks, () => trending.of({ ...market, days: 7, limit: 50 })),
    yield* measured("trending, 30 days", asks, () => trending.of({ ...market, days: 30, limit: 50 })),
    yield* measured("rank changes, 500 of a day", asks, (i) =>
      changes.read({ sinceUs: nowUs - 2 * dayUs + i * 10_000_000, untilUs: nowUs, limit: 500 })
    ),
    yield* measured("rank changes of 3 apps, 7 days", asks, (i) =>
      changes.read({
        sinceUs: nowUs - 8 * dayUs,
        untilUs: nowUs,
        appIds: [0, 1, 2].map((next) => random[(i * 3 + next) % random.length]?.appId ?? ""),
        limit: 500
      })
    )
  ]
  const largestOnly = [
    yield* measured("visibility, 30 days, the largest 40", 40, (i) =>
      visibility.of({ ...market, appId: largest[i]?.appId ?? "", days: 30 })
    ),
    yield* measured("rank changes of 3 of the largest 40, 7 days", 40, (i) =>
      changes.read({
        sinceUs: nowUs - 8 * dayUs,
        untilUs: nowUs,
        appIds: [0, 1, 2].map((next) => largest[(i + next) % largest.length]?.appId ?? ""),
        limit: 500
      })
    ),
    yield* measured("movers, 7 days, the largest 40", 40, (i) =>
      movers.of({ ...market, appId: largest[i]?.appId ?? "", days: 7, limit: 20 })
    )
  ]

  // The way the collection writes: whole snapshots, through the same code.
  const startWrite = performance.now()
  let written = 0
  // Days long past, others in every run.
  const startDay = addDays("2015-01-01", -20 * (Math.floor(performance.timeOrigin / 1000) % 200))
  for (let batch = 0; batch < 20; batch++) {
    written += yield* history.record(
      Array.from({ length: 50 }, (_, index) => ({
        keywordId: 1 + ((batch * 50 + index) % size.keywords),
        marketId: 1,
        sourceId: 1,
        day: addDays(startDay, batch),
        observedMs: 1_600_000_000_000,
        depth: ranks,
        resultCount: 200,
        reach: 1000,
        volume: 50,
        difficulty: 50,
        apps: Array.from({ length: ranks }, (_, rank) => ({
          appId: String(1_000_001 + (((batch * 50 + index) * 7 + rank * 13) % (size.keywords * 4))),
          name: "App",
          seller: "Seller"
        }))
      })),
      { live: false }
    )
  }
  const writeSeconds = (performance.now() - startWrite) / 1000
  return {
    rows: tables.find(({ name }) => name === "keywords_ranks")?.rows ?? 0,
    keywords: size.keywords,
    days,
    loadSeconds,
    loadedRowsPerSecond: loadSeconds === null ? null : Math.round((size.keywords * loaded * ranks) / loadSeconds),
    tables: tables.map(({ heapBytes, indexBytes, name, rows }) => ({
      name,
      rows,
      bytesPerRow: Math.round(((heapBytes + indexBytes) / Math.max(1, rows)) * 10) / 10,
      heapMiB: Math.round(heapBytes / 2 ** 20),
      indexMiB: Math.round(indexBytes / 2 ** 20)
    })),
    recorded: { snapshots: written, ranksPerSecond: Math.round((written * ranks) / writeSeconds) },
    routes: [...routes, ...largestOnly]
  }
})

const main = Effect.gen(function* () {
  const dataDir = flags.dir ?? join(tmpdir(), `storeglass-keywords-bench-${process.pid}`)
  const server = yield* EmbeddedPostgres.start({ dataDir, maxConnections: 20 })
  const stores = Layer.succeed(AppStores, AppStores.of({ get: (_: Param.Platform) => Effect.succeed(store) }))
  const { offered, serving } = services(settings)
  const live = Layer.mergeAll(serving, offered, HistoryStore.layer.pipe(Layer.provide(Partitions.layer))).pipe(
    Layer.provideMerge(offered),
    Layer.provide(stores),
    Layer.provideMerge(PgClient.layer({ url: server.url, maxConnections: 4 }))
  )
  const report = yield* Effect.provide(program, live)
  yield* Effect.sync(() => {
    if (flags.json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
    else {
      const { routes, tables, ...rest } = report
      process.stdout.write(`${JSON.stringify(rest)}\n`)
      for (const row of [...tables, ...routes]) process.stdout.write(`${JSON.stringify(row)}\n`)
    }
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => (flags.keep ? undefined : rmSync(dataDir, { recursive: true, force: true })))
  )
}).pipe(Effect.scoped)

await Effect.runPromise(main)
