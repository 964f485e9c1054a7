import { bytesOf, charCount, type FieldName, fieldNames, type IssueField, limitOf } from "../metadata.ts"
import { type Context, rule } from "../rule.ts"
import { source } from "../sources.ts"

const help = { storea: source.storea.versionInformation, storeb: source.storeb.listing }

const limitIn = ({ platform }: Context, name: IssueField) => (name === "locale" ? undefined : limitOf(platform, name))

/** Where the text passes the limit, in UTF-16 units of what was given. */
const endOf = (given: string, max: number) => {
  let at = 0
  let count = 0
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(given.slice(0, max * 16))) {
    count += charCount(segment)
    if (count > max) return at
    at += segment.length
  }
  return at
}

/** Least lengths that use the room of a field. */
const used: Partial<Readonly<Record<FieldName, number>>> = {
  title: 20,
  subtitle: 20,
  keywords: 75,
  shortDescription: 50
}

export const lengths = [
  rule({
    id: "length.over",
    says: "A text is longer than the store takes.",
    severity: { storea: "error", storeb: "error" },
    basis: "help",
    source: help,
    fields: fieldNames,
    sparesBrand: false,
    find: (text, context) => {
      const limit = limitIn(context, text.name)
      const count = text.charCount
      if (limit === undefined || count <= limit.max) return []
      const range = { start: endOf(text.given, limit.max), end: text.given.length }
      return [
        {
          range,
          message: `${count} characters; the store takes at most ${limit.max}.`,
          suggestion: `Shorten it by ${count - limit.max}.`
        }
      ]
    },
    bad: [
      { title: "A title that is far too long to fit", hit: "o fit" },
      { platform: "storeb", title: "Ein Titel, der viel zu lang ist, um zu passen", hit: "t, um zu passen" },
      { subtitle: "This subtitle is also far too long", hit: "long" },
      { platform: "storeb", whatsNew: "a".repeat(501), hit: "a" },
      { platform: "storeb", developerName: "a".repeat(65), hit: "a" }
    ],
    good: [
      { title: "Exactly thirty characters, yes" },
      { platform: "storeb", shortDescription: "a".repeat(80) },
      { title: "e\u0301".repeat(30) },
      { title: "𠮷".repeat(30) }
    ]
  }),
  rule({
    id: "length.min",
    says: "The title has fewer than 2 characters.",
    severity: { storea: "error" },
    basis: "help",
    source: { storea: source.storea.appInformation },
    fields: ["title"],
    sparesBrand: false,
    find: (text, { platform }) => {
      const min = limitOf(platform, "title")?.min ?? 0
      return text.given.trim() !== "" && text.charCount < min
        ? [{ range: { start: 0, end: text.given.length }, message: `The title must have at least ${min} characters.` }]
        : []
    },
    bad: [{ title: "X", hit: "X" }],
    good: [{ title: "Go" }, { platform: "storeb", title: "X" }]
  }),
  rule({
    id: "length.utf16",
    says: "A text fits by characters, but not by UTF-16 units, as some tools count.",
    severity: { storeb: "warning" },
    basis: "API",
    source: { storeb: source.storeb.listing },
    fields: fieldNames,
    sparesBrand: false,
    find: (text, context) => {
      const limit = limitIn(context, text.name)
      if (limit === undefined || text.charCount > limit.max || text.composed.length <= limit.max) return []
      return [
        {
          range: null,
          message: `${text.composed.length} UTF-16 units, though ${text.charCount} characters: the console may count it as over ${limit.max}.`
        }
      ]
    },
    bad: [{ platform: "storeb", title: "𠮷".repeat(16) }],
    good: [{ platform: "storeb", title: "𠮷".repeat(15) }]
  }),
  rule({
    id: "length.bytes",
    says: "The keywords are over 100 bytes of UTF-8. The help says bytes; the store's API takes 100 characters.",
    severity: { storea: "info" },
    basis: "help, API",
    source: { storea: source.storea.versionInformation },
    fields: ["keywords"],
    sparesBrand: false,
    find: (text, { platform }) => {
      const max = limitOf(platform, "keywords")?.max ?? Number.POSITIVE_INFINITY
      const bytes = bytesOf(text.composed)
      return bytes > max && text.charCount <= max
        ? [
            {
              range: null,
              message: `${bytes} bytes. The store's help gives this field ${max} bytes, but its API takes ${max} characters.`
            }
          ]
        : []
    },
    bad: [{ keywords: "تصوير,فيديو,محرر,صور,تعديل,قص,دمج,موسيقى,فلتر,ملصقات,خلفيات" }],
    good: [{ keywords: "photo,video,editor" }]
  }),
  rule({
    id: "length.underused",
    says: "Title or subtitle under 20 characters, keywords under 75, short description under 50.",
    severity: { storea: "info", storeb: "info" },
    basis: "practice",
    source: { storea: source.storea.search, storeb: source.storeb.guidance },
    fields: ["title", "subtitle", "keywords", "shortDescription"],
    sparesBrand: false,
    find: (text, context) => {
      const limit = limitIn(context, text.name)
      const least = text.name === "locale" ? undefined : used[text.name]
      const count = text.charCount
      if (limit === undefined || least === undefined || text.given.trim() === "" || count >= least) return []
      return [
        {
          range: null,
          message: `Only ${count} of ${limit.max} characters are used.`,
          suggestion: `Use the other ${limit.max - count} for terms that people search for.`
        }
      ]
    },
    bad: [
      { title: "Photo Studio" },
      { platform: "storeb", shortDescription: "Edit photos." },
      { keywords: "collage,filter" }
    ],
    good: [{ title: "Photo Studio: Collage Maker" }, { subtitle: "Filters, frames and fonts" }]
  })
]
