import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { StorePage } from "../src/contract.ts"
import { readAppPage } from "../src/storea/appPage.ts"
import { success } from "./recordings.ts"

const ownUrl = "https://apps.example/us/app/seven/id7"
const script = (root: unknown) =>
  `<script type="application/json" id="serialized-server-data">${JSON.stringify(root)}</script>`
const product = `<script id=software-application type="application/ld+json">{"@type":"SoftwareApplication","name":"Seven"}</script>`

const textPair = (leadingText: string, trailingText: string) => ({ $kind: "textPair", leadingText, trailingText })
const lockup = (id: string) => ({ $kind: "Lockup", adamId: id, title: `App ${id}` })

const shelfMapping = {
  product_media_phone_: {
    items: [
      {
        video: {
          videoUrl: "https://img.example/v.m3u8",
          preview: { template: "https://img.example/p/{w}x{h}{c}.{f}", width: 600, height: 900 }
        }
      },
      { screenshot: { template: "https://img.example/a/{w}x{h}{c}.{f}", width: 1290, height: 2796 } },
      { screenshot: { template: "https://img.example/b/{w}x{h}{c}.{f}" } },
      { screenshot: { template: 5 } },
      null
    ]
  },
  product_media_pad_1: {
    items: [{ screenshot: { template: "https://img.example/c/{w}x{h}{c}.{f}", width: 10, height: 20 } }]
  },
  product_media_watch_: { items: [] },
  productRatings: { items: [{ ratingAverage: 4.7, totalNumberOfRatings: 15, ratingCounts: [10, 2, 1, 1, 1] }] },
  information: {
    items: [
      { title: "Verkäufer", items: [{ text: "Seven GmbH" }] },
      { title: "Kompatibilität", items_V3: [textPair("iPhone", "Ja")] },
      { title: "In-App-Käufe", items_V3: [textPair("100 Münzen", "0,99 €"), textPair("Abo", "9,99 €")] }
    ]
  },
  privacyHeader: {
    items: [
      { link: { title: "Datenschutzrichtlinie", url: "https://seven.example/privacy" } },
      { url: "https://apps.apple.com/story/id1" }
    ]
  },
  moreByDeveloper: { title: "More By This Developer", items: [lockup("5")] },
  similarItems: {
    title: "Das gefällt dir vielleicht auch",
    items: [
      lockup("3"),
      lockup("7"),
      { clickAction: { pageUrl: "https://apps.example/us/app/x/id4?l=de" } },
      lockup("3")
    ]
  }
}
const data = {
  lockup: { adamId: "7", title: "Seven", subtitle: "All seven of them" },
  titleOfferDisplayProperties: { hasInAppPurchases: true },
  shelfMapping
}
const entry = (change: object = {}) => ({ intent: { id: "7" }, data: { ...data, ...change } })
const read = (change: object = {}): StorePage =>
  success(readAppPage(script({ data: [entry(change)] }), ownUrl, "7")).page
const withShelves = (change: object) => read({ shelfMapping: { ...shelfMapping, ...change } })

