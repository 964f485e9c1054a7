import type { UpstreamError } from "@storeglass/plugin-api"
import type { AppStore } from "@storeglass/stores/contract"
import { Effect } from "effect"
import type { Autocompletion } from "../models/autocomplete.ts"
import { termOf } from "../models/term.ts"

/** So many of the shortest prefixes are read one by one: most keywords share them, so the store is rarely asked anew. */
const readFirst = 3

const lengthsOf = (letters: ReadonlyArray<string>) =>
  letters.flatMap((letter, index) => (letter.trim() === "" ? [] : [index + 1]))

/** The shortest prefixes of a term, each of which is asked about. */
export const firstPrefixes = (term: string): ReadonlyArray<string> => {
  const letters = [...term]
  return lengthsOf(letters)
    .slice(0, readFirst)
    .map((length) => letters.slice(0, length).join(""))
}

/** How many questions finding a term's autocompletion may take. */
export const questionsMax = (term: string): number => {
  const count = lengthsOf([...term]).length
  return count <= readFirst ? count : readFirst + 1 + Math.ceil(Math.log2(count - readFirst))
}

/**
 * The shortest prefix at which the store suggests a term, and its place there. A prefix that ends in a space is none:
 * the store answers it with nothing or as the prefix before it. The shortest ones are read in turn. Beyond them a term
 * that a prefix brings is taken to be brought by every longer one, so that halving finds the shortest, with at most
 * 4 + log2 of the length questions in all.
 */
export const autocompletionOf = Effect.fnUntraced(function* (
  store: AppStore,
  term: string,
  country: string
): Effect.fn.Return<Autocompletion, UpstreamError> {
  const letters = [...term]
  const lengths = lengthsOf(letters)
  const placeAt = (length: number) =>
    Effect.map(store.suggestions({ prefix: letters.slice(0, length).join(""), country }), ({ value }) =>
      value.findIndex((suggestion) => termOf(suggestion) === term)
    )
  for (const length of lengths.slice(0, readFirst)) {
    const position = yield* placeAt(length)
    if (position >= 0) return { prefixLength: length, position, search: "every_prefix" }
  }
  const longer = lengths.slice(readFirst)
  const search = longer.length <= 1 ? "every_prefix" : "halving"
  const whole = longer.at(-1)
  let position = whole === undefined ? -1 : yield* placeAt(whole)
  if (position < 0) return { prefixLength: null, position: null, search }
  let shortest = 0
  let found = longer.length - 1
  while (shortest < found) {
    const middle = Math.floor((shortest + found) / 2)
    const place = yield* placeAt(longer[middle] ?? 0)
    if (place < 0) shortest = middle + 1
    else {
      found = middle
      position = place
    }
  }
  return { prefixLength: longer[found] ?? null, position, search }
})
