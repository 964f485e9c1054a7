import { separators, termsOf } from "../keywordTerms.ts"
import { type Hit, matches, rule } from "../rule.ts"
import { source } from "../sources.ts"

const help = { basis: "help", source: { storea: source.storea.search }, fields: ["keywords"] } as const

export const keywords = [
  rule({
    ...help,
    id: "keywords.separator",
    says: "Terms are separated by something else than a comma: a semicolon, a bar, a line break; ， and 、 are information.",
    severity: { storea: "warning" },
    sparesBrand: false,
    find: (text) => [
      ...matches(text, /[;|；｜]|\r\n|[\r\n]/gu, (words) => ({
        message: `Terms are separated by “${words.replace(/[\r\n]+/g, "a line break")}”.`,
        suggestion: "Separate them by commas."
      })),
      ...matches(text, /[，、]/gu, (words) => ({
        message: `“${words}” in place of a comma.`,
        suggestion: "Write a comma: ,"
      })).map((hit) => ({ ...hit, severity: "info" as const }))
    ],
    bad: [
      { keywords: "photo;collage;frame", hit: ";" },
      { keywords: "photo|collage", hit: "|" },
      { keywords: "写真、加工、文字", hit: "、" }
    ],
    good: [{ keywords: "photo,collage,frame" }]
  }),
  rule({
    ...help,
    id: "keywords.space",
    says: "A space beside a comma, which takes a character.",
    severity: { storea: "warning" },
    sparesBrand: false,
    find: (text) =>
      matches(text, /(?<=[,，、])[\p{Zs}\t]+|(?<![\p{Zs}\t])[\p{Zs}\t]+(?=[,，、])/gu, () => ({
        message: "A space beside a comma takes a character.",
        suggestion: "Remove it."
      })),
    bad: [
      { keywords: "photo, collage, frame", hit: " " },
      { keywords: "photo ,collage", hit: " " }
    ],
    good: [{ keywords: "photo editor,collage" }]
  }),
  rule({
    ...help,
    id: "keywords.empty",
    says: "A comma with no term before or after it.",
    severity: { storea: "warning" },
    sparesBrand: false,
    find: (text) => {
      const hits: Array<Hit> = []
      let last = -1
      let hasTerm = false
      for (const { 0: sign, index } of text.given.matchAll(/[,，、]|[^\s,，、]+/gu)) {
        if (!separators.test(sign)) {
          hasTerm = true
          continue
        }
        if (!hasTerm)
          hits.push({
            range: { start: index, end: index + 1 },
            message: "A comma without a term before it.",
            suggestion: "Remove it."
          })
        hasTerm = false
        last = index
      }
      if (last >= 0 && !hasTerm) {
        hits.push({
          range: { start: last, end: last + 1 },
          message: "A comma without a term after it.",
          suggestion: "Remove it."
        })
      }
      return hits
    },
    bad: [
      { keywords: "photo,,collage", hit: "," },
      { keywords: "photo,collage,", hit: "," },
      { keywords: ",photo", hit: "," }
    ],
    good: [{ keywords: "photo,collage" }]
  }),
  rule({
    ...help,
    id: "keywords.duplicate",
    says: "The same term twice.",
    severity: { storea: "warning" },
    find: (text) => {
      const seen = new Set<string>()
      return termsOf(text).flatMap(({ folded, range, text: term }) => {
        const isKnown = seen.has(folded)
        seen.add(folded)
        return isKnown ? [{ range, message: `“${term}” is there already.`, suggestion: "Remove it." }] : []
      })
    },
    bad: [
      { keywords: "photo,collage,photo", hit: "photo" },
      { keywords: "Foto,collage,foto", hit: "foto" }
    ],
    good: [{ keywords: "photo,photos,collage" }]
  }),
  rule({
    ...help,
    id: "keywords.sign",
    says: "Signs that nobody types: # @ © and quotes.",
    severity: { storea: "warning" },
    sparesBrand: false,
    find: (text) =>
      matches(text, /(?<![cCfFjJ])#|@|[©®™*"“”„«»]|(?<!\p{L})['’‘]|['’‘](?!\p{L})/gu, (words) => ({
        message: `“${words}” isn't searched for.`,
        suggestion: "Remove it."
      })),
    bad: [
      { keywords: "#photo,collage", hit: "#" },
      { keywords: '"photo",collage', hit: '"' },
      { keywords: "photo©", hit: "©" }
    ],
    good: [{ keywords: "c#,f#,men's" }]
  })
]
