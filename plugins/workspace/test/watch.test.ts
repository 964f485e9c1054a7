/** What the stores show of apps: whether it's what was released, and which others compete with them; and the demo's apps. */
import { makeDemoCalls } from "@storeglass/gateway"
import { sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { Watch } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { shownIn, storefrontsFor } from "../src/watch/storefronts.ts"
import {
  type Actor,
  alertsOf,
  at,
  base,
  idOf,
  listOf,
  newActor,
  plugins,
  recordSearches,
  unreleased
} from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })
let listed = 0
let title = ""
beforeAll(async () => {
  listed = Number((await sampleValues(gateway())).id)
})

const withApp = async () => {
  const own = await newActor(gateway())
  const app = await own.done("POST", base, { appId: listed })
  title = String(at(app.json, "data", "appName"))
  return { own, path: `${base}/${listed}` }
}
const live = async (own: Actor, path: string) => at((await own.done("GET", `${path}/live`)).json, "data")
const look = (own: Actor) => gateway().runJob(Watch, { accountId: own.accountId })
const version = (own: Actor, path: string, versionName: string, more: object) =>
  own.done("POST", `${path}/versions`, { versionName, isReleased: true, ...more })

describe("the release watch", () => {
  it("marks what the store shows otherwise, and takes it over as a released version", async () => {
    const { own, path } = await withApp()
    const before = await live(own, path)
    assert.deepInclude(before, { status: "not_checked", checkedAt: null, since: null, country: "us", language: "en" })
    await version(own, path, "1.0", { title: "Another name", keywords: "a,b" })
    await look(own)
    const marked = await live(own, path)
    assert.deepInclude(marked, {
      status: "different",
      differences: [{ field: "title", kept: "Another name", live: title }]
    })
    assert.strictEqual(at(marked, "version", "versionName"), "1.0")
    const { since } = Object(marked)
    assert.isString(since)
    await look(own)
    assert.deepInclude(await live(own, path), { status: "different", since })

    const taken = await own.done("POST", `${path}/live/take`, { versionName: "1.0 live" })
    assert.deepInclude(at(taken.json, "data"), {
      versionName: "1.0 live",
      title,
      keywords: "a,b",
      origin: "store",
      isReleased: true,
      isCurrent: true,
      language: "en-US"
    })
    await look(own)
    assert.deepInclude(await live(own, path), { status: "same", since: null, differences: [] })
    assert.strictEqual((await own.ask("POST", `${path}/live/take`, {})).status, 404)
  })

  it("tells people once when texts begin to differ, and when the store lists an app no more", async () => {
    const { own, path } = await withApp()
    await version(own, path, "1.0", { title: "Another name" })
    const alerts = async () =>
      (await alertsOf(gateway(), ({ watch }) => watch(own.accountId))).map(({ kind, text }) => [kind, text])
    const [[kind, text] = [], ...more] = await alerts()
    assert.deepEqual([kind, more], ["workspace.listing-changed", []])
    assert.match(String(text), /version 1\.0 in: title/)
    assert.deepEqual(await alerts(), [])
    await own.done("POST", `${path}/live/take`, {})
    assert.deepEqual(await alerts(), [])
    await version(own, path, "1.1", { title: "And another" })
    assert.deepEqual(
      (await alerts()).map(([kind]) => kind),
      ["workspace.listing-changed"]
    )

    await own.done("POST", base, { appId: 999_999_999, appName: "Gone" })
    await version(own, `${base}/999999999`, "1.0", { title: "Gone" })
    // One that was never listed is no news.
    assert.deepEqual(await alerts(), [])
    await gateway().run(
      SqlClient.SqlClient.use(
        (sql) => sql`UPDATE workspace_live SET seen = jsonb_set(seen, '{us,status}', '"listed"')
          WHERE account_id = ${own.accountId}::uuid`
      )
    )
    assert.deepEqual(
      (await alerts()).map(([kind]) => kind),
      ["workspace.app-unlisted"]
    )
    assert.deepEqual(await alerts(), [])
  })

  it("says the same of an app that was deleted and restored, and tells people no second time", async () => {
    const { own, path } = await withApp()
    await version(own, path, "1.0", { title: "Another name" })
    const alerts = async () => (await alertsOf(gateway(), ({ watch }) => watch(own.accountId))).map(({ kind }) => kind)
    assert.deepEqual(await alerts(), ["workspace.listing-changed"])
    const before = await live(own, path)
    assert.deepInclude(before, { status: "different" })
    const gone = await own.done("DELETE", `${base}?appId=${listed}`)
    await own.done("POST", `/v1/user/deleted-apps/${String(at(gone.json, "data", "id"))}/restore`)
    assert.deepEqual(await live(own, path), before)
    assert.deepEqual(await alerts(), [])
    assert.deepInclude(await live(own, path), { status: "different", since: at(before, "since") })
  })

  it("is of the version that's current, and waits for the next look after a release", async () => {
    const { own, path } = await withApp()
    await version(own, path, "1.0", { title })
    await look(own)
    assert.deepInclude(await live(own, path), { status: "same" })
    const next = await version(own, path, "1.1", { title: "Not yet there" })
    assert.deepInclude(await live(own, path), { status: "not_checked", differences: [] })
    await look(own)
    assert.deepInclude(await live(own, path), { status: "different" })
    await own.done("PATCH", `${path}/versions`, { id: idOf(next), isReleased: false })
    assert.deepInclude(await live(own, path), { status: "same" })
  })

  it("compares languages with their like, and what a version leaves open not at all", async () => {
    const { own, path } = await withApp()
    await version(own, path, "1.0", { language: "de-DE", title: "Anders" })
    await look(own)
    const found = await live(own, path)
    assert.deepInclude(found, { status: "no_version", version: null })
    assert.include(
      listOf(found, "differences").map((each) => at(each, "live")),
      title
    )
    await version(own, path, "1.0", { language: "en-GB", whatsNew: "Nothing of it" })
    await look(own)
    assert.deepEqual(
      listOf(await live(own, path), "differences").map((each) => at(each, "field")),
      ["whatsNew"]
    )
    // Without a name it's called as the store calls its version, once.
    const taken = await own.done("POST", `${path}/live/take`, {})
    assert.strictEqual(at(taken.json, "data", "versionName"), at(found, "storeVersion"))
    assert.strictEqual(at(taken.json, "data", "language"), "en-GB")
  })

  it("begins anew with a release that differs too, and says since when that one does", async () => {
    const { own, path } = await withApp()
    const alerts = async () => (await alertsOf(gateway(), ({ watch }) => watch(own.accountId))).map(({ text }) => text)
    await version(own, path, "1.0", { title: "Another name" })
    assert.lengthOf(await alerts(), 1)
    const first = await live(own, path)
    await version(own, path, "1.1", { title: "And another" })
    assert.deepInclude(await live(own, path), { status: "not_checked", since: null })
    const again = await alerts()
    assert.deepEqual([again.length, /version 1\.1 in: title/.test(String(again[0]))], [1, true])
    const second = await live(own, path)
    assert.deepInclude(second, { status: "different", since: at(second, "checkedAt") })
    assert.notStrictEqual(at(second, "since"), at(first, "since"))
    assert.deepEqual(await alerts(), [])
  })

  it("tells of an app that the store doesn't list, and looks at none that isn't live or has no version", async () => {
    const own = await newActor(gateway())
    await own.done("POST", base, { appId: 999_999_999, appName: "Gone" })
    await version(own, `${base}/999999999`, "1.0", { title: "Gone" })
    await own.done("POST", base, unreleased(900_001))
    await version(own, `${base}/900001`, "1.0", { title: "Ours" })
    await look(own)
    assert.deepInclude(await live(own, `${base}/999999999`), { status: "not_listed", differences: [] })
    assert.deepInclude(await live(own, `${base}/900001`), { status: "not_checked" })
    const stranger = await newActor(gateway())
    for (const ask of [
      stranger.ask("GET", `${base}/900001/live`),
      stranger.ask("POST", `${base}/900001/live/take`, {})
    ]) {
      assert.strictEqual((await ask).status, 404)
    }
    await own.done("DELETE", `${base}?appId=999999999`)
    await look(own)
  })
})

