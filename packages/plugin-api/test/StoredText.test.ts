import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { StoredText } from "../src/index.ts"

const isKept = Schema.is(StoredText({ min: 3, max: 5, description: "A name." }))

describe("a text that is kept", () => {
  it("is counted in characters that can be read, without space around it", () => {
    for (const text of [
      "abc",
      " abc ",
      "abcde",
      "\u{1f389}\u{1f389}\u{1f389}",
      "e\u0301e\u0301e\u0301e\u0301e\u0301"
    ]) {
      assert.isTrue(isKept(text), JSON.stringify(text))
    }
    for (const text of ["", "   ", " ab ", "\u{1f389}\u{1f389}", "e\u0301e\u0301", "abcdef"]) {
      assert.isFalse(isKept(text), JSON.stringify(text))
    }
  })

  it("has no characters that hide what it says, and no half ones", () => {
    for (const text of ["ab\u0000c", "\u202eabc", "abc\ud800"]) assert.isFalse(isKept(text), JSON.stringify(text))
  })
})
