/** How much two apps talk about the same: similarity@1, the Jaccard index of the topic words of name and description. */
import { stopWords, topicWords, words } from "./tokens.ts"

export interface Described {
  readonly name: string
  readonly description: string
}

/** Null when one of them says too little to compare. */
export const similarity = (one: Described, other: Described): number | null => {
  const [a, b] = [one, other].map(({ description, name }) => topicWords(`${name} ${description}`))
  if (a === undefined || b === undefined || a.size < 5 || b.size < 5) return null
  const shared = [...a].filter((word) => b.has(word)).length
  return Math.round((shared / (a.size + b.size - shared)) * 1000) / 1000
}

/**
 * The words by which competitors of an app are searched: what its name says after a separator, as in "Duo: Language
 * Lessons", else the name itself.
 */
export const searchTermOf = (name: string): string => {
  const [head = name, ...tail] = name.split(/\s*[:|–—(,]\s*|\s+-\s+/u).map((part) => part.replace(/\)$/, "").trim())
  const descriptive = tail.find((part) => words(part).some((word) => word.length > 2 && !stopWords.has(word)))
  return descriptive ?? head
}
