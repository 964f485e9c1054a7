/** What may be kept, once, and no more of it than the plan includes. */
import { Accounts } from "@storeglass/core"
import { contextOf, erased, type LoadedPlugin, PluginContexts } from "@storeglass/gateway"
import { AuditLog, definePlugin, onEvent } from "@storeglass/plugin-api"
import { adjustableClock, listAt, manifestOf, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import * as Contract from "../src/contract.ts"
import { Upkeep } from "../src/jobRefs.ts"
import { personal } from "../src/personal.ts"
import plugin from "../src/plugin.ts"
import { tables } from "../src/Wall.ts"
import { workspaceCalls } from "./calls.ts"
import {
  type Actor,
  actor,
  alertsOf,
  at,
  base,
  dice,
  draftOf,
  idOf,
  listOf,
  newActor,
  plugins,
  saveReport,
  textsOf,
  trackedBy,
  unreleased
} from "./support.ts"

/** Writes down what it hears, each delivery once. */
const heard = new Map<string, readonly [event: string, accountId: string, id: string]>()
const told: Array<() => void> = []
const heardOf = ({ accountId }: Pick<Actor, "accountId">) =>
  [...heard.values()].flatMap(([event, of, id]) => (of === accountId ? [`${event} ${id}`] : [])).toSorted()
/** What was heard of an account, once it's so much. */
const heardAll = async (own: Pick<Actor, "accountId">, wanted: number): Promise<ReadonlyArray<string>> => {
  while (heardOf(own).length < wanted) await new Promise<void>((resolve) => told.push(resolve))
  return heardOf(own)
}
const ear = <A extends { readonly accountId: string; readonly id: string }>(
  event: Parameters<typeof onEvent<A, never, never>>[0]
) =>
  onEvent(event, ({ accountId, id }: A, delivery) =>
    Effect.sync(() => {
      heard.set(delivery.id, [event.name.replace("workspace.", ""), accountId, id])
      for (const tell of told.splice(0)) tell()
    })
  )
/** A store that refuses BEST in titles and frowns on exclamation marks. */
const issueOf = (severity: "error" | "warning", start: number, end: number): Contract.VersionIssue => ({
  ruleId: `title.${severity}`,
  severity,
  field: "title",
  message: "not there",
  span: { start, end },
  suggestion: null,
  basis: "policy",
  source: "https://example.com"
})
const lint = ({ brand, title }: Contract.LintedVersion) =>
  Effect.sync(() => {
    const best = title?.indexOf("BEST") ?? -1
    const mark = title?.indexOf("!") ?? -1
    const errors = best < 0 || brand === "BEST" ? [] : [issueOf("error", best, best + 4)]
    const warnings = mark < 0 ? [] : [issueOf("warning", mark, mark + 1)]
    return {
      errors: errors.length,
      warnings: warnings.length,
      score: 100 - 25 * errors.length - 8 * warnings.length,
      issues: [...errors, ...warnings]
    }
  })
const listener = definePlugin({
  id: "listener",
  manifest: manifestOf("listener", { uses: { workspace: "^0.1.0" } }),
  description: "Listens, and knows rules.",
  uses: ["workspace"],
  needs: [Contract.VersionLints],
  config: Schema.Struct({}),
  api: HttpApi.make("listener"),
  live: () => Layer.effectDiscard(Contract.VersionLints.use(({ register }) => register(lint))),
  on: () => [
    ear(Contract.AppAdded),
    ear(Contract.AppRemoved),
    ear(Contract.KeywordAdded),
    ear(Contract.KeywordRemoved),
    ear(Contract.CompetitorAdded),
    ear(Contract.CompetitorRemoved),
    ear(Contract.VersionReleasedEvent),
    ear(Contract.ReportSaved),
    ear(Contract.ReportsReplaced)
  ]
})
const loaded: LoadedPlugin = { plugin: erased(listener), settings: {}, from: "the test" }

const clock = adjustableClock(Date.parse("2026-11-22T12:00:00Z"))
const gateway = usePluginGateway(plugin, { plugins, further: [loaded], clock })
const codeOf = ({ json, status }: { readonly json: unknown; readonly status: number }) => [
  status,
  at(json, "error", "code")
]
const count = (own: Actor, table: string) =>
  gateway().run(
    Effect.map(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe<{ n: number }>(`SELECT count(*)::int AS n FROM workspace_${table} WHERE account_id = $1::uuid`, [
          own.accountId
        ])
      ),
      ([row]) => row?.n
    )
  )
/** The counts that the account's and the apps' rows keep are those of the rows. */
const assertCounted = async (own: Actor) => {
  const [state] = await gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Record<string, number | undefined>>`
        SELECT apps, keywords, versions, reports,
          (SELECT coalesce(sum(competitors), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS competitors,
          (SELECT coalesce(sum(keywords), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS "ofApps",
          (SELECT coalesce(sum(versions), 0)::int FROM workspace_apps p WHERE p.account_id = a.account_id) AS "versionsOfApps"
        FROM workspace_accounts a WHERE account_id = ${own.accountId}::uuid`
    )
  )
  const keywords = await count(own, "keywords")
  const versions = await count(own, "versions")
  assert.deepEqual(state, {
    apps: await count(own, "apps"),
    keywords,
    versions,
    reports: await count(own, "reports"),
    competitors: await count(own, "competitors"),
    ofApps: keywords,
    versionsOfApps: versions
  })
}
/** A saved report as it's kept. */
const reportRow = async (own: Actor) => {
  await saveReport(gateway(), own)
  const [row] = await gateway().run(
    SqlClient.SqlClient.use(
      (sql) =>
        sql<{
          row: unknown
        }>`SELECT to_jsonb(r) AS row FROM workspace_reports r WHERE account_id = ${own.accountId}::uuid`
    )
  )
  return row?.row
}
const withApp = async (options: Parameters<typeof newActor>[1] = {}, app: number | string = 900_001) => {
  const own = await newActor(gateway(), options)
  await own.done("POST", base, unreleased(app))
  return { own, path: `${base}/${app}` }
}
const codes = (answers: ReadonlyArray<{ readonly json: unknown; readonly status: number }>) =>
  answers.map((answer) => codeOf(answer).join(" ").trim()).toSorted()

describe("what is there already", () => {
  it("is one row of 50 equal posts at once, and 49 times the 409 that names it", { timeout: 120_000 }, async () => {
    const { own, path } = await withApp()
    const cases: ReadonlyArray<readonly [string, string, unknown]> = [
      [base, "apps", unreleased(900_002)],
      [`${path}/competitors`, "competitors", { competitorAppId: 900_003, name: "Rival" }],
      [`${path}/keywords`, "keywords", { keyword: "Photo  Editor" }],
      [`${path}/versions`, "versions", { versionName: "1.0" }]
    ]
    for (const [address, table, body] of cases) {
      const before = (await count(own, table)) ?? 0
      const answers = await Promise.all(Array.from({ length: 50 }, () => own.ask("POST", address, body)))
      assert.deepEqual(codes(answers), ["200", ...Array.from({ length: 49 }, () => "409 DUPLICATE")])
      assert.strictEqual(await count(own, table), before + 1)
      const made = answers.find(({ status }) => status === 200)
      const refused = answers.find(({ status }) => status === 409)
      assert.include(refused?.text, made === undefined ? "?" : idOf(made))
    }
    await assertCounted(own)
  })

  it("isn't added again with a list of keywords, and the rest is", async () => {
    const { own, path } = await withApp()
    const one = await own.done("POST", `${path}/keywords`, { keyword: " Photo  EDITOR " })
    assert.deepInclude(at(one.json, "data"), { keyword: "photo editor", typed: "Photo  EDITOR", country: "us" })
    const list = { keywords: ["photo editor", "collage", "COLLAGE", "!!"], countries: ["us", "GB", "zz"] }
    const { json } = await own.done("POST", `${path}/keywords`, list)
    const named = (key: string) =>
      listOf(json, "data", key).map((row) => `${String(at(row, "keyword"))} ${String(at(row, "country"))}`)
    assert.deepEqual(named("added"), ["photo editor gb", "collage us", "collage gb"])
    assert.deepEqual(named("duplicates"), ["photo editor us"])
    assert.deepEqual(
      new Set(listOf(json, "data", "refused").map((row) => at(row, "reason"))),
      new Set(["INVALID_COUNTRY", "INVALID_KEYWORD"])
    )
    assert.deepEqual(codeOf(await own.ask("POST", `${path}/keywords`, list)), [409, "DUPLICATE"])
    assert.deepEqual(await trackedBy(gateway(), own), [
      "collage gb",
      "collage us",
      "photo editor gb",
      "photo editor us"
    ])
  })
})

