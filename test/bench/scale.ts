// `npm run -s bench -- scale`: whether the ledger stays as fast when it is large.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { auditLedger, CreditLedger, periodOf } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Clock, Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Contender, startGateway, takeAnswer } from "./contenders.ts"
import { type Customer, createBenchDatabase, makeCustomers, startDatabase, type Totals } from "./database.ts"
import { grow } from "./grow.ts"
import { type Load, measure } from "./measure.ts"
import { BenchError } from "./processes.ts"
import type { ScaleOptions } from "./scaleOptions.ts"
import { median, rounded } from "./table.ts"

type Url = Redacted.Redacted<string>
const client = (url: Url) => PgClient.layer({ url, maxConnections: 3 })
const asksOfEach = 300

const Exists = Schema.Tuple([Schema.Struct({ entries: Schema.Finite })])
const entriesOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.flatMap(
    sql`SELECT coalesce(sum(reltuples), 0)::float8 AS entries FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent = 'core_credit_entries'::regclass AND reltuples > 0`,
    Schema.decodeUnknownEffect(Exists)
  )
  return row.entries
})

const TotalsRow = Schema.Tuple([Schema.Struct({ charges: Schema.Int, credits: Schema.Int, commits: Schema.Int })])
/** As `totalsOf`, of those who call and from this period on: so the bench itself looks into no month that is past. */
const totalsOfAccounts = (customers: ReadonlyArray<Customer>, period: string) => (url: Url) =>
  Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(client(url))
      const sql = yield* Effect.provideContext(SqlClient.SqlClient, context)
      const [row] = yield* Effect.flatMap(
        sql`SELECT count(*)::int AS charges, coalesce(sum(used_delta), 0)::int AS credits,
            count(DISTINCT xmin::text)::int AS commits FROM core_credit_entries
          WHERE kind = 'charge' AND bucket = 0 AND period >= ${period}::date
            AND account_id = ANY(${customers.map(({ accountId }) => accountId)}::uuid[])`,
        Schema.decodeUnknownEffect(TotalsRow)
      )
      const totals: Totals = row
      return totals
    })
  )

const Scans = Schema.Array(Schema.Struct({ name: Schema.String, scans: Schema.Finite }))
/** How often each month of entries was looked into since the database was made. */
const scansOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.flatMap(
    sql`SELECT relname AS name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::float8 AS scans FROM pg_stat_user_tables
      WHERE relname ~ '^core_credit_entries_[0-9]+$' ORDER BY 1`,
    Schema.decodeUnknownEffect(Scans)
  )
})

const scansIn = (url: Url) =>
  Effect.scoped(Effect.flatMap(Layer.build(client(url)), (context) => Effect.provideContext(scansOf, context)))

const timesOf = <E, R>(ask: (index: number) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (let index = -20; index < asksOfEach; index++) {
      const startMs = performance.now()
      yield* ask(Math.abs(index))
      if (index >= 0) times.push(performance.now() - startMs)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => rounded(times[Math.floor(times.length * share)] ?? null, 2)
    return { p50Ms: at(0.5), p95Ms: at(0.95) }
  })

/** How long it takes to tell the usage of one who calls and of anyone, and to audit anyone's whole history. */
const readsOf = (url: Url, callers: ReadonlyArray<string>, anyone: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(Layer.provideMerge(CreditLedger.layer(), client(url)))
      const ledger = Context.get(context, CreditLedger.CreditLedger)
      const nth = (accounts: ReadonlyArray<string>, index: number) => accounts[index % accounts.length] ?? ""
      const usage = yield* timesOf((index) => ledger.usage(nth(callers, index)))
      const usageOfAnyone = yield* timesOf((index) => ledger.usage(nth(anyone, index)))
      const audit = yield* timesOf((index) =>
        Effect.flatMap(auditLedger(nth(anyone, index)), ({ differences, entries }) =>
          differences.length === 0 && entries > 0
            ? Effect.void
            : Effect.fail(new BenchError({ message: `the audit of ${nth(anyone, index)} found ${differences.length}` }))
        )
      ).pipe(Effect.provideContext(context))
      return { usage, usageOfAnyone, audit }
    })
  )

const IdRows = Schema.Array(Schema.Struct({ id: Schema.String }))
const someAccounts = (url: Url) =>
  Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(client(url))
      const sql = yield* Effect.provideContext(SqlClient.SqlClient, context)
      const rows = yield* Effect.flatMap(
        sql`SELECT id FROM core_accounts ORDER BY md5(id::text) LIMIT ${asksOfEach}`,
        Schema.decodeUnknownEffect(IdRows)
      )
      return rows.map(({ id }) => id)
    })
  )