describe("the version that a storefront shows", () => {
  const shown = (country: string, ...tags: ReadonlyArray<string>) =>
    shownIn(
      country,
      tags.map((language) => ({ language }))
    )?.language

  it("is in the language of most people there, by its script, in the region's form where there is one", () => {
    for (const [country, tags, wanted] of [
      ["in", ["hi", "en-GB"], "en-GB"],
      ["ph", ["fil", "en-US"], "en-US"],
      ["pk", ["ur"], undefined],
      ["my", ["ms", "en"], "en"],
      ["ke", ["sw", "en-US"], "en-US"],
      ["no", ["nb-NO", "en-US"], "nb-NO"],
      ["no", ["no"], "no"],
      ["tw", ["zh-Hans", "zh-Hant"], "zh-Hant"],
      ["hk", ["zh-CN", "zh-TW"], "zh-TW"],
      ["hk", ["zh-CN", "zh-HK", "zh-TW"], "zh-HK"],
      ["cn", ["zh-Hans", "zh-Hant"], "zh-Hans"],
      ["tw", ["zh-Hans"], undefined],
      ["ie", ["en-AU", "en-GB", "en-US"], "en-GB"],
      ["ie", ["en-AU", "en-CA"], undefined],
      ["us", ["en-AU", "en-GB", "en-US"], "en-US"],
      ["us", ["en-GB"], "en-GB"],
      ["au", ["en-AU", "en-GB"], "en-AU"],
      ["mx", ["es-ES", "es-MX"], "es-MX"],
      ["ar", ["es-ES", "es-419"], "es-419"],
      ["es", ["es-ES", "es-MX"], "es-ES"],
      ["br", ["pt-BR", "pt-PT"], "pt-BR"],
      ["pt", ["pt-BR", "pt-PT"], "pt-PT"],
      ["at", ["de-CH", "de-DE"], "de-DE"],
      ["de", ["not a tag", "de"], "de"]
    ] as const) {
      assert.strictEqual(shown(country, ...tags), wanted, `${country}: ${tags.join(" ")}`)
    }
  })

  it("is looked for in one storefront for each language, and in so many at most", () => {
    const versions = ["en-US", "de-DE", "zh-Hant", "zh-Hans", "nb", "fr-CA", "es-419"].map((language) => ({ language }))
    assert.deepEqual(storefrontsFor("us", versions, 9), ["us", "de", "tw", "cn", "no"])
    assert.deepEqual(storefrontsFor("at", versions, 3), ["at", "us", "tw"])
    assert.deepEqual(storefrontsFor("us", [], 5), ["us"])
  })
})

