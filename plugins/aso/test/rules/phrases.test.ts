import { random } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { findIn, phraseBook, phraseList } from "../../src/rules/phrases.ts"

describe("many lists in one pass", () => {
  const next = random(5)
  const signs = "a|b|ab|photo|editor|free|無|料|무|료|ם|ב|ال|صور".split("|")
  const phrase = () =>
    `${next(8) === 0 ? "!" : ""}${Array.from({ length: 1 + next(3) }, () => signs[next(signs.length)]).join(next(2) === 0 ? " " : "")}${next(4) === 0 ? "*" : ""}`
  const text = () =>
    Array.from({ length: next(14) }, () => signs[next(signs.length)]).join([" ", "", "-", " \n"][next(4)] ?? "")

  it("finds of each what it finds by itself, however they're bound together", () => {
    for (let round = 0; round < 400; round++) {
      const lists = Array.from({ length: 3 }, () => Array.from({ length: 1 + next(5) }, phrase))
      const [one = [], two = [], three = []] = lists
      const together = [
        phraseBook([
          ["one", one],
          ["two", two.slice(0, 2)]
        ]),
        phraseBook([
          ["two", two.slice(2)],
          ["three", three]
        ])
      ]
      const given = text()
      const found = findIn(together, given)
      for (const [name, list] of [
        ["one", one],
        ["two", two],
        ["three", three]
      ] as const) {
        assert.deepStrictEqual(found(name), phraseList(list).find(given), JSON.stringify({ name, lists, given }))
      }
    }
  })

  it("takes the longest, whole words only where there are spaces, and not what is spared", () => {
    const found = (given: string) =>
      phraseList(["free", "free trial", "!free kick", "photo*", "無料"])
        .find(given)
        .map(({ end, start }) => given.slice(start, end))
    assert.deepStrictEqual(found("free trial, freedom, free-trial"), ["free trial", "free-trial"])
    assert.deepStrictEqual(found("free kick photos photographer"), ["photos", "photographer"])
    assert.deepStrictEqual(found("完全無料写真"), ["無料"])
  })
})
