/**
 * node plugins/workspace/bench/scale.ts [--accounts 10000] [--keywords 1000000] [--reports 2000000] [--asks 300]
 *   [--only NAME] [--dir DIR] [--seed] [--short] [--json]
 *
 * Seeds so many accounts with invented workspaces in an own PostgreSQL (once, where --dir keeps it), serves them by the whole
 * gateway, and measures what its clients wait for: each GET (or those whose name has --only in it), a list of 200 keywords
 * in 20 countries (alone: --only lists), and an app of 100,000 keywords deleted and restored (--only undo). With --only move, a full
 * workspace of the largest plan is imported, exported and brought to another account. With --seed it only fills DIR; with
 * --short, as a test runs it, there's little of everything. Says which GETs are over 20 ms at p95, and whether the list is
 * under a second: on a quiet machine, none and yes.
 */
import { readdirSync, readFileSync } from "node:fs"
import { loadavg } from "node:os"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Accounts } from "@storeglass/core"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { rowsOf } from "@storeglass/plugin-api"
import { askBench, figuresOf, measureBench, startBenchGateway } from "@storeglass/testkit/bench"
import { Context, Effect, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Generated, generate } from "./generate.ts"
import { measureMoving } from "./moving.ts"

const flags = parseArgs({
  options: {
    accounts: { type: "string" },
    keywords: { type: "string" },
    reports: { type: "string" },
    asks: { type: "string" },
    only: { type: "string", default: "" },
    dir: { type: "string" },
    seed: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
}).values
const numbers = flags.short
  ? { accounts: 40, keywords: 4_000, reports: 4_000, asks: 5 }
  : { accounts: 10_000, keywords: 1_000_000, reports: 2_000_000, asks: 300 }
const asks = Number(flags.asks ?? numbers.asks)
const size = {
  accounts: Number(flags.accounts ?? numbers.accounts),
  keywords: Number(flags.keywords ?? numbers.keywords),
  reports: Number(flags.reports ?? numbers.reports)
}
const path = "/v1/user/apps"
const countries = "us gb de fr it es jp kr br mx ca au nl se no dk fi pl pt tr".split(" ")
const getMsMax = 20
const listMsMax = 1_000
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))

const Listed = Schema.fromJsonString(
  Schema.Struct({
    data: Schema.Struct({
      items: Schema.Array(Schema.Struct({ id: Schema.String })),
      nextCursor: Schema.NullOr(Schema.String)
    })
  })
)
const Made = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ id: Schema.String }) }))
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))
const knownRows = rowsOf(
  Schema.Struct({ accountId: Schema.String, keywords: Schema.Int, reports: Schema.Int, appId: Schema.Int })
)

/** The app that is deleted and restored; its account isn't one of those that are asked. */
const undone = 990_001

/** Those that an earlier run left behind, the largest first. */
const known = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* knownRows(sql`
    SELECT a.account_id AS "accountId", p.keywords, a.reports, p.app_id::int AS "appId" FROM workspace_accounts a
    JOIN workspace_apps p ON p.account_id = a.account_id AND p.app_id LIKE '%01'
    WHERE p.app_id <> ${String(undone)} ORDER BY a.keywords DESC, a.account_id`)
})

/** The collection may search for next to nothing. */
const plugins = `
  keywords: { collect: { searchesPerMinute: { storea: 1, storeb: 1 } } }
  workspace: { writesPerSecond: 100000 }
`
const program = Effect.gen(function* () {
  const gateway = yield* startBenchGateway({ name: "workspace", dir: flags.dir, plugins })
  const context = Context.merge(
    gateway.services,
    contextOf(Context.get(gateway.services, PluginContexts), keywordsPlugin)
  )
  return yield* Effect.provideContext(measureAll(gateway.url), context)
})

interface Took {
  readonly ms: number
  readonly gatewayMs: number
  readonly databaseMs: number
}
/** Processor time of this process, and of those below it: PostgreSQL's. A busy machine changes it less than what the clock shows. */
const cpuMs = () => {
  const { system, user } = process.cpuUsage()
  const own = Math.round((user + system) / 1_000)
  if (process.platform !== "linux") return { own, below: 0 }
  const all = readdirSync("/proc").flatMap((pid) => {
    try {
      // What is behind the name in brackets: state, parent, and from the 12th on ticks of 10 ms.
      const [, rest = ""] = readFileSync(`/proc/${Number(pid)}/stat`, "utf8").split(") ")
      const fields = rest.split(" ").map(Number)
      return [{ pid: Number(pid), parent: fields[1], ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }]
    } catch {
      return []
    }
  })
  const ticksBelow = (pid: number): number =>
    all.reduce((sum, each) => (each.parent === pid ? sum + each.ticks + ticksBelow(each.pid) : sum), 0)
  return { own, below: ticksBelow(process.pid) * 10 }
}

