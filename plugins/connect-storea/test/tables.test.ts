/** Reports line by line: what is understood counts once, and what isn't is never guessed at. */
import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import { layoutOf, NotTheTable, type Source, TableReader } from "../src/sync/tables.ts"

const skus = new Map([["sku.app", "6440001"]])
const read = (source: Source, text: string) => {
  const reader = new TableReader(layoutOf(source, skus))
  for (const line of text.split("\n")) reader.line(line)
  reader.endPart()
  return reader.end()
}
const head =
  "Product Type Identifier\tUnits\tDeveloper Proceeds\tBegin Date\tCountry Code\tCurrency of Proceeds\tApple Identifier\tParent Identifier"
const sale = (type: string, units: string, proceeds: string, parent = "") =>
  `${type}\t${units}\t${proceeds}\t11/20/2026\tUS\tUSD\t6440001\t${parent}`

describe("sales", () => {
  it("tell downloads, redownloads, updates and purchases apart", () => {
    const rows = [
      sale("1F", "3", "0"),
      sale("1", "2", "0"),
      sale("3F", "4", "0"),
      sale("7T", "9", "0"),
      sale("IAY", "5", "0", "sku.app")
    ]
    const { figures, skipped } = read("sales", [head, ...rows].join("\n"))
    assert.deepEqual(
      figures.map(({ measure, value }) => [measure, value]),
      [
        ["first_downloads", "5"],
        ["redownloads", "4"],
        ["updates", "9"],
        ["in_app_purchases", "5"]
      ]
    )
    assert.strictEqual(skipped, 0)
  })

  it("add proceeds up without a float, refunds taken off", () => {
    const rows = [
      sale("IA1", "3", "0.1", "sku.app"),
      sale("IA1", "-1", "0.1", "sku.app"),
      sale("IA1", "1", "0.005", "sku.app")
    ]
    const { figures } = read("sales", [head, ...rows].join("\n"))
    assert.deepInclude(
      figures.find(({ measure }) => measure === "proceeds"),
      { currency: "USD", value: "0.205" }
    )
  })

  it("leave out what isn't understood, and count it", () => {
    const rows = [
      sale("1F", "3", "0"),
      sale("1-B", "1", "0"),
      sale("IA1", "1", "1", "sku.unknown"),
      sale("1F", "many", "0"),
      "1F"
    ]
    const { figures, rows: all, skipped } = read("sales", [head, ...rows].join("\n"))
    assert.deepEqual([figures.length, all, skipped], [1, 5, 4])
  })
})

describe("analytics", () => {
  const rows = [
    '2026-11-20,"App, the",6440001,First-time download,US,7',
    "2026-11-20,App,6440001,Redownload,US,2",
    "2026-11-20,App,6440001,Auto-update,US,50",
    "2026-11-20,App,6440001,Auto-download,US,8"
  ]
  it("are read by the names of their columns, with commas or tabs, with a mark at the start", () => {
    const text = ["\uFEFFDate,App Name,App Apple Identifier,Download Type,Territory,Counts", ...rows].join("\r\n")
    const { figures, skipped } = read("downloads", text)
    assert.deepEqual(
      figures.map(({ country, day, measure, value }) => [day, country, measure, value]),
      [
        ["2026-11-20", "us", "first_downloads", "7"],
        ["2026-11-20", "us", "redownloads", "2"],
        ["2026-11-20", "us", "updates", "50"]
      ]
    )
    assert.strictEqual(skipped, 0)
  })

  it("count views of the app's own page, and first downloads from there besides all of them", () => {
    const columns = "Date\tApp Apple Identifier\tPage Type\tTerritory\tCounts"
    const told = (source: Source, what: string, rows: ReadonlyArray<readonly [string, string, number]>) => {
      const lines = rows.map(([kind, page, count]) => `2026-11-20\t6440001\t${page}\tUS\t${count}\t${kind}`)
      const { figures, skipped } = read(source, [`${columns}\t${what}`, ...lines].join("\n"))
      return [...figures.map(({ measure, value }) => `${measure} ${value}`), `skipped ${skipped}`]
    }
    assert.deepEqual(
      told("engagement", "Event", [
        ["Page view", "Product page", 40],
        ["Page view", "Store sheet", 9],
        ["Impression", "No page", 900],
        ["Tap", "No page", 30],
        ["Nod", "No page", 1]
      ]),
      ["page_views 40", "skipped 1"]
    )
    assert.deepEqual(
      told("downloads", "Download Type", [
        ["First-time download", "Product page", 7],
        ["First-time download", "No page", 5],
        ["Redownload", "Product page", 3]
      ]),
      ["first_downloads 12", "page_downloads 7", "redownloads 3", "skipped 0"]
    )
  })

  it("that are another table, or none, are told", () => {
    const told = (text: string) => {
      try {
        read("installations", text)
        return "read"
      } catch (error) {
        return error instanceof NotTheTable ? error.message : "another"
      }
    }
    assert.strictEqual(told(""), "it is empty")
    assert.match(told("<html>\nbusy</html>"), /no column "date"/)
    const columns = "Date\tApp Apple Identifier\tEvent\tTerritory\tCounts"
    assert.strictEqual(told(`${columns}\n2026-11-20\t6440001\tInstall\tUS\t4`), "read")
    assert.match(told(`${columns}\nsoon\tall\tof\tit\tnew`), /none of its 1 rows is understood/)
  })
})
