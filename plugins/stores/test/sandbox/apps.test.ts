import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ChartV2, decode, Lookup } from "./shapes.ts"
import { get, idAtRank, start } from "./support.ts"

const Shelf = <A, I>(item: Schema.Codec<A, I>) => Schema.Struct({ items: Schema.Array(item) })

const Media = Shelf(
  Schema.Struct({
    screenshot: Schema.Struct({ template: Schema.String, width: Schema.Int, height: Schema.Int })
  })
)

const Pair = Schema.Struct({
  $kind: Schema.Literal("textPair"),
  leadingText: Schema.String,
  trailingText: Schema.String
})
// Of the age rating, which is no list of pairs.
const Other = Schema.Struct({ $kind: Schema.Literals(["textEncapsulation", "button", "spacer", "linkableText"]) })
const isPair = Schema.is(Pair)
const Titled = Schema.Struct({ primarySubtitle: Schema.String, secondarySubtitle: Schema.String, text: Schema.String })

const Page = Schema.Struct({
  lockup: Schema.Struct({
    adamId: Schema.String,
    title: Schema.String,
    subtitle: Schema.String,
    bundleId: Schema.String
  }),
  titleOfferDisplayProperties: Schema.Struct({ hasInAppPurchases: Schema.Boolean }),
  shelfMapping: Schema.Struct({
    product_media_phone_: Schema.optionalKey(Media),
    product_media_pad_: Schema.optionalKey(Media),
    productRatings: Shelf(
      Schema.Struct({
        ratingAverage: Schema.Number,
        totalNumberOfRatings: Schema.Int,
        ratingCounts: Schema.Array(Schema.Int)
      })
    ),
    information: Shelf(
      Schema.Struct({ title: Schema.String, items_V3: Schema.optionalKey(Schema.Array(Schema.Union([Pair, Other]))) })
    ),
    privacyTypes: Shelf(
      Schema.Struct({ title: Schema.String, categories: Schema.Array(Schema.Struct({ title: Schema.String })) })
    ),
    mostRecentVersion: Schema.Struct({
      items: Schema.Array(Titled),
      seeAllAction: Schema.Struct({
        pageData: Schema.Struct({ shelves: Schema.Array(Shelf(Titled)) })
      })
    }),
    similarItems: Schema.Struct({
      title: Schema.Literal("You Might Also Like"),
      items: Schema.Array(
        Schema.Struct({ adamId: Schema.String, clickAction: Schema.Struct({ pageUrl: Schema.String }) })
      )
    })
  })
})

const Root = Schema.Struct({ data: Schema.Array(Schema.Struct({ data: Page })) })
const JsonLd = Schema.Struct({
  "@type": Schema.Literal("SoftwareApplication"),
  name: Schema.String,
  offers: Schema.Struct({ price: Schema.Number, priceCurrency: Schema.String }),
  aggregateRating: Schema.optionalKey(Schema.Struct({ ratingValue: Schema.Number, reviewCount: Schema.Int }))
})

const script = (page: string, mark: string): string =>
  new RegExp(`<script[^>]*${mark}[^>]*>([\\s\\S]*?)</script>`).exec(page)?.[1] ?? assert.fail(`no ${mark}`)

const pageOf = (body: string) =>
  decode(Root, script(body, 'id="serialized-server-data"')).data[0]?.data ?? assert.fail("no page data")

