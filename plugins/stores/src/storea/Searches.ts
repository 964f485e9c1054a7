/** Searches: the order is kept by term, the apps by themselves. */
import { Caches, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { canonicalTerm } from "../common/terms.ts"
import type { StoreAConfig } from "../config.ts"
import type { AppStore } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import { fetchDeviceSearch } from "./deviceSearch.ts"
import { fetchSearch, searchDepth } from "./search.ts"
import type { makeUpstreams } from "./upstreams.ts"

const Order = Schema.Struct({ ids: Schema.Array(Schema.String), upstream: Schema.String })

/** Lengths that are asked for, so that callers with different limits share an answer. */
const lengthFor = (limit: number) => (limit <= 50 ? 50 : searchDepth)

export const makeSearches = Effect.fnUntraced(function* (
  { catalog, suggestions }: Pick<Effect.Success<ReturnType<typeof makeUpstreams>>, "catalog" | "suggestions">,
  records: AppRecords,
  config: StoreAConfig
) {
  const cache = yield* (yield* Caches).make({
    name: "storea.search",
    version: 1,
    schema: Order,
    freshMs: config.cache.searchMs,
    staleMs: config.cache.staleMs
  })
  const emptiness = makeEmptiness<string>({
    upstream: catalog,
    initial: canonicalTerm(config.search.canaryTerm),
    ask: (country, term) => Effect.map(fetchSearch(catalog, term, country, 1), ({ proven }) => proven)
  })

  /** The documented search. Hits that are no apps show that it answers, as well. */
  const documented = Effect.fnUntraced(function* (term: string, country: string, length: number, key: string) {
    const { apps, proven } = yield* fetchSearch(catalog, term, country, length)
    yield* records.keep(apps)
    const order = { ids: apps.map(({ appId }) => appId), upstream: catalog.name }
    return proven && apps.length === 0
      ? order
      : yield* emptiness.judge(cache, key, country, term, ({ ids }) => ids.length)(order)
  })

  const ofDevices = Effect.fnUntraced(function* (term: string, country: string) {
    const userAgent = config.pageUserAgent ?? config.userAgent
    const ids = yield* fetchDeviceSearch(suggestions, term, country, userAgent)
    // Whether that is true, the documented search has to say.
    if (ids.length === 0)
      return yield* new UpstreamError({ upstream: suggestions.name, reason: "suspect", detail: "an empty search" })
    return { ids, upstream: suggestions.name }
  })

  const search: AppStore["search"] = Effect.fnUntraced(function* ({ country, limit, term }) {
    const canonical = canonicalTerm(term)
    const length = lengthFor(limit)
    const key = `${country}:${length}:${canonical}`
    const fetched = documented(canonical, country, length, key)
    const entry = yield* cache
      .get(key, config.search.deviceOrder ? Effect.catch(ofDevices(canonical, country), () => fetched) : fetched)
      .pipe(Effect.catchTag("Unproven", () => unkept({ ids: [], upstream: catalog.name })))
    const { ids, upstream } = entry.value
    // The order of devices holds products that are no apps, so a few more are looked up than are given.
    const wanted = upstream === catalog.name ? limit : Math.ceil(limit * 1.2) + 10
    const apps = yield* records.apps(ids.slice(0, wanted), country)
    const found = apps.value.slice(0, limit)
    // The documented search gives apps alone; of another order only those that were looked up are known to be some.
    const total = upstream === catalog.name && found.length === Math.min(limit, ids.length) ? ids.length : found.length
    return { ...sourced({ ...entry, stale: entry.stale || apps.stale }, found, "store_live", upstream), total }
  })
  return search
})
