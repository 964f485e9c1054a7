/** Where the fields of a card are, and where the cards of each kind of page. */
import type { Path } from "./path.ts"

export const cardPositions = {
  appId: [0, 0],
  iconUrl: [1, 3, 2],
  title: [3],
  averageRating: [4, 1],
  genreName: [5],
  priceMicros: [8, 1, 0, 0],
  currency: [8, 1, 0, 1],
  priceText: [8, 1, 0, 2],
  description: [13, 1],
  developer: [14],
  installsText: [15],
  contentRating: [24, 0]
} as const satisfies Readonly<Record<string, Path>>

export const cardScreenshots: Path = [2]

/** Pages and charts come in sections; the cards of a section are first under one of its places. */
export const sections: Path = [0, 1]

export interface CardsBlock {
  readonly rpcIds: ReadonlyArray<string>
  readonly key: string
  readonly places: ReadonlyArray<number>
}
export const searchBlock: CardsBlock = { rpcIds: ["lGYRle"], key: "ds:4", places: [22] }
export const clusterBlock: CardsBlock = { rpcIds: ["CNT7ob"], key: "ds:3", places: [21, 22] }
export const developerBlock: CardsBlock = { rpcIds: ["MRTdke", "IRWBmd"], key: "ds:3", places: [21, 22] }
export const chartPlaces: ReadonlyArray<number> = [28]

/** One app that a search shows on top, with most of what its own page tells. */
export const featured = {
  node: [23, 16, 2],
  appId: [23, 16, 11, 0, 0]
} as const satisfies Readonly<Record<string, Path>>
