import { assert, describe, it } from "vitest"
import { clustersOf } from "../../src/clusters/clusters.ts"
import { languageOf } from "../../src/words/words.ts"
import { heldOut, heldOutForHeads } from "./heldOut.ts"
import { type LabelledSet, sets, topOf } from "./sets.ts"
import { market, termOf } from "./support.ts"

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** B-cubed F1: how pure the group of each term is, and how whole. */
const bCubed = (
  keywords: ReadonlyArray<string>,
  meant: (keyword: string) => unknown,
  found: (keyword: string) => unknown
) => {
  const shares = keywords.map((keyword) => {
    const together = keywords.filter((other) => found(other) === found(keyword))
    const belonging = keywords.filter((other) => meant(other) === meant(keyword))
    const both = together.filter((other) => meant(other) === meant(keyword)).length
    return { precision: both / together.length, recall: both / belonging.length }
  })
  const precision = mean(shares.map((share) => share.precision))
  const recall = mean(shares.map((share) => share.recall))
  return (2 * precision * recall) / (precision + recall)
}

const scoresOf = (set: LabelledSet) => {
  const keywords = set.groups.flat()
  const meant = (keyword: string) => set.groups.findIndex((group) => group.includes(keyword))
  const language = languageOf({ given: set.language })
  const grouped = (withResults: boolean) => {
    const terms = keywords.map((keyword) => termOf(keyword, { top: withResults ? topOf(set, keyword) : null }))
    const groups = clustersOf(terms, market, language).map((cluster) => cluster.terms.map((term) => term.keyword))
    return bCubed(keywords, meant, (keyword) => groups.findIndex((group) => group.includes(keyword)))
  }
  const wordsOf = (keyword: string) => keyword.toLowerCase().split(/\s+/)
  const isShared = (word: string) => keywords.filter((keyword) => wordsOf(keyword).includes(word)).length > 1
  return {
    text: grouped(false),
    results: grouped(true),
    byFirstSharedWord: bCubed(keywords, meant, (keyword) => wordsOf(keyword).find(isShared) ?? keyword)
  }
}

describe("forty terms in each of twelve languages, grouped by hand", () => {
  const scores = sets.map((set) => ({ ...scoresOf(set), language: set.language }))

  it.each(scores)(
    "in $language B-cubed F1 is .70 and more on text, .80 with what searches find",
    ({ results, text }) => {
      assert.isAtLeast(text, 0.7)
      assert.isAtLeast(results, 0.8)
    }
  )

  it("over all that is .10 above grouping by the first word that another term has, with results in each", () => {
    const simple = mean(scores.map(({ byFirstSharedWord }) => byFirstSharedWord))
    assert.isAtLeast(mean(scores.map(({ text }) => text)), simple + 0.2)
    assert.isAtLeast(mean(scores.map(({ results }) => results)), simple + 0.25)
    // Of Korean terms the first shared word tells most already.
    for (const { byFirstSharedWord, language, results, text } of scores) {
      assert.isAtLeast(text, byFirstSharedWord + 0.1, language)
      assert.isAtLeast(results, byFirstSharedWord + (language === "ko" ? 0.1 : 0.15), language)
    }
  })
})

describe("forty terms more in Russian, Korean and Hindi, which the model wasn't made for", () => {
  const scores = heldOut.map((set) => ({ ...scoresOf(set), language: set.language }))

  it.each(scores)("in $language are grouped as well", ({ byFirstSharedWord, results, text }) => {
    assert.isAtLeast(text, 0.75)
    assert.isAtLeast(results, 0.85)
    assert.isAtLeast(text, byFirstSharedWord + 0.08)
  })
})

describe("forty terms more in each of six languages, which heads of terms weren't made for", () => {
  const scores = heldOutForHeads.map((set) => ({ ...scoresOf(set), language: set.language }))

  it.each(scores)(
    "in $language are grouped better than by the first shared word",
    ({ byFirstSharedWord, results, text }) => {
      assert.isAtLeast(text, 0.8)
      assert.isAtLeast(results, 0.85)
      assert.isAtLeast(text, byFirstSharedWord + 0.08)
    }
  )

  it("are, over all, .15 above that", () => {
    const simple = mean(scores.map(({ byFirstSharedWord }) => byFirstSharedWord))
    assert.isAtLeast(mean(scores.map(({ text }) => text)), simple + 0.15)
  })
})
