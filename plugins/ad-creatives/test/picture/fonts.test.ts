import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Family, familiesFor, fontOf, sliceFor, slicesOf } from "../../src/picture/fonts.ts"
import { graphemesOf, paragraphOf, shapeLine } from "../../src/picture/shaping.ts"
import { drawText, layText, outlineOf, type TextStyle } from "../../src/picture/text.ts"

const scripts: ReadonlyArray<{ readonly lang: string; readonly text: string; readonly family: Family }> = [
  { lang: "en", text: "Plan a week of meals in minutes", family: "noto-sans" },
  { lang: "de", text: "Größere Überraschungen für Äpfel & Öl: 25 €", family: "noto-sans" },
  { lang: "pl", text: "Zażółć gęślą jaźń – łatwo", family: "noto-sans" },
  { lang: "tr", text: "İstanbul’da ışık, çağrı, şöför, ğ", family: "noto-sans" },
  { lang: "vi", text: "Lên kế hoạch bữa ăn trong vài phút", family: "noto-sans" },
  { lang: "ru", text: "Планируйте съёмки за минуты", family: "noto-sans" },
  { lang: "uk", text: "Їжа, ґанок і є ще щось", family: "noto-sans" },
  { lang: "el", text: "Σχεδιάστε γεύματα σε λίγα λεπτά", family: "noto-sans" },
  { lang: "hi", text: "मिनटों में भोजन की योजना बनाएं", family: "noto-sans" },
  { lang: "bn", text: "কয়েক মিনিটে খাবারের পরিকল্পনা করুন", family: "noto-sans-bengali" },
  { lang: "gu", text: "મિનિટોમાં ભોજનની યોજના બનાવો", family: "noto-sans-gujarati" },
  { lang: "pa", text: "ਮਿੰਟਾਂ ਵਿੱਚ ਭੋਜਨ ਦੀ ਯੋਜਨਾ ਬਣਾਓ", family: "noto-sans-gurmukhi" },
  { lang: "kn", text: "ನಿಮಿಷಗಳಲ್ಲಿ ಊಟವನ್ನು ಯೋಜಿಸಿ", family: "noto-sans-kannada" },
  { lang: "ml", text: "മിനിറ്റുകൾക്കുള്ളിൽ ഭക്ഷണം ആസൂത്രണം ചെയ്യുക", family: "noto-sans-malayalam" },
  { lang: "or", text: "ମିନିଟ୍ ମଧ୍ୟରେ ଭୋଜନ ଯୋଜନା କରନ୍ତୁ", family: "noto-sans-oriya" },
  { lang: "ta", text: "நிமிடங்களில் உணவைத் திட்டமிடுங்கள்", family: "noto-sans-tamil" },
  { lang: "te", text: "నిమిషాల్లో భోజనాన్ని ప్లాన్ చేయండి", family: "noto-sans-telugu" },
  { lang: "si", text: "මිනිත්තු කිහිපයකින් ආහාර සැලසුම් කරන්න", family: "noto-sans-sinhala" },
  { lang: "km", text: "រៀបចំអាហារក្នុងរយៈពេលប៉ុន្មាននាទី", family: "noto-sans-khmer" },
  { lang: "lo", text: "ວາງແຜນອາຫານໃນບໍ່ເທົ່າໃດນາທີ", family: "noto-sans-lao" },
  { lang: "my", text: "မိနစ်ပိုင်းအတွင်း အစားအစာ စီစဉ်ပါ", family: "noto-sans-myanmar" },
  { lang: "ka", text: "დაგეგმეთ კვება წუთებში", family: "noto-sans-georgian" },
  { lang: "hy", text: "Պլանավորեք սնունդը րոպեների ընթացքում", family: "noto-sans-armenian" },
  { lang: "am", text: "ምግቦችን በደቂቃዎች ውስጥ ያቅዱ", family: "noto-sans-ethiopic" },
  { lang: "ar", text: "خطّط لوجبات أسبوعك في دقائق، بسهولة؟", family: "noto-sans-arabic" },
  { lang: "fa", text: "برنامه‌ریزی غذا در چند دقیقه", family: "noto-sans-arabic" },
  { lang: "he", text: "תכננו את הארוחות בקלות", family: "noto-sans-hebrew" },
  { lang: "th", text: "วางแผนมื้ออาหารทั้งสัปดาห์ในไม่กี่นาที", family: "noto-sans-thai" },
  { lang: "ja", text: "一週間の献立を、たった数分で計画", family: "noto-sans-jp" },
  { lang: "ko", text: "몇 분 만에 식단을 계획하세요", family: "noto-sans-kr" },
  { lang: "zh-Hans", text: "几分钟内规划您的一周餐食", family: "noto-sans-sc" },
  { lang: "zh-Hant", text: "幾分鐘內規劃您的一週餐食", family: "noto-sans-tc" }
]
const style = (text: string, lang: string, more: Partial<TextStyle> = {}): TextStyle => ({
  text,
  lang,
  width: 400,
  height: 240,
  weight: 800,
  align: "start",
  size: 60,
  sizeMin: 24,
  ...more
})
const inked = (data: Uint8Array) => data.reduce((sum, value, at) => sum + (at % 4 === 3 && value > 40 ? 1 : 0), 0)

