import { fieldNames, longFields } from "../metadata.ts"
import { type FieldText, type Hit, type Range, rule } from "../rule.ts"
import { source } from "../sources.ts"

const help = { storea: source.storea.versionInformation, storeb: source.storeb.listing }
const isLong = ({ name }: FieldText) => name !== "locale" && longFields.has(name)
const codeOf = (text: string) => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Co}\p{Cs}\u{fffe}\u{ffff}]/gu
const lineBreak = /\r\n|[\n\r\u2028\u2029\t]/gu
const bidi = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const opens = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/

/** Direction controls that nothing closes, that close nothing, or that stand in a text of one direction. */
const strayBidi = (given: string): ReadonlyArray<Range> => {
  const found = [...given.matchAll(bidi)].map(({ 0: sign, index }) => ({
    sign,
    range: { start: index, end: index + 1 }
  }))
  if (found.length === 0) return []
  if (!rightToLeft.test(given)) return found.map(({ range }) => range)
  const open: Array<Range> = []
  const stray: Array<Range> = []
  for (const { range, sign } of found) {
    if (opens.test(sign)) open.push(range)
    else if ((sign === "\u202c" || sign === "\u2069") && open.pop() === undefined) stray.push(range)
  }
  return [...stray, ...open]
}

const zeroWidth = /\u200d|\u034f|[\u200b\u200c\u2060-\u2064\ufeff\u00ad\u180e\u115f\u1160\u3164\uffa0]/gu
/** Scripts in which a joiner changes what is read. */
const joining =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Syriac}\p{M}]/u
const isNeeded = (given: string, at: number) => {
  const sign = given[at]
  const before = given.slice(Math.max(0, at - 2), at)
  if (sign === "\u200d" && /(?:\p{Extended_Pictographic}|\ufe0f|\p{EMod})$/u.test(before)) return true
  return (sign === "\u200c" || sign === "\u200d") && joining.test(before.slice(-1))
}

const spaces = (text: FieldText): ReadonlyArray<Hit> => {
  const { given } = text
  const start = /^[\p{Zs}\t\r\n]+/u.exec(given)?.[0].length ?? 0
  if (start === given.length) return []
  let end = given.length
  while (/[\p{Zs}\t\r\n]/u.test(given[end - 1] ?? "")) end--
  const hits: Array<Hit> = []
  if (start > 0)
    hits.push({ range: { start: 0, end: start }, message: "It begins with white space.", suggestion: "Remove it." })
  for (const { 0: run, index } of given.slice(start, end).matchAll(/(?<=[^\p{Zs}\n])\p{Zs}{2,}(?=[^\p{Zs}\n\r])/gu)) {
    const at = start + index
    hits.push({ range: { start: at, end: at + run.length }, message: "More than one space.", suggestion: "Use one." })
  }
  if (end < given.length) {
    hits.push({
      range: { start: end, end: given.length },
      message: "It ends with white space.",
      suggestion: "Remove it."
    })
  }
  return hits
}

const firstDifference = ({ composed, given }: FieldText): Range => {
  let at = 0
  while (at < given.length && given[at] === composed[at]) at++
  const start = Math.max(0, at - (/\p{M}/u.test(given[at] ?? "") ? 1 : 0))
  const length = /^(?:\P{M}\p{M}*|\p{M}+)/u.exec(given.slice(start, start + 64))?.[0].length ?? 1
  return { start, end: Math.min(given.length, start + length) }
}

