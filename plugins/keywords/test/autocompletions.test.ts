import { assert, describe, it } from "@effect/vitest"
import * as Testing from "@storeglass/stores/testing"
import { Effect, Schema } from "effect"
import { autocompletionOf } from "../src/ranks/Autocompletions.ts"

const shown = 5

/** A store that suggests the most searched terms that begin so, and nothing for what ends in a space. */
const storeOf = (terms: ReadonlyArray<string>, over: Readonly<Record<string, ReadonlyArray<string>>> = {}) => {
  const asked: Array<string> = []
  const suggestions = (prefix: string): ReadonlyArray<string> =>
    over[prefix] ?? (prefix.endsWith(" ") ? [] : terms.filter((term) => term.startsWith(prefix)).slice(0, shown))
  const store = Testing.memoryStore({ countries: ["us"], suggestions, asked })
  return { store, suggestions, asked }
}

/** The shortest prefix by trying them all. */
const expectedOf = (term: string, suggestions: (prefix: string) => ReadonlyArray<string>) => {
  const letters = [...term]
  for (let length = 1; length <= letters.length; length++) {
    const position = suggestions(letters.slice(0, length).join("")).indexOf(term)
    if (position >= 0) return { prefixLength: length, position }
  }
  return { prefixLength: null, position: null }
}

const Word = Schema.Literals(["do", "doc", "dog", "doctor", "on", "online", "c", "word", "world"])
const Terms = Schema.Array(Schema.Array(Word).check(Schema.isMinLength(1), Schema.isMaxLength(4)))

describe("the shortest prefix that brings a term", () => {
  it.effect("isn't missed where a prefix ends in a space", () =>
    Effect.gen(function* () {
      const { store } = storeOf(["doctor online", "doctor", "dog"])
      const found = yield* autocompletionOf(store, "doctor online", "us")
      assert.deepStrictEqual(found, { prefixLength: 1, position: 0, search: "every_prefix" })
      const late = ["doctor a", "doctor b", "doctor c", "doctor d", "doctor e", "doctor online"]
      assert.deepStrictEqual(yield* autocompletionOf(storeOf(late).store, "doctor online", "us"), {
        prefixLength: 8,
        position: 0,
        search: "halving"
      })
    })
  )

  it.effect("is one of the first three even when longer ones don't bring the term", () =>
    Effect.gen(function* () {
      const { store } = storeOf(["doctor online"], { d: [], doct: [], "doctor online": [] })
      const found = yield* autocompletionOf(store, "doctor online", "us")
      assert.deepStrictEqual(found, { prefixLength: 2, position: 0, search: "every_prefix" })
    })
  )

  it.effect.prop(
    "is the one that trying all of them finds, with few questions, whatever the spaces",
    [Terms],
    ([lists]) =>
      Effect.gen(function* () {
        const terms = [...new Set(lists.map((words) => words.join(" ")))]
        for (const term of [...terms, "never suggested at all", "写", "写真 加工"]) {
          const { asked, store, suggestions } = storeOf(terms)
          const { position, prefixLength } = yield* autocompletionOf(store, term, "us")
          assert.deepStrictEqual({ prefixLength, position }, expectedOf(term, suggestions), term)
          assert.isAtMost(asked.length, 4 + Math.ceil(Math.log2([...term].length)), term)
          assert.isTrue(
            asked.every((line) => !line.endsWith(" ")),
            "a prefix that ends in a space isn't asked for"
          )
        }
      })
  )
})
