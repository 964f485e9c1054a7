/** What is asked of the stores for what is kept, when, and what becomes of their answers. */
import { controlOf, sampleValues, until, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { afterEach, assert, beforeAll, describe, it, vi } from "vitest"
import { Fill, FillAll, Upkeep } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { type Actor, at, base, idOf, listOf, newActor, plugins, unreleased } from "./support.ts"

// No answer is kept, so that each question reaches the store.
const cache = { appMs: 0, absentMs: 0, pageMs: 0, staleMs: 0 }
const baseUrls = Object.fromEntries(["itunes", "search", "rssV2", "apps"].map((host) => [host, `\${sandbox.${host}}`]))
const requestsPerMinute = { catalog: 100_000, page: 100_000 }
const storea = { baseUrls, requestsPerMinute, cache }
const gateway = usePluginGateway(plugin, { plugins: { ...plugins, stores: { storea } } })
const control = () => controlOf(gateway())
const lastAsked = () => control().requests().at(-1)?.sequence ?? 0
/** How often a store was asked meanwhile, or about an app alone: what other tests left to jobs goes on beside. */
const askedBy = async (act: () => Promise<unknown>, about = "") => {
  const afterSequence = lastAsked()
  await act()
  return control()
    .requests({ afterSequence })
    .filter((request) => JSON.stringify(request).includes(about)).length
}
const run = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>) =>
  gateway().run(SqlClient.SqlClient.use(statement))

/** Apps that the store lists. */
const listed: Array<number> = []
beforeAll(async () => {
  const own = await newActor(gateway())
  const { id } = await sampleValues(gateway())
  await own.done("POST", base, { appId: Number(id) })
  const { json } = await own.done("GET", `${base}/${id}/competitors/suggested`)
  listed.push(...listOf(json, "data", "items").map((item) => Number(at(item, "appId"))))
})
afterEach(() => control().clearFaults())

/** Once late answers about these apps are there: somebody else who keeps them waits for the same. */
const answered = async (...appIds: ReadonlyArray<number>) => {
  control().clearFaults()
  const other = await newActor(gateway())
  await Promise.all(appIds.map((appId) => other.done("POST", base, { appId })))
}
/** Does it, and goes on as soon as a store is asked for it. */
const begun = async <A>(act: () => Promise<A>): Promise<{ readonly ended: Promise<A> }> => {
  const before = lastAsked()
  const ended = act()
  await vi.waitFor(() => assert.isAbove(lastAsked(), before), { timeout: 30_000 })
  return { ended }
}

const rowOf = async (own: Actor, appId: number) =>
  at((await own.done("GET", `${base}?appId=${appId}`)).json, "data", "items", 0)
/** Once the job has written what the store answered. */
const isFilled = (own: Actor, appId: number) =>
  gateway().run(
    until(
      ["workspace_apps"],
      Effect.promise(() => rowOf(own, appId)),
      (row) => at(row, "metadataStatus") === "filled"
    )
  )
const fill = ({ accountId }: Actor, id: string, kind: "app" | "competitor" = "app") =>
  gateway().runJob(Fill, { accountId, kind, id })
/** An app that was added while the store was away. */
const pending = async (own: Actor, appId = listed[0] ?? 0) => {
  control().fail({ kind: "slow", delayMs: 4_000 })
  const made = await own.done("POST", base, { appId })
  assert.deepInclude(at(made.json, "data"), { metadataStatus: "pending", revision: 1 })
  await answered(appId)
  return { appId, id: idOf(made) }
}

describe("a write that is refused", () => {
  it("asks nothing of a store: over the plan's limit, over the writes of a second, and what is there", async () => {
    const own = await newActor(gateway(), { plan: "free" })
    const [appId = 0, rival] = listed
    await own.done("POST", base, { appId })
    await own.done("POST", `${base}/${appId}/competitors`, { competitorAppId: rival })
    await own.done("POST", base, unreleased(900_002))
    const refused = async (code: string, path: string, body: object) => {
      const answer = await own.ask("POST", path, body)
      assert.strictEqual(at(answer.json, "error", "code"), code, answer.text)
    }
    const competitors = `${base}/${appId}/competitors`
    const asked = await askedBy(async () => {
      await refused("TIER_LIMIT_EXCEEDED", base, { appId: 123_456 })
      await refused("DUPLICATE", base, { appId })
      await run((sql) => sql`UPDATE workspace_apps SET competitors = 25 WHERE account_id = ${own.accountId}::uuid`)
      await refused("TIER_LIMIT_EXCEEDED", competitors, { competitorAppId: 123_456 })
      await run((sql) => sql`UPDATE workspace_apps SET competitors = 1 WHERE account_id = ${own.accountId}::uuid`)
      await own.done("DELETE", `${base}?appId=900002`)
      await run((sql) => sql`UPDATE workspace_accounts SET tokens = -1e6 WHERE account_id = ${own.accountId}::uuid`)
      await refused("TOO_MANY_WRITES", base, { appId: 123_456 })
      await refused("TOO_MANY_WRITES", competitors, { competitorAppId: 123_456 })
    })
    assert.strictEqual(asked, 0)
  })
})

