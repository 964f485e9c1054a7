import { adjustableClock, at, codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { summaryOf } from "../src/results/summary.ts"
import { covered } from "../src/storefronts.ts"
import { AdShape, adOf } from "../src/vendor/shapes.ts"
import { Result as Answered, hour } from "./support.ts"

// The day decides which ads the repository still shows.
const clock = adjustableClock(Date.parse("2026-11-25T12:00:00Z"))
const gateway = useTestGateway({ plugins: { "ad-library": true }, clock })

/** With what only this suite looks at. */
const Result = Schema.Struct({
  ...Answered.fields,
  dataStartDate: Schema.String,
  dataEndDate: Schema.String,
  storefronts: Schema.Array(Schema.String),
  ignoredCountries: Schema.Array(Schema.String),
  provenance: Schema.Struct({ ...Answered.fields.provenance.fields, source: Schema.String })
})
type Result = typeof Result.Type
const Apps = Schema.Struct({ largest: Schema.Int, some: Schema.Int, one: Schema.Int, none: Schema.Int })

const control = () => {
  const found = gateway().running.sandbox?.control
  if (found === undefined) throw new Error("there is no sandbox")
  return found
}
const behave = (input: object) => control().act("ad-repository", "behave", input)
let apps: typeof Apps.Type
let key = ""
let accountId = ""

const ask = (path: string) => gateway().ask(path, { key })
const adsOf = async (appId: number | string, query = ""): Promise<Result> => {
  const answer = await ask(`/v1/apps/${appId}/storea-ads${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Result)(at(answer.json, "data"))
}
const refusedWith = async (path: string) => {
  const before = await gateway().used(accountId)
  const answer = await ask(path)
  assert.strictEqual(await gateway().used(accountId), before, "a refusal is charged")
  return [answer.status, codeOf(answer.json)] as const
}
/** What the vendor shows of an app, whole, through no page and no storefront. */
const shownOf = async (appId: number, datePreset = "LAST_90_DAYS") =>
  Schema.decodeUnknownSync(Schema.Array(AdShape))(
    await control().act("ad-repository", "rows", { appId, datePreset })
  ).map(adOf)
/** An app that nobody asked for yet. */
const fresh = async () => {
  clock.advanceMs(13 * hour)
  return apps
}
const listsAfter = (sequence: number) =>
  control()
    .requests({ upstream: "ad-repository", afterSequence: sequence })
    .filter(({ path }) => path === "/ad-repository-ads")
const lastSequence = () => control().requests({ upstream: "ad-repository" }).at(-1)?.sequence ?? 0
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)

beforeAll(async () => {
  ;({ key, accountId } = await gateway().account({ plan: "large" }))
  apps = Schema.decodeUnknownSync(Apps)(await control().act("ad-repository", "apps", {}))
})
afterEach(async () => {
  control().clearFaults()
  await behave({ offsets: "records", shifts: false, storefronts: null })
  assert.deepEqual(await control().act("ad-repository", "violations", {}), [])
})

describe("an app's ads", () => {
  it("are those that the repository has, field by field in their summary", async () => {
    for (const id of [apps.some, apps.one]) {
      const shown = await shownOf(id)
      const told = await adsOf(id)
      const { distinctAds, distinctCreatives, summary } = summaryOf(shown)
      assert.deepEqual(told.summary, summary)
      assert.deepEqual([told.distinctAds, told.distinctCreatives], [distinctAds, distinctCreatives])
      assert.strictEqual(told.ads?.length, shown.length)
    }
  })

  it("of an app that doesn't advertise, and of one that the repository doesn't know, are none", async () => {
    for (const id of [apps.none, Number.MAX_SAFE_INTEGER]) {
      const { ads, summary } = await adsOf(id)
      assert.deepEqual(
        [summary.isAdvertising, summary.totalAds, summary.firstImpressionDate, ads],
        [false, 0, null, []]
      )
    }
  })

  it("add up alike by storefront, placement and format, whatever the pages are", async () => {
    for (const offsets of ["records", "pages"]) {
      await fresh()
      await behave({ offsets, shifts: offsets === "pages" })
      const told = await adsOf(apps.some)
      const { countries, formats, placements, totalAds } = told.summary
      assert.isAbove(totalAds, 0)
      assert.deepEqual(
        [countries.reduce((all, { adCount }) => all + adCount, 0), sum(placements), sum(formats)],
        [totalAds, totalAds, totalAds]
      )
      assert.deepEqual(told.summary, summaryOf(await shownOf(apps.some)).summary)
    }
  })

  it.each([
    ["records", 7_700_000_011],
    ["pages", 7_700_000_012]
  ])("of two pages show in health that offset counts %s", async (offsets, appId) => {
    await behave({ offsets })
    const row = { appId, placement: "APPSTORE_TODAY_TAB", format: "Icon Ad", countryOrRegion: "DE" }
    const rows = Array.from({ length: 60 }, (_, n) => ({ ...row, adId: `o${n}` }))
    await control().act("ad-repository", "publish", { appId, rows })
    assert.strictEqual((await adsOf(appId, "?countries=DE")).summary.totalAds, 60)
    // What health tells may be a moment old.
    clock.advanceMs(60_000)
    assert.include((await gateway().askInternal("/health")).text, `offset counts ${offsets}`)
  })

  it("of all storefronts are those of any parts of them, put together", async () => {
    const whole = await adsOf(apps.some)
    for (const size of [1, 4, 7, 24]) {
      await fresh()
      const parts: Array<Result> = []
      for (let i = 0; i < covered.length; i += size) {
        parts.push(await adsOf(apps.some, `?countries=${covered.slice(i, i + size).join(",")}`))
      }
      assert.strictEqual(
        parts.reduce((all, { summary }) => all + summary.totalAds, 0),
        whole.summary.totalAds
      )
      assert.deepEqual(
        parts
          .flatMap(({ ads }) => ads ?? [])
          .map(({ adId, countryOrRegion }) => `${adId} ${countryOrRegion}`)
          .toSorted(),
        (whole.ads ?? []).map(({ adId, countryOrRegion }) => `${adId} ${countryOrRegion}`).toSorted()
      )
    }
  })

  it("have the same summary without ads, with a limit and from the cache", async () => {
    await fresh()
    const first = await adsOf(apps.some, "?includeAds=false")
    assert.isFalse("ads" in first)
    const limited = await adsOf(apps.some, "?limit=2")
    assert.deepEqual([limited.ads?.length, limited.adsTruncated], [2, true])
    const whole = await adsOf(apps.some)
    assert.deepEqual([limited.summary, whole.summary], [first.summary, first.summary])
    assert.deepEqual([whole.adsTruncated, whole.nextCursor], [false, null])
  })

  it("come page by page, each in exactly one of them, last shown first", async () => {
    const whole = await adsOf(apps.some)
    const paged: Array<{ readonly adId: string; readonly countryOrRegion: string }> = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const page: Result = await adsOf(apps.some, `?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`)
      paged.push(...(page.ads ?? []))
      cursor = page.nextCursor
    }
    assert.deepEqual(paged, [...(whole.ads ?? [])])
    const dates = paged.map((ad) => String(Reflect.get(ad, "lastImpressionDate")))
    assert.deepEqual(dates, dates.toSorted().toReversed())
  })

  it("of the largest app are read storefront by storefront, and listed 2,000 at once", async () => {
    const told = await adsOf(apps.largest)
    assert.deepEqual([told.summary.totalAds, told.ads?.length, told.adsTruncated], [3_000, 2_000, true])
    const rest = await adsOf(apps.largest, `?cursor=${told.nextCursor}`)
    assert.deepEqual([rest.ads?.length, rest.nextCursor, rest.summary.totalAds], [1_000, null, 3_000])
  })

  it("are asked for by 5 storefronts at most, in alphabetical groups, and only for those that aren't kept", async () => {
    await fresh()
    const before = lastSequence()
    await adsOf(apps.one, "?countries=SE,de,AT")
    await adsOf(apps.one)
    const groups = listsAfter(before).map(({ query }) => /=in=\(([A-Z,]+)\)/.exec(query.ql ?? "")?.[1])
    assert.deepEqual(groups, [
      "AT,DE,SE",
      "BE,BG,CY,CZ,DK",
      "EE,ES,FI,FR,GR",
      "HR,HU,IE,IT,LU",
      "LV,NL,PL,PT,RO",
      "SI,SK"
    ])
    await adsOf(apps.one, "?countries=FR")
    assert.strictEqual(listsAfter(before).length, 6)
  })

  it("of windows and presets are apart, and their dates those of the repository", async () => {
    const windows = await Promise.all(
      ["LAST_90_DAYS", "LAST_180_DAYS", "LAST_YEAR"].map((preset) => adsOf(apps.some, `?datePreset=${preset}`))
    )
    const days = windows.map(
      ({ dataEndDate, dataStartDate }) => (Date.parse(dataEndDate) - Date.parse(dataStartDate)) / (24 * hour)
    )
    assert.deepEqual(days, [90, 180, 365])
    for (const [i, preset] of ["LAST_90_DAYS", "LAST_180_DAYS", "LAST_YEAR"].entries()) {
      assert.deepEqual(windows[i]?.summary, summaryOf(await shownOf(apps.some, preset)).summary)
    }
  })

  it("are one reading for 50 callers of an app that nobody asked for", async () => {
    await fresh()
    const before = lastSequence()
    const told = await Promise.all(Array.from({ length: 50 }, () => adsOf(apps.some)))
    assert.strictEqual(new Set(told.map(({ summary }) => JSON.stringify(summary))).size, 1)
    const asked = listsAfter(before).map(({ query }) => `${query.ql} ${query.offset}`)
    assert.strictEqual(new Set(asked).size, asked.length, "a page was asked for twice")
  })
})

describe("rows of another app or storefront", () => {
  it("are dropped and counted as drift, and the others are told", async () => {
    const appId = 7_700_000_001
    const row = { adId: "a", appId, placement: "APPSTORE_TODAY_TAB", format: "Icon Ad", countryOrRegion: "DE" }
    const rows = [row, { ...row, adId: "b", appId: 1 }, { ...row, adId: "c", appId: null }]
    const drift = async () => {
      const { json } = await gateway().askInternal("/health")
      return Number(/"storea\.ads":\{[^}]*"drift":(\d+)/.exec(JSON.stringify(json))?.[1] ?? Number.NaN)
    }
    const before = await drift()
    await control().act("ad-repository", "publish", { appId, rows })
    const { ads, summary } = await adsOf(appId)
    assert.deepEqual([summary.totalAds, ads?.map(({ adId }) => adId)], [2, ["a", "c"]])
    clock.advanceMs(60_000)
    assert.isAbove(await drift(), before)
  })
})

describe("countries", () => {
  it.each([
    ["de", ["DE"], []],
    ["fr, DE,de,,FR", ["DE", "FR"], []],
    ["US,de,gb,MT,LT,EL", ["DE"], ["US", "GB", "MT", "LT", "EL"]],
    ["", [...covered], []]
  ])("%j are %j, and %j are ignored", async (countries, storefronts, ignored) => {
    const told = await adsOf(apps.one, `?countries=${encodeURIComponent(countries)}`)
    assert.deepEqual([told.storefronts, told.ignoredCountries], [storefronts, ignored])
  })

  it.each(["US", "LT,MT", "Germany", "GB,EL", "D E"])(
    "%j are refused, with the list of those covered",
    async (countries) => {
      const answer = await ask(`/v1/apps/${apps.one}/storea-ads?countries=${encodeURIComponent(countries)}`)
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_COUNTRY"])
      assert.include(answer.text, covered.join(", "))
    }
  )
})

describe("bad input", () => {
  it.each(["0", "-1", "1e3", "01", "9007199254740992", "12345678901234567", "%20", "x"])(
    "appId %s is INVALID_APP_ID, and costs nothing",
    async (id) => {
      assert.deepEqual(await refusedWith(`/v1/apps/${id}/storea-ads`), [400, "INVALID_APP_ID"])
    }
  )
  it("a package name is told that storeb has no such repository", async () => {
    assert.include((await ask("/v1/apps/com.example.app/storea-ads")).text, "storeb")
  })
  it.each([
    ["/v1/ads/storea/search", "INVALID_QUERY"],
    ["/v1/ads/storea/search?q=", "INVALID_QUERY"],
    ["/v1/ads/storea/search?q=%20a%20", "INVALID_QUERY"],
    ["/v1/ads/storea/search?q=ph&types=APPS", "INVALID_INPUT"],
    ["/v1/ads/storea/search?q=ph&limit=0", "INVALID_INPUT"],
    ["/v1/ads/storea/search?q=ph&limit=51", "INVALID_INPUT"],
    ["/v1/ads/storea/search?q=ph&q=po", "INVALID_INPUT"],
    ["/v1/ads/storea/search?q=ph&page=1", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?datePreset=LAST_30_DAYS", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?includeAds=maybe", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?limit=1001", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?limit=0", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?cursor=x", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?include=spend", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?save=maybe", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?save=true", "INVALID_INPUT"],
    ["/v1/apps/1/storea-ads?country=DE", "INVALID_INPUT"],
    ["/v1/ads/storea/ads/a%3Db", "INVALID_INPUT"],
    [`/v1/ads/storea/ads/${"a".repeat(65)}`, "INVALID_INPUT"],
    ["/v1/ads/storea/ads/abc?datePreset=ALL", "INVALID_INPUT"]
  ])("%s is %s, and costs nothing", async (path, code) => {
    assert.deepEqual(await refusedWith(path), [400, code])
  })
  it.each([
    ["/v1/ads/storea/search?q=ph&limit=1", 200],
    ["/v1/ads/storea/search?q=ph&limit=50&types=APP,DEVELOPER", 200],
    ["/v1/ads/storea/search?q=%20ph%20", 200],
    ["/v1/apps/1/storea-ads?limit=1", 200],
    ["/v1/apps/1/storea-ads?limit=1000&includeAds=false", 200],
    [`/v1/apps/${Number.MAX_SAFE_INTEGER}/storea-ads?countries=de`, 200],
    [`/v1/ads/storea/ads/${"a".repeat(62)}-_`, 404],
    ["/v1/ads/storea/ads/0", 404]
  ])("%s is none: %i", async (path, status) => {
    const answer = await ask(path)
    assert.strictEqual(answer.status, status, answer.text)
  })
  it("a query of 100 characters of any script is taken, and one of 101 isn't", async () => {
    assert.strictEqual((await ask(`/v1/ads/storea/search?q=${encodeURIComponent("漢".repeat(100))}`)).status, 200)
    assert.strictEqual((await ask(`/v1/ads/storea/search?q=${encodeURIComponent("漢".repeat(101))}`)).status, 400)
  })
})

describe("a search for advertisers", () => {
  const searched = async (query: string) => {
    const answer = await ask(`/v1/ads/storea/search?${query}`)
    assert.strictEqual(answer.status, 200, answer.text)
    return Schema.decodeUnknownSync(
      Schema.Struct({
        entities: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, type: Schema.String })),
        totalResults: Schema.Int
      })
    )(at(answer.json, "data"))
  }
  it("finds apps and developers by whole words, in the repository's order", async () => {
    const { ads } = await adsOf(apps.some)
    const [word = ""] = String(Reflect.get(ads?.[0] ?? {}, "developerName") ?? "")
      .split(/\W+/)
      .filter((part) => part.length > 1)
    assert.strictEqual((await searched("q=zzqx")).totalResults, 0)
    const shown = (await shownOf(apps.some))[0]
    const name = shown?.developerName ?? ""
    const developers = await searched(`q=${encodeURIComponent(name)}&types=DEVELOPER`)
    assert.isTrue(
      developers.entities.some((entity) => entity.name === name && entity.type === "DEVELOPER"),
      word
    )
    assert.isTrue(
      (await searched(`q=${encodeURIComponent(shown?.appName ?? "")}&types=APP`)).entities.every(
        ({ type }) => type === "APP"
      )
    )
  })
  it("says where nothing is found how it's found, and that an app can be asked for by its id", async () => {
    const { json } = await ask("/v1/ads/storea/search?q=zzqxnobody")
    assert.deepEqual(at(json, "data", "entities"), [])
    const note = "whole words of names are matched; an app can be asked for by its id"
    assert.include(JSON.stringify(at(json, "data", "provenance", "limitations")), note)
  })
  it("leaves out what it can't read, and gives the rest", async () => {
    const shown = (await shownOf(apps.some))[0]
    const q = `q=${encodeURIComponent(shown?.appName ?? "")}`
    control().fail({ upstream: "ad-repository", kind: "odd-entities" })
    const odd = await searched(q)
    control().clearFaults()
    assert.isTrue(odd.entities.some(({ name, type }) => name === shown?.appName && type === "APP"))
    assert.isTrue(odd.entities.every(({ type }) => type === "APP" || type === "DEVELOPER"))
  })
  it.each(["a;b=c", "x==y;id==1", "a/b?c=d&e", "%2e%2e/", "'; DROP", "a,b)", "日本 語"])(
    "for %j reaches the repository as one parameter and nothing else",
    async (q) => {
      const before = lastSequence()
      await searched(`q=${encodeURIComponent(q)}`)
      const [asked] = control().requests({ upstream: "ad-repository", afterSequence: before })
      assert.deepEqual([asked?.path, asked?.query.name], ["/ad-repository-entities", q])
    }
  )
})

describe("an ad in full", () => {
  const Detail = Schema.Struct({
    adId: Schema.String,
    defaultLanguage: Schema.String,
    localeVariations: Schema.Array(Schema.Struct({ locale: Schema.String })),
    creativeAssets: Schema.Record(
      Schema.String,
      Schema.Array(Schema.Struct({ type: Schema.String, url: Schema.String, locale: Schema.NullOr(Schema.String) }))
    ),
    appIconVariations: Schema.Array(Schema.Struct({ url: Schema.String })),
    countryOrRegion: Schema.String
  })
  it("has its texts by language, its pictures by device with the default language's first, and its icons", async () => {
    const [shown] = (await adsOf(apps.some)).ads ?? []
    const answer = await ask(`/v1/ads/storea/ads/${shown?.adId}`)
    assert.strictEqual(answer.status, 200, answer.text)
    const detail = Schema.decodeUnknownSync(Detail)(at(answer.json, "data"))
    assert.strictEqual(detail.adId, shown?.adId)
    assert.deepEqual(
      detail.localeVariations.map(({ locale }) => locale),
      ["en-GB", "de-DE", "fr-FR"]
    )
    assert.include(Object.keys(detail.creativeAssets), "iphone")
    assert.strictEqual(detail.creativeAssets.iphone?.[0]?.locale, "en-GB")
    assert.isAbove(detail.appIconVariations.length, 0)
  })
  it.each([undefined, "names-ad", "null-ad"])(
    "that the repository doesn't know, said with %s, is NOT_FOUND, and costs nothing",
    async (kind) => {
      if (kind !== undefined) control().fail({ kind, upstream: "ad-repository" })
      assert.deepEqual(await refusedWith("/v1/ads/storea/ads/ffffffffffffffff"), [404, "NOT_FOUND"])
    }
  )
  it("that the repository doesn't know any more is NOT_FOUND and free, whatever was kept of it", async () => {
    const path = `/v1/ads/storea/ads/${(await adsOf(apps.some)).ads?.[0]?.adId}`
    assert.strictEqual((await ask(path)).status, 200)
    clock.advanceMs(7 * hour)
    control().fail({ upstream: "ad-repository", kind: "no-ad" })
    assert.deepEqual(await refusedWith(path), [404, "NOT_FOUND"])
    control().clearFaults()
    // Nothing is kept of it that could stand in.
    control().fail({ upstream: "ad-repository", kind: "500" })
    assert.deepEqual(await refusedWith(path), [502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"])
    control().clearFaults()
    clock.advanceMs(hour)
  })
  it("isn't taken for unknown by a refusal in whose words its id is only a part", async () => {
    control().fail({ upstream: "ad-repository", kind: "other-refusal" })
    assert.deepEqual(await refusedWith("/v1/ads/storea/ads/para"), [502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"])
  })
  it("of no app is an answer that can't be read, and not an ad of app 0", async () => {
    const adId = (await adsOf(apps.some)).ads?.at(-1)?.adId ?? assert.fail("no ad")
    control().fail({ upstream: "ad-repository", path: adId, kind: "no-app" })
    const refused = await refusedWith(`/v1/ads/storea/ads/${adId}?datePreset=LAST_YEAR`)
    control().clearFaults()
    assert.deepEqual(refused, [502, "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"])
  })
})
