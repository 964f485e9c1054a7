/** What people bring from elsewhere, and take along: what the preview says is what is kept, once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { usePluginGateway } from "@storeglass/testkit"
import { Console, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { stringify } from "yaml"
import { execute } from "../../../packages/gateway/src/cli/run.ts"
import { leftOf, partsOf, whole } from "../src/moving/exported.ts"
import plugin from "../src/plugin.ts"
import { authored } from "./exports.ts"
import { type Actor, at, base, listOf, newActor, plugins, saveReport, trackedBy, unreleased } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })
const path = "/v1/user/import"
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

const withApp = async (plan: "free" | "large" = "large") => {
  const own = await newActor(gateway(), { plan })
  await own.done("POST", base, unreleased(900_001))
  return own
}
const imported = async (own: Actor, body: object) => at((await own.done("POST", path, body)).json, "data")
const counted = (answer: unknown, what: string) => [at(answer, what, "added"), at(answer, what, "duplicates")]
/** What the account keeps, by table: as many as a page holds wouldn't be all. */
const kept = (own: Actor) =>
  gateway().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keywords = yield* sql<{ keyword: string; country: string; language: string | null; state: string }>`
        SELECT keyword, country, language, state FROM workspace_keywords WHERE account_id = ${own.accountId}::uuid`
      const rivals = yield* sql<{ id: string; name: string | null; relationship: string }>`
        SELECT competitor_app_id AS id, name, relationship FROM workspace_competitors
        WHERE account_id = ${own.accountId}::uuid`
      const [sums] = yield* sql<Record<string, number>>`
        SELECT a.keywords, (SELECT sum(keywords)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS "ofApps",
          (SELECT sum(competitors)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS competitors
        FROM workspace_accounts a WHERE account_id = ${own.accountId}::uuid`
      return { keywords, rivals, sums }
    })
  )

