/** One record of lookup and search, and the app that it describes. */
import { Predicate, Schema } from "effect"
import { Decimal, HttpUrl, isoDate, loose, looseList, Whole } from "../common/loose.ts"
import type { StoreApp } from "../contract.ts"
import { Id } from "./fields.ts"

const Text = loose(Schema.NonEmptyString)
const Texts = looseList(Schema.NonEmptyString)
const Urls = looseList(HttpUrl)

/** Strict on the id and the name; what else is missing or odd is null or empty. */
const AppRecord = Schema.Struct({
  trackId: Id,
  trackName: Schema.NonEmptyString,
  artistId: loose(Id),
  artistName: Text,
  sellerName: Text,
  sellerUrl: loose(HttpUrl),
  bundleId: Text,
  primaryGenreId: loose(Id),
  primaryGenreName: Text,
  genreIds: looseList(Id),
  genres: Texts,
  averageUserRating: loose(Decimal),
  userRatingCount: loose(Whole),
  price: loose(Decimal),
  formattedPrice: Text,
  currency: Text,
  version: Text,
  releaseNotes: Text,
  releaseDate: Text,
  currentVersionReleaseDate: Text,
  artworkUrl60: loose(HttpUrl),
  artworkUrl100: loose(HttpUrl),
  artworkUrl512: loose(HttpUrl),
  screenshotUrls: Urls,
  ipadScreenshotUrls: Urls,
  appletvScreenshotUrls: Urls,
  description: Text,
  features: loose(Schema.Array(Schema.String)),
  fileSizeBytes: loose(Whole),
  languageCodesISO2A: Texts,
  trackContentRating: Text,
  contentAdvisoryRating: Text,
  minimumOsVersion: Text,
  trackViewUrl: loose(HttpUrl)
})
type AppRecord = typeof AppRecord.Type

/** Decodes a record that is an app. */
export const decodeRecord = Schema.decodeUnknownResult(AppRecord)

/** Searches mix apps for other systems in, and a developer's lookup begins with the developer. */
export const isApp = (record: unknown): boolean => Predicate.hasProperty(record, "kind") && record.kind === "software"

export const appOf = (record: AppRecord, country: string): StoreApp => ({
  platform: "storea",
  country,
  appId: record.trackId,
  name: record.trackName,
  seller: record.sellerName ?? record.artistName ?? "",
  developerId: record.artistId,
  bundleId: record.bundleId ?? "",
  genreId: record.primaryGenreId,
  genreName: record.primaryGenreName,
  genreIds: record.genreIds,
  genres: record.genres,
  averageRating: ratingOf(record),
  ratingCount: record.userRatingCount,
  price: record.price,
  formattedPrice: record.formattedPrice,
  currency: record.currency,
  version: record.version,
  releaseNotes: record.releaseNotes,
  releaseDate: isoDate(record.releaseDate),
  currentVersionReleaseDate: isoDate(record.currentVersionReleaseDate),
  iconUrl: record.artworkUrl512 ?? record.artworkUrl100 ?? record.artworkUrl60,
  screenshots: {
    iphone: unsized(record.screenshotUrls),
    ipad: unsized(record.ipadScreenshotUrls),
    appletv: unsized(record.appletvScreenshotUrls)
  },
  description: record.description ?? "",
  fileSizeBytes: record.fileSizeBytes,
  languages: [...new Set(record.languageCodesISO2A)],
  contentRating: record.trackContentRating ?? record.contentAdvisoryRating,
  minimumOsVersion: record.minimumOsVersion,
  sellerUrl: record.sellerUrl,
  url: record.trackViewUrl,
  installs: null,
  ...(record.features === null ? {} : { madeForTablets: record.features.includes("iosUniversal") })
})

/** The address names the size of a thumbnail, not that of the screenshot. */
const unsized = (urls: ReadonlyArray<string>) => [...new Set(urls)].map((url) => ({ url, width: null, height: null }))

/** An app without ratings is written as 0 of 0: it was counted, and it has no rating. */
const ratingOf = ({ averageUserRating, userRatingCount }: AppRecord): number | null =>
  userRatingCount === 0 || averageUserRating === 0 ? null : averageUserRating
