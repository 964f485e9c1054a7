import { storefrontLanguage } from "../storefrontLanguage.ts"

/** The language that the store is asked in for each country. */
export interface Locale {
  readonly country: string
  readonly language: string
}

export const localeOf = (country: string, language: string | null): Locale => ({
  country,
  language: language ?? storefrontLanguage(country)
})
