/** Sentiment and themes of a sample of reviews: sentiment@1 with themes@1. */
import { type Polarity, percentageRange, polarityOf, positivePercentage, type ReviewText } from "./sentiment.ts"
import { type ThemeMentions, themesOf } from "./themes.ts"
import { isEnglish, words } from "./tokens.ts"

export interface SampledReview extends ReviewText {
  /** ISO 8601. */
  readonly date: string | null
}

export interface ReviewAnalysis {
  readonly sampleSize: number
  readonly sampleAverageRating: number | null
  readonly positivePercentage: number | null
  readonly positiveRange: { readonly low: number; readonly high: number } | null
  readonly themes: ReadonlyArray<ThemeMentions>
  /** How many of the sample the themes are read from. */
  readonly themeSampleSize: number
  readonly window: { readonly from: string; readonly to: string } | null
}

const topThemes = 5

export const analyseReviews = (reviews: ReadonlyArray<SampledReview>): ReviewAnalysis => {
  const read = reviews.map((review) => {
    const text = `${review.title ?? ""} . ${review.text}`
    return { text, tokens: words(text), polarity: polarityOf(review) }
  })
  const long = read.filter(({ tokens }) => tokens.length >= 5)
  const mostlyEnglish = long.filter(({ tokens }) => isEnglish(tokens)).length * 2 >= long.length
  const english = read.filter(({ tokens }) => (tokens.length >= 5 ? isEnglish(tokens) : mostlyEnglish))
  const dates = reviews.flatMap(({ date }) => (date === null ? [] : [date])).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const stars = reviews.reduce((sum, { rating }) => sum + rating, 0)
  return {
    sampleSize: reviews.length,
    sampleAverageRating: reviews.length === 0 ? null : Math.round((stars / reviews.length) * 100) / 100,
    positivePercentage: positivePercentage(read.map(({ polarity }): Polarity => polarity)),
    positiveRange: percentageRange(read.filter(({ polarity }) => polarity === "positive").length, read.length),
    themes: themesOf(english),
    themeSampleSize: english.length,
    window: from === undefined || to === undefined ? null : { from, to }
  }
}

/** Names of the most mentioned themes of one side. */
export const topThemesOf = (themes: ReadonlyArray<ThemeMentions>, side: ThemeMentions["polarity"]) =>
  themes
    .filter(({ polarity }) => polarity === side)
    .slice(0, topThemes)
    .map(({ theme }) => theme)
