/** What pages read of an account's workspace beside its operations. */
import { AccountAdmin } from "@storeglass/plugin-api"
import { listAt, usePluginGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { visitorOf } from "../../account/test/visitor.ts"
import { ReleaseMarks } from "../src/dashboard/api.ts"
import { Brought } from "../src/dashboard/moving.ts"
import { VersionChoices } from "../src/dashboard/versionChoices.ts"
import plugin from "../src/plugin.ts"
import { at, base, newActor, plugins, saveReport, unreleased } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { ...plugins, account: true } })

let one: SignedIn
let other: SignedIn
beforeAll(async () => {
  one = await signedIn(gateway)
  other = await signedIn(gateway)
})

const dayMs = 86_400_000
const now = Date.now()
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString()
const dayAgo = (days: number) => daysAgo(days).slice(0, 10)

const added = async (path: string, body: unknown) => {
  const answer = await gateway().ask(path, { method: "POST", key: one.key, body })
  assert.strictEqual(answer.status, 200, answer.text)
  return String(at(answer.json, "data", "id"))
}
const releasesOf = async (query: string, who = one) => {
  const answer = await who.browser.ask(`/dashboard/api/workspace/releases?${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Schema.Struct({ data: ReleaseMarks }))(answer.json).data
}

describe("releases to mark in charts", () => {
  const app = 910_001
  beforeAll(async () => {
    await added(base, unreleased(app))
    const version = (versionName: string, language: string, days: number, texts: object) =>
      added(`${base}/${app}/versions`, {
        versionName,
        language,
        isReleased: true,
        releasedAt: daysAgo(days),
        force: true,
        ...texts
      })
    await version("1.0", "en-US", 50, { title: "Tide" })
    await version("2.0", "en-US", 20, { title: "Tide Clock", keywords: "tide,moon" })
    await version("2.0", "de-DE", 20, { title: "Gezeiten" })
    await version("2.1", "en-US", 5, { title: "Tide Clock", keywords: "tide,moon,surf" })
    await added(`${base}/${app}/versions`, { versionName: "3.0", language: "en-US", title: "A draft" })
  })

  it("tell each release of the days asked for once, with its languages and what it changed, and no draft", async () => {
    const { releases } = await releasesOf(`appId=${app}&from=${dayAgo(29)}`)
    assert.deepEqual(
      releases.map(({ at: released, changed, languages, text, versionName }) => [
        released.slice(0, 10),
        versionName,
        languages,
        changed,
        text
      ]),
      [
        [dayAgo(20), "2.0", ["de-DE", "en-US"], ["title", "keywords"], "de-DE, en-US: title, keywords"],
        [dayAgo(5), "2.1", ["en-US"], ["keywords"], "en-US: keywords"]
      ]
    )
    const all = await releasesOf(`appId=${app}&from=${dayAgo(60)}&to=${dayAgo(20)}`)
    assert.deepEqual(
      all.releases.map(({ versionName }) => versionName),
      ["1.0", "2.0"]
    )
    const { from, to } = await releasesOf(`appId=${app}`)
    assert.strictEqual(Date.parse(to) - Date.parse(from), 29 * dayMs)
  })

  it("are none for an app that the account doesn't keep, though another does", async () => {
    assert.deepEqual((await releasesOf(`appId=${app}`, other)).releases, [])
    assert.deepEqual((await releasesOf("appId=910002")).releases, [])
    const text = (await other.browser.ask(`/dashboard/api/workspace/releases?appId=${app}`)).text
    assert.strictEqual(text, (await other.browser.ask("/dashboard/api/workspace/releases?appId=910002")).text)
  })

  it("refuse what isn't an app or a window, are free, and open to no key", async () => {
    for (const query of [
      "appId=-3",
      `appId=${app}&from=2026-02-30`,
      `appId=${app}&from=2999-01-01`,
      "",
      "appId=1&x=1"
    ]) {
      const answer = await one.browser.ask(`/dashboard/api/workspace/releases?${query}`)
      assert.strictEqual(answer.status, 400, `${query} ${answer.text}`)
    }
    const byKey = await gateway().ask(`/dashboard/api/workspace/releases?appId=${app}`, { key: one.key })
    assert.strictEqual(byKey.status, 401)
    assert.strictEqual(await gateway().used(one.accountId), 0)
  })
})

describe("a file that's dropped on a page", () => {
  const path = "/dashboard/api/workspace/import"
  const list = "Keyword;Country;Volume\nphoto editor;us;40\ncollage;de;12\nmap;xx;3\nphoto editor;us;40\n"
  const base64 = (text: string) => Buffer.from(text).toString("base64")
  const decode = Schema.decodeUnknownSync(Schema.Struct({ data: Brought }))
  const keep = async (appId: number, who = one) => {
    const made = await gateway().ask(base, { method: "POST", key: who.key, body: unreleased(appId) })
    assert.strictEqual(made.status, 200, made.text)
  }
  const sent = (who: SignedIn, body: object) => gateway().ask(path, { method: "POST", headers: who.changing, body })
  const dropped = async (who: SignedIn, body: object) => {
    const answer = await sent(who, body)
    assert.strictEqual(answer.status, 200, answer.text)
    return decode(answer.json).data
  }
  const keywordsOf = (appId: number, who = one) =>
    gateway().run(
      SqlClient.SqlClient.use(
        (sql) => sql<{ keyword: string; country: string }>`
          SELECT k.keyword, k.country FROM workspace_keywords k
          JOIN workspace_apps a ON (a.account_id, a.id) = (k.account_id, k.app)
          WHERE k.account_id = ${who.accountId}::uuid AND a.app_id = ${String(appId)} ORDER BY k.keyword`
      )
    )

  it("is told of before anything is written, then imported as it was told, and adds nothing the second time", async () => {
    await keep(920_001)
    const body = { base64: base64(list), appId: "920001" }
    const preview = await dropped(one, { ...body, preview: true })
    assert.deepEqual(preview, {
      preview: true,
      figures: [
        { title: "Rows", value: 4 },
        { title: "New", value: 2 },
        { title: "There already", value: 1 },
        { title: "Refused", value: 1 }
      ],
      counts: [{ what: "Keywords", added: 2, duplicates: 1 }],
      columns: [
        { name: "Keyword", means: "keyword" },
        { name: "Country", means: "country" },
        { name: "Volume", means: "Left out" }
      ],
      refusals: [{ row: 4, value: "map xx", why: "The store has no such storefront; write its two-letter code" }],
      limit: null
    })
    assert.deepEqual(await keywordsOf(920_001), [])
    assert.deepEqual(await dropped(one, body), { ...preview, preview: false })
    const written = [
      { keyword: "collage", country: "de" },
      { keyword: "photo editor", country: "us" }
    ]
    assert.deepEqual(await keywordsOf(920_001), written)
    const again = await dropped(one, body)
    assert.deepEqual(again.counts, [{ what: "Keywords", added: 0, duplicates: 3 }])
    assert.deepEqual(await keywordsOf(920_001), written)
    assert.strictEqual(await gateway().used(one.accountId), 0)
  })

  it("is taken from members by their own page alone", async () => {
    await keep(920_002)
    const body = { base64: base64(list), appId: "920002" }
    const viewer = await visitorOf(gateway, one.accountId, "viewer")
    for (const preview of [true, false]) {
      const byViewer = await gateway().ask(path, {
        method: "POST",
        headers: viewer.headers(),
        body: { ...body, preview }
      })
      assert.strictEqual(byViewer.status, 403, byViewer.text)
      assert.include(byViewer.text, "takes the role member")
      const { "x-csrf-token": _, ...unmarked } = one.changing
      const forged = await gateway().ask(path, { method: "POST", headers: unmarked, body: { ...body, preview } })
      assert.strictEqual(forged.status, 403, forged.text)
      const foreign = { ...one.changing, origin: "https://elsewhere.example" }
      assert.strictEqual(
        (await gateway().ask(path, { method: "POST", headers: foreign, body: { ...body, preview } })).status,
        403
      )
      const byKey = await gateway().ask(path, { method: "POST", key: one.key, body: { ...body, preview } })
      assert.strictEqual(byKey.status, 401, byKey.text)
    }
    assert.deepEqual(await keywordsOf(920_002), [])
    const member = await visitorOf(gateway, one.accountId, "member")
    const byMember = await gateway().ask(path, { method: "POST", headers: member.headers(), body })
    assert.strictEqual(byMember.status, 200, byMember.text)
    assert.strictEqual((await keywordsOf(920_002)).length, 2)
  })

  it("is refused by the field and what to do: no app named, a workbook, no base64, and over what it may be", async () => {
    await keep(920_003)
    const body = { base64: base64(list), appId: "920003", preview: true }
    const refused = async (more: object) => {
      const answer = await sent(one, { ...body, ...more })
      return `${answer.status} ${String(at(answer.json, "error", "message"))}`
    }
    assert.strictEqual(
      await refused({ appId: undefined }),
      "400 appId (body): which app are the keywords for? The file doesn't say it"
    )
    assert.strictEqual(
      await refused({ base64: Buffer.from([0x50, 0x4b, 3, 4, 20, 0]).toString("base64") }),
      "400 base64 (body): is a workbook or another packed file; save it as CSV and send that"
    )
    assert.match(await refused({ base64: "%%%" }), /^400 base64 \(body\): isn't base64$/)
    assert.match(await refused({ text: list }), /^400 text \(body\)/)
    assert.match(await refused({ base64: "A".repeat(17 * 1024 * 1024) }), /^413 /)
    // Another's app is no app.
    await keep(920_009, other)
    assert.match(await refused({ appId: "920009" }), /^404 /)
    assert.deepEqual(await keywordsOf(920_003), [])
  })

  it("says which limit of the plan keeps it out, and is kept out by it", async () => {
    await keep(920_004, other)
    await gateway().run(AccountAdmin.use(({ setPlan }) => setPlan(other.accountId, "free")))
    const many = Array.from({ length: 40 }, (_, index) => `word ${index}`).join("\n")
    const body = { base64: base64(many), appId: "920004" }
    const preview = await dropped(other, { ...body, preview: true })
    assert.match(preview.limit ?? "", /25 keyword/)
    const answer = await sent(other, body)
    assert.strictEqual(answer.status, 403, answer.text)
    assert.strictEqual(at(answer.json, "error", "message"), preview.limit)
    assert.deepEqual(await keywordsOf(920_004, other), [])
  })

  it("may be what a page exported, which then is kept whole by another account", async () => {
    await keep(920_005)
    await dropped(one, { base64: base64(list), appId: "920005" })
    const exported = async (whose: SignedIn) => {
      const answer = await whose.browser.ask("/dashboard/api/workspace/export")
      assert.strictEqual(answer.status, 200, answer.text)
      return Object(at(answer.json, "data"))
    }
    const { exportedAt: _, ...mine } = await exported(one)
    assert.strictEqual(mine.items.at(-1).keywords.length, 2)
    const next = await signedIn(gateway)
    const brought = await dropped(next, { base64: base64(JSON.stringify({ ...mine, exportedAt: daysAgo(0) })) })
    assert.deepEqual(brought.counts[0], { what: "Apps", added: mine.items.length, duplicates: 0 })
    const { exportedAt: __, ...theirs } = await exported(next)
    assert.deepEqual(theirs, mine)
  })

  it("has the newest reports that an import takes beside the rest, counted in UTF-8, tells of the others, and imports again", async () => {
    // Three bytes a character: counted in characters, all of them would fit.
    const payload = "句".repeat(300_000)
    for (let n = 0; n < 15; n += 1) await saveReport(gateway(), other, { title: `Report ${n}`, payload })
    const answer = await other.browser.ask("/dashboard/api/workspace/export")
    assert.strictEqual(answer.status, 200, answer.text)
    const data = at(answer.json, "data")
    assert.deepEqual(at(data, "left"), { apps: 0, competitors: 0, keywords: 0, versions: 0, reports: 2 })
    assert.deepEqual(
      listAt(data, "reports").map((report) => at(report, "title")),
      Array.from({ length: 13 }, (_, n) => `Report ${14 - n}`)
    )
    const file = JSON.stringify(data)
    const fits = 12 * 1024 * 1024
    assert.isAtMost(Buffer.byteLength(file), fits)
    assert.isAbove(Buffer.byteLength(file), fits - Buffer.byteLength(payload))
    const next = await newActor(gateway(), { plan: "large" })
    const brought = await next.done("POST", "/v1/user/import", { base64: base64(file) })
    assert.deepEqual(at(brought.json, "data", "reports"), { added: 13, duplicates: 0 })
  }, 60_000)

  it("exports more apps than a page of the API has", async () => {
    const items = Array.from({ length: 230 }, (_, index) => unreleased(930_000 + index))
    const file = JSON.stringify({ format: "storeglass.workspace/1", items })
    const brought = await dropped(one, { base64: base64(file) })
    assert.deepEqual(brought.counts, [{ what: "Apps", added: 230, duplicates: 0 }])
    const answer = await one.browser.ask("/dashboard/api/workspace/export")
    const ids = listAt(answer.json, "data", "items").map((item) => at(item, "appId"))
    assert.isAtLeast(ids.length, 230)
    assert.strictEqual(new Set(ids).size, ids.length)
  })
})

describe("versions to compare", () => {
  const app = 940_001
  const choicesOf = async (appId: number, who = one) => {
    const answer = await who.browser.ask(`/dashboard/api/workspace/versions?appId=${appId}`)
    assert.strictEqual(answer.status, 200, answer.text)
    return Schema.decodeUnknownSync(Schema.Struct({ data: VersionChoices }))(answer.json).data
  }
  const version = (versionName: string, more: object = {}) =>
    added(`${base}/${app}/versions`, { versionName, title: `Tide ${versionName}`, ...more })
  const released = (days: number) => ({ isReleased: true, releasedAt: daysAgo(days), force: true })

  it("begin with the pair that says most: two releases, then a draft and what it would replace", async () => {
    await added(base, unreleased(app))
    assert.deepEqual(await choicesOf(app), { items: [], from: null, to: null })
    const first = await version("1.0", released(30))
    assert.deepEqual(await choicesOf(app), {
      items: [{ id: first, title: `1.0 · en-US · ${dayAgo(30)}`, state: "current" }],
      from: null,
      to: null
    })
    const second = await version("2.0", released(10))
    const german = await version("2.0", { language: "de-DE" })
    const releases = await choicesOf(app)
    assert.deepEqual([releases.from, releases.to], [first, second])
    assert.deepEqual(
      releases.items.map(({ id, state, title }) => [id, title, state]),
      [
        [german, "2.0 · de-DE", "draft"],
        [second, `2.0 · en-US · ${dayAgo(10)}`, "current"],
        [first, `1.0 · en-US · ${dayAgo(30)}`, "released"]
      ]
    )
    const draft = await version("3.0")
    const { from, to } = await choicesOf(app)
    assert.deepEqual([from, to], [second, draft])
  })

  it("are none of another account's, of an app that isn't kept, nor archived ones", async () => {
    const nothing = { items: [], from: null, to: null }
    assert.deepEqual(await choicesOf(app, other), nothing)
    assert.deepEqual(await choicesOf(940_002), nothing)
    const [newest] = (await choicesOf(app)).items
    const archived = await gateway().ask(`${base}/${app}/versions`, {
      method: "PATCH",
      key: one.key,
      body: { id: newest?.id, isArchived: true }
    })
    assert.strictEqual(archived.status, 200, archived.text)
    const left = await choicesOf(app)
    assert.notInclude(
      left.items.map(({ id }) => id),
      newest?.id
    )
  })
})

describe("competitors to compare keywords with", () => {
  it("are those that the account keeps with the app, and nobody else's", async () => {
    await added(base, unreleased(970_001))
    await added(`${base}/970001/competitors`, { competitorAppId: 970_002, name: "Rival" })
    await added(`${base}/970001/competitors`, { competitorAppId: 970_003, name: "Other" })
    const offered = async (who: SignedIn, appId: number) => {
      const answer = await who.browser.ask(`/dashboard/api/keywords/competitors?appId=${appId}`)
      return listAt(answer.json, "data", "competitors")
    }
    assert.deepEqual(await offered(one, 970_001), [
      { appId: "970002", name: "Rival" },
      { appId: "970003", name: "Other" }
    ])
    assert.deepEqual(await offered(one, 970_002), [])
    assert.deepEqual(await offered(other, 970_001), [])
  })
})
