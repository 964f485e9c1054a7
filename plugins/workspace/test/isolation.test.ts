/** Nobody reaches another account's workspace, or a row by another path than its own. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { sampleValues, startTestGateway, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, inject, it } from "vitest"
import { Watch } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { relations, Wall } from "../src/Wall.ts"
import { type Actor, actor, at, base, filled, listOf, newActor, plugins, unreleased } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })
const { keywords: _, ...withoutKeywords } = plugins
const never = "018f0000-0000-7000-8000-000000000000"

describe("another account's workspace", () => {
  let owner: Actor
  let stranger: Actor
  let theirs: Awaited<ReturnType<typeof filled>>
  let mine: Awaited<ReturnType<typeof filled>>
  beforeAll(async () => {
    owner = await newActor(gateway())
    stranger = await newActor(gateway())
    theirs = await filled(gateway(), owner, 910_001)
    mine = await filled(gateway(), stranger, 920_001)
    const { id: listed = "" } = await sampleValues(gateway())
    await stranger.done("POST", base, { appId: Number(listed) })
    await stranger.done("POST", `${base}/${listed}/versions`, { versionName: "1.0", title: "Ours", isReleased: true })
    await gateway().runJob(Watch, { accountId: stranger.accountId })
  })

  /** The stranger asks with something of the owner's, and then with what never was. */
  const alike = async (
    method: string,
    asked: (named: { readonly appId: number | string } & typeof theirs) => readonly [path: string, body?: unknown],
    status = 404
  ) => {
    const unknown = {
      app: never,
      competitor: never,
      keyword: never,
      version: never,
      report: never,
      view: never,
      deleted: never
    }
    for (const [found, missing] of [
      [910_001, 930_001],
      [theirs.app, never]
    ] as const) {
      const [path, body] = asked({ ...theirs, appId: found })
      const [otherPath, otherBody] = asked({ ...unknown, appId: missing })
      const answer = await stranger.ask(method, path, body)
      const other = await stranger.ask(method, otherPath, otherBody)
      assert.strictEqual(answer.status, status, `${method} ${path} ${answer.text}`)
      assert.deepEqual([answer.status, answer.text], [other.status, other.text], `${method} ${path}`)
    }
  }

  it("looks like none by every id in every place: path, query and body", async () => {
    for (const what of ["competitors", "keywords", "versions"]) {
      await alike("GET", ({ appId }) => [`${base}/${appId}/${what}`])
    }
    await alike("POST", ({ appId }) => [`${base}/${appId}/competitors`, { competitorAppId: 5, name: "X" }])
    await alike("POST", ({ appId }) => [`${base}/${appId}/keywords`, { keyword: "collage" }])
    await alike("POST", ({ appId }) => [`${base}/${appId}/keywords`, { keywords: ["a b", "c d"], countries: ["us"] }])
    await alike("POST", ({ appId }) => [`${base}/${appId}/versions`, { versionName: "9" }])
    await alike("PATCH", ({ appId, version }) => [`${base}/${appId}/versions`, { id: version, title: "X" }])
    await alike("PATCH", ({ app }) => [base, { id: app, notes: "X" }])
    await alike("PATCH", ({ appId }) => [base, typeof appId === "string" ? { id: appId } : { appId, notes: "X" }])
    await alike("DELETE", ({ app }) => [`${base}?id=${app}`])
    await alike("DELETE", ({ app }) => [base, { id: app }])
    await alike("DELETE", ({ appId }) => [base, typeof appId === "string" ? { id: appId } : { appId }])
    await alike("DELETE", ({ appId, competitor }) => [`${base}/${appId}/competitors?id=${competitor}`])
    await alike("DELETE", ({ appId, keyword }) => [`${base}/${appId}/keywords?id=${keyword}`])
    await alike("DELETE", ({ appId }) => [`${base}/${appId}/keywords`, { keyword: "collage" }])
    await alike("DELETE", ({ report }) => [`/v1/user/reports?id=${report}`])
    await alike("DELETE", ({ report }) => ["/v1/user/reports", { ids: [report] }])
    await alike("GET", ({ report }) => [`/v1/user/reports?id=${report}`])
    await alike("POST", ({ deleted }) => [`/v1/user/deleted-apps/${deleted}/restore`])
    await alike("GET", ({ appId }) => [`${base}/${appId}/competitors/suggested`])
    await alike("GET", ({ appId }) => [`${base}/${appId}/live`])
    await alike("POST", ({ appId }) => [`${base}/${appId}/live/take`, {}])
    await alike("GET", ({ appId }) => [`${base}/${appId}/versions/timeline`])
    await alike("GET", ({ appId, version }) => [`${base}/${appId}/versions/diff?from=${version}&to=${version}`])
    const tagged = { add: ["theirs"] }
    await alike("POST", ({ app }) => ["/v1/user/tags", { ...tagged, apps: [app] }])
    await alike("POST", ({ keyword }) => ["/v1/user/tags", { ...tagged, keywords: [keyword] }])
    await alike("POST", ({ keyword }) => ["/v1/user/tags", { remove: ["core"], keywords: [keyword] }])
    await alike("PATCH", ({ view }) => ["/v1/user/views", { id: view, name: "Mine" }])
    await alike("DELETE", ({ view }) => [`/v1/user/views?id=${view}`])
    await alike("DELETE", ({ view }) => ["/v1/user/views", { id: view }])
    await alike("POST", ({ appId }) => ["/v1/user/import", { text: "Keyword\ncollage\n", appId }])
    const [theirs2, nobodys] = await Promise.all(
      [910_001, 930_001].map((appId) => stranger.done("GET", `${base}?appId=${appId}`))
    )
    assert.strictEqual(theirs2?.text, nobodys?.text)
    assert.deepEqual(listOf(theirs2?.json, "data", "items"), [])
  })

  it("isn't reached through a path of one's own either, nor a row of another app of one's own", async () => {
    const path = `${base}/920_001`.replace("_", "")
    const other = `${base}/920002`
    const crossed = async (method: string, at: string, named: (id: string) => unknown, ids: ReadonlyArray<string>) => {
      const none = await stranger.ask(method, at, named(never))
      assert.strictEqual(none.status, 404, none.text)
      for (const id of ids) {
        const answer = await stranger.ask(method, at, named(id))
        assert.deepEqual([answer.status, answer.text], [none.status, none.text])
      }
    }
    const id = (id: string) => ({ id })
    await crossed("DELETE", `${path}/competitors`, id, [theirs.competitor])
    await crossed("DELETE", `${other}/competitors`, id, [theirs.competitor, mine.competitor])
    await crossed("DELETE", `${path}/keywords`, id, [theirs.keyword])
    await crossed("DELETE", `${other}/keywords`, id, [theirs.keyword, mine.keyword])
    await crossed("PATCH", `${path}/versions`, (id) => ({ id, title: "X" }), [theirs.version])
    await crossed("PATCH", `${other}/versions`, (id) => ({ id, title: "X" }), [theirs.version, mine.version])
    const copy = (copyFrom: string) => ({ versionName: "3.0", copyFrom })
    await crossed("POST", `${path}/versions`, copy, [theirs.version])
    await crossed("POST", `${other}/versions`, copy, [theirs.version, mine.version])
    const compared = async (at: string, own: string, ids: ReadonlyArray<string>) => {
      for (const pair of [(id: string) => `from=${own}&to=${id}`, (id: string) => `from=${id}&to=${own}`]) {
        const none = await stranger.ask("GET", `${at}/versions/diff?${pair(never)}`)
        assert.strictEqual(none.status, 404, none.text)
        for (const id of ids) {
          const answer = await stranger.ask("GET", `${at}/versions/diff?${pair(id)}`)
          assert.deepEqual([answer.status, answer.text], [none.status, none.text])
        }
      }
    }
    await compared(path, mine.version, [theirs.version])
    await compared(other, mine.version, [theirs.version, mine.version])
  })

  it("is in no page that another's cursor leads to", async () => {
    for (const path of [
      base,
      ...["competitors", "keywords", "versions"].map((what) => `${base}/910001/${what}`),
      "/v1/user/reports",
      "/v1/user/export",
      "/v1/user/export?part=reports",
      "/v1/user/deleted-apps",
      "/v1/user/views"
    ]) {
      const and = path.includes("?") ? "&" : "?"
      const page = await owner.done("GET", `${path}${and}limit=1`)
      const cursor = String(at(page.json, "data", "nextCursor"))
      const own = path.replace("910001", "920001")
      const answer = await stranger.done("GET", `${own}${and}cursor=${cursor}`)
      for (const id of Object.values(theirs)) assert.notInclude(answer.text, id)
    }
  })

  it("keeps its tags where another renames or deletes the same ones", async () => {
    const tagsOf = async (own: Actor) => listOf((await own.done("GET", "/v1/user/tags")).json, "data", "items")
    const before = await tagsOf(owner)
    assert.deepEqual(
      before.map((row) => [at(row, "tag"), at(row, "apps"), at(row, "keywords")]),
      [
        ["core", 1, 1],
        ["launch", 1, 1]
      ]
    )
    await stranger.done("PATCH", "/v1/user/tags", { tag: "core", name: "mine" })
    await stranger.done("DELETE", "/v1/user/tags?tag=launch")
    assert.deepEqual(await tagsOf(owner), before)
    assert.deepEqual(
      (await tagsOf(stranger)).map((row) => at(row, "tag")),
      ["mine"]
    )
    const none = await stranger.ask("DELETE", "/v1/user/tags?tag=core")
    const never = await stranger.ask("DELETE", "/v1/user/tags?tag=never")
    assert.deepEqual([none.status, none.text], [never.status, never.text])
  })

  it("takes as long as what never was", async () => {
    const path = `${base}/920001`
    const cases: ReadonlyArray<readonly [method: string, of: (found: boolean) => readonly [string, unknown?]]> = [
      ["GET", (found) => [`${base}/${found ? theirs.app : never}/keywords`]],
      ["GET", (found) => [`/v1/user/reports?id=${found ? theirs.report : never}`]],
      ["PATCH", (found) => [base, { id: found ? theirs.app : never, notes: "X" }]],
      ["DELETE", (found) => [`${base}?id=${found ? theirs.app : never}`]],
      ["DELETE", (found) => [`${path}/competitors?id=${found ? theirs.competitor : never}`]],
      ["DELETE", (found) => [`${path}/keywords?id=${found ? theirs.keyword : never}`]],
      ["POST", (found) => [`${path}/versions`, { versionName: "9.9", copyFrom: found ? theirs.version : never }]],
      ["DELETE", (found) => [`/v1/user/reports?id=${found ? theirs.report : never}`]],
      ["PATCH", (found) => [`${path}/versions`, { id: found ? theirs.version : never, title: "X" }]]
    ]
    const msOf = async (method: string, [address, body]: readonly [string, unknown?]) => {
      const startMs = performance.now()
      assert.strictEqual((await stranger.ask(method, address, body)).status, 404)
      return performance.now() - startMs
    }
    let slower = 0
    const pairs = 40
    for (let pair = 0; pair < pairs; pair += 1) {
      for (const [method, of] of cases) {
        // Who is asked for first changes, since the second finds caches warm.
        const isFirst = pair % 2 === 0
        const one = await msOf(method, of(isFirst))
        const two = await msOf(method, of(!isFirst))
        if ((isFirst ? one : two) > (isFirst ? two : one)) slower += 1
      }
    }
    // By chance it's a half; 0.2 is seven standard deviations of 320 pairs, whatever else the machine does.
    assert.closeTo(slower / (pairs * cases.length), 0.5, 0.2)
  })

  it("isn't told of by what is exported, imported or suggested to another", async () => {
    const text = Object.values(theirs).concat("910001", "910002", "910003")
    for (const part of ["apps", "reports"]) {
      const whole = await stranger.done("GET", `/v1/user/export?part=${part}`)
      for (const id of text) assert.notInclude(whole.text, id)
    }
    // A report of the owner's id is the stranger's own.
    const { json: reports } = await owner.done("GET", "/v1/user/export?part=reports")
    const [report] = listOf(reports, "data", "reports")
    const named = { ...Object(report), title: "Not theirs" }
    const copy = { text: JSON.stringify({ format: "storeglass.workspace/1", items: [], reports: [named] }) }
    const copier = await newActor(gateway())
    const copied = await copier.done("POST", "/v1/user/import", copy)
    assert.strictEqual(at(copied.json, "data", "reports", "added"), 1)
    assert.notInclude((await owner.done("GET", "/v1/user/reports")).text, "Not theirs")
    // The owner's export brings rows of the stranger's own, under other ids, and what it says of the owner's doesn't count.
    const { json } = await owner.done("GET", "/v1/user/export")
    const file = JSON.stringify(at(json, "data"))
    const third = await newActor(gateway())
    await third.done("POST", "/v1/user/import", { text: file })
    const apps = await third.done("GET", base)
    for (const id of Object.values(theirs)) assert.notInclude(apps.text, id)
    const preview = (own: Actor) =>
      own.done("POST", "/v1/user/import", { text: "Keyword\ncollage\n", appId: 920_001, preview: true })
    const before = await preview(stranger)
    await owner.done("POST", base, unreleased(920_001))
    assert.strictEqual((await preview(stranger)).text, before.text)
    await owner.done("DELETE", `${base}?appId=920001`)
    const { json: deleted } = await stranger.done("GET", "/v1/user/deleted-apps?limit=200")
    const listed = listOf(deleted, "data", "items").map((row) => at(row, "appId"))
    assert.deepEqual(listed.toSorted(), [920_005, 920_006])
  })

  it("is whole after all of that", async () => {
    const apps = await owner.done("GET", base)
    assert.deepEqual(
      listOf(apps.json, "data", "items").map((app) => at(app, "counts")),
      [
        { competitors: 2, keywords: 2, versions: 2 },
        { competitors: 0, keywords: 0, versions: 0 }
      ]
    )
    assert.strictEqual(at((await owner.done("GET", "/v1/user/reports")).json, "data", "total"), 2)
  })

  it("can't be written with a key that may only read", async () => {
    const viewer = await newActor(gateway(), { scopes: ["read"] })
    assert.strictEqual((await viewer.ask("POST", base, unreleased(1))).status, 403)
    assert.strictEqual((await viewer.ask("POST", "/v1/user/tags", { add: ["a"], apps: [never] })).status, 403)
    assert.strictEqual((await viewer.ask("POST", "/v1/user/views", { lists: "apps", name: "Mine" })).status, 403)
    assert.strictEqual((await viewer.ask("GET", base)).status, 200)
  })

  it("stays out of sight where a statement forgets its account", async () => {
    const seen = (accountId: string, statement: string) =>
      gateway().run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const wall = yield* Wall
          return yield* wall.inAccount(accountId, sql.unsafe<{ account_id: string }>(statement))
        })
      )
    for (const table of relations) {
      const rows = await seen(stranger.accountId, `SELECT account_id FROM ${table}`)
      assert.isNotEmpty(rows, table)
      assert.deepEqual([...new Set(rows.map((row) => row.account_id))], [stranger.accountId], table)
    }
    await seen(stranger.accountId, "UPDATE workspace_apps SET notes = 'mine'")
    assert.notInclude((await owner.done("GET", base)).text, '"notes":"mine"')
    const written = seen(
      stranger.accountId,
      `INSERT INTO workspace_accounts (account_id, plan, tokens, refilled_ms) VALUES ('${never}', 'free', 0, 0)`
    )
    assert.strictEqual(
      await written.then(
        () => "written",
        () => "refused"
      ),
      "refused"
    )
    // And what runs after it in the same connection is the host again.
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT count(*) FROM workspace_owners`))
  })
})

// Forced row-level security holds them by itself. Their gateway collects no keywords, either.
describe("an ordinary user of the database", () => {
  it("keeps rows apart without another role, and the host's own statements see no rows at all", async () => {
    const name = `ws_${Date.now()}`
    const run = (statement: string) =>
      gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement).unprepared))
    await run(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
    await run(`CREATE DATABASE ${name} OWNER ${name}`)
    const url = new URL(inject("databaseUrl"))
    url.searchParams.set("user", name)
    url.pathname = `/${name}`
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const ordinary = yield* startTestGateway({ plugins: withoutKeywords, databaseUrl: Redacted.make(url.href) })
          yield* Effect.promise(async () => {
            const own = actor(ordinary, await ordinary.account())
            await own.done("POST", base, unreleased(900_001))
            const keyword = await own.done("POST", `${base}/900001/keywords`, { keyword: "collage" })
            const off = { status: "off", since: null, lastCollectedAt: null, rank: null, rankStatus: "not_measured" }
            assert.deepInclude(at(keyword.json, "data", "collection"), off)
            const listed = await own.done("GET", `${base}/900001/keywords`)
            assert.deepInclude(at(listed.json, "data", "items", 0, "collection"), off)
            const other = actor(ordinary, await ordinary.account())
            await other.done("POST", base, unreleased(900_002))
            const seen = (inAccount: string | undefined) =>
              ordinary.run(
                Effect.gen(function* () {
                  const sql = yield* SqlClient.SqlClient
                  const wall = yield* Wall
                  const all = sql<{ app_id: string }>`SELECT app_id FROM workspace_apps`
                  return (yield* inAccount === undefined ? all : wall.inAccount(inAccount, all)).map(
                    (row) => row.app_id
                  )
                }).pipe(
                  Effect.provideContext(contextOf(Context.get(ordinary.running.services, PluginContexts), plugin))
                )
              )
            assert.deepEqual(await seen(own.accountId), ["900001"])
            assert.deepEqual(await seen(other.accountId), ["900002"])
            assert.deepEqual(await seen(undefined), [])
            const removed = await own.done("DELETE", `${base}/900001/keywords?keyword=collage`)
            assert.isFalse(at(removed.json, "data", "collected"))
          })
        })
      )
    )
  })
})