describe("suggested competitors", () => {
  it("are read from what is kept, however often they're asked for", async () => {
    const own = await newActor(gateway())
    const [appId = 0] = listed
    await own.done("POST", base, { appId })
    const asked = await askedBy(async () => {
      for (let n = 0; n < 3; n += 1) {
        const { json } = await own.done("GET", `${base}/${appId}/competitors/suggested`)
        assert.strictEqual(at(json, "data", "basis", "similar"), "read")
      }
    })
    assert.strictEqual(asked, 0)
    await run(
      (sql) => sql`UPDATE workspace_apps SET page_ms = NULL, shelf = NULL
      WHERE account_id = ${own.accountId}::uuid`
    )
    const { json } = await own.done("GET", `${base}/${appId}/competitors/suggested`)
    assert.deepEqual([at(json, "data", "basis", "similar"), at(json, "data", "items")], ["unavailable", []])
    const id = String(at(await rowOf(own, appId), "id"))
    await fill(own, id)
    const again = await own.done("GET", `${base}/${appId}/competitors/suggested`)
    assert.isNotEmpty(listOf(again.json, "data", "items"))
  })
})

describe("names that nobody gave", () => {
  it("come with the app where the store tells them, the subtitle too, as its first revision", async () => {
    const own = await newActor(gateway())
    const made = await own.done("POST", base, { appId: listed[0], developerName: "Ours" })
    const row = at(made.json, "data")
    assert.deepInclude(row, { metadataStatus: "filled", developerName: "Ours", revision: 1 })
    for (const field of ["appName", "subtitle", "bundleId", "description", "category"]) {
      assert.isString(at(row, field), field)
    }
    const other = await newActor(gateway())
    const mine = await other.done("POST", base, { appId: listed[0], subtitle: "Mine" })
    assert.deepInclude(at(mine.json, "data"), { metadataStatus: "filled", subtitle: "Mine" })
  })

  it("are waited for three seconds at most, and written by the job, but for what was given before or since", async () => {
    const own = await newActor(gateway())
    control().fail({ kind: "slow", delayMs: 4_000 })
    const [appId = 0, rival] = listed
    const begunMs = performance.now()
    const made = await own.done("POST", base, { appId, appName: "Mine" })
    const other = await own.done("POST", `${base}/${appId}/competitors`, { competitorAppId: rival })
    assert.isBelow(performance.now() - begunMs, 7_900)
    assert.deepInclude(at(made.json, "data"), { metadataStatus: "pending", appName: "Mine", developerName: null })
    assert.isNull(at(other.json, "data", "competitorName"))
    await answered(appId, rival ?? 0)
    await own.done("PATCH", base, { appId, category: "Given" })
    await fill(own, idOf(made))
    const filled = await rowOf(own, appId)
    assert.deepInclude(filled, { metadataStatus: "filled", appName: "Mine", category: "Given", revision: 3 })
    assert.isString(at(filled, "developerName"))
    assert.isString(at(filled, "subtitle"))
    await fill(own, idOf(other), "competitor")
    const { json } = await own.done("GET", `${base}/${appId}/competitors`)
    assert.isString(at(json, "data", "items", 0, "competitorName"))
    // Once they're there nobody asks again, and nothing changes.
    await own.done("PATCH", base, { appId, developerName: "Given too" })
    await fill(own, idOf(made))
    assert.deepInclude(await rowOf(own, appId), { developerName: "Given too", revision: 4 })
  })

  it("are written although the row is changed while the store is asked, and not where it moved to another country", async () => {
    const own = await newActor(gateway())
    const { appId, id } = await pending(own)
    control().fail({ kind: "slow", delayMs: 1_000 })
    const { ended: filling } = await begun(() => fill(own, id))
    await own.done("PATCH", base, { appId, notes: "Ours" })
    await filling
    assert.deepInclude(await rowOf(own, appId), { metadataStatus: "filled", notes: "Ours" })
    control().clearFaults()

    const someone = await newActor(gateway())
    const other = await pending(someone)
    control().fail({ kind: "slow", delayMs: 1_000 })
    const { ended: failing } = await begun(() =>
      fill(someone, other.id).then(
        () => "done",
        () => "again"
      )
    )
    await someone.done("PATCH", base, { appId: other.appId, country: "de" })
    assert.strictEqual(await failing, "again")
    assert.deepInclude(await rowOf(someone, other.appId), { appName: null, country: "de" })
  })

  it("aren't asked for where the app isn't live, from the first on or since", async () => {
    const own = await newActor(gateway())
    // Apps that no other test adds.
    const unborn = { appId: listed[3] ?? assert.fail("too few apps"), isLive: false }
    const askedFor = (appId: number, act: () => Promise<unknown>) => askedBy(act, String(appId))
    assert.strictEqual(await askedFor(unborn.appId, () => own.done("POST", base, unborn)), 0)
    assert.deepInclude(await rowOf(own, unborn.appId), { metadataStatus: "given", appName: null })
    const { appId, id } = await pending(own, listed[2])
    await own.done("PATCH", base, { appId, isLive: false })
    assert.deepInclude(await rowOf(own, appId), { metadataStatus: "given" })
    assert.strictEqual(await askedFor(appId, () => fill(own, id)), 0)
    const live = askedFor(appId, async () => {
      await own.done("PATCH", base, { appId, isLive: true })
      await isFilled(own, appId)
    })
    assert.isAbove(await live, 0)
  })

  it("are asked for again each day, however often the store was away", async () => {
    const own = await newActor(gateway())
    const { appId } = await pending(own)
    // All tries of the job were in vain.
    await run((sql) => sql`DELETE FROM graphile_worker._private_jobs WHERE key LIKE ${`%app:${own.accountId}%`}`)
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    await isFilled(own, appId)
  })
})

