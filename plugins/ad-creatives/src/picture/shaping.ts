// biome-ignore lint/style/noRestrictedImports: types of bidi-js, see below.
import { createRequire } from "node:module"
import type { EmbeddingLevels, default as makeBidi } from "bidi-js"
import { Buffer, Direction, shape } from "harfbuzzjs"
import { type Family, familiesFor, fontOf, type Slice, sliceFor } from "./fonts.ts"

// The package's types say that its factory is a default export; its CommonJS build is the factory itself.
const bidiFactory: typeof makeBidi.default = createRequire(import.meta.url)("bidi-js")
const bidi = bidiFactory()
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" })

export const graphemesOf = (text: string): ReadonlyArray<string> =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** A text whose every letter has a glyph: pictographs and letters of scripts without a font are left out. */
export interface Paragraph {
  readonly text: string
  readonly lang: string
  readonly rightToLeft: boolean
  /** For each UTF-16 unit of the text. */
  readonly slices: ReadonlyArray<Slice>
  readonly levels: EmbeddingLevels
}

const rightToLeftLetters = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

export const isRightToLeft = (text: string): boolean => {
  const first = text.match(/\p{L}/u)?.[0]
  return first !== undefined && rightToLeftLetters.test(first)
}

export const paragraphOf = (raw: string, lang: string): Paragraph => {
  const clean = raw.normalize("NFC").replace(/\s+/gu, " ").trim()
  const among: ReadonlyArray<Family> = familiesFor(clean, lang)
  const slices: Array<Slice> = []
  let text = ""
  let before: Slice | undefined
  for (const grapheme of graphemesOf(clean)) {
    // A pictograph's joiners and selectors go with it.
    if (/\p{Extended_Pictographic}/u.test(grapheme) && !/^[©®™]$/u.test(grapheme)) continue
    if (grapheme === " " && (text === "" || text.endsWith(" "))) continue
    const slice = sliceFor(grapheme, among, before)
    if (slice === undefined) continue
    text += grapheme
    for (let i = 0; i < grapheme.length; i++) slices.push(slice)
    before = slice
  }
  const trimmed = text.trimEnd()
  const rightToLeft = isRightToLeft(trimmed)
  return {
    text: trimmed,
    lang,
    rightToLeft,
    slices: slices.slice(0, trimmed.length),
    levels: bidi.getEmbeddingLevels(trimmed, rightToLeft ? "rtl" : "ltr")
  }
}

export interface ShapedGlyph {
  readonly slice: Slice
  readonly glyph: number
  /** In ems. */
  readonly x: number
  readonly y: number
}

export interface ShapedLine {
  readonly glyphs: ReadonlyArray<ShapedGlyph>
  readonly width: number
}

interface Run {
  readonly start: number
  readonly end: number
  readonly rightToLeft: boolean
  readonly slice: Slice
}

/** Runs of one font and direction, in the order in which they're seen. */
const runsOf = (paragraph: Paragraph, start: number, end: number): ReadonlyArray<Run> => {
  const { levels } = paragraph
  const indices = bidi.getReorderedIndices(paragraph.text, levels, start, end - 1).slice(start, end)
  const runs: Array<Run> = []
  for (const index of indices) {
    const slice = paragraph.slices[index]
    if (slice === undefined) continue
    const rightToLeft = ((levels.levels[index] ?? 0) & 1) === 1
    const last = runs.at(-1)
    if (last !== undefined && last.slice === slice && last.rightToLeft === rightToLeft) {
      if (index === last.end) {
        runs[runs.length - 1] = { ...last, end: index + 1 }
        continue
      }
      if (index === last.start - 1) {
        runs[runs.length - 1] = { ...last, start: index }
        continue
      }
    }
    runs.push({ start: index, end: index + 1, rightToLeft, slice })
  }
  return runs
}

export const shapeLine = (paragraph: Paragraph, start: number, end: number, weight: number): ShapedLine => {
  const glyphs: Array<ShapedGlyph> = []
  let x = 0
  for (const run of runsOf(paragraph, start, end)) {
    const font = fontOf(run.slice, weight)
    const { upem } = font.face
    const buffer = new Buffer()
    buffer.addText(paragraph.text.slice(run.start, run.end))
    buffer.guessSegmentProperties()
    buffer.setDirection(run.rightToLeft ? Direction.RTL : Direction.LTR)
    buffer.setLanguage(paragraph.lang)
    shape(font, buffer)
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
      glyphs.push({ slice: run.slice, glyph: codepoint, x: x + xOffset / upem, y: yOffset / upem })
      x += xAdvance / upem
    }
  }
  return { glyphs, width: x }
}
