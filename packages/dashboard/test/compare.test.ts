import type { ViewDeclaration } from "@storeglass/plugin-api/draw"
import { random } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { compared, isComparable } from "../page/charts/compare.ts"

const ranks: ViewDeclaration = {
  kind: "ranks",
  lines: "keywords",
  name: "keyword",
  rows: "days",
  x: "date",
  y: "rank",
  status: "status"
}
const series: ViewDeclaration = { kind: "series", rows: "days", x: "date", y: "value" }
const stat: ViewDeclaration = {
  kind: "stat",
  rows: "figures",
  title: "title",
  value: "value",
  unit: "unit",
  status: "status"
}
const status: ViewDeclaration = {
  kind: "status",
  state: "state",
  details: [
    { field: "ratings.count", title: "Ratings" },
    { field: "name", title: "Name" }
  ]
}

const linesOf = (...given: Parameters<typeof compared>) => {
  const found = compared(...given)
  return found.kind === "lines" ? found.charts : assert.fail("no lines")
}
const figuresOf = (...given: Parameters<typeof compared>) => {
  const found = compared(...given)
  return found.kind === "figures" ? found.figures : assert.fail("no figures")
}

describe("apps compared", () => {
  it("have each value of each app in the chart of its keyword, over twenty seeded sets of answers", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const pick = random(seed)
      const sides = Array.from({ length: 2 + pick(4) }, (_, side) => ({
        name: `app ${side}`,
        data: {
          keywords: Array.from({ length: 1 + pick(6) }, () => `word ${pick(8)}`)
            .filter((word, index, all) => all.indexOf(word) === index)
            .map((keyword) => ({
              keyword,
              days: ["2026-01-01", "2026-01-02"].map((date) => ({ date, rank: 1 + pick(100), status: "ranked" }))
            }))
        }
      }))
      const charts = linesOf(ranks, sides)
      const drawn = charts.flatMap(({ lines, name }) =>
        lines.flatMap((line) => line.points.map(({ at, y }) => `${name} ${line.name} ${at} ${y}`))
      )
      const told = sides.flatMap(({ data, name }) =>
        data.keywords.flatMap(({ days, keyword }) => days.map(({ date, rank }) => `${keyword} ${name} ${date} ${rank}`))
      )
      assert.sameMembers(drawn, told)
      // An app keeps its place, and so its colour and dash, in each chart.
      for (const { lines } of charts)
        assert.deepStrictEqual(
          lines.map(({ name }) => name),
          sides.map(({ name }) => name)
        )
      const shared = charts.map(({ lines }) => lines.filter(({ points }) => points.length > 0).length)
      assert.deepStrictEqual(
        shared,
        shared.toSorted((a, b) => b - a)
      )
    }
  })

  it("leave a gap for an app that wasn't measured or couldn't be asked, and no chart for what no app has", () => {
    const measured = { days: [{ date: "2026-01-01", value: 7 }] }
    const [chart] = linesOf(series, [
      { name: "one", data: measured },
      { name: "two", data: undefined },
      { name: "three", data: { days: [{ date: "2026-01-01", value: null }] } }
    ])
    assert.deepStrictEqual(
      chart?.lines.map(({ name, points }) => [name, points.map(({ y }) => y)]),
      [
        ["one", [7]],
        ["two", []],
        ["three", [null]]
      ]
    )
    assert.deepStrictEqual(
      linesOf(series, [{ name: "one", data: { days: [{ date: "2026-01-01", value: null }] } }]),
      []
    )
  })

  it("have a row for each figure that any of them has, with why it isn't told, and never a 0 for it", () => {
    const figures = figuresOf(stat, [
      { name: "one", data: { figures: [{ title: "Score", value: 61, unit: "of 100", status: "measured" }] } },
      {
        name: "two",
        data: {
          figures: [
            { title: "Keywords", value: 12, unit: null, status: "measured" },
            { title: "Score", value: null, unit: "of 100", status: "not_measured" }
          ]
        }
      }
    ])
    assert.deepStrictEqual(
      figures.map(({ title, values }) => [title, values]),
      [
        [
          "Score",
          [
            { value: 61, unit: "of 100", status: "measured" },
            { value: null, unit: "of 100", status: "not_measured" }
          ]
        ],
        [
          "Keywords",
          [
            { value: null, unit: "", status: "" },
            { value: 12, unit: "", status: "measured" }
          ]
        ]
      ]
    )
    const details = figuresOf(status, [
      { name: "one", data: { name: "Moneta", ratings: { count: 3 } } },
      { name: "two", data: undefined }
    ])
    assert.deepStrictEqual(
      details.map(({ title, values }) => [title, values.map(({ value }) => value)]),
      [
        ["Ratings", [3, null]],
        ["Name", ["Moneta", null]]
      ]
    )
  })

  it("aren't shown by tables, lists and galleries, which are each app's own", () => {
    assert.isTrue([ranks, series, stat, status].every(isComparable))
    assert.isFalse(isComparable({ kind: "table", rows: "rows", columns: [] }))
    assert.isFalse(isComparable(undefined))
  })
})