/** The app of an account of its own, with as many keywords as the largest plan has: deleted and restored, twice. */
const measureUndo = Effect.fn("measureUndo")(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* Accounts.Accounts
  const { id: accountId } = yield* accounts.create({ email: `undo-${Date.now()}@example.com`, plan: "large" })
  const key = Redacted.value((yield* accounts.createKey({ accountId, name: "undo" })).value)
  const call = (method: string, path: string, body?: unknown) => askBench(`${url}${path}`, key, { method, body })
  const { text } = yield* call("POST", path, { appId: undone, isLive: false, appName: "Undone" })
  const { data } = yield* Effect.orDie(Schema.decodeEffect(Made)(text))
  const lists = flags.short && flags.only === "" ? 1 : 25
  for (let n = 0; n < lists; n++) {
    const keywords = Array.from({ length: 200 }, (_, k) => `undone ${n} ${k}`)
    yield* call("POST", `${path}/${undone}/keywords`, { keywords, countries })
  }
  yield* say(`an app with ${lists * 4_000} keywords is there`)
  // As autovacuum does within minutes.
  yield* sql`ANALYZE`.unprepared
  const timed = Effect.fnUntraced(function* (method: string, path: string) {
    const before = cpuMs()
    const { ms } = yield* call(method, path)
    const after = cpuMs()
    const took = { ms: Math.round(ms), gatewayMs: after.own - before.own, databaseMs: after.below - before.below }
    yield* say(`${method}: ${JSON.stringify(took)}`)
    return took
  })
  const deleted: Array<Took> = []
  const restored: Array<Took> = []
  for (let n = 0; n < 2; n++) {
    deleted.push(yield* timed("DELETE", `${path}?id=${data.id}`))
    restored.push(yield* timed("POST", `/v1/user/deleted-apps/${data.id}/restore`))
  }
  return { keywords: lists * 4_000, deleted, restored }
})

