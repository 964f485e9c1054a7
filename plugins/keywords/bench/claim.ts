/**
 * What claiming and counting cost with many keywords of which nearly all are done today, and a day's beginning:
 * `node plugins/keywords/bench/claim.ts [keywords]`. Prints milliseconds, and the share of updates that touch no index.
 */
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { addDays, dayOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CollectionQueue } from "../src/collection/CollectionQueue.ts"
import { KeywordsConfig } from "../src/config.ts"
import plugin from "../src/plugin.ts"
import { makeKeywords } from "./generate.ts"

const total = Number(process.argv[2] ?? 1_000_000)

const updated = rowsOf(Schema.Struct({ all: Schema.Finite, hot: Schema.Finite }))

const timed = <A, E, R>(what: string, times: number, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const took: Array<number> = []
    for (let turn = 0; turn < times; turn++) {
      const began = yield* Clock.monotonicTimeNanos
      yield* work
      took.push(Number((yield* Clock.monotonicTimeNanos) - began) / 1e6)
    }
    took.sort((a, b) => a - b)
    const [p50, p95] = [0.5, 0.95].map((share) => took[Math.floor(share * (took.length - 1))]?.toFixed(1))
    process.stdout.write(`${what}: p50 ${p50} ms, p95 ${p95} ms\n`)
  })

const main = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* CollectionQueue
  const nowMs = yield* Clock.currentTimeMillis
  const today = dayOf(nowMs)
  yield* makeKeywords({ keywords: total, days: 1, ranks: 1, today: addDays(today, -1) })
  yield* timed("a day's beginning", 1, queue.counts("storea", nowMs))
  // As the collection does it: a hundred here and there, each time.
  const groups = Math.ceil(total / 100)
  for (let group = 0; group < groups * 0.95; group++) {
    yield* sql`UPDATE keywords_tracked SET latest_day = ${today}::date, latest_ms = ${nowMs}, reach = reach + 1
      WHERE id = ANY(ARRAY(SELECT n FROM generate_series(${group + 1}::int, ${total}::int, ${groups}::int) AS n))`
  }
  yield* sql`VACUUM ANALYZE keywords_due`
  yield* timed("a claim of 12", 100, queue.claim("storea", nowMs, 12))
  yield* timed("counts", 100, queue.counts("storea", nowMs))
  yield* sql`SELECT pg_stat_force_next_flush()`
  const [row] = yield* updated(sql`SELECT n_tup_upd::float8 AS all, n_tup_hot_upd::float8 AS hot
    FROM pg_stat_user_tables WHERE relname = 'keywords_tracked'`)
  if (row !== undefined) process.stdout.write(`updates in place: ${((100 * row.hot) / row.all).toFixed(1)} %\n`)
})

const database = Layer.unwrap(
  Effect.map(EmbeddedPostgres.temporary(), ({ url }) => PgClient.layer({ url, maxConnections: 2 }))
)
const layer = CollectionQueue.layer(Schema.decodeUnknownSync(KeywordsConfig)({})).pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate("keywords", plugin.migrations ?? {}))),
  Layer.provideMerge(database)
)
await Effect.runPromise(Effect.scoped(Effect.provide(main, layer)))
