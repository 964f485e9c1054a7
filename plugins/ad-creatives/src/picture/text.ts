import { Effect } from "effect"
import { fontOf } from "./fonts.ts"
import type { Box } from "./geometry.ts"
import { type Raster, rasterOf } from "./raster.ts"
import { graphemesOf, type Paragraph, paragraphOf, type ShapedLine, shapeLine } from "./shaping.ts"

export interface TextStyle {
  readonly text: string
  /** BCP 47. */
  readonly lang: string
  readonly width: number
  readonly height: number
  /** From 100 to 900. */
  readonly weight: number
  readonly align: "start" | "center" | "end"
  /** The largest size, in pixels; the text shrinks from it. */
  readonly size: number
  readonly sizeMin: number
  readonly linesMax?: number
}

export interface LaidLine {
  readonly line: ShapedLine
  readonly x: number
  readonly baseline: number
}

export interface LaidText {
  /** What's drawn: without what has no glyph, and with an ellipsis if it was cut. */
  readonly text: string
  readonly size: number
  readonly weight: number
  readonly lines: ReadonlyArray<LaidLine>
  readonly height: number
  readonly cut: boolean
  readonly rightToLeft: boolean
  /** Around what's inked. */
  readonly ink: Box
}

const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}、。「」]/u
const neverFirst = /^[、。，．・：；？！）」』】〉》〕］｝ー々〜っッゃゅょャュョぁぃぅぇぉァィゥェォ)\]},.!?:;%…ๆฯ»”’]/u
const neverLast = /[（「『【〈《〔［｛([{«“‘¿¡#$€£¥]\s?$/u

/** Where a line may end. */
const breaksOf = ({ lang, text }: Paragraph): ReadonlyArray<number> => {
  const words = Array.from(new Intl.Segmenter(lang, { granularity: "word" }).segment(text))
  const breaks: Array<number> = []
  for (let i = 1; i < words.length; i++) {
    const before = words[i - 1]?.segment ?? ""
    const after = words[i]?.segment ?? ""
    const at = words[i]?.index ?? 0
    if (neverFirst.test(after) || neverLast.test(text.slice(0, at)) || /^\s/u.test(after)) continue
    const last = before.slice(-1)
    // A particle stays with its noun: Japanese lines break between phrases.
    const particle = /^\p{Script=Hiragana}{1,4}$/u.test(after) && !/[、。！？」』\s]$/u.test(before)
    if (/\s/u.test(last) || /[-–—/]/u.test(last)) breaks.push(at)
    else if ((dense.test(last) || dense.test(after.slice(0, 1))) && !particle) breaks.push(at)
  }
  return [...breaks, text.length]
}

/** Ends of graphemes: for a word that's longer than a line. */
const graphemeEnds = (text: string, start: number, end: number): ReadonlyArray<number> => {
  let at = start
  return graphemesOf(text.slice(start, end)).map((grapheme) => {
    at += grapheme.length
    return at
  })
}

class Measured {
  readonly paragraph: Paragraph
  readonly breaks: ReadonlyArray<number>
  readonly #weight: number
  readonly #lines = new Map<string, ShapedLine>()
  constructor(paragraph: Paragraph, weight: number) {
    this.paragraph = paragraph
    this.#weight = weight
    this.breaks = breaksOf(paragraph)
  }
  line(start: number, end: number): ShapedLine {
    const to = start + this.paragraph.text.slice(start, end).trimEnd().length
    const key = `${start} ${to}`
    const found = this.#lines.get(key) ?? shapeLine(this.paragraph, start, to, this.#weight)
    this.#lines.set(key, found)
    return found
  }
  /** Ends of lines of at most `width` ems; `undefined` if a word is longer and none may be broken. */
  wrap(width: number, breakWords: boolean): ReadonlyArray<number> | undefined {
    const ends: Array<number> = []
    let start = 0
    let fits: number | undefined
    for (let i = 0; i < this.breaks.length; ) {
      const end = this.breaks[i] ?? 0
      if (this.line(start, end).width <= width) {
        fits = end
        i++
        continue
      }
      if (fits === undefined) {
        if (!breakWords) return undefined
        const [first = end, ...more] = graphemeEnds(this.paragraph.text, start, end)
        fits = first
        for (const at of more) {
          if (this.line(start, at).width > width) break
          fits = at
        }
        if (fits >= end) i++
      }
      ends.push(fits)
      start = fits
      fits = undefined
    }
    if (fits !== undefined) ends.push(fits)
    return ends
  }
}

const tall =
  /[\p{Script=Thai}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Sinhala}\p{Script=Lao}]/u
/** Letters below letters. */
const tallest = /[\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Stacked marks need more room than Latin capitals do. */
const lineHeightOf = (text: string): number =>
  tallest.test(text) ? 1.75 : tall.test(text) ? 1.45 : dense.test(text) ? 1.3 : 1.18

/** As few lines as before, but as long as each other. */
const balanced = (measured: Measured, width: number, ends: ReadonlyArray<number>): ReadonlyArray<number> => {
  let [low, high, best] = [width / 2, width, ends]
  for (let i = 0; i < 8 && ends.length > 1; i++) {
    const middle = (low + high) / 2
    const tried = measured.wrap(middle, false)
    if (tried !== undefined && tried.length <= ends.length) {
      best = tried
      high = middle
    } else low = middle
  }
  return best
}

const lay = (
  measured: Measured,
  style: TextStyle,
  size: number,
  ends: ReadonlyArray<number>,
  cut: boolean
): LaidText => {
  const { paragraph } = measured
  const lineHeight = lineHeightOf(paragraph.text) * size
  const atRight = paragraph.rightToLeft ? style.align === "start" : style.align === "end"
  let start = 0
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  const lines = ends.map((end, i) => {
    const line = measured.line(start, end)
    start = end
    const free = style.width - line.width * size
    const x = style.align === "center" ? free / 2 : atRight ? free : 0
    const baseline = i * lineHeight + lineHeight / 2 + 0.35 * size
    for (const glyph of line.glyphs) {
      const font = fontOf(glyph.slice, style.weight)
      const extents = font.glyphExtents(glyph.glyph)
      if (extents === undefined || extents.width === 0) continue
      const scale = size / font.face.upem
      const glyphLeft = x + glyph.x * size + extents.xBearing * scale
      const glyphTop = baseline - glyph.y * size - extents.yBearing * scale
      left = Math.min(left, glyphLeft)
      top = Math.min(top, glyphTop)
      right = Math.max(right, glyphLeft + extents.width * scale)
      bottom = Math.max(bottom, glyphTop - extents.height * scale)
    }
    return { line, x, baseline }
  })
  const ink =
    lines.length === 0 || left > right
      ? { left: 0, top: 0, width: 0, height: 0 }
      : { left, top, width: right - left, height: bottom - top }
  return {
    text: paragraph.text,
    size,
    weight: style.weight,
    lines,
    height: lines.length * lineHeight,
    cut,
    rightToLeft: paragraph.rightToLeft,
    ink
  }
}

const linesThatFit = (style: TextStyle, text: string, size: number): number =>
  Math.min(style.linesMax ?? Number.POSITIVE_INFINITY, Math.floor(style.height / (lineHeightOf(text) * size) + 1e-6))

/** At the smallest size, as many words as there's room for: graphemes of a script that writes no spaces. */
const shortened = (style: TextStyle, paragraph: Paragraph): LaidText => {
  const size = style.sizeMin
  const lines = Math.max(1, linesThatFit(style, paragraph.text, size))
  const attempt = (text: string) => {
    const measured = new Measured(
      paragraphOf(`${text.trimEnd().replace(/[,;:.、。–—-]$/u, "")}…`, style.lang),
      style.weight
    )
    const ends = measured.wrap(style.width / size, true) ?? []
    return { measured, ends, fits: ends.length <= lines }
  }
  const whole = new Measured(paragraph, style.weight)
  // Nothing after these lines can stay, and hardly anything before their last word has to go.
  const last = whole.wrap(style.width / size, true)?.[lines - 1] ?? paragraph.text.length
  const fits = (end: number) => end <= last && end < paragraph.text.length && attempt(paragraph.text.slice(0, end)).fits
  const word = whole.breaks.findLast(fits)
  const next = whole.breaks.find((end) => end > (word ?? 0)) ?? paragraph.text.length
  const grapheme =
    word === undefined || dense.test(paragraph.text.slice(word - 1, word + 1))
      ? graphemeEnds(paragraph.text, word ?? 0, next).findLast(fits)
      : undefined
  const { ends, measured } = attempt(paragraph.text.slice(0, grapheme ?? word ?? 0))
  return lay(measured, style, size, ends.slice(0, lines), true)
}

/** No place has room for more, and measuring takes the longer the more there is. */
const unitsMax = 600

/** A text in the largest size, up to the style's, in which it's all there. */
export const layText = (style: TextStyle): LaidText => {
  const paragraph = paragraphOf(style.text.slice(0, unitsMax).toWellFormed(), style.lang)
  const measured = new Measured(paragraph, style.weight)
  if (paragraph.text === "") return lay(measured, style, style.size, [], false)
  for (let size = style.size; size >= style.sizeMin; size *= 0.97) {
    const ends = measured.wrap(style.width / size, false)
    if (ends === undefined || ends.length > linesThatFit(style, paragraph.text, size)) continue
    return lay(measured, style, size, balanced(measured, style.width / size, ends), false)
  }
  const size = style.sizeMin
  const broken = measured.wrap(style.width / size, true) ?? []
  return broken.length <= linesThatFit(style, paragraph.text, size)
    ? lay(measured, style, size, broken, false)
    : shortened(style, paragraph)
}

const neat = (value: number) => Math.round(value * 100) / 100

/** The text's outlines, as an SVG path's data, from (`left`, `top`) on. */
export const outlineOf = (text: LaidText, left: number, top: number): string => {
  const parts: Array<string> = []
  for (const { baseline, line, x } of text.lines) {
    for (const glyph of line.glyphs) {
      const font = fontOf(glyph.slice, text.weight)
      const scale = text.size / font.face.upem
      const originX = left + x + glyph.x * text.size
      const originY = top + baseline - glyph.y * text.size
      for (const { type, values } of font.glyphToJson(glyph.glyph)) {
        parts.push(
          type +
            values.map((value, i) => neat(i % 2 === 0 ? originX + value * scale : originY - value * scale)).join(" ")
        )
      }
    }
  }
  return parts.join("")
}

/** A text alone, on a clear ground. */
export const drawText = Effect.fnUntraced(function* (style: TextStyle & { readonly colour: string }) {
  const text = layText(style)
  const [width, height] = [Math.ceil(style.width), Math.ceil(style.height)]
  const drawn: Raster = yield* rasterOf(`<path fill="${style.colour}" d="${outlineOf(text, 0, 0)}"/>`, width, height)
  return { ...drawn, text }
})
