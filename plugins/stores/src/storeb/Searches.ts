/** Searches: the order is kept by term, the apps by themselves. */
import { Caches, type Upstream } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { canonicalTerm } from "../common/terms.ts"
import type { AppStore } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import type { CardContext } from "./cards.ts"
import type { StoreBConfig } from "./config.ts"
import { localeOf } from "./languages.ts"
import { fetchSearch } from "./searchPage.ts"

type Ids = ReadonlyArray<string>

export const makeSearches = Effect.fnUntraced(function* (
  upstream: Upstream,
  records: AppRecords,
  config: StoreBConfig,
  contextOf: (country: string) => CardContext
) {
  const cache = yield* (yield* Caches).make({
    name: "storeb.search",
    version: 1,
    schema: Schema.Array(Schema.String),
    freshMs: config.cache.searchMs,
    staleMs: config.cache.staleMs
  })
  const fetch = (term: string, country: string) =>
    fetchSearch(upstream, term, localeOf(country, config.language), contextOf(country))
  const emptiness = makeEmptiness<string>({
    upstream,
    initial: canonicalTerm(config.search.canaryTerm),
    ask: (country, term) => Effect.map(fetch(term, country), (apps) => apps.length > 0)
  })

  const search: AppStore["search"] = Effect.fnUntraced(function* ({ country, limit, term }) {
    const canonical = canonicalTerm(term)
    const key = `${country}:${canonical}`
    const fetched = fetch(canonical, country).pipe(
      Effect.tap(records.keepCards),
      Effect.map((apps): Ids => apps.map(({ appId }) => appId)),
      Effect.flatMap(emptiness.judge<Ids>(cache, key, country, canonical, (ids) => ids.length))
    )
    const ask = cache.get(key, fetched).pipe(Effect.catchTag("Unproven", () => unkept<Ids>([])))
    let entry = yield* ask
    let apps = yield* records.known(entry.value.slice(0, limit), country)
    if (apps.length < Math.min(limit, entry.value.length)) {
      // Some of the apps were dropped to make room for others: the store is asked again.
      yield* cache.invalidate(key)
      entry = yield* ask
      apps = yield* records.known(entry.value.slice(0, limit), country)
    }
    return sourced(entry, apps, "store_page", upstream.name)
  })
  return search
})
