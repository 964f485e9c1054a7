import { AppNotFound, InvalidAppId, InvalidCountry } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { hasStorefront } from "./storefronts.ts"

/** A package name: parts with a dot between, each beginning with a letter. Case matters. */
export const isAppId = (text: string): boolean =>
  text.length <= 255 && /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/.test(text)

export const parseAppId = (text: string): Effect.Effect<string, InvalidAppId> =>
  isAppId(text)
    ? Effect.succeed(text)
    : Effect.fail(
        new InvalidAppId(
          `id: '${text.slice(0, 40)}' is no app id of storeb; it must be a package name such as com.example.app`
        )
      )

export const parseCountry = (text: string): Effect.Effect<string, InvalidCountry> => {
  const country = text.toLowerCase()
  return hasStorefront(country)
    ? Effect.succeed(country)
    : Effect.fail(
        new InvalidCountry(
          `country: '${text.slice(0, 20)}' is not a country of storeb; send a two-letter ISO 3166-1 code such as us`
        )
      )
}

export const notListed = (appId: string) =>
  new AppNotFound(`app ${appId} is not listed: storeb knows no app with this package name, in any country`)
