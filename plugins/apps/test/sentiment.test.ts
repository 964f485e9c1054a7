import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { analyseReviews, topThemesOf } from "../src/models/reviewAnalysis.ts"
import { compound, polarityOf, positivePercentage } from "../src/models/sentiment.ts"
import { searchTermOf, similarity } from "../src/models/similarity.ts"
import { logOdds, phrasesIn, themesOf } from "../src/models/themes.ts"
import { isEnglish, stem, words } from "../src/models/tokens.ts"

const labels = (text: string) => [...phrasesIn(text)].map(({ label }) => label).sort()

describe("sentiment", () => {
  it("turns a word round after a negation and counts more after but", () => {
    const score = (text: string) => compound(words(text)) ?? 0
    // 2.7 / √(2.7² + 15), and -0.74 of it before normalising.
    assert.approximately(score("great"), 0.5719, 0.001)
    assert.approximately(score("not great"), -1.998 / Math.sqrt(1.998 ** 2 + 15), 0.001)
    assert.isAbove(score("really great"), score("great"))
    assert.isBelow(score("great design but it crashes"), 0)
    assert.isNull(compound(words("the of it")))
  })

  it("reads text with the stars, and the stars alone where the text cannot be read", () => {
    const polarity = (rating: number, text: string) => polarityOf({ rating, title: null, text })
    assert.strictEqual(polarity(5, "Wow"), "positive")
    assert.strictEqual(polarity(1, "очень плохо работает и всегда падает"), "negative")
    assert.strictEqual(polarity(3, "ok"), "neutral")
    assert.strictEqual(polarity(3, "It crashes all the time and it is useless"), "negative")
    assert.strictEqual(polarity(1, "Great, this is the best way to lose it all"), "negative")
  })

  it("gives a share of all that were read, and null of none", () => {
    assert.strictEqual(positivePercentage(["positive", "neutral", "negative"]), 33.3)
    assert.isNull(positivePercentage([]))
  })
})

describe("themes", () => {
  it("folds the forms of a word", () => {
    for (const word of ["crash", "crashes", "crashed", "crashing"]) assert.strictEqual(stem(word), "crash")
    assert.deepStrictEqual(
      [stem("ads"), stem("stories"), stem("this"), stem("stopped")],
      ["ad", "story", "this", "stop"]
    )
  })

  it("takes the longest phrase: customer service is support, not service", () => {
    assert.deepStrictEqual(labels("Their customer service is slow"), ["customer service", "slow"])
    assert.deepStrictEqual(labels("I can’t log in since the update"), ["log in", "update"])
    assert.deepStrictEqual(labels("It doesn't open"), ["doesn't open"])
  })

  it("weighs a phrase by the side it is over-represented in, and little evidence little", () => {
    // 8 of 10 against 2 of 10, with a prior of 10 reviews at the pooled 0.5: log((13/7) / (7/13)).
    assert.approximately(
      logOdds({ positive: 8, positiveOf: 10, negative: 2, negativeOf: 10 }),
      2 * Math.log(13 / 7),
      1e-9
    )
    const little = logOdds({ positive: 1, positiveOf: 1, negative: 0, negativeOf: 1 })
    assert.isBelow(little, logOdds({ positive: 50, positiveOf: 50, negative: 0, negativeOf: 50 }))
  })

  it("names a theme from three reviews on, on the side that it can stand for", () => {
    const review = (text: string, polarity: "positive" | "negative") => ({ text, polarity })
    const twice = [review("it crashes", "negative"), review("crash crash crash", "negative")]
    assert.deepStrictEqual(themesOf(twice), [])
    const praised = Array.from({ length: 5 }, () => review("never crashes", "positive"))
    assert.deepStrictEqual(themesOf(praised), [])
    const thrice = [...twice, review("crashed again", "negative")]
    assert.deepStrictEqual(themesOf(thrice), [
      { theme: "crashes and bugs", polarity: "negative", mentions: 3, phrases: ["crash"] }
    ])
  })
})

