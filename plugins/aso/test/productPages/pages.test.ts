/** What holds of every plan of product pages, whatever the field and the clusters. */
import { assert, describe, it } from "@effect/vitest"
import { Random } from "@storeglass/sandbox/world"
import { Schema } from "effect"
import type { ClusterTerm } from "../../src/clusters/clusters.ts"
import { clustersOf } from "../../src/clusters/clusters.ts"
import { nameMax, pagesMax, productPagesOf, whyOf } from "../../src/productPages/pages.ts"
import { languageOf } from "../../src/words/words.ts"
import { market, termOf } from "../clusters/support.ts"
import { shuffled } from "../suggest/support.ts"

const language = languageOf({ given: "en-US" })
const planOf = (field: string, terms: ReadonlyArray<ClusterTerm>, limit?: number, tag = language) =>
  productPagesOf({
    field,
    clusters: clustersOf(terms, market, tag),
    language: tag,
    ...(limit === undefined ? {} : { limit })
  })
const searched = (list: Readonly<Record<string, number | null>>, known: Partial<ClusterTerm> = {}) =>
  Object.entries(list).map(([keyword, volume]) => termOf(keyword, { volume, ...known }))

describe("custom product pages", () => {
  const terms = [
    ...searched({ "photo collage": 60, "collage maker": 50, "photo grid collage": null }),
    ...searched({ "video editor": 70, "video cutter": 30 }),
    termOf("photo collage free", { volume: 20, rank: 4 }),
    ...searched({ "lumo camera": 90 }, { brandOf: "9" })
  ]

  it("take each keyword of the field to the cluster whose searches it serves most", () => {
    const { leftOver, pages, unserved } = planOf("collage,video,cutter,Collage,camera,diary,!!", terms)
    assert.deepStrictEqual(
      pages.map(({ keywords, volume }) => ({ keywords, volume })),
      [
        { keywords: ["Collage"], volume: 130 },
        { keywords: ["video", "cutter"], volume: 100 }
      ]
    )
    for (const { name } of pages) assert.match(name, /collage|video/)
    assert.deepStrictEqual(leftOver, [
      { keyword: "!!", reason: "no_words" },
      { keyword: "camera", reason: "brand" },
      { keyword: "diary", reason: "no_search" }
    ])
    assert.deepStrictEqual(unserved, [])
    const [collage] = pages
    assert.deepInclude(collage, { searchesRanked: 1, avgRank: 4 })
    assert.strictEqual(collage?.searches.length, 4)
    assert.match(
      whyOf(pages[0] ?? assert.fail()),
      /^4 searches hold it, such as “photo collage” and .* 130 together; the/
    )
  })

  it("end at the limit, with the keywords of the pages beyond it left over", () => {
    const { leftOver, pages } = planOf("collage,video", terms, 1)
    assert.deepStrictEqual([pages.length, leftOver], [1, [{ keyword: "video", reason: "no_page_left" }]])
    const words = Array.from({ length: 90 }, (_, n) => `q${String.fromCharCode(97 + (n % 26))}${n}x`)
    const all = planOf(words.join(","), searched(Object.fromEntries(words.map((word, n) => [word, n + 1]))))
    assert.deepStrictEqual([all.pages.length, all.leftOver.length], [pagesMax, 90 - pagesMax])
  })

  it("have no volume where none is known, and a name that fits", () => {
    const long = `${"long ".repeat(20)}collage`
    const { pages } = planOf("collage", searched({ [long]: null }))
    assert.deepStrictEqual([pages[0]?.volume, pages[0]?.keywords], [null, ["collage"]])
    assert.isAtMost(pages[0]?.name.length ?? nameMax + 1, nameMax)
    assert.match(whyOf(pages[0] ?? assert.fail()), /no volume is known/)
  })

  it("read scripts without spaces", () => {
    const japanese = languageOf({ given: "ja" })
    const { leftOver, pages } = planOf(
      "写真加工、動画",
      searched({ 写真加工アプリ: 40, 動画編集: 30 }),
      undefined,
      japanese
    )
    assert.deepStrictEqual(
      [pages.flatMap(({ keywords }) => keywords).sort(), leftOver],
      [["写真加工", "動画"].sort(), []]
    )
  })

  const Word = Schema.Literals(["photo", "collage", "Video", "editor", "grid", "写真", "C++", "é", "the", "!", " "])
  const Field = Schema.Array(Schema.Array(Word).check(Schema.isMaxLength(3))).check(Schema.isMaxLength(12))
  const Terms = Schema.Array(
    Schema.Struct({ words: Schema.Array(Word).check(Schema.isMaxLength(3)), volume: Schema.Int })
  )
  it.prop(
    "place each keyword once, only from the field, and are the same in whatever order all came",
    [Field, Terms.check(Schema.isMaxLength(12)), Schema.Int],
    ([field, given, seed]) => {
      const random = new Random(seed)
      const keywords = field.map((words) => words.join(" "))
      const terms = given.map(({ volume, words }) =>
        termOf(words.join(" ").toLowerCase().trim() || "photo", { volume: Math.abs(volume) % 101 })
      )
      const unique = [...new Map(terms.map((term) => [term.keyword, term])).values()]
      const plan = planOf(keywords.join(","), unique)
      const told = [...plan.pages.flatMap((page) => page.keywords), ...plan.leftOver.map(({ keyword }) => keyword)]
      assert.strictEqual(new Set(told).size, told.length)
      const typed = new Set(keywords.map((keyword) => keyword.trim()))
      for (const keyword of told) assert.isTrue(typed.has(keyword), keyword)
      for (const { searches } of plan.pages) assert.isNotEmpty(searches)
      const other = planOf(shuffled(random, keywords).join(","), shuffled(random, unique))
      assert.strictEqual(JSON.stringify(other), JSON.stringify(plan))
    },
    { arbitrary: { runs: 60, seed: "pages" } }
  )
})
