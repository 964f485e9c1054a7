/** "Similar apps": a few cards under a details page, and a link to a page with more. */
import { Option, Result, Schema } from "effect"
import { loose } from "../common/loose.ts"
import type { StoreApp } from "../contract.ts"
import { type CardContext, readCards } from "./cards.ts"
import { clusterPositions, clustersBlock, clustersList } from "./detailsPositions.ts"
import { blockOf, type PageBlocks } from "./pageBlocks.ts"
import { at, listAt, pick } from "./path.ts"

/** An address within the store, and only there. */
const ClusterPath = Schema.String.check(Schema.isPattern(/^\/store\/apps\/collection\/cluster\?[^\s#\\]+$/))

export const SimilarShelf = Schema.Struct({
  ids: Schema.Array(Schema.String),
  /** Where the whole list is. */
  path: Schema.NullOr(Schema.String)
})
export type SimilarShelf = typeof SimilarShelf.Type

const Cluster = Schema.Struct({ kind: loose(Schema.String), link: loose(ClusterPath) })
const decode = Schema.decodeUnknownOption(Cluster)

export interface SimilarRead extends SimilarShelf {
  readonly cards: ReadonlyArray<StoreApp>
}

/**
 * Titles are translated, so the shelf is told by what the vendor calls it. Any other one, such as more apps by the same
 * developer, is not taken for it.
 */
export const readSimilar = (page: PageBlocks, appId: string, context: CardContext): SimilarRead | null => {
  const block = blockOf(page, { ...clustersBlock, fits: (value) => Array.isArray(at(value, clustersList)) })
  const clusters = listAt(block, clustersList).flatMap((node) =>
    Option.toArray(decode(pick(node, clusterPositions))).map((cluster) => ({ ...cluster, node }))
  )
  const found = clusters.find(({ kind }) => kind?.startsWith("similar_apps") === true)
  if (found === undefined) return null
  const read = readCards(listAt(found.node, clusterPositions.cards), context)
  const cards = Result.getOrElse(read, () => []).filter((card) => card.appId !== appId)
  return { ids: cards.map((card) => card.appId), path: found.link, cards }
}
