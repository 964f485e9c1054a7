/** What holds for any repository: its rows, storefronts, placements, pages, meaning of `offset` and way to write booleans. */
import { describe, it } from "@effect/vitest"
import { adjustableClock, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { afterAll, assert, beforeAll } from "vitest"
import { covered } from "../src/storefronts.ts"
import { type Result, repositoryOf } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { "ad-library": true }, clock })
const repository = repositoryOf(gateway)
let account: ReturnType<typeof repository.as>

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const places = ["SEARCH_RESULTS", "SEARCH_RESULT", "TODAY_TAB", "SEARCH_TAB", "PRODUCT_PAGE", "NEW_PLACE"] as const
const ids = ["hex", "digits", "zeros"] as const
/** An ad and where it's shown: the bits of `shownIn` are storefronts. */
const AdSpec = Schema.Struct({
  id: Schema.Literals(ids),
  place: Schema.Literals(places),
  format: Schema.Literals(["Icon Ad", "Icon + Asset Ad", "Another Ad"]),
  shownIn: between(1, 2 ** covered.length - 1),
  days: between(0, 60),
  isOld: Schema.Boolean,
  age: Schema.Boolean,
  customers: Schema.Literals(["ALL_USERS", "NEW_USERS", "false", "null"])
})
const Repository = Schema.Struct({
  ads: Schema.Array(AdSpec).check(Schema.isMaxLength(14)),
  pageMax: between(4, 50),
  offsets: Schema.Literals(["records", "pages"]),
  shifts: Schema.Boolean,
  isText: Schema.Boolean,
  /** Which part of a partition a storefront is in. */
  parts: Schema.Array(between(0, 3)).check(Schema.isMinLength(covered.length), Schema.isMaxLength(covered.length)),
  limit: between(1, 40)
})
type Repository = typeof Repository.Type

const adIdOf = (id: (typeof ids)[number], n: number) =>
  id === "hex" ? `00ff${n.toString(16).padStart(28, "0")}` : id === "digits" ? `9007199254740993${n}` : `000${n}`
const day = (n: number) => new Date(Date.UTC(2026, 7, 1 + n)).toISOString().slice(0, 10)
const placementOf = (place: (typeof places)[number]) => `STORE_${place === "SEARCH_RESULT" ? "SEARCH_RESULTS" : place}`

/** The rows in the vendor's form, and what one who counts them by hand says of them. */
const madeOf = ({ ads, isText }: Repository, appId: number) => {
  const told = (flag: boolean) => (isText ? String(flag) : flag)
  const shown = ads.flatMap((ad, n) =>
    covered.flatMap((country, bit) =>
      Math.floor(ad.shownIn / 2 ** bit) % 2 === 1 ? [{ ...ad, n, country, last: day(ad.days + (bit % 3)) }] : []
    )
  )
  const rows = shown.map((ad) => ({
    adId: adIdOf(ad.id, ad.n),
    appId: isText ? String(appId) : appId,
    appName: "Generated",
    placement: `APPSTORE_${ad.place}`,
    format: ad.format,
    countryOrRegion: ad.country,
    audienceRefinement: {
      ageTarget: told(ad.age),
      genderTarget: told(false),
      locationTarget: isText ? "null" : null,
      customerTypeTarget: ad.customers
    },
    firstImpressionDate: ad.isOld ? "Over 1 Year Ago" : `${day(ad.days)} 00:00:00.0`,
    lastImpressionDate: ad.last,
    adAssets: [{ pictureUrl: `https://pictures.example/${ad.n % 3}.png`, videoUrl: "null", order: isText ? "1" : 1 }]
  }))
  const tally = (of: (ad: (typeof shown)[number]) => string) => {
    const counts: Record<string, number> = {}
    for (const ad of shown) counts[of(ad)] = (counts[of(ad)] ?? 0) + 1
    return counts
  }
  const firsts = shown
    .filter(({ isOld }) => !isOld)
    .map(({ days }) => day(days))
    .toSorted()
  const lasts = shown.map(({ last }) => last).toSorted()
  const ordered = shown.toSorted((a, b) => {
    const key = (ad: typeof a) => [adIdOf(ad.id, ad.n), ad.country].join(" ")
    if (a.last !== b.last) return a.last > b.last ? -1 : 1
    return key(a) < key(b) ? -1 : 1
  })
  return {
    rows,
    summary: {
      isAdvertising: shown.length > 0,
      totalAds: shown.length,
      countries: Object.entries(tally(({ country }) => country))
        .map(([code, adCount]) => ({ code, adCount }))
        .toSorted((a, b) => b.adCount - a.adCount || (a.code < b.code ? -1 : 1)),
      placements: tally(({ place }) => placementOf(place)),
      formats: tally(({ format }) => format),
      firstImpressionDate: firsts[0] ?? null,
      firstImpressionOverOneYear: shown.some(({ isOld }) => isOld),
      lastImpressionDate: lasts.at(-1) ?? null,
      usesAudienceRefinement: shown.some(({ age, customers }) => age || customers === "NEW_USERS")
    },
    distinctAds: new Set(shown.map(({ n }) => n)).size,
    distinctCreatives: new Set(shown.map(({ n }) => n % 3)).size,
    keys: ordered.map((ad) => `${adIdOf(ad.id, ad.n)} ${ad.country}`)
  }
}

