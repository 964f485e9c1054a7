/** A deleted app comes back whole within 7 days. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { Workspace } from "../src/contract.ts"
import { featuresUsed } from "../src/featuresUsed.ts"
import { Purge, Upkeep } from "../src/jobRefs.ts"
import { lists } from "../src/migrations/0006_lists.ts"
import { rowsAgain } from "../src/migrations/0007_keyword_rows.ts"
import plugin from "../src/plugin.ts"
import { type Actor, at, base, idOf, listOf, newActor, plugins, trackedBy, unreleased } from "./support.ts"

const clock = adjustableClock(Date.parse("2026-11-22T12:00:00Z"))
const gateway = usePluginGateway(plugin, { plugins, clock })
const dayMs = 86_400_000
const deleted = "/v1/user/deleted-apps"
const codeOf = ({ json, status }: { readonly json: unknown; readonly status: number }) => [
  status,
  at(json, "error", "code")
]

/** Each row of the account, as the database has it, but for what a restored row may have anew. */
const rowsOf = (own: Actor) =>
  gateway().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const all = []
      for (const table of ["apps", "competitors", "keywords", "versions"]) {
        all.push(
          yield* sql.unsafe(
            `SELECT to_jsonb(t) AS row FROM workspace_${table} t WHERE account_id = $1::uuid ORDER BY created_ms, id`,
            [own.accountId]
          )
        )
      }
      const counts = yield* sql`
        SELECT apps, keywords, versions FROM workspace_accounts WHERE account_id = ${own.accountId}::uuid`
      const owner = yield* sql`SELECT account_id FROM workspace_owners WHERE account_id = ${own.accountId}::uuid`
      return { all, counts, owner }
    })
  )
const left = (own: Actor) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ n: number }>`
        SELECT (SELECT count(*) FROM workspace_deleted_rows WHERE account_id = ${own.accountId}::uuid)::int
          + (SELECT count(*) FROM workspace_keyword_rows WHERE account_id = ${own.accountId}::uuid)::int AS n`
    )
  )

const filled = async (own: Actor, appId = 900_001) => {
  const made = await own.done("POST", base, {
    ...unreleased(appId),
    notes: "Ours ✓ \u{1f4f7}",
    tags: ["Core"]
  })
  const path = `${base}/${appId}`
  await own.done("POST", `${path}/competitors`, { competitorAppId: 900_003, name: "Rival", relationship: "indirect" })
  await own.done("POST", `${path}/keywords`, {
    keywords: ["Photo Editor", "collage"],
    countries: ["us", "de"],
    tags: ["brand", "core"]
  })
  await own.done("POST", `${path}/versions`, { versionName: "1.0", title: "Ours", isReleased: true })
  await own.done("POST", `${path}/versions`, { versionName: "1.1", title: "Ours too", whatsNew: "a\nb" })
  return idOf(made)
}

