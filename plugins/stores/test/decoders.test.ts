import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { isoDate } from "../src/common/loose.ts"
import { canonicalTerm } from "../src/common/terms.ts"
import { StoresConfig } from "../src/config.ts"
import { readBody } from "../src/storea/body.ts"
import { readLegacyChart } from "../src/storea/chartFeed.ts"
import { readDeviceSearch } from "../src/storea/deviceSearch.ts"
import { genres } from "../src/storea/genres.ts"
import { readHints } from "../src/storea/hints.ts"
import { parseAppId, parseCountry } from "../src/storea/ids.ts"
import { parsePlist } from "../src/storea/plist.ts"
import { readResults } from "../src/storea/results.ts"
import { readReviews } from "../src/storea/reviewFeed.ts"
import { readSimilar } from "../src/storea/similar.ts"
import { storefrontId, storefronts } from "../src/storea/storefronts.ts"
import { decodeAs, haveRecordings, success } from "./recordings.ts"

const json = (value: unknown) => readBody(JSON.stringify(value))
const why = (read: Result.Result<unknown, { readonly detail: string }>): string =>
  Result.isFailure(read) ? read.failure.detail : "it was read"

describe("the text decides the parser", () => {
  it.each([
    { text: "", kind: "empty" },
    { text: " \n\uFEFF".trimStart(), kind: "empty" },
    { text: '\n\n\n{"a":1}\n', kind: "json" },
    { text: "\uFEFF[1]", kind: "json" },
    { text: ")]}'\n\n[1]", kind: "json" },
    { text: '{"a":"line\nbreak\tand tab"}', kind: "json" },
    { text: '{"a":1', kind: "broken" },
    { text: "<html></html>", kind: "markup" },
    { text: "<?xml version='1.0'?><a/>", kind: "markup" },
    { text: "CustomerReviews RSS page depth is limited to 10", kind: "text" }
  ])("$kind: $text", ({ kind, text }) => assert.strictEqual(readBody(text).kind, kind))

  it("keeps escaped control characters when it strips raw ones", () => {
    const body = readBody('{"a":"one\\ntwo\nthree"}')
    assert.deepStrictEqual(body, { kind: "json", value: { a: "one\ntwo three" } })
  })
})

describe("records of apps", () => {
  const record = { kind: "software", trackId: 7, trackName: "Seven" }
  const read = (extra: object) =>
    success(readResults(json({ resultCount: 1, results: [{ ...record, ...extra }] }), "us")).apps[0]

  it("takes a missing or odd field for unknown, never for zero", () => {
    const app = read({ price: "free", averageUserRating: null, fileSizeBytes: "12 MB", genreIds: "6000", sellerUrl: 3 })
    assert.deepInclude(app, {
      averageRating: null,
      ratingCount: null,
      price: null,
      fileSizeBytes: null,
      genreIds: [],
      sellerUrl: null,
      screenshots: { iphone: [], ipad: [], appletv: [] }
    })
  })

  it("takes zero of zero ratings for counted and not rated", () => {
    assert.deepInclude(read({ averageUserRating: 0, userRatingCount: 0 }), { averageRating: null, ratingCount: 0 })
    assert.deepInclude(read({ averageUserRating: 4, userRatingCount: 2 }), { averageRating: 4, ratingCount: 2 })
    assert.deepInclude(read({ averageUserRating: 4.5 }), { averageRating: 4.5, ratingCount: null })
  })

  it("lists a language once", () => {
    assert.deepStrictEqual(read({ languageCodesISO2A: ["EN", "ZH", "ZH"] })?.languages, ["EN", "ZH"])
  })

  it("leaves out what is no app before it ranks", () => {
    const results = [
      { wrapperType: "artist", artistId: 1 },
      { ...record, trackId: 1, kind: "mac-software" },
      { ...record, trackId: 2 },
      { ...record, trackId: 3, kind: "ebook" },
      { ...record, trackId: 4 }
    ]
    const { apps, records } = success(readResults(json({ resultCount: 5, results }), "us"))
    assert.deepStrictEqual(
      apps.map(({ appId }) => appId),
      ["2", "4"]
    )
    assert.strictEqual(records, 5)
  })

  it("does not read an app without id or name", () => {
    for (const broken of [
      { trackId: undefined },
      { trackId: "x" },
      { trackId: -1 },
      { trackName: "" },
      { trackName: 5 }
    ])
      assert.strictEqual(
        why(readResults(json({ resultCount: 1, results: [{ ...record, ...broken }] }), "us")),
        "a record without id or name"
      )
  })

  it("does not read an answer without results", () => {
    assert.strictEqual(why(readResults(json({}), "us")), "an unknown shape")
    assert.strictEqual(why(readResults(json([]), "us")), "an unknown shape")
    assert.strictEqual(why(readResults(readBody(""), "us")), "an empty body")
    assert.strictEqual(
      why(readResults(readBody('{"resultCount":1,"results":[{"ki'), "us")),
      "JSON that is cut or malformed"
    )
    assert.strictEqual(why(readResults(readBody("<html><h1>Sorry</h1></html>"), "us")), "a page that we do not know")
    assert.strictEqual(why(readResults(readBody("<html>please solve this captcha</html>"), "us")), "a captcha")
  })
})

