/** What `include` adds to an app's ads, and what is kept of it. */
import { createServer } from "node:http"
import { adjustableClock, at, codeOf, listAt, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { WatchApp, WatchSync } from "../src/jobRefs.ts"
import { told } from "../src/told.ts"
import { hour, repositoryOf } from "./support.ts"

const clock = adjustableClock()
/** Where pictures are: the one port of this machine that the gateway may call. */
const pictures = createServer((request, response) => {
  if (request.url === "/gone.gif") response.writeHead(404).end()
  else response.writeHead(200, { "content-type": "image/gif" }).end(smallestGif)
})
const smallestGif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64")
const port = await new Promise<number>((resolve) => {
  pictures.listen(0, "127.0.0.1", () => resolve(Number(Reflect.get(Object(pictures.address()), "port"))))
})
afterAll(() => pictures.close())
const gateway = useTestGateway({
  plugins: { stores: true, workspace: true, "ad-library": { keepPictures: true } },
  config: { egress: { loopbackPort: port } },
  clock
})
const repository = repositoryOf(gateway)
const day = 24 * hour
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const Apps = Schema.Struct({ some: Schema.Int, none: Schema.Int })

let account: { readonly accountId: string; readonly key: string }
const ask = async (appId: number, query: string, key = account.key) => {
  const answer = await gateway().ask(`/v1/apps/${appId}/storea-ads?${query}`, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  return at(answer.json, "data")
}
/** Days before the repository's last one. */
const dayAgo = (ago: number) => new Date(nowMs() - (7 + ago) * day).toISOString().slice(0, 10)
let lastAppId = 5_000_000_000
const publish = async (rows: ReadonlyArray<object>, known?: number) => {
  lastAppId += known === undefined ? 1 : 0
  const appId = known ?? lastAppId
  const common = { appId, appName: "Shown", placement: "APPSTORE_TODAY_TAB", format: "Icon + Asset Ad" }
  await repository.act("publish", { appId, rows: rows.map((row) => ({ ...common, ...row })) })
  return appId
}
const picture = (name: string) => ({ pictureUrl: `https://pictures.example/${name}`, videoUrl: "null" })

beforeAll(async () => {
  account = await gateway().account({ plan: "large" })
})
afterEach(async () => {
  repository.control().clearFaults()
  await repository.assertNoViolation()
})

describe("creatives", () => {
  it("are the same pictures over ids, storefronts and pages, with their reach in days and storefronts", async () => {
    const both = [picture("1.png"), picture("2.png")]
    const appId = await publish([
      {
        adId: "a",
        countryOrRegion: "DE",
        firstImpressionDate: dayAgo(9),
        lastImpressionDate: dayAgo(2),
        adAssets: both
      },
      {
        adId: "b",
        countryOrRegion: "FR",
        placement: "APPSTORE_SEARCH_TAB",
        firstImpressionDate: dayAgo(20),
        lastImpressionDate: dayAgo(1),
        // The same pictures in another order, on their way to a custom page.
        adAssets: [picture("2.png?ppid=p7"), picture("1.png?ppid=p7")]
      },
      { adId: "c", countryOrRegion: "FR", lastImpressionDate: dayAgo(3), adAssets: [picture("1.png")] },
      {
        adId: "d",
        countryOrRegion: "IT",
        format: "Icon Ad",
        firstImpressionDate: "Over 1 Year Ago",
        lastImpressionDate: dayAgo(3),
        adBanner: { iconPictureUrl: "https://pictures.example/icon.png" }
      }
    ])
    const told = await ask(appId, "include=creatives&includeAds=false")
    assert.strictEqual(at(told, "creatives", "total"), 3)
    const groups = listAt(told, "creatives", "groups")
    const [first] = groups
    assert.deepInclude(first, {
      totalAds: 2,
      distinctAds: 2,
      storefronts: ["DE", "FR"],
      placements: ["STORE_SEARCH_TAB", "STORE_TODAY_TAB"],
      firstImpressionDate: dayAgo(20),
      lastImpressionDate: dayAgo(1),
      days: 20,
      pictures: ["https://pictures.example/1.png", "https://pictures.example/2.png"]
    })
    const icon = groups.find((group) => at(group, "storefronts", "0") === "IT") ?? groups.at(-1)
    assert.deepInclude(
      groups.find((group) => JSON.stringify(group).includes("icon.png")),
      { pictures: ["https://pictures.example/icon.png"], firstImpressionOverOneYear: true, days: null },
      JSON.stringify(icon)
    )
    assert.deepEqual([at(told, "appName"), at(told, "summary", "totalAds")], ["Shown", 4])
  })
})

describe("product pages", () => {
  it("are those that addresses name, beside the app's own screenshots", async () => {
    const { some } = Schema.decodeUnknownSync(Apps)(await repository.act("apps"))
    const ads = [
      { adId: "a", countryOrRegion: "DE", lastImpressionDate: dayAgo(1), adAssets: [picture("1.png?ppid=p7")] },
      { adId: "a", countryOrRegion: "FR", lastImpressionDate: dayAgo(1), adAssets: [picture("1.png?ppid=p7")] },
      { adId: "b", countryOrRegion: "DE", lastImpressionDate: dayAgo(1), adAssets: [picture("1.png")] }
    ]
    const told = await ask(await publish(ads, some), "include=productPages")
    assert.strictEqual(at(told, "productPages", "adsWithoutPage"), 1)
    const pages = listAt(told, "productPages", "pages")
    assert.lengthOf(pages, 1)
    assert.deepInclude(pages[0], {
      productPageId: "p7",
      totalAds: 2,
      distinctAds: 1,
      adIds: ["a"],
      storefronts: ["DE", "FR"]
    })
    assert.strictEqual(at(told, "productPages", "defaultPage", "storefront"), "DE")
    assert.isAbove(listAt(told, "productPages", "defaultPage", "screenshots").length, 0)
  })
})

describe("history", () => {
  it("has what the repository has forgotten, and none of it is in the summary", async () => {
    const url = `http://127.0.0.1:${port}/1.gif`
    const appId = await publish([
      { adId: "a", countryOrRegion: "DE", lastImpressionDate: dayAgo(1), adAssets: [{ pictureUrl: url }] },
      { adId: "b", countryOrRegion: "DE", firstImpressionDate: "Over 1 Year Ago", lastImpressionDate: dayAgo(1) }
    ])
    await ask(appId, "")
    await publish([], appId)
    clock.advanceMs(300 * day)
    const told = await ask(appId, "include=history")
    assert.deepEqual([at(told, "summary", "totalAds"), at(told, "history", "totalAds")], [0, 2])
    const [ad, older] = listAt(told, "history", "ads")
    assert.deepInclude(ad, {
      adId: "a",
      countryOrRegion: "DE",
      placement: "STORE_TODAY_TAB",
      firstImpressionOverOneYear: false
    })
    assert.deepInclude(older, { adId: "b", firstImpressionDate: null, firstImpressionOverOneYear: true })
    const [creative] = listAt(told, "history", "creatives")
    assert.strictEqual(at(creative, "url"), url)
    assert.notProperty(creative, "fileUrl")
    assert.strictEqual(at(told, "history", "keptSince"), at(creative, "firstSeenAt"))
  })
})

describe("a developer's ads", () => {
  it("are those of all its apps in the asked storefronts, and add up", async () => {
    const { some } = Schema.decodeUnknownSync(Apps)(await repository.act("apps"))
    clock.advanceMs(day)
    await repository.act("unpublish", {})
    const told = await ask(some, "include=developer&includeAds=false")
    const apps = listAt(told, "developer", "apps")
    const own = apps.find((app) => at(app, "appId") === some)
    assert.strictEqual(at(own, "totalAds"), at(told, "summary", "totalAds"))
    assert.strictEqual(
      apps.reduce<number>((all, app) => all + Number(at(app, "totalAds")), 0),
      at(told, "developer", "totalAds")
    )
    const before = repository.lastSequence()
    assert.deepEqual(at(await ask(some, "include=developer&includeAds=false"), "developer", "apps"), apps)
    assert.lengthOf(repository.asked(before), 0)
  })

  it("that can't be read are the failure of their cause, free, and the app's own stay kept", async () => {
    const { some } = Schema.decodeUnknownSync(Apps)(await repository.act("apps"))
    clock.advanceMs(day)
    repository.control().fail({ kind: "500", upstream: "ad-repository", path: "DEVELOPER" })
    const refused = await repository.as(account).refused(`/v1/apps/${some}/storea-ads?include=developer`)
    assert.deepEqual(refused, [502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"])
    const before = repository.lastSequence()
    await ask(some, "")
    assert.lengthOf(repository.asked(before), 0)
  })
})

describe("an app without ads", () => {
  it("has the name and icon that the store tells, and a developer whose other apps may have some", async () => {
    const { none } = Schema.decodeUnknownSync(Apps)(await repository.act("apps"))
    const told = await ask(none, "include=developer")
    assert.strictEqual(at(told, "summary", "isAdvertising"), false)
    assert.isString(at(told, "appName"))
    assert.isString(at(told, "appIconUrl"))
    assert.isNotNull(at(told, "developer"))
  })
  it("that the store doesn't know either has none", async () => {
    const told = await ask(Number.MAX_SAFE_INTEGER, "include=developer,creatives,productPages,history,moves")
    assert.deepEqual(
      [at(told, "appName"), at(told, "appIconUrl"), at(told, "developer"), at(told, "moves")],
      [null, null, null, null]
    )
    assert.strictEqual(at(told, "productPages", "defaultPage"), null)
  })
})

describe("restrictions", () => {
  it("are those of the asked storefronts, alike ones included, the latest first", async () => {
    const one = {
      actionTaken: "ACTION_ADVERTISING_REMOVED",
      actionDate: "2026-10-01 00:00:00.0",
      reason: "REASON_POLICY_RESTRICTION",
      affectedPlacements: [{ placement: "APPSTORE_SEARCH_RESULTS", countriesOrRegions: ["DE", "FR"] }]
    }
    const later = { ...one, actionTaken: "ACTION_ACCOUNT_SUSPENDED", actionDate: "2026-10-02" }
    const elsewhere = { ...one, affectedPlacements: [{ placement: "APPSTORE_TODAY_TAB", countriesOrRegions: ["SE"] }] }
    await repository.act("restrict", [...Array.from({ length: 60 }, () => one), later, elsewhere])
    const told = await ask(1, "countries=DE&include=restrictions")
    const items = listAt(told, "restrictions", "items")
    assert.lengthOf(items, 61)
    assert.deepInclude(items[0], {
      actionTaken: "ACTION_ACCOUNT_SUSPENDED",
      actionDate: "2026-10-02",
      basis: null,
      storefronts: ["DE", "FR"],
      placements: ["STORE_SEARCH_RESULTS"]
    })
  })
})

describe("save", () => {
  it("keeps the answer in the workspace, with copies of pictures where the gateway keeps them", async () => {
    const url = `http://127.0.0.1:${port}/2.gif`
    const gone = `http://127.0.0.1:${port}/gone.gif`
    const adAssets = [{ pictureUrl: url }, { pictureUrl: gone }]
    const appId = await publish([{ adId: "a", countryOrRegion: "DE", lastImpressionDate: dayAgo(1), adAssets }])
    const told = await ask(appId, "include=history,creatives&save=true")
    const id = String(at(told, "savedReport", "id"))
    const kept = await gateway().ask(`/v1/user/reports?id=${id}`, { key: account.key })
    assert.strictEqual(kept.status, 200, kept.text)
    assert.include(kept.text, "ad-library.ads")
    assert.include(kept.text, url)
    const creatives = listAt(told, "history", "creatives")
    const copyOf = (url: string) =>
      at(
        creatives.find((creative) => at(creative, "url") === url),
        "fileUrl"
      )
    assert.isNull(copyOf(gone))
    const fileUrl = String(copyOf(url))
    assert.include(kept.text, fileUrl)
    const file = await gateway().ask(new URL(fileUrl).pathname)
    assert.deepEqual([file.status, file.headers.get("content-type")], [200, "image/gif"])
    const other = await gateway().account({ plan: "large" })
    const theirs = await gateway().ask(`/v1/user/reports?id=${id}`, { key: other.key })
    assert.notInclude(theirs.text, url)
  })

  it("needs a key that may write, and is refused before anything is asked", async () => {
    const { key } = await gateway().account({ plan: "large", scopes: ["read"] })
    const before = repository.lastSequence()
    const answer = await gateway().ask("/v1/apps/77/storea-ads?save=true", { key })
    assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"])
    assert.lengthOf(repository.asked(before), 0)
  })
})

describe("the command", () => {
  it("shows where an app advertises, since when and with which creatives, and how late that is", async () => {
    const appId = await publish([
      {
        adId: "a",
        countryOrRegion: "DE",
        firstImpressionDate: dayAgo(9),
        lastImpressionDate: dayAgo(2),
        adAssets: [picture("1.png")]
      },
      {
        adId: "b",
        countryOrRegion: "FR",
        firstImpressionDate: dayAgo(5),
        lastImpressionDate: dayAgo(1),
        adAssets: [picture("1.png")]
      }
    ])
    const text = await Effect.runPromise(
      told(await ask(appId, "include=creatives,developer,restrictions&includeAds=false"))
    )
    assert.include(text, `Shown shows 2 ads in 2 storefronts, since ${dayAgo(9)}.`)
    assert.include(text, `7 days behind: this is until ${dayAgo(0)}.`)
    assert.match(text, /DE {10}1\nFR {10}1/)
    assert.match(text, new RegExp(`[0-9a-f]{32} +2 +DE,FR +${dayAgo(9)} +${dayAgo(1)}`))
    const none = await Effect.runPromise(told(await ask(await publish([]), "include=creatives")))
    assert.include(none, "shows no ads in the EU")
  })
  it("says so when the answer isn't one that it knows", async () => {
    const failed = await Effect.runPromise(Effect.flip(told({ appId: 1 })))
    assert.include(failed.message, "--json")
  })
})

describe("moves", () => {
  it("are told to who watches the app, and to nobody else", async () => {
    const appId = await publish([])
    assert.strictEqual(at(await ask(appId, "include=moves"), "moves"), null)
    await gateway().ask("/v1/user/apps", {
      method: "POST",
      key: account.key,
      body: { appId, isLive: false, appName: "X" }
    })

    await gateway().runJob(WatchSync, {})
    await gateway().runJob(WatchApp, { appId })
    assert.deepEqual(at(await ask(appId, "include=moves"), "moves"), [])
    clock.advanceMs(day)
    await publish(
      [{ adId: "a", countryOrRegion: "DE", lastImpressionDate: dayAgo(0), adAssets: [picture("1.png")] }],
      appId
    )
    await gateway().runJob(WatchApp, { appId })
    const [moved] = listAt(await ask(appId, "include=moves"), "moves")
    assert.deepEqual(
      listAt(moved, "moves").map((move) => at(move, "kind")),
      ["started", "creative", "country", "placement"]
    )
    assert.match(String(at(moved, "text")), /^It started advertising, in DE\. It has a new creative\./)
    const other = await gateway().account({ plan: "large" })
    assert.strictEqual(at(await ask(appId, "include=moves", other.key), "moves"), null)
  })
})
