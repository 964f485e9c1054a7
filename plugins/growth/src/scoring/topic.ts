/** What an app is about, as its listing says it, and how near a post comes to it. */
import { Schema } from "effect"
import { languageOf } from "../texts/language.ts"
import { stopWordsOf, type Word, wordsOf } from "../texts/words.ts"

/** Stems with their weights. */
export const Topic = Schema.Record(Schema.String, Schema.Finite)
export type Topic = typeof Topic.Type

const stemsMax = 300

const weighed = (
  words: ReadonlyArray<Pick<Word, "stem" | "text">>,
  stops: ReadonlySet<string>
): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { stem, text } of words) {
    if (!stops.has(text) && !/^\p{N}+$/u.test(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return new Map([...counts].map(([stem, count]) => [stem, 1 + Math.log(count)]))
}

/** Pairs of letters where words have no spaces between them. */
export const paired = (words: ReadonlyArray<Word>): ReadonlyArray<Pick<Word, "stem" | "text">> =>
  words.flatMap((word, at) => {
    if (word.text.length > 2 || [...word.text].length > 1) return [word]
    const next = words[at + 1]
    return next !== undefined && [...next.text].length === 1 && next.start === word.end
      ? [{ text: word.text + next.text, stem: word.text + next.text }]
      : []
  })

export const topicOf = (texts: ReadonlyArray<string>): Topic => {
  const whole = texts.join("\n")
  const language = languageOf(whole)
  const stems = weighed(paired(wordsOf(whole, language)), stopWordsOf(language ?? ""))
  return Object.fromEntries([...stems].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, stemsMax))
}

const stops = stopWordsOf("en")

/** Of the topic and a post's words, 0 to 1. */
export const cosine = (topic: Topic, words: ReadonlyArray<Word>): number => {
  const post = weighed(paired(words), stops)
  let product = 0
  let own = 0
  for (const [stem, weight] of post) {
    own += weight * weight
    product += weight * (topic[stem] ?? 0)
  }
  const other = Object.values(topic).reduce((sum, weight) => sum + weight * weight, 0)
  return own === 0 || other === 0 ? 0 : product / Math.sqrt(own * other)
}