describe("a file of rows", () => {
  it("are thirty, as other tools write them", () => assert.isAtLeast(authored.length, 30))

  it.each(authored)(
    "of $name gives what its preview said, and nothing the second time",
    { timeout: 60_000 },
    async (file) => {
      const own = await withApp()
      const body = { base64: base64(file.bytes), appId: 900_001 }
      const preview = await imported(own, { ...body, preview: true })
      assert.deepEqual((await kept(own)).keywords, [])
      assert.isNull(at(preview, "limit"))
      const answer = await imported(own, body)
      assert.deepEqual(answer, { ...Object(preview), preview: false })

      const { competitors = 0, duplicates = 0, has, keywords = 0, refused = {} } = file
      const isRivals = competitors > 0
      assert.deepEqual(
        counted(answer, "keywords"),
        [keywords, isRivals ? 0 : duplicates],
        JSON.stringify(answer).slice(0, 800)
      )
      assert.deepEqual(counted(answer, "competitors"), [competitors, isRivals ? duplicates : 0])
      const reasons = listOf(answer, "refusals").map((row) => String(at(row, "reason")))
      const tally = Object.fromEntries(
        [...Map.groupBy(reasons, (reason) => reason)].map(([key, all]) => [key, all.length])
      )
      assert.deepEqual(tally, { ...refused })
      if (file.encoding !== undefined) assert.strictEqual(at(answer, "encoding"), file.encoding)
      if (file.separator !== undefined) assert.strictEqual(at(answer, "separator"), file.separator)

      const there = await kept(own)
      assert.deepEqual([there.keywords.length, there.rivals.length], [keywords, competitors])
      assert.deepEqual(there.sums, { keywords, ofApps: keywords, competitors })
      const told = new Set([
        ...there.keywords.map(({ country, keyword, language }) => `${keyword} ${country} ${language ?? "-"}`),
        ...there.rivals.map(({ id, name, relationship }) => `${id} ${name} ${relationship}`)
      ])
      for (const row of has) assert.include([...told].slice(0, 50).concat(told.has(row) ? [row] : []), row)
      assert.isTrue(there.keywords.every(({ state }) => state === "on"))

      const again = await imported(own, body)
      assert.deepEqual(counted(again, "keywords"), [0, isRivals ? 0 : keywords + duplicates])
      assert.deepEqual(counted(again, "competitors"), [0, isRivals ? competitors + duplicates : 0])
      const after = await kept(own)
      assert.deepEqual([after.keywords.length, after.rivals.length, after.sums], [keywords, competitors, there.sums])
    }
  )

  it("over the plan's limit is refused whole, and its preview says so", async () => {
    const own = await withApp("free")
    const text = `Keyword\n${Array.from({ length: 26 }, (_, index) => `word ${index}`).join("\n")}\n`
    const preview = await imported(own, { text, appId: 900_001, preview: true })
    assert.match(String(at(preview, "limit")), /keeps 25 keywords and 0 are in use, so 26 more/)
    const answer = await own.ask("POST", path, { text, appId: 900_001 })
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [403, "TIER_LIMIT_EXCEEDED"])
    const rivals = `App ID\n${Array.from({ length: 26 }, (_, index) => 910_000 + index).join("\n")}\n`
    const crowded = await own.ask("POST", path, { text: `${rivals.replace("App ID", "Competitor")}`, appId: 900_001 })
    assert.deepEqual([crowded.status, at(crowded.json, "error", "code")], [403, "TIER_LIMIT_EXCEEDED"])
    assert.deepEqual((await kept(own)).sums, { keywords: 0, ofApps: 0, competitors: 0 })
    assert.deepEqual(await trackedBy(gateway(), own), [])
  })

  it("is collected from then on", async () => {
    const own = await withApp()
    await imported(own, { text: "Keyword,Country\ncollage,us\nfilters,gb\n", appId: 900_001 })
    assert.deepEqual(await trackedBy(gateway(), own), ["collage us", "filters gb"])
  })

  it("that can't be read says what is wrong, and names the field", async () => {
    const own = await withApp()
    const stranger = await withApp()
    const cases: ReadonlyArray<readonly [object, number, RegExp]> = [
      [{}, 400, /text \(body\)/],
      [{ text: "a\n", base64: "YQo=" }, 400, /text \(body\)/],
      [{ base64: "%%%", appId: 900_001 }, 400, /base64 \(body\)/],
      [{ text: "Rank,Change\n1,2\n3,4\n", appId: 900_001 }, 400, /text \(body\).*keywords/],
      [{ text: "Keyword\ncollage\n" }, 400, /appId \(body\)/],
      [{ text: '{"format":"other"}' }, 400, /text \(body\).*export/],
      [{ text: "Keyword\ncollage\n", appId: 987_654 }, 404, /no such app/],
      [{ text: "Keyword\ncollage\n", appId: 900_001, country: "usa" }, 400, /country/],
      [{ text: "Keyword\ncollage\n", appId: 900_001, more: 1 }, 400, /more/]
    ]
    for (const [body, status, message] of cases) {
      const answer = await own.ask("POST", path, body)
      assert.strictEqual(answer.status, status, JSON.stringify(body) + answer.text)
      assert.match(answer.text, message)
    }
    // Another account's app is none, also as a row names it.
    await stranger.done("POST", base, unreleased(900_777))
    const named = await imported(own, { text: "App ID,Keyword\n900777,collage\n900776,collage\n" })
    assert.deepEqual(
      listOf(named, "refusals").map((row) => at(row, "reason")),
      ["APP_NOT_KEPT", "APP_NOT_KEPT"]
    )
    assert.deepEqual((await kept(stranger)).keywords, [])
  })
})

