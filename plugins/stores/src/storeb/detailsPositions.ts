/** Where the fields of an app are, from the node that describes it. The details page and a search's first hit share it. */
import type { Path } from "./path.ts"

/** The block of a details page, and where the node is in it. */
export const detailsBlock = { rpcIds: ["Ws7gDc"], key: "ds:5" } as const
export const detailsNode: Path = [1, 2]

export const detailsPositions = {
  appId: [77, 0],
  title: [0, 0],
  contentRating: [9, 0],
  releasedAt: [10, 1, 0],
  installsText: [13, 0],
  installsMin: [13, 1],
  installsReal: [13, 2],
  availability: [18, 0],
  purchaseRange: [19, 0],
  containsAds: [48],
  ratings: [51],
  averageRating: [51, 0, 1],
  ratingCount: [51, 2, 1],
  writtenReviews: [51, 3, 1],
  priceMicros: [57, 0, 0, 0, 0, 1, 0, 0],
  currency: [57, 0, 0, 0, 0, 1, 0, 1],
  priceText: [57, 0, 0, 0, 0, 1, 0, 2],
  developer: [68, 0],
  developerLink: [68, 1, 4, 2],
  sellerUrl: [69, 0, 5, 2],
  description: [72, 0, 1],
  shortDescription: [73, 0, 1],
  genreName: [79, 0, 0, 0],
  genreId: [79, 0, 0, 2],
  iconUrl: [95, 0, 3, 2],
  privacyPolicyUrl: [99, 0, 5, 2],
  videoUrl: [100, 0, 0, 3, 2],
  videoPosterUrl: [100, 1, 0, 3, 2],
  version: [140, 0, 0, 0],
  minimumOsVersion: [140, 1, 1, 0, 0, 1],
  releaseNotes: [144, 1, 1],
  updatedAt: [145, 0, 1, 0]
} as const satisfies Readonly<Record<string, Path>>

/** From 1 to 5 stars: the entry at `stars` holds text and count. */
export const histogramCount = (stars: 1 | 2 | 3 | 4 | 5): Path => [51, 1, stars, 1]

export const screenshotsList: Path = [78, 0]
/** Pictures are the same everywhere. */
export const picture = { url: [3, 2], height: [2, 0], width: [2, 1] } as const satisfies Readonly<Record<string, Path>>

/** All that the app is filed under, in groups of any depth; an entry that is a genre has its id at 2. */
export const categoriesTree: Path = [118]
export const categoryEntry = { name: [0], id: [2] } as const satisfies Readonly<Record<string, Path>>

/** The block of the clusters under a details page, and what is where in each of them. */
export const clustersBlock = { rpcIds: ["ag2B9c"], key: "ds:8" } as const
export const clustersList: Path = [1, 1]
export const clusterPositions = {
  /** What the vendor calls the cluster, in no language. */
  kind: [3, 1, 0, 0],
  link: [21, 1, 2, 4, 2],
  cards: [21, 0]
} as const satisfies Readonly<Record<string, Path>>
