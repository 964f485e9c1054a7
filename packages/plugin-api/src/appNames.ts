/** Names of apps: their parts, and what an app goes by. */

/** A part of a name, between its separators. */
export interface NamePart {
  /** In the text, without the spaces around it. */
  readonly start: number
  readonly end: number
}

const run = /[\s\-–—−~·•|｜/\\:：()[\]【】（）［］「」『』《》〈〉,，、;；!！.〜～・]+/gu
const strong = /[–—~·•|｜:：()[\]【】（）［］「」『』《》〈〉,，、;；!！〜～]/u

const katakana = /[\p{sc=Katakana}ー]/u

/** Whether a run of signs parts what stands before it from what follows. */
const parts = (text: string, sign: string, index: number) => {
  const isInNumber = sign.length === 1 && /\p{N}/u.test(text[index - 1] ?? "") && /\p{N}/u.test(text[index + 1] ?? "")
  if (isInNumber) return false
  if (strong.test(sign)) return true
  // It joins the words of a name in katakana.
  if (sign.includes("・"))
    return !katakana.test(text[index - 1] ?? "") || !katakana.test(text[index + sign.length] ?? "")
  // A hyphen or stroke parts with a space beside it only; a full stop after a word, not after an initial.
  if (/\s/.test(sign) && /[-−/\\]/.test(sign)) return true
  return /^\.\s/.test(sign) && /\p{L}{3}$/u.test(text.slice(Math.max(0, index - 6), index))
}

/** The parts of an app's name or of a title, in their order. */
export const namePartsOf = (text: string): ReadonlyArray<NamePart> => {
  const found: Array<NamePart> = []
  let from = 0
  const add = (start: number, end: number) => {
    const part = text.slice(start, end)
    const lead = part.length - part.trimStart().length
    if (part.trim() !== "") found.push({ start: start + lead, end: start + part.trimEnd().length })
  }
  for (const { 0: sign, index } of text.matchAll(run)) {
    if (!parts(text, sign, index)) continue
    add(from, index)
    from = index + sign.length
  }
  add(from, text.length)
  return found
}

/**
 * The brand in an app's name: what stands before its first separator, `Duo` of `Duo: Language Lessons`. Empty where the
 * name says nothing.
 */
export const brandOf = (name: string): string => {
  const [first] = namePartsOf(name)
  return first === undefined ? "" : name.slice(first.start, first.end)
}
