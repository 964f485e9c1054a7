import { InvalidAppId, InvalidCountry } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { hasStorefront } from "./storefronts.ts"

/** A positive whole number in its one form: no sign, no leading zero, exact as a number. */
export const isAppId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

export const parseAppId = (text: string): Effect.Effect<string, InvalidAppId> =>
  isAppId(text)
    ? Effect.succeed(text)
    : Effect.fail(
        new InvalidAppId(
          `id: '${text.slice(0, 40)}' is no app id of storea; it must be a positive whole number without leading zeros, such as 284882215`
        )
      )

export const parseCountry = (text: string): Effect.Effect<string, InvalidCountry> => {
  const country = text.toLowerCase()
  return hasStorefront(country)
    ? Effect.succeed(country)
    : Effect.fail(
        new InvalidCountry(
          `country: storea has no storefront in '${text.slice(0, 20)}'; send a two-letter code of one, such as us`
        )
      )
}
