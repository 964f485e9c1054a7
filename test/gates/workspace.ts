import { join } from "node:path"
import { Effect, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase, type GateAccount, makeAccounts, onDatabase, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayOptions, root, startGateway } from "./support/gatewayProcess.ts"
import type { Prng } from "./support/prng.ts"

const path = "/v1/user/apps"
const accountsARound = 4
const words = 40
const countries = ["us", "gb", "de", "fr", "jp"]
/** How long none of the events may be heard, before the rest are taken for lost. */
const silentMsMax = 60_000
const pauseMs = 500

const optionsOf = (databaseUrl: Redacted.Redacted<string>): GatewayOptions => ({
  databaseUrl,
  plugins: ["stores"],
  config: {
    logs: { level: "Error" },
    // A hundred kills leave a hundred thousand events to hear.
    jobs: { lanes: { "ear.events": 32 } },
    plugins: {
      keywords: { collect: { searchesPerMinute: { storea: 1, storeb: 1 } } },
      workspace: { writesPerSecond: 100_000 },
      ear: { package: join(root, "plugins/workspace/test/ear") }
    }
  }
})

/** What is to be seen of an app: how many rows of each, in place or among what was deleted. */
const Seen = Schema.Struct({
  isThere: Schema.Boolean,
  keywords: Schema.Int,
  competitors: Schema.Int,
  versions: Schema.Int,
  released: Schema.Int,
  deletedRows: Schema.Int
})
type Seen = typeof Seen.Type
const nowhere: Seen = { isThere: false, keywords: 0, competitors: 0, versions: 0, released: 0, deletedRows: 0 }

/** A write, as one app's rows are before it and after it. */
interface Write {
  readonly what: "app" | "list" | "competitor" | "draft" | "release" | "delete" | "restore"
  readonly app: number
  readonly before: Seen
  readonly after: Seen
}

/** What one account did, and the write that got no answer. */
interface Client {
  readonly account: GateAccount
  readonly apps: Map<number, Seen>
  cut: Write | undefined
}

const Row = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })

/** Writes for an account, one after the other, until its gateway is gone. */
const write = async (url: string, client: Client, dice: Prng, onAnswer: () => void) => {
  const call = async (method: string, address: string, body?: unknown) => {
    const response = await fetch(`${url}${address}`, {
      method,
      headers: { "x-api-key": client.account.apiKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    // A machine that's busy enough: whether it was written is seen from its rows, as of what was under way.
    if (response.status === 503) throw new Error("unavailable")
    if (response.status !== 200) throw new GateError({ message: `${method} ${address}: ${response.status} ${text}` })
    onAnswer()
    return text
  }
  const idOf = (text: string) => Schema.decodeUnknownSync(Schema.fromJsonString(Row))(text).data.id
  const step = async (what: Write["what"], app: number, after: Seen, ask: () => Promise<string>) => {
    client.cut = { what, app, before: client.apps.get(app) ?? nowhere, after }
    const text = await ask()
    client.apps.set(app, after)
    client.cut = undefined
    return text
  }
  for (let number = 1 + Math.max(900_000, ...client.apps.keys()); ; number++) {
    const own = `${path}/${number}`
    const list = Array.from({ length: words }, (_, index) => `word ${number % 7} ${index}`)
    const app = { ...nowhere, isThere: true }
    await step("app", number, app, () => call("POST", path, { appId: number, isLive: false, appName: `App ${number}` }))
    const listed = { ...app, keywords: words * countries.length }
    await step("list", number, listed, () => call("POST", `${own}/keywords`, { keywords: list, countries }))
    const rival = { competitorAppId: number + 1_000_000, name: "Rival" }
    const compared = { ...listed, competitors: 1 }
    await step("competitor", number, compared, () => call("POST", `${own}/competitors`, rival))
    const drafted = { ...compared, versions: 1 }
    const draft = await step("draft", number, drafted, () => call("POST", `${own}/versions`, { versionName: "1.0" }))
    const whole = { ...drafted, released: 1 }
    await step("release", number, whole, () =>
      call("PATCH", `${own}/versions`, { id: idOf(draft), isReleased: true, force: true })
    )
    if (dice.chance(0.2)) continue
    const gone = { ...nowhere, deletedRows: whole.keywords + whole.competitors + whole.versions }
    const deleted = await step("delete", number, gone, () => call("DELETE", `${path}?appId=${number}`))
    if (dice.chance(0.5)) continue
    await step("restore", number, whole, () => call("POST", `/v1/user/deleted-apps/${idOf(deleted)}/restore`))
    await step("delete", number, gone, () => call("DELETE", `${path}?appId=${number}`))
  }
}

const AppRows = Schema.Array(Schema.Struct({ appId: Schema.String, ...Seen.fields }))
/** The apps of an account as its rows have them. */
const appsOf = (url: Redacted.Redacted<string>, accountId: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(
        sql`
          SELECT app_id AS "appId", true AS "isThere",
            (SELECT count(*)::int FROM workspace_keywords r WHERE r.account_id = a.account_id AND r.app = a.id) AS keywords,
            (SELECT count(*)::int FROM workspace_competitors r WHERE r.account_id = a.account_id AND r.app = a.id) AS competitors,
            (SELECT count(*)::int FROM workspace_versions r WHERE r.account_id = a.account_id AND r.app = a.id) AS versions,
            (SELECT count(*)::int FROM workspace_versions r WHERE r.account_id = a.account_id AND r.app = a.id
              AND released_ms IS NOT NULL) AS released,
            (SELECT count(*)::int FROM workspace_deleted_rows r
              WHERE r.account_id = a.account_id AND r.app = a.id) AS "deletedRows"
          FROM workspace_apps a WHERE account_id = ${accountId}::uuid
          UNION ALL SELECT row->>'app_id', false, 0, 0, 0, 0,
            (SELECT count(*)::int FROM workspace_deleted_rows r WHERE r.account_id = d.account_id AND r.app = d.id)
            + (SELECT count(*)::int FROM workspace_keyword_rows r WHERE r.account_id = d.account_id AND r.app = d.id)
          FROM workspace_deleted d WHERE account_id = ${accountId}::uuid`,
        Schema.decodeUnknownEffect(AppRows)
      )
    )
  )

const Counts = Schema.Tuple([
  Schema.Struct({
    /** Collected and no row of the account has it, or the other way round. */
    apart: Schema.Int,
    collected: Schema.Int,
    /** Rows whose events don't say that they're there, and the other way round. */
    untold: Schema.Int,
    events: Schema.Int,
    /** Counts that are kept beside the rows, and aren't theirs. */
    miscounted: Schema.Int
  })
])
/** The rows of all accounts against the collection, the events and the counts. */
const countsOf = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        Effect.flatMap(
          sql`
            WITH wanted AS (SELECT DISTINCT account_id, platform, country, device, keyword FROM workspace_keywords WHERE state = 'on'),
            collected AS (
              SELECT w.account_id, m.platform, m.country, m.device, t.term FROM keywords_watchers w
              JOIN keywords_tracked t ON t.id = w.keyword_id AND t.tracked_at IS NOT NULL
              JOIN keywords_markets m ON m.id = t.market_id),
            told AS (
              SELECT payload->>'id' AS id, sum(CASE WHEN name LIKE '%.removed' THEN -1 ELSE 1 END) AS times
              FROM core_events WHERE name LIKE 'workspace.%.added' OR name LIKE 'workspace.%.removed' GROUP BY 1),
            released AS (SELECT DISTINCT payload->>'id' AS id FROM core_events WHERE name = 'workspace.version.released'),
            rows AS (
              SELECT id::text FROM workspace_apps UNION ALL SELECT id::text FROM workspace_keywords
              UNION ALL SELECT id::text FROM workspace_competitors)
            SELECT
              (SELECT count(*)::int FROM (
                (TABLE wanted EXCEPT TABLE collected) UNION ALL (TABLE collected EXCEPT TABLE wanted)) AS a) AS apart,
              (SELECT count(*)::int FROM collected) AS collected,
              (SELECT count(*)::int FROM rows FULL JOIN told USING (id)
                WHERE coalesce(told.times, 0) <> CASE WHEN rows.id IS NULL THEN 0 ELSE 1 END)
              + (SELECT count(*)::int FROM workspace_versions v FULL JOIN released r ON r.id = v.id::text
                WHERE (v.id IS NOT NULL AND (v.released_ms IS NOT NULL) <> (r.id IS NOT NULL))
                OR (v.id IS NULL AND NOT EXISTS (SELECT FROM workspace_deleted_rows d WHERE d.id::text = r.id))) AS untold,
              (SELECT count(*)::int FROM core_events) AS events,
              (SELECT count(*)::int FROM workspace_accounts a WHERE (apps, keywords, versions) <> (
                (SELECT count(*) FROM workspace_apps r WHERE r.account_id = a.account_id),
                (SELECT count(*) FROM workspace_keywords r WHERE r.account_id = a.account_id),
                (SELECT count(*) FROM workspace_versions r WHERE r.account_id = a.account_id)))
              + (SELECT count(*)::int FROM workspace_apps a WHERE (keywords, competitors, versions) <> (
                (SELECT count(*) FROM workspace_keywords r WHERE r.account_id = a.account_id AND r.app = a.id),
                (SELECT count(*) FROM workspace_competitors r WHERE r.account_id = a.account_id AND r.app = a.id),
                (SELECT count(*) FROM workspace_versions r WHERE r.account_id = a.account_id AND r.app = a.id))) AS miscounted`,
          Schema.decodeUnknownEffect(Counts)
        ),
        ([counts]) => counts
      )
    )
  )

const Unheard = Schema.Tuple([Schema.Struct({ unheard: Schema.Int })])
const unheardOf = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        Effect.flatMap(
          sql`SELECT count(*)::int AS unheard FROM core_events WHERE NOT EXISTS (SELECT FROM ear_heard WHERE event = core_events.id)`,
          Schema.decodeUnknownEffect(Unheard)
        ),
        ([{ unheard }]) => unheard
      )
    )
  )