/** Repeats what failed while rows shifted: pages that shift may be drift, which is told as such and is no sum. */
const triesMax = 20
let drifted = 0
const adsOf = async (appId: number, query = ""): Promise<Result> => {
  for (let n = 0; n < triesMax; n++) {
    const told = await account.tryAds(appId, query)
    if (told !== undefined) return told
    drifted += 1
    // Past what a breaker waits for.
    clock.advanceMs(60_000)
  }
  return assert.fail("pages that shift are never read whole")
}
const keysOf = (told: Result) => (told.ads ?? []).map(({ adId, countryOrRegion }) => `${adId} ${countryOrRegion}`)
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)

let lastAppId = 7_000_000_000
const published = async (repositoryOfApp: Repository) => {
  lastAppId += 1
  const made = madeOf(repositoryOfApp, lastAppId)
  await repository.act("publish", { appId: lastAppId, rows: made.rows })
  return { appId: lastAppId, ...made }
}

beforeAll(async () => {
  account = repository.as(await gateway().account({ plan: "large" }))
})
afterAll(repository.assertNoViolation)

describe("any repository", () => {
  it.live.prop(
    "is told by sums that agree, the same in parts, in pages, without ads, with a limit and from the cache",
    [Repository],
    ([generated]) =>
      Effect.promise(async () => {
        const { offsets, pageMax, shifts } = generated
        await repository.act("behave", { offsets, pageMax, shifts })
        const { appId, distinctAds, distinctCreatives, keys, summary } = await published(generated)

        const whole = await adsOf(appId)
        assert.deepEqual(
          [whole.summary, whole.distinctAds, whole.distinctCreatives, keysOf(whole)],
          [summary, distinctAds, distinctCreatives, keys]
        )
        const { countries, formats, placements, totalAds } = whole.summary
        const sums = [countries.reduce((all, { adCount }) => all + adCount, 0), sum(placements), sum(formats)]
        assert.deepEqual(sums, [totalAds, totalAds, totalAds])

        const { nextCursor: _, ads: __, adsTruncated: ___, ...ofAll } = whole
        for (const query of ["", "?includeAds=false", `?limit=${generated.limit}`]) {
          const { ads, adsTruncated: _, nextCursor: __, ...told } = await adsOf(appId, query)
          assert.deepEqual(told, ofAll)
          assert.strictEqual(ads === undefined, query.includes("includeAds"))
        }

        const paged: Array<string> = []
        let cursor: string | null = ""
        while (cursor !== null) {
          const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
          const page = await adsOf(appId, `?limit=${generated.limit}${from}`)
          paged.push(...keysOf(page))
          cursor = page.nextCursor
        }
        assert.deepEqual(paged, keys)

        const again = await published(generated)
        const parts = Map.groupBy(covered, (_, n) => generated.parts[n])
        const told: Array<Result> = []
        for (const part of parts.values()) told.push(await adsOf(again.appId, `?countries=${part.join(",")}`))
        assert.strictEqual(
          told.reduce((all, { summary }) => all + summary.totalAds, 0),
          totalAds
        )
        assert.deepEqual(told.flatMap(keysOf).toSorted(), keys.toSorted())
        const merged = await adsOf(again.appId)
        assert.deepEqual([merged.summary, keysOf(merged)], [whole.summary, keys])
      }),
    { timeout: 180_000, arbitrary: { runs: 25 } }
  )

  it("whose pages shift is mostly read whole", () => {
    assert.isBelow(drifted, 100)
  })
})
