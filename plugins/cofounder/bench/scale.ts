/**
 * node --conditions development plugins/cofounder/bench/scale.ts [--accounts 10000] [--reporting 100] [--dir DIR] [--short] [--json]
 *
 * How long the reports of many take from the moment they are due: by the schedules' tick, the jobs and the deliveries of a whole
 * gateway, on a database that has so many accounts with 3 apps each, of which some are due. Says what all of them would take at that
 * rate, and how loaded the machine was; it fails only where a report isn't made or isn't received.
 */
import { loadavg } from "node:os"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Accounts } from "@storeglass/core"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { dayIn, plusDays, rowsOf } from "@storeglass/plugin-api"
import { askBench, startBenchGateway } from "@storeglass/testkit/bench"
import { Clock, Context, Effect, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

const flags = parseArgs({
  options: {
    accounts: { type: "string" },
    reporting: { type: "string" },
    dir: { type: "string" },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
}).values
const accounts = Number(flags.accounts ?? (flags.short ? 50 : 10_000))
const reporting = Number(flags.reporting ?? (flags.short ? 2 : 100))
const appsEach = 3
const keywordsEach = 25
const wanted = { accounts: 10_000, hours: 2 }
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))

const apps = Array.from({ length: 100 }, (_, n) => String(910_000 + n))
const keywords = Array.from({ length: keywordsEach }, (_, n) => `habit ${"abcdefghijklmnopqrstuvwxyz"[n]}`)

const counted = rowsOf(
  Schema.Struct({ made: Schema.Int, received: Schema.Int, whole: Schema.Int, open: Schema.Int, failed: Schema.Int })
)

/** Rows of one account again for each of the others, under ids of their own. */
const cloned = (table: string, ids: ReadonlyArray<string>, from: string) => `
  INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN cofounder_bench b
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object('account_id', b.id${ids
      .map((id) => `, '${id}', md5(b.id::text || (t.${id})::text)::uuid`)
      .join("")})) r WHERE t.account_id = '${from}' ORDER BY b.id`