describe("chart feeds", () => {
  const entry = {
    "im:name": { label: "One" },
    id: { label: "…", attributes: { "im:id": "11" } }
  }
  const read = (feed: object) => success(readLegacyChart(json({ feed })))

  it("reads one entry, several and none", () => {
    assert.strictEqual(read({ entry }).length, 1)
    assert.strictEqual(read({ entry: [entry, entry] }).length, 2)
    assert.deepStrictEqual(read({ title: { label: "Top" } }), [])
  })

  it("reads an entry that has nothing but id and name", () => {
    assert.deepStrictEqual(read({ entry })[0], {
      rank: 1,
      appId: "11",
      name: "One",
      seller: "",
      bundleId: null,
      genreId: null,
      genreName: null,
      price: null,
      currency: null,
      iconUrl: null,
      releaseDate: null,
      url: null
    })
  })

  it("reads the link as an object and as a list", () => {
    const link = { attributes: { rel: "alternate", type: "text/html", href: "https://store.example/id11" } }
    const preview = { attributes: { rel: "enclosure", href: "https://store.example/preview" } }
    assert.strictEqual(read({ entry: { ...entry, link } })[0]?.url, "https://store.example/id11")
    assert.strictEqual(read({ entry: { ...entry, link: [preview, link] } })[0]?.url, "https://store.example/id11")
  })

  it("does not take a localized label for a price", () => {
    const free = { label: "取得", attributes: { amount: "0.00000", currency: "HKD" } }
    assert.strictEqual(read({ entry: { ...entry, "im:price": free } })[0]?.price, 0)
    assert.isNull(read({ entry: { ...entry, "im:price": { label: "取得" } } })[0]?.price)
  })

  it("does not read an entry without id", () => {
    assert.strictEqual(
      why(readLegacyChart(json({ feed: { entry: [{ "im:name": { label: "One" } }] } }))),
      "an entry without id or name"
    )
  })
})

describe("review feeds", () => {
  const review = { id: { label: "1" }, "im:rating": { label: "4" }, author: { name: { label: "Ann" } } }

  it("leaves out the entry that is the app itself", () => {
    const reviews = success(readReviews(json({ feed: { entry: [{ "im:name": { label: "App" } }, review] } })))
    assert.deepStrictEqual(reviews, [
      {
        id: "1",
        author: "Ann",
        rating: 4,
        title: null,
        text: "",
        version: null,
        date: null,
        helpfulCount: null,
        developerReply: null
      }
    ])
  })

  it("does not read a review with six stars", () => {
    assert.strictEqual(
      why(readReviews(json({ feed: { entry: { ...review, "im:rating": { label: "6" } } } }))),
      "a review without id or stars"
    )
  })

  it("writes dates in UTC", () => {
    assert.strictEqual(isoDate("2026-10-04T21:26:25-07:00"), "2026-10-05T04:26:25Z")
    assert.strictEqual(isoDate("2026-02-18"), "2026-02-18")
    assert.isNull(isoDate("yesterday"))
    assert.isNull(isoDate(null))
  })
})

describe("suggestions", () => {
  const plist = (inside: string) =>
    `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//A//DTD" "http://a/b.dtd"><plist version="1.0"><dict>${inside}</dict></plist>`
  const hints = (terms: ReadonlyArray<string>) =>
    plist(
      `<key>title</key><string>Suggestions</string><key>hints</key><array>${terms.map((term) => `<dict><key>priority</key><integer>1</integer><key>term</key><string>${term}</string></dict>`).join("")}</array>`
    )

  it("reads numeric entities once, and brings terms into one normal form", () => {
    const terms = success(readHints(readBody(hints(["&#34;a&#x42;&#34;", "cafe\u0301", "&amp;lt;"]))))
    assert.deepStrictEqual(terms, ['"aB"', "café", "&lt;"])
  })

  it("reads an empty list, and does not take a dialog or a cut list for one", () => {
    assert.deepStrictEqual(success(readHints(readBody(hints([])))), [])
    assert.strictEqual(why(readHints(readBody(plist("<key>m-allowed</key><false/>")))), "a page that we do not know")
    assert.strictEqual(why(readHints(readBody(hints(["a"]).slice(0, -30)))), "a page that we do not know")
  })

  it("reads every kind of value", () => {
    const value = parsePlist(
      plist("<key>a</key><true/><key>b</key><real>1.5</real><key>c</key><array><false/></array>")
    )
    assert.deepStrictEqual(value, { a: true, b: 1.5, c: [false] })
  })
})

