import { startSandbox } from "@storeglass/sandbox"
import { Effect, Exit, type Redacted, Schedule, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import double from "../../plugins/growth/sandbox/index.ts"
import {
  differencesOf,
  freshDatabase,
  type GateAccount,
  makeAccounts,
  onDatabase,
  startPostgres
} from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayOptions, type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"

const base = "/v1/growth"
const nodes = 3
const price = 5
/** A dead worker's jobs come back within four seconds. */
const stuckMsMax = 90_000
const endMsMax = 300_000
const word = (n: number) => `gateword${n}`

const Made = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ id: Schema.String }) }))
const Accepted = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Struct({ taskRunId: Schema.String, status: Schema.String }) })
)
const post = (address: string, { apiKey }: GateAccount, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(address, {
      method: "POST",
      headers: { "x-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, text: await response.text() }
  })
const posted = Effect.fnUntraced(function* (address: string, account: GateAccount, wanted: number, body?: object) {
  const { status, text } = yield* post(address, account, body)
  return status === wanted ? text : yield* new GateError({ message: `${address}: ${status} ${text}` })
})

const Progress = Schema.Tuple([Schema.Struct({ pages: Schema.Int, isOver: Schema.Boolean })])
/** Waits until so many pages are read, or the scans are over. */
const read = (url: Redacted.Redacted<string>, ids: ReadonlyArray<string>, wanted: number | "over", limitMs: number) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(
        sql`SELECT coalesce(sum(requests), 0)::int AS pages, coalesce(bool_and(finished_ms IS NOT NULL), false) AS "isOver"
          FROM growth_runs WHERE account_id = ANY(${[...ids]}::uuid[])`,
        Schema.decodeUnknownEffect(Progress)
      ).pipe(
        Effect.map(([progress]) => progress),
        Effect.repeat({
          until: ({ isOver, pages }) => isOver || (wanted !== "over" && pages >= wanted),
          schedule: Schedule.spaced(20)
        }),
        Effect.timeoutOrElse({
          duration: limitMs,
          orElse: () => Effect.fail(new GateError({ message: `not within ${limitMs} ms: ${wanted} pages` }))
        })
      )
    )
  )

const Workers = Schema.Array(Schema.Struct({ worker: Schema.String }))
/** Workers of jobs that were ever started and not struck off, or those that run a scan now. */
const workersOf = (url: Redacted.Redacted<string>, which: "all" | "reading") =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      which === "all"
        ? sql`SELECT worker_id AS worker FROM core_job_workers`
        : sql`SELECT DISTINCT j.locked_by AS worker FROM graphile_worker._private_jobs j
            JOIN graphile_worker._private_tasks t ON t.id = j.task_id
            WHERE t.identifier = 'growth.scan' AND j.locked_by IS NOT NULL`
    ).pipe(
      Effect.flatMap(Schema.decodeUnknownEffect(Workers)),
      Effect.map((rows) => rows.map(({ worker }) => worker))
    )
  )

const Outcome = Schema.Struct({
  accountId: Schema.String,
  runs: Schema.Int,
  status: Schema.String,
  pages: Schema.Int,
  scanned: Schema.Int,
  found: Schema.Int,
  updated: Schema.Int,
  charged: Schema.Int,
  resumes: Schema.Int,
  sources: Schema.String,
  rows: Schema.Int,
  threads: Schema.String,
  counted: Schema.Int,
  captured: Schema.Int,
  openHolds: Schema.Int
})
const Outcomes = Schema.Array(Outcome)
const outcomesOf = (url: Redacted.Redacted<string>, ids: ReadonlyArray<string>) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(
        sql`SELECT r.account_id AS "accountId", count(*)::int AS runs, min(r.status) AS status, sum(r.requests)::int AS pages,
            sum(r.scanned)::int AS scanned, sum(r.found)::int AS found, sum(r.updated)::int AS updated,
            sum(r.credits_charged)::int AS charged, sum(r.resumes)::int AS resumes,
            -- Where a double listens differs by nothing else.
            (SELECT string_agg(s ->> 'status' || ' ' || (s ->> 'pages'), ',' ORDER BY s ->> 'status', s ->> 'pages')
              FROM jsonb_array_elements((array_agg(r.sources))[1]) s) AS sources,
            (SELECT count(*)::int FROM growth_opportunities o WHERE o.account_id = r.account_id) AS rows,
            (SELECT md5(string_agg(o.key || ' ' || o.score || ' ' || coalesce(o.intent, '') || ' ' || o.title || o.excerpt, E'\n'
              ORDER BY o.key)) FROM growth_opportunities o WHERE o.account_id = r.account_id) AS threads,
            (SELECT sum(n)::int FROM growth_counts c WHERE c.account_id = r.account_id AND facet = 'total'
              AND project_id = '00000000-0000-0000-0000-000000000000') AS counted,
            (SELECT coalesce(sum(captured), 0)::int FROM core_credit_holds h WHERE h.account_id = r.account_id) AS captured,
            (SELECT count(*)::int FROM core_credit_holds h WHERE h.account_id = r.account_id AND h.state = 'held') AS "openHolds"
          FROM growth_runs r WHERE r.account_id = ANY(${[...ids]}::uuid[]) GROUP BY r.account_id`,
        Schema.decodeUnknownEffect(Outcomes)
      )
    )
  )

