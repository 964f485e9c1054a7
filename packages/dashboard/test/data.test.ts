import { draw, type ViewDeclaration } from "@storeglass/plugin-api/draw"
import { random } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { isAbsent, linesOf, plotOf } from "../page/charts/data.ts"

const ranks: ViewDeclaration = {
  kind: "ranks",
  lines: "keywords",
  name: "keyword",
  rows: "days",
  x: "date",
  y: "rank",
  status: "status"
}
const series: ViewDeclaration = {
  kind: "series",
  rows: "days",
  x: "date",
  y: "value",
  low: "low",
  high: "high",
  notes: { rows: "releases", title: "name", text: "what" }
}

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)

describe("what charts draw", () => {
  it("has each point, gap and lane of twenty seeded answers, as told by the answers themselves", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const pick = random(seed)
      const keywords = Array.from({ length: 1 + pick(5) }, (_, line) => ({
        keyword: `word ${line}`,
        days: Array.from({ length: 20 + pick(60) }, (_, index) => {
          const kind = pick(10)
          // A day that isn't told, one that wasn't measured, one without a rank, and a rank.
          if (kind === 0) return undefined
          if (kind === 1) return { date: dayOf(index), rank: null, status: "not_measured" }
          if (kind === 2) return { date: dayOf(index), rank: null, status: "not_in_top_n" }
          return { date: dayOf(index), rank: 1 + pick(200), status: "ranked" }
        }).filter((day) => day !== undefined)
      }))
      const plot = plotOf(linesOf(draw(ranks, { keywords })))
      const dates = [...new Set(keywords.flatMap(({ days }) => days.map(({ date }) => date)))].sort()
      assert.deepEqual(
        plot.xs,
        dates.map((date) => Date.parse(date) / 1000)
      )
      for (const [line, { days, keyword }] of keywords.entries()) {
        const drawn = plot.lines[line] ?? assert.fail(`no line ${line}`)
        assert.strictEqual(drawn.name, keyword)
        for (const [index, date] of dates.entries()) {
          const day = days.find((each) => each.date === date)
          const where = `seed ${seed}, ${keyword}, ${date}`
          if (day === undefined) {
            assert.isUndefined(drawn.values[index], where)
            assert.isFalse(drawn.lane[index], where)
          } else {
            // Never 0 for what wasn't measured.
            assert.strictEqual(drawn.values[index], day.rank, where)
            assert.strictEqual(drawn.lane[index], day.status === "not_in_top_n", where)
          }
        }
      }
      const all = keywords.flatMap(({ days }) => days.flatMap(({ rank }) => (rank === null ? [] : [rank])))
      assert.deepEqual([plot.min, plot.max], [Math.min(...all), Math.max(...all)])
      assert.strictEqual(
        plot.hasLane,
        keywords.some(({ days }) => days.some(({ status }) => status === "not_in_top_n"))
      )
    }
  })

  it("has the band of an estimate where it's told, and marks where something happened", () => {
    const days = [
      { date: "2026-01-01", value: 10, low: 5, high: 20, releases: [] },
      { date: "2026-01-02", value: null, low: null, high: null, releases: [{ name: "4.2", what: "New icon" }] },
      { date: "2026-01-03", value: 12, low: 6, high: 24, releases: [] }
    ]
    const plot = plotOf(linesOf(draw(series, { days })))
    assert.deepEqual(plot.lines[0]?.low, [5, null, 6])
    assert.deepEqual(plot.lines[0]?.high, [20, null, 24])
    assert.deepEqual([plot.min, plot.max], [5, 24])
    assert.deepEqual(plot.marks, [{ x: Date.parse("2026-01-02") / 1000, notes: [{ title: "4.2", text: "New icon" }] }])
    const bare = plotOf(linesOf(draw(series, { days: [{ date: "2026-01-01", value: 3 }] })))
    assert.isUndefined(bare.lines[0]?.low)
  })

  it("marks what happened at the last point before it, and nothing outside the days it draws", () => {
    const days = ["2026-01-02", "2026-01-03", "2026-01-04"].map((date) => ({ date, value: 1, releases: [] }))
    const lines = linesOf(draw(series, { days }))
    const mark = (at: string) => ({ at, title: at, text: undefined })
    const moments = ["2026-01-01T23:59:59Z", "2026-01-03T14:00:00Z", "2026-01-04T23:59:59Z", "2026-01-05T00:00:00Z"]
    assert.deepEqual(
      plotOf(lines, moments.map(mark)).marks.map(({ notes, x }) => [
        new Date(x * 1000).toISOString().slice(0, 10),
        notes
      ]),
      [
        ["2026-01-03", [{ title: "2026-01-03T14:00:00Z", text: undefined }]],
        ["2026-01-04", [{ title: "2026-01-04T23:59:59Z", text: undefined }]]
      ]
    )
    assert.deepEqual(plotOf([], moments.map(mark)).marks, [])
  })

  it("leaves out what has no day, and takes nothing but numbers for values", () => {
    const plot = plotOf(
      linesOf(draw(series, { days: [{ date: "soon", value: 3 }, { date: "2026-01-01", value: "3" }, { value: 4 }] }))
    )
    assert.deepEqual(plot.xs, [Date.parse("2026-01-01") / 1000])
    assert.deepEqual(plot.lines[0]?.values, [null])
    assert.deepEqual(plotOf([]), { xs: [], lines: [], max: 0, min: 0, hasLane: false, marks: [] })
  })

  it("tells what was looked for from what nobody looked for", () => {
    assert.deepEqual(["not_in_top_n", "not_measured", "ranked", undefined].map(isAbsent), [true, false, false, false])
  })
})