describe("the data of a page", () => {
  const expected: StorePage = {
    subtitle: "All seven of them",
    hasInAppPurchases: true,
    inAppPurchases: [
      { name: "100 Münzen", price: "0,99 €" },
      { name: "Abo", price: "9,99 €" }
    ],
    similarAppIds: ["3", "4"],
    ratingHistogram: [1, 1, 1, 2, 10],
    screenshots: {
      iphone: [
        { url: "https://img.example/a/1290x2796bb.jpg", width: 1290, height: 2796 },
        { url: "https://img.example/b/1286x1286bb.jpg", width: null, height: null }
      ],
      ipad: [{ url: "https://img.example/c/10x20bb.jpg", width: 10, height: 20 }]
    },
    previews: [
      { url: "https://img.example/v.m3u8", posterUrl: "https://img.example/p/600x900bb.jpg", device: "iphone" }
    ],
    privacyPolicyUrl: "https://seven.example/privacy",
    containsAds: null
  }

  it("gives every field, whichever root it has", () => {
    assert.deepStrictEqual(read(), expected)
    assert.deepStrictEqual(success(readAppPage(script([entry()]), ownUrl, "7")).page, expected)
  })

  it("is found whatever the order of the attributes", () => {
    const html = `<p>${product}</p><script id='serialized-server-data' type="application/json" nonce="x">${JSON.stringify({ data: [entry()] })}</script>`
    assert.deepStrictEqual(success(readAppPage(html, ownUrl, "7")), { page: expected, missing: null })
  })

  it("counts stars from one to five, also when the page turns its order round", () => {
    const item = { ratingAverage: 4.7, ratingCounts: [1, 1, 1, 2, 10] }
    assert.deepStrictEqual(withShelves({ productRatings: { items: [item] } }).ratingHistogram, [1, 1, 1, 2, 10])
    assert.isNull(withShelves({ productRatings: { items: [{ ratingCounts: [1, 2] }] } }).ratingHistogram)
  })

  it("reads the older pairs of purchases", () => {
    const information = {
      items: [
        {
          title: "In-App Purchases",
          items: [{ textPairs: [["Gold", "$0.99"], ["odd"]] }, { textPairs: [["Gold", "$0.99"]] }]
        }
      ]
    }
    assert.deepStrictEqual(withShelves({ information }).inAppPurchases, [{ name: "Gold", price: "$0.99" }])
  })

  it("tells 'no purchases' from 'no list'", () => {
    const none = { shelfMapping: {}, titleOfferDisplayProperties: { hasInAppPurchases: false } }
    assert.deepStrictEqual(read(none).inAppPurchases, [])
    assert.isNull(read({ shelfMapping: {} }).inAppPurchases)
    assert.isTrue(read({ shelfMapping: {} }).hasInAppPurchases)
    const unknown = read({ shelfMapping: {}, titleOfferDisplayProperties: "?" })
    assert.isNull(unknown.hasInAppPurchases)
  })

  it("finds similar apps by their heading where the shelf has another name", () => {
    const page = withShelves({
      similarItems: undefined,
      shelf9: { header: { title: "You Might Also Like" }, items: [lockup("9")] }
    })
    assert.deepStrictEqual(page.similarAppIds, ["9"])
    assert.isNull(withShelves({ similarItems: undefined }).similarAppIds)
  })

  const article = (language: string) => ({
    destination: { id: "1825160725", language, $kind: "RoutableArticlePageIntent" }
  })
  const ageRating = (language: string, ...listed: ReadonlyArray<string>) => ({
    title: "?",
    items: [],
    items_V3: [
      { $kind: "textEncapsulation", text: "4+" },
      { $kind: "button", action: article(language) },
      { $kind: "linkableText", linkableText: { styledText: { rawText: "Publicité: 4+", rawTextType: "text/plain" } } },
      ...listed.map((rawText) => ({
        $kind: "linkableText",
        linkableText: { styledText: { rawText, rawTextType: "text/markdown" } }
      }))
    ]
  })
  const adsOf = (...items: ReadonlyArray<unknown>) => withShelves({ information: { items } }).containsAds

  it.each([
    ["en-US", "**Contains**\nUser-Generated Content, Advertising"],
    ["de-DE", "**Enthält**\nWerbung"],
    ["zh-Hant-TW", "**包含**\n廣告"],
    ["ar", "**يحتوي على**\nإعلانات"],
    ["fr-FR", "**Contient**\nPublicité"]
  ])("tells that an app has ads in %s", (language, text) => {
    assert.isTrue(adsOf({ items: [{ text: "Seven" }] }, ageRating(language, text)))
  })

  it("tells an app without ads from one of which the page does not tell", () => {
    assert.isFalse(adsOf(ageRating("en-US")))
    assert.isFalse(adsOf(ageRating("en-US", "**Contains**\nUser-Generated Content")))
    for (const language of ["sv", "xx", "de-DE"]) assert.isFalse(adsOf(ageRating(language)), language)
    assert.isNull(adsOf(ageRating("xx", "**Qqqq**\nQqqq")))
    assert.isTrue(adsOf(ageRating("xx", "**Qqqq**\nReklama")))
    assert.isNull(adsOf({ title: "Age Rating", items_V3: [{ linkableText: { styledText: "Advertising" } }] }))
    assert.isNull(withShelves({ information: "changed" }).containsAds)
  })

  it("never says that an app has no ads by a list that it can't read", () => {
    for (const language of ["de-DE", "fr-FR", "zh-Hans-CN", "xx"]) {
      assert.isNull(adsOf(ageRating(language, "**…**\nUser-Generated Content")), language)
    }
    const without = ageRating("en-US")
    const with_ = (...items: ReadonlyArray<unknown>) => adsOf({ ...without, items_V3: [...without.items_V3, ...items] })
    const text = (rawTextType: string) => ({
      $kind: "linkableText",
      linkableText: { styledText: { rawText: "Contains: ?", rawTextType } }
    })
    assert.isFalse(with_({ $kind: "spacer" }, text("text/plain")))
    assert.isNull(with_(text("text/html")))
    assert.isNull(with_({ $kind: "capabilityList", identifiers: [1] }))
    assert.isNull(with_("changed"))
    assert.isNull(adsOf({ ...without, items_V3: [], linkAction: article("sv") }))
  })

  it("takes the name of the category under the app's name for no subtitle, and the seller's for one", () => {
    const information = { items: [{ items: [{ text: "All seven of them" }] }] }
    assert.isNull(withShelves({ information }).subtitle)
    const own = { shelfMapping: { information }, developerAction: { title: "All seven of them" } }
    assert.strictEqual(read(own).subtitle, "All seven of them")
  })

  it("loses one field at a time", () => {
    for (const key of Object.keys(shelfMapping)) {
      const page = withShelves({ [key]: "changed" })
      assert.strictEqual(page.subtitle, expected.subtitle)
      const lost = Object.keys(expected).filter(
        (field) => JSON.stringify(Reflect.get(page, field)) !== JSON.stringify(Reflect.get(expected, field))
      )
      assert.isAtMost(lost.length, key === "product_media_phone_" ? 2 : 1, `${key}: ${lost.join()}`)
    }
    assert.deepStrictEqual({ ...read({ lockup: 1 }), subtitle: expected.subtitle }, expected)
  })
})

