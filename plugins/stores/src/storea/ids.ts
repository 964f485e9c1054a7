import { appIdParser, countryParser } from "../ids.ts"
import { hasStorefront } from "./storefronts.ts"

/** A positive whole number in its one form: no sign, no leading zero, exact as a number. */
export const isAppId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

export const parseAppId = appIdParser(
  isAppId,
  "isn't a storea app id; send a positive whole number without leading zeros, such as 284882215"
)

export const parseCountry = countryParser(
  hasStorefront,
  (sent) => `storea has no storefront in ${sent}; send a two-letter code of one, such as us`
)
