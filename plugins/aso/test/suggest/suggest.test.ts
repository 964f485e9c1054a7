import { Random } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import { suggesting, suggestMetadata } from "../../src/suggest/suggest.ts"
import { languageOf } from "../../src/words/words.ts"
import {
  broken,
  english,
  keyword,
  keywords,
  longWords,
  plainCheck,
  shuffled,
  someKeywords,
  suggest
} from "./support.ts"

const codePoints = (text: string | null) => [...(text ?? "").normalize("NFC")].length
const textsOf = ({ alternatives, storea, storeb }: ReturnType<typeof suggest>) =>
  [storea, ...alternatives.storea]
    .flatMap(({ keywords, subtitle, title }) => [title, subtitle, keywords])
    .concat([storeb, ...alternatives.storeb].flatMap(({ shortDescription, title }) => [title, shortDescription]))

// biome-ignore format: one kind a line.
const alphabets: readonly [ReadonlyArray<string>, ...ReadonlyArray<ReadonlyArray<string>>] = [
  ["habit ", "timer ", "Focus ", "e\u0301tude ", "ﬁt ", "C++ ", "ß", "İ", "ı", "x", " "],
  ["עברית ", "מעקב ", "هدف ", "مـؤقّت ", "قائمة ", "\u200f", "\u202b", "A", "1", " "],
  ["番茄钟", "習慣", "トラッカー", "ｶﾞ", "집중", "습관 ", "ตัวจับเวลา", "A", "・", "、", ","],
  ["नमस्ते ", "क\u094d\u200dष", "می\u200cخواهم ", "\u0301", "a\u0308\u0323", "Z\u0351\u036b\u0343", "ا\u0654"],
  ["👨‍👩‍👧", "🇩🇪", "1️⃣", "©", "™", "★", "free ", "best ", "#1 ", "TODO", "Instagram ", "http://x.io", "<b>", "{{a}}"],
  ["\ud800", "\u0000", "\u2028", "\ufeff", "\u00a0", ";", "|", "\"", "'", "&", ":", "-", "𝒳", "𠮷", "\u{e0041}"]
]

/** One after the other, so that each has its turn. */
const languages =
  "en-US,de-DE,tr,ar,he,ja,zh-Hans,ko,th,hi,fr-FR,es-MX,pt-BR,it,nl-NL,sv,da,no,fi,pl,cs,sk,hu,ro,hr,uk,ru,el,vi,id,ms,ca,az,lt,fa,ur,bn,ta,te,my,km,lo,zh-Hant,yue".split(
    ","
  )