const filled = async (own: Actor) => {
  await own.done("POST", base, {
    ...unreleased(900_002),
    notes: "Ours ✓",
    languages: ["en-US", "de"],
    country: "de",
    tags: ["core"]
  })
  await own.done("POST", base, unreleased("com.example.ours"))
  const app = `${base}/900002`
  await own.done("POST", `${app}/competitors`, { competitorAppId: 900_003, name: "Rival", relationship: "aspiration" })
  await own.done("POST", `${app}/keywords`, {
    keywords: ["Photo Editor", "collage"],
    countries: ["us", "de"],
    language: "en",
    tags: ["brand", "core"]
  })
  const filter = { country: "de", tag: "brand" } as const
  await own.done("POST", "/v1/user/views", { lists: "keywords", name: "Brand ✓", filter, columns: ["keyword", "rank"] })
  await own.done("POST", "/v1/user/views", {
    lists: "apps",
    name: "Brand ✓",
    sort: { by: "appName", descending: true }
  })
  await own.done("POST", `${app}/versions`, {
    versionName: "1.0",
    title: "Ours",
    isReleased: true,
    keywords: ["a", "b"]
  })
  await own.done("POST", `${app}/versions`, { versionName: "1.1", title: "Ours too", whatsNew: "a\nb" })
}
const taken = async (own: Actor) => {
  const { exportedAt: _, ...data } = Object(at((await own.done("GET", "/v1/user/export")).json, "data"))
  return data
}

describe("an export of a workspace", () => {
  it("imports again into another account as it was, and adds nothing a second time", async () => {
    const own = await withApp()
    await filled(own)
    const data = await taken(own)
    assert.lengthOf(listOf(data, "items"), 3)
    const other = await newActor(gateway(), { plan: "large" })
    const body = { text: JSON.stringify({ ...data, exportedAt: "now" }) }
    const preview = await imported(other, { ...body, preview: true })
    const answer = await imported(other, body)
    assert.deepEqual(answer, { ...Object(preview), preview: false })
    assert.deepEqual(
      ["apps", "competitors", "keywords", "versions", "views"].map((what) => counted(answer, what)),
      [
        [3, 0],
        [1, 0],
        [4, 0],
        [2, 0],
        [2, 0]
      ]
    )
    assert.deepEqual(await taken(other), data)
    const again = await imported(other, body)
    assert.deepEqual(
      ["apps", "competitors", "keywords", "versions", "views"].map((what) => counted(again, what)),
      [
        [0, 3],
        [0, 1],
        [0, 4],
        [0, 2],
        [0, 2]
      ]
    )
    assert.deepEqual(await taken(other), data)
  })

  it("leaves out views that their list has no use for, and more than an account keeps", async () => {
    const own = await newActor(gateway())
    const file = (views: ReadonlyArray<unknown>) => ({
      text: JSON.stringify({ format: "storeglass.workspace/1", items: [], views })
    })
    const views = [
      { lists: "apps", name: "Germany", filter: { country: "de" } },
      { lists: "apps", name: "Ours" },
      { lists: "apps", name: " Ours" },
      { lists: "keywords", name: "Ours" }
    ]
    const answer = await imported(own, file(views))
    assert.deepEqual(counted(answer, "views"), [2, 1])
    assert.deepEqual(listOf(answer, "refusals"), [{ row: null, value: "Germany", reason: "INVALID_VIEW" }])
    const many = file(Array.from({ length: 99 }, (_, n) => ({ lists: "apps", name: `View ${n}` })))
    assert.match(
      String(at(await imported(own, { ...many, preview: true }), "limit")),
      /keeps 100 views and 2 are in use/
    )
    const refused = await own.ask("POST", path, many)
    assert.deepEqual([refused.status, at(refused.json, "error", "code")], [403, "TIER_LIMIT_EXCEEDED"])
    assert.strictEqual(at((await own.done("GET", "/v1/user/views")).json, "data", "total"), 2)
  })

  it("goes over pages", async () => {
    const own = await withApp()
    await filled(own)
    const ids: Array<unknown> = []
    let cursor = ""
    do {
      const { json } = await own.done("GET", `/v1/user/export?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`)
      ids.push(...listOf(json, "data", "items").map((app) => at(app, "appId")))
      cursor = String(at(json, "data", "nextCursor") ?? "")
    } while (cursor !== "")
    assert.deepEqual(ids, [900_001, 900_002, "com.example.ours"])
  })
})