const isSame = (a: Seen, b: Seen) => Schema.toEquivalence(Seen)(a, b)

/** Kills a gateway while it writes for all accounts. */
const killOnce = (url: Redacted.Redacted<string>, clients: ReadonlyArray<Client>, timing: Prng) =>
  Effect.scoped(
    Effect.gen(function* () {
      const gateway = yield* startGateway(optionsOf(url))
      let answers = 0
      let failure: unknown
      let writing = clients.length
      const all = clients.map((client, index) =>
        write(gateway.url, client, timing.fork(`client ${index}`), () => answers++).catch((error: unknown) => {
          writing--
          if (error instanceof GateError) failure = error
        })
      )
      // By answers first, or a slow machine would be killed while it warms up.
      const wanted = timing.int(5, 40)
      while (answers < wanted && writing > 0 && failure === undefined) yield* Effect.sleep(5)
      yield* Effect.sleep(timing.int(0, 100))
      yield* gateway.kill
      yield* Effect.promise(() => Promise.all(all))
      if (failure instanceof GateError) return yield* failure
    })
  )

const runWorkspace = Effect.fn("workspace")(function* (run: GateRun) {
  const kills = run.rounds(100, 5)
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // One that migrates.
  yield* Effect.scoped(startGateway(optionsOf(url)))
  const timing = run.random.fork("timing")
  const cut = new Map<string, number>()
  const kept = { before: 0, after: 0 }
  const wrong: Array<string> = []
  const broken: Array<string> = []
  let clients: ReadonlyArray<Client> = []
  let last: (typeof Counts.Type)[0] | undefined
  for (let round = 1; round <= kills; round++) {
    // New accounts now and then, as what one may keep is bounded.
    if (round % 10 === 1) {
      const accounts = yield* makeAccounts(url, accountsARound)
      clients = accounts.map((account): Client => ({ account, apps: new Map(), cut: undefined }))
    }
    yield* killOnce(url, clients, timing.fork(`round ${round}`))
    for (const client of clients) {
      const rows = yield* appsOf(url, client.account.accountId)
      const seen = new Map(rows.map(({ appId, ...row }) => [Number(appId), row]))
      const open = client.cut
      if (open !== undefined) {
        const now = seen.get(open.app) ?? nowhere
        const isAfter = isSame(now, open.after)
        cut.set(open.what, (cut.get(open.what) ?? 0) + 1)
        if (isAfter) kept.after++
        else if (isSame(now, open.before)) kept.before++
        else wrong.push(`${open.what} of ${open.app}: ${JSON.stringify(now)}`)
        client.apps.set(open.app, isAfter ? open.after : open.before)
        client.cut = undefined
      }
      for (const app of new Set([...seen.keys(), ...client.apps.keys()])) {
        const now = seen.get(app) ?? nowhere
        if (isSame(now, client.apps.get(app) ?? nowhere)) continue
        wrong.push(`app ${app}, which was answered: ${JSON.stringify(now)}`)
      }
    }
    last = yield* countsOf(url)
    if (last.apart + last.untold + last.miscounted > 0) broken.push(`kill ${round}: ${JSON.stringify(last)}`)
    if (round % 5 === 0 || round === kills) {
      yield* run.say(`${round}/${kills} kills; ${last.events} events, ${last.collected} keywords are collected`)
    }
  }
  run.check(
    "a write is there whole or not at all, and what was answered stays",
    wrong.length === 0,
    `${wrong.length}${wrong[0] === undefined ? "" : `, as ${wrong[0]}`}`
  )
  run.check(
    "after each kill the collection, the events and the counts are those of the rows",
    broken.length === 0,
    `${broken.length}${broken[0] === undefined ? "" : `, as ${broken[0]}`}`
  )
  const underWay = [...cut.values()].reduce((sum, count) => sum + count, 0)
  run.check("kills leave writes under way", underWay >= kills, `${underWay} in ${kills} kills`)
  // What was told is heard in the end, by whoever comes after the last kill.
  yield* startGateway(optionsOf(url))
  let left = yield* unheardOf(url)
  for (let silentMs = 0; left > 0 && silentMs < silentMsMax; silentMs += pauseMs) {
    yield* Effect.sleep(pauseMs)
    const now = yield* unheardOf(url)
    if (now < left) silentMs = 0
    left = now
  }
  run.check("each event is heard", left === 0 && (last?.events ?? 0) > 0, `${left} of ${last?.events} aren't`)
  run.measure("kills", kills)
  run.measure("writes under way when killed", underWay)
  run.measure("of them done, and not", `${kept.after}, ${kept.before}`)
  for (const [what, count] of [...cut].toSorted()) run.measure(`under way: ${what}`, count)
  run.measure("events", last?.events ?? null)
})

export const gate: Gate = {
  name: "workspace",
  proves:
    "kill -9 while apps, lists of keywords and releases are written: all or nothing, with their collection and events",
  run: runWorkspace
}
