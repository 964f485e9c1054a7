/** Every route over the second store, as it is invented. */
import { useTestGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { IntelligenceReport } from "../src/report.ts"
import * as S from "../src/schema.ts"
import { asking } from "./asking.ts"

describe("storeb in the sandbox", () => {
  const { failure, read } = asking(useTestGateway({ plugins: { stores: true, apps: true } }))
  const storeb = "platform=storeb"
  let app = ""
  beforeAll(async () => {
    const found = await read(S.SearchAnswer, `/v1/search?q=photo&${storeb}`)
    app = `/v1/apps/${found.results[0]?.trackId}`
  })

  it("search finds apps by words, in the store's order, and one by its package name", async () => {
    const found = await read(S.SearchAnswer, `/v1/search?q=photo&${storeb}&limit=5`)
    assert.deepStrictEqual([found.type, found.platform, found.results.length], ["keyword", "storeb", 5])
    assert.strictEqual(found.total, 30, "before the limit")
    assert.deepStrictEqual(
      found.results.map(({ rank }) => rank),
      [1, 2, 3, 4, 5]
    )
    for (const { trackId } of found.results) assert.match(String(trackId), /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/)
    assert.isNotEmpty(found.provenance.limitations)
    const one = await read(S.SearchAnswer, `/v1/search?q=${app.split("/").at(-1)}&${storeb}`)
    assert.deepStrictEqual([one.type, one.total], ["lookup", 1])
  })

  it("the record has what this store tells, in the shape of the other", async () => {
    const record = await read(S.AppRecord, `${app}?${storeb}`)
    assert.deepInclude(record, { platform: "storeb", device: "phone", subtitle: null, ipadScreenshotUrls: [] })
    assert.isString(record.trackId)
    assert.strictEqual(record.trackId, record.bundleId)
    assert.isString(record.shortDescription)
    assert.isBoolean(record.containsAds)
    assert.isBoolean(record.inAppPurchases)
    assert.isNotEmpty(record.screenshotUrls)
    assert.isTrue(record.installs !== null && record.installs.min <= (record.installs.max ?? 0))
    const stars = Object.values(record.ratingHistogram ?? {}).reduce((sum, count) => sum + count, 0)
    const ratings = record.userRatingCount ?? 0
    assert.isTrue(stars > 0 && Math.abs(stars - ratings) <= Math.max(10, ratings / 10), `${stars} of ${ratings}`)
    assert.include(record.unavailable.subtitle, "shortDescription")
    const untold = Object.entries(record).filter(([, value]) => value === null)
    for (const [field] of untold) assert.isString(record.unavailable[field], field)
    assert.containsAllKeys(record.unavailable, ["ipadScreenshotUrls", "languageCodesISO2A", "fileSizeBytes"])
  })

  it("the other store's record says why it has no short description or counter", async () => {
    const found = await read(S.SearchAnswer, "/v1/search?q=photo")
    const record = await read(S.AppRecord, `/v1/apps/${found.results[0]?.trackId}`)
    assert.deepInclude(record, { device: "iphone", shortDescription: null, installs: null })
    assert.containsAllKeys(record.unavailable, ["shortDescription", "installs"])
  })

  it("the other store's record tells of ads, the same in every language of its page", async () => {
    const found = await read(S.SearchAnswer, "/v1/search?q=photo&limit=8")
    const told = await Promise.all(
      found.results.map(async ({ trackId }) => {
        const each = await Promise.all(
          ["us", "de", "fr", "es", "jp", "it"].map(
            async (country) => (await read(S.AppRecord, `/v1/apps/${trackId}?country=${country}`)).containsAds
          )
        )
        assert.strictEqual(new Set(each).size, 1, `${trackId}: ${each.join()}`)
        return each[0]
      })
    )
    assert.sameMembers([...new Set(told)], [true, false])
  })

  it("the report estimates the world and no country, and lists purchases as one range", async () => {
    const report = await read(IntelligenceReport, `${app}/intelligence?${storeb}`)
    const { estimatedDownloads, estimatedRevenue } = report.marketIntelligence
    assert.deepInclude(estimatedDownloads, { scope: "worldwide", inCountry: null, period: "monthly" })
    assert.deepStrictEqual(
      estimatedDownloads.methods.map(({ model }) => model),
      ["lifetime-installs@2"]
    )
    assert.isString(report.unavailable["marketIntelligence.estimatedDownloads.inCountry"])
    assert.strictEqual(estimatedRevenue.scope, "worldwide")
    assert.isTrue(report.inAppPurchases !== null && report.inAppPurchases.length <= 1)
    assert.isNotEmpty(report.similarApps)
    assert.isAbove(report.sentimentAnalysis.sampleSize, 0)
    assert.isNumber(report.sentimentAnalysis.positivePercentage)
  })

  it("country rankings ask the configured countries, or those that are named", async () => {
    const few = await read(S.CountryRankingsAnswer, `${app}/country-rankings?${storeb}&countries=us,de,AQ`)
    assert.strictEqual(few.checked + few.unavailable.length, 3)
    const usual = await read(S.CountryRankingsAnswer, `${app}/country-rankings?${storeb}&genre=all&chart=top-grossing`)
    assert.strictEqual(usual.checked + usual.unavailable.length, 30)
    const limitations = usual.provenance.limitations?.join() ?? ""
    assert.include(limitations, "no games")
    assert.include(limitations, "30 configured")
    const { message, ...genre } = await failure(`${app}/country-rankings?${storeb}&genre=6014`)
    assert.deepStrictEqual(genre, { status: 400, code: "INVALID_GENRE" })
    assert.include(message, "isn't a genre on storeb")
  })

  it("country rankings find an app of a chart at its rank", async () => {
    const found = await read(S.SearchAnswer, `/v1/search?q=photo&${storeb}`)
    const answers = await Promise.all(
      found.results
        .slice(0, 10)
        .map(({ trackId }) =>
          read(S.CountryRankingsAnswer, `/v1/apps/${trackId}/country-rankings?${storeb}&countries=us`)
        )
    )
    const ranked = answers.flatMap(({ rankings }) => rankings)
    assert.isNotEmpty(ranked)
    for (const { rank, totalListed } of ranked) assert.isTrue(rank >= 1 && rank <= totalListed)
  })

  it("reviews come in pages and in every order, replies among them", async () => {
    const first = await read(S.ReviewsAnswer, `${app}/reviews?${storeb}`)
    assert.isNotEmpty(first.reviews)
    assert.isTrue(first.reviews.length <= 50 && first.maxAvailable === 500)
    assert.include(first.provenance.limitations?.join(), "main language")
    const second = await read(S.ReviewsAnswer, `${app}/reviews?${storeb}&page=2`)
    const ids = new Set(first.reviews.map(({ id }) => id))
    assert.isFalse(second.reviews.some(({ id }) => ids.has(id)))
    const worst = await read(S.ReviewsAnswer, `${app}/reviews?${storeb}&sortBy=mostCritical`)
    const stars = worst.reviews.map(({ rating }) => rating)
    assert.deepStrictEqual(stars, [...stars].sort())
    for (const { developerReply } of first.reviews)
      if (developerReply !== null) assert.isAbove(developerReply.text.length, 0)
  })

  it("similar apps are the shelf of the page", async () => {
    const { apps, provenance } = await read(S.SimilarAnswer, `${app}/similar?${storeb}&limit=5`)
    assert.isTrue(apps.length > 0 && apps.length <= 5)
    for (const { relation, trackId } of apps) {
      assert.strictEqual(relation, "similar_shelf")
      assert.notInclude(app, `/${trackId}/`)
    }
    assert.include(provenance.limitations?.join(), "cards")
  })

  it("screenshots count the devices that the store has, alone and beside competitors", async () => {
    const alone = await read(S.ScreenshotsAnswer, `${app}/screenshots?${storeb}`)
    assert.deepStrictEqual(Object.keys(alone.counts), ["phone"])
    assert.strictEqual(alone.screenshots.phone?.length, alone.counts.phone)
    assert.deepStrictEqual(alone.unavailable, {})
    const beside = await read(S.CompetitorScreenshotsAnswer, `${app}/screenshots/competitors?${storeb}&device=phone`)
    assert.strictEqual(beside.summary.yourCount, alone.counts.phone)
    assert.isNotEmpty(beside.competitors)
    for (const { counts } of beside.competitors) assert.deepStrictEqual(Object.keys(counts), ["phone"])
  })

  it.each(["", "/screenshots", "/screenshots/competitors"])(
    "%s refuses the devices of the other store",
    async (path) => {
      for (const device of ["iphone", "ipad", "appletv", "watch"]) {
        const { message, ...refused } = await failure(`${app}${path}?${storeb}&device=${device}`)
        assert.deepStrictEqual(refused, { status: 400, code: "INVALID_INPUT" })
        assert.include(message, "send phone, all")
      }
      const { message } = await failure(`/v1/apps/284882215${path}?device=phone`)
      assert.include(message, "isn't a device on storea; send iphone")
    }
  )

  it.each([
    "",
    "/intelligence",
    "/country-rankings",
    "/reviews",
    "/similar",
    "/screenshots",
    "/screenshots/competitors"
  ])("%s names what is wrong with an id, and an app that does not exist", async (path) => {
    for (const id of ["284882215", "example", "com..example", ".com.example", "com.exa-mple", "com.1example"]) {
      const { message, ...refused } = await failure(`/v1/apps/${id}${path}?${storeb}`)
      assert.deepStrictEqual(refused, { status: 400, code: "INVALID_APP_ID" }, id)
      assert.include(message, "package name")
    }
    const { message, ...other } = await failure(`/v1/apps/com.example.app${path}`)
    assert.deepStrictEqual(other, { status: 400, code: "INVALID_APP_ID" })
    assert.include(message, "whole number")
    const { code, status } = await failure(`/v1/apps/com.example.nosuchapp${path}?${storeb}`)
    assert.deepStrictEqual([status, code], [404, "APP_NOT_FOUND"])
  })
})
