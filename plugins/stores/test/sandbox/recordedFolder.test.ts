import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ChartV2, decode, LooseChartFeed, LooseLookup, oneOrMany, ReviewsFeed } from "./shapes.ts"
import { frontOf, get, hintTerms, start } from "./support.ts"

const record = (trackId: number, trackName: string, country: string, more: object = {}) => ({
  trackId,
  trackName,
  kind: "software",
  bundleId: `com.example.app${trackId}`,
  sellerName: "Example Oy",
  artistId: 77_000_001,
  primaryGenreId: 6015,
  trackViewUrl: `https://apps.apple.com/${country}/app/x/id${trackId}?uo=4`,
  ...more
})

const envelope = (...results: ReadonlyArray<object>) => ({ resultCount: results.length, results })

const review = (id: number, updated: string | undefined, country: string, appId: number) => ({
  author: { name: { label: "someone" } },
  ...(updated === undefined ? {} : { updated: { label: updated } }),
  "im:rating": { label: "4" },
  "im:version": { label: "1.0" },
  id: { label: String(id) },
  title: { label: "t" },
  content: { label: "c" },
  link: { attributes: { rel: "related", href: `https://itunes.apple.com/${country}/review?id=${appId}&type=x` } },
  "im:voteSum": { label: "0" },
  "im:voteCount": { label: "0" }
})

/** A folder of recordings of the same layouts as those beside the checkout, of other apps, countries and days. */
const folderOf = (files: Readonly<Record<string, unknown>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = await mkdtemp(join(tmpdir(), "sandbox-recordings-"))
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, typeof content === "string" ? content : JSON.stringify(content))
      }
      return folder
    }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true }))
  )

const startOn = (files: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    return yield* start({ recordings: yield* folderOf(files) })
  })