describe("app page", () => {
  it.effect("agrees with the lookup, and tells what a lookup does not", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const top = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/us/apps/top-free/25/apps.json`)
      for (const { id } of decode(ChartV2, top.body).feed.results) {
        const { body } = yield* get(`${sandbox.baseUrls.apps}/us/app/id${id}`)
        const page = pageOf(body)
        const [record] = decode(Lookup, (yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${id}`)).body).results
        assert.strictEqual(page.lockup.adamId, id)
        assert.strictEqual(page.lockup.title, record?.trackName)
        assert.strictEqual(page.lockup.bundleId, record?.bundleId)
        assert.isAtMost(page.lockup.subtitle.length, 30)
        const [ratings] = page.shelfMapping.productRatings.items
        assert.strictEqual(ratings?.totalNumberOfRatings, record?.userRatingCount)
        assert.strictEqual(ratings?.ratingCounts.length, 5)
        assert.strictEqual(page.shelfMapping.product_media_phone_?.items.length ?? 0, record?.screenshotUrls.length)
        assert.strictEqual(page.shelfMapping.product_media_pad_?.items.length ?? 0, record?.ipadScreenshotUrls?.length)
        const purchases = page.shelfMapping.information.items.flatMap(({ items_V3 }) => (items_V3 ?? []).filter(isPair))
        assert.strictEqual(purchases.length > 0, page.titleOfferDisplayProperties.hasInAppPurchases)
        for (const purchase of purchases) assert.match(purchase.trailingText, /^\$\d+\.\d\d$/)
        assert.isAbove(page.shelfMapping.privacyTypes.items.length, 0)
        assert.strictEqual(page.shelfMapping.mostRecentVersion.items[0]?.primarySubtitle, `Version ${record?.version}`)
        const similar = page.shelfMapping.similarItems.items
        assert.isAbove(similar.length, 3)
        for (const { adamId, clickAction } of similar) assert.isTrue(clickAction.pageUrl.endsWith(`/id${adamId}`))
        const ld = decode(JsonLd, script(body, "software-application"))
        assert.strictEqual(ld.offers.price, record?.price)
        assert.strictEqual(ld.aggregateRating?.reviewCount, record?.userRatingCount)
      }
    })
  )

  it.effect("names screenshots by templates that lead to pictures", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 1)
      const page = pageOf((yield* get(`${sandbox.baseUrls.apps}/us/app/id${id}`)).body)
      const [shot] = page.shelfMapping.product_media_phone_?.items ?? []
      const url = shot?.screenshot.template
        .replace("{w}", "320")
        .replace("{h}", "640")
        .replace("{c}", "bb")
        .replace("{f}", "png")
      const answer = yield* get(url ?? "")
      assert.strictEqual(answer.headers.get("content-type"), "image/png")
    })
  )

  it.effect("translates its headings for the storefront, and into English on request", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const top = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/de/apps/top-free/25/apps.json`)
      const titles = new Set<string>()
      for (const { id } of decode(ChartV2, top.body).feed.results) {
        for (const query of ["", "?l=en-US"]) {
          const page = pageOf((yield* get(`${sandbox.baseUrls.apps}/de/app/id${id}${query}`)).body)
          for (const item of page.shelfMapping.information.items)
            if (item.items_V3?.some(isPair)) titles.add(item.title)
        }
      }
      assert.sameMembers([...titles], ["In‑App-Käufe", "In-App Purchases"])
    })
  )

  it.effect("is not found where the app is not sold, and leads to the first storefront from one that is none", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const top = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/us/apps/top-free/100/apps.json`)
      const ids = decode(ChartV2, top.body).feed.results.map(({ id }) => id)
      const sold = decode(Lookup, (yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${ids.join(",")}&country=cn`)).body)
      const soldIds = sold.results.map(({ trackId }) => String(trackId))
      const unsold = ids.find((id) => !soldIds.includes(id))
      assert.strictEqual((yield* get(`${sandbox.baseUrls.apps}/cn/app/id${unsold}`)).status, 404)
      assert.strictEqual((yield* get(`${sandbox.baseUrls.apps}/cn/app/id${soldIds[0]}`)).status, 200)
      const elsewhere = yield* get(`${sandbox.baseUrls.apps}/zz/app/id${ids[0]}`)
      assert.strictEqual(elsewhere.headers.get("location"), `${sandbox.baseUrls.apps}/us/app/id${ids[0]}`)
    })
  )
})
