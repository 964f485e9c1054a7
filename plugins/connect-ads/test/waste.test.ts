import { Random } from "@storeglass/sandbox/world"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { compareAmounts, sumAmounts } from "../src/money.ts"
import { type SearchTermRow, WasteReport } from "../src/schema.ts"
import { wastedTerms } from "../src/waste.ts"
import { at, ok, refused, usd, useAds } from "./support.ts"

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

const ads = useAds()
const decode = Schema.decodeUnknownSync(WasteReport)

describe("a campaign's waste", () => {
  const campaignWithWaste = async () => {
    const connected = await ads.connect()
    const { campaigns } = await ads.owned(connected.client)
    for (const { id, problems, promotedObjectType, status } of campaigns) {
      if (promotedObjectType !== "APPSTORE_APP" || problems.length > 0 || status !== "ENABLED") continue
      const path = `/campaigns/${id}/waste`
      const shown = decode(ok(await ads.ask(path, connected.account.key)))
      if (shown.total > 1) return { ...connected, id, path, shown, key: connected.account.key }
    }
    return assert.fail("no campaign wastes anything")
  }

  it("is what its search term report shows, summed, and nothing is changed at the vendor", async () => {
    const { client, id, key, path, shown } = await campaignWithWaste()
    const terms: Array<unknown> = []
    for (let offset = 0; ; offset += 200) {
      const page = ok(
        await ads.ask(`/campaigns/${id}/reports/searchterms?limit=200&offset=${offset}`, key, { method: "POST" })
      )
      terms.push(...[at(page, "rows")].flat())
      if (at(page, "nextOffset") === null) break
    }
    const named = terms.filter((term) => at(term, "lowVolume") === false)
    for (const { searchTerm, spend, taps } of shown.terms) {
      const rows = named.filter((term) => String(at(term, "searchTerm")).toLowerCase() === searchTerm.toLowerCase())
      assert.isAbove(rows.length, 0)
      assert.isAtLeast(taps, 10)
      assert.isAbove(Number(spend.amount), 0)
    }
    assert.strictEqual(shown.wastedSpend?.amount, sumAmounts(shown.terms.map(({ spend }) => spend.amount)))
    assert.strictEqual(shown.total, shown.terms.length)
    assert.isTrue(shown.complete)
    assert.isNotNull(shown.campaignSpend)
    assert.isNotNull(shown.lowVolumeSpend)
    const fewer = decode(ok(await ads.ask(`${path}?limit=1`, key)))
    assert.deepEqual([fewer.terms, fewer.wastedSpend], [shown.terms.slice(0, 1), shown.wastedSpend])
    const dearer = decode(ok(await ads.ask(`${path}?minSpend=${shown.terms[0]?.spend.amount}&minTaps=1`, key)))
    assert.strictEqual(dearer.terms[0]?.searchTerm, shown.terms[0]?.searchTerm)
    assert.isBelow(dearer.total, shown.total + 1)
    assert.deepEqual(await ads.writes(client), [])
  })

  it("refuses what it can't count by, and is nobody else's", async () => {
    const { key, path } = await campaignWithWaste()
    for (const wrong of ["minTaps=0", "minSpend=-1", "minSpend=1e3", "minSpend=1.234", "days=0", "limit=0"]) {
      assert.include(refused(await ads.ask(`${path}?${wrong}`, key), 400, "INVALID_INPUT"), wrong.split("=")[0] ?? "")
    }
    const other = await ads.connect()
    refused(await ads.ask(path, other.account.key), 404, "NOT_FOUND")
  })
})
