import { Random } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import type { Suggestion, SuggestKeyword } from "../../src/suggest/suggest.ts"
import { longWords, plainCheck, someKeywords, suggest } from "./support.ts"

const brand = "Zenflow"
const places = { phrase: 1000, words: 900, subtitle: 750, field: 600 }
const amountOf = ({ difficulty, relevance, volume }: SuggestKeyword) =>
  (volume ?? 0) * (100 - (difficulty ?? 0)) * (relevance ?? 0)

/** What the texts are worth, read with nothing of the model's. */
const worthOf = (keywords: ReadonlyArray<SuggestKeyword>, { storea }: Suggestion) => {
  const partsOf = (text: string | null) =>
    (text ?? "")
      .toLowerCase()
      .split(/ - |: |, | & |,/)
      .map((part) => part.split(" "))
  const title = partsOf(storea.title.text)
  const both = [...title, ...partsOf(storea.subtitle.text)].flat()
  const all = new Set([...both, ...partsOf(storea.keywords.text).flat()])
  const inBoth = new Set(both)
  const inTitle = new Set(title.flat())
  return keywords.reduce((sum, keyword) => {
    const words = keyword.keyword.split(" ")
    const isPhrase = title.some((part) => ` ${part.join(" ")} `.includes(` ${keyword.keyword} `))
    const holds = (held: ReadonlySet<string>) => words.every((word) => held.has(word))
    const place = isPhrase
      ? places.phrase
      : holds(inTitle)
        ? places.words
        : holds(inBoth)
          ? places.subtitle
          : holds(all)
            ? places.field
            : 0
    return sum + place * amountOf(keyword)
  }, 0)
}

const subsetsOf = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.reduce<ReadonlyArray<ReadonlyArray<A>>>((sets, item) => sets.flatMap((set) => [set, [...set, item]]), [[]])

/** The most that any choice of phrases and words is worth, by trying them all. */
const bruteForce = (keywords: ReadonlyArray<SuggestKeyword>) => {
  const words = [...new Set(keywords.flatMap(({ keyword }) => keyword.split(" ")))]
  const maskOf = (text: string) => text.split(" ").reduce((mask, word) => mask | (1 << words.indexOf(word)), 0)
  const items = keywords.map((keyword) => ({
    text: keyword.keyword,
    mask: maskOf(keyword.keyword),
    value: amountOf(keyword)
  }))
  const lengthOf = (mask: number) =>
    words.reduce((sum, word, at) => (mask & (1 << at) ? sum + word.length + 1 : sum), 0)
  /** No word twice, and short enough. */
  const texts = (room: number, most: number) =>
    subsetsOf(items)
      .filter((set) => set.length <= most)
      .map((set) => ({ set, mask: set.reduce((mask, item) => mask | item.mask, 0) }))
      .filter(({ mask, set }) => {
        const count = set.reduce((sum, { text }) => sum + text.split(" ").length, 0)
        const length = set.reduce((sum, { text }) => sum + text.length + 2, -2)
        return length <= room && count === words.filter((_, at) => mask & (1 << at)).length
      })
  const seconds = texts(30, 4)
  let best = 0
  for (const title of texts(30 - brand.length - 2, 2)) {
    const inTitle = items.map(({ mask, text, value }) =>
      title.set.some((part) => ` ${part.text} `.includes(` ${text} `))
        ? places.phrase * value
        : (mask & ~title.mask) === 0
          ? places.words * value
          : 0
    )
    for (const second of seconds) {
      if ((second.mask & title.mask) !== 0) continue
      const both = title.mask | second.mask
      let fixed = 0
      const left: Array<{ readonly mask: number; readonly value: number }> = []
      items.forEach(({ mask, value }, at) => {
        const here = inTitle[at] ?? 0
        if (here > 0) fixed += here
        else if ((mask & ~both) === 0) fixed += places.subtitle * value
        else left.push({ mask: mask & ~both, value })
      })
      for (const set of subsetsOf(left)) {
        const mask = set.reduce((all, item) => all | item.mask, 0)
        if (lengthOf(mask) > 101) continue
        const value = left.reduce(
          (sum, item) => ((item.mask & ~mask) === 0 ? sum + places.field * item.value : sum),
          fixed
        )
        if (value > best) best = value
      }
    }
  }
  return best
}

