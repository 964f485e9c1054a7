import type { PlayLocale } from "./PlaySource.ts"
import { type Storefront, storefrontOf } from "./storefronts.ts"

/** Countries without a storefront of the first vendor have small markets here, in dollars and English. */
const small = (country: string): Storefront => ({
  country,
  id: 150_000 + country.charCodeAt(0) * 256 + country.charCodeAt(1),
  currency: "USD",
  locale: "en-US",
  language: "en",
  weight: 0.002
})

/** The market of a country, whose people write in the language that was asked for. */
export const playStorefront = ({ country, language }: PlayLocale): Storefront => ({
  ...(storefrontOf(country) ?? small(country)),
  language: language.slice(0, 2)
})
