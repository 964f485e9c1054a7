/**
 * Random writes of 20 clients on three nodes, one of them a process that is killed, while plans change and connections to
 * the database are cut: what is left is what one writer would have left.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Accounts } from "@storeglass/core"
import { type AskOptions, askUrl, root, startTestGateway, type TestGateway, until } from "@storeglass/testkit"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { at, base, dice, listOf, newActor, plugins, saveReport, trackedBy, unreleased } from "./support.ts"

const sandboxed = (name: string) => [name, `\${sandbox.${name}}`]
/** The invented ones. */
const stores = {
  storea: {
    baseUrls: Object.fromEntries(["itunes", "search", "rssV2", "apps"].map(sandboxed))
  },
  storeb: { baseUrls: Object.fromEntries(["play"].map(sandboxed)) }
}
const ear = { package: join(import.meta.dirname, "ear") }

let scope: Scope.Closeable | undefined
let started: ReadonlyArray<TestGateway> = []
let killable: Awaited<ReturnType<typeof startProcess>> | undefined

/** A node that can be killed: the same plugins on the same database. */
const startProcess = async (databaseUrl: string) => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-nodes-"))
  const file = join(folder, "config.yaml")
  const settings = {
    server: { host: "127.0.0.1", port: 0 },
    internal: { port: 0 },
    logs: { level: "None" },
    dataDir: folder,
    limits: { address: null, accounts: null },
    database: { connectionsMax: 8 },
    sandbox: { seed: 1 },
    plugins: { stores, keywords: { collect: { enabled: false } }, workspace: plugins.workspace, ear }
  }
  writeFileSync(file, JSON.stringify(settings))
  const cli = join(root, "packages/gateway/src/cli.ts")
  const start = async () => {
    const child = spawn(process.execPath, [cli, "serve", "--config", file], {
      env: { ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: undefined },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let said = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text
      })
    }
    const gone = once(child, "close")
    let url: string | undefined
    while (url === undefined) {
      await Promise.race([once(child.stdout, "data"), gone])
      if (child.exitCode !== null) throw new Error(said)
      url = /ready at (http:\/\/[\d.:]+)/.exec(said)?.[1]
    }
    return { child, gone, url }
  }
  let running = await start()
  const kill = async () => {
    running.child.kill("SIGKILL")
    await running.gone
  }
  return {
    url: () => running.url,
    kill,
    restart: async () => {
      running = await start()
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  const start = (options: Parameters<typeof startTestGateway>[0]) =>
    Effect.runPromise(
      Scope.provide(startTestGateway({ plugins: { ...plugins, ear }, ...options }), scope ?? Scope.makeUnsafe())
    )
  const first = await start({})
  const { databaseUrl } = first.running
  started = [first, await start({ databaseUrl })]
  killable = await startProcess(Redacted.value(databaseUrl))
}, 120_000)
afterAll(async () => {
  await killable?.stop()
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
})

const limits = {
  free: { apps: 2, keywords: 25, reports: 50 },
  indie: { apps: 5, keywords: 250, reports: 500 }
} as const
type PlanName = keyof typeof limits
const rounds = 12
const clients = 20
const opsOfEach = 6

/** What there is of an account. */
const rowsOf = (accountId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = (table: string) =>
      Effect.map(
        sql.unsafe<{ id: string }>(`SELECT id FROM workspace_${table} WHERE account_id = $1::uuid`, [accountId]),
        (rows) => rows.map(({ id }) => id)
      )
    const on = yield* sql<{ key: string }>`
      SELECT DISTINCT keyword || ' ' || country AS key FROM workspace_keywords
      WHERE account_id = ${accountId}::uuid AND state = 'on'`
    const [kept] = yield* sql<Record<string, number>>`
      SELECT apps, keywords, versions, reports, (SELECT coalesce(sum(keywords), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS "ofApps",
        (SELECT coalesce(sum(competitors), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS competitors,
        (SELECT count(*)::int FROM workspace_versions v WHERE v.account_id = a.account_id) AS "versionRows",
        (SELECT count(*)::int FROM workspace_keywords k WHERE k.account_id = a.account_id AND state = 'on') AS "on"
      FROM workspace_accounts a WHERE account_id = ${accountId}::uuid`
    return {
      apps: yield* ids("apps"),
      keywords: yield* ids("keywords"),
      competitors: yield* ids("competitors"),
      reports: yield* ids("reports"),
      on: on.map(({ key }) => key).toSorted(),
      kept
    }
  })