describe("suggested competitors", () => {
  it("are those that come first for the app's keywords, but for the account's own and those that it keeps", async () => {
    const own = await newActor(gateway())
    const path = `${base}/900001`
    await own.done("POST", base, unreleased(900_001))
    await own.done("POST", base, unreleased(900_500))
    const nothing = await own.done("GET", `${path}/competitors/suggested`)
    assert.deepEqual(at(nothing.json, "data"), {
      appId: 900_001,
      platform: "storea",
      country: "us",
      basis: { keywords: 0, searched: 0, similar: "not_listed" },
      items: []
    })
    await own.done("POST", `${path}/competitors`, { competitorAppId: 900_502, name: "Kept" })
    await own.done("POST", `${path}/keywords`, {
      keywords: ["tide tables", "harbour map", "moon phase", "never searched"]
    })
    const today = new Date().toISOString().slice(0, 10)
    await recordSearches(gateway(), [
      ["tide tables", today, ["900503", "900501", "900001"]],
      ["harbour map", today, ["900501", "900500"]],
      ["moon phase", today, ["900502", "900501"]]
    ])
    const { json } = await own.done("GET", `${path}/competitors/suggested`)
    assert.deepEqual(at(json, "data", "basis"), { keywords: 4, searched: 3, similar: "not_listed" })
    assert.deepEqual(listOf(json, "data", "items"), [
      {
        appId: 900_501,
        name: "900501",
        sharedKeywords: 3,
        keywords: [
          { keyword: "harbour map", country: "us", position: 1 },
          { keyword: "moon phase", country: "us", position: 2 },
          { keyword: "tide tables", country: "us", position: 2 }
        ],
        similarPosition: null,
        reason: "It's among the first ten for 3 of your keywords, such as 'harbour map' (1 in us)."
      },
      {
        appId: 900_503,
        name: "900503",
        sharedKeywords: 1,
        keywords: [{ keyword: "tide tables", country: "us", position: 1 }],
        similarPosition: null,
        reason: "It's among the first ten for 1 of your keywords, such as 'tide tables' (1 in us)."
      }
    ])
    const one = await own.done("GET", `${path}/competitors/suggested?limit=1`)
    assert.lengthOf(listOf(one.json, "data", "items"), 1)
  })

  it("are those that the store shows as similar, by name and in its order, until they're kept", async () => {
    const { own, path } = await withApp()
    const suggested = async () => listOf((await own.done("GET", `${path}/competitors/suggested`)).json, "data", "items")
    const items = await suggested()
    assert.isNotEmpty(items)
    const places = items.map((item) => Number(at(item, "similarPosition")))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b)
    )
    for (const item of items) {
      assert.isString(at(item, "name"))
      assert.match(String(at(item, "reason")), /^The store shows it among apps similar to yours \(\d+\)\.$/)
    }
    const [first, ...rest] = items
    await own.done("POST", `${path}/competitors`, { competitorAppId: at(first, "appId") })
    assert.deepEqual((await suggested()).slice(0, rest.length), rest)
  })
})

