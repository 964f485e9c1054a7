import { brandOf } from "@storeglass/plugin-api"
import { random } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { catalogue } from "../../src/rules/catalogue.ts"
import { checkMetadata, type Issue, type Metadata, type Platform } from "../../src/rules/check.ts"
import { storeLocaleOf } from "../../src/rules/locales.ts"
import { fieldNames } from "../../src/rules/metadata.ts"
import { leastGrowth } from "../cpu.ts"
import { authored } from "./authored.ts"
import { haveRecordings, storeaNames, storebNames } from "./liveNames.ts"
import { plain, planted } from "./planted.ts"

describe.skipIf(!haveRecordings)("the recorded live names (skipped without ../shared/recordings)", () => {
  const namesOf = { storea: storeaNames, storeb: storebNames }
  const cases = [
    ["storea", 2_249],
    ["storeb", 185]
  ] as const
  it.each(cases)(
    "of %s, at least %i, have an error in at most one of a hundred, and no pictograph",
    (platform, least) => {
      const names = namesOf[platform]()
      assert.isAtLeast(names.length, least)
      const errors = names.flatMap((title) => {
        const { issues } = checkMetadata({ platform, title }, { brand: brandOf(title) })
        const found = issues.filter(({ ruleId, severity }) => severity === "error" && ruleId !== "length.over")
        return found.length === 0 ? [] : [{ title, rules: found.map(({ ruleId }) => ruleId) }]
      })
      assert.isAtMost(errors.length / names.length, 0.01, JSON.stringify(errors))
      assert.deepEqual(
        errors.filter(({ rules }) => rules.includes("text.pictograph")),
        []
      )
    }
  )
})

/** Rules that a text alone doesn't break, and why; their examples hold them. */
const notPlanted: Readonly<Record<string, string>> = {
  "title.term-first": "it needs the terms that the app should be found by",
  "description.no-term": "it needs the terms that the app should be found by",
  "keywords.no-demand": "it needs volumes",
  "keywords.category": "it needs the app's category",
  "keywords.cross-locale": "it needs the app's other locales",
  "locale.unused": "it needs the app's other locales"
}

describe("the authored texts", () => {
  const fields = {
    t: "title",
    s: "subtitle",
    k: "keywords",
    d: "shortDescription",
    f: "fullDescription",
    p: "promotionalText",
    w: "whatsNew",
    n: "developerName",
    l: "locale"
  } as const
  const isField = (letter: string): letter is keyof typeof fields => Object.hasOwn(fields, letter)
  const localeOf = (platform: Platform, language: string) =>
    storeLocaleOf(platform, language === "zh" ? "zh-CN" : language)
  const written = (text: string) =>
    text
      .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll("\\n", "\n")
  const linesOf = (blocks: Readonly<Record<string, string>>) =>
    Object.entries(blocks).flatMap(([language, block]) =>
      block
        .trim()
        .split("\n")
        .map((line) => ({ language, line }))
    )
  const read = (language: string, line: string) => {
    const [, store, text = "", rules = ""] = /^([ab]) ?(.*) \| (.*)$/.exec(line) ?? assert.fail(line)
    const platform: Platform = store === "a" ? "storea" : "storeb"
    const parts = /^[a-z]=/.test(text) ? text.split(" ~ ") : [`${text.slice(0, 1)}=${text.slice(2)}`]
    const texts = parts.map((part) => {
      const letter = part.slice(0, 1)
      return [isField(letter) ? fields[letter] : assert.fail(line), written(part.slice(2))]
    })
    const metadata: Metadata = {
      platform,
      ...(language === "" ? {} : { locale: localeOf(platform, language) }),
      ...Object.fromEntries(texts)
    }
    const wanted = new Set(rules === "-" ? [] : rules.split(" "))
    const found = checkMetadata(metadata).issues.map(({ ruleId }) => ruleId)
    // Most of them are short: how much of a field is used says nothing of what is written.
    const told = found.filter((id) => id !== "length.underused" || wanted.has(id))
    return { language, line, planted: wanted, found: new Set(told) }
  }
  const authoredLines = linesOf(authored)
  const plantedLines = linesOf({ ...planted, "": plain })
  const texts = [...authoredLines, ...plantedLines].map(({ language, line }) => read(language, line))

  it("are 400 in 20 languages, and whole listings in the same", () => {
    assert.strictEqual(authoredLines.length, 400)
    assert.strictEqual(Object.keys(authored).length, 20)
    assert.deepStrictEqual(Object.keys(planted).toSorted(), Object.keys(authored).toSorted())
    assert.isAtLeast(plantedLines.length, 150)
  })

  it("break every rule that a text alone can break", () => {
    const all = new Set(texts.flatMap(({ planted: rules }) => [...rules]))
    assert.deepStrictEqual(
      catalogue.flatMap(({ id }) => (all.has(id) ? [] : [id])).toSorted(),
      Object.keys(notPlanted).toSorted()
    )
  })

  it("are told apart with a recall of .97 and a precision of .95 by rule", () => {
    for (const { id } of catalogue) {
      const wanted = texts.filter((each) => each.planted.has(id))
      const found = texts.filter((each) => each.found.has(id))
      const right = wanted.filter((each) => each.found.has(id)).length
      const wrong = texts.filter((each) => each.planted.has(id) !== each.found.has(id)).map(({ line }) => line)
      if (wanted.length > 0) assert.isAtLeast(right / wanted.length, 0.97, `${id}: ${wrong.join("\n")}`)
      if (found.length > 0) assert.isAtLeast(right / found.length, 0.95, `${id}: ${wrong.join("\n")}`)
    }
  })
})

