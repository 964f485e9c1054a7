import { Random } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import { wastedTerms } from "../src/findings/waste.ts"
import { compareAmounts, sumAmounts } from "../src/money.ts"
import type { SearchTermRow } from "../src/schema.ts"
import { usd } from "./support.ts"

const row = (more: Partial<SearchTermRow>): SearchTermRow => ({
  searchTerm: "photo",
  lowVolume: more.searchTerm === null,
  source: "targeted",
  keyword: null,
  keywordId: null,
  matchType: null,
  adGroupId: "1",
  impressions: 100,
  taps: 20,
  ttr: null,
  installs: 0,
  tapInstalls: 0,
  newDownloads: 0,
  redownloads: 0,
  spend: usd("10.00"),
  avgCpt: null,
  avgCpi: null,
  conversionRate: null,
  ...more
})
const thresholds = { minTaps: 10, minSpend: "0" }
const found = (rows: ReadonlyArray<SearchTermRow>, more = {}) =>
  wastedTerms(rows, { taps: 100, installs: 20 }, { ...thresholds, ...more })

describe("wasted terms", () => {
  it("are those with spend and taps enough and no install, and no others", () => {
    const rows = [
      row({ searchTerm: "paid", installs: 1 }),
      row({ searchTerm: "few taps", taps: 9 }),
      row({ searchTerm: "free", spend: usd("0.00") }),
      row({ searchTerm: null }),
      row({ searchTerm: "installs not told", installs: null }),
      row({ searchTerm: "spend not told", spend: null }),
      row({ searchTerm: "cheap", spend: usd("4.99") }),
      row({ searchTerm: "waste", taps: 10, spend: usd("5") })
    ]
    assert.deepEqual(
      found(rows, { minSpend: "5.00" }).map(({ searchTerm }) => searchTerm),
      ["waste"]
    )
    assert.strictEqual(found(rows)[0]?.chanceOfNone, Number((0.8 ** 10).toFixed(4)))
  })

  it("count over all rows of a term, and are for the narrowest place that they hold for", () => {
    const [both] = found([row({ taps: 5 }), row({ searchTerm: " Photo ", taps: 5, adGroupId: "2" })])
    assert.deepInclude(both, { taps: 10, spend: usd("20.00"), adGroupIds: ["1", "2"] })
    assert.deepEqual(both?.negative, { text: "photo", matchType: "EXACT", level: "campaign", adGroupId: null })
    const [one] = found([row({})])
    assert.deepInclude(one?.negative, { level: "adGroup", adGroupId: "1" })
    // What converts in one ad group is excluded from the other alone.
    const split = found([row({ installs: 3 }), row({ adGroupId: "2" })])
    assert.deepEqual(
      split.map(({ negative }) => negative),
      [{ text: "photo", matchType: "EXACT", level: "adGroup", adGroupId: "2" }]
    )
  })

  it("that a keyword asks for exactly are paused, not excluded", () => {
    const own = { keyword: "Photo", keywordId: "7", matchType: "EXACT" }
    assert.deepInclude(found([row(own)])[0], { proposal: "pause_keyword", keywordId: "7", negative: null })
    assert.deepInclude(found([row({ ...own, matchType: "BROAD" })])[0], { proposal: "negative", keywordId: null })
  })

  it("of random reports never take one with an install or without a name, and never more than was spent", () => {
    const random = new Random(11)
    for (let run = 0; run < 200; run++) {
      const rows = Array.from({ length: 30 }, () =>
        row({
          searchTerm: random.pick(["a", "b", "c", "d", null]),
          adGroupId: random.pick(["1", "2", null]),
          taps: random.pick([0, 5, 12, null]),
          installs: random.pick([0, 0, 0, 1, null]),
          spend: random.pick([usd("0"), usd("1.05"), usd("2.5"), null])
        })
      )
      const wasted = found(rows)
      for (const { adGroupIds, negative, searchTerm, spend, taps } of wasted) {
        const level = negative?.level
        const there = rows.filter(
          (one) => one.searchTerm === searchTerm && (level === "campaign" || adGroupIds.includes(one.adGroupId ?? ""))
        )
        assert.isTrue(there.length > 0 && there.every(({ installs }) => installs === 0))
        assert.isAtLeast(taps, 10)
        assert.strictEqual(compareAmounts(spend.amount, "0"), 1)
      }
      const named = rows.filter(({ searchTerm, spend }) => searchTerm !== null && spend !== null)
      const all = sumAmounts(named.map(({ spend }) => spend?.amount ?? "0")) ?? ""
      const sum = sumAmounts(wasted.map(({ spend }) => spend.amount)) ?? ""
      assert.isAtMost(compareAmounts(sum, all) ?? 1, 0)
    }
  })
})
