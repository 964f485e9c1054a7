/** What PostgreSQL does for each statement about an account's rows. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Context, Effect, Exit, Scope, Stream, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { CurrentVersions, KeptVersions, Workspace } from "../src/contract.ts"
import { featuresUsed } from "../src/featuresUsed.ts"
import { Fill, Upkeep, Watch } from "../src/jobRefs.ts"
import { personal } from "../src/personal.ts"
import plugin from "../src/plugin.ts"
import { holds, isOfRows, unboundScans, written } from "./statements.ts"
import { at, base, filled, idOf, newActor, plugins } from "./support.ts"

const never = "018f0000-0000-7000-8000-000000000000"
/** All that was asked of the database since the gateway started. */
const statements = new Set<string>()
class Noted extends Tracer.NativeSpan {
  override attribute(key: string, value: unknown) {
    if (key === "db.query.text" && typeof value === "string" && isOfRows(value)) statements.add(value)
    super.attribute(key, value)
  }
}
const noting = Tracer.make({ span: (options) => new Noted(options) })

let started: TestGateway | undefined
let scope: Scope.Closeable | undefined
beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  started = await Effect.runPromise(
    Scope.provide(startTestGateway({ plugins }), scope).pipe(Effect.provideService(Tracer.Tracer, noting))
  )
  // Those of migrations, which change every account's rows.
  statements.clear()
}, 60_000)
afterAll(async () => {
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
})
const gateway = () => {
  if (started === undefined) throw new Error("the gateway runs only within tests")
  return started
}

