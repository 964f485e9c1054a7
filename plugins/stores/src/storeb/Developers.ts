import { Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { failure } from "../common/answers.ts"
import { sourced } from "../common/sourced.ts"
import { type Sourced, StoreApp } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import { fetchPage } from "./answers.ts"
import { developerBlock } from "./cardPositions.ts"
import { type CardContext, readCardPage } from "./cards.ts"
import type { StoreBConfig } from "./config.ts"
import { localeOf } from "./languages.ts"

/** The first apps on a developer's page. Developers are known by a number or by their name, on different pages. */
export const makeDeveloperApps = Effect.fnUntraced(function* (
  upstream: Upstream,
  records: AppRecords,
  config: StoreBConfig,
  contextOf: (country: string) => CardContext
) {
  const { pageMs, staleMs } = config.cache
  const cache = yield* (yield* Caches).make({
    name: "storeb.developer",
    version: 2,
    schema: Schema.Array(StoreApp),
    freshMs: pageMs,
    staleMs
  })

  const fetch = (developerId: string, country: string) => {
    const ask = `apps of developer ${developerId} in ${country}`
    const path = /^\d+$/.test(developerId) ? "/store/apps/dev" : "/store/apps/developer"
    const { language } = localeOf(country, config.language)
    return fetchPage(upstream, ask, path, { id: developerId, hl: language, gl: country }, (page) =>
      readCardPage(page, developerBlock, contextOf(country))
    ).pipe(
      // A developer without apps has no page.
      Effect.flatMap((apps) =>
        apps?.length === 0
          ? Effect.fail(failure(upstream, "suspect", `${ask}: an empty page`))
          : Effect.succeed(apps ?? [])
      ),
      Effect.map((apps) => apps.map((app): StoreApp => ({ ...app, developerId }))),
      Effect.tap(records.keepCards)
    )
  }

  return (developerId: string, country: string): Effect.Effect<Sourced<ReadonlyArray<StoreApp>>, UpstreamError> =>
    Effect.map(cache.get(`${country}:${developerId}`, fetch(developerId, country)), (entry) =>
      sourced(entry, entry.value, "store_page", upstream.name)
    )
})
