/**
 * The Noto Sans of npm's packages, in slices by Unicode range: a text opens the two or three it needs. We shape with HarfBuzz
 * and draw outlines, so that no font, no fontconfig and no hinting of the machine has a say in what comes out.
 */
// biome-ignore lint/style/noRestrictedImports: fonts are files of packages, like code: no service of the core reads those.
import { readFileSync } from "node:fs"
// biome-ignore lint/style/noRestrictedImports: as above.
import { createRequire } from "node:module"
import { Blob, Face, Font, Variation } from "harfbuzzjs"
import { trueTypeOf } from "./woff2.ts"

const require = createRequire(import.meta.url)

/** In the order in which they're asked for a letter that the text's own family lacks. Devanagari is in the first. */
const families = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-thai",
  "noto-sans-bengali",
  "noto-sans-gujarati",
  "noto-sans-gurmukhi",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-oriya",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-sinhala",
  "noto-sans-khmer",
  "noto-sans-lao",
  "noto-sans-myanmar",
  "noto-sans-georgian",
  "noto-sans-armenian",
  "noto-sans-ethiopic",
  "noto-sans-jp",
  "noto-sans-kr",
  "noto-sans-sc",
  "noto-sans-tc"
] as const
export type Family = (typeof families)[number]

export interface Slice {
  readonly family: Family
  readonly file: string
  readonly ranges: ReadonlyArray<readonly [from: number, to: number]>
}

const rangesOf = (ranges: string): Slice["ranges"] =>
  ranges.split(",").map((range) => {
    const [from = "", to = from] = range.replace("U+", "").split("-")
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })

const openFamilies = new Map<Family, ReadonlyArray<Slice>>()

export const slicesOf = (family: Family): ReadonlyArray<Slice> => {
  const open = openFamilies.get(family)
  if (open !== undefined) return open
  const listed: Record<string, string> = require(`@fontsource-variable/${family}/unicode.json`)
  const slices = Object.entries(listed).map(([subset, ranges]) => ({
    family,
    file: `@fontsource-variable/${family}/files/${family}-${subset.replace(/[[\]]/g, "")}-wght-normal.woff2`,
    ranges: rangesOf(ranges)
  }))
  openFamilies.set(family, slices)
  return slices
}

/** Some hundred slices are every script at once; more would only be held. */
const openMax = 120
const faces = new Map<string, Face>()
const fonts = new Map<string, Font>()

const kept = <A>(cache: Map<string, A>, key: string, make: () => A): A => {
  const found = cache.get(key) ?? make()
  cache.delete(key)
  cache.set(key, found)
  const [oldest] = cache.keys()
  if (cache.size > openMax && oldest !== undefined) cache.delete(oldest)
  return found
}

const faceOf = (slice: Slice): Face =>
  kept(faces, slice.file, () => new Face(new Blob(trueTypeOf(readFileSync(require.resolve(slice.file))))))

/** A slice's font of a weight from 100 to 900. */
export const fontOf = (slice: Slice, weight: number): Font =>
  kept(fonts, `${weight} ${slice.file}`, () => {
    const font = new Font(faceOf(slice))
    font.setVariations([new Variation("wght", weight)])
    return font
  })

const han = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u
const chineseOf = (lang: string): Family =>
  /^zh-(.*-)?(Hant|TW|HK|MO)\b/i.test(lang) ? "noto-sans-tc" : "noto-sans-sc"

const eastAsianOf = (text: string, lang: string): Family => {
  if (/^ja\b/i.test(lang)) return "noto-sans-jp"
  if (/^ko\b/i.test(lang)) return "noto-sans-kr"
  if (/^zh\b/i.test(lang)) return chineseOf(lang)
  if (/\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return "noto-sans-jp"
  return /\p{Script=Hangul}/u.test(text) ? "noto-sans-kr" : "noto-sans-sc"
}

/** The family whose shapes a text's readers know, before all others. */
export const familiesFor = (text: string, lang: string): ReadonlyArray<Family> => {
  const own: Family | undefined = han.test(text)
    ? eastAsianOf(text, lang)
    : /\p{Script=Arabic}/u.test(text)
      ? "noto-sans-arabic"
      : /\p{Script=Hebrew}/u.test(text)
        ? "noto-sans-hebrew"
        : /\p{Script=Thai}/u.test(text)
          ? "noto-sans-thai"
          : undefined
  return own === undefined ? families : [own, ...families.filter((family) => family !== own)]
}

/** Joiners, marks of direction and variation selectors: drawn by no glyph of their own. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u

const lists = (slice: Slice, point: number) => slice.ranges.some(([from, to]) => from <= point && point <= to)

const hasAll = (slice: Slice, points: ReadonlyArray<number>) =>
  points.every((point) => lists(slice, point)) &&
  points.every(
    (point) => faceFont(slice).nominalGlyph(point) !== undefined && faceFont(slice).nominalGlyph(point) !== 0
  )

const faceFont = (slice: Slice) => fontOf(slice, 400)

/** The slice that has every letter of a grapheme, `before` rather than another; `undefined` if none has. */
export const sliceFor = (
  grapheme: string,
  among: ReadonlyArray<Family>,
  before: Slice | undefined
): Slice | undefined => {
  const points = Array.from(grapheme)
    .filter((letter) => !unseen.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0)
  if (before !== undefined && hasAll(before, points)) return before
  for (const family of among) {
    // Fontsource lists a slice's rarest letters first and Latin last; Latin is the likely one.
    const found = slicesOf(family).findLast((slice) => hasAll(slice, points))
    if (found !== undefined) return found
  }
  return undefined
}