describe("the plan's limits", () => {
  it("hold under concurrency, for each kind of row, and nothing is written over them", async () => {
    const { own, path } = await withApp({ plan: "free" })
    const apps = await Promise.all(Array.from({ length: 10 }, (_, n) => own.ask("POST", base, unreleased(950_000 + n))))
    assert.deepEqual(codes(apps), ["200", ...Array.from({ length: 9 }, () => "403 TIER_LIMIT_EXCEEDED")])
    assert.match(apps.find(({ status }) => status === 403)?.text ?? "", /keeps 2 apps and 2 are in use/)
    const versions = await Promise.all(
      Array.from({ length: 30 }, (_, n) => own.ask("POST", `${path}/versions`, { versionName: `1.${n}` }))
    )
    assert.strictEqual(versions.filter(({ status }) => status === 200).length, 20)
    const words = (from: number, n: number) => Array.from({ length: n }, (_, index) => `word ${from + index}`)
    const tooMany = await own.ask("POST", `${path}/keywords`, { keywords: words(0, 26) })
    assert.deepEqual(codeOf(tooMany), [403, "TIER_LIMIT_EXCEEDED"])
    assert.strictEqual(await count(own, "keywords"), 0)
    const lists = await Promise.all(
      Array.from({ length: 5 }, (_, n) => own.ask("POST", `${path}/keywords`, { keywords: words(n * 10, 10) }))
    )
    assert.strictEqual(lists.filter(({ status }) => status === 200).length, 2)
    assert.strictEqual(await count(own, "keywords"), 20)
    assert.lengthOf(await trackedBy(gateway(), own), 20)
    const saved = await Promise.all(
      Array.from({ length: 60 }, () =>
        saveReport(gateway(), own, { plan: "free" }).then(
          () => "saved",
          () => "refused"
        )
      )
    )
    assert.strictEqual(saved.filter((each) => each === "saved").length, 50)
    const rivals = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        own.ask("POST", `${path}/competitors`, { competitorAppId: 960_000 + n, name: "R" })
      )
    )
    assert.strictEqual(rivals.filter(({ status }) => status === 200).length, 25)
    await assertCounted(own)
  })

  it("let the newest keywords wait after a downgrade, and take them up again with the plan", async () => {
    const { own, path } = await withApp({ plan: "indie" })
    for (const from of [0, 20]) {
      await own.done("POST", `${path}/keywords`, { keywords: Array.from({ length: 20 }, (_, n) => `word ${from + n}`) })
      clock.advanceMs(1_000)
    }
    const change = async (plan: string) => {
      await gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE core_accounts SET plan = ${plan} WHERE id = ${own.accountId}::uuid`
        )
      )
      await gateway().runJob(Upkeep, { accountId: own.accountId })
    }
    const statuses = async () =>
      listOf((await own.done("GET", `${path}/keywords?limit=500`)).json, "data", "items").map((row) =>
        at(row, "collection", "status")
      )
    assert.deepEqual(new Set(await statuses()), new Set(["collecting"]))
    await change("free")
    assert.lengthOf(await trackedBy(gateway(), own), 25)
    const alerts = () => alertsOf(gateway(), ({ settle }) => settle(own.accountId, "a change"))
    assert.deepEqual(
      (await alerts()).map(({ kind, title }) => [kind, title]),
      [["workspace.keywords-waiting", "15 keywords wait for room in the plan"]]
    )
    const rows = await own.done("GET", `${path}/keywords?limit=500`)
    const [first] = listOf(rows.json, "data", "items")
    // The row that goes makes room for one that waits.
    await own.done("DELETE", `${path}/keywords?id=${String(at(first, "id"))}`)
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    assert.lengthOf(await trackedBy(gateway(), own), 25)
    await change("indie")
    assert.lengthOf(await trackedBy(gateway(), own), 39)
    assert.deepEqual(await alerts(), [])
    await assertCounted(own)
  })

  it("go with the plan at once, whatever a node or another plugin remembers of it", async () => {
    const { own, path } = await withApp({ plan: "indie" })
    await own.done("POST", `${path}/keywords`, { keywords: Array.from({ length: 40 }, (_, n) => `word ${n}`) })
    const setPlan = (plan: "free" | "indie") =>
      gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.setPlan(own.accountId, plan)))
    // Nobody asks for them meanwhile, and no daily job runs.
    const collected = async (count: number) => {
      while ((await trackedBy(gateway(), own)).length !== count);
    }
    await setPlan("free")
    assert.deepEqual(codeOf(await own.ask("POST", `${path}/keywords`, { keyword: "one more" })), [
      403,
      "TIER_LIMIT_EXCEEDED"
    ])
    await collected(25)
    const saved = await Promise.allSettled(
      Array.from({ length: 51 }, () => saveReport(gateway(), own, { plan: "indie" }))
    )
    assert.strictEqual(saved.filter(({ status }) => status === "fulfilled").length, 50)
    assert.lengthOf(await trackedBy(gateway(), own), 25)
    await setPlan("indie")
    await collected(40)
    await own.done("POST", `${path}/keywords`, { keyword: "one more" })
    await assertCounted(own)
  })

  it("take at most 20 writes a second from an account where no other number is set", async () => {
    // Its own gateway would cost a boot; the guard is the same with any number.
    const { own } = await withApp()
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE workspace_accounts SET tokens = -1e6 WHERE account_id = ${own.accountId}::uuid`
      )
    )
    const refused = await own.ask("POST", base, unreleased(900_009))
    assert.deepEqual(codeOf(refused), [429, "TOO_MANY_WRITES"])
    assert.strictEqual(refused.headers.get("retry-after"), "1")
    assert.strictEqual((await own.ask("GET", base)).status, 200)
  })
})

describe("keywords and their collection", () => {
  it("end it with the last app that has them, and leave what was tracked by itself", async () => {
    const { own, path } = await withApp()
    await own.done("POST", base, unreleased(900_002))
    const other = `${base}/900002`
    await own.done("POST", "/v1/keywords/track", { keyword: "alone" })
    for (const keyword of ["alone", "shared", "single"]) await own.done("POST", `${path}/keywords`, { keyword })
    await own.done("POST", `${other}/keywords`, { keyword: "Shared" })
    const collected = async (address: string) => at((await own.done("DELETE", address)).json, "data", "collected")
    assert.isTrue(await collected(`${path}/keywords?keyword=shared`))
    assert.isFalse(await collected(`${path}/keywords?keyword=single&country=us&device=iphone`))
    assert.isTrue(await collected(`${path}/keywords?keyword=alone`))
    assert.deepEqual(await trackedBy(gateway(), own), ["alone us", "shared us"])
    const removed = await own.done("DELETE", base, { appId: 900_002 })
    assert.deepEqual(at(removed.json, "data", "removed"), { competitors: 0, keywords: 1, versions: 0 })
    assert.deepEqual(await trackedBy(gateway(), own), ["alone us"])
    assert.deepEqual(codeOf(await own.ask("DELETE", `${base}?appId=900002`)), [404, "NOT_FOUND"])
    await assertCounted(own)
  })

  it("go on for what was tracked and paid for by itself since, whether its row is collected, waits, or goes with the app", async () => {
    const { own, path } = await withApp({ plan: "indie" })
    const words = Array.from({ length: 25 }, (_, n) => `word ${n}`)
    await own.done("POST", `${path}/keywords`, { keywords: words })
    clock.advanceMs(1_000)
    await own.done("POST", `${path}/keywords`, { keywords: ["late", "later"] })
    const track = async (keyword: string) => {
      const before = await gateway().used(own.accountId)
      const { json } = await own.done("POST", "/v1/keywords/track", { keyword })
      assert.isFalse(at(json, "data", "alreadyTracked"), keyword)
      assert.strictEqual((await gateway().used(own.accountId)) - before, 1, keyword)
    }
    const remove = async (keyword: string) =>
      at(
        (await own.done("DELETE", `${path}/keywords?keyword=${keyword.replace(" ", "%20")}`)).json,
        "data",
        "collected"
      )
    await track("word 1")
    assert.isTrue(await remove("word 1"))
    assert.isFalse(await remove("word 2"))
    await own.done("POST", `${path}/keywords`, { keywords: ["word 1", "word 2"] })
    const setPlan = (plan: "free") =>
      gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.setPlan(own.accountId, plan)))
    await setPlan("free")
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    assert.notInclude(await trackedBy(gateway(), own), "word 2 us")
    await track("word 2")
    assert.isTrue(await remove("word 2"))
    await track("word 3")
    await own.done("DELETE", `${base}?appId=900001`)
    assert.deepEqual(await trackedBy(gateway(), own), ["word 1 us", "word 2 us", "word 3 us"])
    await assertCounted(own)
  })
})