describe("a folder of other recordings", () => {
  it.effect("is read by content and not by name", () =>
    Effect.gen(function* () {
      const sandbox = yield* startOn({
        "anything.json": envelope(record(900_000_001, "Sauna Timer", "fi")),
        "deep/er/bare.json": record(900_000_002, "Mökki Planner", "fi", { recorderNote: "mine" }),
        "sets/by-country.json": { se: [record(900_000_003, "Fika Finder", "se")], fi: [] },
        "list.json": [record(900_000_004, "Kalsarit", "fi"), record(900_000_005, "Löyly", "fi")],
        "broken.json": '{"resultCount":1,"results":[{',
        "notes.txt": "not a recording"
      })
      const ids = "900000001,900000002,900000003,900000004,900000005"
      const fi = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${ids}&country=fi`)
      assert.deepStrictEqual(
        decode(LooseLookup, fi.body).results.map(({ trackId }) => trackId),
        [900_000_001, 900_000_002, 900_000_004, 900_000_005]
      )
      assert.notInclude(fi.body, "recorderNote")
      const se = yield* get(`${sandbox.baseUrls.itunes}/search?term=fika&country=se`)
      assert.strictEqual(decode(LooseLookup, se.body).results[0]?.trackId, 900_000_003)
      const missing = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=900000001`)
      assert.strictEqual(decode(LooseLookup, missing.body).resultCount, 0)
    })
  )

  it.effect("knows a search's term from its file's name, several words and digits too", () =>
    Effect.gen(function* () {
      const app = (id: number) => record(id, `No word of it ${id}`, "br")
      const sandbox = yield* startOn({
        "itunes-search/br-bolo-de-rolo-2-results-2026-05.json": envelope(app(910_000_001), app(910_000_002)),
        "itunes-search/br-2048-1-result.json": envelope(app(910_000_003)),
        "itunes-search/br-praia.json": envelope(app(910_000_004))
      })
      const first = (term: string) =>
        get(`${sandbox.baseUrls.itunes}/search?term=${encodeURIComponent(term)}&country=br`).pipe(
          Effect.map(({ body }) => decode(LooseLookup, body).results.map(({ trackId }) => trackId))
        )
      assert.deepStrictEqual(yield* first("Bolo de Rolo"), [910_000_001, 910_000_002])
      assert.deepStrictEqual(yield* first("2048"), [910_000_003])
      assert.deepStrictEqual(yield* first("praia"), [910_000_004])
    })
  )

  it.effect("joins pages that follow each other and drops what two recordings share", () =>
    Effect.gen(function* () {
      const page = (number: number, from: number, count: number) => ({
        feed: {
          entry: Array.from({ length: count }, (_, i) => review(from - i, undefined, "it", 920_000_001)),
          link: [
            {
              attributes: {
                rel: "self",
                href: `https://itunes.apple.com/it/rss/customerreviews/page=${number}/id=920000001/sortby=mostrecent/json`
              }
            }
          ]
        }
      })
      const dated = (id: number, day: number) =>
        review(id, `2026-09-${String(day).padStart(2, "0")}T00:00:00-07:00`, "pt", 920_000_002)
      const sandbox = yield* startOn({
        "a.json": page(1, 5000, 50),
        "b.json": page(2, 4950, 20),
        "old.json": [dated(1, 1), dated(2, 2)],
        "new.json": [dated(3, 3), dated(2, 2)],
        "single.json": { feed: { entry: review(9, "2026-01-01T00:00:00Z", "pt", 920_000_003), link: [] } },
        "pt-920000003-2026-01.json": { feed: { entry: review(9, "2026-01-01T00:00:00Z", "pt", 920_000_003), link: [] } }
      })
      const ids = (country: string, appId: number, number: number) =>
        get(
          `${sandbox.baseUrls.itunes}/${country}/rss/customerreviews/page=${number}/id=${appId}/sortby=mostrecent/json`
        ).pipe(
          Effect.map(({ body }) =>
            oneOrMany(decode(ReviewsFeed, body).feed.entry).map((entry) => Number(entry.id.label))
          )
        )
      const second = yield* ids("it", 920_000_001, 2)
      assert.lengthOf(yield* ids("it", 920_000_001, 1), 50)
      assert.deepStrictEqual([second[0], second.length], [4950, 20])
      assert.isEmpty(yield* ids("it", 920_000_001, 3))
      assert.deepStrictEqual(yield* ids("pt", 920_000_002, 1), [3, 2, 1])
      assert.deepStrictEqual(yield* ids("pt", 920_000_003, 1), [9])
    })
  )

  it.effect("takes ranked lists of any nesting, and leaves the other store's alone", () =>
    Effect.gen(function* () {
      const ranked = (ids: ReadonlyArray<number>) =>
        ids.map((id, i) => ({ rank: i + 1, id: String(id), name: `App ${id}`, developer: "D" }))
      const sandbox = yield* startOn({
        "history/finance-topgrossing-nordic/2026-10-01.json": {
          date: "2026-10-01",
          countries: { se: ranked([930_000_001, 930_000_002]), no: ranked([930_000_003]) }
        },
        "history/ids/2026-10-02.json": {
          charts: {
            "apple:dk:top-paid": ["930000004", "930000005"],
            "apple:dk:top-paid:game-puzzle": ["930000006"],
            "play:dk:top-paid": ["930000007"]
          }
        },
        "history/sets/2026-10-03.json": {
          datasets: [
            { country: "fi", feedType: "top-free", genre: "6014", date: "2026-10-03", items: ranked([930_000_008]) }
          ]
        }
      })
      const ids = (path: string) =>
        get(`${sandbox.baseUrls.itunes}/${path}/json`).pipe(
          Effect.map(({ body }) => oneOrMany(decode(LooseChartFeed, body).feed.entry)),
          Effect.map((entries) => entries.map((entry) => Number(entry.id.attributes["im:id"])))
        )
      assert.deepStrictEqual(
        yield* ids("se/rss/topgrossingapplications/limit=100/genre=6015"),
        [930_000_001, 930_000_002]
      )
      assert.deepStrictEqual(yield* ids("no/rss/topgrossingapplications/limit=100/genre=6015"), [930_000_003])
      assert.deepStrictEqual(yield* ids("dk/rss/toppaidapplications/limit=100"), [930_000_004, 930_000_005])
      assert.deepStrictEqual(yield* ids("dk/rss/toppaidapplications/limit=100/genre=7012"), [930_000_006])
      assert.deepStrictEqual(yield* ids("fi/rss/topfreeapplications/limit=100/genre=6014"), [930_000_008])
      const paid = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/dk/apps/top-paid/10/apps.json`)
      assert.deepStrictEqual(
        decode(ChartV2, paid.body).feed.results.map(({ id }) => Number(id)),
        [930_000_004, 930_000_005]
      )
    })
  )

  it.effect("serves pages by the id that they tell, and hints by the storefront in the name", () =>
    Effect.gen(function* () {
      const page = (body: string) =>
        `<!doctype html><html><head>${body}</head><body><a href="https://apps.apple.com/nl/app/y/id1"></a></body></html>`
      const sandbox = yield* startOn({
        "records.json": envelope(record(940_000_002, "Fietsen", "nl")),
        "pages/nl-one.html": page('<link rel="canonical" href="https://apps.apple.com/nl/app/x/id940000001">'),
        "pages/nl-cut.html": page('<script type="application/ld+json">{"name":"Fietsen"}</script>'),
        "hints/nl-oud-papier-2026-01-01.xml":
          "<plist><dict><key>hints</key><array><dict><key>term</key><string>oud papier &#38; karton</string></dict></array></dict></plist>",
        "hints/nl-trends.json": { header: { label: "Trending" }, trendingSearches: [{ label: "schaatsen" }] }
      })
      for (const id of [940_000_001, 940_000_002]) {
        assert.strictEqual((yield* get(`${sandbox.baseUrls.apps}/nl/app/id${id}`)).status, 200, String(id))
      }
      assert.strictEqual((yield* get(`${sandbox.baseUrls.apps}/be/app/id940000001`)).status, 404)
      const base = `${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa`
      const hints = yield* get(`${base}/hints?term=oud%20papier`, frontOf(143452))
      assert.deepStrictEqual(hintTerms(hints.body), ["oud papier &amp; karton"])
      assert.include((yield* get(`${base}/trends`, frontOf(143452))).body, "schaatsen")
    })
  )

  it.effect("says which of its files it does not serve, and why", () =>
    Effect.gen(function* () {
      const { unserved } = yield* startOn({
        "apps/one.json": envelope(record(950_000_001, "Uno", "es")),
        "broken.json": '{"resultCount":1,"results":[{',
        "charts/es-topfree.csv": "rank,id",
        "charts/both.json": { charts: { "play:es:top-paid": ["com.example.app"] } },
        "notes.txt": "not a recording",
        "odd.json": { hello: "world" },
        "page.html": "<!doctype html><html><script id=serialized-server-data>{}</script></html>",
        "reviews-of-nobody.txt": `)]}'\n\n${JSON.stringify([["wrb.fr", "UsvDTd", "[[]]", null, null, null, "generic"]])}`
      })
      assert.deepStrictEqual(
        unserved.map(({ path }) => path),
        ["broken.json", "charts/es-topfree.csv", "notes.txt", "odd.json", "page.html", "reviews-of-nobody.txt"]
      )
      const reasonOf = (name: string) => unserved.find(({ path }) => path === name)?.reason
      assert.include(reasonOf("broken.json"), "cut or malformed")
      assert.include(reasonOf("charts/es-topfree.csv"), ".json")
      assert.include(reasonOf("page.html"), "which app")
      assert.include(reasonOf("reviews-of-nobody.txt"), "which app")
    })
  )
})