describe("the demo account", () => {
  it("has two apps of each store with three competitors each, keywords of four countries and versions, also after a second start", async () => {
    const own = await newActor(gateway())
    for (const _ of [1, 2]) {
      assert.deepEqual(await gateway().run(makeDemoCalls(gateway().running, Redacted.make(own.key))), [])
    }
    const apps = listOf((await own.done("GET", base)).json, "data", "items")
    assert.deepEqual(
      apps.map((app) => [at(app, "platform"), at(app, "metadataStatus"), at(app, "counts")]),
      [
        ["storea", "filled", { competitors: 3, keywords: 40, versions: 4 }],
        ["storea", "filled", { competitors: 3, keywords: 0, versions: 0 }],
        ["storeb", "filled", { competitors: 3, keywords: 20, versions: 0 }],
        ["storeb", "filled", { competitors: 3, keywords: 0, versions: 0 }]
      ]
    )
    const versions = await own.done("GET", `${base}/${String(at(apps[0], "appId"))}/versions`)
    // No plugin brings rules here.
    assert.strictEqual(at(versions.json, "data", "items", 0, "lint"), null)
    // Each language with a version is looked at where it's shown.
    const path = `${base}/${String(at(apps[0], "appId"))}`
    await look(own)
    const shown = await live(own, path)
    assert.deepInclude(shown, { country: "us", language: "en" })
    const elsewhere = listOf(shown, "elsewhere")
    assert.deepEqual(
      elsewhere.map((each) => [at(each, "country"), at(each, "language"), at(each, "version", "language")]),
      [["de", "de", "de-DE"]]
    )
    assert.deepInclude(elsewhere[0], { status: "different" })
    const taken = await own.done("POST", `${path}/live/take`, { country: "de", versionName: "From Germany" })
    assert.deepInclude(at(taken.json, "data"), { language: "de-DE", isCurrent: true })
    assert.strictEqual((await own.ask("POST", `${path}/live/take`, { country: "fr" })).status, 404)
  })
})