describe("apps", () => {
  it("are filled by the store where nothing was given, and what was given stays", async () => {
    const own = await newActor(gateway())
    const samples = (await gateway().running.sandbox?.samples()) ?? {}
    const appId = Number(samples.appId)
    const made = await own.done("POST", base, { appId, developerName: "Ours" })
    assert.deepInclude(at(made.json, "data"), {
      appId,
      platform: "storea",
      metadataStatus: "filled",
      developerName: "Ours"
    })
    assert.isString(at(made.json, "data", "appName"))
    const gone = await own.done("POST", base, { appId: 1 })
    assert.deepInclude(at(gone.json, "data"), { metadataStatus: "not_found", appName: null })
    const control = gateway().running.sandbox?.control
    const fault = control?.fail({ upstream: "itunes", kind: "500" })
    const pending = await own.done("POST", base, { appId: 2, appName: "Mine" })
    assert.deepInclude(at(pending.json, "data"), { metadataStatus: "pending", appName: "Mine" })
    if (fault !== undefined) control?.clearFaults({ id: fault })
    assert.deepEqual(codeOf(await own.ask("POST", base, { appId: 2, platform: "storeb" })), [400, "INVALID_INPUT"])
    const refused = await own.ask("POST", base, { appId: "no app" })
    assert.deepEqual(codeOf(refused), [400, "INVALID_APP_ID"])
    assert.match(String(at(refused.json, "error", "message")), /^appId: /)
    const rival = await own.ask("POST", `${base}/1/competitors`, { competitorAppId: 0 })
    assert.deepEqual(codeOf(rival), [400, "INVALID_APP_ID"])
    assert.match(String(at(rival.json, "error", "message")), /^competitorAppId: /)
    assert.deepEqual(codeOf(await own.ask("POST", base, { appId: 3, country: "zz" })), [400, "INVALID_COUNTRY"])
  })

  it("change only in what is sent, by the revision that was read, and null clears", async () => {
    const { own } = await withApp()
    const patch = (body: object) => own.ask("PATCH", base, { appId: 900_001, ...body })
    const changed = await patch({ notes: "Ours\r\nalone ", subtitle: "Fast", revision: 1 })
    assert.deepInclude(at(changed.json, "data"), { notes: "Ours\nalone", subtitle: "Fast", revision: 2 })
    assert.deepInclude(at((await patch({ notes: "Ours\nalone" })).json, "data"), { revision: 2 })
    assert.deepInclude(at((await patch({ subtitle: null })).json, "data"), { subtitle: null, revision: 3 })
    const stale = await patch({ notes: "x", revision: 2 })
    assert.deepEqual(codeOf(stale), [409, "STALE_REVISION"])
    const [present] = listOf((await own.done("GET", base)).json, "data", "items")
    assert.deepInclude(present, { revision: 3 })
    assert.deepEqual(at(stale.json, "error", "details"), { present })
    for (const wrong of [
      { notes: "a\u0000b" },
      { appName: "two\nlines" },
      { appName: "" },
      { appName: "x".repeat(201) },
      { notes: "x".repeat(2_001) },
      { appIconUrl: "http://example.com/a.png" },
      { languages: ["not a language"] },
      { platform: "storea" },
      { deviceFamily: "watch" }
    ]) {
      assert.deepEqual(codeOf(await patch(wrong)), [400, "INVALID_INPUT"], JSON.stringify(wrong))
    }
    const any = "Größe 😀 \u202eعربي 한국어 e\u0301"
    assert.strictEqual(at((await patch({ appName: any })).json, "data", "appName"), any.normalize("NFC"))
  })

  it("keep any text of valid Unicode in each field as it was given", async () => {
    const { own, path } = await withApp()
    const roll = dice(7)
    const textOf = textsOf(roll)
    const keptAs = (given: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(given).map(([name, text]) => [name, text.normalize("NFC").trim()]))
    for (let n = 0; n < 12; n += 1) {
      const short = () => `a${textOf(1 + roll(30))}`
      const app = {
        appName: short(),
        developerName: short(),
        bundleId: short(),
        subtitle: short(),
        description: `${short()}\n${short()}`,
        category: short(),
        notes: `${short()}\n${short()}`
      }
      await own.done("PATCH", base, { appId: 900_001, ...app })
      const [read] = listOf((await own.done("GET", base)).json, "data", "items")
      assert.deepInclude(read, keptAs(app))
      const version = {
        versionName: `${n} ${textOf(10)}b`,
        title: short(),
        subtitle: short(),
        description: `${short()}\n${short()}`,
        keywords: short(),
        shortDescription: short(),
        promotionalText: short(),
        whatsNew: `${short()}\n${short()}`,
        notes: short()
      }
      await own.done("POST", `${path}/versions`, version)
      const [listed] = listOf((await own.done("GET", `${path}/versions`)).json, "data", "items")
      assert.deepInclude(listed, keptAs(version))
      const name = short()
      const rival = await own.done("POST", `${path}/competitors`, { competitorAppId: 910_000 + n, name })
      assert.strictEqual(at(rival.json, "data", "competitorName"), name.normalize("NFC").trim())
    }
  })

  it("are deleted by query or body, and not where they disagree", async () => {
    const { own } = await withApp()
    const ask = (query: string, body?: unknown) => own.ask("DELETE", `${base}${query}`, body)
    assert.deepEqual(codeOf(await ask("?appId=900001", { appId: 900_002 })), [400, "INVALID_INPUT"])
    assert.deepEqual(codeOf(await ask("", { appId: 900_001, force: true })), [400, "INVALID_INPUT"])
    assert.deepEqual(codeOf(await ask("", "[1]")), [400, "INVALID_INPUT"])
    assert.deepEqual(codeOf(await ask("")), [400, "INVALID_INPUT"])
    assert.deepEqual(codeOf(await ask("?id=nonsense")), [400, "INVALID_INPUT"])
    assert.strictEqual((await ask("?appId=900001", { appId: 900_001 })).status, 200)
  })

  it("come in pages that hold each once", async () => {
    const own = await newActor(gateway())
    for (let n = 0; n < 7; n += 1) await own.done("POST", base, unreleased(970_000 + n))
    const seen: Array<unknown> = []
    let cursor = ""
    for (;;) {
      const { json } = await own.done("GET", `${base}?limit=3${cursor}`)
      seen.push(...listOf(json, "data", "items").map((row) => at(row, "appId")))
      const next = at(json, "data", "nextCursor")
      if (next === null) break
      cursor = `&cursor=${String(next)}`
    }
    assert.strictEqual(new Set(seen).size, 7)
    assert.lengthOf(seen, 7)
    const some = await own.done("GET", `${base}?q=970003`)
    assert.deepEqual([at(some.json, "data", "total"), at(some.json, "data", "items", 0, "appId")], [1, 970_003])
    assert.strictEqual((await own.ask("GET", `${base}?cursor=bm9uZQ`)).status, 400)
    await own.done("PATCH", base, { appId: 970_003, appName: "Café" })
    const spelt = await own.done("GET", `${base}?q=${encodeURIComponent("cafe\u0301")}`)
    assert.deepEqual([at(spelt.json, "data", "total"), at(spelt.json, "data", "items", 0, "appId")], [1, 970_003])
  })
})

describe("the device family of an app", () => {
  it.each(["ios", "macos", "tvos"])("may be %s, and is told as it was sent, also after a change", async (family) => {
    const own = await newActor(gateway())
    const made = await own.done("POST", base, { ...unreleased(900_001), deviceFamily: family })
    assert.strictEqual(at(made.json, "data", "deviceFamily"), family)
    const read = async () => at((await own.done("GET", base)).json, "data", "items", 0, "deviceFamily")
    assert.strictEqual(await read(), family)
    await own.done("PATCH", base, { appId: 900_001, deviceFamily: null })
    assert.isNull(await read())
    await own.done("PATCH", base, { appId: 900_001, deviceFamily: family })
    assert.strictEqual(await read(), family)
  })

  it("is none that the stores don't have", async () => {
    const own = await newActor(gateway())
    const asked = await own.ask("POST", base, { ...unreleased(900_001), deviceFamily: "watchos" })
    assert.deepEqual(codeOf(asked), [400, "INVALID_INPUT"])
    assert.match(asked.text, /deviceFamily/)
  })
})

