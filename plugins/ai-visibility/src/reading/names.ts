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
  words.every((word) => commonWords.has(word) || category.has(word) || /^\d+$/.test(word))

const isCommon = (name: string, category: ReadonlySet<string>): boolean => {
  const words = wordsOf(name)
  return isPlain(words, category) || (hasCjk(name) && [...normalised(name)].length <= 2)
}

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
    const says = isPlain(wordsOf(first), words)
    const brand = says ? rest.find((part) => !isPlain(wordsOf(part), words)) : undefined
    if (brand !== undefined) add(brand, false)
    add(first, brand !== undefined)
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