/** As the stores and people see an emoji. © ® ™ are none, not even with a variation selector. */
export const pictograph =
  /\p{RI}{2}|[0-9#*]\ufe0f?\u20e3|(?:\p{Emoji_Presentation}|(?![©®™])\p{Emoji}\ufe0f)(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]|\u200d\p{Emoji})*/gu

const markup = /<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,100})?\/?>|&(?:[a-z]{2,8}|#\d{2,6}|#x[0-9a-f]{2,6});/giu

export const texts = [
  rule({
    id: "text.empty",
    says: "The title has nothing to read.",
    severity: { storea: "error", storeb: "error" },
    basis: "help",
    source: { storea: source.storea.appInformation, storeb: source.storeb.listing },
    fields: ["title"],
    sparesBrand: false,
    find: ({ given }) =>
      /[\p{L}\p{N}\p{S}\p{P}]/u.test(given)
        ? []
        : [{ range: null, message: "The title is empty.", suggestion: "Give the app a name." }],
    bad: [{ title: "" }, { title: "  \u200b" }, { platform: "storeb", title: " " }],
    good: [{ title: "Go" }, { title: "2048" }]
  }),
  rule({
    id: "text.control",
    says: "Control characters, private use, stray direction controls, or a line break in a text of one line.",
    severity: { storea: "error", storeb: "error" },
    basis: "help",
    source: help,
    fields: fieldNames,
    sparesBrand: false,
    find: (text) => {
      const told = (range: Range, what: string): Hit => ({
        range,
        message: `${what} (${codeOf(text.slice(range))}).`,
        suggestion: "Remove it."
      })
      const controls = matchesOf(text.given, control).map((range) => told(range, "A character that can't be shown"))
      const breaks = isLong(text)
        ? []
        : matchesOf(text.given, lineBreak).map((range) => told(range, "A line break or tab"))
      return [...controls, ...breaks, ...strayBidi(text.given).map((range) => told(range, "A stray direction control"))]
    },
    bad: [
      { title: "Photo\u0007 Studio", hit: "\u0007" },
      { title: "Photo\nStudio", hit: "\n" },
      { subtitle: "Filters \u202eand frames", hit: "\u202e" },
      { platform: "storeb", fullDescription: "A \ue000 logo", hit: "\ue000" }
    ],
    good: [{ fullDescription: "Two\nlines" }, { title: "صور \u200fPro\u200f" }]
  }),
  rule({
    id: "text.invisible",
    says: "Characters without width, except joiners that a script or an emoji needs.",
    severity: { storea: "warning", storeb: "warning" },
    basis: "help",
    source: help,
    fields: fieldNames,
    sparesBrand: false,
    find: (text) =>
      matchesOf(text.given, zeroWidth)
        .filter(({ start }) => !isNeeded(text.given, start))
        .map((range) => ({
          range,
          message: `A character that can't be seen (${codeOf(text.slice(range))}).`,
          suggestion: "Remove it."
        })),
    bad: [
      { title: "Photo\u200bStudio", hit: "\u200b" },
      { keywords: "pho\u00adto", hit: "\u00ad" },
      { title: "사진\u3164", hit: "\u3164" }
    ],
    good: [{ title: "می\u200cخواهم" }, { title: "क्\u200dष" }]
  }),
  rule({
    id: "text.spaces",
    says: "White space at the start or end, or more than one space.",
    severity: { storea: "warning", storeb: "warning" },
    basis: "help",
    source: help,
    fields: fieldNames,
    sparesBrand: false,
    find: spaces,
    bad: [
      { title: " Photo Studio", hit: " " },
      { title: "Photo  Studio", hit: "  " },
      { subtitle: "Frames\u3000", hit: "\u3000" }
    ],
    good: [{ title: "Photo Studio" }, { fullDescription: "One\n\n  two\nthree" }]
  }),
  rule({
    id: "text.not-nfc",
    says: "Letters and marks that aren't composed (NFC), as file systems write them.",
    severity: { storea: "info", storeb: "info" },
    basis: "practice",
    source: help,
    fields: fieldNames,
    sparesBrand: false,
    find: (text) =>
      text.given === text.composed
        ? []
        : [
            {
              range: firstDifference(text),
              message: "The text isn't in Unicode normal form C.",
              suggestion: "Write it in NFC: the same letters, composed."
            }
          ],
    bad: [
      { title: "Cafe\u0301 Finder", hit: "e\u0301" },
      { platform: "storeb", title: "u\u0308ben", hit: "u\u0308" }
    ],
    good: [{ title: "Café Finder" }]
  }),
  rule({
    id: "text.markup",
    says: "HTML tags or entities.",
    severity: { storea: "warning", storeb: "info" },
    basis: "help",
    source: help,
    fields: fieldNames,
    sparesBrand: false,
    find: ({ given }) =>
      matchesOf(given, markup).map((range) => ({
        range,
        message: "HTML, which is shown as it is written.",
        suggestion: "Write plain text."
      })),
    bad: [
      { title: "Tom &amp; Ann", hit: "&amp;" },
      { fullDescription: "A <b>bold</b> claim", hit: "<b>" },
      { platform: "storeb", fullDescription: "One<br/>two", hit: "<br/>" }
    ],
    good: [{ title: "Tom & Ann" }, { fullDescription: "a < b and c > d" }]
  }),
  rule({
    id: "text.pictograph",
    says: "Emoji: emoji presentation, keycaps, flags. © ® ™ are none.",
    severity: { storea: "error", storeb: "error" },
    basis: "API, metadata policy",
    source: { storea: source.storea.localizationApi, storeb: source.storeb.metadata },
    fields: fieldNames,
    sparesBrand: false,
    find: (text, { platform }) => {
      if (platform === "storeb" && !["title", "developerName", "shortDescription"].includes(text.name)) return []
      return matchesOf(text.given, pictograph).map((range) => ({
        range,
        message: platform === "storea" ? "The store refuses emoji." : "The store's policy doesn't allow emoji here.",
        suggestion: "Remove it.",
        ...(text.name === "shortDescription" ? { severity: "warning" as const } : {})
      }))
    },
    bad: [
      { title: "Photo Studio 📷", hit: "📷" },
      { whatsNew: "Fixes ❤️", hit: "❤️" },
      { title: "Route 6️⃣6️⃣", hit: "6️⃣" },
      { platform: "storeb", title: "Learn French 🇫🇷", hit: "🇫🇷" },
      { platform: "storeb", shortDescription: "Edit photos 👩‍🎨 like a painter", hit: "👩‍🎨" }
    ],
    good: [
      { title: "Photo Studio® ™️ ©️" },
      { title: "Rock ♪ Radio" },
      { platform: "storeb", fullDescription: "Have fun 🎉" }
    ]
  })
]

function matchesOf(given: string, pattern: RegExp): ReadonlyArray<Range> {
  return [...given.matchAll(pattern)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }))
}