describe("any text", () => {
  const pieces =
    'a|B|free|FREE|best|#1|50% off|£3|new|beta|TODO|{{x}}|iPhone|for |WhatsApp|é|e\u0301|\u0301|ß|İ|ı|ﬁ|ﷺ|字|무료|무료|無料|免费|ฟรี|मुफ्त|क्\u200dष|مجاني|\u0640|חינם|\u05b0|😀|👩\u200d🎨|🇫|🇫🇷|6️⃣|\ufe0f|\u200b|\u200d|\u202e|\u2066|\u0000|\n|\t|  |, |,|、|;|:|-|–|(|)|“|”|"|<b>|&amp;|★|!!|:)|2024|www.a.com|+49 30 1234567|𠮷|\ue000|\ud800|\udc00|*|!|.|\u{10ffff}'.split(
      "|"
    )
  const locales = [undefined, "en-US", "de-DE", "ar-SA", "he", "ja", "th", "zh-Hans", "hi", "tr", "sw", "xx-YY", "sr"]

  it("is checked without a throw, with spans within it and the score of its issues", () => {
    const next = random(7)
    const written = () => Array.from({ length: next(14) }, () => pieces[next(pieces.length)] ?? "").join("")
    const points = { error: 25, warning: 8, info: 2 }
    for (let round = 0; round < 300; round++) {
      const metadata: Metadata = {
        platform: next(2) === 0 ? "storea" : "storeb",
        locale: locales[next(locales.length)],
        ...Object.fromEntries(fieldNames.flatMap((name) => (next(2) === 0 ? [[name, written()]] : [])))
      }
      const known = {
        brand: written(),
        targets: [written(), "free"],
        otherBrands: [written()],
        otherLocales: [{ locale: "es-MX", keywords: written() }],
        categories: [written()],
        volumeOf: () => 0
      }
      const { isValid, issues, score } = checkMetadata(metadata, next(2) === 0 ? known : {})
      for (const { field, ruleId, span } of issues) {
        const length = [...(metadata[field] ?? "")].length
        if (span === null) continue
        assert.isTrue(
          0 <= span.start && span.start <= span.end && span.end <= length,
          `${ruleId} ${JSON.stringify({ metadata, known, span, length })}`
        )
      }
      assert.strictEqual(score, Math.max(0, 100 - issues.reduce((sum, { severity }) => sum + points[severity], 0)))
      assert.strictEqual(isValid, !issues.some(({ severity }: Issue) => severity === "error"))
    }
  })

  it("takes time in proportion to its length", { timeout: 120_000 }, () => {
    const parts = [
      "a,",
      "<a ",
      "“love ",
      "20% ",
      "for iphone ",
      "a.a.",
      "(new) ",
      "字",
      "zoom like ",
      "a\u0301",
      "👩\u200d👩\u200d👧",
      "🇫🇷"
    ]
    for (const part of parts) {
      const work = (length: number) => () => {
        const text = part
          .repeat(Math.ceil(length / part.length))
          .slice(0, length)
          .toWellFormed()
        const texts = { title: text, keywords: text, fullDescription: text, developerName: text }
        for (const platform of ["storea", "storeb"] as const) {
          checkMetadata({ platform, locale: "en-US", ...texts }, { brand: "a b", targets: ["budget planner"] })
        }
      }
      // What grows with the square of a text four times as long takes sixteen times as long.
      const growth = leastGrowth(work(8_192), work(32_768), 10)
      assert.isAtMost(growth, 10, JSON.stringify(part))
    }
  })
})