describe("undocumented lists", () => {
  it("reads the order of devices, each app once", () => {
    const bubbles = [{ results: [{ id: "2" }, { id: 1 }, { id: "2" }, { id: "bundle" }], totalCount: 4 }]
    assert.deepStrictEqual(success(readDeviceSearch(json({ bubbles }))), ["2", "1"])
    assert.deepStrictEqual(success(readDeviceSearch(json({ bubbles: [] }))), [])
    assert.strictEqual(why(readDeviceSearch(json({}))), "an unknown shape")
  })

  it("reads the older list of similar apps, and tells none from no list", () => {
    assert.deepStrictEqual(readSimilar('x={"customersAlsoBoughtApps":["3",4,"3"]}'), ["3", "4"])
    assert.deepStrictEqual(readSimilar('x={"customersAlsoBoughtApps":[]}'), [])
    assert.isNull(readSimilar("<html></html>"))
  })
})

describe("ids and countries", () => {
  it.effect.prop(
    "takes every positive whole number in its one form",
    [Schema.Int.check(Schema.isGreaterThan(0))],
    ([id]) => Effect.map(parseAppId(String(id)), (parsed) => assert.strictEqual(parsed, String(id)))
  )

  it.effect.each(["0", "007", "-1", "1.0", "1e3", " 1", "", "com.app", "9007199254740993", "１２"])(
    "refuses the id '%s' and says what it must be",
    (text) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(parseAppId(text))
        assert.strictEqual(error._tag, "INVALID_APP_ID")
        assert.include(error.message, "positive whole number")
      })
  )

  it.effect("takes a country in either case, and refuses one without a storefront", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* parseCountry("DE"), "de")
      for (const country of ["kp", "zz", "", "usa"]) {
        const error = yield* Effect.flip(parseCountry(country))
        assert.strictEqual(error._tag, "INVALID_COUNTRY")
      }
    })
  )

  it("has all 175 storefronts with names, each under a number of its own", () => {
    assert.strictEqual(storefronts.length, 175)
    assert.strictEqual(new Set(storefronts.map(({ country }) => country)).size, 175)
    assert.strictEqual(new Set(storefronts.map(({ country }) => storefrontId(country))).size, 175)
    const later = "kz rs ma ge iq kh ba bt cv fj fm ga gw lr mv nr sb sc st sz tm to tc vc vu xk".split(" ")
    assert.includeMembers(
      storefronts.map(({ country }) => country),
      later
    )
    for (const { country, name } of storefronts) assert.notStrictEqual(name, country.toUpperCase())
    assert.strictEqual(storefrontId("us"), "143441")
  })

  it("has each genre once, and games' genres under games", () => {
    assert.strictEqual(new Set(genres.map(({ id }) => id)).size, 45)
    assert.deepInclude(genres, { id: "7014", name: "Role Playing", parentId: "6014" })
  })

  it.skipIf(!haveRecordings)("agrees with the recorded tables of storefronts and genres", () => {
    const { storefronts: recorded } = decodeAs(
      Schema.Struct({ storefronts: Schema.Array(Schema.Struct({ countryCode: Schema.String, id: Schema.Int })) }),
      "reference/storefronts.json"
    )
    assert.strictEqual(recorded.length, 52)
    for (const { countryCode, id } of recorded) assert.strictEqual(storefrontId(countryCode.toLowerCase()), String(id))
    const Category = Schema.Struct({ external_id: Schema.NullOr(Schema.String), name: Schema.String })
    const categories = decodeAs(
      Schema.Struct({ ios: Schema.Struct({ apps: Schema.Array(Category) }) }),
      "reference/store-categories.json"
    ).ios.apps
    for (const { external_id, name } of categories)
      if (external_id !== null)
        assert.isTrue(
          genres.some((genre) => genre.id === external_id && genre.name === name),
          name
        )
  })

  it.prop("leaves the one form of a term as it is", [Schema.String], ([term]) => {
    assert.strictEqual(canonicalTerm(canonicalTerm(term)), canonicalTerm(term))
  })

  it("gives one form to a term", () => {
    assert.strictEqual(canonicalTerm("  Slack\u00a0 App "), "slack app")
    assert.strictEqual(canonicalTerm("cafe\u0301"), "café")
  })
})

describe("config", () => {
  const decode = Schema.decodeUnknownResult(StoresConfig, { onExcessProperty: "error" })

  it("needs nothing to be given", () => {
    const config = Result.getOrThrow(decode({}))
    assert.strictEqual(config.storea.baseUrls.itunes, "https://itunes.apple.com")
    assert.strictEqual(config.storea.requestsPerMinute.catalog, 12)
    assert.isFalse(config.storea.search.deviceOrder)
  })

  it("refuses unknown keys and bad values", () => {
    for (const bad of [
      { storex: {} },
      { storea: { baseUrls: { itunes: "itunes.apple.com" } } },
      { storea: { baseUrls: { itunes: "https://itunes.apple.com/" } } },
      { storea: { requestsPerMinute: { catalog: 0 } } },
      { storea: { charts: { topFree: [] } } },
      { storea: { cache: { appsMs: 1 } } }
    ])
      assert.isTrue(Result.isFailure(decode(bad)), JSON.stringify(bad))
  })
})
