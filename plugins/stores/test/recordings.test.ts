import { assert, describe, it } from "@effect/vitest"
import { Predicate, Result, Schema } from "effect"
import type { StoreApp, StoreReview } from "../src/contract.ts"
import { readAppPage } from "../src/storea/appPage.ts"
import { readLegacyChart } from "../src/storea/chartFeed.ts"
import { readChartV2 } from "../src/storea/chartFeedV2.ts"
import { readHints, readTrends } from "../src/storea/hints.ts"
import { dialogTitle, parsePlist } from "../src/storea/plist.ts"
import { appOf, decodeRecord, isApp } from "../src/storea/record.ts"
import { readResults } from "../src/storea/results.ts"
import { readReviewEntries, readReviews } from "../src/storea/reviewFeed.ts"
import { bodyOf, decodeAs, haveRecordings, jsonOf, namesIn, recordingsTitle, success, textOf } from "./recordings.ts"

interface Expected {
  readonly file: string
  /** Records in the answer. */
  readonly records: number
  /** Of those, apps. */
  readonly apps: number
  readonly first?: string
  readonly currency?: string | null
}

const lookups: ReadonlyArray<Expected> = [
  { file: "fastlane-itunesLookup-.json", records: 0, apps: 0 },
  { file: "fastlane-itunesLookup-0.json", records: 0, apps: 0 },
  { file: "fastlane-itunesLookup-284882215.json", records: 1, apps: 1, first: "284882215", currency: "USD" },
  { file: "fastlane-itunesLookup-338986109_FR.json", records: 1, apps: 1, first: "338986109", currency: "EUR" },
  {
    file: "fastlane-itunesLookup-com.facebook.Facebook.json",
    records: 1,
    apps: 1,
    first: "284882215",
    currency: "USD"
  },
  { file: "fastlane-itunesLookup-net.sunapps.invalid.json", records: 0, apps: 0 },
  { file: "hk-top100-batch-2024-09.json", records: 100, apps: 100, first: "780240742", currency: "HKD" },
  { file: "kr-apple-fitness-2023.json", records: 1, apps: 1, first: "1208224953", currency: "KRW" },
  { file: "kr-filca-paid-2022.json", records: 1, apps: 1, first: "1436429074", currency: "KRW" },
  { file: "kr-kakaotalk-2026-07-empty-screenshots.json", records: 1, apps: 1, first: "362057947", currency: "KRW" },
  { file: "mas-slack-lookup.json", records: 1, apps: 0 },
  { file: "mas-things-lookup.json", records: 1, apps: 0 },
  { file: "us-dorodoro-2021.json", records: 1, apps: 1, first: "1557114617", currency: "USD" },
  { file: "us-robinhood-trimmed-2026-10-02-retyped.json", records: 1, apps: 1, first: "938003185", currency: null }
]

const searches: ReadonlyArray<Expected> = [
  { file: "kr-10-results-2021.json", records: 10, apps: 10, first: "543831532", currency: "USD" },
  { file: "kr-game-20-results-2022-04.json", records: 20, apps: 20, first: "1466736988", currency: "KRW" },
  { file: "kr-kakao-27-results-2022-03.json", records: 27, apps: 27, first: "362057947", currency: "KRW" },
  { file: "kr-kakao-3-results-2026-07.json", records: 3, apps: 3, first: "362057947", currency: "KRW" },
  { file: "kr-kakaobank-10-results-2023-03.json", records: 10, apps: 10, first: "1258016944", currency: "KRW" },
  { file: "kr-map-50-claimed-11-kept-2024-08.json", records: 11, apps: 11, first: "915056765", currency: "KRW" },
  { file: "kr-term-20-results-2020.json", records: 20, apps: 20, first: "1043611281", currency: "KRW" },
  { file: "us-bbedit-1-result-2020.json", records: 1, apps: 0 },
  { file: "us-slack-39-results-mac-2020-09.json", records: 39, apps: 2, first: "1492913323", currency: "USD" },
  { file: "us-things-12-results-2020-09.json", records: 12, apps: 2, first: "1128190780", currency: "USD" },
  { file: "yoonjason-36-results.json", records: 36, apps: 36, first: "362057947", currency: "KRW" }
]

