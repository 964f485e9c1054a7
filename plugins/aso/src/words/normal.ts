/** The normal form of texts, and where each sign of it comes from. */

/** What must be normalised together: jamo of a syllable, a letter with its marks, half-width kana with theirs. */
const clusters =
  /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc]+[\p{M}\uff9e\uff9f]*|[\uac00-\ud7a3][\u11a7-\u11ff]*[\p{M}\uff9e\uff9f]*|.?[\p{M}\uff9e\uff9f]+|./gsu

/** Marks that change no word: Arabic harakat and tatweel, Hebrew points; and signs that are not seen. */
const silent =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\ufe00-\ufe0f]|[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

const letters: ReadonlyMap<string, string> = new Map([
  ["أ", "ا"],
  ["إ", "ا"],
  ["آ", "ا"],
  ["ٱ", "ا"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ة", "ه"],
  ["ک", "ك"],
  ["ς", "σ"],
  ["’", "'"],
  ["‘", "'"],
  ["ʼ", "'"],
  ["＇", "'"],
  ["‐", "-"],
  ["‑", "-"],
  ["\u200b", " "]
])

const unified = /[أإآٱىیةکς’‘ʼ‐‑\u200b]/g

/** Languages whose lower case is their own. */
const own: ReadonlySet<string> = new Set(["tr", "az", "lt"])

const lowered = (text: string, language: string) =>
  own.has(language) ? text.toLocaleLowerCase(language) : text.toLowerCase()

const unifiedIn = (text: string) => text.replace(unified, (letter) => letters.get(letter) ?? letter)

/** NFKC takes the vowel am of Thai and Lao apart, by which dictionaries no longer know the word. */
const taken = /\u0e4d\u0e32|\u0ecd\u0eb2/g
export const compatible = (text: string): string =>
  text.normalize("NFKC").replace(taken, (vowel) => (vowel.startsWith("\u0e4d") ? "\u0e33" : "\u0eb3"))

const normalCluster = (cluster: string, language: string): string =>
  unifiedIn(lowered(compatible(cluster), language).replace(silent, ""))

/** A line with the break before it, a word with the space before it: no sign is normalised with one of another piece. */
const lines = /\n[^\n]*|[^\n]+/gu
const pieces = /\s\S*|\S+/gu

/**
 * Unit for unit the same place as in the given text; undefined where it isn't so. What is normal in itself but for its
 * case needs no look at each sign.
 */
const simpleNormal = (piece: string, language: string): string | undefined => {
  if (compatible(piece) !== piece || piece.search(silent) >= 0) return undefined
  const lower = lowered(piece, language)
  return lower.length === piece.length ? unifiedIn(lower) : undefined
}

export interface Normal {
  readonly text: string
  /** The code point of the given text from which the UTF-16 unit at this index comes. */
  readonly startOf: (index: number) => number
  /** The code point behind those from which the UTF-16 unit at this index comes. */
  readonly endOf: (index: number) => number
}

const itself = (index: number) => index
const next = (index: number) => index + 1

const ascii = /^[\0-\x7f]*$/
const surrogate = /[\ud800-\udfff]/
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

/** `language` is a primary code. */
export const normalOf = (text: string, language: string): Normal => {
  if (ascii.test(text) && !own.has(language)) return { text: text.toLowerCase(), startOf: itself, endOf: next }
  const whole = surrogate.test(text) ? undefined : simpleNormal(text, language)
  if (whole !== undefined) return { text: whole, startOf: itself, endOf: next }
  const starts: Array<number> = []
  const ends: Array<number> = []
  let normal = ""
  let at = 0
  const addSimple = (form: string, given: string) => {
    for (let unit = 0; unit < given.length; unit++) {
      const isSecond = unit > 0 && isLow(given.charCodeAt(unit)) && isHigh(given.charCodeAt(unit - 1))
      if (isSecond) at--
      starts.push(at)
      ends.push(++at)
    }
    normal += form
  }
  const addCluster = (cluster: string) => {
    const form = normalCluster(cluster, language)
    const end = at + codePoints(cluster)
    for (let unit = 0; unit < form.length; unit++) {
      starts.push(at)
      ends.push(end)
    }
    normal += form
    at = end
  }
  const addPiece = (piece: string, finer: () => void) => {
    const simple = simpleNormal(piece, language)
    if (simple === undefined) finer()
    else addSimple(simple, piece)
  }
  for (const [line] of text.matchAll(lines)) {
    addPiece(line, () => {
      for (const [piece] of line.matchAll(pieces)) {
        addPiece(piece, () => {
          for (const [cluster] of piece.matchAll(clusters)) addCluster(cluster)
        })
      }
    })
  }
  return { text: normal, startOf: (index) => starts[index] ?? at, endOf: (index) => ends[index] ?? at }
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