const runScans = Effect.fn("scans")(function* (run: GateRun) {
  const kills = run.rounds(100, 4)
  const killsAtOnce = run.short ? 4 : 20
  const keywords = run.short ? 4 : 9
  const scansAtOnce = run.short ? 2 : 5
  const posts = run.short ? 230 : 980
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Beside the gateways, not within them: it must outlive each kill.
  const { baseUrls, control } = yield* Effect.mapError(
    startSandbox({ doubles: [double], size: 400 }),
    ({ message }) => new GateError({ message })
  )
  const nowMs = Date.now()
  yield* Effect.promise(() =>
    control.act(
      "growth",
      "write",
      Array.from({ length: posts }, (_, n) => ({
        id: 900_000 + n,
        title: Array.from({ length: keywords }, (_, k) => word(k)).join(" "),
        text: `Can anyone recommend an app? ${n}`,
        atMs: nowMs - (n + 1) * 60_000
      }))
    )
  )
  // Each kind, now and then: it passes, and the page is asked for again.
  const failures = ["500", "reset", "truncated", "503"] as const
  const options: GatewayOptions = {
    databaseUrl: url,
    plugins: ["stores"],
    config: {
      logs: { level: "Error" },
      plugins: {
        growth: {
          lemmy: {
            // The second answers nobody, and the third speaks another language.
            instances: [baseUrls.lemmy, "http://127.0.0.1:9", baseUrls.mastodon],
            requestsPerMinute: 100_000
          }
        }
      }
    }
  }
  const project = { name: "Gate", channel: "lemmy", keywords: Array.from({ length: keywords }, (_, n) => word(n)) }
  const begin = Effect.fnUntraced(function* (gateways: ReadonlyArray<GatewayProcess>, account: GateAccount) {
    const [first] = gateways
    if (first === undefined) return yield* new GateError({ message: "no gateway" })
    const text = yield* posted(`${first.url}${base}/projects`, account, 201, project)
    const { data } = yield* Effect.orDie(Schema.decodeEffect(Made)(text))
    // Asked 50 times at once over all nodes: one run.
    const answers = yield* Effect.forEach(
      Array.from({ length: 50 }),
      (_, n) => posted(`${gateways[n % gateways.length]?.url}${base}/projects/${data.id}/scan`, account, 200),
      { concurrency: 50 }
    )
    return yield* Effect.forEach(answers, (text) => Effect.orDie(Schema.decodeEffect(Accepted)(text)))
  })

  // What a single run by itself finds.
  const naive = yield* Effect.scoped(
    Effect.gen(function* () {
      const gateway = yield* startGateway(options)
      const [account] = yield* makeAccounts(url, 1)
      if (account === undefined) return yield* new GateError({ message: "no account" })
      yield* begin([gateway], account)
      yield* read(url, [account.accountId], "over", endMsMax)
      const [outcome] = yield* outcomesOf(url, [account.accountId])
      return outcome ?? (yield* new GateError({ message: "no outcome" }))
    })
  )
  yield* run.say(`a run by itself reads ${naive.pages} pages and finds ${naive.found}: ${naive.sources}`)

  // A scan lasts while several nodes are killed and started.
  control.fail({ kind: "slow", delayMs: 800 })
  const timing = run.random.fork("timing")
  const alive: Array<{ readonly gateway: GatewayProcess; readonly worker: string; readonly scope: Scope.Closeable }> =
    []
  const start = Effect.gen(function* () {
    const scope = yield* Scope.make()
    yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
    const before = yield* workersOf(url, "all")
    const gateway = yield* Scope.provide(startGateway(options), scope)
    // One node starts at a time: the new worker is this one's.
    const worker = yield* workersOf(url, "all").pipe(
      Effect.map((workers) => workers.find((worker) => !before.includes(worker))),
      Effect.repeat({ until: (worker) => worker !== undefined, schedule: Schedule.spaced(20) }),
      Effect.timeoutOrElse({
        duration: stuckMsMax,
        orElse: () => Effect.fail(new GateError({ message: "a node without a worker" }))
      })
    )
    alive.push({ gateway, worker: worker ?? "", scope })
  })
  yield* Effect.forEach(Array.from({ length: nodes }), () => start, { concurrency: 1 })
  /** Of a node that reads, or, one time in four, of any. */
  const kill = Effect.gen(function* () {
    const reading = timing.int(0, 3) === 0 ? [] : yield* workersOf(url, "reading")
    const of = alive.findIndex(({ worker }) => reading.includes(worker))
    const [dead] = alive.splice(of < 0 ? timing.int(0, alive.length - 1) : of, 1)
    if (dead === undefined) return
    yield* dead.gateway.kill
    yield* Scope.close(dead.scope, Exit.void)
    yield* start
  })
  let killed = 0
  let asOne = true
  const outcomes: Array<typeof Outcome.Type> = []
  while (killed < kills) {
    const accounts = yield* makeAccounts(url, scansAtOnce)
    const ids = accounts.map(({ accountId }) => accountId)
    for (const account of accounts) {
      const accepted = yield* begin(
        alive.map(({ gateway }) => gateway),
        account
      )
      asOne &&= new Set(accepted.map(({ data }) => data.taskRunId)).size === 1
    }
    const total = naive.pages * scansAtOnce
    for (let n = 0; n < killsAtOnce && killed < kills; n++, killed++) {
      control.fail({ upstream: "lemmy", kind: failures[killed % failures.length] ?? "500", times: 1 })
      yield* read(url, ids, Math.round((total * n) / (killsAtOnce + 2)), stuckMsMax)
      yield* Effect.sleep(timing.int(0, 800))
      yield* kill
    }
    yield* read(url, ids, "over", endMsMax)
    outcomes.push(...(yield* outcomesOf(url, ids)))
    yield* run.say(`${killed}/${kills} kills, ${outcomes.length} scans`)
  }
  const differing = outcomes.flatMap((outcome) => {
    const fields = (["status", "pages", "scanned", "found", "updated", "sources", "rows", "threads"] as const).filter(
      (field) => outcome[field] !== naive[field]
    )
    return fields.map((field) => `${field} ${outcome[field]} for ${naive[field]}`)
  })
  const resumes = outcomes.reduce((sum, outcome) => sum + outcome.resumes, 0)
  run.check("a scan that is asked for 50 times at once is one", asOne && outcomes.every(({ runs }) => runs === 1))
  run.check(
    "scans end as one that nothing cut: no page's candidates missing or doubled",
    differing.length === 0 && naive.status === "finished" && naive.found === posts && naive.rows === posts,
    differing[0] ?? JSON.stringify(naive)
  )
  run.check(
    "a source that fails says so, and the others are read",
    /failed 0/.test(naive.sources) && /ok \d+/.test(naive.sources),
    naive.sources
  )
  run.check(
    "a scan that read something is captured once, and no hold is left open",
    outcomes.every(({ captured, charged, openHolds }) => captured === price && charged === price && openHolds === 0),
    JSON.stringify(outcomes.find(({ captured, openHolds }) => captured !== price || openHolds !== 0) ?? "")
  )
  run.check(
    "counts are those of the rows",
    outcomes.every(({ counted, rows }) => counted === rows)
  )
  // Those of a node that reads nothing, or has just ended its page, are in vain.
  run.check("kills leave scans to be taken over", resumes >= kills / 4, `${resumes} in ${kills} kills`)
  const differences = yield* differencesOf(url)
  run.check(
    "the ledger's figures are the sums of its entries",
    differences.length === 0,
    differences[0] === undefined ? "" : JSON.stringify(differences[0])
  )
  run.measure("kills", kills)
  run.measure("scans", outcomes.length)
  run.measure("pages of a scan", naive.pages)
  run.measure("takeovers", resumes)
})

export const gate: Gate = {
  name: "scans",
  proves:
    "kill -9 of three nodes while public places are read and fail: each scan ends as one that nothing cut, and is paid once",
  run: runScans
}
