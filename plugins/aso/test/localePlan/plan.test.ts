/** What holds of every locale plan, by a matcher and rules that aren't the plan's own where it can be so. */
import { assert, describe, it } from "@effect/vitest"
import { Random } from "@storeglass/sandbox/world"
import { Schema } from "effect"
import { localePlanOf, type PlanInput, type PlanTerm } from "../../src/localePlan/plan.ts"
import { isWrittenIn, scriptOf } from "../../src/localePlan/scripts.ts"
import { checkMetadata } from "../../src/rules/check.ts"
import { searchedLocales, storeLocales } from "../../src/rules/locales.ts"
import { charCount } from "../../src/rules/metadata.ts"
import { languageOf } from "../../src/words/words.ts"
import { shuffled } from "../suggest/support.ts"

const termOf = (keyword: string, known: Partial<PlanTerm> = {}): PlanTerm => ({
  keyword,
  volume: 50,
  difficulty: 40,
  relevance: 80,
  rank: null,
  rankStatus: "not_in_top_n",
  brandOf: null,
  isOwnBrand: false,
  ...known
})
const terms = (list: string) => list.split(",").map((keyword, at) => termOf(keyword, { volume: 90 - at }))
const planOf = (over: Partial<PlanInput>) =>
  localePlanOf({
    terms: [],
    unused: (searchedLocales("us") ?? []).slice(1),
    used: [{ locale: "en-US", title: "Lumo: Photo Editor", keywords: "collage,grid" }],
    name: "Lumo: Photo Editor",
    brand: "Lumo",
    language: languageOf({ country: "us" }),
    check: checkMetadata,
    known: { country: "us" },
    ...over
  })
const keywordsOf = ({ locales }: ReturnType<typeof planOf>, locale: string) => {
  const found = locales.find((each) => each.locale === locale)
  return [found?.title ?? null, found?.keywords.join(",") ?? null]
}