const textsOf = (version: unknown) => ["title", "subtitle", "whatsNew"].map((field) => at(version, field) ?? null)

interface Heard {
  readonly name: string
  readonly id: string
}
/** What was heard of an account's apps, competitors and keywords, in the order in which it was told. */
const heardOfRows = (accountId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Heard>`
      SELECT h.name, h.id FROM ear_heard h JOIN core_events e ON e.id = h.event
      WHERE e.payload->>'accountId' = ${accountId} AND (h.name LIKE '%.added' OR h.name LIKE '%.removed') ORDER BY h.event`
  )
const textRows = (text: string, accountId: string) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) => sql.unsafe<{ text: string }>(text, [accountId])),
    (rows) => rows.map((row) => row.text)
  )
/** The keywords of each app, by the rows that are there and by what was heard of them. */
const keywordsOfApps = (accountId: string) =>
  textRows(
    `SELECT concat_ws(' ', k.id, a.app_id, k.keyword, k.country) AS text FROM workspace_keywords k
      JOIN workspace_apps a ON a.account_id = k.account_id AND a.id = k.app WHERE k.account_id = $1::uuid`,
    accountId
  )
const keywordsHeard = (accountId: string) =>
  textRows(
    `SELECT concat_ws(' ', h.id, e.payload->>'appId', e.payload->>'keyword', e.payload->>'country') AS text
      FROM ear_heard h JOIN core_events e ON e.id = h.event
      WHERE e.payload->>'accountId' = $1 AND h.name = 'keyword.added'`,
    accountId
  )
/** Releases and reports that are there and were never told. */
const untold = (accountId: string) =>
  textRows(
    `SELECT r.id::text AS text FROM (
        SELECT id, 'version.released' AS name FROM workspace_versions
        WHERE account_id = $1::uuid AND released_ms IS NOT NULL
        UNION ALL SELECT id, 'report.saved' FROM workspace_reports WHERE account_id = $1::uuid) AS r
      WHERE NOT EXISTS (SELECT FROM ear_heard h WHERE h.id = r.id::text AND h.name = r.name)`,
    accountId
  )
/** Rows that are there by what was heard. */
const standing = (heard: ReadonlyArray<Heard>) => {
  const there = new Set<string>()
  for (const { id, name } of heard) {
    if (name.endsWith(".added")) there.add(id)
    else there.delete(id)
  }
  return [...there].toSorted()
}
const unheard = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`SELECT FROM core_events WHERE name LIKE 'workspace.%' AND NOT EXISTS (SELECT FROM ear_heard WHERE event = core_events.id)`
)

