import { Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { makeAbsence } from "../common/absence.ts"
import { failure } from "../common/answers.ts"
import { sourced } from "../common/sourced.ts"
import type { AppStore } from "../contract.ts"
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
  const { absentMs, pageMs, staleMs } = config.cache
  const kept = yield* (yield* Caches).make({
    name: "storeb.similar",
    version: 1,
    schema: Schema.Array(Schema.String),
    freshMs: pageMs,
    staleMs
  })
  /** Lists that failed are let be for a while: the page has a few of their apps anyway. */
  const failed = yield* makeAbsence("storeb.similar-absent", absentMs)

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
    if (cards === null) return yield* failure(upstream, "failed", `${ask}: there is no such list`)
    if (cards.length === 0) return yield* failure(upstream, "suspect", `${ask}: an empty list`)
    yield* records.keepCards(cards)
    return cards.map((card) => card.appId).filter((id) => id !== appId)
  })

  const listOf = Effect.fnUntraced(function* (appId: string, country: string, path: string | null) {
    const key = `${country}:${appId}`
    if (path === null || !config.page.similarCluster || (yield* failed.has(key))) return null
    return yield* kept.get(key, fetchCluster(appId, country, path)).pipe(
      Effect.map(({ value }) => value),
      Effect.catch(() => Effect.as(failed.add(key), null))
    )
  })

  const page: AppStore["page"] = Effect.fnUntraced(function* (appId, country) {
    const entry = yield* records.details(appId, country)
    const { page, similar } = entry.value
    const list = similar === null ? null : yield* listOf(appId, country, similar.path)
    return sourced(entry, { ...page, similarAppIds: list ?? similar?.ids ?? null }, "store_page", upstream.name)
  })
  return page
})