describe("every script of the stores", () => {
  it.each(scripts)("$lang is drawn by glyphs of ours, and none is missing", ({ family, lang, text }) => {
    const paragraph = paragraphOf(text, lang)
    assert.strictEqual(paragraph.text, text.normalize("NFC"))
    assert.isTrue(paragraph.slices.some((slice) => slice.family === family))
    // The font's own table has each letter, and shaping gives no glyph 0, which is the box of a missing one.
    Array.from(paragraph.text).reduce((at, letter) => {
      const slice = paragraph.slices[at]
      assert.isDefined(slice)
      const point = letter.codePointAt(0) ?? 0
      if (slice !== undefined && point !== 0x200c && point !== 0x200d)
        assert.notStrictEqual(fontOf(slice, 400).face.collectUnicodes().indexOf(point), -1)
      return at + letter.length
    }, 0)
    const { glyphs, width } = shapeLine(paragraph, 0, paragraph.text.length, 800)
    assert.isAbove(width, 1)
    assert.isTrue(glyphs.every(({ glyph }) => glyph !== 0))
  })

  it.effect.each(scripts)("$lang has ink that a font without it has not", ({ lang, text }) =>
    Effect.gen(function* () {
      const { data, text: laid } = yield* drawText({ ...style(text, lang), colour: "#000" })
      assert.isFalse(laid.cut)
      assert.isAbove(inked(data), 3000)
    })
  )

  it("Han characters have the shapes of their language", () => {
    const outline = (lang: string) => outlineOf(layText(style("直骨", lang)), 0, 0)
    assert.strictEqual(new Set(["ja", "zh-Hans", "zh-Hant-TW", "zh-HK"].map(outline)).size, 3)
    assert.strictEqual(familiesFor("直骨", "zh-TW")[0], "noto-sans-tc")
    assert.strictEqual(familiesFor("直骨です", "en")[0], "noto-sans-jp")
  })

  it("letters of Arabic are joined, and those of a line run from the right", () => {
    const paragraph = paragraphOf("سلام", "ar")
    const joined = shapeLine(paragraph, 0, 4, 400)
    const apart = [0, 1, 2, 3].reduce((sum, at) => sum + shapeLine(paragraph, at, at + 1, 400).width, 0)
    assert.isBelow(joined.width, apart * 0.95)
    const hebrew = paragraphOf("אב", "he")
    const [left, right] = shapeLine(hebrew, 0, 2, 400).glyphs
    const [alef] = shapeLine(hebrew, 0, 1, 400).glyphs
    assert.isBelow(left?.x ?? 0, right?.x ?? 0)
    assert.strictEqual(right?.glyph, alef?.glyph)
  })

  it("a Latin name within Arabic still runs from the left", () => {
    const paragraph = paragraphOf("مع Ab", "ar")
    const { glyphs } = shapeLine(paragraph, 0, 5, 400)
    const latin = shapeLine(paragraph, 3, 5, 400).glyphs.map(({ glyph }) => glyph)
    assert.deepStrictEqual(
      glyphs.slice(0, 2).map(({ glyph }) => glyph),
      latin
    )
  })

  it("what has no glyph is left out, and so are pictographs", () => {
    assert.strictEqual(paragraphOf("Pizza 🍕 now 👩‍🍳!", "en").text, "Pizza now !")
    assert.strictEqual(paragraphOf("a\u{10FFFD}b\uFFFFc", "en").text, "abc")
    assert.strictEqual(paragraphOf("© ™ ®", "en").text, "© ™ ®")
    assert.isUndefined(sliceFor("\u{10FFFD}", familiesFor("", "en"), undefined))
  })

  it("every slice of every family opens", () => {
    // One in nine, so that all are seen over the families and the test stays short.
    const slices = (["noto-sans", "noto-sans-arabic", "noto-sans-hebrew", "noto-sans-thai", "noto-sans-jp"] as const)
      .flatMap(slicesOf)
      .filter((_, i) => i % 9 === 0)
    for (const slice of slices) assert.isAbove(fontOf(slice, 700).face.collectUnicodes().length, 0, slice.file)
  })
})