/** The same of storeb, where the text below the title may say its words again, and nothing is hidden. */
const worthOfStoreb = (keywords: ReadonlyArray<SuggestKeyword>, { storeb }: Suggestion) => {
  const partsOf = (text: string | null) =>
    (text ?? "")
      .toLowerCase()
      .replace(/\.$/, "")
      .split(/ - |: |, | & /)
  const title = partsOf(storeb.title.text)
  const wordsIn = (parts: ReadonlyArray<string>) => new Set(parts.flatMap((part) => part.split(" ")))
  const [inTitle, inBoth] = [wordsIn(title), wordsIn([...title, ...partsOf(storeb.shortDescription.text)])]
  return keywords.reduce((sum, keyword) => {
    const words = keyword.keyword.split(" ")
    const isPhrase = title.some((part) => ` ${part} `.includes(` ${keyword.keyword} `))
    const holds = (held: ReadonlySet<string>) => words.every((word) => held.has(word))
    const place = isPhrase ? places.phrase : holds(inTitle) ? places.words : holds(inBoth) ? places.subtitle : 0
    return sum + place * amountOf(keyword)
  }, 0)
}

const bruteForceStoreb = (keywords: ReadonlyArray<SuggestKeyword>) => {
  const texts = (room: number, most: number) =>
    subsetsOf(keywords.map(({ keyword }) => keyword)).filter((set) => {
      const words = set.flatMap((text) => text.split(" "))
      const length = set.reduce((sum, text) => sum + text.length + 2, -2)
      return set.length <= most && length <= room && new Set(words).size === words.length
    })
  const seconds = texts(80, 6).map((set) => set.flatMap((text) => text.split(" ")))
  let best = 0
  for (const title of texts(30 - brand.length - 2, 2)) {
    const inTitle = new Set(title.flatMap((text) => text.split(" ")))
    const fixed = keywords.map((keyword) => {
      const words = keyword.keyword.split(" ")
      const isPhrase = title.some((text) => ` ${text} `.includes(` ${keyword.keyword} `))
      const place = isPhrase ? places.phrase : words.every((word) => inTitle.has(word)) ? places.words : 0
      return { amount: amountOf(keyword), place, words }
    })
    for (const second of seconds) {
      const both = new Set([...inTitle, ...second])
      const worth = fixed.reduce((sum, { amount, place, words }) => {
        const counts = place > 0 ? place : words.every((word) => both.has(word)) ? places.subtitle : 0
        return sum + counts * amount
      }, 0)
      if (worth > best) best = worth
    }
  }
  return best
}

describe("the search", () => {
  it("finds for up to 8 keywords on storeb what trying everything finds", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed)
      const keywords = someKeywords(random, 1 + (seed % 8), seed % 3 === 0 ? longWords : undefined)
      const suggestion = suggest({ keywords, brand }, plainCheck)
      assert.equal(worthOfStoreb(keywords, suggestion), bruteForceStoreb(keywords), `seed ${seed}`)
      assert.equal(suggestion.gap.storeb, 0)
    }
  })

  it("finds for up to 8 keywords what trying everything finds", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed)
      const keywords = someKeywords(random, 1 + (seed % 8), seed % 3 === 0 ? longWords : undefined)
      const suggestion = suggest({ keywords, brand }, plainCheck)
      assert.equal(worthOf(keywords, suggestion), bruteForce(keywords), `seed ${seed}`)
      assert.equal(suggestion.gap.storea, 0)
    }
  })

  it("comes within 5% of what 50 keywords can be worth at most", () => {
    for (const seed of [1, 2]) {
      const random = new Random(seed)
      const { gap } = suggest({ keywords: someKeywords(random, 50), brand }, plainCheck)
      assert.isAtMost(gap.storea, 0.05)
      assert.isAtMost(gap.storeb, 0.05)
    }
  })
})
