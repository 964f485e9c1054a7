/** Descriptions that are written for a search, and not to be read. */
import { findIn, phraseBook } from "../phrases.ts"
import { type FieldText, type Hit, rule } from "../rule.ts"
import { source } from "../sources.ts"
import { telling } from "./repeats.ts"
import { withoutTargets } from "./stuffing.ts"

const policy = {
  basis: "metadata policy",
  source: { storeb: source.storeb.metadata },
  fields: ["fullDescription"]
} as const

/** Terms of a row without a sentence. */
const rowMin = 8
const timesMax = 5
const shareMax = 0.03

const rows = (text: FieldText, hasStopWords: boolean): ReadonlyArray<Hit> => {
  const { given, words } = text
  let at = 0
  return [...given.matchAll(/[^\n.!?。！？]+/gu)].flatMap(({ 0: part, index }) => {
    const items = part.split(/[,，、;；|/#•·]+/u).filter((item) => item.trim() !== "")
    const end = index + part.length
    while ((words[at]?.range.start ?? end) < index) at++
    const from = at
    while ((words[at]?.range.start ?? end) < end) at++
    if (items.length < rowMin) return []
    const own = words.slice(from, at)
    const isSentence = hasStopWords && own.some(({ isStopWord }) => isStopWord)
    if (isSentence || items.some((item) => [...item.trim()].length > 40)) return []
    const start = index + (part.length - part.trimStart().length)
    return [
      {
        range: { start, end: index + part.trimEnd().length },
        message: `${items.length} terms in a row without a sentence.`,
        suggestion: "Say it in sentences."
      }
    ]
  })
}

export const block = rule({
  ...policy,
  id: "description.block",
  says: "Eight terms or more in a row, without a sentence.",
  severity: { storeb: "warning" },
  sparesBrand: false,
  find: (text, { language }) => rows(text, language.stopWords),
  bad: [
    {
      platform: "storeb",
      fullDescription: "Edit photos.\nphoto, editor, collage, filter, frame, sticker, selfie, beauty",
      hit: "photo, editor, collage, filter, frame, sticker, selfie, beauty"
    }
  ],
  good: [
    {
      platform: "storeb",
      fullDescription: "Crop, rotate, flip, blur, sharpen, tint, frame and share your photos from one place."
    },
    { platform: "storeb", fullDescription: "Filters\nFrames\nFonts\nStickers\nBrushes\nLayers\nMasks\nText" }
  ]
})

export const repetition = rule({
  ...policy,
  id: "description.repetition",
  says: "A word more than 5 times and more than 3% of all.",
  severity: { storeb: "warning" },
  find: (text) => {
    const total = text.words.length
    const found = new Map<string, Array<Hit>>()
    for (const { range, stem } of telling(text)) {
      const hits = found.get(stem) ?? []
      hits.push({ range, message: "" })
      found.set(stem, hits)
    }
    return [...found.values()].flatMap((hits) => {
      const over = hits[timesMax]
      if (over === undefined || over.range === null || hits.length / total <= shareMax) return []
      const word = text.slice(over.range)
      return [
        {
          ...over,
          message: `“${word}” is there ${hits.length} times, ${Math.round((hits.length / total) * 100)}% of all words.`,
          suggestion: "Say it less often."
        }
      ]
    })
  },
  bad: [
    {
      platform: "storeb",
      fullDescription: "Photo tools. Photo frames. Photo fonts. Photo grids. Photo masks. Photo layers, all there.",
      hit: "Photo"
    }
  ],
  good: [{ platform: "storeb", fullDescription: "Photo tools, frames and fonts. Grids, masks and layers, all there." }]
})

const absent = (folded: string, phrases: ReadonlyArray<string>) => {
  const found = findIn([phraseBook(phrases.map((phrase) => [phrase, [phrase.replace(/[*!]/g, "")]]))], folded)
  return phrases.filter((phrase) => found(phrase).length === 0)
}

export const noTerm = rule({
  ...policy,
  id: "description.no-term",
  says: "A term that the app should be found by is missing in the description.",
  severity: { storeb: "info" },
  sparesBrand: false,
  lacks: withoutTargets,
  find: (text, { targets = [] }) =>
    absent(text.folded.text, targets).map((target) => ({
      range: null,
      message: `“${target}” isn't in the description.`,
      suggestion: "Say it once, in a sentence."
    })),
  bad: [{ platform: "storeb", fullDescription: "Frames and fonts.", known: { targets: ["collage maker"] } }],
  good: [{ platform: "storeb", fullDescription: "A collage-maker with frames.", known: { targets: ["collage maker"] } }]
})