const stars = (reviews: ReadonlyArray<StoreReview>): string =>
  [1, 2, 3, 4, 5].map((rating) => reviews.filter((review) => review.rating === rating).length).join("/")

const checkApp = (app: StoreApp) => {
  assert.match(app.appId, /^[1-9]\d*$/)
  assert.isNotEmpty(app.name)
  assert.isTrue(app.averageRating === null || (app.averageRating > 0 && app.averageRating <= 5), app.name)
  assert.isTrue(app.ratingCount === null || app.ratingCount >= 0)
  assert.isFalse(app.ratingCount === 0 && app.averageRating !== null, `${app.name} is rated by nobody`)
  assert.isTrue(app.fileSizeBytes === null || app.fileSizeBytes > 0)
  assert.strictEqual(new Set(app.languages).size, app.languages.length)
}

describe.skipIf(!haveRecordings)(recordingsTitle, () => {
  describe("lookup and search", () => {
    it.each([
      ...lookups.map((expected) => ({ ...expected, file: `itunes-lookup/${expected.file}` })),
      ...searches.map((expected) => ({ ...expected, file: `itunes-search/${expected.file}` }))
    ])("reads $file", ({ apps, currency, file, first, records }) => {
      const results = success(readResults(bodyOf(file), "us"))
      assert.strictEqual(results.records, records)
      assert.strictEqual(results.apps.length, apps)
      assert.isNull(results.refusal)
      if (first !== undefined) assert.strictEqual(results.apps[0]?.appId, first)
      if (currency !== undefined) assert.strictEqual(results.apps[0]?.currency, currency)
      results.apps.forEach(checkApp)
    })

    it("expects something of every recorded lookup and search", () => {
      const expected = new Set([...lookups, ...searches].map(({ file }) => file))
      const refused = "fastlane-itunesLookup-invalid.json"
      const unexpected = [...namesIn("itunes-lookup"), ...namesIn("itunes-search")].filter(
        (name) => !expected.has(name.split("/")[1] ?? "") && !name.endsWith(refused)
      )
      assert.deepStrictEqual(unexpected, [])
    })

    it("tells a refusal from an empty answer", () => {
      const results = success(readResults(bodyOf("itunes-lookup/fastlane-itunesLookup-invalid.json"), "us"))
      assert.strictEqual(results.refusal, "Invalid value(s) for key(s): [itunesId]")
    })

    it("decodes every recorded record of an app, alone or in an archive", () => {
      const records: Array<unknown> = namesIn("itunes-lookup-records").map(jsonOf)
      const Archive = Schema.Record(Schema.String, Schema.Array(Schema.Unknown))
      const archive = decodeAs(Archive, "datasets/appstore-discounts-lookups-6-storefronts.json")
      records.push(...Object.values(archive).flat())
      for (const name of [...namesIn("itunes-lookup"), ...namesIn("itunes-search")]) {
        const value = jsonOf(name)
        if (Predicate.hasProperty(value, "results") && Array.isArray(value.results)) records.push(...value.results)
        else if (Predicate.hasProperty(value, "trackId")) records.push(value)
      }
      assert.isAtLeast(records.length, 476)
      const apps = records.filter((record) => isApp(record))
      assert.strictEqual(records.length - apps.length, 51, "those for other computers are no apps")
      for (const record of apps)
        checkApp(
          appOf(
            success(
              Result.mapError(decodeRecord(record), (cause) => ({
                detail: JSON.stringify(record).slice(0, 200),
                cause
              }))
            ),
            "no"
          )
        )
      // Those are decodable too; they are left out by their kind alone.
      assert.isTrue(records.every((record) => Result.isSuccess(decodeRecord(record))))
    })

    it("reads each field of a record", () => {
      const [app] = success(readResults(bodyOf("itunes-lookup/kr-kakaotalk-2026-07-empty-screenshots.json"), "kr")).apps
      assert.deepInclude(app, {
        platform: "storea",
        country: "kr",
        appId: "362057947",
        name: "카카오톡 KakaoTalk",
        seller: "Kakao Corp.",
        developerId: "362057950",
        bundleId: "com.iwilab.KakaoTalk",
        genreId: "6005",
        genreName: "Social Networking",
        genreIds: ["6005", "6007"],
        genres: ["소셜 네트워킹", "생산성"],
        ratingCount: 844631,
        price: 0,
        formattedPrice: "무료",
        currency: "KRW",
        version: "26.6.4",
        releaseDate: "2010-03-18T03:17:28Z",
        currentVersionReleaseDate: "2026-07-23T09:26:58Z",
        fileSizeBytes: 538160128,
        contentRating: "4+",
        minimumOsVersion: "17.0",
        screenshots: { iphone: [], ipad: [], appletv: [] },
        installs: null
      })
      assert.approximately(app?.averageRating ?? 0, 3.4298, 0.0001)
    })

    it("tells apps made for tablets from those that only run on them", () => {
      const madeForTablets = (file: string) => success(readResults(bodyOf(file), "us")).apps[0]?.madeForTablets
      assert.isTrue(madeForTablets("itunes-lookup/fastlane-itunesLookup-284882215.json"))
      assert.isFalse(madeForTablets("itunes-lookup/fastlane-itunesLookup-338986109_FR.json"))
      assert.isUndefined(madeForTablets("itunes-lookup/us-robinhood-trimmed-2026-10-02-retyped.json"))
    })

    it("takes the same app by id and by bundle id", () => {
      const read = (file: string) => success(readResults(bodyOf(`itunes-lookup/${file}`), "us")).apps
      assert.deepStrictEqual(
        read("fastlane-itunesLookup-com.facebook.Facebook.json"),
        read("fastlane-itunesLookup-284882215.json")
      )
    })
  })

  describe("charts", () => {
    it.each([
      { file: "hk-topfree-100-2024-09-04.json", count: 100, first: "780240742", currency: "HKD" },
      { file: "uz-topfree-education-6017-100-2026-08-11.json", count: 100, first: undefined, currency: "USD" },
      { file: "nonstrict/sample-10.json", count: 10, first: "454638411", currency: "USD" },
      { file: "nonstrict/us-topgrossingipad-25-2014.json", count: 25, first: "529479190", currency: "USD" }
    ])("reads the older feed $file", ({ count, currency, file, first }) => {
      const entries = success(readLegacyChart(bodyOf(`rss-charts-legacy/${file}`)))
      assert.deepStrictEqual(
        entries.map(({ rank }) => rank),
        Array.from({ length: count }, (_, index) => index + 1)
      )
      if (first !== undefined) assert.strictEqual(entries[0]?.appId, first)
      for (const entry of entries) {
        assert.strictEqual(entry.currency, currency)
        assert.isNotNull(entry.price)
        assert.isNotNull(entry.bundleId)
        assert.isNotNull(entry.genreId)
        assert.match(entry.releaseDate ?? "", /^\d{4}-\d\d-\d\dT[\d:]+Z$/)
        assert.match(entry.url ?? "", /^https:\/\/(apps|itunes)\.apple\.com\/.*id\d+/)
        assert.match(entry.iconUrl ?? "", /100x100/)
      }
    })

    it("cannot read the old feeds strictly", () => {
      for (const file of namesIn("rss-charts-legacy/nonstrict")) assert.throws(() => JSON.parse(textOf(file)))
    })

    it("reads each field of an entry", () => {
      const [entry] = success(readLegacyChart(bodyOf("rss-charts-legacy/hk-topfree-100-2024-09-04.json")))
      assert.deepInclude(entry, {
        rank: 1,
        appId: "780240742",
        name: "KKTIX",
        seller: "Walking Internet Entertainment Limited",
        bundleId: "com.kkbox.kktix",
        genreId: "6012",
        genreName: "Lifestyle",
        price: 0,
        currency: "HKD",
        releaseDate: "2014-02-14T05:07:14Z",
        url: "https://apps.apple.com/hk/app/kktix/id780240742?uo=2"
      })
    })

    it.each([
      { file: "rss-charts-v2/kr-top-free-10-2026-07-29.json", count: 9, first: "6743190232" },
      { file: "rss-charts-v2/us-top-free-25-trimmed-5-2026-10-02-retyped.json", count: 5, first: "6760173601" },
      { file: "rss-charts-v1/hk-top-free-10-2020-03.json", count: 10, first: "439164971" },
      { file: "rss-charts-v1/hk-top-free-100-2019-07-15.json", count: 100, first: "1084662006" },
      { file: "rss-charts-v1/hk-top-grossing-10-2019-07-15.json", count: 10, first: "1089079153" }
    ])("reads the newer feed and the retired one: $file", ({ count, file, first }) => {
      const entries = success(readChartV2(bodyOf(file)))
      assert.strictEqual(entries.length, count)
      assert.strictEqual(entries[0]?.appId, first)
      for (const entry of entries) {
        assert.isNotEmpty(entry.seller)
        assert.isNull(entry.price, "the feed has no price, which is not the same as free")
        assert.match(entry.releaseDate ?? "", /^\d{4}-\d\d-\d\d$/)
      }
    })
  })

  describe("reviews", () => {
    it.each([
      { file: "jcoynel-100000000_gb_1.json", count: 0, dated: false, expected: "0/0/0/0/0" },
      { file: "jcoynel-1510826067_gb_1.json", count: 4, dated: false, expected: "0/0/0/0/4" },
      { file: "jcoynel-1510826067_gb_2.json", count: 0, dated: false, expected: "0/0/0/0/0" },
      { file: "jcoynel-497799835_cn_10.json", count: 50, dated: false, expected: "29/5/4/2/10" },
      { file: "jcoynel-497799835_fr_1.json", count: 50, dated: false, expected: "32/6/4/4/4" },
      { file: "jcoynel-555731861_us_11.page-depth-error.txt", count: 0, dated: false, expected: "0/0/0/0/0" },
      { file: "jcoynel-empty_page.json", count: 0, dated: false, expected: "0/0/0/0/0" },
      { file: "jp-1404176564-2020-08.json", count: 50, dated: false, expected: "13/7/15/6/9" },
      { file: "jp-1404176564-2020-08.xml", count: 50, dated: true, expected: "15/6/9/9/11" },
      { file: "us-389801252-2025-09.json", count: 50, dated: true, expected: "30/4/6/5/5" },
      { file: "us-389801252-page1-trimmed-3-2026-10-retyped.json", count: 3, dated: true, expected: "2/0/0/0/1" },
      { file: "us-389801252-single-entry-object-2026-10-retyped.json", count: 1, dated: true, expected: "1/0/0/0/0" },
      { file: "us-595068606-2025-09.json", count: 50, dated: true, expected: "11/1/9/8/21" },
      { file: "us-595068606-firstPageResponse.json", count: 50, dated: true, expected: "9/0/10/8/23" },
      { file: "us-empty-2025-09.json", count: 0, dated: false, expected: "0/0/0/0/0" },
      { file: "uz-empty-2026-08.json", count: 0, dated: false, expected: "0/0/0/0/0" },
      { file: "uz-ustozai-50-2026-08.json", count: 50, dated: true, expected: "0/0/3/3/44" }
    ])("reads $file", ({ count, dated, expected, file }) => {
      const reviews = success(readReviews(bodyOf(`rss-reviews/${file}`)))
      assert.strictEqual(reviews.length, count)
      assert.strictEqual(stars(reviews), expected)
      assert.strictEqual(new Set(reviews.map(({ id }) => id)).size, count)
      for (const review of reviews) {
        assert.match(review.id, /^\d+$/)
        assert.isNotEmpty(review.author)
        if (dated) assert.match(review.date ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        else assert.isNull(review.date)
      }
    })

    it("reads each field of the XML form", () => {
      const [review] = success(readReviews(bodyOf("rss-reviews/jp-1404176564-2020-08.xml")))
      assert.deepStrictEqual(review, {
        id: "6310006838",
        author: "reviewer51",
        rating: 5,
        title: "髪型追加してもらいたい",
        text: "いろんな髪型追加して欲しい\n片方ツインテールとかさまざまな髪型追加してほしいです\nゲーム機能ついているのはいいと思う",
        version: "3.5.0",
        date: "2020-08-12T11:06:20Z",
        helpfulCount: 0,
        developerReply: null
      })
    })

    it.each(["entries-500-us-1446075923-2024-03.json", "entries-500-us-595068606-2024-03.json"])(
      "reads all 500 entries of %s, none twice",
      (file) => {
        const reviews = success(readReviewEntries(jsonOf(`rss-reviews/${file}`)))
        assert.strictEqual(reviews.length, 500)
        assert.strictEqual(new Set(reviews.map(({ id }) => id)).size, 500)
        assert.isTrue(reviews.every(({ date }) => date !== null))
      }
    )

    it("keeps no address of a reviewer", () => {
      const reviews = success(readReviews(bodyOf("rss-reviews/us-389801252-2025-09.json")))
      assert.notMatch(JSON.stringify(reviews), /itunes\.apple\.com\/[a-z]{2}\/reviews/)
    })

    it("expects something of every recorded feed", () => assert.strictEqual(namesIn("rss-reviews").length, 19))
  })

  describe("suggestions", () => {
    it("reads the terms of uz in their order, with entities and NFC", () => {
      const terms = success(readHints(bodyOf("search-hints/uz-ingliz-tili-2026-08-15.xml")))
      assert.strictEqual(terms.length, 9)
      assert.strictEqual(terms[0], "ingliz tili lugat")
      assert.include(terms, "iwords: ingliz tili so'zlari")
      assert.include(terms, "ingliz tilini o’rganish")
    })

    it("reads the terms of cn and the older priority beside them", () => {
      const terms = success(readHints(bodyOf("search-hints/cn-csgo-with-priority-retyped.xml")))
      assert.strictEqual(terms.length, 10)
      assert.strictEqual(terms[0], "csgo")
      const plist = parsePlist(textOf("search-hints/cn-csgo-with-priority-retyped.xml"))
      const hints = Predicate.hasProperty(plist, "hints") && Array.isArray(plist.hints) ? plist.hints : []
      assert.deepInclude(hints[0], { term: "csgo", priority: 6859 })
    })

    it("reads an empty list of trends", () => {
      assert.deepStrictEqual(success(readTrends(bodyOf("search-hints/uz-trends-empty-2026-08-15.json"))), [])
    })
  })

  describe("pages and dialogs", () => {
    const page = () => textOf("apple-app-page/uy-bps-personas-trimmed-2026-09-retyped.html")

    it("reads a page that was cut down to its description: each field is null, and the data is missed", () => {
      const read = success(readAppPage(page(), "https://apps.apple.com/uy/app/bps-personas/id1097143474", "1097143474"))
      const { previews, screenshots, ...fields } = read.page
      assert.deepStrictEqual([screenshots, previews], [{}, []])
      assert.deepStrictEqual([...new Set(Object.values(fields))], [null])
      assert.strictEqual(read.missing, "the page's data")
    })

    it.each([
      { country: "us", subtitle: "ms Timer, Net Speed & Alerts" },
      { country: "jp", subtitle: "ミリ秒タイマー・ウィジェット" },
      { country: "kr", subtitle: "밀리초·실시간 속도·알림" },
      // There it has none, and the store shows the category.
      { country: "br", subtitle: null }
    ])(
      "reads the page of 2026 in $country: its ads, and a subtitle only where it is its own",
      ({ country, subtitle }) => {
        const html = textOf(`apple-app-page-2026/${country}-1546947240-retyped.html`)
        const url = `https://apps.apple.com/${country}/app/id1546947240`
        const { page } = success(readAppPage(html, url, "1546947240"))
        assert.deepInclude(page, { containsAds: true, subtitle, hasInAppPurchases: true })
        assert.strictEqual(page.inAppPurchases?.length, 2)
        // The same page with nothing listed, and with something else.
        const adsIn = (text: string) => success(readAppPage(text, url, "1546947240")).page.containsAds
        assert.isFalse(adsIn(html.replaceAll("text/markdown", "text/plain")))
        assert.isFalse(adsIn(html.replaceAll(/Advertising|広告|광고|Publicidade/g, "?")))
      }
    )

    it("refuses that page as the one of another app", () => {
      const read = readAppPage(page(), "https://apps.apple.com/uy/app/bps-personas/id1097143474", "284882215")
      assert.isTrue(Result.isFailure(read))
    })

    it("reads the title of a store dialog and takes it for no data", () => {
      const dialog = bodyOf("apple-errors/mzstore-xml-error-2015.xml")
      assert.strictEqual(dialog.kind === "markup" ? dialogTitle(dialog.text) : undefined, "Item Not Available")
      const read = readResults(dialog, "us")
      assert.strictEqual(Result.isFailure(read) ? read.failure.detail : "read", "a store dialog: Item Not Available")
    })
  })
})
