/**
 * Where ICU finds the words of a text. It's asked once what it makes of a sign, and of whole texts only where that isn't
 * enough: for letters that a dictionary cuts, emoji and the like. The words are the same, in a fifth of the time.
 */

const icu = new Intl.Segmenter("en", { granularity: "word" })

const unknown = 0
/** Only ICU can tell. */
const ask = 1
/** Parts what stands beside it. */
const gap = 2
const letter = 3
const digit = 4
/** Marks belong to what stands before them. */
const mark = 5
/** Signs that part words but between two letters, between two digits, or both. */
const joinsLetters = 6
const joinsDigits = 7
const joinsBoth = 8

const kinds = new Uint8Array(65_536)

/** Segments of a text; negative where none of them is a word. */
const cut = (text: string): number => {
  const segments = [...icu.segment(text)]
  return segments.some(({ isWordLike }) => isWordLike === true) ? segments.length : -segments.length
}
const isOneWord = (...texts: ReadonlyArray<string>) => texts.every((text) => cut(text) === 1)

const told = (code: number): number => {
  const sign = String.fromCharCode(code)
  if ((code & 0xf800) === 0xd800) return ask
  if (/\p{M}/u.test(sign)) return isOneWord(`a${sign}a`, `1${sign}1`, `a${sign}:a`, `1${sign},1`) ? mark : ask
  if (isOneWord(sign, sign + sign, `a${sign}a`, `1${sign}1`)) {
    // A letter of Hebrew goes on over quotes.
    if (cut(`${sign}'`) !== 2) return ask
    const letters = isOneWord(`${sign}:${sign}`, `a:${sign}:a`) && cut(`${sign},${sign}`) === 3
    const digits = isOneWord(`${sign},${sign}`, `1,${sign},1`) && cut(`${sign}:${sign}`) === 3
    return letters ? letter : digits ? digit : ask
  }
  const isSign =
    /\p{sc=Common}/u.test(sign) &&
    cut(sign) === -1 &&
    [`a${sign}`, `${sign}a`, `1${sign}`, `${sign}1`].every((text) => cut(text) === 2)
  if (!isSign) return ask
  const [letters, digits] = [cut(`a${sign}a`) === 1, cut(`1${sign}1`) === 1]
  return letters ? (digits ? joinsBoth : joinsLetters) : digits ? joinsDigits : gap
}

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  const known = kinds[code] ?? ask
  if (known !== unknown) return known
  const kind = told(code)
  kinds[code] = kind
  return kind
}

const joins = (kind: number, beside: number) =>
  kind === joinsBoth || kind === (beside === letter ? joinsLetters : beside === digit ? joinsDigits : unknown)

/** What ICU's dictionaries find in them depends on what stands around. */
const contextual = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Tells of each word of a text where it begins and ends, in UTF-16 units. */
export const eachWord = (text: string, tell: (start: number, end: number) => void): void => {
  if (contextual.test(text)) askIcu(text, 0, tell)
  else eachPlainly(text, tell)
}

const askIcu = (text: string, from: number, tell: (start: number, end: number) => void): void => {
  for (const { index, isWordLike, segment } of icu.segment(text)) {
    if (isWordLike === true) tell(from + index, from + index + segment.length)
  }
}

const eachPlainly = (text: string, tell: (start: number, end: number) => void): void => {
  const { length } = text
  /** From where on ICU is to be asked; -1: nowhere. */
  let asked = -1
  let behind = 0
  const answer = () => {
    if (asked >= 0) askIcu(text.slice(asked, behind), asked, tell)
    asked = -1
  }
  for (let at = 0; at < length; ) {
    if (kindAt(text, at) === gap) {
      at++
      continue
    }
    let end = at
    let isPlain = true
    for (let before = gap; end < length; end++) {
      const kind = kindAt(text, end)
      if (kind === gap) break
      if (kind === ask || (kind === mark && before !== letter && before !== digit && before !== mark)) isPlain = false
      before = kind
    }
    if (isPlain) {
      answer()
      plain(text, at, end, tell)
    } else {
      if (asked < 0) asked = at
      behind = end
    }
    at = end
  }
  answer()
}

/** The words of letters, digits and the signs that may join them. */
const plain = (text: string, from: number, to: number, tell: (start: number, end: number) => void): void => {
  let start = -1
  let base = gap
  for (let at = from; at < to; at++) {
    const kind = kindAt(text, at)
    if (kind === mark) continue
    if (kind === letter || kind === digit) {
      if (start < 0) start = at
      base = kind
    } else if (start >= 0) {
      const next = at + 1 < to ? kindAt(text, at + 1) : gap
      if (next !== base || !joins(kind, base)) {
        tell(start, at)
        start = -1
      }
    }
  }
  if (start >= 0) tell(start, to)
}

/** In how many parts ICU cuts a text. */
export const partsOf = (text: string): number => [...icu.segment(text)].length
