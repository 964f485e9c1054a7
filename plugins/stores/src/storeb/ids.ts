import { AppNotFound } from "@storeglass/plugin-api"
import { appIdParser, countryParser } from "../ids.ts"
import { hasStorefront } from "./storefronts.ts"

/** A package name: parts with a dot between, each beginning with a letter. Case matters. */
export const isAppId = (text: string): boolean =>
  text.length <= 255 && /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/.test(text)

export const parseAppId = appIdParser(
  isAppId,
  "is no app id of storeb; it must be a package name such as com.example.app"
)

export const parseCountry = countryParser(
  hasStorefront,
  (sent) => `${sent} is not a country of storeb; send a two-letter ISO 3166-1 code such as us`
)

export const notListed = (appId: string) =>
  new AppNotFound(`app ${appId} is not listed: storeb knows no app with this package name, in any country`)
