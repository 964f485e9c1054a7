import { Caches, type Upstream } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { misread, orDrift, type Read } from "../common/answers.ts"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { canonicalTerm } from "../common/terms.ts"
import type { AppStore } from "../contract.ts"
import type { StoreBConfig } from "./config.ts"
import { localeOf } from "./languages.ts"
import { at, listAt, type Path } from "./path.ts"
import { callRpc } from "./rpc.ts"
import { suggestionsCall } from "./rpcArguments.ts"

const terms: Path = [0, 0]
const term: Path = [0]

/** Up to five terms, in the store's order. */
export const readSuggestions = (payload: unknown): Read<ReadonlyArray<string>> => {
  if (payload === null) return Result.succeed([])
  if (!Array.isArray(payload)) return misread("suggestions are not where they were")
  const entries = listAt(payload, terms)
  const texts = entries.flatMap((entry) => {
    const text = at(entry, term)
    return typeof text === "string" && text.trim() !== "" ? [text.trim().normalize("NFC")] : []
  })
  return texts.length < entries.length ? misread("a suggestion without its term") : Result.succeed([...new Set(texts)])
}

/** Search suggestions by country and prefix. */
export const makeSuggestions = Effect.fnUntraced(function* (upstream: Upstream, config: StoreBConfig) {
  const cache = yield* (yield* Caches).make({
    name: "storeb.suggestions",
    version: 1,
    schema: Schema.Array(Schema.String),
    freshMs: config.cache.suggestionsMs,
    staleMs: config.cache.staleMs
  })
  const fetch = (prefix: string, country: string) => {
    const ask = `suggestions in ${country}`
    return callRpc(upstream, ask, suggestionsCall(prefix), localeOf(country, config.language)).pipe(
      Effect.flatMap((payload) => orDrift(upstream, ask, readSuggestions(payload)))
    )
  }
  const emptiness = makeEmptiness<string>({
    upstream,
    initial: canonicalTerm(config.suggestions.canaryTerm),
    ask: (country, prefix) => Effect.map(fetch(prefix, country), (found) => found.length > 0)
  })

  const suggestions: AppStore["suggestions"] = Effect.fnUntraced(function* ({ country, prefix }) {
    const typed = canonicalTerm(prefix)
    const key = `${country}:${typed}`
    const fetched = fetch(typed, country).pipe(
      Effect.flatMap(emptiness.judge<ReadonlyArray<string>>(cache, key, country, typed, (found) => found.length))
    )
    const entry = yield* cache
      .get(key, fetched)
      .pipe(Effect.catchTag("Unproven", () => unkept<ReadonlyArray<string>>([])))
    return sourced(entry, entry.value, "store_live", upstream.name)
  })
  return suggestions
})