describe("an export that is too large", () => {
  const app = (appId: number, keywords: number, versions: number) => ({
    ...unreleased(appId),
    filled: [],
    competitors: [{ competitorAppId: 900_003, name: "Rival", relationship: "direct" }],
    keywords: Array.from({ length: keywords }, (_, n) => ({ keyword: `word ${n}`, country: "us", device: "iphone" })),
    versions: Array.from({ length: versions }, (_, n) => ({
      versionName: `1.${n}`,
      language: "en-US",
      title: "句".repeat(90)
    }))
  })
  const items = [app(900_011, 2, 1), app(900_012, 150, 20), app(900_013, 1, 0)]
  const reports = Array.from({ length: 4 }, (_, n) => ({
    id: `018f0000-0000-7000-8000-00000000001${n}`,
    kind: "aso.audit",
    title: "Audit",
    params: {},
    payload: "x".repeat(2_000),
    createdAt: "2026-11-01T10:00:00.000Z"
  }))
  const page = ({ cursor, part }: { readonly part?: string; readonly cursor?: string }) =>
    Effect.succeed({
      format: "storeglass.workspace/1",
      exportedAt: "now",
      total: part === "reports" ? reports.length : items.length,
      nextCursor: part === undefined && cursor === undefined ? "next" : null,
      items: part === "reports" ? [] : cursor === undefined ? items.slice(0, 2) : items.slice(2),
      ...(part === "reports" ? { reports } : {})
    })
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

  it("holds what fits, in bytes, and counts what doesn't", async () => {
    const all = bytesOf({ items, reports })
    for (const bytesMax of [1_200, 3_000, 9_000, 15_000, all + 2_000]) {
      const { all: file, left } = await Effect.runPromise(whole(bytesMax, page))
      assert.isAtMost(bytesOf(file), bytesMax)
      assert.deepEqual(left.apps, items.length - file.items.length)
      for (const what of ["competitors", "keywords", "versions"] as const) {
        const sum = (of: ReadonlyArray<(typeof items)[number]>) => of.reduce((n, one) => n + one[what].length, 0)
        assert.strictEqual(left[what], sum(items) - sum(file.items), `${bytesMax} ${what}`)
      }
      assert.strictEqual(left.reports, reports.length - file.reports.length)
    }
    const { left } = await Effect.runPromise(whole(all + 2_000, page))
    assert.isUndefined(leftOf(left))
    const less = await Effect.runPromise(whole(all - 3_000, page))
    assert.match(leftOf(less.left) ?? "", /^\d reports$/)
    const least = await Effect.runPromise(whole(3_000, page))
    assert.match(leftOf(least.left) ?? "", /\d+ keywords, \d+ versions, 4 reports$/)
  })

  it("is cut into parts that each fit and import one after the other, to the same", async () => {
    const file = { format: "storeglass.workspace/1", items, views: [{ lists: "apps", name: "Ours" }], reports }
    const parts = [...partsOf(file, 5_000)]
    assert.isAbove(parts.length, 4)
    const [one, other] = [await newActor(gateway(), { plan: "large" }), await newActor(gateway(), { plan: "large" })]
    await imported(one, { text: JSON.stringify(file) })
    let apps = 0
    for (const { isContinued, part } of parts) {
      assert.isAtMost(bytesOf(part), 5_000)
      const answer = await imported(other, { text: JSON.stringify(part) })
      assert.strictEqual(at(answer, "refused"), 0)
      if (isContinued) assert.deepEqual([part.items.length, counted(answer, "apps")], [1, [0, 1]])
      apps += Number(at(answer, "apps", "added"))
      for (const what of ["competitors", "keywords", "versions", "reports", "views"]) {
        assert.strictEqual(at(answer, what, "duplicates"), 0, what)
      }
    }
    assert.strictEqual(apps, 3)
    assert.deepEqual(await taken(other), await taken(one))
    const saved = async (own: Actor) => at((await own.done("GET", "/v1/user/reports")).json, "data")
    assert.deepEqual(await saved(other), await saved(one))
  })
})

