import type { JsonObject } from "@storeglass/sandbox"
import {
  advisories,
  dayMs,
  description,
  type InventedApp,
  isoInstant,
  localPrice,
  ratingAverage,
  ratingCount,
  releaseNotes,
  unit,
  versionOn
} from "@storeglass/sandbox/world"
import { genreName } from "../formats/genres.ts"
import type { Storefront } from "../formats/storefronts.ts"
import { appUrl, artworkUrl, developerUrl, shotUrls } from "./assets.ts"
import { formattedPrice } from "./priceLabels.ts"

const phones = ["iPhone12-iPhone12", "iPhone13-iPhone13", "iPhone14Pro-iPhone14Pro", "iPhone15-iPhone15"]
const pads = ["iPadAir5-iPadAir5", "iPadPro11M4-iPadPro11M4", "iPadMiniA17Pro-iPadMiniA17Pro"]

const releaseMs = (app: InventedApp): number => app.releaseDay * dayMs + Math.floor(unit(app.key, 94) * 72_000) * 1000

/** What only iOS records carry: the mac store's leave these keys out altogether. */
const iosFields = (app: InventedApp, origin: string): JsonObject => ({
  features: app.hasPad ? ["iosUniversal"] : [],
  supportedDevices: app.hasPad ? [...phones, ...pads] : phones,
  advisories: advisories(app),
  isGameCenterEnabled: app.theme.subgenre !== undefined && unit(app.key, 95) < 0.4,
  ipadScreenshotUrls: shotUrls(origin, app, "pad", app.screenshots.pad),
  appletvScreenshotUrls: shotUrls(origin, app, "tv", app.screenshots.tv)
})

/** One `results[]` element of a lookup or a search. */
export const lookupRecord = (
  app: InventedApp,
  storefront: Storefront,
  language: string,
  day: number,
  origin: string
): JsonObject => {
  const version = versionOn(app, day)
  const ratings = ratingCount(app, storefront, day)
  const average = ratings === 0 ? 0 : ratingAverage(app, storefront, day)
  const mac = app.kind === "desktop"
  return {
    ...(mac ? {} : iosFields(app, origin)),
    screenshotUrls: shotUrls(origin, app, mac ? "mac" : "phone", app.screenshots.phone),
    artworkUrl60: artworkUrl(origin, app, 60),
    artworkUrl512: artworkUrl(origin, app, 512),
    artworkUrl100: artworkUrl(origin, app, 100),
    artistViewUrl: `${developerUrl(origin, app, storefront)}?uo=4`,
    kind: mac ? "mac-software" : "software",
    currentVersionReleaseDate: isoInstant(version.day * dayMs + version.ms),
    ...(version.index === 0 ? {} : { releaseNotes: releaseNotes(app, version) }),
    artistId: app.developer.id,
    artistName: app.developer.name,
    genres: app.genreIds.map((id) => genreName(id, language)),
    price: localPrice(app.usd, storefront),
    description: description(app, language),
    primaryGenreName: genreName(app.genreIds[0], "en"),
    primaryGenreId: app.genreIds[0],
    bundleId: app.bundleId,
    isVppDeviceBasedLicensingEnabled: true,
    trackId: app.id,
    trackName: app.name,
    sellerName: app.developer.sellerName,
    ...(app.website ? { sellerUrl: `https://www.${app.developer.domain}.example` } : {}),
    releaseDate: isoInstant(releaseMs(app)),
    genreIds: app.genreIds.map(String),
    currency: storefront.currency,
    averageUserRating: average,
    averageUserRatingForCurrentVersion: average,
    userRatingCount: ratings,
    userRatingCountForCurrentVersion: ratings,
    trackViewUrl: `${appUrl(origin, app, storefront)}?uo=4`,
    trackContentRating: app.ageRating,
    contentAdvisoryRating: app.ageRating,
    minimumOsVersion: app.minimumOs,
    trackCensoredName: app.name,
    languageCodesISO2A: app.languages,
    fileSizeBytes: String(Math.round(app.baseBytes * (1 + 0.01 * version.index))),
    formattedPrice: formattedPrice(app.usd, storefront, language),
    version: version.text,
    wrapperType: "software"
  }
}

/** The row that comes first when a developer is looked up. */
export const artistRecord = (app: InventedApp, storefront: Storefront, origin: string): JsonObject => ({
  wrapperType: "artist",
  artistType: "Software Artist",
  artistName: app.developer.name,
  artistLinkUrl: `${developerUrl(origin, app, storefront)}?uo=4`,
  artistId: app.developer.id
})

export const releaseInstantMs = releaseMs