describe("an account without credits", () => {
  it("does everything in its workspace, and is charged nothing", { timeout: 60_000 }, async () => {
    const account = await gateway().account({ plan: "medium" })
    const own = actor(gateway(), account)
    const prepared = await workspaceCalls(gateway(), account)
    await gateway().drain(account.accountId)
    const used = await gateway().used(account.accountId)
    // What costs is refused.
    assert.strictEqual((await own.ask("POST", "/v1/keywords/track", { keyword: "tides", country: "us" })).status, 429)
    const operations = gateway().running.composition.operations.filter(({ path }) => path.startsWith("/v1/user/"))
    const workspace = operations.filter(({ id }) => id.startsWith("workspace_"))
    assert.sameMembers(
      workspace.map(({ id }) => id),
      Object.keys(prepared)
    )
    for (const { id, method, path } of workspace) {
      const { body, values = {} } = prepared[id] ?? {}
      const rest = new Map(Object.entries(values))
      const place = path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_, one, other) => {
        const value = rest.get(one ?? other) ?? ""
        rest.delete(one ?? other)
        return value
      })
      const isNamed = method === "DELETE" || /_(reports|diffVersions)$/.test(id)
      const query = isNamed ? `?${new URLSearchParams([...rest].map(([key, value]) => [key, String(value)]))}` : ""
      assert.deepEqual([id, (await own.ask(method, `${place}${query}`, body)).status], [id, 200])
    }
    assert.strictEqual(await gateway().used(account.accountId), used)
  })
})

describe("competitors", () => {
  it("are of the app's store and not the app itself", async () => {
    const { own, path } = await withApp()
    const add = (competitorAppId: unknown) => own.ask("POST", `${path}/competitors`, { competitorAppId })
    assert.deepEqual(codeOf(await add(900_001)), [400, "INVALID_INPUT"])
    assert.deepEqual(codeOf(await add("com.example.other")), [400, "INVALID_INPUT"])
    assert.deepInclude(at((await add(1)).json, "data"), {
      relationship: "direct",
      competitorAppId: 1,
      competitorName: null
    })
    assert.strictEqual((await own.ask("DELETE", `${path}/competitors?competitorAppId=1`)).status, 200)
  })
})

describe("what a DELETE names", () => {
  const both = async (own: Actor, address: string, name: string, value: string, other: string) => {
    const ask = (query: string, body?: unknown) => own.ask("DELETE", `${address}${query}`, body)
    const text = encodeURIComponent(value)
    const refused = await ask(`?${name}=${text}`, { [name]: other })
    assert.deepEqual(codeOf(refused), [400, "INVALID_INPUT"], `${address} ${name}`)
    assert.include(String(at(refused.json, "error", "message")), `${name}: the query and the body disagree`)
    return {
      byQuery: () => ask(`?${name}=${text}`),
      byBody: () => ask("", { [name]: value }),
      byBoth: () => ask(`?${name}=${text}`, { [name]: value })
    }
  }
  const never = "018f0000-0000-7000-8000-000000000000"

  it("is taken from the query, the body or both, of competitors, keywords, reports, tags and views", async () => {
    const { own, path } = await withApp()
    const forms = ["byQuery", "byBody", "byBoth"] as const
    for (const [index, form] of forms.entries()) {
      const rival = async () =>
        idOf(await own.done("POST", `${path}/competitors`, { competitorAppId: 910_000 + index, name: "R" }))
      const gone = async (address: string, name: string, value: string, other: string) => {
        const answer = await (await both(own, address, name, value, other))[form]()
        assert.strictEqual(answer.status, 200, `${form} ${address} ${name}: ${answer.text}`)
        return answer
      }
      const competitors = `${path}/competitors`
      await gone(competitors, "id", await rival(), never)
      await rival()
      await gone(competitors, "competitorAppId", String(910_000 + index), "5")
      const keyword = async () => idOf(await own.done("POST", `${path}/keywords`, { keyword: "tide table" }))
      await gone(`${path}/keywords`, "id", await keyword(), never)
      await keyword()
      await gone(`${path}/keywords`, "keyword", "tide table", "another")
      const { id: report } = await saveReport(gateway(), own)
      assert.strictEqual(at((await gone("/v1/user/reports", "id", report, never)).json, "data", "deleted"), 1)
      await own.done("PATCH", base, { appId: 900_001, tags: ["core"] })
      await gone("/v1/user/tags", "tag", "core", "other")
      const view = idOf(await own.done("POST", "/v1/user/views", { lists: "apps", name: "Ours" }))
      await gone("/v1/user/views", "id", view, never)
    }
    await assertCounted(own)
  })

  it("has the codes of its fields in either form, and agrees whatever the case of a country", async () => {
    const { own, path } = await withApp()
    const ask = (query: string, body?: unknown) => own.ask("DELETE", `${path}/keywords${query}`, body)
    for (const [query, body, code] of [
      ["", { keyword: "" }, "INVALID_KEYWORD"],
      ["?keyword=%20", undefined, "INVALID_KEYWORD"],
      ["", { keyword: "x".repeat(101) }, "INVALID_KEYWORD"],
      [`?keyword=${"x".repeat(101)}`, undefined, "INVALID_KEYWORD"],
      ["", { keyword: "tide", country: "zz" }, "INVALID_COUNTRY"],
      ["?keyword=tide&country=zz", undefined, "INVALID_COUNTRY"],
      ["", { keyword: "tide", country: "nowhere" }, "INVALID_COUNTRY"],
      ["", { id: "nonsense" }, "INVALID_INPUT"],
      ["?keyword=tide&device=phone", undefined, "INVALID_INPUT"],
      ["?keyword=tide&country=us", { country: "de" }, "INVALID_INPUT"]
    ] as const) {
      assert.deepEqual(codeOf(await ask(query, body)), [400, code], `${query} ${JSON.stringify(body)}`)
    }
    await own.done("POST", `${path}/keywords`, { keyword: "tide" })
    const id = idOf(await own.done("POST", `${path}/keywords`, { keyword: "moon" }))
    assert.strictEqual((await ask("?keyword=tide&country=US", { country: "US" })).status, 200)
    assert.strictEqual((await ask(`?id=${id.toUpperCase()}`, { id })).status, 200)
  })
})

describe("versions", () => {
  it("are drafts until they're released, and then don't change but for notes and the archive", async () => {
    const { own, path } = await withApp({}, "com.example.ours")
    const add = (body: object) => own.done("POST", `${path}/versions`, body)
    const patch = (body: object) => own.ask("PATCH", `${path}/versions`, body)
    const draft = await add({ versionName: "1.0", title: "x".repeat(120), keywords: ["a", "b c"] })
    const id = idOf(draft)
    assert.deepInclude(at(draft.json, "data"), {
      status: "draft",
      language: "en-US",
      keywords: "a,b c",
      isCurrent: false,
      lint: { errors: 0, warnings: 0, score: 100 },
      origin: "manual"
    })
    const stale = await patch({ id, title: "y", revision: 7 })
    assert.deepEqual(codeOf(stale), [409, "STALE_REVISION"])
    assert.deepEqual(at(stale.json, "error", "details", "present"), at(draft.json, "data"))
    assert.deepEqual(codeOf(await patch({ id, releasedAt: "2026-11-20T00:00:00Z" })), [400, "INVALID_INPUT"])
    const future = { id, isReleased: true, releasedAt: "2027-01-01T00:00:00Z" }
    assert.deepEqual(codeOf(await patch(future)), [400, "INVALID_INPUT"])
    const released = await patch({ id, isReleased: true, releasedAt: "2026-11-20T00:00:00Z" })
    assert.deepInclude(at(released.json, "data"), {
      status: "released",
      releasedAt: "2026-11-20T00:00:00.000Z",
      isCurrent: true
    })
    assert.deepEqual(codeOf(await patch({ id, title: "y" })), [409, "VERSION_RELEASED"])
    assert.deepEqual(codeOf(await patch({ id, versionName: "1.1" })), [409, "VERSION_RELEASED"])
    assert.strictEqual((await patch({ id, notes: "shipped" })).status, 200)
    const next = await add({ versionName: "2.0", copyFrom: id, title: "New", isReleased: true })
    assert.deepInclude(at(next.json, "data"), { origin: "copy", title: "New", keywords: "a,b c", isCurrent: true })
    const german = await add({ versionName: "1.0", language: "de", isReleased: true })
    assert.deepInclude(at(german.json, "data"), { isCurrent: true })
    const current = await gateway().run(
      Contract.CurrentVersions.use(({ of }) => of(own.accountId, { platform: "storeb", appId: "com.example.ours" }))
    )
    assert.deepEqual(
      current.map(({ language, versionName }) => [language, versionName]),
      [
        ["de", "1.0"],
        ["en-US", "2.0"]
      ]
    )
    assert.deepInclude(at((await patch({ id: idOf(next), isReleased: false, title: "Later" })).json, "data"), {
      status: "draft",
      title: "Later"
    })
    assert.strictEqual((await patch({ id, isArchived: true })).status, 200)
    const listed = async (query: string) =>
      listOf((await own.done("GET", `${path}/versions${query}`)).json, "data", "items").map((row) =>
        at(row, "versionName")
      )
    assert.deepEqual((await listed("?language=EN-us")).toSorted(), ["2.0"])
    assert.deepEqual((await listed("?language=en-US&includeArchived=true")).toSorted(), ["1.0", "2.0"])
    assert.deepEqual(await listed("?isReleased=true"), ["1.0"])
    assert.deepEqual(codeOf(await patch({ id: idOf(next), versionName: "1.0" })), [409, "DUPLICATE"])
  })
})

