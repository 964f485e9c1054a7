import { AppNotFound, Param } from "@storeglass/plugin-api"
import { appIdParser, countryParser } from "../ids.ts"
import { hasStorefront } from "./storefronts.ts"

export const isAppId = Param.isPackageName

export const parseAppId = appIdParser(isAppId, "isn't a storeb app id; send a package name such as com.example.app")

export const parseCountry = countryParser(
  hasStorefront,
  (sent) => `storeb has no country ${sent}; send a two-letter ISO 3166-1 code such as us`
)

export const notListed = (appId: string) =>
  new AppNotFound(`app ${appId} isn't listed: storeb has no app with this package name in any country`)
