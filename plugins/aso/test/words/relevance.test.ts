import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { closenessTo, relevanceOf } from "../../src/words/relevance.ts"
import { targetsOf, targetValue } from "../../src/words/targets.ts"
import { type Language, languageOf } from "../../src/words/words.ts"

const language = languageOf({ given: "en" })
const none = { title: null, subtitle: null, description: null }
const relevance = (term: string, listing: Partial<typeof listingOf>, topTenSameGenre: number | null = null) =>
  relevanceOf({ term, listing: { ...none, ...listing }, language, topTenSameGenre })
const listingOf: { title: string | null; subtitle: string | null; description: string | null } = none

describe("aso-relevance@1", () => {
  const listing = { title: "Quill", subtitle: "Journal", description: "Memo" }

  it("weighs title 3, subtitle 2 and description 1, counted up to three times", () => {
    assert.strictEqual(relevance("quill", listing), 50)
    assert.strictEqual(relevance("journals", listing), 33.3)
    assert.strictEqual(relevance("memo", listing), 5.6)
    assert.strictEqual(relevance("memo", { ...listing, description: "Memo memo memo memo" }), 16.7)
    assert.strictEqual(relevance("quill journal", listing), 41.7)
  })

  it("takes 60 from the listing and 40 from the term's first ten apps, either alone where the other isn't known", () => {
    assert.strictEqual(relevance("quill", listing, 0.5), 50)
    assert.strictEqual(relevance("quill", listing, 1), 70)
    assert.strictEqual(relevance("quill", {}, 0.5), 50)
    assert.isNull(relevance("quill", {}))
    assert.isNull(relevance("!", listing))
  })

  it("leaves fields out that aren't known", () => {
    assert.strictEqual(relevance("quill", { title: "Quill", description: "Ink" }), 75)
    assert.strictEqual(relevance("quill", { title: "Quill" }), 100)
  })

  it("compares by pairs of characters where words fail", () => {
    const korean = languageOf({ given: "ko" })
    const to = closenessTo({ ...none, title: "배달의민족" }, korean)
    assert.strictEqual(to("배달"), 1)
    assert.isBelow(to("지도") ?? 1, 0.1)
  })

  it("gives little for a word that is only like one of the listing", () => {
    assert.isBelow(relevance("quilt", listing) ?? 100, 30)
    assert.isAbove(relevance("quilt", listing) ?? 0, relevance("tower", listing) ?? 0)
  })
})

describe("targets", () => {
  const term = (keyword: string, volume: number | null, difficulty: number | null, value: number | null) => ({
    keyword,
    volume,
    difficulty,
    relevance: value,
    brandOf: null
  })

  it("are the relevant terms of highest value, equal ones by code point, without other apps' brands", () => {
    const terms = [
      term("b", 50, 50, 80),
      term("a", 50, 50, 80),
      term("z", 90, 10, 100),
      { ...term("brand", 99, 0, 100), brandOf: "1" },
      term("far", 99, 0, 29.9),
      term("near", 99, 0, 30),
      term("unmeasured", null, 0, 100),
      term("c", 1, 0, 100),
      term("d", 1, 0, 90)
    ]
    const found = targetsOf(terms).map(({ keyword, value }) => [keyword, value])
    assert.deepStrictEqual(found, [
      ["z", 81],
      ["near", 29.7],
      ["a", 20],
      ["b", 20],
      ["c", 1]
    ])
    assert.deepStrictEqual(targetsOf([...terms].reverse()), targetsOf(terms))
    assert.lengthOf(targetsOf(terms, 6), 6)
  })

  it("have no value without volume, difficulty and relevance", () => {
    assert.strictEqual(targetValue({ volume: 74, difficulty: 35, relevance: 62.5 }), 30.06)
    assert.isNull(targetValue({ volume: 1, difficulty: null, relevance: 1 }))
  })
})

const recordings = join(root, "../shared/recordings/itunes-search")
const absent = !existsSync(recordings)

/**
 * The seven recorded searches of ten apps and more whose term is known: by the recording's name or by what all of its
 * apps have in common. Two more are not told (a Korean search for a game, and 36 apps without a term).
 */
const searches = [
  ["kr-10-results-2021", "배달", "kr"],
  ["kr-kakao-27-results-2022-03", "카카오", "kr"],
  ["kr-kakaobank-10-results-2023-03", "카카오뱅크", "kr"],
  ["kr-map-50-claimed-11-kept-2024-08", "지도", "kr"],
  ["kr-term-20-results-2020", "term", "kr"],
  ["us-slack-39-results-mac-2020-09", "slack", "us"],
  ["us-things-12-results-2020-09", "things", "us"]
] as const

const Recorded = Schema.Struct({
  results: Schema.Array(Schema.Struct({ trackId: Schema.Number, trackName: Schema.String, description: Schema.String }))
})
type App = (typeof Recorded.Type)["results"][number]

/** How often an app that was found scores above one that wasn't. */
const areaUnderCurve = (found: ReadonlyArray<number>, others: ReadonlyArray<number>) => {
  let won = 0
  for (const one of found) for (const other of others) won += one > other ? 1 : one === other ? 0.5 : 0
  return won / found.length / others.length
}
const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

describe.skipIf(absent)(`recorded searches${absent ? ` (skipped: no ${recordings})` : ""}`, () => {
  it("the text part tells what a search found from what others did: mean area ≥ .88, better than counting", () => {
    const read = searches.map(([name, term, country]) => ({
      term,
      language: languageOf({ country, text: term }),
      apps: Schema.decodeUnknownSync(Recorded)(JSON.parse(readFileSync(join(recordings, `${name}.json`), "utf8")))
        .results
    }))
    const closeness = new Map<string, ReturnType<typeof closenessTo>>()
    const closenessOf = (app: App, own: Language) => {
      const key = `${own.tag} ${app.trackId} ${app.description}`
      const known =
        closeness.get(key) ?? closenessTo({ ...none, title: app.trackName, description: app.description }, own)
      closeness.set(key, known)
      return known
    }
    const areas = read.map(({ apps, language: own, term }) => {
      // What another search whose term holds this one found may well be found by this one too.
      const unlike = read.filter((other) => !other.term.includes(term) && !term.includes(other.term))
      const ids = new Set(apps.map(({ trackId }) => trackId))
      const others = unlike.flatMap((other) => other.apps).filter(({ trackId }) => !ids.has(trackId))
      const area = (score: (app: App) => number) => areaUnderCurve(apps.map(score), others.map(score))
      return {
        model: area((app) => closenessOf(app, own)(term) ?? 0),
        counting: area((app) => `${app.trackName} ${app.description}`.toLowerCase().split(term).length - 1)
      }
    })
    const model = mean(areas.map((each) => each.model))
    assert.isAtLeast(model, 0.88)
    assert.isAbove(model, mean(areas.map(({ counting }) => counting)) + 0.05)
  })
})
