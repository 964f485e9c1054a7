/** Words of terms and titles, in the one form in which they are compared. */

export const words = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Scripts that put no space between words: there a term may stand anywhere in a title. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Whether a sign stands for a syllable or a word. */
export const isSyllabic = (letter: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(letter)

/** Whether the title holds the words of the term one after the other. */
export const hasPhrase = (title: string, term: string): boolean => {
  const wanted = words(term).join(" ")
  if (wanted === "") return false
  const held = words(title).join(" ")
  return unspaced.test(wanted)
    ? held.replaceAll(" ", "").includes(wanted.replaceAll(" ", ""))
    : ` ${held} `.includes(` ${wanted} `)
}

/** Whether the title holds every word of the term, in any order. */
export const hasAllWords = (title: string, term: string): boolean => {
  const wanted = words(term)
  const held = new Set(words(title))
  return wanted.length > 0 && (wanted.every((word) => held.has(word)) || hasPhrase(title, term))
}

/** Words too common to find an app by. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a an and app apps as at best by de der die das el en et for free from get go hd in is it la le les lite los my new " +
    "no of on one or plus pro the to und up with your you"
  ).split(" ")
)