export const scale = Effect.fn("scale")(function* (
  options: ScaleOptions,
  folder: string,
  say: (line: string) => Effect.Effect<void>
) {
  yield* say("starting PostgreSQL (fsync on)...")
  const { url } =
    options.dir === undefined
      ? yield* startDatabase
      : yield* EmbeddedPostgres.start({ dataDir: options.dir, maxConnections: 200 })
  const nowMs = yield* Clock.currentTimeMillis
  const period = periodOf(nowMs)
  const customers = makeCustomers(options.keys)
  const first = customers[0]
  if (first === undefined) return yield* Effect.die("no customers")
  const keysFile = join(folder, "keys.txt")
  writeFileSync(keysFile, customers.map(({ key }) => key).join("\n"), { mode: 0o600 })

  const largeUrl = yield* createBenchDatabase(url, "scale_large", customers)
  yield* Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(client(largeUrl))
      const known = yield* Effect.provideContext(entriesOf, context)
      if (known >= options.entries * 0.9) return yield* say(`found ${known} entries in ${options.dir}`)
      yield* Effect.provideContext(grow(options, say), context)
    })
  )
  const smallUrl = yield* createBenchDatabase(url, `scale_small_${nowMs}`, customers)

  const startOne = Effect.fnUntraced(function* (name: string, database: Url) {
    const own = join(folder, name)
    mkdirSync(own)
    const server = yield* startGateway(own, database, {})
    const contender: Contender = { name, database, servers: [server] }
    return { contender, answer: yield* takeAnswer(own, server.port, first), loads: [] as Load[] }
  })
  const rows = [yield* startOne("small", smallUrl), yield* startOne("large", largeUrl)]
  const totals = totalsOfAccounts(customers, period)
  const before = yield* scansIn(largeUrl)
  yield* say("warming up...")
  for (const { answer, contender } of rows) yield* measure(contender, answer, keysFile, options.keys, options, totals)
  for (let round = 1; round <= options.rounds; round++) {
    for (const { answer, contender, loads } of rows) {
      const { load } = yield* measure(contender, answer, keysFile, options.keys, options, totals)
      loads.push(load)
      yield* say(
        `round ${round}/${options.rounds}  ${contender.name}: ${Math.round(load.rps)} requests/s, p99 ${load.p99Ms} ms`
      )
    }
  }
  const after = yield* scansIn(largeUrl)
  const callers = customers.map(({ accountId }) => accountId)
  const reads = {
    small: yield* readsOf(smallUrl, callers, yield* someAccounts(smallUrl)),
    large: yield* readsOf(largeUrl, callers, yield* someAccounts(largeUrl))
  }
  const shown = rows.map(({ contender, loads }) => {
    const { audit, usage, usageOfAnyone } = contender.name === "large" ? reads.large : reads.small
    return {
      name: contender.name,
      rps: Math.round(median(loads.map(({ rps }) => rps)) ?? 0),
      p50Ms: rounded(median(loads.map(({ p50Ms }) => p50Ms)), 2),
      p99Ms: rounded(median(loads.map(({ p99Ms }) => p99Ms)), 2),
      usage,
      usageOfAnyone,
      audit
    }
  })
  const months = after.map(({ name, scans }) => ({
    month: name.slice(-6),
    looks: scans - (before.find((other) => other.name === name)?.scans ?? 0)
  }))
  return { rows: shown, months }
})

export type ScaleReport = Effect.Success<ReturnType<typeof scale>>

const cell = (value: number | null) => (value === null ? "-" : String(value))

/** The report as text. */
export const scaleTableOf = ({ months, rows }: ScaleReport): string =>
  [
    "| database | requests/s | p50 ms | p99 ms | usage of a caller p50 ms | p95 ms | usage of anyone p50 ms | p95 ms | audit of anyone p50 ms | p95 ms |",
    "| -------- | ---------: | -----: | -----: | -----------------------: | -----: | ---------------------: | -----: | ---------------------: | -----: |",
    ...rows.map(({ audit, name, p50Ms, p99Ms, rps, usage, usageOfAnyone }) => {
      const reads = [usage, usageOfAnyone, audit].flatMap((each) => [each.p50Ms, each.p95Ms])
      const cells = [p50Ms, p99Ms, ...reads].map(cell)
      return `| ${[name.padEnd(8), String(rps), ...cells].join(" | ")} |`
    }),
    "",
    `looks into each month of the large ledger while it was charged: ${months.map(({ looks, month }) => `${month}: ${looks}`).join(", ")}`
  ].join("\n")