describe("a locale plan", () => {
  it("fills locales in the storefront's order, each term whole in one, in its own script", () => {
    const plan = planOf({
      terms: [...terms("picture frame,video cutter,mirror selfie"), termOf("фоторедактор"), termOf("사진 편집")]
    })
    assert.deepStrictEqual(
      plan.locales.map(({ locale }) => locale),
      searchedLocales("us")?.slice(1)
    )
    // Spanish readers see the name, so it isn't changed for English terms; Russian and Korean ones are theirs.
    assert.deepStrictEqual(keywordsOf(plan, "es-MX"), [null, "picture,frame,video,cutter,mirror,selfie"])
    assert.deepStrictEqual(keywordsOf(plan, "ru"), ["Lumo: Фоторедактор", ""])
    assert.deepStrictEqual(keywordsOf(plan, "ko"), ["Lumo - 사진 편집", ""])
    assert.deepStrictEqual(keywordsOf(plan, "fr-FR"), [null, ""])
    assert.deepStrictEqual(plan.leftOver, [])
  })

  it("goes on in the next locale where one is full", () => {
    const words = Array.from({ length: 30 }, (_, n) => `word${String.fromCharCode(97 + n)}${n} thing${n}`)
    const plan = planOf({ terms: terms(words.filter((_, n) => n < 26).join(",")) })
    const used = plan.locales.filter(({ keywords }) => keywords.length > 0).map(({ locale }) => locale)
    assert.deepStrictEqual(used.slice(0, 2), ["es-MX", "fr-FR"])
    for (const { keywords } of plan.locales) assert.isAtMost(charCount(keywords.join(",")), 100)
  })

  it.each([
    ["is said already", termOf("photo collage"), { covered: 1, left: [] }],
    ["is said by another locale", termOf("marco foto"), { covered: 1, left: [] }],
    ["is another app's brand", termOf("snaplet", { brandOf: "9" }), { covered: 0, left: [] }],
    ["is the app's own name", termOf("lumo", { isOwnBrand: true }), { covered: 0, left: [] }],
    ["is hardly about the app", termOf("tax return", { relevance: 29 }), { covered: 0, left: [] }],
    ["nobody searches for", termOf("picture frame", { volume: 0 }), { covered: 0, left: [] }],
    ["breaks a rule", termOf("best free frame"), { covered: 0, left: ["rules"] }],
    [
      "wasn't searched for",
      termOf("zelent frame", { rankStatus: "not_measured" }),
      { covered: 0, left: ["not_measured"] }
    ],
    ["no unused locale writes like", termOf("επεξεργασία"), { covered: 0, left: ["script"] }]
  ])("leaves out what %s", (_, term, { covered, left }) => {
    const plan = planOf({
      terms: [term],
      used: [
        { locale: "en-US", title: "Lumo: Photo Editor", keywords: "collage,grid" },
        { locale: "es-MX", title: "Lumo: Marco", keywords: "foto" }
      ],
      unused: ["fr-FR", "ru"]
    })
    assert.deepStrictEqual(
      plan.locales.flatMap(({ terms: planned }) => planned),
      []
    )
    assert.deepStrictEqual([plan.covered, plan.leftOver.map(({ reason }) => reason)], [covered, left])
  })

  it("puts terms without a value last, and names a language without word lists", () => {
    const plan = planOf({
      terms: [termOf("picture frame", { volume: null }), termOf("video cutter", { volume: 1 }), termOf("फोटो एडिटर")],
      unused: ["en-GB", "mr-IN", "te-IN"]
    })
    const [english, marathi] = plan.locales
    assert.deepStrictEqual([english?.title, english?.keywords.join(",")], ["Lumo: Video Cutter", "picture,frame"])
    assert.deepStrictEqual(marathi?.language.stopWords, languageOf({ given: "mr-IN" }).stopWords)
    assert.include(marathi?.checks.skipped.map(({ reason }) => reason).join(), "no word lists for 'mr-IN'")
  })

  it("knows the script of every locale of the store", () => {
    for (const locale of storeLocales.storea) assert.isFalse(isWrittenIn("ⴰⴱⴳ", scriptOf(locale)), locale)
    assert.isTrue(isWrittenIn("pdf 変換", scriptOf("ja")))
    assert.isFalse(isWrittenIn("pdf 변환", scriptOf("ja")))
    assert.isFalse(isWrittenIn("123", scriptOf("en-US")))
  })

  const Word = Schema.Literals([
    "photo",
    "frame",
    "video",
    "best",
    "the",
    "C++",
    "é",
    "фото",
    "写真",
    "사진",
    "🎉",
    "a\u0301"
  ])
  const Given = Schema.Array(
    Schema.Struct({ words: Schema.Array(Word).check(Schema.isMinLength(1), Schema.isMaxLength(3)), volume: Schema.Int })
  ).check(Schema.isMaxLength(14))
  it.prop(
    "breaks no rule, holds each term in one locale, and is the same in whatever order all came",
    [Given, Schema.Int],
    ([given, seed]) => {
      const random = new Random(seed)
      const all = new Map(
        given.map(({ volume, words }) => [words.join(" "), termOf(words.join(" "), { volume: Math.abs(volume) % 101 })])
      )
      const used = [
        { locale: "en-US", title: "Lumo: Photo Editor" },
        { locale: "fr-FR", keywords: "video" }
      ]
      const unused = ["es-MX", "ko", "ru", "zh-Hans"]
      const plan = planOf({ terms: [...all.values()], used, unused })
      const placed = plan.locales.flatMap(({ terms: planned }) => planned.map(({ keyword }) => keyword))
      assert.strictEqual(new Set(placed).size, placed.length)
      for (const { keywords, locale, terms: planned, title } of plan.locales) {
        const text = keywords.join(",")
        const { issues } = checkMetadata(
          {
            platform: "storea",
            locale,
            ...(title === null ? {} : { title }),
            ...(text === "" ? {} : { keywords: text })
          },
          { brand: "Lumo", country: "us" }
        )
        assert.deepStrictEqual(
          issues.filter(({ field, severity }) => field !== "locale" && severity !== "info").map(({ ruleId }) => ruleId),
          []
        )
        const held = `${title ?? "Lumo: Photo Editor"} ${text}`.normalize("NFC").toLowerCase()
        for (const { keyword } of planned)
          for (const word of keyword
            .normalize("NFC")
            .toLowerCase()
            .match(/[\p{L}\p{M}]+/gu) ?? [])
            if (!["the", "a"].includes(word)) assert.include(held, word)
      }
      const other = planOf({ terms: shuffled(random, [...all.values()]), used: shuffled(random, used), unused })
      assert.strictEqual(JSON.stringify(other), JSON.stringify(plan))
    },
    { arbitrary: { runs: 40, seed: "locales" } }
  )
})
