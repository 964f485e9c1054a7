import { assert, describe, it } from "vitest"
import { chartCsv, fileName } from "../page/charts/saveChart.ts"

const point = (at: string, y: number | null, more: { low?: number; high?: number; status?: string } = {}) => ({
  at,
  y,
  low: more.low ?? null,
  high: more.high ?? null,
  status: more.status
})

describe("a chart that is saved as CSV", () => {
  it("has a row for each moment of any line, oldest first, and nothing where nothing was measured", () => {
    const lines = [
      { name: "photo", points: [point("2026-11-02", 0), point("2026-11-01", 7)] },
      { name: '=HYPERLINK("x")', points: [point("2026-11-03", null), point("2026-11-02", 12)] }
    ]
    assert.deepEqual(chartCsv(lines, "Ranks").split("\r\n"), [
      `at,photo,"'=HYPERLINK(""x"")"`,
      "2026-11-01,7,",
      "2026-11-02,0,12",
      "2026-11-03,,",
      ""
    ])
  })

  it("tells bands and states beside each value, and calls a line without a name by the chart's title", () => {
    const points = [point("2026-11-01", 5, { low: 3, high: 9, status: "estimated" }), point("2026-11-02", null)]
    assert.deepEqual(chartCsv([{ name: "", points }], "Downloads").split("\r\n"), [
      "at,Downloads,Downloads (low),Downloads (high),Downloads (status)",
      "2026-11-01,5,3,9,estimated",
      "2026-11-02,,,,",
      ""
    ])
  })

  it("is named by its title in any language, without what files can't be called", () => {
    assert.strictEqual(
      fileName(" Fotö/Editor: (storea), us  Downloads ", "2026-11-30", "png"),
      "fotö-editor-storea-us-downloads-2026-11-30.png"
    )
    assert.strictEqual(fileName("…", "2026-11-30", "csv"), "chart-2026-11-30.csv")
  })
})
