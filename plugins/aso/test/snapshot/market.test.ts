/** What follows from a basket, in whatever order it came. */
import type { BookScore, BookStandings, BookTerm } from "@storeglass/keywords/contract"
import { storeApp } from "@storeglass/stores/testing"
import { assert, describe, it } from "vitest"
import { foundCompetitors, marketOf, sameGenreShare } from "../../src/snapshot/market.ts"

const score = (value: number | null): BookScore => ({
  value,
  range: value === null ? null : { low: value - 5, high: value + 5 },
  status: value === null ? "not_measured" : "estimated",
  model: "m@1"
})
const listed = (appId: string, seller = `Seller ${appId}`) => ({ appId, name: `App ${appId}`, seller })
const bookTerm = (keyword: string, over: Partial<BookTerm> = {}): BookTerm => ({
  keyword,
  volume: score(40),
  difficulty: score(30),
  asOf: "2026-11-23T00:00:00.000Z",
  stale: false,
  isFresh: true,
  depth: 100,
  top: [],
  ...over
})
const standing = (appId: string, ranks: ReadonlyArray<number | null | undefined>): BookStandings => ({
  ...listed(appId),
  ranks: ranks.map((rank) =>
    rank === undefined
      ? { rank: null, rankStatus: "not_measured" }
      : { rank, rankStatus: rank === null ? "not_in_top_n" : "ranked" }
  ),
  visibility: { ...score(null), terms: 0 }
})
const app = storeApp("1", { name: "Moneta: Budget", seller: "Moneta Labs", genreId: "6015" })

describe("sameGenreShare", () => {
  const genres = new Map([
    ["1", ["6015"]],
    ["2", ["6014", "7001"]],
    ["3", ["7002", "6015"]]
  ])
  it.each([
    [["1", "2", "3"], 0.667],
    [["1", "2", "8"], 0.5],
    [["1", "8", "9"], null],
    [[], null],
    [null, null]
  ])("of %o is %o", (top, share) => {
    assert.strictEqual(sameGenreShare("6015", top, genres), share)
  })
  it("is unknown for an app without a genre", () => assert.isNull(sameGenreShare(null, ["1"], genres)))
})

describe("foundCompetitors", () => {
  const tops = [
    [listed("2"), listed("3"), listed("1"), listed("8", " moneta LABS")],
    [listed("3"), listed("2"), listed("4")],
    [listed("3"), listed("8", "Moneta Labs")]
  ]
  it("counts the first tens, and the shelf of similar apps as one more; kin and itself left out", () => {
    assert.deepStrictEqual(foundCompetitors(app, tops, ["4", "8", "1", "6"]), ["3", "2", "4", "6"])
  })
  it("is the same in any order, and at most five", () => {
    const many = ["20", "3", "100", "11", "9", "21"].map((id) => listed(id))
    assert.deepStrictEqual(foundCompetitors(app, [many], []), foundCompetitors(app, [many.toReversed()], []))
    assert.strictEqual(foundCompetitors(app, [many], []).length, 5)
  })
})

describe("marketOf", () => {
  const basket = {
    id: "b",
    terms: [
      bookTerm("budget app", { top: [listed("2"), listed("1")] }),
      bookTerm("moneta", { top: [listed("1", "Moneta Labs")] }),
      bookTerm("constructor", { volume: score(null), isFresh: false, depth: null, top: null }),
      bookTerm("spendee budget", { top: [{ appId: "2", name: "Spendee: Money", seller: "Spendee" }] })
    ]
  }
  const input = {
    app,
    basket,
    own: standing("1", [2, 1, undefined, null]),
    measured: [],
    candidates: [{ keyword: "budget app", from: ["listing" as const] }],
    genres: [],
    competitors: [
      {
        app: { status: "not_measured" as const, value: null, reason: "away" },
        standings: standing("2", [1, null, undefined, 1])
      }
    ]
  }
  it("tells whose brand a term is, where it was found, and three states of ranks", () => {
    const { standings, terms } = marketOf(input)
    const told = terms.map(({ brandOf, from, isOwnBrand, rank, rankStatus }) => ({
      brandOf,
      from,
      isOwnBrand,
      rank,
      rankStatus
    }))
    assert.deepStrictEqual(told, [
      { brandOf: null, from: ["competitor", "listing", "standing"], isOwnBrand: false, rank: 2, rankStatus: "ranked" },
      { brandOf: null, from: ["standing"], isOwnBrand: true, rank: 1, rankStatus: "ranked" },
      { brandOf: null, from: ["standing"], isOwnBrand: false, rank: null, rankStatus: "not_measured" },
      { brandOf: "2", from: ["competitor"], isOwnBrand: false, rank: null, rankStatus: "not_in_top_n" }
    ])
    assert.deepStrictEqual(standings, { basketId: "b", ranked: 2, top10: 2, avgRank: 1.5 })
  })

  it("counts visibility over the same terms for all: what wasn't measured has no part", () => {
    const { competitors, visibility } = marketOf(input)
    // 40 at rank 2 and 40 at rank 1, of 120.
    assert.strictEqual(visibility.value, 61.67)
    assert.strictEqual(visibility.terms, 3)
    assert.strictEqual(competitors[0]?.visibility.value, 66.67)
  })

  it("tells no visibility where most of what was measured has no volume", () => {
    const volumes = [10, null, null]
    const terms = volumes.map((volume, at) => bookTerm(`word ${at}`, { volume: score(volume) }))
    const thin = { ...input, basket: { id: "b", terms }, own: standing("1", [null, 1, 1]), competitors: [] }
    const { standings, visibility } = marketOf(thin)
    assert.deepInclude(visibility, { value: null, range: null, status: "not_measured", terms: 1 })
    assert.strictEqual(standings.ranked, 2)
    const half = { ...thin, basket: { id: "b", terms: terms.slice(0, 2) }, own: standing("1", [1, 1]) }
    assert.strictEqual(marketOf(half).visibility.value, 100)
  })

  it("takes a search of just now over what is stored, but no volume that it lacks", () => {
    const now = bookTerm("spendee budget", { volume: score(null), difficulty: score(10), top: [listed("1")] })
    const { terms } = marketOf({ ...input, measured: [{ keyword: now.keyword, term: now, ranked: ["5", "1"] }] })
    const term = terms.find(({ keyword }) => keyword === now.keyword)
    assert.deepStrictEqual([term?.rank, term?.volume.value, term?.difficulty.value], [2, 40, 10])
    assert.deepStrictEqual(term?.competitors, [])
  })
})