describe("drafts that another plugin writes", () => {
  it("are copies of what is live with its texts in it, numbered, within the plan, and only of apps that are kept", async () => {
    const { own, path } = await withApp({ plan: "indie" })
    const live = { versionName: "1.0", language: "en-US", title: "Old", description: "Long.", isReleased: true }
    const { json } = await own.done("POST", `${path}/versions`, live)
    const appId = String(at(await own.done("GET", base), "json", "data", "items", 0, "appId"))
    const draft = (more: Partial<Contract.NewDraft> = {}) =>
      draftOf(gateway(), { ...own, plan: "indie" }, { platform: "storea", appId }, more)
    assert.strictEqual(at(await draft(), "versionName"), "Suggested")
    const again = await draft({ language: "en-us" })
    assert.strictEqual(at(again, "versionName"), "Suggested (2)")
    const rows = listOf((await own.done("GET", `${path}/versions`)).json, "data", "items")
    assert.deepEqual(
      rows.map((row) =>
        ["versionName", "language", "title", "description", "status", "origin"].map((name) => at(row, name))
      ),
      [
        ["Suggested (2)", "en-US", "New", "Long.", "draft", "copy"],
        ["Suggested", "en-US", "New", "Long.", "draft", "copy"],
        ["1.0", "en-US", "Old", "Long.", "released", "manual"]
      ]
    )
    assert.strictEqual(at(rows[2], "id"), at(json, "data", "id"))
    const stranger = await newActor(gateway())
    assert.isUndefined(await draft({ accountId: stranger.accountId }))
    const full = await withApp({ plan: "free" })
    for (let n = 0; n < 20; n++) await full.own.done("POST", `${full.path}/versions`, { versionName: `${n}` })
    const said = await draft({ accountId: full.own.accountId, plan: "free" }).then(String, (error) =>
      String(at(error, "_tag") ?? error)
    )
    assert.match(said, /DraftRefused/)
  })

  it("are written in many languages at once as one write, all or none, and in a preview not at all", async () => {
    const { own, path } = await withApp({ plan: "indie" })
    const appId = String(at(await own.done("GET", base), "json", "data", "items", 0, "appId"))
    const languages = ["de", "fr", "it", "es", "pl", "nl", "sv", "da", "fi", "cs", "el", "hu", "ro", "sk", "tr", "uk"]
    const all = (over: Partial<Contract.NewDrafts> = {}) =>
      gateway()
        .run(
          Contract.DraftVersions.use(({ draftAll }) =>
            draftAll({
              accountId: own.accountId,
              plan: "indie",
              app: { platform: "storea", appId },
              versionName: "2.0",
              drafts: languages.map((language) => ({ language, texts: { title: "New", whatsNew: "One.\nTwo." } })),
              ...over
            })
          )
        )
        .then(
          (made) => made?.map(({ language, versionName }) => `${language} ${versionName}`),
          (error) => String(at(error, "reason"))
        )
    const kept = async () => at((await own.done("GET", `${path}/versions`)).json, "data", "total")
    const expected = languages.map((language) => `${language} 2.0`)
    assert.deepEqual([await all({ isPreview: true }), await kept()], [expected, 0])
    const tooLong = [
      { language: "de", texts: { title: "New" } },
      { language: "fr", texts: { subtitle: "x".repeat(201) } }
    ]
    assert.match(String(await all({ drafts: tooLong })), /^fr: .*subtitle/s)
    assert.strictEqual(await kept(), 0)
    assert.deepEqual([await all(), await kept()], [expected, languages.length])
    assert.isUndefined(await all({ accountId: (await newActor(gateway())).accountId }))
  })
})

describe("the rules that another plugin brings", () => {
  it("are told with each version, and stop a release that breaks them unless it's forced", async () => {
    const { own, path } = await withApp()
    const add = (body: object) => own.ask("POST", `${path}/versions`, body)
    const patch = (body: object) => own.ask("PATCH", `${path}/versions`, body)
    const draft = await add({ versionName: "1.0", title: "BEST notes!" })
    const lint = { errors: 1, warnings: 1, score: 67 }
    assert.deepInclude(at(draft.json, "data"), { status: "draft", lint })
    const [listed] = listOf((await own.done("GET", `${path}/versions`)).json, "data", "items")
    assert.deepEqual(at(listed, "lint"), lint)
    const id = idOf(draft)
    const refused = await patch({ id, isReleased: true })
    assert.deepEqual(codeOf(refused), [422, "LINT_FAILED"])
    assert.deepEqual(at(refused.json, "error", "details"), {
      ...lint,
      issues: [issueOf("error", 0, 4), issueOf("warning", 10, 11)]
    })
    assert.deepEqual(codeOf(await add({ versionName: "1.1", copyFrom: id, isReleased: true })), [422, "LINT_FAILED"])
    assert.strictEqual(await count(own, "versions"), 1)
    assert.deepInclude(at((await patch({ id, isReleased: true, force: true })).json, "data"), {
      status: "released",
      revision: 2,
      lint
    })
    // What is out already may be noted on, whatever the rules say of it.
    assert.strictEqual((await patch({ id, notes: "shipped" })).status, 200)
    assert.strictEqual((await patch({ id, isReleased: false })).status, 200)
    // An import takes over no release that the rules refuse, unless the file says so.
    const file = {
      format: "storeglass.workspace/1",
      items: [
        {
          appId: 900_001,
          versions: [
            { versionName: "0.1", title: "BEST", isReleased: true, releasedAt: "2026-01-01T00:00:00Z" },
            { versionName: "0.2", title: "BEST", isReleased: true, releasedAt: "2026-02-01T00:00:00Z", force: true },
            { versionName: "0.3", title: "Good", isReleased: true, releasedAt: "2026-03-01T00:00:00Z" },
            { versionName: "0.4", title: "BEST" }
          ]
        }
      ]
    }
    for (const preview of [true, false]) {
      const imported = await own.done("POST", "/v1/user/import", { text: JSON.stringify(file), preview })
      assert.deepInclude(at(imported.json, "data"), {
        versions: { added: 3, duplicates: 0 },
        refusals: [{ row: null, value: "0.1 en-US", reason: "LINT_FAILED" }]
      })
    }
    const { entries } = await gateway().run(AuditLog.use((log) => log.list({ accountId: own.accountId, limit: 100 })))
    const logged = entries.flatMap(({ action, after }) =>
      action === "workspace.version-released" ? [String(at(after, "versionName"))] : []
    )
    assert.deepEqual(logged.toSorted(), ["0.2", "0.3", "1.0"])
    const mended = await patch({ id, title: "Notes!", isReleased: true })
    assert.deepInclude(at(mended.json, "data"), { status: "released", lint: { errors: 0, warnings: 1, score: 92 } })
    await own.done("PATCH", base, { appId: 900_001, appName: "BEST - Notes" })
    const branded = await add({ versionName: "3.0", title: "BEST notes", isReleased: true })
    assert.deepInclude(at(branded.json, "data"), { status: "released", lint: { errors: 0, warnings: 0, score: 100 } })
    await assertCounted(own)
  })
})

