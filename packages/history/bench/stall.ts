/**
 * node packages/history/bench/stall.ts [--lists 250000] [--places 40]
 *
 * How long a flush and a merge keep their process's event loop from everything else: in a worker thread, and on the
 * thread itself, in one run.
 */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { makePackedHistory, packedTables } from "@storeglass/history"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fillDay, series } from "./fill.ts"

const { values } = parseArgs({
  options: { lists: { type: "string", default: "250000" }, places: { type: "string", default: "40" } }
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const measured = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const delays = monitorEventLoopDelay({ resolution: 1 })
    const start = performance.now()
    delays.enable()
    const result = yield* work
    delays.disable()
    const ms = (ns: number) => Math.round(ns / 1e5) / 10
    return {
      result,
      seconds: (performance.now() - start) / 1000,
      maxMs: ms(delays.max),
      p99Ms: ms(delays.percentile(99)),
      p999Ms: ms(delays.percentile(99.9))
    }
  })

const run = (how: string, options: Parameters<typeof makePackedHistory>[1]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const history = yield* makePackedHistory(series, options)
    for (const day of ["2026-11-01", "2026-11-02"]) {
      yield* fillDay({ owners: Number(values.lists) / 2, places: Number(values.places), listings: 40_000 }, day)
    }
    const flushed = yield* measured(history.flush)
    const merged = yield* measured(history.merge)
    yield* sql`TRUNCATE bench_lists, bench_runs, bench_months, bench_calendar`
    for (const [what, { maxMs, p999Ms, p99Ms, result, seconds }] of [
      ["flush", flushed],
      ["merge", merged]
    ] as const)
      say(
        `${how.padEnd(8)} ${what}: ${result} in ${seconds.toFixed(1)} s; event loop held up at most ${maxMs} ms, p99.9 ${p999Ms}, p99 ${p99Ms}`
      )
    return Math.max(flushed.maxMs, merged.maxMs)
  })

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of packedTables(series.name)) yield* sql.unsafe(statement)
  const onThread = yield* run("thread", { inlineBytesMax: Number.POSITIVE_INFINITY, pace: null })
  const inWorker = yield* run("worker", { pace: null })
  say(`worker / thread, the longest: ${(inWorker / onThread).toFixed(2)}`)
})

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.temporary({ maxConnections: 20 })
      yield* Effect.provide(program, PgClient.layer({ url: server.url, maxConnections: 4 }))
    })
  )
)
