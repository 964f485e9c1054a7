/** An app's details page: the record of the app, and what its page adds to it. */
import { DateTime, Option, Result, Schema } from "effect"
import { misread, type Read } from "../common/answers.ts"
import { plainText } from "../common/html.ts"
import { HttpUrl, loose } from "../common/loose.ts"
import type { StoreApp, StorePage } from "../contract.ts"
import { Count, categoriesOf, histogramOf, ratingCountOf, screenshotsOf } from "./detailsParts.ts"
import { detailsBlock, detailsNode, detailsPositions } from "./detailsPositions.ts"
import { isGenre, withParent } from "./genres.ts"
import { blockOf, type PageBlocks } from "./pageBlocks.ts"
import { at, pick } from "./path.ts"
import { readSimilar, type SimilarRead } from "./similar.ts"

const Text = loose(Schema.NonEmptyString)
const Url = loose(HttpUrl)
/** Seconds since the epoch, between the first such store and a far future. */
const Instant = Schema.Int.check(Schema.isBetween({ minimum: 1_200_000_000, maximum: 4_100_000_000 }))

/** Strict on who it is, so that what has moved is not taken for something else; what is missing elsewhere is null. */
const Details = Schema.Struct({
  appId: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  developer: Schema.NonEmptyString,
  genreId: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z_]+$/)),
  iconUrl: HttpUrl,
  genreName: Text,
  contentRating: Text,
  releasedAt: loose(Instant),
  updatedAt: loose(Instant),
  installsText: Text,
  installsMin: loose(Count),
  installsReal: loose(Count),
  availability: loose(Schema.Int),
  purchaseRange: loose(Schema.String.check(Schema.isPattern(/\p{Nd}/u))),
  containsAds: loose(Schema.Array(Schema.Unknown)),
  averageRating: loose(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 5 }))),
  ratingCount: loose(Count),
  writtenReviews: loose(Count),
  priceMicros: loose(Count),
  currency: loose(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/))),
  priceText: loose(Schema.String),
  developerLink: loose(Schema.String.check(Schema.isPattern(/[?&]id=/))),
  sellerUrl: Url,
  description: Text,
  shortDescription: Text,
  privacyPolicyUrl: Url,
  videoUrl: Url,
  videoPosterUrl: Url,
  version: loose(Schema.String.check(Schema.isPattern(/\d/))),
  minimumOsVersion: loose(Schema.String.check(Schema.isPattern(/^\d/))),
  releaseNotes: Text
})
type Details = typeof Details.Type
const decode = Schema.decodeUnknownResult(Details)

export interface DetailsRead {
  readonly app: StoreApp
  /** Without similar apps, which a page of their own lists in full. */
  readonly page: StorePage
  readonly similar: SimilarRead | null
  /** How many reviews were written, in all countries. */
  readonly writtenReviews: number | null
  /** What a page has and this one has not, or what does not add up: a sign that something moved. */
  readonly odd: string | null
}

/** What the caller knows and the data does not tell. */
export interface Asked {
  readonly appId: string
  readonly country: string
  /** Addresses of apps in the store. */
  readonly urlOf: (appId: string) => string
}

const isDetails = (block: unknown): boolean =>
  typeof at(block, [...detailsNode, ...detailsPositions.appId]) === "string"

/** Reads a details page, which must be about this app. */
export const readDetails = (page: PageBlocks, asked: Asked): Read<DetailsRead> => {
  const block = blockOf(page, { ...detailsBlock, fits: isDetails })
  if (block === undefined) return misread("the app's data is not where it was")
  const node = at(block, detailsNode)
  return Result.flatMap(readNode(node, at(node, detailsPositions.appId), asked), (read) =>
    read.app.appId === asked.appId
      ? Result.succeed({
          ...read,
          similar: readSimilar(page, asked.appId, { ...asked, genreId: null }),
          odd: read.odd ?? missingOf(node)
        })
      : misread(`the page is of ${read.app.appId}, not of ${asked.appId}`)
  )
}

/** What every details page has; a search's first hit leaves some of it out. */
const missingOf = (node: unknown): string | null => {
  const missing = (["updatedAt", "description"] as const).filter(
    (field) => at(node, detailsPositions[field]) === undefined
  )
  return missing.length === 0 ? null : `missing: ${missing.join(", ")}`
}