describe("a version without text", () => {
  it("has no score, and may be released", async () => {
    const { own, path } = await withApp()
    const empty = await own.done("POST", `${path}/versions`, { versionName: "0.9" })
    assert.isNull(at(empty.json, "data", "lint"))
    const released = await own.done("PATCH", `${path}/versions`, { id: idOf(empty), isReleased: true })
    assert.deepInclude(at(released.json, "data"), { status: "released", lint: null })
  })
})

describe("a list of one language", () => {
  it("takes any form of its tag, and refuses what is none", async () => {
    const { own, path } = await withApp()
    await own.done("POST", `${path}/versions`, { versionName: "1.0", language: "pt-BR", isReleased: true })
    await own.done("POST", `${path}/keywords`, { keyword: "caderno", language: "pt-BR" })
    for (const list of ["keywords", "versions", "versions/timeline"]) {
      const told = await own.done("GET", `${path}/${list}?language=PT-br`)
      assert.strictEqual(listOf(told.json, "data", "items").length, 1, list)
      const refused = await own.ask("GET", `${path}/${list}?language=pt_BR`)
      assert.deepEqual(codeOf(refused), [400, "INVALID_INPUT"], list)
      assert.match(String(at(refused.json, "error", "message")), /^language /)
    }
  })
})

describe("a copy of a version", () => {
  it("is in its source's language unless it names another, with the source's texts but for those sent", async () => {
    const { own, path } = await withApp()
    const add = async (body: object) => at((await own.done("POST", `${path}/versions`, body)).json, "data")
    const texts = { title: "Unsere", subtitle: "Fotos", keywords: "foto,bild", whatsNew: "Neu" }
    const { id } = Object(await add({ versionName: "1.0", language: "de-DE", ...texts }))
    const next = await add({ versionName: "1.1", copyFrom: id, subtitle: "Bilder" })
    assert.deepInclude(next, { ...texts, subtitle: "Bilder", language: "de-DE", origin: "copy" })
    const other = await add({ versionName: "1.0", language: "fr-FR", copyFrom: id })
    assert.deepInclude(other, { ...texts, language: "fr-FR", origin: "copy" })
    // Its name is taken in its source's language, not in the usual one.
    const taken = await own.ask("POST", `${path}/versions`, { versionName: "1.0", copyFrom: id })
    assert.deepEqual(codeOf(taken), [409, "DUPLICATE"])
    assert.include(taken.text, id)
  })
})

describe("saved reports", () => {
  it("are counted by their days, few or many", async () => {
    const own = await newActor(gateway())
    const { id } = await saveReport(gateway(), own, {})
    await own.done("DELETE", `/v1/user/reports?id=${id}`)
    const days = { "2026-03-01": 3, "2026-03-02": 10_500, "2026-03-03": 10_200, "2026-03-04": 1 }
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.orDie(
          Effect.forEach(
            [...Object.entries(days)],
            ([day, n]) =>
              sql`WITH made AS (
                INSERT INTO workspace_reports (account_id, id, kind, title, params, payload, bytes, is_cut, is_pinned, created_ms)
                SELECT ${own.accountId}::uuid, gen_random_uuid(), 'x', 'X', '{}', '{}', 2, false, true,
                  ${Date.parse(day)}::bigint + n FROM generate_series(0, ${n - 1}::int) n RETURNING 1)
              UPDATE workspace_accounts SET reports = reports + (SELECT count(*) FROM made)
              WHERE account_id = ${own.accountId}::uuid`
          )
        )
      )
    )
    const names = ["", ...Object.keys(days)]
    for (const from of names)
      for (const to of names.filter((name) => name === "" || name >= from)) {
        const query = [from && `from=${from}`, to && `to=${to}`].filter((part) => part !== "").join("&")
        const { json } = await own.done("GET", `/v1/user/reports?limit=1&${query}`)
        const expected = Object.entries(days).filter(
          ([day]) => (from === "" || day >= from) && (to === "" || day <= to)
        )
        assert.strictEqual(
          at(json, "data", "total"),
          expected.reduce((sum, [, n]) => sum + n, 0),
          query
        )
      }
  })

  it("are kept as they were given, listed without payload, and read and deleted by id", async () => {
    const own = await newActor(gateway())
    const payload = { text: "\u0000 😀", score: null }
    const { id } = await saveReport(gateway(), own, { payload, app: { platform: "storea", appId: "900001" } })
    const brought = "018f0000-0000-7000-8000-00000000000a"
    await saveReport(gateway(), own, { id: brought, kind: "growth.scan" })
    const again = saveReport(gateway(), own, { id: brought })
    assert.strictEqual(
      await again
        .then(
          () => "saved",
          (error) => String(at(error, "_tag") ?? error)
        )
        .then((said) => /ReportIdTaken/.test(said)),
      true
    )
    const list = await own.done("GET", "/v1/user/reports?appId=900001&kind=aso.audit&from=2026-11-22&to=2099-01-01")
    assert.deepEqual(
      listOf(list.json, "data", "items").map((row) => [at(row, "id"), at(row, "appId"), at(row, "payload")]),
      [[id, 900_001, undefined]]
    )
    const one = await own.done("GET", `/v1/user/reports?id=${id}`)
    assert.deepEqual(at(one.json, "data", "items", 0, "payload"), payload)
    const big = "x".repeat(1024 * 1024)
    const tooLarge = await gateway().run(
      Contract.SavedReports.use(({ save }) =>
        Effect.flip(save({ accountId: own.accountId, plan: "medium", kind: "x", title: "X", params: {}, payload: big }))
      )
    )
    // The text and its quotes.
    assert.deepEqual(tooLarge, new Contract.ReportTooLarge({ bytes: 1024 * 1024 + 2 }))
    assert.isTrue((await saveReport(gateway(), own, { payload: big, cut: () => "cut" })).isCut)
    const removed = await own.done("DELETE", "/v1/user/reports", {
      ids: [id, brought, "018f0000-0000-7000-8000-00000000000b"]
    })
    assert.strictEqual(at(removed.json, "data", "deleted"), 2)
    await assertCounted(own)
  })

  it("are deleted by several ids in the query, also where some are none or another account's", async () => {
    const [own, stranger] = [await newActor(gateway()), await newActor(gateway())]
    const saved = async (whose: Actor) => (await saveReport(gateway(), whose)).id
    const [first, second, third] = [await saved(own), await saved(own), await saved(own)]
    const other = await saved(stranger)
    const none = "018f0000-0000-7000-8000-00000000000b"
    const gone = await own.done("DELETE", `/v1/user/reports?ids=${[first, second, other, none].join(",")}`)
    assert.deepEqual(at(gone.json, "data"), { deleted: 2 })
    const left = async (whose: Actor) =>
      listOf((await whose.done("GET", "/v1/user/reports")).json, "data", "items").map((row) => at(row, "id"))
    assert.deepEqual([await left(own), await left(stranger)], [[third], [other]])
    assert.deepEqual(codeOf(await own.ask("DELETE", `/v1/user/reports?ids=${first},${second}`)), [404, "NOT_FOUND"])
    await assertCounted(own)
  })

  it("exist only with the transaction in which they were saved, and go after 400 days unless pinned", async () => {
    const own = await newActor(gateway())
    const undone = await gateway()
      .run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const reports = yield* Contract.SavedReports
          return yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* reports.save({
                accountId: own.accountId,
                plan: "free",
                kind: "x",
                title: "X",
                params: {},
                payload: {}
              })
              // The caller's own statements are the host's again.
              yield* sql`SELECT count(*) FROM workspace_owners`
              return yield* Effect.fail("undone")
            })
          )
        })
      )
      .then(
        () => "kept",
        () => "undone"
      )
    assert.deepEqual([undone, await count(own, "reports")], ["undone", 0])
    await saveReport(gateway(), own)
    await saveReport(gateway(), own, { isPinned: true })
    clock.advanceMs(399 * 86_400_000)
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    assert.strictEqual(await count(own, "reports"), 2)
    clock.advanceMs(2 * 86_400_000)
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    assert.strictEqual(await count(own, "reports"), 1)
    await assertCounted(own)
  })

  it("are pinned and no longer pinned by another plugin, and only their own account's", async () => {
    const [own, stranger] = [await newActor(gateway()), await newActor(gateway())]
    const { id } = await saveReport(gateway(), own)
    const { id: other } = await saveReport(gateway(), own, { isPinned: true })
    const pin = (whose: Actor, id: string, isPinned: boolean) =>
      gateway().run(Contract.SavedReports.use((reports) => reports.pin(whose.accountId, { id, isPinned })))
    const pinned = () =>
      gateway().run(
        Contract.SavedReports.use(({ list }) =>
          Effect.map(list(own.accountId), (all) => all.flatMap(({ id, isPinned }) => (isPinned ? [id] : [])))
        )
      )
    assert.deepEqual(await pinned(), [other])
    assert.isFalse(await pin(stranger, id, true))
    assert.isFalse(await pin(own, "none", true))
    assert.isTrue(await pin(own, id, true))
    assert.isTrue(await pin(own, other, false))
    assert.deepEqual(await pinned(), [id])
    clock.advanceMs(401 * 86_400_000)
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    assert.deepEqual(await pinned(), [id])
    assert.strictEqual(await count(own, "reports"), 1)
  })

  it("are pinned and no longer pinned by their account's people, outlive their days, and are nobody else's to pin", async () => {
    const [own, stranger] = [await newActor(gateway()), await newActor(gateway())]
    const { id } = await saveReport(gateway(), own)
    const { id: other } = await saveReport(gateway(), own, { isPinned: true })
    const pin = (whose: Actor, id: string, isPinned: boolean) =>
      whose.ask("PATCH", "/v1/user/reports", { id, isPinned })
    const answer = await pin(own, id, true)
    assert.strictEqual(answer.status, 200, answer.text)
    const [listed] = listAt((await own.done("GET", `/v1/user/reports?id=${id}`)).json, "data", "items")
    const { payload: _, ...row } = Object(listed)
    assert.deepEqual(at(answer.json, "data"), row)
    assert.deepEqual([at(row, "id"), at(row, "isPinned")], [id, true])
    assert.deepEqual((await pin(own, id, true)).json, answer.json)
    const none = "018f0000-0000-7000-8000-00000000000b"
    const [theirs, nobodys] = [await pin(stranger, id, false), await pin(own, none, false)]
    assert.deepEqual([theirs.status, at(theirs.json, "error")], [404, at(nobodys.json, "error")])
    for (const body of [{ id }, { isPinned: true }, { id, isPinned: "yes" }, { id: "1", isPinned: true }]) {
      assert.deepEqual(codeOf(await own.ask("PATCH", "/v1/user/reports", body)), [400, "INVALID_INPUT"])
    }
    assert.strictEqual((await pin(own, other, false)).status, 200)
    clock.advanceMs(401 * 86_400_000)
    await gateway().runJob(Upkeep, { accountId: own.accountId })
    const left = listAt((await own.done("GET", "/v1/user/reports")).json, "data", "items")
    assert.deepEqual(
      left.map((each) => [at(each, "id"), at(each, "isPinned")]),
      [[id, true]]
    )
    await assertCounted(own)
  })

  it("make room for a newer one of their kind and app where its plugin asks for it, pinned ones aside, and that is told", async () => {
    const own = await newActor(gateway())
    const app = { platform: "storea", appId: "5" } as const
    const daily = (more: Partial<Contract.NewReport> = {}) => {
      clock.advanceMs(1_000)
      return saveReport(gateway(), own, { kind: "daily", app, keptMax: 2, ...more })
    }
    const pinned = await daily({ isPinned: true })
    const others = [await daily({ kind: "other" }), await daily({ app: { platform: "storea", appId: "6" } })]
    const [first, second, third] = [await daily(), await daily(), await daily()]
    assert.deepEqual(
      [...others, first, second, third].map(({ replaced }) => replaced),
      [[], [], [], [], [first.id]]
    )
    const fourth = await daily({ keptMax: 1 })
    assert.deepEqual(fourth.replaced.toSorted(), [second.id, third.id].toSorted())
    const left = listAt((await own.done("GET", "/v1/user/reports")).json, "data", "items").map((each) => at(each, "id"))
    assert.deepEqual(left.toSorted(), [pinned.id, fourth.id, ...others.map(({ id }) => id)].toSorted())
    const heard = await heardAll(own, 9)
    assert.deepEqual(
      heard.filter((each) => each.startsWith("reports.replaced")),
      [`reports.replaced ${third.id}`, `reports.replaced ${fourth.id}`].toSorted()
    )
    await assertCounted(own)
  })
})

