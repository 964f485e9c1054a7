/**
 * Measures the history at scale: `node plugins/charts/test/scale.ts [millions of positions, default 10]`. It makes a
 * PostgreSQL of its own, fills it by SQL, prints one JSON object, and leaves nothing behind.
 */
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Jobs, Upstreams } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ChartsConfig } from "../src/config.ts"
import { ChartHistory, type ChartKey } from "../src/contract.ts"
import { movementsBetween } from "../src/models/movements.ts"
import plugin, { historyLayer } from "../src/plugin.ts"
import { makeWorld, storesLayer } from "./memoryStore.ts"

const millions = Number(process.argv[2] ?? "10")
const depth = 100
const charts = 64
const readings = Math.round((millions * 1_000_000) / depth / charts)
const intervalMs = 6 * 3_600_000

const config = Schema.decodeUnknownSync(ChartsConfig)({ retentionDays: 4_000 })
const quiet = Layer.mergeAll(
  Layer.succeed(Jobs, Jobs.of({ enqueue: () => Effect.void, abort: () => Effect.succeed("none") })),
  Layer.succeed(Upstreams, Upstreams.of({ make: () => Effect.die("no upstream here") })),
  storesLayer([makeWorld()])
)
const keyOf = (index: number): ChartKey => ({
  platform: "storea",
  country: "us",
  chart: "top-free",
  genreId: String(6000 + index)
})

const timed = Effect.fnUntraced(function* <A, E, R>(times: number, run: (index: number) => Effect.Effect<A, E, R>) {
  const took: Array<number> = []
  for (let index = 0; index < times; index++) {
    const start = performance.now()
    yield* run(index)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => Math.round((took[Math.floor(took.length * share)] ?? 0) * 100) / 100
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
})

const bytesOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_partition_tree('${table}')`
  )
  return rows[0]?.bytes ?? 0
})

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const history = yield* ChartHistory
  const nowMs = yield* Clock.currentTimeMillis
  const fromMs = nowMs - readings * intervalMs

  yield* history.importSnapshots([
    { key: keyOf(0), asOfMs: nowMs - 1, source: "s", entries: [{ rank: 1, appId: "1" }] }
  ])
  yield* sql`INSERT INTO charts_apps (platform, app_id, name, seller, icon_url, country)
    SELECT 'storea', (1000 + i)::text, 'App ' || i, 'Seller ' || i, 'https://img.example/' || i, 'us'
    FROM generate_series(1, 20000) i`
  yield* sql`INSERT INTO charts_keys (platform, country, chart, genre)
    SELECT 'storea', 'us', 'top-free', (6000 + i)::text FROM generate_series(1, ${charts}::int) i`
  for (let ms = fromMs; ms < nowMs + 31 * 86_400_000; ms += 20 * 86_400_000) {
    yield* sql`SELECT charts_partition(date_trunc('month', to_timestamp(${ms}::float8 / 1000))::date)`
  }
  const startMs = performance.now()
  // Each chart has 300 apps, of which a window of 100 drifts by about one place a reading.
  yield* sql`INSERT INTO charts_snapshots (at, chart_id, source_id, apps)
    SELECT to_timestamp((${fromMs}::float8 + r * ${intervalMs}::float8) / 1000), k.id, 1,
      ARRAY(SELECT (k.id * 300 + ((r * 7 + p * 13) % 211) + (p % 3)) % 20000 + 2 FROM generate_series(1, ${depth}::int) p)
    FROM charts_keys k CROSS JOIN generate_series(0, ${readings - 1}::int) r`
  const generatedSeconds = (performance.now() - startMs) / 1_000
  yield* sql`VACUUM ANALYZE charts_snapshots`
  yield* sql`VACUUM ANALYZE charts_apps`
  const positions = charts * readings * depth
  const bytes = yield* bytesOf("charts_snapshots")

  // For comparison: a row a position, with the index that finds two readings of a chart.
  yield* sql`CREATE TABLE flat (at timestamptz NOT NULL, chart_id int NOT NULL, app_id int NOT NULL, rank smallint NOT NULL,
    source_id smallint NOT NULL, PRIMARY KEY (chart_id, at, rank))`
  yield* sql`INSERT INTO flat SELECT s.at, s.chart_id, l.app, l.rank, s.source_id
    FROM (SELECT * FROM charts_snapshots WHERE chart_id <= 6 LIMIT 10000) s
    CROSS JOIN LATERAL unnest(s.apps) WITH ORDINALITY AS l (app, rank) ORDER BY s.chart_id, s.at, l.rank`
  const flat = yield* sql<{ n: number; bytes: number }>`
    SELECT count(*)::float8 AS n, pg_total_relation_size('flat')::float8 AS bytes FROM flat`
  yield* sql`DROP TABLE flat`

  const all = Array.from({ length: charts }, (_, index) => keyOf(index + 1))
  const pick = (index: number) => keyOf((index % charts) + 1)
  const times = {
    "movers: pair and comparison": yield* timed(300, (index) =>
      Effect.map(history.pair(pick(index)), (pair) =>
        movementsBetween(pair?.current.appIds ?? [], pair?.previous?.appIds ?? [])
      )
    ),
    "latest list": yield* timed(300, (index) => history.latest(pick(index))),
    "number ones of 27 categories": yield* timed(100, () => history.leaders(all.slice(0, 27), fromMs)),
    "ranks of an app over 90 days": yield* timed(100, (index) =>
      history.ranks({ key: pick(index), appId: "1500", fromMs: nowMs - 90 * 86_400_000, toMs: nowMs })
    ),
    "all charts of an app": yield* timed(100, () =>
      history.positions({ platform: "storea", appId: "1500", sinceMs: nowMs - 2 * 86_400_000 })
    )
  }
  const lists = Array.from({ length: 2_000 }, (_, index) => ({
    key: pick(index),
    asOfMs: nowMs - 1_000 - Math.floor(index / charts) * 60_000,
    source: "s",
    entries: Array.from({ length: depth }, (_, rank) => ({
      rank: rank + 1,
      appId: String(1_001 + ((index + rank) % 20_000))
    }))
  }))
  const importStart = performance.now()
  const { added } = yield* history.importSnapshots(lists)
  const importSeconds = (performance.now() - importStart) / 1_000
  const oneStart = performance.now()
  for (const list of lists.slice(0, 200))
    yield* history.add({ ...list, asOfMs: list.asOfMs - 30_000 }, { unlessReadSinceMs: nowMs })
  const oneSeconds = (performance.now() - oneStart) / 1_000
  return {
    positions,
    readingsPerChart: readings,
    tableAndIndexBytes: bytes,
    bytesPerPosition: Math.round((bytes / positions) * 100) / 100,
    bytesPerPositionInRows: Math.round(((flat[0]?.bytes ?? 0) / (flat[0]?.n ?? 1)) * 100) / 100,
    generatedSeconds: Math.round(generatedSeconds * 10) / 10,
    importedPositionsPerSecond: Math.round((added * depth) / importSeconds),
    collectedListsPerSecond: Math.round(200 / oneSeconds),
    times
  }
})

const main = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.temporary({})
  const sql = PgClient.layer({ url, maxConnections: 4 })
  const layer = historyLayer(config).pipe(
    Layer.provideMerge(quiet),
    Layer.provideMerge(Layer.effectDiscard(migrate("charts", plugin.migrations ?? {}))),
    Layer.provideMerge(sql)
  )
  const result = yield* Effect.provide(measure, layer)
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`)
})

Effect.runFork(Effect.scoped(main))