describe("every statement about the workspace's rows", () => {
  it("is planned by the account", async () => {
    const own = await newActor(gateway())
    const { competitor, deleted, keyword, report, version, view } = await filled(gateway(), own, 940_001)
    const path = `${base}/940001`
    for (const address of [
      `${base}?platform=storea&q=app`,
      `${base}?appId=940001`,
      `${path}/keywords?country=us&language=en&q=coll`,
      `${path}/versions?language=en&isReleased=true&includeArchived=true`,
      "/v1/user/reports?kind=aso.audit&appId=940001&from=2020-01-01&to=2099-01-01",
      `/v1/user/reports?id=${report}`,
      "/v1/user/export",
      "/v1/user/export?part=reports",
      `${path}/versions/timeline?language=en-US`,
      `${path}/versions/diff?from=${version}&to=${version}`,
      `${path}/live`,
      `${path}/competitors/suggested`
    ]) {
      await own.done("GET", address)
    }
    for (const address of [
      base,
      `${path}/competitors`,
      `${path}/keywords`,
      `${path}/versions`,
      "/v1/user/reports",
      "/v1/user/deleted-apps"
    ]) {
      const { json } = await own.done("GET", `${address}?limit=1`)
      await own.done("GET", `${address}?limit=1&cursor=${String(at(json, "data", "nextCursor"))}`)
    }
    const csv = (text: string) => ({ base64: Buffer.from(text).toString("base64"), appId: 940_001 })
    await own.done("POST", "/v1/user/import", csv("Keyword,Country\nfirst one,us\nsecond one,de\n"))
    await own.done("POST", "/v1/user/import", csv("Competitor,App ID\nOther,940077\n"))
    const { json: exported } = await own.done("GET", "/v1/user/export")
    const other = await newActor(gateway())
    const { json: saved } = await own.done("GET", "/v1/user/export?part=reports")
    const file = JSON.stringify({ ...Object(at(exported, "data")), reports: at(saved, "data", "reports") })
    await other.done("POST", "/v1/user/import", { base64: Buffer.from(file).toString("base64") })
    for (const preview of [true, false]) {
      await own.done("POST", "/v1/user/import", { base64: Buffer.from(file).toString("base64"), preview })
    }
    await own.done("POST", `/v1/user/deleted-apps/${deleted}/restore`)
    await own.done("GET", `${path}/keywords?tag=core`)
    await own.done("GET", `${base}?tag=core`)
    const { json: tags } = await own.done("GET", "/v1/user/tags?limit=1")
    await own.done("GET", `/v1/user/tags?cursor=${String(at(tags, "data", "nextCursor"))}`)
    await own.done("PATCH", "/v1/user/tags", { tag: "core", name: "main" })
    await own.done("DELETE", "/v1/user/tags?tag=main")
    await own.done("GET", "/v1/user/views?lists=apps")
    await own.done("PATCH", "/v1/user/views", { id: view, name: "Renamed" })
    await own.done("DELETE", `/v1/user/views?id=${view}`)
    await own.done("PATCH", base, { appId: 940_001, notes: "Ours" })
    await own.done("PATCH", `${path}/versions`, { id: version, isReleased: true })
    await own.done("POST", `${path}/versions`, { versionName: "3.0", copyFrom: version })
    await own.done("DELETE", `${path}/keywords?id=${keyword}`)
    await own.done("DELETE", `${path}/keywords?keyword=photo%20editor`)
    await own.done("DELETE", `${path}/competitors?id=${competitor}`)
    await own.done("DELETE", `/v1/user/reports?id=${report}`)
    const pending = await own.done("POST", base, { appId: 3 })
    const rival = await own.done("POST", `${path}/competitors`, { competitorAppId: 4 })
    // As if the store had been away.
    await gateway().run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE workspace_apps SET metadata_status = 'pending'
          WHERE account_id = ${own.accountId}::uuid AND app_id = '3'`
        yield* sql`UPDATE workspace_competitors SET is_pending = true WHERE account_id = ${own.accountId}::uuid`
      })
    )
    await own.done("POST", `${base}/3/versions`, { versionName: "1.0", title: "Ours" })
    await gateway().runJob(Watch, { accountId: own.accountId })
    const fill = (kind: "app" | "competitor", id: string) =>
      gateway().runJob(Fill, { accountId: own.accountId, kind, id })
    await fill("app", idOf(pending))
    await fill("competitor", idOf(rival))
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    const context = contextOf(Context.get(gateway().running.services, PluginContexts), plugin)
    await gateway().run(
      Effect.gen(function* () {
        const workspace = yield* Workspace
        const [app] = yield* workspace.apps(own.accountId)
        yield* workspace.competitors(own.accountId, app?.id ?? never)
        yield* workspace.keywords(own.accountId, app?.id ?? never)
        yield* workspace.app(own.accountId, "storea", "940001")
        yield* (yield* CurrentVersions).of(own.accountId, { platform: "storea", appId: "940001" }, "en-US")
        yield* (yield* KeptVersions).of(own.accountId, { platform: "storea", appId: "940001" })
        yield* featuresUsed()(own.accountId)
      }).pipe(Effect.provideContext(context))
    )
    // A plan that lets keywords wait, and back.
    const many = Array.from({ length: 40 }, (_, n) => `word ${n}`)
    await own.done("POST", `${path}/keywords`, { keywords: many })
    for (const plan of ["free", "medium"]) {
      await gateway().run(
        SqlClient.SqlClient.use((sql) => sql`UPDATE core_accounts SET plan = ${plan} WHERE id = ${own.accountId}::uuid`)
      )
      await gateway().runJob(Upkeep, { accountId: own.accountId })
    }
    await own.done("DELETE", `${base}?appId=940001`)
    const { export: exportOf = () => Stream.empty, forget = () => Effect.void } = personal()
    await gateway().run(
      Effect.andThen(Stream.runDrain(exportOf(own.accountId)), forget(other.accountId)).pipe(
        Effect.provideContext(context)
      )
    )
    // One that no call above makes must at least name the account in its text.
    const unseen = written().filter(({ part }) => !holds(statements, part))
    assert.deepEqual(
      unseen.filter(({ text }) => !text.includes("account_id")),
      []
    )
    assert.isBelow(unseen.length, written().length / 10)
    for (const statement of [...statements]) {
      assert.deepEqual(await gateway().run(unboundScans(statement)), [], statement)
    }
    // One that forgets the account is seen.
    for (const forgotten of [
      "SELECT notes FROM workspace_apps WHERE app_id = $1",
      "UPDATE workspace_keywords SET state = 'off' WHERE id = $1::uuid",
      "SELECT count(*) FROM workspace_apps a JOIN workspace_versions v ON v.app = a.id WHERE a.account_id = $1::uuid"
    ]) {
      assert.isNotEmpty(await gateway().run(unboundScans(forgotten)), forgotten)
    }
  })
})