describe("events", () => {
  it("tell of each row that comes and goes, and of none that was refused", async () => {
    const { own, path } = await withApp()
    const rows = {
      app: idOf({ json: { data: at((await own.done("GET", base)).json, "data", "items", 0) } }),
      keyword: idOf(await own.done("POST", `${path}/keywords`, { keyword: "collage" })),
      competitor: idOf(await own.done("POST", `${path}/competitors`, { competitorAppId: 5, name: "Rival" })),
      version: idOf(await own.done("POST", `${path}/versions`, { versionName: "1", isReleased: true })),
      report: (await saveReport(gateway(), own)).id
    }
    assert.strictEqual((await own.ask("POST", `${path}/keywords`, { keyword: "collage" })).status, 409)
    await own.done("DELETE", `${base}?appId=900001`)
    assert.deepEqual(
      await heardAll(own, 8),
      [
        `app.added ${rows.app}`,
        `app.removed ${rows.app}`,
        `competitor.added ${rows.competitor}`,
        `competitor.removed ${rows.competitor}`,
        `keyword.added ${rows.keyword}`,
        `keyword.removed ${rows.keyword}`,
        `report.saved ${rows.report}`,
        `version.released ${rows.version}`
      ].toSorted()
    )
  })
})

describe("the audit log of an account", () => {
  it("has who deleted and restored apps, released versions and took releases back, and deleted reports", async () => {
    const { own, path } = await withApp()
    const released = idOf(await own.done("POST", `${path}/versions`, { versionName: "1", isReleased: true }))
    const draft = idOf(await own.done("POST", `${path}/versions`, { versionName: "2" }))
    await own.done("PATCH", `${path}/versions`, { id: draft, isReleased: true })
    await own.done("PATCH", `${path}/versions`, { id: draft, notes: "shipped" })
    const releasedAt = "2026-11-20T00:00:00.000Z"
    await own.done("PATCH", `${path}/versions`, { id: draft, releasedAt })
    await own.done("PATCH", `${path}/versions`, { id: draft, releasedAt })
    await own.done("PATCH", `${path}/versions`, { id: draft, isReleased: false })
    const { id: report } = await saveReport(gateway(), own)
    await own.done("DELETE", `/v1/user/reports?id=${report}`)
    assert.strictEqual((await own.ask("DELETE", `/v1/user/reports?id=${report}`)).status, 404)
    const app = idOf(await own.done("DELETE", `${base}?appId=900001`))
    await own.done("POST", `/v1/user/deleted-apps/${app}/restore`)
    const { entries } = await gateway().run(
      AuditLog.use((log) => log.list({ accountId: own.accountId, actor: { kind: "key" }, limit: 100 }))
    )
    assert.deepEqual(entries.map(({ action, actor, target }) => [action, actor.id, target?.id]).toReversed(), [
      ["workspace.version-released", own.keyId, released],
      ["workspace.version-released", own.keyId, draft],
      ["workspace.version-released", own.keyId, draft],
      ["workspace.release-withdrawn", own.keyId, draft],
      ["workspace.reports-deleted", own.keyId, undefined],
      ["workspace.app-deleted", own.keyId, app],
      ["workspace.app-restored", own.keyId, app]
    ])
    const before = { platform: "storea", appId: "900001", competitors: 0, keywords: 0, versions: 2 }
    assert.deepEqual(entries[1]?.before, before)
    assert.deepEqual(at(entries[4]?.after, "releasedAt"), releasedAt)
    assert.strictEqual((await heardAll(own, 5)).filter((each) => each === `version.released ${draft}`).length, 2)
    assert.deepEqual(entries[2]?.before, { ids: [report] })
  })
})

