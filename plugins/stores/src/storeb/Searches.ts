/** Searches: the order is kept by term, the apps by themselves. */
import { Caches, type Upstream } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { canonicalTerm } from "../common/terms.ts"
import type { AppStore, StoreApp } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import type { CardContext } from "./cards.ts"
import type { StoreBConfig } from "./config.ts"
import { localeOf } from "./languages.ts"
import { fetchSearch } from "./searchPage.ts"

type Ids = ReadonlyArray<string>
const idsOf = (apps: ReadonlyArray<StoreApp>): Ids => apps.map(({ appId }) => appId)

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
    const judge = emptiness.judge<Ids>(cache, key, country, canonical, (ids) => ids.length)
    const fetched = fetch(canonical, country).pipe(
      Effect.tap(records.keepCards),
      Effect.tap((apps) => judge(idsOf(apps)))
    )
    const ask = cache.get(key, Effect.map(fetched, idsOf)).pipe(Effect.catchTag("Unproven", () => unkept<Ids>([])))
    const entry = yield* ask
    const ids = entry.value.slice(0, limit)
    const apps = yield* records.known(ids, country)
    if (apps.length === ids.length)
      return { ...sourced(entry, apps, "store_page", upstream.name), total: entry.value.length }
    // Some of the apps were dropped to make room for others, or nothing is kept at all: the store is asked again.
    const again = yield* Effect.catchTag(fetched, "Unproven", () => Effect.succeed([]))
    yield* cache.set(key, idsOf(again))
    const now = yield* unkept(again.slice(0, limit))
    return { ...sourced(now, now.value, "store_page", upstream.name), total: again.length }
  })
  return search
})