describe("what an import brings", () => {
  // Apps that no other test asks for.
  const rivalIds = () => listed.slice(-5)
  const bring = (own: Actor) => {
    const [appId] = listed
    const competitors = rivalIds().map((competitorAppId) => ({ competitorAppId }))
    const text = JSON.stringify({ format: "storeglass.workspace/1", items: [{ appId, competitors }] })
    return own.done("POST", "/v1/user/import", { text })
  }
  const Awaited = Schema.Array(Schema.Struct({ jobs: Schema.Int, apps: Schema.Int, rivals: Schema.Int }))
  const awaited = ({ accountId }: Actor) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT
        (SELECT count(*)::int FROM graphile_worker.jobs WHERE key LIKE ${`%${accountId}%`}
          AND task_identifier LIKE 'workspace.fill%') AS jobs,
        (SELECT count(*)::int FROM workspace_apps WHERE account_id = ${accountId}::uuid AND metadata_status = 'pending') AS apps,
        (SELECT count(*)::int FROM workspace_competitors WHERE account_id = ${accountId}::uuid AND is_pending) AS rivals`
    ).pipe(
      Effect.flatMap(Schema.decodeUnknownEffect(Awaited)),
      Effect.map(([row]) => row)
    )

  it("is asked for by one job, which stops for now once the store tells nothing three times", async () => {
    const own = await newActor(gateway())
    control().fail({ kind: "500" })
    await bring(own)
    const before = await gateway().run(awaited(own))
    assert.deepEqual(before, { jobs: 1, apps: 1, rivals: 5 })
    const asked = new Set<string>()
    const afterSequence = lastAsked()
    const tried = await gateway()
      .runJob(FillAll, { accountId: own.accountId })
      .then(
        () => "done",
        () => "again"
      )
    for (const request of control().requests({ afterSequence })) {
      const text = JSON.stringify(request)
      for (const id of rivalIds()) if (text.includes(String(id))) asked.add(String(id))
    }
    assert.deepEqual([tried, asked.size <= 3], ["again", true])
    assert.deepInclude(await gateway().run(awaited(own)), { apps: 1, rivals: 5 })
    control().clearFaults()
    // The store is left alone for some seconds after so many failures.
    const again = { timeout: 60_000, interval: 500 }
    await vi.waitFor(() => gateway().runJob(FillAll, { accountId: own.accountId }), again)
    await gateway().run(
      until(["workspace_apps", "workspace_competitors"], awaited(own), (now) => now?.apps === 0 && now.rivals === 0)
    )
    assert.deepInclude(await rowOf(own, listed[0] ?? 0), { metadataStatus: "filled" })
    const { json } = await own.done("GET", `${base}/${listed[0]}/competitors`)
    const names = listOf(json, "data", "items").map((row) => at(row, "competitorName"))
    assert.lengthOf(names, 5)
    assert.isNotEmpty(names.filter((name) => typeof name === "string"))
  })
})
