// Pages of the request log under every filter: `node packages/core/bench/requestLog.ts --rows 10000000`. It starts a PostgreSQL of
// its own with that server's defaults, seeds it, and prints how long pages of 100 took, beside a bare statement for the newest 100 in
// the same run. `--dir` keeps the database, for the same day: it's used when it's there already.
import { parseArgs } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgClient } from "@effect/sql-pg"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { type RequestFilter, RequestLog } from "@storeglass/plugin-api"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { coreMigrations } from "../src/migrations.ts"
import { idOfMs } from "../src/requests/bounds.ts"
import { RequestLogLive } from "../src/requests/RequestLogLive.ts"
import * as RequestRecorder from "../src/requests/RequestRecorder.ts"
import { migrate } from "../src/sql/Migrations.ts"
import { accountOf, credentialOf, seedRequests } from "../test/requests.seed.ts"

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "10000000" },
    days: { type: "string", default: "30" },
    accounts: { type: "string", default: "1000" },
    asks: { type: "string", default: "40" },
    dir: { type: "string" },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
})
const rows = values.short ? 20_000 : Number(values.rows)
const days = Number(values.days)
const asks = values.short ? 4 : Number(values.asks)
const dayMs = 86_400_000

const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))

const filtersAt = (nowMs: number): Readonly<Record<string, Omit<RequestFilter, "accountId">>> => ({
  none: {},
  "a week": { fromMs: nowMs - 14 * dayMs, toMs: nowMs - 7 * dayMs },
  code: { code: "NOT_FOUND" },
  "a code that there isn't": { code: "NO_SUCH_CODE" },
  "a rare code": { code: "SERVICE_UNAVAILABLE" },
  "4xx": { status: 4 },
  "5xx": { status: 5 },
  "2xx": { status: 2 },
  "status 404": { status: 404 },
  operation: { operation: "GET /seeded/3" },
  "an operation that there isn't": { operation: "GET /seeded/39" },
  key: { credentialId: credentialOf(1, 2) },
  mcp: { by: "mcp" },
  http: { by: "http" },
  explorer: { by: "explorer" },
  bucket: { bucket: "general" },
  "another bucket": { bucket: "creative" },
  path: { path: "/seeded/7/77" },
  "a path's beginning": { path: "/seeded/7*" },
  text: { pathContains: "ed/7/" },
  "text that there isn't": { pathContains: "nowhere" },
  id: { idPrefix: idOfMs(nowMs - 3 * dayMs).slice(0, 6) },
  "key and operation": { credentialId: credentialOf(1, 1), operation: "GET /seeded/4" },
  "key, operation and class": { credentialId: credentialOf(1, 1), operation: "GET /seeded/4", status: 4 },
  "four, of which no row has all": { operation: "GET /seeded/4", status: 2, by: "http", path: "/nowhere*" },
  "code and text": { code: "INVALID_INPUT", pathContains: "/12" },
  "a week and a code": { fromMs: nowMs - 14 * dayMs, toMs: nowMs - 7 * dayMs, code: "NOT_FOUND" }
})

interface Times {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
}
const timesOf = (took: ReadonlyArray<number>): Times => {
  const sorted = took.toSorted((a, b) => a - b)
  return { p50Ms: at(sorted, 0.5), p95Ms: at(sorted, 0.95), maxMs: sorted.at(-1) ?? 0 }
}
const at = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const bench = Effect.gen(function* () {
  const { url } = yield* values.dir === undefined
    ? EmbeddedPostgres.temporary({ maxConnections: 20 })
    : EmbeddedPostgres.start({ dataDir: values.dir, maxConnections: 20 })
  const pool = PgClient.layer({ url, maxConnections: 4 })
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrate("core", coreMigrations)
    if ((yield* sql`SELECT 1 FROM core_requests LIMIT 1`).length === 0) {
      yield* say(`seeding ${rows} rows of ${days} days, half of them one account's`)
      const startedMs = performance.now()
      yield* seedRequests({ rows, accounts: Number(values.accounts), days })
      yield* say(`seeded in ${Math.round((performance.now() - startedMs) / 1000)} s`)
    }
    const log = yield* RequestLog
    const nowMs = yield* Clock.currentTimeMillis
    const accountId = accountOf(1)
    const bare = sql`SELECT id, at, path, query, status, code, credits, ms, address, agent FROM core_requests
      WHERE account_id = ${accountId}::uuid ORDER BY id DESC LIMIT 100`
    const measured: Array<{ filter: string; asks: number; rows: number } & Times & { bare: Times }> = []
    for (const [filter, given] of Object.entries(filtersAt(nowMs))) {
      const took: Array<number> = []
      const tookBare: Array<number> = []
      let found = 0
      let before: string | undefined
      for (let ask = 0; ask < asks; ask++) {
        const bareMs = performance.now()
        yield* bare
        const startedMs = performance.now()
        tookBare.push(startedMs - bareMs)
        const page = yield* log.page({ accountId, ...given }, { before, limit: 100 })
        took.push(performance.now() - startedMs)
        found += page.items.length
        // Page after page, and from the beginning again.
        before = page.nextBefore ?? undefined
      }
      measured.push({ filter, asks, ...timesOf(took), bare: timesOf(tookBare), rows: found })
    }
    return measured
  }).pipe(Effect.provide(RequestLogLive.pipe(Layer.provide(RequestRecorder.idle()), Layer.provideMerge(pool))))
}).pipe(Effect.scoped)

const shown = (ms: number) => ms.toFixed(1).padStart(8)

const main = Effect.gen(function* () {
  const measured = yield* bench
  const slow = measured.filter(({ p95Ms }) => p95Ms > 50)
  const table = measured.map(
    ({ bare, filter, maxMs, p50Ms, p95Ms, rows }) =>
      `${filter.padEnd(32)}${[p50Ms, p95Ms, maxMs, bare.p50Ms, bare.p95Ms].map(shown).join("")}${String(rows).padStart(8)}`
  )
  const text = values.json
    ? JSON.stringify({ rows, days, filters: measured })
    : [`${"filter".padEnd(32)}     p50     p95     max bare p50     p95    rows`, ...table].join("\n")
  yield* Effect.sync(() => process.stdout.write(`${text}\n`))
  yield* say(
    slow.length === 0 ? "every p95 is under 50 ms" : `over 50 ms: ${slow.map(({ filter }) => filter).join(", ")}`
  )
})

NodeRuntime.runMain(main)