describe("which app a page is of", () => {
  const refusal = (html: string, url = ownUrl, appId = "7") => {
    const read = readAppPage(html, url, appId)
    return Result.isFailure(read) ? read.failure.detail : "it was read"
  }

  it("refuses the page of another app, though it names the one that was asked for", () => {
    const other = { intent: { id: "8" }, data: { ...data, lockup: { ...data.lockup, adamId: "8" } } }
    assert.strictEqual(refusal(script({ data: [other] })), "the page is of 8, not of 7")
  })

  it("goes by the canonical address where the data does not say", () => {
    const page = (id: string) => `<link rel="canonical" href="https://apps.example/us/app/x/id${id}">${product}`
    assert.strictEqual(refusal(page("8")), "the page is of 8, not of 7")
    assert.strictEqual(refusal(page("7")), "it was read")
  })

  it("goes by the address that answered where nothing else says", () => {
    assert.strictEqual(refusal(product, "https://apps.example/us/app/x/id8"), "the page is of 8, not of 7")
    assert.strictEqual(refusal(product, "https://apps.example/us/home"), "the page is of no app, not of 7")
  })

  it("does not read a page without a block that we know", () => {
    assert.strictEqual(refusal("<html><body>Hello</body></html>"), "a page that we do not know")
    assert.strictEqual(refusal(script({ data: [] })), "a page that we do not know")
    assert.strictEqual(refusal("<html><h1>Are you human?</h1></html>"), "a captcha")
  })
})

describe("a page without data", () => {
  it("gives the purchases of its HTML list, told by their shape", () => {
    const html = `${product}<dl><dt>Sprachen</dt><dd><ul><li><span>Deutsch</span><span>Ja</span></li></ul></dd>
      <dt>In-App-K&auml;ufe</dt><dd class="x"><ol><li><span class="n">Coins &amp; &#34;More&#34;</span> <span>1,99 €</span></li><li><span>Abo</span><span>5 €</span></li></ol></dd></dl>`
    const { missing, page } = success(readAppPage(html, ownUrl, "7"))
    assert.deepStrictEqual(page.inAppPurchases, [
      { name: 'Coins & "More"', price: "1,99 €" },
      { name: "Abo", price: "5 €" }
    ])
    assert.isTrue(page.hasInAppPurchases)
    assert.strictEqual(missing, "the page's data")
  })

  it("takes broken data for missing data", () => {
    const html = `${product}<script id="serialized-server-data">{"data":[{"intent</script>`
    assert.strictEqual(success(readAppPage(html, ownUrl, "7")).missing, "the page's data")
  })
})
