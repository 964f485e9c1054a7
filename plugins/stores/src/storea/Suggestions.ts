import { Caches, type Upstream } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { canonicalTerm } from "../common/terms.ts"
import type { StoreAConfig } from "../config.ts"
import type { AppStore } from "../contract.ts"
import { fetchHints } from "./hints.ts"

/** Search suggestions by storefront and prefix. */
export const makeSuggestions = Effect.fnUntraced(function* (upstream: Upstream, config: StoreAConfig) {
  const cache = yield* (yield* Caches).make({
    name: "storea.suggestions",
    version: 1,
    schema: Schema.Array(Schema.String),
    freshMs: config.cache.suggestionsMs,
    staleMs: config.cache.staleMs
  })
  const emptiness = makeEmptiness<string>({
    upstream,
    initial: canonicalTerm(config.suggestions.canaryTerm),
    ask: (country, prefix) => Effect.map(fetchHints(upstream, prefix, country), (terms) => terms.length > 0)
  })

  const suggestions: AppStore["suggestions"] = Effect.fnUntraced(function* ({ country, prefix }) {
    const term = canonicalTerm(prefix)
    const key = `${country}:${term}`
    const fetched = fetchHints(upstream, term, country).pipe(
      Effect.flatMap(emptiness.judge<ReadonlyArray<string>>(cache, key, country, term, (terms) => terms.length))
    )
    const entry = yield* cache
      .get(key, fetched)
      .pipe(Effect.catchTag("Unproven", () => unkept<ReadonlyArray<string>>([])))
    return sourced(entry, entry.value, "store_live", upstream.name)
  })
  return suggestions
})
