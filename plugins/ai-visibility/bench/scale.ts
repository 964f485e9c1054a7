/**
 * node plugins/ai-visibility/bench/scale.ts [--answers 10000000] [--asks 300] [--only NAME] [--dir DIR] [--seed] [--short] [--json]
 *
 * Fills the tables of an own PostgreSQL with so many answers of six mentions each (once, where --dir keeps it), serves them by the
 * whole gateway, and measures what its clients wait for: each GET, or those whose name has --only in it. With --seed it only fills
 * DIR; with --short, as a test runs it, there's little of everything. Says which GETs are over 50 ms at p95: on a quiet machine,
 * none.
 */
import { loadavg } from "node:os"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Accounts } from "@storeglass/core"
import { rowsOf } from "@storeglass/plugin-api"
import { measureBench, startBenchGateway } from "@storeglass/testkit/bench"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Generated, generate, known, mentionsOfAnswer, type Size } from "./generate.ts"

const flags = parseArgs({
  options: {
    answers: { type: "string" },
    asks: { type: "string" },
    only: { type: "string", default: "" },
    dir: { type: "string" },
    seed: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
}).values
const full: Size = {
  answers: Number(flags.answers ?? 10_000_000),
  // The largest plan's most, scanned daily; a medium one's; and what a bootstrap leaves.
  largest: { prompts: 2_000, days: 90, everyDays: 1 },
  large: { places: 10, prompts: 600, days: 60, everyDays: 3 },
  ordinary: { prompts: 62, days: 40, everyDays: 3 }
}
const little: Size = {
  answers: 4_000,
  largest: { prompts: 40, days: 10, everyDays: 1 },
  large: { places: 1, prompts: 20, days: 10, everyDays: 3 },
  ordinary: { prompts: 10, days: 4, everyDays: 3 }
}
const asks = Number(flags.asks ?? (flags.short ? 5 : 300))
const getMsMax = 50
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))

const counted = rowsOf(Schema.Struct({ n: Schema.Int }))
const idRows = rowsOf(Schema.Struct({ intent: Schema.String, answer: Schema.String }))

const measureAll = Effect.fn("measureAll")(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const startMs = performance.now()
  const found = yield* known
  const isNew = found.length === 0
  const all: ReadonlyArray<Generated> = isNew ? yield* generate(flags.short ? little : full, say) : found
  const seedSeconds = isNew ? Math.round((performance.now() - startMs) / 1000) : null
  if (flags.seed) return { seedSeconds, places: all.length }
  const accounts = yield* Accounts.Accounts
  const withKeys = (rows: ReadonlyArray<Generated>) =>
    Effect.forEach(
      rows,
      Effect.fnUntraced(function* (row) {
        const { value } = yield* accounts.createKey({ accountId: row.accountId, name: "bench" })
        const ids = yield* idRows(sql`
          SELECT intent::text, id::text AS answer FROM ai_visibility_answers
          WHERE account_id = ${row.accountId}::uuid AND status = 'ok' ORDER BY account_id, id LIMIT 20`)
        return { ...row, key: Redacted.value(value), base: `${url}/v1/ai-visibility/${row.appId}`, ids }
      })
    )
  const step = Math.max(1, Math.floor(all.length / 200))
  const anyone = yield* withKeys(all.filter((_, index) => index % step === step - 1).slice(0, 200))
  // Four assistants and 600 prompts every third day are what the largest plan's credits pay for.
  const large = yield* withKeys(all.slice(1, 1 + (flags.short ? little : full).large.places))
  const largest = yield* withKeys(all.slice(0, 1))
  type Known = (typeof anyone)[number]
  const models = ["model_a", "model_b", "model_c", "model_d"]
  const one = ({ ids }: Known, n: number) => ids[n % ids.length]
  const gets: ReadonlyArray<readonly [name: string, path: (of: Known, n: number) => string]> = [
    ["settings", () => "/settings"],
    ["overview", (_, n) => `/overview?model=${models[n % 4]}`],
    ["intents", (_, n) => `/intents?model=${models[n % 4]}`],
    ["intent", (of, n) => `/intents/${one(of, n)?.intent}`],
    ["intent of a model", (of, n) => `/intents/${one(of, n)?.intent}?model=${models[n % 4]}`],
    ["prompts", (of, n) => `/intents/${one(of, n)?.intent}/prompts`],
    ["competitors, 14 days", (_, n) => `/competitors?model=${models[n % 4]}`],
    ["competitors, 90 days", (_, n) => `/competitors?model=${models[n % 4]}&windowDays=90`],
    ["trend, 30 days", (_, n) => `/trend?model=${models[n % 4]}`],
    ["trend, 90 days", (_, n) => `/trend?model=${models[n % 4]}&windowDays=90`],
    [
      "trend of an intent, 90 days",
      (of, n) => `/trend?model=${models[n % 4]}&windowDays=90&intentId=${one(of, n)?.intent}`
    ],
    ["sources, 30 days", () => "/sources"],
    ["sources, 90 days", () => "/sources?windowDays=90"],
    ["answer", (of, n) => `/answers/${one(of, n)?.answer}`]
  ]
  const rows: Array<Readonly<Record<string, unknown>>> = []
  for (const [name, path] of gets.filter(([name]) => name.includes(flags.only))) {
    for (const [whose, of] of [
      ["anyone", anyone],
      ["the large", large],
      ["one over every plan", largest]
    ] as const) {
      const figures = yield* measureBench(asks, (n) => {
        const own = of[n % of.length]
        return own === undefined ? undefined : { url: `${own.base}${path(own, n)}`, key: own.key }
      })
      rows.push({ get: name, of: whose, ...figures })
      yield* say(`${name} of ${whose}: ${JSON.stringify(figures)}`)
    }
  }
  const count = (table: string) =>
    Effect.map(counted(sql`SELECT count(*)::int AS n FROM ${sql(table)}`), ([row]) => row?.n ?? 0)
  const answers = yield* count("ai_visibility_answers")
  return {
    load: loadavg().map((load) => Math.round(load * 10) / 10),
    over50Ms: rows
      .filter(({ of, p95Ms }) => of !== "one over every plan" && Number(p95Ms) >= getMsMax)
      .map(({ get, of }) => `${get} of ${of}`),
    places: all.length,
    answers,
    mentions: answers * mentionsOfAnswer,
    rollups: yield* count("ai_visibility_rollups"),
    named: yield* count("ai_visibility_named"),
    largest: all[0]?.answers,
    seedSeconds,
    gets: rows
  }
})

const program = Effect.gen(function* () {
  const gateway = yield* startBenchGateway({ name: "ai-visibility", dir: flags.dir, plugins: "  ai-visibility:" })
  return yield* Effect.provideContext(measureAll(gateway.url), gateway.services)
})

const report = await Effect.runPromise(Effect.scoped(program))
process.stdout.write(`${JSON.stringify(report, undefined, flags.json ? undefined : 1)}\n`)