describe("a suggestion", () => {
  it("breaks no rule of ours, whatever the keywords, the brand and the listing are", { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed)
      const word = () => random.sample(random.pick(alphabets), 1).join("")
      const text = (most: number) => Array.from({ length: random.int(1, most) }, word).join("")
      const brand = random.pick([
        null,
        "X",
        "é",
        "Zenflow",
        text(3),
        text(12),
        "A brand that is far too long to fit anywhere"
      ])
      const input = {
        keywords: Array.from({ length: random.int(1, 7) }, () =>
          keyword(text(4), { volume: random.pick([null, 3, 60]), brandOf: random.pick([null, null, null, "Other"]) })
        ),
        brand,
        language: languageOf({
          given: languages[seed % languages.length]
        }),
        listing: { title: text(6), subtitle: text(6), shortDescription: text(9), fullDescription: text(20) }
      }
      const suggestion = suggest(input)
      const told = `seed ${seed}`
      assert.deepEqual(broken(suggestion, brand), [], told)
      for (const { charCount, maxChars, reason, text } of textsOf(suggestion)) {
        assert.equal(charCount, text === null ? null : codePoints(text), told)
        assert.isAtMost(charCount ?? 0, maxChars, told)
        assert.equal(text === null, reason !== null, told)
        assert.notEqual(text, "", told)
      }
      assert.deepEqual(suggestion, suggest({ ...input, keywords: shuffled(random, input.keywords) }), told)
    }
  })

  it("calls a keyword covered where its words stand, and nowhere else", () => {
    for (let seed = 1; seed <= 15; seed++) {
      const random = new Random(seed)
      const list = someKeywords(random, random.int(1, 14), random.chance(0.5) ? longWords : undefined)
      const { coverage, storea, storeb, uncovered } = suggest({ keywords: list, brand: "Zenflow" }, plainCheck)
      const partsOf = (text: string | null) => (text ?? "").toLowerCase().split(/ - |: |, | & |,/)
      const holds = (text: string | null, phrase: string) =>
        partsOf(text).some((part) => ` ${part} `.includes(` ${phrase} `))
      const wordsIn = (text: string | null) => partsOf(text).flatMap((part) => part.split(" "))
      const field = new Set(wordsIn(storea.keywords.text))
      const all = new Set([...wordsIn(storea.title.text), ...wordsIn(storea.subtitle.text), ...field])
      for (const { keyword: phrase, ...covered } of coverage) {
        const words = phrase.split(" ")
        const title = holds(storea.title.text, phrase)
        const subtitle = holds(storea.subtitle.text, phrase)
        assert.deepEqual(covered, {
          storea: {
            title,
            subtitle,
            keywordField: words.every((word) => field.has(word)),
            viaCombination: !title && !subtitle && words.every((word) => all.has(word))
          },
          storeb: {
            title: holds(storeb.title.text, phrase),
            shortDescription: holds(storeb.shortDescription.text, phrase),
            fullDescription: null
          }
        })
        const isUncovered = uncovered.some((one) => one.keyword === phrase && one.stores.includes("storea"))
        assert.equal(isUncovered, !words.every((word) => all.has(word)))
      }
    }
  })

  it.each([
    ["en-US", "Forest", "focus timer", "Forest: Focus Timer"],
    ["de-DE", "Wald", "fokus timer", "Wald: Fokus timer"],
    ["fr-FR", "Forêt", "minuteur", "Forêt : Minuteur"],
    ["tr", "Orman", "istatistik", "Orman: İstatistik"],
    ["ja", "フォレスト", "集中タイマー", "フォレスト｜集中タイマー"],
    ["zh-Hans", "专注森林", "番茄钟", "专注森林-番茄钟"],
    ["ko", "포레스트", "집중 타이머", "포레스트 - 집중 타이머"],
    ["ar", "غابة", "مؤقت التركيز", "غابة: مؤقت التركيز"],
    ["ar", "Forest", "مؤقت التركيز", "مؤقت التركيز - Forest"],
    ["he", "Forest", "טיימר פוקוס", "טיימר פוקוס - Forest"]
  ])("puts brand and phrase together as %s does: %s, %s", (tag, brand, phrase, title) => {
    const { storea, storeb } = suggest({ keywords: [keyword(phrase)], brand, language: languageOf({ given: tag }) })
    assert.equal(storea.title.text, title)
    assert.equal(storeb.title.text, title)
  })

  it("pauses between any two checks of many", () => {
    let checks = 0
    const steps = suggesting(
      { keywords: someKeywords(new Random(1), 20), language: english, brand: "Zenflow" },
      {
        check: (metadata, known) => {
          checks += 1
          return plainCheck(metadata, known)
        }
      }
    )
    const most = { inOne: 0, all: 0 }
    for (let isDone = false; !isDone; ) {
      checks = 0
      isDone = steps.next().done === true
      most.inOne = Math.max(most.inOne, checks)
      most.all += checks
    }
    // A pause is due after 40 nodes, each of which may write a text in a few ways.
    assert.isAbove(most.all, 200)
    assert.isBelow(most.inOne, 50)
  })

  it("combines words in languages with spaces alone", () => {
    const spaced = suggest({
      keywords: keywords("deep focus timer,music timer,sleep music"),
      brand: "Zenflow Studio Kit"
    })
    assert.equal(
      spaced.coverage.some(({ storea }) => storea.viaCombination === true),
      true
    )
    const unspaced = suggest({
      keywords: keywords("番茄钟计时器,学习打卡,白噪音"),
      language: languageOf({ given: "zh-Hans" })
    })
    assert.deepEqual(
      unspaced.coverage.map(({ storea }) => storea.viaCombination),
      [null, null, null]
    )
  })

  it("never places another app's brand, what is to be avoided, or what is no word", () => {
    const suggestion = suggest({
      keywords: [
        ...keywords("habit tracker,duolingo,duolingo habit,the of,★★,diet plan,Habit Tracker,HABIT tracker"),
        keyword("calm", { brandOf: "Calm" }),
        keyword("calm music")
      ],
      avoid: ["Diet"],
      brand: "Zenflow"
    })
    assert.deepEqual(
      suggestion.uncovered.map(({ keyword, reason }) => [keyword, reason]).sort(),
      [
        ["calm", "other_brand"],
        ["calm music", "other_brand"],
        ["diet plan", "avoided"],
        ["duolingo", "other_brand"],
        ["duolingo habit", "other_brand"],
        ["the of", "no_words"],
        ["★★", "no_words"]
      ].sort()
    )
    assert.notMatch(JSON.stringify(textsOf(suggestion)), /calm|diet|duolingo/i)
    assert.equal(suggestion.targetKeywords.filter(({ keyword }) => /habit tracker/i.test(keyword)).length, 1)
  })

  it("takes a figure that isn't known for the worst known, and says so", () => {
    const { targetKeywords } = suggest({
      keywords: [
        keyword("a timer", { volume: null }),
        keyword("b timer", { volume: 20 }),
        keyword("c timer", { volume: 70 })
      ]
    })
    assert.deepEqual(
      targetKeywords.map(({ assumed, keyword, volumeScore }) => [keyword, volumeScore, assumed]),
      [
        ["c timer", 70, []],
        ["a timer", null, ["volumeScore"]],
        ["b timer", 20, []]
      ]
    )
  })

  it("offers three more, each with another phrase in its title", () => {
    const { alternatives, storea } = suggest({
      keywords: keywords("focus timer,habit tracker,white noise,study planner,goal setting,deep work"),
      brand: "Zenflow"
    })
    assert.equal(alternatives.storea.length, 3)
    const words = [storea, ...alternatives.storea].map(({ title }) => (title.text ?? "").split(/: |, | & /).slice(1))
    assert.equal(new Set(words.flat()).size, words.flat().length)
    for (const { share } of alternatives.storea) assert.isAtMost(share, 1)
  })

  it("leaves out what can't be written, and says why", () => {
    const long = suggest({ keywords: keywords("habit tracker"), brand: "A brand that is far too long to fit" })
    assert.isNull(long.storea.title.text)
    assert.match(long.storea.title.reason ?? "", /length\.over/)
    assert.equal(long.storea.subtitle.text, "Habit Tracker")
    const nothing = suggest({ keywords: keywords("the,★") })
    assert.isNull(nothing.storea.title.text)
    assert.isNull(nothing.storea.subtitle.text)
    assert.isNull(nothing.storea.keywords.text)
    assert.deepEqual(nothing.gap, { storea: 0, storeb: 0 })
  })

  it("keeps the live subtitle where no keyword needs the room", () => {
    const { storea } = suggest({
      keywords: keywords("focus timer"),
      brand: "Forest",
      listing: { title: "Forest", subtitle: "Stay present" }
    })
    assert.equal(storea.subtitle.text, "Stay present")
  })

  it("names what the description lacks, and nothing where there is none", () => {
    const list = keywords("focus timer,white noise")
    assert.isNull(suggest({ keywords: list }).missingInDescription)
    const { missingInDescription } = suggest({ keywords: list, listing: { fullDescription: "A focus timer." } })
    assert.deepEqual(missingInDescription, ["white noise"])
  })

  it("weighs places as the operator sets them", () => {
    const input = { keywords: keywords("deep focus music,sleep"), brand: "Zenflow", language: english }
    const weights = { title: 1, titleWords: 1, subtitle: 1, keywordField: 1 }
    const flat = suggestMetadata(input, { check: plainCheck, weights })
    const title = flat.storea.title.text
    const best = suggestMetadata(input, { check: plainCheck })
    assert.deepEqual(
      flat.alternatives.storea.map(({ share }) => share),
      [1, 1]
    )
    assert.isBelow(best.alternatives.storea.at(-1)?.share ?? 1, 1)
    assert.isNotNull(title)
  })
})
