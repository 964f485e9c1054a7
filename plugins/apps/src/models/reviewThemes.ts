import { Layer } from "effect"
import { ReviewThemes, type ThemedReview } from "../contract.ts"
import { analyseReviews } from "./reviewAnalysis.ts"
import { polarityOf } from "./sentiment.ts"
import { taxonomy } from "./taxonomy.ts"
import { phrasesIn } from "./themes.ts"
import { isEnglish, words } from "./tokens.ts"

export const themesModel = "themes@1"

const inReview = (review: ThemedReview): ReadonlyArray<string> => {
  const text = `${review.title ?? ""} . ${review.text}`
  const tokens = words(text)
  // A few words are too few to tell a language by; their phrases are told all the same.
  if (tokens.length >= 5 && !isEnglish(tokens)) return []
  const polarity = polarityOf(review)
  const found = phrasesIn(text)
  return taxonomy
    .filter(({ leans, phrases }) => (leans === "either" || leans === polarity) && phrases.some((one) => found.has(one)))
    .map(({ name }) => name)
}

/** The themes of the intelligence report, for other plugins. */
export const reviewThemes = Layer.succeed(ReviewThemes, {
  model: themesModel,
  inReview,
  of: (reviews) => analyseReviews(reviews).themes
})
