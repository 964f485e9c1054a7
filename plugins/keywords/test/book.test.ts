/** What other plugins read of the collection, and what they may have measured. */
import { assert, describe, it } from "@effect/vitest"
import { addDays, dayMs, dayOf } from "@storeglass/history"
import { Effect } from "effect"
import { brandedApp, type ImportedSnapshot, KeywordBook, KeywordHistory } from "../src/contract.ts"
import { questionsMax } from "../src/ranks/Autocompletions.ts"
import { Metrics } from "../src/ranks/Metrics.ts"
import { harness, makeWorld, noonMs } from "./support.ts"

const market = { platform: "storea", country: "us", device: "iphone" } as const
const today = dayOf(noonMs)
/** The clock goes on while the suite runs, slowly on a busy machine. */
const later = noonMs + 3_600_000

const snapshot = (keyword: string, apps: ReadonlyArray<string>, over: Partial<ImportedSnapshot> = {}) => ({
  ...market,
  keyword,
  day: today,
  source: "storea.catalog",
  depth: 100,
  resultCount: apps.length,
  reach: null,
  volume: 40,
  difficulty: 30,
  apps: apps.map((appId) => ({ appId, name: `App ${appId}`, seller: `Seller ${appId}` })),
  ...over
})

const imported = (...snapshots: ReadonlyArray<ImportedSnapshot>) =>
  Effect.flatMap(KeywordHistory, (history) => history.importSnapshots(snapshots))

describe("terms", () => {
  const { layer } = harness(makeWorld())
  it.layer(layer)((it) => {
    it.effect("tells scores with range, model and status, and the first ten of the latest search in their order", () =>
      Effect.gen(function* () {
        const twelve = ["7", "3", "9", "1", "12", "5", "4", "8", "2", "11", "6", "10"]
        yield* imported(
          snapshot("planner", ["99"], { day: addDays(today, -1) }),
          snapshot("planner", twelve),
          snapshot("old one", ["1"], { day: addDays(today, -8) }),
          snapshot("unscored", ["1"], { volume: null, difficulty: null })
        )
        const book = yield* KeywordBook
        const [planner, never, old, unscored] = yield* book.terms(market, [
          "Planner ",
          "never seen",
          "old one",
          "unscored"
        ])
        assert.strictEqual(planner?.keyword, "planner")
        assert.deepStrictEqual(planner?.volume, {
          value: 40,
          range: { low: 23, high: 57 },
          status: "estimated",
          model: "kw-volume@2"
        })
        assert.deepStrictEqual(planner?.difficulty.range, { low: 10, high: 50 })
        assert.deepStrictEqual(
          planner?.top?.map(({ appId }) => appId),
          twelve.slice(0, 10)
        )
        assert.deepStrictEqual(planner?.top?.[0], { appId: "7", name: "App 7", seller: "Seller 7" })
        assert.deepStrictEqual([planner?.isFresh, planner?.depth], [true, 100])
        assert.deepStrictEqual([never?.volume.value, never?.volume.status], [null, "not_measured"])
        assert.deepStrictEqual([never?.asOf, never?.top, never?.isFresh], [null, null, false])
        assert.deepStrictEqual([old?.volume.value, old?.top, old?.depth, old?.isFresh], [40, null, null, false])
        assert.deepStrictEqual([unscored?.volume.value, unscored?.difficulty.range], [null, null])
      })
    )
  })
})

