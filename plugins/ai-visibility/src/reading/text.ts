/** Marks that are there for layout alone: widths of nothing, directions, byte order. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g
export const visible = (text: string): string => text.replace(invisible, "")

/** A name as it's compared: without case, accents, punctuation and signs. */
export const normalised = (name: string): string =>
  visible(name)
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[’'`´]/g, "")
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}\p{M}+]+/gu, " ")
    .trim()

const distance = (a: string, b: string): number => {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swap))
    }
    before = row
  }
  return before[b.length] ?? 0
}

/** 1 for the same, 0 for nothing in common: 1 − edits ÷ the longer, of normalised names. Spaces don't count. */
export const alike = (a: string, b: string): number => {
  const [left, right] = [normalised(a).replaceAll(" ", ""), normalised(b).replaceAll(" ", "")]
  const longest = Math.max(left.length, right.length)
  if (longest === 0) return 0
  // Lengths alone rule most pairs out.
  return Math.abs(left.length - right.length) > longest / 2 ? 0 : 1 - distance(left, right) / longest
}

const inScript = (script: string) => new RegExp(`\\p{Script=${script}}`, "u")
const scripts = [
  ["han", inScript("Han")],
  ["hiragana", inScript("Hiragana")],
  ["katakana", /[\p{Script=Katakana}ー]/u],
  ["hangul", inScript("Hangul")],
  ["arabic", inScript("Arabic")]
] as const
/** The script of a character that isn't written with spaces as Latin is; `letter` for the others, undefined for signs. */
export const scriptOf = (character: string | undefined): string | undefined => {
  if (character === undefined || character === "") return undefined
  const found = scripts.find(([, pattern]) => pattern.test(character))
  return found?.[0] ?? (/[\p{L}\p{N}\p{M}]/u.test(character) ? "letter" : undefined)
}

export const hasCjk = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

export const wordsOf = (text: string): ReadonlyArray<string> => normalised(text).split(" ").filter(Boolean)