describe("a text in a box", () => {
  it.each(scripts)("$lang stays inside, whatever the box", ({ lang, text }) => {
    for (const [width, height] of [
      [600, 300],
      [320, 200],
      [200, 120],
      [150, 60]
    ] as const) {
      const laid = layText(style(text, lang, { width, height, sizeMin: 18 }))
      const { ink } = laid
      assert.isAtLeast(laid.size, 18)
      assert.isAtMost(laid.height, height + 0.01)
      assert.isAtLeast(ink.left, -0.08 * laid.size)
      assert.isAtMost(ink.left + ink.width, width + 0.08 * laid.size)
      assert.isAtLeast(ink.top, -0.12 * laid.size)
      assert.isAtMost(ink.top + ink.height, height + 0.12 * laid.size)
    }
  })

  it("shrinks before it's cut, and is cut after a word", () => {
    const long = "A headline of so many words that no box of that size has room for all of them at once"
    const whole = layText(style(long, "en", { width: 420, height: 200, sizeMin: 20 }))
    assert.isFalse(whole.cut)
    assert.isBelow(whole.size, 60)
    const cut = layText(style(long, "en", { width: 200, height: 80, sizeMin: 24 }))
    assert.isTrue(cut.cut)
    assert.strictEqual(cut.size, 24)
    assert.match(cut.text, /…$/)
    assert.isTrue(long.startsWith(`${cut.text.slice(0, -1)} `))
  })

  it("is cut after a grapheme where there are no spaces", () => {
    for (const { lang, text } of scripts.filter(({ lang }) => /^(ja|th|zh)/.test(lang))) {
      const cut = layText(style(text, lang, { width: 170, height: 40, sizeMin: 26 }))
      assert.isTrue(cut.cut, lang)
      const kept = graphemesOf(cut.text.slice(0, -1))
      assert.deepStrictEqual(kept, graphemesOf(text).slice(0, kept.length))
      assert.isAbove(kept.length, 2)
    }
  })

  it("breaks no word, and no line begins with what only ends one", () => {
    const german = layText(style("Versicherungsverträge mühelos im Überblick", "de", { width: 330 }))
    assert.isTrue(german.lines.every(({ line }) => line.width * german.size <= 330.01))
    const japanese = layText(style("献立を、たった数分で。計画しよう！", "ja", { width: 260, size: 52 }))
    assert.isAbove(japanese.lines.length, 1)
  })

  it("begins at the right if it's written from there", () => {
    const { ink } = layText(style("שלום", "he", { width: 500 }))
    assert.isAbove(ink.left + ink.width, 490)
    const mirrored = layText(style("שלום", "he", { width: 500, align: "end" }))
    assert.isBelow(mirrored.ink.left, 10)
  })

  it("may be nothing", () => {
    const laid = layText(style("🍕 ", "en"))
    assert.deepStrictEqual([laid.lines.length, laid.height, laid.cut], [0, 0, false])
  })
})