describe("standings", () => {
  const { layer } = harness(makeWorld())
  it.layer(layer)((it) => {
    it.effect("has three states over one basket of all apps, the same for shuffled input", () =>
      Effect.gen(function* () {
        yield* imported(
          snapshot("both", ["1", "2"], { volume: 50 }),
          snapshot("theirs", ["2"], { volume: 30 }),
          snapshot("lost", ["9"], { volume: 20 }),
          snapshot("lost", ["1"], { day: addDays(today, -9) }),
          snapshot("gone", ["1"], { day: addDays(today, -9) }),
          snapshot("not theirs", ["5"]),
          snapshot("asked for", ["5", "1"])
        )
        const book = yield* KeywordBook
        const basket = yield* book.standings(market, ["1", "2", "77"], { keywords: ["unknown term", "asked for"] })
        assert.deepStrictEqual(
          basket.terms.map(({ keyword }) => keyword),
          ["asked for", "both", "gone", "lost", "theirs", "unknown term"]
        )
        const states = (index: number) => basket.apps[index]?.ranks.map(({ rank, rankStatus }) => rank ?? rankStatus)
        const out = "not_in_top_n"
        assert.deepStrictEqual(states(0), [2, 1, "not_measured", out, out, "not_measured"])
        assert.deepStrictEqual(states(1), [out, 2, "not_measured", out, 1, "not_measured"])
        assert.deepStrictEqual(states(2), [out, out, "not_measured", out, out, "not_measured"])
        assert.deepStrictEqual([basket.apps[0]?.name, basket.apps[2]?.name], ["App 1", ""])
        // 50·1 + 40·0.85 of 50 + 40 + 20 + 30 that were measured.
        assert.strictEqual(basket.apps[0]?.visibility.value, 60)
        assert.strictEqual(basket.apps[0]?.visibility.terms, 4)
        assert.strictEqual(basket.apps[2]?.visibility.value, 0)
        const shuffled = yield* book.standings(market, ["1", "2", "77"], { keywords: ["asked for", "Unknown  term"] })
        assert.deepStrictEqual(shuffled, basket)
      })
    )

    it.effect("leaves out the least searched beyond termsMax, never those named", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const basket = yield* book.standings(market, ["1", "2"], { keywords: ["lost"], termsMax: 1 })
        assert.deepStrictEqual(
          basket.terms.map(({ keyword }) => keyword),
          ["both", "lost"]
        )
        assert.strictEqual(basket.leftOut, 3)
      })
    )

    it.effect("is in the order of code points, also where UTF-16 has another", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        // U+FA0E and U+20BB7, which UTF-16 writes from U+D842 on.
        const basket = yield* book.standings({ ...market, country: "jp" }, ["1"], { keywords: ["𠮷", "\ufa0e"] })
        assert.deepStrictEqual(
          basket.terms.map(({ keyword }) => keyword),
          ["\ufa0e", "𠮷"]
        )
      })
    )

    it.effect("an app that nothing is known of has no visibility, and not 0", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const basket = yield* book.standings({ ...market, country: "de" }, ["1"])
        assert.deepStrictEqual(basket.terms, [])
        assert.deepStrictEqual(basket.apps[0]?.visibility.value, null)
        assert.strictEqual(basket.apps[0]?.visibility.status, "not_measured")
      })
    )
  })
})

const searched = () =>
  makeWorld({
    searches: { yoga: ["1", "2", "3"], tea: ["2"], "to do list": ["3", "1"], focus: ["1"], sleep: ["2", "1"] },
    suggestions: ["yoga", "tea", "to do list", "focus", "sleep"]
  })

