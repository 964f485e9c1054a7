import { assert, describe, it } from "@effect/vitest"
import { random } from "@storeglass/testkit"
import { Schema } from "effect"
import { vi } from "vitest"
import { AsoConfig } from "../../src/config.ts"
import { eachWord } from "../../src/words/breaks.ts"
import { normalOf } from "../../src/words/normal.ts"
import {
  bigramsOf,
  holdsPhrase,
  holdsWords,
  isUnspaced,
  languageOf,
  missingFromIcu,
  stemsOf,
  wordsModel,
  wordsOf
} from "../../src/words/words.ts"

/** All of a text as one word, as an ICU without dictionaries has it. */
class NoDictionary implements Intl.Segments {
  readonly input: string
  constructor(input: string) {
    this.input = input
  }
  containing() {
    return { segment: this.input, index: 0, input: this.input, isWordLike: true }
  }
  *[Symbol.iterator](): Intl.SegmentIterator<Intl.SegmentData> {
    yield this.containing()
  }
}

const given = (tag: string) => languageOf({ given: tag })
const texts = (text: string, tag: string) => wordsOf(text, given(tag)).map((word) => word.text)
const stems = (text: string, tag: string) => [...stemsOf(text, given(tag))]

describe("words@1", () => {
  it("names the ICU that cuts them, which this Node has in full", () => {
    assert.match(wordsModel, /^words@1-icu\d+$/)
    assert.isUndefined(missingFromIcu())
    assert.strictEqual(Schema.decodeUnknownExit(AsoConfig)({})._tag, "Success")
  })

  it("keeps the plugin from starting on a Node without dictionaries", () => {
    const whole = vi.spyOn(Intl.Segmenter.prototype, "segment").mockImplementation((input) => new NoDictionary(input))
    assert.include(String(Schema.decodeUnknownExit(AsoConfig)({})), "this Node has no full ICU")
    whole.mockRestore()
  })

  it.each([
    [
      "forms that ICU cuts are kept whole",
      "en",
      "C++, C# and .NET over AT&T Wi-Fi in 4K",
      "c++ c# and .net over at&t wi-fi in 4k"
    ],
    ["not so within longer words", "en", "Hi-C++x AC# bat&ton", "hi c x ac bat ton"],
    ["a house's signs stay with its word", "en", "R&B & K-Pop, H&M sale", "r&b k-pop h&m sale"],
    ["full-width forms are as the others", "ja", "ＣＡＭＥＲＡ ｶﾒﾗ", "camera カメラ"],
    ["half-width marks join their kana", "ja", "ﾊﾞｲｸ", "バイク"],
    ["Turkish has two letters i", "tr", "İSTANBUL IRMAK", "istanbul ırmak"],
    ["so has Azeri", "az", "IŞIQ", "ışıq"],
    ["elsewhere there is one", "en", "ISTANBUL", "istanbul"],
    ["the last sigma is a sigma", "el", "ΚΑΦΕΣ καφές", "καφεσ καφέσ"],
    ["dictionaries cut Chinese finely", "zh-Hans", "番茄钟专注计时器学习打卡", "番茄 钟 专注 计 时 器 学习 打卡"],
    ["and Thai", "th", "แอปเรียนภาษาอังกฤษ", "แอป เรียน ภาษา อังกฤษ"],
    ["also where a vowel has a compatible form", "th", "สำหรับทุกวัน", "สำหรับ ทุก วัน"],
    ["and Khmer", "km", "រៀនភាសាអង់គ្លេស", "រៀន ភាសាអង់គ្លេស"],
    ["Korean compounds stay whole", "ko", "모바일가계부 앱", "모바일가계부 앱"],
    [
      "Arabic loses tatweel and harakat, and has one alef, ya and ta marbuta",
      "ar",
      "أُذكـار الصّلاة على",
      "اذكار الصلاه علي"
    ],
    ["Hebrew loses its points", "he", "שָׁלוֹם", "שלום"],
    ["signs that aren't seen are gone", "en", "pho\u00ADto\u200D edi\u2060tor", "photo editor"],
    ["elided articles are words of their own", "fr", "cours d’anglais, l'appli", "cours d' anglais l' appli"],
    ["emoji and signs are no words", "en", "🏃‍♀️ run! ★ #1 …", "run 1"]
  ])("%s", (_, tag, text, expected) => {
    assert.deepStrictEqual(texts(text, tag), expected.split(" "))
  })

  it("are those that ICU finds in a whole text, whatever signs stand together", () => {
    const icu = new Intl.Segmenter("en", { granularity: "word" })
    const next = random(11)
    const signs =
      "a|B|1|٣|é|e\u0301|\u0301|ß|字|の|カ|ー|무료|ㅁ|ไทย|ภาษา|हिन्दी|مجاني|חינם|א|'|\"|.|,|:|;|_|-|·|‧|😀|👩\u200d🎨|🇫🇷|6\ufe0f\u20e3|\u200d|\u200b|\u202f|\u00a0|\u3000|\n|\r| |(|“|★|𠮷|\u{1d400}|\ud800|ა|ሀ|\u0903".split(
        "|"
      )
    const wordsIn = (text: string) => {
      const found: Array<string> = []
      eachWord(text, (start, end) => found.push(`${start} ${text.slice(start, end)}`))
      return found
    }
    const expected = (text: string) =>
      [...icu.segment(text)].flatMap(({ index, isWordLike, segment }) =>
        isWordLike === true ? [`${index} ${segment}`] : []
      )
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: 1 + next(12) }, () => signs[next(signs.length)] ?? "").join("")
      assert.deepStrictEqual(wordsIn(text), expected(text), JSON.stringify(text))
    }
  })

  it.each([
    ["en", "workouts", "workout"],
    ["en", "runner's diaries", "runner's diary"],
    ["en", "e-mail wifi", "email Wi-Fi"],
    ["de", "Übungen", "Übung"],
    ["de", "Fotos Apps", "Foto App"],
    ["ru", "рецептов", "рецепты"],
    ["fr", "l'anglais", "anglais"],
    ["ar", "والصلاة للأطفال", "صلاة أطفال"],
    ["hi", "अंग्रेज़ी", "अंग्रेज़ी"],
    ["ja", "タイマー apps", "タイマー app"]
  ])("stems meet in %s: %s and %s", (tag, one, other) => {
    assert.deepStrictEqual(stems(one, tag), stems(other, tag))
  })

  it("keeps what the Arabic article stands before where less than three letters would stay", () => {
    assert.deepStrictEqual(texts("الم", "ar"), ["الم"])
    assert.notDeepEqual(stems("الم", "ar"), stems("م", "ar"))
  })

  it.each([
    ["hi", "हिन्दी", "हिंदी"],
    ["hi", "न्यूज़", "न्यूज"],
    ["hi", "पाँच", "पांच"],
    ["ko", "런닝", "러닝"],
    ["ko", "컬링", "커링"]
  ])("has one stem in %s for a word however it's spelt: %s, %s", (tag, one, other) => {
    const language = languageOf({ given: tag })
    assert.deepStrictEqual([...stemsOf(one, language)], [...stemsOf(other, language)])
  })

  it("keeps words apart that differ in more than a spelling", () => {
    const stems = (tag: string, ...words: ReadonlyArray<string>) =>
      new Set(words.flatMap((word) => [...stemsOf(word, languageOf({ given: tag }))])).size
    assert.strictEqual(stems("ko", "단식", "간식", "안내", "달리기"), 4)
    assert.strictEqual(stems("hi", "गीता", "गाना", "खबर", "किसान"), 4)
  })

  it("leaves stop words out of the stems, those of English beside another script too", () => {
    assert.deepStrictEqual(stems("the games for kids", "en"), ["game", "kid"])
    assert.deepStrictEqual(stems("카카오 for the 2026", "ko"), ["카카오", "2026"])
    assert.deepStrictEqual(stems("рамки ваших дней", "ru"), stems("рамки дней", "ru"))
    assert.deepStrictEqual(
      wordsOf("the games", given("en")).map(({ isStopWord }) => isStopWord),
      [true, false]
    )
  })

  it("counts pairs of characters over words in a row where their script goes in pairs, else within words", () => {
    assert.deepStrictEqual(Object.fromEntries(bigramsOf("가계부 앱", given("ko"))), { 가계: 1, 계부: 1, 부앱: 1 })
    assert.deepStrictEqual(Object.fromEntries(bigramsOf("to do. do", given("en"))), { to: 1, do: 2 })
    assert.deepStrictEqual(Object.fromEntries(bigramsOf("車、a", given("ja"))), { 車: 1, a: 1 })
  })

  it.each([
    ["en", "Run: Budget Planner!", "budget planner", true, true],
    ["en", "Budget: Planner", "budget planner", false, true],
    ["en", "planner of a budget", "budget planner", false, true],
    ["en", "To-do list", "to do list", true, true],
    ["en", "Budgets and planners", "budget planner", false, false],
    ["en", "Scar detail", "car", false, false],
    ["en", "Kids games", "games for kids", false, true],
    ["en", "How it was", "how to", false, false],
    ["ja", "かんたん家計簿・節約", "家計簿", true, true],
    ["ja", "家計。簿", "家計簿", false, true],
    ["ko", "배달의민족", "배달", true, true],
    ["ko", "가계부앱", "가계부 앱", true, true],
    ["ko", "가계부", "가계부 앱", false, false],
    ["th", "แอปเรียนภาษาอังกฤษฟรี", "เรียนภาษา", true, true],
    ["en", "anything", "!?", false, false]
  ])("in %s %s holds %s as a phrase: %s, its words: %s", (tag, text, phrase, asPhrase, asWords) => {
    assert.strictEqual(holdsPhrase(text, phrase, given(tag)), asPhrase)
    assert.strictEqual(holdsWords(text, phrase, given(tag)), asWords)
  })

  it("tells scripts without spaces, of which Hangul is none", () => {
    assert.isTrue(["家計簿", "かな", "ภาษา", "app 日本"].every(isUnspaced))
    assert.isFalse(["가계부", "budget", "अंग्रेजी", ""].some(isUnspaced))
  })

  it.prop("each word is where it says, for any text", { text: Schema.String }, ({ text }) => {
    for (const tag of ["en", "tr", "ja", "ar"]) {
      const points = [...text]
      let behind = 0
      for (const { end, start, text: word } of wordsOf(text, given(tag))) {
        assert.isTrue(start >= behind - 1 && end > start && end <= points.length, `${start}-${end} behind ${behind}`)
        assert.include(normalOf(points.slice(start, end).join(""), tag).text, word)
        behind = end
      }
    }
  })

  const parts = Schema.Array(
    Schema.Literals(["ﾊ", "ﾞ", "ᄀ", "ᅡ", "ᆨ", "가", "ㅎ", "ㅏ", "e", "\u0301", "ﬁ", "Å", "क", "\u093C", "İ", "𝐀"])
  )
  it.prop("cutting for the places changes nothing of NFKC", { parts }, (drawn) => {
    const text = drawn.parts.join("")
    assert.strictEqual(normalOf(text, "en").text, text.normalize("NFKC").toLowerCase())
  })

  it("reads 64 KiB of anything in one pass", () => {
    for (const unit of ["a-", "ก", "漢", "\u0301", "l'"]) {
      const text = unit.repeat(65_536 / unit.length)
      assert.isAtMost(wordsOf(text, given("fr")).length, 65_536)
      assert.isFalse(holdsPhrase(text, "not there", given("en")))
    }
  })
})

