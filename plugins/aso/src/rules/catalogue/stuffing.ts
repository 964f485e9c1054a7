import { namePartsOf } from "@storeglass/plugin-api"
/** Titles that are lists of keywords. */
import { phraseList } from "../phrases.ts"
import { type Context, charIndex, type Hit, rule } from "../rule.ts"
import { source } from "../sources.ts"
import { telling } from "./repeats.ts"

const accurate = { storea: source.storea.metadata, storeb: source.storeb.metadata }

export const stuffing = rule({
  id: "title.stuffing",
  says: "Three separators, a word twice, or three phrases with commas in the title.",
  severity: { storea: "warning", storeb: "warning" },
  basis: "2.3.7; metadata policy",
  source: accurate,
  fields: ["title"],
  find: (text) => {
    const hits: Array<Hit> = []
    const segments = namePartsOf(text.given)
    const second = segments[1]
    const commas = text.given.match(/(?<!\d)[,，、]|[,，、](?!\d)/gu)?.length ?? 0
    if (second !== undefined && (segments.length > 3 || commas >= 2)) {
      hits.push({
        range: { start: second.start, end: text.given.length },
        message: commas >= 2 ? "The title lists phrases with commas." : "The title has three separators or more.",
        suggestion: "Keep the name and one phrase that people would say."
      })
    }
    const seen = new Set<string>()
    for (const { range, stem } of telling(text)) {
      if (seen.has(stem)) {
        hits.push({ range, message: `“${text.slice(range)}” is there twice.`, suggestion: "Say it once." })
      }
      seen.add(stem)
    }
    return hits
  },
  bad: [
    { title: "Photo - Editor - Collage - Fun", hit: "Editor - Collage - Fun" },
    { title: "Photo Editor & Photo Maker", hit: "Photo" },
    { platform: "storeb", title: "Edit photos, collage, frames", hit: "collage, frames" }
  ],
  good: [
    { title: "Photo Studio: Collage & Frames" },
    { title: "Bora Bora Guide", known: { brand: "Bora Bora Guide" } },
    { title: "Up 1,000,000 Steps, Walk" }
  ]
})

export const descriptor = rule({
  id: "title.descriptor",
  says: "Nothing but keywords after the name: three words or more without one that joins them.",
  severity: { storea: "info" },
  basis: "practice",
  source: { storea: source.storea.search },
  fields: ["title"],
  lacks: ({ language }) =>
    language.segmentation !== "spaces"
      ? "It's for scripts with spaces."
      : language.stopWords
        ? undefined
        : `There's no list of stop words for '${language.tag}'.`,
  find: (text) => {
    const [, second, third] = namePartsOf(text.given)
    if (second === undefined || third !== undefined) return []
    const words = text.words.filter(({ range }) => range.start >= second.start && range.end <= second.end)
    const isList = words.length >= 3 && !words.some(({ isStopWord }) => isStopWord) && !/[&+]/.test(text.slice(second))
    // A claim among them is another rule's.
    const isClaim = text.phrases("ranking").some(({ start }) => text.range(start, start).start >= second.start)
    return isList && !isClaim
      ? [
          {
            range: second,
            message: `“${text.slice(second)}” is a row of keywords.`,
            suggestion: "Write a phrase that people would say."
          }
        ]
      : []
  },
  bad: [{ title: "Lumo: Photo Editor Collage", hit: "Photo Editor Collage" }],
  good: [
    { title: "Lumo: Edit Photos and Videos" },
    { title: "Lumo: Photo Editor" },
    { title: "Photo Editor Collage Maker" }
  ]
})

export const withoutTargets = ({ targets = [], unknown }: Context) =>
  targets.length === 0 ? (unknown?.targets ?? "The terms that it should be found by aren't known.") : undefined

export const termFirst = rule({
  id: "title.term-first",
  says: "The main term begins in the second half of the title.",
  severity: { storea: "info", storeb: "info" },
  basis: "practice",
  source: { storea: source.storea.search, storeb: source.storeb.guidance },
  fields: ["title"],
  sparesBrand: false,
  lacks: withoutTargets,
  find: (text, { targets = [] }) => {
    const [main] = targets
    const [found] = main === undefined ? [] : phraseList([main.replace(/[*!]/g, "")]).find(text.folded.text)
    if (found === undefined) return []
    const range = text.range(found.start, found.end)
    return charIndex(text.given, range.start) * 2 >= charIndex(text.given, text.given.length)
      ? [
          {
            range,
            message: `“${text.slice(range)}” comes late in the title.`,
            suggestion: "Put it nearer to the start."
          }
        ]
      : []
  },
  bad: [{ title: "Lumo Studio Pro: Collage", known: { targets: ["collage"] }, hit: "Collage" }],
  good: [
    { title: "Collage Maker: Lumo Studio", known: { targets: ["collage"] } },
    { title: "Lumo Studio Pro", known: { targets: ["collage"] } }
  ]
})
