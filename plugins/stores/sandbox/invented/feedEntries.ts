import type { JsonObject } from "@storeglass/sandbox"
import {
  dayOf,
  description,
  type InventedApp,
  type InventedReview,
  isoDate,
  localPrice,
  pacificInstant,
  slugOf,
  unit
} from "@storeglass/sandbox/world"
import { genreName } from "../formats/genres.ts"
import type { Storefront } from "../formats/storefronts.ts"
import { appUrl, artworkUrl, developerUrl } from "./assets.ts"
import { releaseInstantMs } from "./lookupRecord.ts"
import { chartPriceLabel } from "./priceLabels.ts"

export const legacyChartEntry = (app: InventedApp, storefront: Storefront, origin: string): JsonObject => {
  const url = `${appUrl(origin, app, storefront)}?uo=2`
  const genreId = app.genreIds[0]
  const label = genreName(genreId, storefront.language)
  const released = releaseInstantMs(app)
  const image = (height: number): JsonObject => ({
    label: artworkUrl(origin, app, height),
    attributes: { height: String(height) }
  })
  return {
    "im:name": { label: app.name },
    "im:image": [image(53), image(75), image(100)],
    summary: { label: description(app, storefront.language) },
    "im:price": {
      label: chartPriceLabel(app.usd, storefront),
      attributes: { amount: localPrice(app.usd, storefront).toFixed(2), currency: storefront.currency }
    },
    "im:contentType": { attributes: { term: "Application", label: "Application" } },
    ...(unit(app.key, 96) < 0.01 ? {} : { rights: { label: `© ${app.developer.sellerName}` } }),
    title: { label: `${app.name} - ${app.developer.name}` },
    link: [
      { attributes: { rel: "alternate", type: "text/html", href: url } },
      {
        "im:duration": { label: "0" },
        attributes: {
          rel: "enclosure",
          type: "image/png",
          href: artworkUrl(origin, app, 480),
          "im:assetType": "preview"
        }
      }
    ],
    id: { label: url, attributes: { "im:id": String(app.id), "im:bundleId": app.bundleId } },
    "im:artist": {
      label: app.developer.name,
      attributes: { href: `${developerUrl(origin, app, storefront)}?uo=2` }
    },
    category: {
      attributes: {
        "im:id": String(genreId),
        term: genreName(genreId, "en"),
        scheme: `${origin}/apps/${storefront.country}/genre/ios-${encodeURIComponent(slugOf(label))}/id${genreId}?uo=2`,
        label
      }
    },
    "im:releaseDate": { label: pacificInstant(released), attributes: { label: isoDate(dayOf(released)) } }
  }
}

export const chartV2Result = (app: InventedApp, storefront: Storefront, origin: string): JsonObject => ({
  artistName: app.developer.name,
  id: String(app.id),
  name: app.name,
  releaseDate: isoDate(dayOf(releaseInstantMs(app))),
  kind: "apps",
  artworkUrl100: artworkUrl(origin, app, 100),
  genres: [],
  url: appUrl(origin, app, storefront)
})

export const reviewEntry = (
  app: InventedApp,
  review: InventedReview,
  storefront: Storefront,
  origin: string
): JsonObject => ({
  author: {
    uri: { label: `${origin}/itunes/${storefront.country}/reviews/id${review.authorId}` },
    name: { label: review.author },
    label: ""
  },
  updated: { label: pacificInstant(review.atMs) },
  "im:rating": { label: String(review.rating) },
  "im:version": { label: review.version },
  id: { label: review.id },
  title: { label: review.title },
  content: { label: review.text, attributes: { type: "text" } },
  link: {
    attributes: {
      rel: "related",
      href: `${origin}/itunes/${storefront.country}/review?id=${app.id}&type=Purple%20Software`
    }
  },
  "im:voteSum": { label: String(review.voteSum) },
  "im:contentType": { attributes: { term: "Application", label: "Application" } },
  "im:voteCount": { label: String(review.voteCount) }
})
