/**
 * node packages/history/bench/large.ts [--owners 10000] [--days 30] [--places 100]
 *
 * What it takes to check a large history as a whole, and to forget some of its owners: seconds, and memory beyond what
 * the process had before.
 */
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { addDays, makePackedHistory, packedTables } from "@storeglass/history"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fillDay, series } from "./fill.ts"

const { values } = parseArgs({
  options: {
    owners: { type: "string", default: "10000" },
    days: { type: "string", default: "30" },
    places: { type: "string", default: "100" }
  }
})
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Seconds, and the most memory that was taken meanwhile, looked at ten times a second. */
const measured = <A, E, R>(what: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = process.memoryUsage.rss()
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 100)
    const start = performance.now()
    const result = yield* Effect.ensuring(
      work,
      Effect.sync(() => clearInterval(timer))
    )
    const seconds = (performance.now() - start) / 1000
    say(`${what}: ${seconds.toFixed(1)} s, ${Math.round((most - before) / 2 ** 20)} MB more`)
    return result
  })

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of packedTables(series.name)) yield* sql.unsafe(statement)
  // Half of the days become words, and the last few stay in the inbox and in runs.
  const history = yield* makePackedHistory(series, { pace: null, feedDays: Math.round(Number(values.days) / 2) - 14 })
  const days = Number(values.days)
  const today = new Date(performance.timeOrigin).toISOString().slice(0, 10)
  const fill = { owners: Number(values.owners), places: Number(values.places), listings: Number(values.owners) * 8 }
  for (let back = days - 1; back >= 0; back--) {
    yield* fillDay(fill, addDays(today, -back))
    if (back > 0) yield* history.flush
    if (back === 3) yield* history.merge
    if (back % 10 === 0) say(`${days - back} of ${days} days`)
  }
  yield* measured("fold", history.fold)
  yield* sql`VACUUM ANALYZE`
  const check = yield* measured("check of all", history.check({ ownersMax: null }))
  say(
    `${check.lists} lists, ${check.ranks} ranks, ${check.faults.length} faults ${check.faults.slice(0, 3).join("; ")}`
  )
  yield* measured("check of 20", history.check({ ownersMax: 20 }))
  yield* measured("forget 3", history.forget([5, 500, 5_000]))
  yield* measured("forget 100", history.forget(Array.from({ length: 100 }, (_, index) => 1_000 + index * 7)))
  const after = yield* history.check({ ownersMax: 50 })
  say(`afterwards ${after.faults.length} faults`)
})

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.temporary({ maxConnections: 20 })
      yield* Effect.provide(program, PgClient.layer({ url: server.url, maxConnections: 4 }))
    })
  )
)