describe("similar apps", () => {
  it("are as alike as the words that they share", () => {
    const one = { name: "Notes", description: "Write notes, lists and reminders quickly, offline" }
    assert.strictEqual(similarity(one, one), 1)
    assert.isBelow(
      similarity(one, { name: "Race", description: "Drive fast cars through city streets and win" }) ?? 1,
      0.1
    )
    assert.isNull(similarity(one, { name: "x", description: "" }))
  })

  it("are searched for by what the name describes", () => {
    assert.strictEqual(searchTermOf("Duo - Language Lessons"), "Language Lessons")
    assert.strictEqual(searchTermOf("Maps: Navigation & Transit"), "Navigation & Transit")
    assert.strictEqual(searchTermOf("Wi-Fi"), "Wi-Fi")
  })
})

const folder = new URL("../../../../shared/recordings/rss-reviews/", import.meta.url)
const absent = !existsSync(folder)
const Label = Schema.Struct({ label: Schema.String })
const Entry = Schema.Struct({ "im:rating": Label, title: Label, content: Label, updated: Schema.optionalKey(Label) })
const Recording = Schema.fromJsonString(
  Schema.Union([Schema.Array(Entry), Schema.Struct({ feed: Schema.Struct({ entry: Schema.Array(Entry) }) })])
)
const recorded = (file: string) => {
  const read = Schema.decodeUnknownSync(Recording)(readFileSync(new URL(file, folder), "utf8"))
  return ("feed" in read ? read.feed.entry : read).map((entry) => ({
    rating: Number(entry["im:rating"].label),
    title: entry.title.label,
    text: entry.content.label,
    date: entry.updated?.label ?? null
  }))
}

describe.skipIf(absent)(
  `real reviews${absent ? " (skipped: no ../shared/recordings beside the checkout)" : ""}`,
  () => {
    it("finds what 500 reviews of a bill-splitting app praise and complain about", () => {
      const analysis = analyseReviews(recorded("entries-500-us-595068606-2024-03.json"))
      assert.deepStrictEqual([analysis.sampleSize, analysis.window?.to.slice(0, 4)], [500, "2024"])
      assert.includeMembers(topThemesOf(analysis.themes, "positive"), ["ease of use", "usefulness"])
      assert.includeMembers(topThemesOf(analysis.themes, "negative"), ["crashes and bugs", "sync and connection"])
      // 75 % have four or five stars.
      assert.isTrue(Math.abs((analysis.positivePercentage ?? 0) - 75.4) < 8)
    })

    it("finds locked accounts in 50 reviews of a social network that gives 20 % good stars", () => {
      const analysis = analyseReviews(recorded("us-389801252-2025-09.json"))
      assert.strictEqual(topThemesOf(analysis.themes, "negative")[0], "login and account")
      assert.isBelow(analysis.positivePercentage ?? 100, 30)
      assert.strictEqual(analysis.sampleAverageRating, 2.02)
    })

    it("finds ads, prices and bugs in 500 reviews of a streaming app, most mentioned first", () => {
      const { themes } = analyseReviews(recorded("entries-500-us-1446075923-2024-03.json"))
      assert.includeMembers(topThemesOf(themes, "negative"), ["pricing and subscription", "ads", "crashes and bugs"])
      const mentions = themes.map((theme) => theme.mentions)
      assert.deepStrictEqual(
        mentions,
        [...mentions].sort((a, b) => b - a)
      )
    })

    it("reads reviews in other languages by their stars, and no themes out of them", () => {
      const uzbek = recorded("uz-ustozai-50-2026-08.json")
      const analysis = analyseReviews(uzbek)
      assert.strictEqual(analysis.positivePercentage, 94)
      assert.deepStrictEqual(analysis.themes, [])
      const japanese = recorded("jp-1404176564-2020-08.json")
      assert.strictEqual(japanese.filter(({ text }) => isEnglish(words(text))).length, 1)
      // 15 of 50 have four or five stars; the one in English of them complains.
      assert.strictEqual(analyseReviews(japanese).positivePercentage, 28)
      assert.isNull(analyseReviews(japanese).window)
    })
  }
)
