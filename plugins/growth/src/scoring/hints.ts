/** What to say in an answer, by rule. */
import type { Intent } from "../texts/lists.ts"
import { cleaned, shortened } from "../texts/plain.ts"
import { wordsOf } from "../texts/words.ts"
import type { Topic } from "./topic.ts"

const asks: Readonly<Record<Intent, string>> = {
  alternative: "They ask for something in place of an app: say what yours does differently, and what it lacks.",
  recommendation: "They ask for a recommendation: say whom your app suits, and whom it doesn't.",
  comparison: "They compare apps: name differences that they can check.",
  complaint: "They complain: answer the complaint first, before you name anything.",
  problem: "They have a problem: say how to solve it, with or without your app.",
  question: "They ask a question: answer it.",
  praise: "They praise it: a thank-you is enough.",
  news: "It's news: an answer helps only where it adds a fact."
}
export const disclosure = "Say that it's your app."

const sentences = /[^.!?。！？\n]+[.!?。！？]*/gu
const sentenceMax = 200

/** The sentences of a listing that have most of a post's words. */
export const answering = (
  listing: string,
  text: string,
  language: string | null,
  topic: Topic | null,
  max: number
): ReadonlyArray<string> => {
  if (topic === null) return []
  const asked = new Set(
    wordsOf(text, language)
      .map(({ stem }) => stem)
      .filter((stem) => topic[stem] !== undefined)
  )
  return (listing.match(sentences) ?? [])
    .map(cleaned)
    .filter((sentence) => sentence.length > 20)
    .map((sentence) => ({
      sentence,
      shared: [...new Set(wordsOf(sentence, language).map(({ stem }) => stem))].filter((stem) => asked.has(stem)).length
    }))
    .filter(({ shared }) => shared >= 2)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, max)
    .map(({ sentence }) => shortened(sentence, sentenceMax))
}

export const hintsOf = (options: {
  readonly intent: Intent | null
  readonly text: string
  readonly language: string | null
  readonly listing: string
  readonly topic: Topic | null
  readonly rules: string
}): ReadonlyArray<string> => [
  ...(options.intent === null ? [] : [asks[options.intent]]),
  ...answering(options.listing, options.text, options.language, options.topic, 2).map(
    (sentence) => `Your listing says: ${sentence}`
  ),
  disclosure,
  options.rules
]
