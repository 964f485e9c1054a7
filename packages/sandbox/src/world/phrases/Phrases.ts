type NonEmpty = readonly [string, ...ReadonlyArray<string>]

export const reviewThemes = [
  "crashes",
  "login",
  "ads",
  "pricing",
  "design",
  "sync",
  "support",
  "speed",
  "content"
] as const

export type ReviewTheme = (typeof reviewThemes)[number]

/** `{app}` and `{feature}` are filled in. */
export interface ThemePhrases {
  readonly badTitles: NonEmpty
  readonly bad: NonEmpty
  readonly goodTitles: NonEmpty
  readonly good: NonEmpty
}

export interface Phrases {
  readonly themes: Readonly<Record<ReviewTheme, ThemePhrases>>
  readonly badClosers: NonEmpty
  readonly goodClosers: NonEmpty
  readonly shortGood: NonEmpty
  readonly shortBad: NonEmpty
}

/** Splits at bars, so that a language reads as text and not as punctuation. */
export const lines = (text: string): NonEmpty => {
  const [first = "", ...rest] = text.split("|").map((part) => part.trim())
  return [first, ...rest]
}

export const phrases = (badTitles: string, bad: string, goodTitles: string, good: string): ThemePhrases => ({
  badTitles: lines(badTitles),
  bad: lines(bad),
  goodTitles: lines(goodTitles),
  good: lines(good)
})
