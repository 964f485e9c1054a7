import { commonWords, qualifiers } from "./commonWords.ts"
import { alike, hasCjk, normalised, wordsOf } from "./text.ts"

/** A name by which an app may be called. */
export interface Alias {
  readonly text: string
  /** Made of everyday words, or of those of its category: it needs list form, capitals or a neighbour. */
  readonly common: boolean
  /** Part of a listing that says what it does, not how it's called: only a name that is this and nothing more is it. */
  readonly generic: boolean
}

const separators = /\s*[:：|｜•·—–]\s*|\s+[-~]\s+|\s*[(（【[].*$|\s+by\s+|,\s+/iu

/** The parts of a listing's name, as `Brand` and `Habit Tracker` of `Brand: Habit Tracker`. */
export const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== "")

const isPlain = (words: ReadonlyArray<string>, category: ReadonlySet<string>) =>
  words.every((word) => commonWords.has(word) || category.has(word) || /^(?:\d+|[a-z]{1,2})$/.test(word))

const isCommon = (name: string, category: ReadonlySet<string>): boolean => {
  const words = wordsOf(name)
  const letters = [...normalised(name)].length
  return isPlain(words, category) || (hasCjk(name) && letters <= 2) || (isArabic(name) && letters <= 4)
}

const isArabic = (text: string) => /^[\p{Script=Arabic}\p{M}]+$/u.test(text)

/** `Brand` of `Brand 睡眠アラーム`: a listing's name in two scripts, without a separator. */
const latinLead = /^(\p{Script=Latin}[\p{Script=Latin}\p{N}]{3,})\s+(?=[^\p{Script=Latin}\p{N}\p{P}\p{S}\s])/u

export const categoryWords = (category: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(category.flatMap(wordsOf).filter((word) => word.length > 2))

/**
 * How an app is called: its names in full and what stands before their separators. Where that only says what the app does, as in
 * `Habit Tracker: Brand`, the other part is its name.
 */
export const aliasesOf = (names: ReadonlyArray<string>, category: ReadonlyArray<string> = []): ReadonlyArray<Alias> => {
  const words = categoryWords(category)
  const found = new Map<string, Alias>()
  const add = (text: string, generic: boolean) => {
    const key = normalised(text)
    if (key === "" || found.has(key)) return
    found.set(key, { text, common: isCommon(text, words), generic })
  }
  for (const name of names) {
    const [first = name, ...rest] = partsOf(name)
    add(name.trim(), false)
    const said = wordsOf(first)
    const brand = isPlain(said, words) ? rest.find((part) => !isPlain(wordsOf(part), words)) : undefined
    // One everyday word may be a name, and is where the category is known and hasn't it.
    const isOpen = said.length === 1 && !said.some((word) => words.has(word))
    if (brand !== undefined && !(isOpen && words.size > 0)) add(brand, false)
    add(first, brand !== undefined && !isOpen)
    const latin = latinLead.exec(first)?.[1]
    if (latin !== undefined && !isPlain(wordsOf(latin), words)) add(latin, false)
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length)
}

/** A name without what doesn't make another app of it, as `Pro` or `for iOS`. */
export const bareName = (name: string): string => {
  const words = normalised(name).split(" ")
  while (words.length > 1 && qualifiers.has(words.at(-1) ?? "")) words.pop()
  if (words.length > 1 && (words[0] === "the" || words[0] === "تطبيق" || words[0] === "app")) words.shift()
  return words.join(" ")
}

const fuzzyLengthMin = 6
/** How alike a misspelt name has to be. */
export const alikeMin = 0.85

/** Whether a whole name, as of a list, is one of an app's. */
export const isNamed = (name: string, aliases: ReadonlyArray<Alias>): boolean => {
  const [full, bare] = [normalised(name), bareName(name)]
  if (full === "") return false
  return aliases.some(({ common, text }) => {
    const own = normalised(text)
    if (own === full || own === bare || bareName(text) === bare) return true
    if (common || own.length < fuzzyLengthMin) return false
    // A listing quoted with another separator, or with its first part alone and a few words more.
    return alike(full, own) >= alikeMin || alike(bare, own) >= alikeMin
  })
}