/** Reads the node that describes an app, whose id may be beside it. */
export const readNode = (
  node: unknown,
  appId: unknown,
  asked: Omit<Asked, "appId">
): Read<Omit<DetailsRead, "similar">> =>
  Result.mapBoth(decode({ ...pick(node, detailsPositions), appId }), {
    onFailure: (cause) => ({ detail: "an app without id, name, developer, genre or icon", cause }),
    onSuccess: (decoded) => {
      const ratings = ratingCountOf(node, decoded.ratingCount, decoded.installsReal ?? decoded.installsMin)
      const details = { ...decoded, ratingCount: ratings.count }
      const histogram = histogramOf(node, details.ratingCount)
      return {
        app: appOf(node, details, asked),
        page: pageOf(node, details, histogram.counts),
        writtenReviews: details.writtenReviews,
        odd: ratings.odd ?? histogram.odd ?? oddityOf(details)
      }
    }
  })

const oddityOf = ({ availability, averageRating, priceMicros, ratingCount }: Details): string | null => {
  if ((averageRating === null) !== (ratingCount === null || ratingCount === 0)) return "a rating without its count"
  return availability === 2 && priceMicros === null ? "for sale without a price" : null
}

const isoOf = (seconds: number | null): string | null =>
  seconds === null
    ? null
    : Option.match(DateTime.make(seconds * 1000), {
        onNone: () => null,
        onSome: (date) => DateTime.formatIso(date).replace(/\.000Z$/, "Z")
      })

/** The developer's id is in the link to its page: a number, or a name. */
const developerIdOf = (link: string | null): string | null =>
  link === null ? null : new URLSearchParams(link.slice(link.indexOf("?"))).get("id")

const textOf = (html: string | null): string | null => (html === null ? null : plainText(html))

const appOf = (node: unknown, details: Details, { country, urlOf }: Omit<Asked, "appId">): StoreApp => {
  const { genreId, genreName, installsMin, installsReal, installsText, priceMicros, priceText } = details
  const others = categoriesOf(node).filter(({ id }) => id !== genreId && isGenre(id))
  const ids = [genreId, ...others.map(({ id }) => id)]
  return {
    platform: "storeb",
    country,
    appId: details.appId,
    name: details.title,
    seller: details.developer,
    developerId: developerIdOf(details.developerLink),
    bundleId: details.appId,
    genreId,
    genreName,
    genreIds: [...new Set(ids.flatMap(withParent))],
    genres: [...new Set([...(genreName === null ? [] : [genreName]), ...others.map(({ name }) => name)])],
    averageRating: details.averageRating,
    ratingCount: details.ratingCount,
    price: priceMicros === null ? null : priceMicros / 1_000_000,
    // The text of a free app is empty: its button says "Install".
    formattedPrice: priceMicros === null ? null : priceMicros === 0 ? "Free" : priceText || null,
    currency: details.currency,
    version: details.version,
    releaseNotes: textOf(details.releaseNotes),
    releaseDate: isoOf(details.releasedAt),
    currentVersionReleaseDate: isoOf(details.updatedAt),
    iconUrl: details.iconUrl,
    screenshots: { phone: screenshotsOf(node) },
    description: textOf(details.description) ?? "",
    fileSizeBytes: null,
    languages: [],
    contentRating: details.contentRating,
    minimumOsVersion: details.minimumOsVersion,
    sellerUrl: details.sellerUrl,
    url: urlOf(details.appId),
    installs:
      installsMin === null ? null : { min: installsMin, max: installsReal, label: installsText ?? `${installsMin}+` }
  }
}

const pageOf = (node: unknown, details: Details, histogram: StorePage["ratingHistogram"]): StorePage => ({
  subtitle: textOf(details.shortDescription),
  hasInAppPurchases: details.purchaseRange !== null,
  // The store lists no single purchases, only the range of their prices.
  inAppPurchases: details.purchaseRange === null ? [] : [{ name: "In-app products", price: details.purchaseRange }],
  similarAppIds: null,
  ratingHistogram: histogram,
  screenshots: { phone: screenshotsOf(node) },
  previews:
    details.videoUrl === null ? [] : [{ url: details.videoUrl, posterUrl: details.videoPosterUrl, device: "phone" }],
  privacyPolicyUrl: details.privacyPolicyUrl,
  containsAds: details.containsAds !== null
})
