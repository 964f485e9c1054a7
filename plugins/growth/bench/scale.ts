/**
 * node plugins/growth/bench/scale.ts [--threads 10000000] [--asks 300] [--only NAME] [--dir DIR] [--seed] [--short] [--json]
 *
 * Fills the tables of an own PostgreSQL with so many threads (once, where --dir keeps it), serves them by the whole gateway, and
 * measures what its clients wait for: each GET, or those whose name has --only in it. With --seed it only fills DIR; with --short,
 * as a test runs it, there's little of everything. Says which GETs are over 50 ms at p95: on a quiet machine, none.
 */
import { loadavg } from "node:os"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Accounts } from "@storeglass/core"
import { rowsOf } from "@storeglass/plugin-api"
import { askBench, measureBench, startBenchGateway } from "@storeglass/testkit/bench"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Generated, generate, known, type Size } from "./generate.ts"

const flags = parseArgs({
  options: {
    threads: { type: "string" },
    asks: { type: "string" },
    only: { type: "string", default: "" },
    dir: { type: "string" },
    seed: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
}).values
const threads = Number(flags.threads ?? 10_000_000)
const size: Size = flags.short
  ? { threads: 4_000, largest: 1_000, large: { threads: 500, accounts: 2 }, ordinary: 100 }
  : {
      threads,
      largest: Math.min(500_000, Math.round(threads / 10)),
      large: { threads: Math.min(100_000, Math.round(threads / 50)), accounts: 10 },
      ordinary: 5_000
    }
const asks = Number(flags.asks ?? (flags.short ? 5 : 300))
const getMsMax = 50
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))
const counted = rowsOf(Schema.Struct({ n: Schema.Int, bytes: Schema.Finite }))
const Listed = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Struct({ nextCursor: Schema.NullOr(Schema.String) }) })
)

const measureAll = Effect.fn("measureAll")(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const startMs = performance.now()
  const found = yield* known
  const isNew = found.length === 0
  const all: ReadonlyArray<Generated> = isNew ? yield* generate(size, say) : found
  const seedSeconds = isNew ? Math.round((performance.now() - startMs) / 1000) : null
  if (flags.seed) return { seedSeconds, accounts: all.length }
  const accounts = yield* Accounts.Accounts
  const withKeys = (rows: ReadonlyArray<Generated>) =>
    Effect.forEach(rows, (row) =>
      Effect.map(accounts.createKey({ accountId: row.accountId, name: "bench" }), ({ value }) => ({
        ...row,
        key: Redacted.value(value)
      }))
    )
  const step = Math.max(1, Math.floor(all.length / 200))
  const anyone = yield* withKeys(all.filter((_, index) => index % step === step - 1).slice(0, 200))
  const large = yield* withKeys(all.slice(1, 1 + size.large.accounts))
  const largest = yield* withKeys(all.slice(0, 1))
  type Known = (typeof anyone)[number]
  const list = "/v1/growth/opportunities"
  const sorts = ["urgency", "newest", "relevance"] as const
  const filters = [
    ["", ""],
    [" of a project", "&projectId=:id"],
    [" of a channel", "&channel=lemmy"],
    [" pending", "&status=pending"],
    [" approved", "&status=approved"],
    [" snoozed", "&status=snoozed"],
    [" replied of a project", "&status=replied&projectId=:id"],
    [" must_reply", "&urgency=must_reply"],
    [" ignore", "&urgency=ignore"],
    [" by a rare intent", "&intent=praise"],
    [" by intent", "&intent=recommendation"],
    [" of high relevance", "&minRelevance=90"],
    [" of a month", "&from=:month&to=:week"],
    [" by q", "&q=word17%20"],
    [" by q that nothing has", "&q=nothing-has-this"],
    [" of all kinds", "&channel=lemmy&status=pending&intent=problem&minRelevance=60&urgency=ignore"]
  ] as const
  const dayOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const filled = (query: string, { projectId }: Known) =>
    query.replace(":id", projectId).replace(":month", dayOf(30)).replace(":week", dayOf(7))
  const nextOf = Effect.fnUntraced(function* (path: string, { key }: Known) {
    const { text } = yield* askBench(`${url}${path}`, key)
    const { data } = yield* Effect.orDie(Schema.decodeEffect(Listed)(text))
    return data.nextCursor === null ? path : `${path}&cursor=${data.nextCursor}`
  })
  type Get = readonly [name: string, path: (of: Known) => Effect.Effect<string>]
  const gets: ReadonlyArray<Get> = [
    ["projects", () => Effect.succeed("/v1/growth/projects?limit=100")],
    ["stats of 30 days", ({ projectId }) => Effect.succeed(`/v1/growth/projects/${projectId}/stats`)],
    ["stats of a year", ({ projectId }) => Effect.succeed(`/v1/growth/projects/${projectId}/stats?days=365`)],
    ...sorts.flatMap((sort) => [
      ...filters.map(
        ([name, query]): Get => [
          `${sort}${name}`,
          (of) => Effect.succeed(filled(`${list}?sort=${sort}&limit=25${query}`, of))
        ]
      ),
      [`${sort}, second page`, (of: Known) => nextOf(`${list}?sort=${sort}&limit=100`, of)] as const
    ])
  ]
  const rows: Array<Readonly<Record<string, unknown>>> = []
  for (const [name, path] of gets.filter(([name]) => name.includes(flags.only))) {
    for (const [whose, of] of [
      ["anyone", anyone],
      ["the large", large],
      ["the largest", largest]
    ] as const) {
      const turns = yield* Effect.forEach(of, (one) =>
        Effect.map(path(one), (at) => ({ url: `${url}${at}`, key: one.key }))
      )
      const figures = yield* measureBench(asks, (n) => turns[n % turns.length])
      rows.push({ get: name, of: whose, ...figures })
      yield* say(`${name} of ${whose}: ${JSON.stringify(figures)}`)
    }
  }
  const [there] = yield* counted(sql`SELECT count(*)::int AS n,
    pg_total_relation_size('growth_opportunities')::float8 + pg_total_relation_size('growth_finds') AS bytes
    FROM growth_opportunities`)
  return {
    load: loadavg().map((load) => Math.round(load * 10) / 10),
    over50Ms: rows.filter(({ p95Ms }) => Number(p95Ms) >= getMsMax).map(({ get, of }) => `${get} of ${of}`),
    accounts: all.length,
    threads: there?.n,
    gigabytes: Math.round((there?.bytes ?? 0) / 1e8) / 10,
    largest: all[0]?.threads,
    seedSeconds,
    gets: rows
  }
})

const report = await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const gateway = yield* startBenchGateway({ name: "growth", dir: flags.dir, plugins: "  growth: {}" })
      return yield* Effect.provideContext(measureAll(gateway.url), gateway.services)
    })
  )
)
process.stdout.write(`${JSON.stringify(report, undefined, flags.json ? undefined : 1)}\n`)
