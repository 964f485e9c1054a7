/** A search: one app on top, sometimes, and about thirty in all. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result } from "effect"
import { misread, type Read } from "../common/answers.ts"
import type { StoreApp } from "../contract.ts"
import { fetchPage } from "./answers.ts"
import { featured, searchBlock, sections } from "./cardPositions.ts"
import { type CardContext, cardsBlockOf, readSections } from "./cards.ts"
import { readNode } from "./details.ts"
import type { Locale } from "./languages.ts"
import type { PageBlocks } from "./pageBlocks.ts"
import { at, listAt } from "./path.ts"

/** The store shows one page and no further ones. */
export const searchDepth = 30

export const readSearch = (page: PageBlocks, context: CardContext): Read<ReadonlyArray<StoreApp>> => {
  const block = cardsBlockOf(page, searchBlock)
  if (block === undefined) return misread("the search's data is not where it was")
  const top = listAt(block, sections).find((section) => at(section, featured.node) !== undefined)
  if (top === undefined) return readSections(block, searchBlock.places, context)
  const first = readNode(at(top, featured.node), at(top, featured.appId), context)
  // The app on top is the first hit: without it, all ranks would be wrong by one.
  return Result.flatMap(first, ({ app }) => {
    const others = listAt(block, sections).filter((section) => section !== top)
    return Result.map(readSections([[null, others]], searchBlock.places, context), (cards) => [
      app,
      ...cards.filter((card) => card.appId !== app.appId)
    ])
  })
}

export const fetchSearch = (
  upstream: Upstream,
  term: string,
  { country, language }: Locale,
  context: CardContext
): Effect.Effect<ReadonlyArray<StoreApp>, UpstreamError> => {
  const ask = `search in ${country}`
  return fetchPage(
    upstream,
    ask,
    "/store/search",
    { q: term, c: "apps", hl: language, gl: country, price: 0 },
    (page) => readSearch(page, context)
  ).pipe(
    Effect.flatMap((apps) => (apps === null ? upstream.drift(`${ask}: there is no such page`) : Effect.succeed(apps)))
  )
}
