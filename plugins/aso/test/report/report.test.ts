/** The competitor report's rules at their bounds, and what it says over one snapshot. */
import { storeApp, storePage } from "@storeglass/stores/testing"
import { assert, describe, it } from "vitest"
import { answerOf } from "../../src/report/CompetitorReports.ts"
import { compared, type Figures, type Measure, recommendationsFor, velocityOf } from "../../src/report/model.ts"
import { asOf, peer, snapshotOf, term } from "../audit/support.ts"

const none: Figures = { average: null, ratings: null, velocity: null, visibility: null, screenshots: null, age: null }
const ahead = (measure: Measure, yours: number | null, theirs: number | null) => {
  const { strengths, weaknesses } = compared({ ...none, [measure]: yours }, [
    { appId: "2", name: "Rival", figures: { ...none, [measure]: theirs } }
  ])
  return strengths.length === weaknesses.length ? "even" : strengths.length > 0 ? "you" : "them"
}

describe("a difference tells", () => {
  it.each([
    ["average", 4.2, 4, 4.19],
    ["ratings", 200, 100, 199],
    ["velocity", 20, 10, 19],
    ["visibility", 30, 20, 29.99],
    ["screenshots", 6, 3, 5]
  ] as const)("in %s from %s against %s on, and not of %s", (measure, most, least, less) => {
    assert.deepStrictEqual(
      [
        ahead(measure, most, least),
        ahead(measure, least, most),
        ahead(measure, less, least),
        ahead(measure, least, less)
      ],
      ["you", "them", "even", "even"]
    )
  })

  it("in the version's age from 60 days on, where the newer is ahead", () => {
    assert.deepStrictEqual(
      [ahead("age", 10, 70), ahead("age", 70, 10), ahead("age", 10, 69), ahead("age", 69, 10)],
      ["you", "them", "even", "even"]
    )
  })

  it("also against none, and between none not at all", () => {
    assert.deepStrictEqual([ahead("ratings", 1, 0), ahead("ratings", 0, 0)], ["you", "even"])
  })

  it("in nothing that one side lacks", () => {
    for (const measure of ["average", "ratings", "velocity", "visibility", "screenshots", "age"] as const)
      assert.deepStrictEqual([ahead(measure, null, 9), ahead(measure, 9, null)], ["even", "even"])
  })

  it("first where most are ahead, and last in keywords that they have", () => {
    const figures = (over: Partial<Figures>) => ({ ...none, ...over })
    const difference = compared(figures({ average: 4, screenshots: 2 }), [
      { appId: "2", name: "A", figures: figures({ average: 4.5, screenshots: 8 }) },
      { appId: "3", name: "B", figures: figures({ average: 4, screenshots: 8 }) }
    ])
    assert.deepStrictEqual(
      recommendationsFor(difference, 2, ["focus timer"]).map(({ behind, code, keywords }) => [code, behind, keywords]),
      [
        ["screenshots", ["2", "3"], []],
        ["average", ["2"], []],
        ["keywords", [], ["focus timer"]]
      ]
    )
  })
})

describe("reviews in 30 days", () => {
  const asOfMs = Date.parse(asOf)
  const ago = (days: number) => new Date(asOfMs - days * 86_400_000).toISOString()

  it.each([
    ["none of an app without reviews", [], true, [0, "counted", 0]],
    ["not measured where none were read and there may be some", [], false, [null, null, 0]],
    ["not measured without dates", [null, null], true, [null, null, 0]],
    ["all that are just 30 days old or younger", [ago(0), ago(30), ago(30.001)], true, [2, "counted", 3]],
    ["counted where the page reaches back further", [ago(1), ago(2), ago(31)], false, [2, "counted", 3]],
    ["not counted by those without a date", [ago(1), null], true, [1, "counted", 1]],
    ["extrapolated from a full page of 10 days", [ago(1), ago(5), ago(10)], false, [9, "extrapolated", 3]],
    ["extrapolated from no less than an hour", [ago(0), ago(0.001)], false, [1_440, "extrapolated", 2]]
  ] as const)("are %s", (_, dates, isWhole, expected) => {
    const { basis, per30Days, reason, sampleSize } = velocityOf(dates, { asOfMs, isWhole })
    assert.deepStrictEqual<ReadonlyArray<unknown>>([per30Days, basis, sampleSize], expected)
    assert.strictEqual(reason === null, per30Days !== null)
  })
})

describe("a report over a snapshot", () => {
  const beside = {
    page: { status: "measured", value: storePage({ subtitle: "Plans" }) },
    velocity: { per30Days: 4, basis: "counted", sampleSize: 4, reason: null },
    ads: {
      status: "not_measured",
      isAdvertising: null,
      totalAds: null,
      since: null,
      sinceOverOneYear: null,
      last: null,
      storefronts: null,
      asOf: null,
      reason: "no ad library is enabled"
    }
  } as const
  const ranked = (keyword: string, rank: number | null, theirs: number) => ({
    ...term(keyword, { rank, volume: 40 }),
    competitors: [{ appId: "2", rank: theirs }]
  })
  const terms = [
    ...Array.from({ length: 14 }, (_, n) => ranked(`shared ${n}`, 5, n + 1)),
    ...Array.from({ length: 7 }, (_, n) => ranked(`theirs ${n}`, null, n + 6)),
    term("own", { rank: 3, volume: 90 })
  ]
  const reportOf = (of: typeof terms) =>
    answerOf(
      snapshotOf({ terms: of, competitors: [peer("2")] }),
      beside,
      [{ ...beside, app: storeApp("2"), visibility: 20 }],
      [],
      { notMeasured: [], devices: ["iphone", "ipad"] }
    )

  it("says the same byte for byte, in whatever order its terms come", () => {
    const whole = JSON.stringify(reportOf(terms))
    assert.strictEqual(JSON.stringify(reportOf(terms.toReversed())), whole)
    assert.strictEqual(JSON.stringify(reportOf([...terms.slice(9), ...terms.slice(0, 9)])), whole)
  })

  it("counts all keywords, shows ten of each kind, and aims at five in whose first ten they are", () => {
    const { keywords, recommendations } = reportOf(terms)
    const [first] = keywords.competitors
    assert.deepInclude(first, { shared: 14, onlyThem: 7, onlyYou: 1, ahead: 9 })
    assert.lengthOf(first?.sharedTop ?? [], 10)
    assert.deepStrictEqual(recommendations.find(({ code }) => code === "keywords")?.keywords, [
      "theirs 0",
      "theirs 1",
      "theirs 2",
      "theirs 3",
      "theirs 4"
    ])
  })
})
