import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ChartV2, decode, LooseChartFeed, LooseLookup, oneOrMany, ReviewsFeed } from "./shapes.ts"
import { frontOf, get, hintTerms, type Running, recordingsAreThere, recordingsFolder, start } from "./support.ts"

const startRecorded = (nowMs = Date.UTC(2026, 10, 21)) => start({ recordings: recordingsFolder, nowMs: () => nowMs })

const lookup = (sandbox: Running, query: string) =>
  get(`${sandbox.baseUrls.itunes}/lookup?${query}`).pipe(Effect.map(({ body }) => decode(LooseLookup, body)))

const search = (sandbox: Running, query: string) =>
  get(`${sandbox.baseUrls.itunes}/search?${query}`).pipe(Effect.map(({ body }) => decode(LooseLookup, body)))

const reviews = (sandbox: Running, country: string, id: string, page: number, sort = "mostrecent") =>
  get(`${sandbox.baseUrls.itunes}/${country}/rss/customerreviews/page=${page}/id=${id}/sortby=${sort}/json`).pipe(
    Effect.map(({ body }) => oneOrMany(decode(ReviewsFeed, body).feed.entry))
  )

const legacy = (sandbox: Running, path: string) =>
  get(`${sandbox.baseUrls.itunes}/${path}/json`).pipe(
    Effect.map(({ body }) => oneOrMany(decode(LooseChartFeed, body).feed.entry)),
    Effect.map((entries) =>
      entries.map((entry) => ({ id: entry.id.attributes["im:id"], name: entry["im:name"].label }))
    )
  )

const v2 = (sandbox: Running, path: string) =>
  get(`${sandbox.baseUrls.rssV2}/api/v2/${path}/apps.json`).pipe(
    Effect.map(({ body }) => decode(ChartV2, body).feed.results)
  )

const skipped = recordingsAreThere ? "" : ` (skipped: there is no ${recordingsFolder})`