/** Breaks off what the nodes are at in the database, as its failure or theirs would. */
const cutConnections = (node: TestGateway) =>
  node
    .run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'storeglass' AND pid <> pg_backend_pid()
            AND state <> 'idle' AND xact_start IS NOT NULL`
      )
    )
    // It may be cut itself.
    .catch(() => {})

describe("random writes of 20 clients on three nodes", () => {
  it("leave what one writer would have left, round by round", { timeout: 400_000 }, async () => {
    const [node, other] = started
    if (node === undefined || other === undefined || killable === undefined) throw new Error("no nodes")
    const mortal = killable
    const account = await newActor(node, { plan: "indie" })
    const urls = [() => node.url, () => other.url, mortal.url]
    const setPlan = (plan: PlanName) =>
      node.run(Accounts.Accounts.use((accounts) => accounts.setPlan(account.accountId, plan)))
    const model = { apps: 0, keywords: 0, competitors: 0, versions: 0, reports: 0 }
    type What = keyof typeof model
    /** By how much each may be off after writes that ended without saying how. */
    const doubt = { ...model }
    const revisions = new Set<string>()
    /** The field that was written with each revision of an app or a version, and its value. */
    const written = new Map<string, readonly [string, unknown]>()
    const noteWritten = (
      answer: { readonly status: number; readonly json: unknown },
      field: string,
      value: unknown
    ) => {
      if (answer.status !== 200) return
      // Each revision of a row is one writer's.
      const made = `${String(at(answer.json, "data", "id"))} ${count(answer.json, "revision")}`
      assert.isFalse(revisions.has(made), made)
      revisions.add(made)
      written.set(made, [field, value])
    }
    /** Versions that an answer told of, and what those that are released said when they were last read. */
    const versionsTold = new Set<string>()
    const releasedTexts = new Map<string, string>()
    let compared = 0
    /** Versions that no answer told of, and how many such there may be. */
    let unknown = 0
    let unsureVersions = 0
    const count = (json: unknown, ...path: ReadonlyArray<string>) => Number(at(json, "data", ...path) ?? 0)
    let before = { apps: 0, keywords: 0, reports: 0 }
    let plan: PlanName = "indie"
    let unanswered = 0
    for (let round = 0; round < rounds; round += 1) {
      const isCut = round % 4 === 3
      const isKilled = round % 3 === 1
      const former = plan
      plan = round % 3 === 1 ? "free" : "indie"
      // On the key that each node remembers. In some rounds only once writes are under way.
      const isLate = round % 2 === 1
      if (!isLate) await setPlan(plan)
      let done = 0
      let killing: Promise<void> | undefined
      const client = async (index: number) => {
        const roll = dice(1_000 * round + index)
        const url = urls[index % urls.length] ?? (() => node.url)
        const send = (method: string, path: string, body?: unknown) => {
          const options: AskOptions = { method, key: account.key, ...(body === undefined ? {} : { body }) }
          return askUrl(`${url()}${path}`, options).catch((error: unknown) => {
            // Of a process that is gone, or goes meanwhile.
            if (!isKilled || index % urls.length !== 2) throw error
            unanswered += 1
            return { status: 0, json: undefined, text: String(error) }
          })
        }
        const ask = async (
          [method, path, body]: readonly [string, string, object?],
          refusals: ReadonlyArray<number>,
          unsure: Partial<typeof model> = {}
        ) => {
          const answer = await send(method, path, body)
          // A machine that's busy enough has others wait too long for the database.
          assert.include([0, 200, 503, ...refusals], answer.status, answer.text)
          if (answer.status === 0 || answer.status === 503) {
            for (const what of Object.keys(unsure) as ReadonlyArray<What>) doubt[what] += unsure[what] ?? 0
          }
          return answer
        }
        /** Takes part in the model what an answer says was done. */
        const counted = (answer: { readonly status: number }, more: Partial<typeof model>) => {
          if (answer.status !== 200) return
          for (const what of Object.keys(more) as ReadonlyArray<What>) model[what] += more[what] ?? 0
        }
        const rowsIn = async (path: string) => listOf((await send("GET", path)).json, "data", "items")
        for (let step = 0; step < opsOfEach; step += 1) {
          done += 1
          // Others go on while this one waits.
          const turn = done
          if (isLate && turn === 40) await setPlan(plan)
          if (isKilled && turn === 60) killing = mortal.kill()
          if (isCut && turn % 30 === 0) await cutConnections(node)
          const app = 990_000 + roll(7)
          const path = `${base}/${app}`
          const keyword = `word ${roll(12)}`
          const country = ["us", "gb", "de"][roll(3)] ?? "us"
          const addVersion = async (body: object) => {
            const answer = await ask(["POST", `${path}/versions`, body], [403, 404, 409], { versions: 1 })
            counted(answer, { versions: 1 })
            if (answer.status === 200) versionsTold.add(String(at(answer.json, "data", "id")))
            return answer
          }
          const oneVersion = async () => {
            const versions = await rowsIn(`${path}/versions?includeArchived=true`)
            return versions[roll(Math.max(1, versions.length))]
          }
          const whole = { apps: 1, keywords: 36, competitors: 5, versions: 9 }
          switch (roll(20)) {
            case 0:
            case 1:
              counted(await ask(["POST", base, unreleased(app)], [403, 409], { apps: 1 }), { apps: 1 })
              break
            case 2: {
              if (roll(3) > 0) break
              const answer = await ask(["DELETE", `${base}?appId=${app}`], [404], whole)
              const removed = (what: What) => -count(answer.json, "removed", what)
              const [keywords, competitors, versions] = [
                removed("keywords"),
                removed("competitors"),
                removed("versions")
              ]
              counted(answer, { apps: -1, keywords, competitors, versions })
              break
            }
            case 3:
              counted(await ask(["DELETE", `${path}/keywords`, { keyword, country }], [404], { keywords: 1 }), {
                keywords: -1
              })
              break
            case 4: {
              const keywords = [keyword, `word ${roll(12)}`, `word ${roll(12)}`]
              const body = { keywords, countries: ["us", country] }
              const answer = await ask(["POST", `${path}/keywords`, body], [403, 404, 409], { keywords: 6 })
              counted(answer, { keywords: listOf(answer.json, "data", "added").length })
              break
            }
            case 5: {
              const body = { competitorAppId: 995_000 + roll(5), name: "Rival" }
              const answer = await ask(["POST", `${path}/competitors`, body], [403, 404, 409], { competitors: 1 })
              counted(answer, { competitors: 1 })
              break
            }
            case 6: {
              const query = `competitorAppId=${995_000 + roll(5)}`
              const answer = await ask(["DELETE", `${path}/competitors?${query}`], [404], { competitors: 1 })
              counted(answer, { competitors: -1 })
              break
            }
            case 7: {
              const body = { versionName: `${roll(9)}.0`, isReleased: roll(2) === 0 }
              await addVersion(body)
              break
            }
            case 8: {
              const [version] = await rowsIn(`${path}/versions?limit=1`)
              if (version === undefined) break
              const isReleased = at(version, "isReleased") !== true
              await ask(["PATCH", `${path}/versions`, { id: at(version, "id"), isReleased }], [404])
              break
            }
            case 9: {
              const field = ["notes", "subtitle", "category", "developerName"][roll(4)] ?? "notes"
              const value = `${round} ${index} ${step}`
              const body = { appId: app, [field]: value, revision: 1 + roll(4) }
              noteWritten(await ask(["PATCH", base, body], [404, 409]), field, value)
              break
            }
            case 10: {
              const saving = index % 2 === 0 ? node : other
              for (let n = 0; n < 6; n += 1) {
                await saveReport(saving, account, { plan: former }).then(
                  () => {
                    model.reports += 1
                  },
                  (error: unknown) => {
                    if (!/TIER_LIMIT_EXCEEDED|keeps \d+ reports/.test(String(error))) doubt.reports += 1
                  }
                )
              }
              break
            }
            case 11: {
              const ids = (await rowsIn("/v1/user/reports?limit=2")).map((report) => at(report, "id"))
              if (ids.length === 0) break
              const answer = await ask(["DELETE", "/v1/user/reports", { ids }], [404], { reports: ids.length })
              counted(answer, { reports: -count(answer.json, "deleted") })
              break
            }
            case 12: {
              const gone = await rowsIn("/v1/user/deleted-apps?limit=1")
              if (gone.length === 0) break
              const id = String(at(gone[0], "id"))
              const answer = await ask(["POST", `/v1/user/deleted-apps/${id}/restore`], [403, 404, 409], whole)
              const back = (what: What) => count(answer.json, "counts", what)
              const [keywords, competitors, versions] = [back("keywords"), back("competitors"), back("versions")]
              counted(answer, { apps: 1, keywords, competitors, versions })
              break
            }
            case 13: {
              const version = await oneVersion()
              if (version === undefined) break
              const [field, value] = [["title", "whatsNew"][roll(2)] ?? "title", `${round} ${index} ${step}`]
              const answer = await ask(
                ["PATCH", `${path}/versions`, { id: at(version, "id"), [field]: value }],
                [404, 409]
              )
              noteWritten(answer, field, value)
              break
            }
            case 14: {
              const version = await oneVersion()
              if (version === undefined) break
              const isArchived = roll(2) === 0
              const body = { id: at(version, "id"), isArchived, revision: at(version, "revision") }
              await ask(["PATCH", `${path}/versions`, body], [404, 409])
              break
            }
            case 15: {
              const version = await oneVersion()
              if (version === undefined) break
              const answer = await addVersion({ versionName: `${roll(9)}.1`, copyFrom: at(version, "id") })
              if (answer.status === 200 && at(version, "isReleased") === true) {
                assert.deepEqual(textsOf(at(answer.json, "data")), textsOf(version))
              }
              break
            }
            default:
              counted(await ask(["POST", `${path}/keywords`, { keyword, country }], [403, 404, 409], { keywords: 1 }), {
                keywords: 1
              })
          }
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
      if (isKilled) {
        assert.isDefined(killing)
        await killing
        await mortal.restart()
      }
      // Nobody asks for the keywords: the change of plan has them wait and come back.
      const on = (rows: { readonly keywords: ReadonlyArray<string> }) =>
        Math.min(rows.keywords.length, limits[plan].keywords)
      const rows = await node.run(
        until(["workspace_keywords"], rowsOf(account.accountId), (rows) => rows.kept?.on === on(rows))
      )
      for (const what of ["apps", "keywords", "competitors", "reports"] as const) {
        assert.isAtMost(Math.abs(rows[what].length - model[what]), doubt[what], `${what} of round ${round}`)
        model[what] = rows[what].length
        doubt[what] = 0
      }
      const versions = Number(rows.kept?.versionRows ?? 0)
      unsureVersions += doubt.versions
      assert.isAtMost(Math.abs(versions - model.versions), doubt.versions)
      model.versions = versions
      doubt.versions = 0
      for (const what of ["apps", "keywords", "reports"] as const) {
        const most = Math.max(limits[plan][what], isLate ? limits[former][what] : 0)
        assert.isAtMost(rows[what].length, Math.max(before[what], most), `${what} of round ${round}`)
      }
      assert.deepEqual(rows.kept, {
        apps: rows.apps.length,
        keywords: rows.keywords.length,
        versions,
        reports: rows.reports.length,
        ofApps: rows.keywords.length,
        competitors: rows.competitors.length,
        versionRows: versions,
        on: on(rows)
      })
      assert.deepEqual(await trackedBy(node, account), rows.on)
      // All that was told is heard, whoever was killed over it; of each row in the order in which it came and went.
      await node.run(until(["ear_heard"], unheard, (left) => left.length === 0))
      const heard = await node.run(heardOfRows(account.accountId))
      assert.deepEqual(standing(heard), [...rows.apps, ...rows.keywords, ...rows.competitors].toSorted())
      const told = new Set(await node.run(keywordsHeard(account.accountId)))
      const kept = await node.run(keywordsOfApps(account.accountId))
      assert.deepEqual(
        kept.filter((each) => !told.has(each)),
        []
      )
      assert.strictEqual(new Set(kept.map((each) => each.slice(37))).size, kept.length)
      assert.deepEqual(await node.run(untold(account.accountId)), [])
      const read = async (path: string) =>
        listOf((await askUrl(`${node.url}${path}`, { key: account.key })).json, "data", "items")
      const appRows = await read(`${base}?limit=200`)
      const lists = await Promise.all(
        appRows.map((row) => read(`${base}/${String(at(row, "appId"))}/versions?includeArchived=true&limit=200`))
      )
      const versionRows = lists.flat()
      assert.lengthOf(versionRows, versions)
      unknown += versionRows.filter((row) => !versionsTold.has(String(at(row, "id")))).length
      assert.isAtMost(unknown, unsureVersions)
      for (const row of versionRows) versionsTold.add(String(at(row, "id")))
      for (const row of [...appRows, ...versionRows]) {
        const last = written.get(`${String(at(row, "id"))} ${String(at(row, "revision"))}`)
        if (last === undefined) continue
        assert.strictEqual(at(row, last[0]), last[1])
        compared += 1
      }
      // What is released says the same until it's taken back, which notes its revision.
      for (const row of versionRows) {
        if (at(row, "isReleased") !== true) continue
        const release = `${String(at(row, "id"))} ${String(at(row, "releasedAt"))}`
        const texts = JSON.stringify(textsOf(row))
        assert.strictEqual(releasedTexts.get(release) ?? texts, texts)
        releasedTexts.set(release, texts)
      }
      const last = new Map<string, string>()
      for (const { id, name } of heard) {
        const was = last.get(id) ?? "removed"
        const is = name.endsWith(".added") ? "added" : "removed"
        assert.notStrictEqual(is, was, `${name} ${id}`)
        last.set(id, is)
      }
      before = { apps: rows.apps.length, keywords: rows.keywords.length, reports: rows.reports.length }
    }
    assert.isAbove(revisions.size, 0)
    assert.isAbove(compared, 0)
    assert.isAbove(unanswered, 0)
  })
})