describe("the saved reports of an export", () => {
  const pageOf = async (own: Actor, query = "") =>
    at((await own.done("GET", `/v1/user/export?part=reports${query}`)).json, "data")
  const file = (reports: ReadonlyArray<unknown>) => ({
    text: JSON.stringify({ format: "storeglass.workspace/1", items: [], reports })
  })

  it("import again into another account under their ids, and add nothing a second time", async () => {
    const own = await withApp()
    const payload = { score: 71, text: "a\u0000b 👩‍👩‍👧", parts: [null, 1.5, { deep: "\n" }] }
    const app = { platform: "storea", appId: "900001" } as const
    await saveReport(gateway(), own, { title: "First", app, country: "us", model: "aso-audit@1", payload })
    const large = { text: "x".repeat(900_000) }
    for (let n = 0; n < 5; n += 1) await saveReport(gateway(), own, { title: `Large ${n}`, payload: large })
    // A page ends before 4 MiB.
    const first = await pageOf(own, "&limit=100")
    assert.lengthOf(listOf(first, "reports"), 4)
    const second = await pageOf(own, `&limit=100&cursor=${String(at(first, "nextCursor"))}`)
    assert.isNull(at(second, "nextCursor"))
    assert.deepEqual([at(first, "total"), listOf(first, "items")], [6, []])
    const all = [...listOf(first, "reports"), ...listOf(second, "reports")]
    assert.deepInclude(all.at(-1), { kind: "aso.audit", title: "First", ...app, country: "us", payload })

    const other = await newActor(gateway(), { plan: "large" })
    const preview = await imported(other, { ...file(all), preview: true })
    assert.deepEqual(counted(preview, "reports"), [6, 0])
    const answer = await imported(other, file(all))
    assert.deepEqual(answer, { ...Object(preview), preview: false })
    const brought = await pageOf(other, "&limit=4")
    const rest = await pageOf(other, `&cursor=${String(at(brought, "nextCursor"))}`)
    assert.deepEqual([...listOf(brought, "reports"), ...listOf(rest, "reports")], all)
    assert.deepEqual(counted(await imported(other, file([...all, all[0]])), "reports"), [0, 7])
    assert.strictEqual(at((await other.done("GET", "/v1/user/reports")).json, "data", "total"), 6)
  })

  it("are pinned again where they were", async () => {
    const own = await withApp()
    await saveReport(gateway(), own, { title: "Pinned", isPinned: true })
    await saveReport(gateway(), own, { title: "Not" })
    const pinned = async (whose: Actor) =>
      Object.fromEntries(
        listOf(await pageOf(whose), "reports").map((report) => [String(at(report, "title")), at(report, "isPinned")])
      )
    assert.deepEqual(await pinned(own), { Pinned: true, Not: undefined })
    const other = await newActor(gateway(), { plan: "large" })
    await imported(other, file(listOf(await pageOf(own), "reports")))
    assert.deepEqual(await pinned(other), { Pinned: true, Not: undefined })
    const kept = await gateway().run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          SELECT title, is_pinned FROM workspace_reports WHERE account_id = ${other.accountId}::uuid ORDER BY title`
      )
    )
    assert.deepEqual(kept, [
      { title: "Not", is_pinned: false },
      { title: "Pinned", is_pinned: true }
    ])
  })

  it("stay out where they're too large, or more than the plan keeps, and the import says so", async () => {
    const own = await newActor(gateway(), { plan: "free" })
    const reportOf = (n: number, payload: unknown = n) => ({
      id: `018f0000-0000-7000-8000-${String(n).padStart(12, "0")}`,
      kind: "aso.audit",
      title: `Report ${n}`,
      params: {},
      payload,
      createdAt: "2026-11-01T10:00:00Z"
    })
    const answer = await imported(own, file([reportOf(1), reportOf(2, "x".repeat(1024 * 1024))]))
    assert.deepEqual(counted(answer, "reports"), [1, 0])
    assert.deepEqual(listOf(answer, "refusals"), [
      { row: null, value: `Report 2 ${reportOf(2).id}`, reason: "REPORT_TOO_LARGE" }
    ])
    const many = file(Array.from({ length: 51 }, (_, n) => reportOf(100 + n)))
    assert.match(String(at(await imported(own, { ...many, preview: true }), "limit")), /keeps 50 reports/)
    const refused = await own.ask("POST", path, many)
    assert.deepEqual([refused.status, at(refused.json, "error", "code")], [403, "TIER_LIMIT_EXCEEDED"])
    assert.strictEqual(at(await pageOf(own), "total"), 1)
    const bad = await own.ask("POST", path, file([{ ...reportOf(3), createdAt: "yesterday" }]))
    assert.deepEqual([bad.status, at(bad.json, "error", "code")], [400, "INVALID_INPUT"])
  })
})

describe("storeglass workspace", () => {
  const storeglass = async (own: Actor, ...args: ReadonlyArray<string>) => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-workspace-"))
    const config = join(folder, "config.yaml")
    writeFileSync(config, stringify({ plugins: { workspace: null } }))
    const out: Array<string> = []
    const keep = (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" "))
    const exit = await Effect.runPromiseExit(
      Effect.gen(function* () {
        const live = yield* Console.Console
        yield* Effect.provideService(
          execute([...args, "--config", config], { STOREGLASS_API_KEY: own.key, STOREGLASS_URL: gateway().url }),
          Console.Console,
          { ...live, log: keep, error: keep, info: keep }
        )
      })
    )
    rmSync(folder, { recursive: true })
    return { worked: Exit.isSuccess(exit), text: out.join("\n") }
  }

  it("lists deleted apps, and restores one by its id", async () => {
    const own = await withApp()
    assert.deepEqual(await storeglass(own, "workspace", "deleted"), {
      worked: true,
      text: "no app was deleted within 7 days"
    })
    await own.done("POST", `${base}/900001/keywords`, { keywords: ["collage", "filters"], countries: ["us"] })
    await own.done("POST", `${base}/900001/versions`, { versionName: "1.0", title: "Ours" })
    const before = await taken(own)
    const id = String(at((await own.done("DELETE", `${base}?appId=900001`)).json, "data", "id"))
    const { text, worked } = await storeglass(own, "workspace", "deleted")
    assert.isTrue(worked)
    const [head = "", row = "", ...more] = text.split("\n")
    assert.match(head, /^id +app +name +competitors +keywords +versions +restorable until$/)
    assert.match(row, new RegExp(`^${id} +900001 +App 900001 +0 +2 +1 +2\\d{3}-.+Z$`))
    assert.deepEqual(more, [])
    const told = JSON.parse((await storeglass(own, "workspace", "deleted", "--json")).text)
    assert.deepEqual(
      told.items.map((item: unknown) => [at(item, "id"), at(item, "counts")]),
      [[id, { competitors: 0, keywords: 2, versions: 1 }]]
    )
    // Another account's is none.
    const stranger = await storeglass(await newActor(gateway()), "workspace", "restore", id)
    assert.isFalse(stranger.worked)
    assert.match(stranger.text, /^storeglass: NOT_FOUND: /)
    assert.deepEqual(await storeglass(own, "workspace", "restore", id), {
      worked: true,
      text: `restored ${id} with all that it had`
    })
    assert.deepEqual(await taken(own), before)
    const twice = await storeglass(own, "workspace", "restore", id)
    assert.deepEqual([twice.worked, /NOT_FOUND/.test(twice.text)], [false, true])
  })

  it("exports more than one import takes, and imports it again in parts", async () => {
    const own = await withApp()
    await filled(own)
    for (let n = 0; n < 14; n += 1) await saveReport(gateway(), own, { title: `${n}`, payload: "句".repeat(310_000) })
    const folder = mkdtempSync(join(tmpdir(), "storeglass-files-"))
    const copy = join(folder, "copy.json")
    assert.deepEqual(await storeglass(own, "workspace", "export", "-o", copy), { worked: true, text: "" })
    assert.isAbove(readFileSync(copy).byteLength, 12 * 1024 * 1024)
    const other = await newActor(gateway(), { plan: "large" })
    const preview = await storeglass(other, "workspace", "import", copy, "--preview", "--json")
    const ran = await storeglass(other, "workspace", "import", copy, "--json")
    assert.isTrue(ran.worked, ran.text.slice(0, 800))
    const answer = JSON.parse(ran.text)
    assert.deepEqual({ ...JSON.parse(preview.text), preview: false }, answer)
    assert.deepEqual(
      ["apps", "competitors", "keywords", "versions", "reports", "views"].map((what) => counted(answer, what)),
      [
        [3, 0],
        [1, 0],
        [4, 0],
        [2, 0],
        [14, 0],
        [2, 0]
      ]
    )
    assert.deepEqual(await taken(other), await taken(own))
    rmSync(folder, { recursive: true })
  }, 120_000)

  it("imports a file and exports all of it, over the API", async () => {
    const own = await withApp()
    const folder = mkdtempSync(join(tmpdir(), "storeglass-files-"))
    const file = join(folder, "keywords.csv")
    writeFileSync(file, "Mot-clé;Pays\ncollage;fr\n!!;fr\n")
    const preview = await storeglass(own, "workspace", "import", file, "--app", "900001", "--preview")
    assert.match(preview.text, /2 rows; columns: Mot-clé \(keyword\), Pays \(country\)/)
    assert.match(preview.text, /keywords +1 +0/)
    assert.match(preview.text, /3 +INVALID_KEYWORD +!!/)
    assert.match(preview.text, /nothing was written/)
    assert.deepEqual((await kept(own)).keywords, [])
    assert.isTrue((await storeglass(own, "workspace", "import", file, "--app", "900001")).worked)
    const { id } = await saveReport(gateway(), own)
    const copy = join(folder, "copy.json")
    assert.deepEqual(await storeglass(own, "workspace", "export", "-o", copy), { worked: true, text: "" })
    const { exportedAt: _, left, reports, ...data } = JSON.parse(readFileSync(copy, "utf8"))
    assert.deepEqual(data, await taken(own))
    assert.deepEqual(left, { apps: 0, competitors: 0, keywords: 0, versions: 0, reports: 0 })
    assert.deepEqual(
      reports.map((report: unknown) => at(report, "id")),
      [id]
    )
    const other = await newActor(gateway(), { plan: "large" })
    const ran = await storeglass(other, "workspace", "import", copy, "--json")
    assert.deepEqual(counted(JSON.parse(ran.text), "keywords"), [1, 0])
    assert.deepEqual(counted(JSON.parse(ran.text), "reports"), [1, 0])
    const missing = await storeglass(own, "workspace", "import", join(folder, "none.csv"))
    assert.match(missing.text, /^storeglass: can't read .*none\.csv/)
    const refused = await storeglass(own, "workspace", "import", file)
    assert.match(refused.text, /^storeglass: INVALID_INPUT: appId \(body\)/)
    rmSync(folder, { recursive: true })
  })
})
