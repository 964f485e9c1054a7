import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isRefined } from "../src/ads.ts"
import { rowsOf, summaryOf } from "../src/results/summary.ts"
import * as V from "../src/vendor/shapes.ts"

const folder = join(root, "../shared/recordings/apple-ad-repository-doc-samples")
const sample = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"))
const decode = <A>(schema: Schema.Codec<A, unknown>, input: unknown) => Schema.decodeUnknownSync(schema)(input)

const row = (fields: Readonly<Record<string, unknown>> = {}) =>
  V.adOf(
    decode(V.AdShape, {
      adId: "a1",
      appId: 1,
      placement: "APPSTORE_TODAY_TAB",
      format: "Icon Ad",
      countryOrRegion: "DE",
      ...fields
    })
  )

describe("what the repository answers", () => {
  it.each([
    ["2026-09-01", "2026-09-01"],
    ["2026-09-01 00:00:00.0", "2026-09-01"],
    ["Over 1 Year Ago", null],
    ["null", null],
    [null, null],
    [undefined, null]
  ])("tells the date %j as %j", (told, date) => {
    assert.strictEqual(V.dateOf(told), date)
  })

  it("tells 'Over 1 Year Ago' as a flag and no date", () => {
    const ad = row({ firstImpressionDate: "Over 1 Year Ago" })
    assert.deepEqual([ad.first, ad.firstOverOneYear], [null, true])
    assert.strictEqual(row({ firstImpressionDate: "2026-01-01" }).firstOverOneYear, false)
  })

  it.each([
    ["APPSTORE_SEARCH_RESULTS", "STORE_SEARCH_RESULTS"],
    ["APPSTORE_SEARCH_RESULT", "STORE_SEARCH_RESULTS"],
    ["APPSTORE_TODAY_TAB", "STORE_TODAY_TAB"],
    ["APPSTORE_SEARCH_TAB", "STORE_SEARCH_TAB"],
    ["APPSTORE_PRODUCT_PAGE", "STORE_PRODUCT_PAGE"],
    ["SOMETHING_NEW", "SOMETHING_NEW"],
    [null, "UNKNOWN"]
  ])("names the placement %s %s", (told, placement) => {
    assert.strictEqual(V.placementOf(told), placement)
  })

  it.each([
    [{ ageTarget: "false", genderTarget: false, locationTarget: null }, false],
    [{ ageTarget: "true" }, true],
    [{ locationTarget: true }, true],
    [{ customerTypeTarget: "ALL_USERS" }, false],
    [{ customerTypeTarget: "false" }, false],
    [{ customerTypeTarget: null }, false],
    [{ customerTypeTarget: true }, true],
    [{ customerTypeTarget: "NEW_USERS" }, true],
    [{ customerTypeTarget: "USERS_OF_MY_OTHER_APPS" }, true],
    [null, false]
  ])("counts the refinement %j as used: %s", (audienceRefinement, used) => {
    assert.strictEqual(isRefined(row({ audienceRefinement }).refinement), used)
  })

  it("keeps an ad's id as the text that it is, however many digits it has", () => {
    for (const adId of ["000123", "123456789012345678901234567890", "00ff00ff00ff00ff00ff00ff00ff00ff"]) {
      assert.strictEqual(row({ adId }).adId, adId)
    }
  })

  it("reads text that stands for numbers, booleans and nothing", () => {
    const ad = row({
      adBanner: { inAppPurchases: "true", editorialBadge: "null", subtitle: "null", promotionalText: "" },
      adAssets: [{ pictureUrl: "null", videoUrl: "https://x.example/a.mp4", width: "1242", height: 2688, order: "2" }]
    })
    assert.deepInclude(ad.banner, { inAppPurchases: true, editorialBadge: null, subtitle: null, promotionalText: null })
    assert.deepInclude(ad.assets[0] ?? {}, { pictureUrl: null, width: 1242, height: 2688, order: 2 })
  })

  it("takes a custom product page from an address alone", () => {
    const withPage = row({ adAssets: [{ pictureUrl: "https://x.example/a.png?w=1&ppid=0a1b#x" }] })
    assert.strictEqual(withPage.productPageId, "0a1b")
    assert.strictEqual(row({ subFormat: "ppid" }).productPageId, null)
  })

  it("takes it from any address of the ad, also of its languages and icons", () => {
    const pictureUrl = "https://x.example/a.png?ppid=0a1b"
    const localized = row({
      adLocaleVariations: [{ languageTag: "de-DE", deviceAssets: [{ adAssets: [{ pictureUrl }] }] }]
    })
    assert.strictEqual(localized.productPageId, "0a1b")
    for (const icon of [pictureUrl, { pictureUrl }, { url: pictureUrl }]) {
      assert.strictEqual(row({ appIconVariations: [icon] }).productPageId, "0a1b")
    }
  })
})

