/**
 * node plugins/keywords/bench/scale.ts [--rows 20000000] [--days 60] [--dir DIR] [--keep] [--json] [--answers FILE]
 *
 * Loads invented history into the real tables of an own PostgreSQL, moves it as the upkeep would have, and measures what
 * the routes read. A directory that a version before filled is migrated and adopted first, with the time that takes.
 */
import { rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { addDays, dayOf, makePackedHistory, startMsOf } from "@storeglass/history"
import { Caller, LedgerLoad, type Param, rowsOf } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppKeywords } from "../src/compare/AppKeywords.ts"
import { Comparison } from "../src/compare/Comparison.ts"
import { Movers } from "../src/compare/Movers.ts"
import { Visibility } from "../src/compare/Visibility.ts"
import { KeywordsConfig } from "../src/config.ts"
import { RankChanges } from "../src/contract.ts"
import { makeAdoption } from "../src/history/adoption.ts"
import { HistoryStore } from "../src/history/HistoryStore.ts"
import { KeywordLists, series } from "../src/history/KeywordLists.ts"
import { makeOldLists } from "../src/history/OldLists.ts"
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
    asks: { type: "string", default: "200" },
    answers: { type: "string" }
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
  const packed = yield* makePackedHistory(series(settings.historyDays), { pace: null })
  const adoption = yield* makeAdoption(packed, yield* makeOldLists)
  const startMigration = performance.now()
  yield* migrate("keywords", plugin.migrations ?? {})
  const startAdoption = performance.now()
  const lists = yield* adoption.all
  const adopted =
    lists === 0
      ? null
      : {
          lists,
          migrationSeconds: (startAdoption - startMigration) / 1000,
          seconds: (performance.now() - startAdoption) / 1000
        }
  const known = yield* present(sql`SELECT count(*)::int AS count FROM keywords_tracked`)
  if (known[0]?.count === 0) say(`${yield* makeKeywords(size)} keywords, ${days} days`)
  // A load that was broken off goes on where it stopped. All but the last day are moved, once a day and once a week.
  const start = performance.now()
  let loaded = 0
  for (let back = days - 1; back >= 0; back--) {
    const day = addDays(size.today, -back)
    const [first] = (yield* packed.measured([1], day, day)).get(1) ?? []
    if (first != null) continue
    yield* sql.withTransaction(makeDay(size, back))
    loaded += 1
    if (back > 0) yield* packed.flush
    if (back > 0 && back % 7 === 0) yield* packed.merge
    if (back > 0 && back % 7 === 0) yield* packed.fold
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
  if (loaded > 0 || adopted !== null) {
    yield* sql`VACUUM ANALYZE`
    say(`vacuumed after ${Math.round((performance.now() - start) / 1000)} s`)
  }
  const { levels } = yield* packed.stats
  const { ranks: rows } = yield* packed.check({ ownersMax: null })
  const bytes = levels.reduce((sum, level) => sum + (level.bytes ?? 0), 0)

  // Apps as they are asked for: a fifth of the largest, the rest at random among those ranked for five and more.
  const sample = (order: string, count: number) =>
    apps(sql`
      SELECT l.app_id AS "appId", seen.ranked, seen.terms FROM (
        SELECT listing_id, count(*)::int AS ranked, to_json((array_agg(k.term ORDER BY k.id))[1:20]) AS terms
        FROM (
          SELECT owner_id, listings FROM keywords_history_inbox WHERE day = ${size.today}::date
          UNION ALL SELECT owner_id, listings FROM keywords_history_lists WHERE day = ${size.today}::date) AS today
        CROSS JOIN unnest(listings) AS listing_id JOIN keywords_tracked k ON k.id = owner_id
        WHERE k.market_id = 1 GROUP BY 1) seen
      JOIN keywords_listings l ON l.id = listing_id WHERE seen.ranked >= 5
      ORDER BY ${sql.literal(order)} LIMIT ${count}`)
  const largest = yield* sample("ranked DESC, l.id", 40)
  const random = yield* sample("hashint4(l.id), l.id", 160)
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
  const nowUs = startMsOf(size.today) * 1000
  const dayUs = 86_400_000_000
  if (flags.answers !== undefined) {
    // To be held against those of another version.
    const answers: Array<string> = []
    const note = (name: string, index: number, answer: unknown) =>
      answers.push(`${name} ${index} ${JSON.stringify(answer)}`)
    for (let i = 0; i < 40; i++) {
      const { appId, terms } = one(i)
      const keyword = terms[i % terms.length] ?? ""
      note(
        "trends",
        i,
        yield* Effect.provideService(trends.of(appId, { ...market, days: 90, keyword }), Caller, caller)
      )
      note("visibility", i, yield* visibility.of({ ...market, appId, days: 30 }))
      note("movers", i, yield* movers.of({ ...market, appId, days: 7, limit: 20 }))
      note("keywords", i, yield* appKeywords.of(appId, { ...market, limit: 100 }))
      const competitorIds = [one(i + 1).appId, one(i + 2).appId]
      note("gaps", i, yield* comparison.gaps({ ...market, appId, competitorIds, limit: 25 }))
      note("trending", i, yield* trending.of({ ...market, days: 1 + (i % 30), limit: 50 }))
      const window = { untilUs: nowUs, limit: 500 }
      note("changes", i, yield* changes.read({ ...window, sinceUs: nowUs - 2 * dayUs + i * 10_000_000 }))
      const appIds = [0, 1, 2].map((n) => one(i * 3 + n).appId)
      note("changes of 3", i, yield* changes.read({ ...window, sinceUs: nowUs - 8 * dayUs, appIds }))
    }
    writeFileSync(flags.answers, answers.join("\n"))
  }
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
  // Days before those that were loaded, others in every run.
  const startDay = addDays(size.today, -days - 20 - 20 * (Math.floor(performance.timeOrigin / 1000) % 10))
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
    rows,
    keywords: size.keywords,
    days,
    adopted,
    loadSeconds,
    loadedRowsPerSecond: loadSeconds === null ? null : Math.round((size.keywords * loaded * ranks) / loadSeconds),
    bytesPerRank: Math.round((bytes / Math.max(1, rows)) * 100) / 100,
    tables: levels.map(({ bytes: own, level, rows: count }) => ({
      level,
      rows: count,
      mib: own === null ? null : Math.round((own / 2 ** 20) * 10) / 10
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
  const live = Layer.mergeAll(
    serving,
    offered,
    HistoryStore.layer.pipe(Layer.provide(KeywordLists.layer(settings)))
  ).pipe(
    Layer.provideMerge(offered),
    Layer.provide(Layer.succeed(LedgerLoad, LedgerLoad.of({ chargesP99Ms: Effect.succeed(null) }))),
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