const measureAll = Effect.fn("measureAll")(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const startMs = performance.now()
  const found = yield* known
  const isNew = found.length === 0
  const all: ReadonlyArray<Generated> = isNew ? yield* generate(size, say) : found
  const seedSeconds = isNew ? Math.round((performance.now() - startMs) / 1000) : null
  if (flags.seed) return { seedSeconds, accounts: all.length }
  const accounts = yield* Accounts.Accounts
  const keyOf = (accountId: string) =>
    Effect.map(accounts.createKey({ accountId, name: "bench" }), ({ value }) => Redacted.value(value))
  const withKeys = (rows: ReadonlyArray<Generated>) =>
    Effect.forEach(rows, (row) => Effect.map(keyOf(row.accountId), (key) => ({ ...row, key })))
  // Spread over all, so that most are of the ordinary size and some are large.
  const step = Math.max(1, Math.floor(all.length / 200))
  const anyone = yield* withKeys(all.filter((_, index) => index % step === 0).slice(0, 200))
  const [largest] = yield* withKeys(all.slice(0, 1))
  const heavy = yield* withKeys(all.slice(1, 3))
  if (largest === undefined) return yield* Effect.die("nothing is there")
  type Known = typeof largest

  // What an earlier run had counted later is no part of this one.
  yield* sql`SELECT FROM keywords_recounts LIMIT 1`.pipe(
    Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced(500) })
  )
  const today = new Date().toISOString().slice(0, 10)
  const cursorOf = Effect.fnUntraced(function* (of: Known, address: string) {
    const { text } = yield* askBench(`${url}${address}`, of.key)
    const { data } = yield* Effect.orDie(Schema.decodeEffect(Listed)(text))
    return data.nextCursor === null ? "" : `cursor=${encodeURIComponent(data.nextCursor)}`
  })
  const reportOf = Effect.fnUntraced(function* (of: Known) {
    const { text } = yield* askBench(`${url}/v1/user/reports?limit=1`, of.key)
    const { data } = yield* Effect.orDie(Schema.decodeEffect(Listed)(text))
    return data.items[0]?.id ?? ""
  })
  const gets: ReadonlyArray<readonly [name: string, at: (of: Known) => Effect.Effect<string>]> = [
    ["apps", () => Effect.succeed(path)],
    ["apps by q", () => Effect.succeed(`${path}?q=ours`)],
    ["apps by appId", ({ appId }) => Effect.succeed(`${path}?appId=${appId}`)],
    ["competitors", ({ appId }) => Effect.succeed(`${path}/${appId}/competitors`)],
    ["keywords", ({ appId }) => Effect.succeed(`${path}/${appId}/keywords`)],
    ["keywords, limit 500", ({ appId }) => Effect.succeed(`${path}/${appId}/keywords?limit=500`)],
    [
      "keywords, next page",
      (of) =>
        Effect.map(
          cursorOf(of, `${path}/${of.appId}/keywords?limit=20`),
          (cursor) => `${path}/${of.appId}/keywords?${cursor}`
        )
    ],
    ["keywords by country", ({ appId }) => Effect.succeed(`${path}/${appId}/keywords?country=de`)],
    ["keywords by language", ({ appId }) => Effect.succeed(`${path}/${appId}/keywords?language=en`)],
    ["keywords by q", ({ appId }) => Effect.succeed(`${path}/${appId}/keywords?q=word7`)],
    ["versions", ({ appId }) => Effect.succeed(`${path}/${appId}/versions`)],
    ["versions by language", ({ appId }) => Effect.succeed(`${path}/${appId}/versions?language=de-DE&isReleased=true`)],
    ["reports", () => Effect.succeed("/v1/user/reports")],
    ["reports, limit 100", () => Effect.succeed("/v1/user/reports?limit=100")],
    [
      "reports, next page",
      (of) => Effect.map(cursorOf(of, "/v1/user/reports?limit=20"), (cursor) => `/v1/user/reports?${cursor}`)
    ],
    ["reports by appId", ({ appId }) => Effect.succeed(`/v1/user/reports?appId=${appId}`)],
    ["reports by kind", () => Effect.succeed("/v1/user/reports?kind=aso.audit")],
    ["reports by day", () => Effect.succeed(`/v1/user/reports?from=2020-01-01&to=${today}`)],
    ["report by id", (of) => Effect.map(reportOf(of), (id) => `/v1/user/reports?id=${id}`)]
  ]
  // The first answers of a process are slower.
  yield* measureBench(Math.min(asks, 100), () => ({ url: `${url}${path}`, key: largest.key }))
  const rows: Array<Readonly<Record<string, unknown>>> = []
  for (const [name, at] of gets.filter(([name]) => name.includes(flags.only))) {
    for (const [whose, of] of [
      ["anyone", anyone],
      ["the largest", [largest]]
    ] as const) {
      const addresses = yield* Effect.forEach(of, (one) =>
        Effect.map(at(one), (address) => ({ address, key: one.key }))
      )
      const figures = yield* measureBench(asks, (n) => {
        const one = addresses[n % addresses.length]
        return one === undefined ? undefined : { url: `${url}${one.address}`, key: one.key }
      })
      rows.push({ get: name, of: whose, ...figures })
      yield* say(`${name} of ${whose}: ${JSON.stringify(figures)}`)
    }
  }
  const lists: Array<number> = []
  // The first are slower: the server has run for seconds.
  for (let n = -3; n < 10 && ["", "lists"].includes(flags.only); n++) {
    const of = heavy[Math.abs(n) % heavy.length] ?? largest
    const keywords = Array.from({ length: 200 }, (_, k) => `list ${Date.now()} ${n} ${k}`)
    const body = { keywords, countries }
    const { ms } = yield* askBench(`${url}${path}/${of.appId}/keywords`, of.key, { method: "POST", body })
    if (n >= 0) lists.push(ms)
  }
  const undo = ["", "undo"].includes(flags.only) ? yield* measureUndo(url) : undefined
  const moving =
    flags.only === "move" || (flags.short && flags.only === "")
      ? yield* measureMoving(url, flags.short, say)
      : undefined
  const [keywords] = yield* counted(sql`SELECT count(*)::int AS n FROM workspace_keywords`)
  const [reports] = yield* counted(sql`SELECT count(*)::int AS n FROM workspace_reports`)
  const list = figuresOf(lists)
  return {
    load: loadavg().map((load) => Math.round(load * 10) / 10),
    over20Ms: rows.filter(({ p95Ms }) => Number(p95Ms) >= getMsMax).map(({ get, of }) => `${get} of ${of}`),
    isListUnderASecond: list.p95Ms < listMsMax,
    accounts: all.length,
    keywords: keywords?.n,
    reports: reports?.n,
    largest: { keywordsOfApp: largest.keywords, reports: largest.reports },
    seedSeconds,
    list200x20: list,
    undo,
    moving,
    gets: rows
  }
})

const report = await Effect.runPromise(Effect.scoped(program))
process.stdout.write(`${JSON.stringify(report, undefined, flags.json ? undefined : 1)}\n`)