describe("random writes", () => {
  it("leave the rows of a model that makes them one after the other, and collect what apps have", async () => {
    const roll = dice(13)
    const own = await newActor(gateway(), { plan: "free" })
    /** The keywords of each app. */
    const apps = new Map<number, Set<string>>()
    const words = ["one word", "two words", "three words", "four"]
    const total = () => [...apps.values()].reduce((sum, { size }) => sum + size, 0)
    let full = 0
    // The plan holds two more.
    const countries = ["us", "gb", "de", "fr", "it", "es"]
    await own.done("POST", base, unreleased(980_000))
    const first = await own.done("POST", `${base}/980000/keywords`, {
      keywords: words,
      countries: countries.slice(0, 5)
    })
    const more = await own.done("POST", `${base}/980000/keywords`, { keywords: words.slice(0, 3), countries: ["es"] })
    const added = [...listOf(first.json, "data", "added"), ...listOf(more.json, "data", "added")]
    assert.lengthOf(added, 23)
    apps.set(980_000, new Set(added.map((row) => `${String(at(row, "keyword"))} ${String(at(row, "country"))}`)))
    for (let step = 0; step < 80; step += 1) {
      const app = 980_000 + roll(4)
      const keyword = words[roll(words.length)] ?? "four"
      const country = countries[roll(countries.length)] ?? "us"
      const key = `${keyword} ${country}`
      const kept = apps.get(app)
      const does = async (method: string, path: string, body: object, wanted: number) => {
        const answer = await own.ask(method, path, body)
        assert.strictEqual(answer.status, wanted, `step ${step}: ${answer.text}`)
        return wanted === 200
      }
      const keywords = `${base}/${app}/keywords`
      switch (roll(6)) {
        case 0:
          if (await does("POST", base, unreleased(app), kept !== undefined ? 409 : apps.size >= 2 ? 403 : 200)) {
            apps.set(app, new Set())
          }
          break
        case 1:
          if (roll(8) > 0) break
          if (await does("DELETE", base, { appId: app }, kept === undefined ? 404 : 200)) apps.delete(app)
          break
        case 2:
          if (await does("DELETE", keywords, { keyword, country }, kept?.has(key) === true ? 200 : 404))
            kept?.delete(key)
          break
        default: {
          const wanted = kept === undefined ? 404 : kept.has(key) ? 409 : total() >= 25 ? 403 : 200
          if (wanted === 403) full += 1
          if (await does("POST", keywords, { keyword, country }, wanted)) kept?.add(key)
        }
      }
    }
    assert.isAbove(full, 0)
    const rows = new Map<number, ReadonlyArray<string>>()
    for (const row of listOf((await own.done("GET", base)).json, "data", "items")) {
      const appId = Number(at(row, "appId"))
      const listed = listOf((await own.done("GET", `${base}/${appId}/keywords?limit=500`)).json, "data", "items")
      rows.set(appId, listed.map((row) => `${String(at(row, "keyword"))} ${String(at(row, "country"))}`).toSorted())
    }
    assert.deepEqual(rows, new Map([...apps].map(([app, kept]) => [app, [...kept].toSorted()])))
    const all = new Set([...apps.values()].flatMap((kept) => [...kept]))
    assert.deepEqual(await trackedBy(gateway(), own), [...all].toSorted())
    await assertCounted(own)
  })
})

describe("every bound of a request", () => {
  it("is held, with the code that says what is wrong", async () => {
    const { own, path } = await withApp()
    await own.done("POST", base, unreleased("com.example.bounds"))
    const storeb = `${base}/com.example.bounds`
    const long = "x".repeat(101)
    const ids = Array.from({ length: 101 }, (_, n) => `018f0000-0000-7000-8000-${String(n).padStart(12, "0")}`)
    const word = { keyword: "tide table" }
    const version = { versionName: "1.0", isReleased: true }
    const cases: ReadonlyArray<readonly [method: string, path: string, body: unknown, status: number, code?: string]> =
      [
        ["POST", `${path}/keywords`, { keyword: "!!" }, 400, "INVALID_KEYWORD"],
        ["POST", `${path}/keywords`, { keyword: "" }, 400, "INVALID_KEYWORD"],
        ["POST", `${path}/keywords`, { keyword: long }, 400, "INVALID_KEYWORD"],
        ["POST", `${path}/keywords`, { keywords: ["!!", "?"] }, 400, "INVALID_KEYWORD"],
        ["POST", `${path}/keywords`, { ...word, country: "zz" }, 400, "INVALID_COUNTRY"],
        ["POST", `${path}/keywords`, { ...word, countries: ["zz"] }, 400, "INVALID_COUNTRY"],
        ["POST", `${path}/keywords`, { ...word, keywords: ["moon"] }, 400, "INVALID_INPUT"],
        ["POST", `${path}/keywords`, { ...word, country: "us", countries: ["de"] }, 400, "INVALID_INPUT"],
        ["POST", `${path}/keywords`, {}, 400, "INVALID_INPUT"],
        ["POST", `${path}/keywords`, { ...word, device: "phone" }, 400, "INVALID_INPUT"],
        ["POST", `${storeb}/keywords`, { ...word, device: "iphone" }, 400, "INVALID_INPUT"],
        ["POST", `${path}/competitors`, { competitorAppId: 5, relationship: "rival" }, 400, "INVALID_INPUT"],
        ["POST", `${path}/versions`, { ...version, releasedAt: "1969-12-31T23:59:59Z" }, 400, "INVALID_INPUT"],
        ["POST", `${path}/versions`, { ...version, releasedAt: "2099-01-01T00:00:00Z" }, 400, "INVALID_INPUT"],
        ["POST", `${path}/versions`, { ...version, releasedAt: "1970-01-01T00:00:00Z" }, 200],
        ["DELETE", "/v1/user/reports", { ids }, 400, "INVALID_INPUT"],
        ["DELETE", "/v1/user/reports", { ids: [] }, 400, "INVALID_INPUT"],
        ["DELETE", "/v1/user/reports", { ids: ids.slice(1) }, 404, "NOT_FOUND"],
        ["GET", "/v1/user/reports?from=2026-11-02&to=2026-11-01", undefined, 400, "INVALID_INPUT"],
        ["GET", "/v1/user/reports?from=2026-11-01&to=2026-11-01", undefined, 200],
        ["GET", `${path}/keywords?country=zz`, undefined, 400, "INVALID_COUNTRY"],
        ...(
          [
            [base, 200],
            [`${path}/competitors`, 200],
            [`${path}/keywords`, 500],
            [`${path}/versions`, 200],
            ["/v1/user/reports", 100]
          ] as const
        ).flatMap(([address, max]) => [
          ["GET", `${address}?limit=0`, undefined, 400, "INVALID_INPUT"] as const,
          ["GET", `${address}?limit=${max + 1}`, undefined, 400, "INVALID_INPUT"] as const,
          ["GET", `${address}?limit=${max}`, undefined, 200] as const
        ])
      ]
    for (const [method, address, body, status, code] of cases) {
      const answer = await own.ask(method, address, body)
      assert.deepEqual(codeOf(answer), [status, code], `${method} ${address} ${JSON.stringify(body)} ${answer.text}`)
    }
    assert.strictEqual(await count(own, "keywords"), 0)
  })
})

describe("an account that is deleted", () => {
  it("leaves no row within a minute, with as many keywords and reports as the largest plan keeps", {
    timeout: 180_000
  }, async () => {
    const { own } = await withApp()
    const report = JSON.stringify(await reportRow(own))
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.andThen(
          sql`
            INSERT INTO workspace_keyword_rows (account_id, app, id, platform, keyword, typed, country, device, language,
              tags, state, is_own, created_ms)
            SELECT ${own.accountId}::uuid, a.id, gen_random_uuid(), 'storea', 'word ' || n, 'word ' || n, 'us', 'iphone',
              NULL, '[]', 'on', true, n FROM workspace_apps a, generate_series(1, 100000) AS n
            WHERE a.account_id = ${own.accountId}::uuid`,
          sql`
            INSERT INTO workspace_reports SELECT r.* FROM generate_series(1, 100000) AS n, jsonb_populate_record(
              NULL::workspace_reports, ${report}::text::jsonb
                || jsonb_build_object('id', '018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))) AS r`
        )
      )
    )
    assert.deepEqual([await count(own, "keywords"), await count(own, "reports")], [100_000, 100_001])
    const startMs = performance.now()
    const { forget = () => Effect.void } = personal()
    await gateway().run(
      forget(own.accountId).pipe(
        Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), plugin))
      )
    )
    assert.isBelow(performance.now() - startMs, 60_000)
    for (const table of tables) assert.strictEqual(await count(own, table.replace("workspace_", "")), 0, table)
  })
})
