import { Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { AppStore } from "../contract.ts"
import { sourced } from "../storea/sourced.ts"
import type { AppRecords } from "./AppRecords.ts"
import { fetchPage } from "./answers.ts"
import { clusterBlock } from "./cardPositions.ts"
import { type CardContext, readCardPage } from "./cards.ts"
import type { StoreBConfig } from "./config.ts"
import { localeOf } from "./languages.ts"

/** App pages, with the whole list of similar apps from the page that they link to. */
export const makePages = Effect.fnUntraced(function* (
  upstream: Upstream,
  records: AppRecords,
  config: StoreBConfig,
  contextOf: (country: string) => CardContext
) {
  const { pageMs, staleMs } = config.cache
  const kept = yield* (yield* Caches).make({
    name: "storeb.similar",
    version: 1,
    schema: Schema.Array(Schema.String),
    freshMs: pageMs,
    staleMs
  })

  const fetchCluster = Effect.fnUntraced(function* (
    appId: string,
    country: string,
    path: string
  ): Effect.fn.Return<ReadonlyArray<string>, UpstreamError> {
    const { language } = localeOf(country, config.language)
    const ask = `apps like ${appId} in ${country}`
    const cards = yield* fetchPage(upstream, ask, path, { hl: language, gl: country }, (page) =>
      readCardPage(page, clusterBlock, contextOf(country))
    )
    if (cards === null || cards.length === 0) return yield* upstream.drift(`${ask}: an empty list`)
    yield* records.keepCards(cards)
    return cards.map((card) => card.appId).filter((id) => id !== appId)
  })

  const page: AppStore["page"] = Effect.fnUntraced(function* (appId, country) {
    const entry = yield* records.details(appId, country)
    const { page, similar } = entry.value
    const key = `${country}:${appId}`
    const listed =
      similar === null || similar.path === null || !config.page.similarCluster
        ? undefined
        : yield* Effect.option(kept.get(key, fetchCluster(appId, country, similar.path)))
    // The few under the page itself stand in for the list.
    const similarAppIds = listed?._tag === "Some" ? listed.value.value : (similar?.ids ?? null)
    return sourced(entry, { ...page, similarAppIds }, "store_page", upstream.name)
  })
  return page
})