describe("measure", () => {
  it("knows how many questions an autocompletion takes at most", () => {
    assert.deepStrictEqual(["a", "tea", "yoga", "yogas", "to do list"].map(questionsMax), [1, 3, 4, 5, 7])
  })

  const world = searched()
  const { layer, time } = harness(world)
  it.layer(layer)((it) => {
    it.effect("measures whole what fits, searches alone for what then fits, and lists the rest", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        // At most 5 for yoga and 4 for tea, and each takes 2 as its first letter brings it: then 2 are left for searches.
        const done = yield* book.measure(market, ["yoga", "Tea", "tea", "to do list", "focus", "sleep"], {
          requestsMax: 6,
          untilMs: later
        })
        assert.strictEqual(done.requests, 6)
        assert.strictEqual(world.asked.length, 6)
        assert.deepStrictEqual(
          done.measured.map(({ term }) => [term.keyword, term.volume.status, term.difficulty.status]),
          [
            ["yoga", "estimated", "estimated"],
            ["tea", "estimated", "estimated"],
            ["to do list", "not_measured", "estimated"],
            ["focus", "not_measured", "estimated"]
          ]
        )
        assert.deepStrictEqual(done.notMeasured, [
          { keyword: "sleep", reason: "the budget of store requests was spent on other terms" }
        ])
        assert.deepStrictEqual(done.measured[0]?.ranked, ["1", "2", "3"])
        assert.strictEqual(done.measured[0]?.top[0]?.genreId, "6002")
      })
    )

    it.effect("records what was measured whole, and asks the store for it no more", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const [yoga, alone] = yield* book.terms(market, ["yoga", "to do list"])
        assert.deepStrictEqual([yoga?.isFresh, yoga?.volume.status], [true, "estimated"])
        assert.deepStrictEqual(
          yoga?.top?.map(({ appId }) => appId),
          ["1", "2", "3"]
        )
        assert.isFalse(alone?.isFresh)
        const basket = yield* book.standings(market, ["2"], { keywords: ["yoga", "tea"] })
        assert.deepStrictEqual(
          basket.apps[0]?.ranks.map(({ rank }) => rank),
          [1, 2]
        )
        const asked = world.asked.length
        const again = yield* book.measure(market, ["tea", "yoga"], { requestsMax: 24, untilMs: later })
        assert.deepStrictEqual(again, { measured: [], notMeasured: [], requests: 0 })
        assert.strictEqual(world.asked.length, asked)
      })
    )

    it.effect("tells the volume and difficulty that the route for one keyword tells", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const [yoga] = yield* book.terms(market, ["yoga"])
        const metrics = yield* (yield* Metrics).of({ platform: "storea", country: "us", keyword: "yoga" })
        assert.strictEqual(yoga?.volume.value, metrics.volumeScore)
        assert.deepStrictEqual(yoga?.volume.range, metrics.volumeRange)
        assert.strictEqual(yoga?.difficulty.value, metrics.difficulty)
      })
    )

    it.effect("asks what is suggested for a prefix once, however many terms begin with it", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        world.searches = { ...world.searches, zebra: ["1"], zebras: ["2"] }
        world.asked.splice(0)
        // 6 at most for the one, and 7 for the other, of which the first three letters are the same.
        const done = yield* book.measure(market, ["zebra", "zebras"], { requestsMax: 10, untilMs: later })
        assert.deepStrictEqual(
          done.measured.map(({ term }) => term.volume.status),
          ["estimated", "estimated"]
        )
        assert.strictEqual(new Set(world.asked).size, world.asked.length)
      })
    )

    it.effect("answers that the adapter has kept from before don't count", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        world.ageMs = 60_000
        const done = yield* book.measure(market, ["sleep"], { requestsMax: 6, untilMs: later })
        world.ageMs = 0
        assert.strictEqual(done.requests, 0)
        assert.strictEqual(done.measured.length, 1)
      })
    )

    it.effect("does nothing without time or requests, and says why", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const asked = world.asked.length
        const noTime = yield* book.measure(market, ["focus"], { requestsMax: 24, untilMs: noonMs })
        assert.match(noTime.notMeasured[0]?.reason ?? "", /time/)
        const noRequest = yield* book.measure(market, ["focus"], { requestsMax: 0, untilMs: later })
        assert.match(noRequest.notMeasured[0]?.reason ?? "", /budget/)
        assert.strictEqual(world.asked.length, asked)
      })
    )

    it.effect("asks a store that refuses for nothing more", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        const asked = world.asked.length
        world.fails.search = "rate_limited"
        const done = yield* book.measure(market, ["a1", "a2", "a3", "a4", "a5"], { requestsMax: 24, untilMs: later })
        world.fails = {}
        assert.deepStrictEqual(done.measured, [])
        assert.deepStrictEqual(
          done.notMeasured.map(({ keyword, reason }) => [keyword, reason]),
          ["a1", "a2", "a3", "a4", "a5"].map((term) => [term, "the store is taking no more requests right now"])
        )
        assert.isFalse(world.asked.slice(asked).some((what) => what.includes("a5")))
      })
    )

    it.effect("a search that fails leaves the others as they are", () =>
      Effect.gen(function* () {
        const book = yield* KeywordBook
        world.fails.suggestions = "timeout"
        const done = yield* book.measure(market, ["focus"], { requestsMax: 24, untilMs: later })
        world.fails = {}
        assert.deepStrictEqual(
          done.measured.map(({ term }) => [term.volume.value, term.volume.status]),
          [[null, "not_measured"]]
        )
        const [focus] = yield* book.terms(market, ["focus"])
        assert.isFalse(focus?.isFresh, "what isn't whole is no snapshot of the day")
      })
    )

    it.effect("a list that went empty is no measurement", () =>
      Effect.gen(function* () {
        time.advanceMs(8 * dayMs)
        world.searches = { ...world.searches, yoga: [] }
        const book = yield* KeywordBook
        const done = yield* book.measure(market, ["yoga"], { requestsMax: 24, untilMs: later + 8 * dayMs })
        assert.deepStrictEqual(done.notMeasured, [
          { keyword: "yoga", reason: "the store listed nothing where it listed apps before" }
        ])
      })
    )
  })
})

describe("brandedApp", () => {
  it("names the app whose brand a keyword holds", () => {
    const apps = [
      { appId: "1", name: "Planner", seller: "Acme" },
      { appId: "2", name: "Ulmipix: Local News", seller: "Ulmipix GmbH" }
    ]
    const top = [{ name: "Ulmipix: Local News", seller: "Ulmipix GmbH" }]
    assert.deepStrictEqual(brandedApp("ulmipix news", apps, top), { app: apps[1], word: "ulmipix" })
    assert.isNull(brandedApp("local news", apps, top))
  })
})