const run = Effect.fn("run")(function* () {
  const { services, sandbox, url } = yield* startBenchGateway({
    name: "cofounder",
    dir: flags.dir,
    plugins: "  keywords:\n  charts: { collectOnStart: false }\n  apps:\n  workspace:\n  cofounder:"
  })
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const service = yield* Accounts.Accounts
    const today = dayIn("UTC", yield* Clock.currentTimeMillis)
    const day = plusDays(today, -1)
    yield* KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        [plusDays(day, -1), day].flatMap((on, turn) =>
          keywords.map((keyword, k) => ({
            platform: "storea" as const,
            country: "us",
            device: "iphone",
            keyword,
            day: on,
            source: "bench",
            depth: 200,
            resultCount: apps.length,
            reach: 1_000,
            volume: 40,
            difficulty: 30,
            apps: apps.map((_, n) => {
              const appId = apps[(n * 7 + k * 11 + turn * 13) % apps.length] ?? ""
              return { appId, name: `App ${appId}`, seller: "Seller" }
            })
          }))
        )
      )
    ).pipe(Effect.provideContext(contextOf(Context.get(services, PluginContexts), keywordsPlugin)))
    yield* sql`INSERT INTO apps_rating_snapshots (platform, country, app_id, day, observed_at, rating_count, average_rating)
      SELECT 'storea', 'us', app, day, day + time '08:00', 1000, CASE WHEN day = ${day}::date THEN 4.2 ELSE 4.5 END
      FROM unnest(${apps}::text[]) app, unnest(ARRAY[${day}, ${plusDays(day, -7)}]::date[]) day`

    const make = Effect.fnUntraced(function* (n: number) {
      const account = yield* service.create({ email: `bench-${n}@example.com`, plan: "growth" })
      const { value } = yield* service.createKey({ accountId: account.id, name: "bench" })
      const ask = (method: string, path: string, body: object) =>
        askBench(`${url}${path}`, Redacted.value(value), { method, body })
      yield* ask("PUT", "/v1/cofounder/integrations/webhook", {
        credentials: { url: `${sandbox?.baseUrls.webhook}/bench-${n}` },
        integrationConfig: { secret: "a-secret-of-the-bench" }
      })
      yield* ask("PUT", "/v1/cofounder/preferences", { enabledIntegrations: ["webhook"] })
      return { id: account.id, n, ask }
    })
    const fill = Effect.fnUntraced(function* ({ ask, n }: Effect.Success<ReturnType<typeof make>>) {
      for (let k = 0; k < appsEach; k++) {
        const appId = apps[(n * appsEach + k) % apps.length]
        const app = { platform: "storea", appId, country: "us", appName: `App ${appId}` }
        yield* ask("POST", "/v1/user/apps", app)
        yield* ask("POST", `/v1/user/apps/${appId}/keywords`, { keywords, country: "us" })
        for (const away of [31, 57]) {
          const competitorAppId = apps[(n * appsEach + k + away) % apps.length]
          yield* ask("POST", `/v1/user/apps/${appId}/competitors`, { competitorAppId, name: "Rival" })
        }
      }
    })
    const made = yield* Effect.forEach(Array.from({ length: reporting }), (_, n) => make(n))
    // What is made at once is nothing, as there are no apps yet: the schedule makes all.
    yield* sql`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'cofounder.daily'`.pipe(
      Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced(100) })
    )
    yield* Effect.forEach(made, fill, { discard: true })
    const own = made.map(({ id }) => id)
    const [first] = own
    if (first === undefined) return yield* Effect.die(new Error("no account is due"))
    yield* say(`${own.length} accounts are made`)

    // The others are there, as large as these, and not due.
    yield* sql`CREATE TABLE cofounder_bench AS
      SELECT gen_random_uuid() AS id FROM generate_series(1, ${Math.max(0, accounts - reporting)}::int)`
    yield* sql.unsafe(`INSERT INTO core_accounts SELECT r.* FROM core_accounts t CROSS JOIN cofounder_bench b
      CROSS JOIN LATERAL jsonb_populate_record(NULL::core_accounts,
        to_jsonb(t) || jsonb_build_object('id', b.id, 'email', b.id || '@example.com')) r WHERE t.id = '${first}'`)
    const copies = [
      ["workspace_accounts", []],
      ["workspace_owners", []],
      ["workspace_apps", ["id"]],
      ["workspace_competitors", ["id", "app"]],
      ["workspace_keyword_rows", ["id", "app"]],
      ["keywords_watchers", []],
      ["core_webhook_endpoints", ["id"]],
      ["cofounder_webhooks", ["endpoint_id"]]
    ] as const
    // What they refer to is copied with them: looking for it a million times is most of what this would take.
    yield* sql.withTransaction(
      Effect.andThen(
        sql`SET LOCAL session_replication_role = replica`,
        Effect.forEach(copies, ([table, ids]) =>
          Effect.andThen(sql.unsafe(cloned(table, ids, first)), say(`${table}: copied`))
        )
      )
    )
    yield* sql`INSERT INTO core_schedules (account_id, plugin, name, job, payload, cron, anchor_ms, next_ms)
      SELECT b.id::text, t.plugin, t.name, t.job, json_build_object('accountId', b.id), t.cron, t.anchor_ms,
        t.next_ms + 86400000 FROM core_schedules t CROSS JOIN cofounder_bench b
      WHERE t.plugin = 'cofounder' AND t.account_id = ${first}`
    // A week of reports of each app.
    yield* sql`INSERT INTO cofounder_reports (account_id, platform, app_id, day, id, country, made_ms, charts, headline)
      SELECT account_id, platform, app_id, ${day}::date - n, gen_random_uuid(), country, 0, '[]', 'Nothing changed that day.'
      FROM workspace_apps, generate_series(1, 7) n`
    yield* sql`ANALYZE`
    yield* say(`${accounts} accounts with ${appsEach} apps each are there`)

    const reports = reporting * appsEach
    const progress = Effect.map(
      counted(sql`SELECT
        (SELECT count(*)::int FROM cofounder_reports WHERE day = ${day}::date) AS made,
        (SELECT count(*)::int FROM cofounder_events WHERE event = 'report.created' AND state = 'received') AS received,
        (SELECT count(*)::int FROM cofounder_events WHERE event = 'report.created' AND body LIKE '%"rule":"keywords.%'
          AND body LIKE '%"rule":"ratings.fell"%') AS whole,
        (SELECT count(*)::int FROM cofounder_events WHERE state IN ('waiting', 'sending')) AS open,
        (SELECT count(*)::int FROM cofounder_events WHERE state NOT IN ('waiting', 'sending', 'received')) AS failed`),
      ([row]) => row ?? { made: 0, received: 0, whole: 0, open: 0, failed: 0 }
    )
    const nowMs = yield* Clock.currentTimeMillis
    yield* sql`UPDATE core_schedules SET next_ms = ${nowMs}::bigint
      WHERE plugin = 'cofounder' AND account_id = ANY(${own}::text[])`
    const dueMs = performance.now()
    const once = (isDone: (now: Effect.Success<typeof progress>) => boolean) =>
      progress.pipe(
        Effect.repeat({ until: isDone, schedule: Schedule.spaced(100) }),
        Effect.map((now) => ({ now, ms: performance.now() - dueMs }))
      )
    const begun = yield* once(({ made }) => made > 0)
    const load = loadavg()[0] ?? 0
    const all = yield* once((now) => now.made >= reports)
    const posted = yield* once(({ failed, open, received }) => open === 0 && (received >= reports || failed > 0))
    const seconds = (ms: number) => Math.round(ms / 100) / 10
    const { failed, received, whole } = posted.now
    const workMs = posted.ms - begun.ms
    return {
      accounts,
      apps: accounts * appsEach,
      reports,
      received,
      whole,
      failed,
      tickSeconds: seconds(begun.ms),
      madeSeconds: seconds(all.ms - begun.ms),
      receivedSeconds: seconds(workMs),
      reportsPerSecond: Math.round((10 * reports) / (workMs / 1_000)) / 10,
      hoursOfAll: Math.round((100 * (workMs / reports) * wanted.accounts * appsEach) / 3_600_000) / 100,
      hoursWanted: wanted.hours,
      loadAverage: { before: Math.round(10 * load) / 10, after: Math.round(10 * (loadavg()[0] ?? 0)) / 10 }
    }
  }).pipe(Effect.provideContext(services))
})

const told = await Effect.runPromise(Effect.scoped(run()))
if (flags.json) process.stdout.write(`${JSON.stringify(told)}\n`)
else process.stdout.write(`${JSON.stringify(told, undefined, 2)}\n`)
// All must be made, with what the history holds, and received.
if (told.received < told.reports || told.whole < told.reports || told.failed > 0) process.exitCode = 1