describe("a summary", () => {
  it("counts a row found twice once, as it was shown last", () => {
    const rows = rowsOf([
      row({ lastImpressionDate: "2026-09-01" }),
      row({ lastImpressionDate: "2026-09-03" }),
      row({ countryOrRegion: "FR", lastImpressionDate: "2026-09-02" })
    ])
    assert.deepEqual(
      rows.map(({ country, last }) => [country, last]),
      [
        ["DE", "2026-09-03"],
        ["FR", "2026-09-02"]
      ]
    )
    const { distinctAds, summary } = summaryOf(rows)
    assert.deepEqual([distinctAds, summary.totalAds], [1, 2])
  })

  it("of no ads has no dates and no counts", () => {
    assert.deepEqual(summaryOf([]), {
      summary: {
        isAdvertising: false,
        totalAds: 0,
        countries: [],
        placements: {},
        formats: {},
        firstImpressionDate: null,
        firstImpressionOverOneYear: false,
        lastImpressionDate: null,
        usesAudienceRefinement: false
      },
      distinctAds: 0,
      distinctCreatives: 0
    })
  })
})

describe.skipIf(!existsSync(folder))("the vendor's documented samples in ../shared", () => {
  it("of ads decode, and their summary is what one counts by hand", () => {
    const page = decode(V.AdsPage, sample("ads.json"))
    const ads = (page.data ?? []).map(V.adOf)
    assert.deepEqual(summaryOf(rowsOf(ads)), {
      summary: {
        isAdvertising: true,
        totalAds: 1,
        countries: [{ code: "ES", adCount: 1 }],
        placements: { STORE_SEARCH_RESULTS: 1 },
        formats: { "Icon Ad": 1 },
        firstImpressionDate: "2022-08-25",
        firstImpressionOverOneYear: false,
        lastImpressionDate: "2023-04-01",
        usesAudienceRefinement: true
      },
      distinctAds: 1,
      distinctCreatives: 1
    })
    assert.deepEqual([V.numberOf(page.pagination?.totalResults), V.dateOf(page.dataStartDate)], [330, "2023-01-01"])
    assert.deepInclude(ads[0]?.banner ?? {}, { iconPictureUrl: null, primaryCategory: "viajar", inAppPurchases: false })
  })

  it("of restrictions decode, and are told by storefront and placement", () => {
    const page = decode(V.RestrictionsPage, sample("restrictions.json"))
    assert.deepEqual((page.data ?? []).map(V.restrictionOf), [
      {
        actionTaken: "ACTION_ADVERTISING_REMOVED",
        actionDate: "2022-08-26",
        reason: "REASON_TOS_INCOMPATABILITY",
        basis: "Government order.",
        details: "Incompatible with Terms and Conditions.",
        firstImpressionDate: "2022-08-25",
        storefronts: ["BE", "FR"],
        placements: ["STORE_TODAY_TAB"]
      }
    ])
    assert.strictEqual(V.numberOf(page.pagination?.totalResults), 2)
  })

  it("of entities and of storefronts decode", () => {
    assert.strictEqual(decode(V.EntitiesPage, sample("entities.json")).data?.length, 2)
    assert.strictEqual(decode(V.Storefronts, sample("countries-or-regions-2023-11.json")).data.length, 18)
  })
})