describe("a deleted app", () => {
  it("is listed, and comes back with each row as it was, collected again", async () => {
    const own = await newActor(gateway())
    const id = await filled(own)
    const before = await rowsOf(own)
    const tracked = await trackedBy(gateway(), own)
    assert.lengthOf(tracked, 4)
    await own.done("DELETE", `${base}?id=${id}`)
    assert.deepEqual(await trackedBy(gateway(), own), [])
    const { json } = await own.done("GET", deleted)
    const [listed, ...more] = listOf(json, "data", "items")
    assert.deepEqual(more, [])
    const moment = (name: string) => Date.parse(String(at(listed, name)))
    assert.strictEqual(moment("restorableUntil") - moment("deletedAt"), 7 * dayMs)
    assert.deepEqual(
      { ...Object(listed), deletedAt: "then", restorableUntil: "later" },
      {
        id,
        appId: 900_001,
        platform: "storea",
        appName: "App 900001",
        counts: { competitors: 1, keywords: 4, versions: 2 },
        deletedAt: "then",
        restorableUntil: "later"
      }
    )
    clock.advanceMs(6 * dayMs)
    const restored = await own.done("POST", `${deleted}/${id}/restore`)
    assert.strictEqual(idOf(restored), id)
    assert.deepEqual(at(restored.json, "data", "counts"), { competitors: 1, keywords: 4, versions: 2 })
    assert.deepEqual(await rowsOf(own), before)
    assert.deepEqual(await trackedBy(gateway(), own), tracked)
    assert.deepEqual(listOf((await own.done("GET", deleted)).json, "data", "items"), [])
    assert.deepEqual(codeOf(await own.ask("POST", `${deleted}/${id}/restore`)), [404, "NOT_FOUND"])
    // And again, as often as it's wanted.
    await own.done("DELETE", `${base}?id=${id}`)
    await own.done("POST", `${deleted}/${id}/restore`)
    assert.deepEqual(await rowsOf(own), before)
  })

  it("comes back whole with more keywords than one row keeps, some of them another app's too or tracked by themselves", async () => {
    const own = await newActor(gateway(), { plan: "large" })
    const id = await filled(own)
    const countries = "us gb de fr it es jp kr br mx ca au nl".split(" ")
    const keywords = Array.from({ length: 200 }, (_, n) => `Many ${n}`)
    await own.done("POST", `${base}/900001/keywords`, { keywords, countries })
    await own.done("POST", base, unreleased(900_002))
    await own.done("POST", `${base}/900002/keywords`, { keywords: ["many 7", "collage"], countries: ["us"] })
    const [before, tracked] = [await rowsOf(own), await trackedBy(gateway(), own)]
    assert.lengthOf(tracked, 2_604)
    await own.done("DELETE", `${base}?id=${id}`)
    assert.deepEqual(await trackedBy(gateway(), own), ["collage us", "many 7 us"])
    await own.done("POST", `${deleted}/${id}/restore`)
    assert.deepEqual(await rowsOf(own), before)
    assert.deepEqual(await trackedBy(gateway(), own), tracked)
  })

  it.each([
    ["each keyword was a row of its own", "account_id, app, 'keyword' AS kind, k.id, to_jsonb(k) AS row", ""],
    [
      "keywords were lists of rows",
      "account_id, app, 'keywords' AS kind, min(k.id::text)::uuid AS id, jsonb_agg(to_jsonb(k)) AS row",
      "GROUP BY account_id, app"
    ]
  ])("comes back also where it was deleted when %s", async (_, columns, grouped) => {
    const own = await newActor(gateway())
    const id = await filled(own)
    const before = await rowsOf(own)
    const run = (...statements: ReadonlyArray<string>) =>
      gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (one) => sql.unsafe(one))))
    const of = `account_id = '${own.accountId}'`
    await run(`CREATE TABLE kept AS SELECT ${columns} FROM workspace_keywords k WHERE ${of} ${grouped}`)
    await own.done("DELETE", `${base}?id=${id}`)
    await run(
      `DELETE FROM workspace_keyword_rows WHERE ${of}`,
      "INSERT INTO workspace_deleted_rows (account_id, app, kind, id, row) SELECT * FROM kept",
      "DROP TABLE kept"
    )
    await gateway().run(Effect.andThen(lists, rowsAgain))
    await own.done("POST", `${deleted}/${id}/restore`)
    assert.deepEqual(await rowsOf(own), before)
  })

  it("is gone after 7 days, and its rows with the daily job", async () => {
    const own = await newActor(gateway())
    const id = await filled(own)
    await own.done("DELETE", `${base}?id=${id}`)
    clock.advanceMs(7 * dayMs)
    assert.deepEqual(codeOf(await own.ask("POST", `${deleted}/${id}/restore`)), [404, "NOT_FOUND"])
    assert.deepEqual(listOf((await own.done("GET", deleted)).json, "data", "items"), [])
    assert.deepEqual(await left(own), [{ n: 7 }])
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    assert.deepEqual(await left(own), [{ n: 0 }])
  })

  it("is in nothing that is told or counted of the account meanwhile", async () => {
    const own = await newActor(gateway(), { plan: "free" })
    const id = await filled(own)
    await own.done("DELETE", `${base}?id=${id}`)
    const kept = await gateway().run(
      Effect.gen(function* () {
        const workspace = yield* Workspace
        return [yield* workspace.keywords(own.accountId, id), yield* featuresUsed()(own.accountId)]
      }).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), plugin)))
    )
    assert.deepEqual(kept, [[], { workspaceApps: 0, workspaceKeywords: 0, workspaceVersions: 0, workspaceReports: 0 }])
    assert.deepEqual(listOf((await own.done("GET", "/v1/user/tags")).json, "data", "items"), [])
    assert.deepEqual(listOf((await own.done("GET", "/v1/user/export")).json, "data", "items"), [])
    // As many as the plan has, with words that the deleted app has too: each is collected, and none of it waits.
    await own.done("POST", base, unreleased(900_005))
    const words = ["photo editor", ...Array.from({ length: 24 }, (_, index) => `word ${index}`)]
    await own.done("POST", `${base}/900005/keywords`, { keywords: words, countries: ["us"] })
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    const { json } = await own.done("GET", `${base}/900005/keywords`)
    assert.deepEqual(
      listOf(json, "data", "items").map((row) => at(row, "collection", "status")),
      words.map(() => "collecting")
    )
    assert.lengthOf(await trackedBy(gateway(), own), words.length)
    const gone = await own.done("DELETE", `${base}/900005/keywords?keyword=photo+editor&country=us`)
    assert.isFalse(at(gone.json, "data", "collected"))
    assert.notInclude(await trackedBy(gateway(), own), "photo editor us")
  })

  it("gives back what was tracked by itself meanwhile as that, and what another app has as its own", async () => {
    const own = await newActor(gateway(), { plan: "indie" })
    const id = await filled(own)
    await own.done("DELETE", `${base}?id=${id}`)
    await own.done("POST", "/v1/keywords/track", { keyword: "collage", country: "us" })
    await own.done("POST", base, unreleased(900_005))
    await own.done("POST", `${base}/900005/keywords`, { keywords: ["photo editor"], countries: ["us"] })
    await own.done("POST", `${deleted}/${id}/restore`)
    assert.lengthOf(await trackedBy(gateway(), own), 4)
    await own.done("DELETE", `${base}?appId=900005`)
    assert.lengthOf(await trackedBy(gateway(), own), 4)
    await own.done("DELETE", `${base}?id=${id}`)
    assert.deepEqual(await trackedBy(gateway(), own), ["collage us"])
  })

  it("stays away where the app is there again, or the plan has no room for all of it", async () => {
    const own = await newActor(gateway(), { plan: "free" })
    const id = await filled(own)
    await own.done("DELETE", `${base}?id=${id}`)
    const again = await own.done("POST", base, unreleased(900_001))
    const twice = await own.ask("POST", `${deleted}/${id}/restore`)
    assert.deepEqual(codeOf(twice), [409, "DUPLICATE"])
    assert.include(twice.text, idOf(again))
    const words = Array.from({ length: 22 }, (_, index) => `word ${index}`)
    await own.done("DELETE", `${base}?id=${idOf(again)}`)
    await own.done("POST", base, unreleased(900_002))
    await own.done("POST", `${base}/900002/keywords`, { keywords: words, countries: ["us"] })
    const before = await rowsOf(own)
    assert.deepEqual(codeOf(await own.ask("POST", `${deleted}/${id}/restore`)), [403, "TIER_LIMIT_EXCEEDED"])
    assert.deepEqual(await rowsOf(own), before)
    await own.done("DELETE", `${base}/900002/keywords?keyword=word+0`)
    await own.done("POST", `${deleted}/${id}/restore`)
    const { counts } = await rowsOf(own)
    assert.deepEqual(counts, [{ apps: 2, keywords: 25, versions: 2 }])
  })

  it("is kept beside others up to what the plan keeps", async () => {
    const own = await newActor(gateway(), { plan: "free" })
    const words = (n: number) => Array.from({ length: 25 }, (_, index) => `word ${n} ${index}`)
    const ids: Array<string> = []
    // A plan of 25 keywords and 20 versions keeps 145 rows of deleted apps: 5 of 26.
    for (let n = 0; n < 7; n += 1) {
      const made = await own.done("POST", base, unreleased(910_000 + n))
      await own.done("POST", `${base}/${910_000 + n}/keywords`, { keywords: words(n), countries: ["us"] })
      await own.done("DELETE", `${base}?id=${idOf(made)}`)
      ids.push(idOf(made))
      clock.advanceMs(1)
    }
    const { json } = await own.done("GET", `${deleted}?limit=200`)
    assert.deepEqual(
      listOf(json, "data", "items").map((row) => at(row, "id")),
      ids.toReversed().slice(0, 5)
    )
    await gateway().runJob(Purge, { accountId: own.accountId })
    assert.deepEqual(await left(own), [{ n: 5 * 25 }])
  })
})
