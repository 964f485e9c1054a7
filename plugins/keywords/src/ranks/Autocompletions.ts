import type { UpstreamError } from "@storeglass/plugin-api"
import type { AppStore } from "@storeglass/stores/contract"
import { Effect } from "effect"
import { termOf } from "../history/KeywordKeys.ts"
import type { Autocompletion } from "../models/autocomplete.ts"

/**
 * The shortest prefix at which the store suggests a term, and its place there. A term that a prefix brings is taken to
 * be brought by every longer one, so that halving finds the shortest: at most 1 + log2 of the length questions, most of
 * which other terms share.
 */
export const autocompletionOf = Effect.fnUntraced(function* (
  store: AppStore,
  term: string,
  country: string
): Effect.fn.Return<Autocompletion, UpstreamError> {
  const letters = [...term]
  const placeAt = (length: number) =>
    Effect.map(store.suggestions({ prefix: letters.slice(0, length).join(""), country }), ({ value }) =>
      value.findIndex((suggestion) => termOf(suggestion) === term)
    )
  let position = yield* placeAt(letters.length)
  if (position < 0) return { prefixLength: null, position: null }
  let shortest = 1
  let found = letters.length
  while (shortest < found) {
    const middle = Math.floor((shortest + found) / 2)
    const place = letters[middle - 1]?.trim() === "" ? -1 : yield* placeAt(middle)
    if (place < 0) shortest = middle + 1
    else {
      found = middle
      position = place
    }
  }
  return { prefixLength: found, position }
})
