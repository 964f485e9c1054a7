/** What there is to win with a term, and where in the listing it goes. */
import { assert, describe, it } from "@effect/vitest"
import { storeApp, storePage } from "@storeglass/stores/testing"
import { Schema } from "effect"
import { cursor } from "../../src/opportunities/api.ts"
import { adviceFor, opportunitiesIn, opportunityOf, roomOf, textsOf } from "../../src/opportunities/model.ts"
import { answerOf } from "../../src/opportunities/Opportunities.ts"
import type { Snapshot } from "../../src/snapshot/snapshot.ts"
import { languageOf } from "../../src/words/words.ts"
import { version } from "../audit/support.ts"
import { score, snapshot, term } from "./support.ts"

const Score = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Rank = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })))

describe("the score", () => {
  it.each([
    [null, 1],
    [1, 0.2],
    [3, 0.2],
    [4, 0.6],
    [10, 0.6],
    [11, 0.9],
    [30, 0.9],
    [31, 1],
    [100, 1]
  ])("leaves a rank of %o a room of %f", (rank, room) => {
    assert.strictEqual(roomOf(rank), room)
  })

  it("is .4 of volume, .3 of ease and .3 of relevance, times the room, with a range from its inputs'", () => {
    assert.deepStrictEqual(opportunityOf(term("a")), { score: 62, range: { low: 55, high: 69 } })
    assert.deepStrictEqual(opportunityOf(term("a", { rank: 7 })), { score: 37.2, range: { low: 33, high: 41.4 } })
    const ends = { volume: score(100), difficulty: score(0), relevance: 100 }
    assert.deepStrictEqual(opportunityOf(term("a", ends)), { score: 100, range: { low: 93, high: 100 } })
    const worst = { volume: score(0), difficulty: score(100), relevance: 0 }
    assert.deepStrictEqual(opportunityOf(term("a", worst)), { score: 0, range: { low: 0, high: 7 } })
  })

  it.each([
    { volume: score(null) },
    { difficulty: score(null) },
    { relevance: null },
    { rankStatus: "not_measured" as const }
  ])("is null, and never 0, without %o", (over) => {
    assert.deepStrictEqual(opportunityOf(term("a", over)), { score: null, range: null })
  })

  it.prop(
    "lies within its range, falls with difficulty and rises with volume and relevance",
    [Score, Score, Score, Rank],
    ([volume, difficulty, relevance, rank]) => {
      const of = (v: number, d: number, r: number) =>
        opportunityOf(term("a", { volume: score(v), difficulty: score(d), relevance: r, rank }))
      const found = of(volume, difficulty, relevance)
      const value = found.score ?? Number.NaN
      assert.isAtMost(found.range?.low ?? Number.NaN, value)
      assert.isAtLeast(found.range?.high ?? Number.NaN, value)
      assert.isAtLeast(of(Math.min(100, volume + 1), difficulty, relevance).score ?? Number.NaN, value)
      assert.isAtMost(of(volume, Math.min(100, difficulty + 1), relevance).score ?? Number.NaN, value)
      assert.isAtLeast(of(volume, difficulty, Math.min(100, relevance + 1)).score ?? Number.NaN, value)
    }
  )
})

const advice = (keyword: string, over: Partial<Snapshot> = {}, rank: number | null = null) => {
  const from = snapshot([], over)
  return adviceFor(textsOf(from), term(keyword, { rank }), from.language)
}
const named = (name: string, subtitle: string | null) => ({
  app: storeApp("1", { name }),
  page: { status: "measured" as const, value: storePage({ subtitle }) }
})