describe.skipIf(!recordingsAreThere)(`the recordings beside the checkout${skipped}`, () => {
  it.effect("answers lookups by id and bundle id from the country that was recorded", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      for (const query of ["id=284882215&country=us", "id=284882215", "bundleId=com.facebook.Facebook"]) {
        const { resultCount, results } = yield* lookup(sandbox, query)
        assert.strictEqual(resultCount, 1)
        assert.strictEqual(results[0]?.trackId, 284882215)
      }
      const expected = { fr: 338986109, kr: 362057947, hk: 780240742, no: 1064216828, tr: undefined }
      for (const [country, id] of Object.entries(expected)) {
        if (id === undefined) continue
        assert.strictEqual((yield* lookup(sandbox, `id=${id}&country=${country}`)).resultCount, 1, country)
      }
      assert.strictEqual((yield* lookup(sandbox, "id=284882215&country=de")).resultCount, 0)
      assert.strictEqual((yield* lookup(sandbox, "id=12345")).resultCount, 0)
      assert.strictEqual((yield* get(`${sandbox.baseUrls.itunes}/lookup?id=abc`)).status, 400)
    })
  )

  it.effect("serves the newest record of an app without the archives' own keys", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      const kakao = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=362057947&country=kr`)
      assert.include(kakao.body, '"version":"26.6.4"')
      for (const country of ["cn", "hk", "mo", "tw", "us", "tr"]) {
        const { body } = yield* get(`${sandbox.baseUrls.itunes}/search?term=a&country=${country}&limit=200`)
        assert.notMatch(body, /"(discounts|inAppPurchases|timestamp)":/)
      }
    })
  )

  it.effect("answers searches in their recorded order, and other terms from all known apps", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      const slack = yield* search(sandbox, "term=Slack&country=us&media=software&entity=software&limit=200")
      assert.strictEqual(slack.resultCount, 39)
      assert.strictEqual(slack.results[0]?.trackId, 803453959)
      assert.sameMembers([...new Set(slack.results.map(({ kind }) => kind))], ["software", "mac-software"])
      assert.strictEqual((yield* search(sandbox, "term=slack&limit=5")).resultCount, 5)
      assert.strictEqual((yield* search(sandbox, "term=kakao&country=kr&limit=200")).resultCount, 27)
      assert.strictEqual((yield* search(sandbox, "term=bbedit")).results[0]?.trackId, 404009241)
      const reddit = yield* search(sandbox, "term=reddit&country=no")
      assert.strictEqual(reddit.results[0]?.trackId, 1064216828)
      assert.strictEqual((yield* search(sandbox, "term=reddit&country=jp")).resultCount, 0)
    })
  )

  it.effect("puts an app's recorded reviews together, newest first, fifty a page", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      const pages = yield* Effect.all(Array.from({ length: 10 }, (_, i) => reviews(sandbox, "us", "595068606", i + 1)))
      assert.strictEqual(pages[0]?.[0]?.id.label, "13165612391")
      assert.isTrue(pages.every((page) => page.length === 50))
      const ids = pages.flat().map((review) => review.id.label)
      assert.strictEqual(new Set(ids).size, 500)
      const times = pages.flat().map((review) => Date.parse(review.updated?.label ?? ""))
      assert.deepStrictEqual(
        times,
        [...times].sort((a, b) => b - a)
      )
      const helpful = yield* reviews(sandbox, "us", "595068606", 1, "mosthelpful")
      assert.isAtLeast(Number(helpful[0]?.["im:voteSum"].label), Number(helpful[49]?.["im:voteSum"].label))
    })
  )

  it.effect("keeps a page that stands alone at its number, and reads every layout of a feed", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      assert.lengthOf(yield* reviews(sandbox, "cn", "497799835", 10), 50)
      assert.isEmpty(yield* reviews(sandbox, "cn", "497799835", 1))
      assert.lengthOf(yield* reviews(sandbox, "gb", "1510826067", 1), 4)
      assert.isEmpty(yield* reviews(sandbox, "gb", "1510826067", 2))
      assert.strictEqual((yield* reviews(sandbox, "us", "389801252", 1))[0]?.id.label, "14629300797")
      assert.lengthOf(yield* reviews(sandbox, "uz", "6504815934", 1), 50)
      assert.isEmpty(yield* reviews(sandbox, "us", "12345", 1))
    })
  )

  it.effect("serves legacy feeds as recorded, also those that are not strict JSON", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      const hk = yield* legacy(sandbox, "hk/rss/topfreeapplications/limit=100")
      assert.lengthOf(hk, 100)
      assert.strictEqual(hk[0]?.id, "780240742")
      assert.lengthOf(yield* legacy(sandbox, "hk/rss/topfreeapplications/limit=7"), 7)
      assert.lengthOf(yield* legacy(sandbox, "uz/rss/topfreeapplications/limit=100/genre=6017"), 100)
      const old = yield* legacy(sandbox, "us/rss/topgrossingipadapplications/limit=25")
      assert.strictEqual(old[0]?.id, "529479190")
      assert.isEmpty(yield* legacy(sandbox, "de/rss/topgrossingapplications/limit=10"))
    })
  )

  it.effect("turns archives of ranked lists back into feeds, each day's own", () =>
    Effect.gen(function* () {
      const may = yield* startRecorded(Date.UTC(2026, 4, 1))
      const march = yield* startRecorded(Date.UTC(2026, 2, 10))
      const path = "us/rss/topfreeapplications/limit=100/genre=6008"
      const inMay = yield* legacy(may, path)
      const inMarch = yield* legacy(march, path)
      assert.lengthOf(inMay, 100)
      assert.lengthOf(inMarch, 100)
      assert.notDeepEqual(inMay, inMarch)
      assert.isFalse(inMay.some(({ name }) => /^id\d+$/.test(name)))
      const paidGames = yield* legacy(march, "cn/rss/toppaidapplications/limit=100/genre=6014")
      assert.lengthOf(paidGames, 98)
      const november = yield* startRecorded()
      assert.lengthOf(yield* legacy(november, "kr/rss/topgrossingapplications/limit=200/genre=7001"), 100)
      assert.lengthOf(yield* v2(november, "us/apps/top-free/100"), 100)
    })
  )

  it.effect("serves v2 feeds as recorded, with as many rows as they had", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      const kr = yield* v2(sandbox, "kr/apps/top-free/10")
      assert.lengthOf(kr, 9)
      assert.strictEqual(kr[0]?.id, "6743190232")
      assert.strictEqual((yield* v2(sandbox, "us/apps/top-free/25"))[0]?.id, "6760173601")
      assert.isEmpty(yield* v2(sandbox, "fr/apps/top-paid/10"))
    })
  )

  it.effect("serves hints for what was typed and for its beginnings", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      const hints = (term: string, storefrontId: number) =>
        get(
          `${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/hints?term=${encodeURIComponent(term)}`,
          frontOf(storefrontId)
        )
      const csgo = yield* hints("csgo", 143465)
      assert.lengthOf(hintTerms(csgo.body), 10)
      assert.include(csgo.body, "<integer>6859</integer>")
      assert.lengthOf(hintTerms((yield* hints("Ingliz tili", 143566)).body), 9)
      assert.isAbove(hintTerms((yield* hints("ingl", 143566)).body).length, 3)
      assert.isEmpty(hintTerms((yield* hints("csgo", 143441)).body))
    })
  )

  it.effect("finds by its id whatever it finds by a term", () =>
    Effect.gen(function* () {
      const sandbox = yield* startRecorded()
      for (const country of ["us", "kr", "hk", "no", "tr", "cn", "tw", "fr"]) {
        const { results } = yield* search(sandbox, `term=a&country=${country}&limit=200`)
        const ids = results.map(({ trackId }) => trackId).join(",")
        assert.strictEqual((yield* lookup(sandbox, `id=${ids}&country=${country}`)).resultCount, results.length)
      }
    })
  )
})