describe("the language", () => {
  it.each([
    ["what is given counts", { given: "pt-BR", country: "jp", text: "家計簿" }, "pt-BR", "given"],
    ["else the storefront's", { country: "br", text: "orçamento" }, "pt-BR", "storefront"],
    ["Japanese is in kana and Han", { country: "jp", text: "家計簿" }, "ja", "storefront"],
    ["a storefront's language isn't what is in another script", { country: "us", text: "가계부" }, "ko", "script"],
    ["English in a storefront of another script", { country: "jp", text: "Budget planner" }, "en", "script"],
    ["kana tell Japanese", { text: "家計簿のアプリ" }, "ja", "script"],
    ["Han letters alone don't", { text: "记账" }, "zh", "script"],
    ["nothing to go by", { text: "!" }, "en", "script"],
    ["what is no tag is not given", { given: "not a tag", country: "de" }, "de", "storefront"]
  ] as const)("%s", (_, known, tag, detectedBy) => {
    assert.deepInclude(languageOf(known), { tag, detectedBy })
  })

  it.each([
    ["en", true, "english", "spaces"],
    ["nb-NO", true, "norwegian", "spaces"],
    ["pl", true, null, "spaces"],
    ["ja", true, null, "dictionary"],
    ["zh-Hant", true, null, "dictionary"],
    ["th", true, null, "dictionary"],
    ["ko", true, null, "bigrams"],
    ["ka", false, null, "spaces"],
    ["ta", false, "tamil", "spaces"]
  ])("says what is known of %s", (tag, stopWords, stemmer, segmentation) => {
    assert.deepStrictEqual(given(tag), {
      tag,
      detectedBy: "given",
      stopWords,
      stemmer,
      segmentation
    })
  })
})