describe("the advice on storea", () => {
  it("is to defend what is ranked 3 or better, covered or not", () => {
    assert.deepStrictEqual(advice("budget planner", {}, 3), {
      action: "defend",
      reason: "ranked 3: keep it in the listing; the title has it"
    })
    assert.deepStrictEqual(advice("wallet", {}, 1), { action: "defend", reason: "ranked 1: keep it in the listing" })
    assert.notStrictEqual(advice("budget planner", {}, 4).action, "defend")
  })

  it.each([
    ["budget planner", "covered already: the title has it"],
    ["every expense", "covered already: the subtitle has it"],
    ["expense planner", "covered already: its words are in the title, subtitle and keyword field"],
    ["planner for budget", "covered already: its words are in the title, subtitle and keyword field"]
  ])("ignores %o, which is there", (keyword, reason) => {
    assert.deepStrictEqual(advice(keyword), { action: "ignore", reason })
  })

  it("knows the keyword field from the account's released version alone", () => {
    assert.strictEqual(advice("wallet", { version: version("wallet,bills") }).action, "ignore")
    assert.strictEqual(advice("wallet budget", { version: version("wallet,bills") }).action, "ignore")
    assert.match(advice("savings goal app").reason, /the keyword field couldn't be seen$/)
  })

  it.each([
    // 22 of 30 are taken, and two join: six letters fit.
    ["wallet", "add_to_title", "the title has 8 of its characters free, 8 needed; the keyword field couldn't be seen"],
    [
      "wallets",
      "add_to_subtitle",
      "the subtitle has 11 of its characters free, 9 needed; the title has 8 of its characters free, 9 needed; the keyword field couldn't be seen"
    ],
    [
      "money wallet",
      "add_to_keyword_field",
      "it needs 12 of the keyword field's 100 characters; the title has 8 of its characters free, 14 needed; the subtitle has 11 of its characters free, 14 needed; the keyword field couldn't be seen"
    ]
  ])("puts %o where it fits first: %s", (keyword, action, reason) => {
    assert.deepStrictEqual(advice(keyword), { action, reason })
  })

  it("counts in the keyword field only the words that the listing lacks", () => {
    const full = {
      ...named("Moneta: Budget Planner & More", "Track every single expense now"),
      version: version("a".repeat(92))
    }
    assert.strictEqual(advice("budget wallet", full).action, "add_to_keyword_field")
    assert.deepStrictEqual(advice("money wallet", full), {
      action: "ignore",
      reason:
        "no field has room for it; the title has 1 of its characters free, 14 needed; the subtitle has 0 of its characters free, 14 needed; the keyword field has 8 of its characters free, 13 needed"
    })
  })

  it("fills a subtitle that isn't there, and leaves one that couldn't be seen", () => {
    const title = "Moneta: Budget Planner for All"
    assert.strictEqual(advice("a".repeat(30), named(title, null)).action, "add_to_subtitle")
    const away = { ...named(title, null), page: { status: "not_measured" as const, value: null, reason: "away" } }
    const { action, reason } = advice("wallet", away)
    assert.strictEqual(action, "add_to_keyword_field")
    assert.match(reason, /the subtitle and the keyword field couldn't be seen/)
  })

  it("in scripts without spaces a phrase is covered where it stands as one, and counts whole", () => {
    const japanese = { ...named("家計簿アプリ", "予算を管理"), language: languageOf({ given: "ja" }) }
    assert.strictEqual(advice("家計簿", japanese).action, "ignore")
    assert.strictEqual(advice("家計管理", japanese).action, "add_to_title")
  })
})

describe("the advice on storeb", () => {
  const storeb = (name: string, short: string | null, description = "Plan your money."): Partial<Snapshot> => ({
    platform: "storeb",
    app: storeApp("com.moneta", { platform: "storeb", name, description }),
    page: { status: "measured", value: storePage({ subtitle: short }) }
  })
  it("covers phrases only where they stand as one", () => {
    assert.match(advice("plan your money", storeb("Moneta", "Budgets")).reason, /the description has it/)
    assert.strictEqual(advice("money budgets", storeb("Moneta", "Budgets")).action, "add_to_title")
  })
  it("goes from title to short description to description", () => {
    const long = "Moneta: Budgets, Bills, Wallets"
    assert.strictEqual(advice("savings", storeb(long, "Budgets")).action, "add_to_short_description")
    assert.strictEqual(advice("savings", storeb(long, "b".repeat(75))).action, "add_to_description")
    assert.strictEqual(advice("savings", storeb(long, "b".repeat(75), "d".repeat(3_995))).action, "ignore")
  })
})

describe("the list", () => {
  const terms = [
    term("wallet", { volume: score(90) }),
    term("bills", { volume: score(20) }),
    term("alpha", { volume: score(20) }),
    term("unknown", { volume: score(null) }),
    term("unsearched", { volume: score(null), difficulty: score(null), rankStatus: "not_measured", relevance: 90 }),
    term("chess", { relevance: 29.9 }),
    term("edge", { relevance: 30 }),
    term("spendee", { brandOf: "2", relevance: 10 })
  ]
  const keywords = (found: ReadonlyArray<{ readonly keyword: string }>) => found.map(({ keyword }) => keyword)

  it("has the best first, what can't be scored last, and apart what isn't the app's or isn't about it", () => {
    const { brandTerms, excluded, opportunities } = opportunitiesIn(snapshot(terms))
    assert.deepStrictEqual(keywords(opportunities.map((one) => one.term)), [
      "wallet",
      "alpha",
      "bills",
      "edge",
      "unsearched",
      "unknown"
    ])
    assert.deepStrictEqual(keywords(excluded), ["chess"])
    assert.deepStrictEqual(keywords(brandTerms), ["spendee"])
  })

  it.prop(
    "shuffled input changes no byte",
    [Schema.Array(Score).check(Schema.isMinLength(8), Schema.isMaxLength(8))],
    ([keys]) => {
      const of = (all: typeof terms) => JSON.stringify(answerOf(snapshot(all), { limit: 100 }))
      const shuffled = terms
        .map((one, index) => ({ one, key: keys[index] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
      assert.strictEqual(of(shuffled), of(terms))
    }
  )

  it.each([1, 2, 3, 5, 100])("in pages of %i has each once, in order", (limit) => {
    const all = keywords(answerOf(snapshot(terms), { limit: 100 }).opportunities)
    const decode = Schema.decodeUnknownSync(cursor)
    const seen: Array<string> = []
    let next: string | null = null
    do {
      const page: ReturnType<typeof answerOf> = answerOf(snapshot(terms), {
        limit,
        ...(next === null ? {} : { cursor: decode(next) })
      })
      assert.strictEqual(page.total, all.length)
      seen.push(...keywords(page.opportunities))
      next = page.nextCursor
    } while (next !== null)
    assert.deepStrictEqual(seen, all)
  })

  it("without any score it says that nothing was measured", () => {
    const answer = answerOf(snapshot([term("unknown", { volume: score(null) })]), { limit: 25 })
    assert.strictEqual(answer.provenance.status, "not_measured")
    assert.strictEqual(answer.opportunities[0]?.opportunityScore, null)
  })
})
