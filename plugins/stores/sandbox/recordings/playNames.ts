/** What the names of recorded files say. */
import type { RecordedFile } from "@storeglass/sandbox/recordings"

const kinds = /^(app|apps|details|reviews?|permissions?|similar|suggest|suggestions?|search|list|datasafety|developer)$/
const noise = /^(initial|first|page\d+|cluster|details|ds\d+|20\d{2}|\d{1,2}|retyped|trimmed)$/

const wordsOf = (file: RecordedFile): ReadonlyArray<string> => {
  const words = (file.country === undefined ? file.name : file.name.slice(3)).split(/[-_]/)
  const [first = "", ...rest] = words
  return kinds.test(first.toLowerCase()) && rest.length > 0 ? rest : words
}

/** `reviews-translate-page2` is about "translate"; a package name stays whole. */
export const slugOfName = (file: RecordedFile): string => {
  const named = /[A-Za-z]\w*(?:\.[A-Za-z]\w*)+/.exec(file.name.replace(/-/g, " "))?.[0]
  if (named !== undefined) return named
  return wordsOf(file)
    .map((word) => word.toLowerCase())
    .filter((word) => !noise.test(word))
    .join("-")
}

/** `suggest-pand` was typed "pand". */
export const typedOf = (file: RecordedFile): string =>
  wordsOf(file)
    .filter((word) => !/^(20\d{2}|\d{1,2})$/.test(word))
    .join(" ")

export const reviewOf = (file: RecordedFile): { readonly page: number } => ({
  page: Number(/page[-_]?(\d+)/i.exec(file.name)?.[1] ?? 1)
})
