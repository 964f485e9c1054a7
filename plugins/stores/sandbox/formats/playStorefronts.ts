import { type Market, marketOf } from "@storeglass/sandbox/world"
import type { PlayLocale } from "./PlaySource.ts"

/** Countries without a storefront of the first vendor have small markets here, in dollars and English. */
const small = (country: string): Market => ({
  country,
  key: 150_000 + country.charCodeAt(0) * 256 + country.charCodeAt(1),
  currency: "USD",
  locale: "en-US",
  language: "en",
  weight: 0.002
})

/** The market of a country, whose people write in the language that was asked for. */
export const playStorefront = ({ country, language }: PlayLocale): Market => ({
  ...(marketOf(country) ?? small(country)),
  language: language.slice(0, 2)
})
