/** Generated tables: what is read of them, and that the order and number of imports makes no difference. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Content } from "@storeglass/plugin-api"
import { Random } from "@storeglass/sandbox/world"
import { useTestGateway } from "@storeglass/testkit"
import { Effect, Stream } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { reportOf } from "../src/reports/families.ts"
import { readReport } from "../src/reports/readReport.ts"
import { acrossApps, totalsOf } from "../src/reports/rollups.ts"
import type { AnalyticsDay } from "../src/reports/schema.ts"
import { reader, utf16 } from "./reports.support.ts"
import { at, dataOf, idle, listAt, plugins } from "./support.ts"

const gateway = useTestGateway({ plugins, config: idle })
const folder = mkdtempSync(join(tmpdir(), "storeb-reports-"))
afterAll(() => rmSync(folder, { recursive: true }))

const app = "com.example.app"
const carrier = `stats/installs/installs_${app}_202610_carrier.csv`
const pieces = ["a", "é", "日本", "\u{1F600}", '"', '""', ",", "\n", "\r\n", "\t", " x", "NA", "=1", "'", "\u200B", "0"]
const pick = <A>(random: Random, list: ReadonlyArray<A>) => {
  const found = list[Math.floor(random.next() * list.length)]
  if (found === undefined) throw new Error("nothing to pick")
  return found
}
const textOf = (random: Random) =>
  Array.from({ length: 1 + Math.floor(random.next() * 6) }, () => pick(random, pieces)).join("")
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

interface Made {
  readonly text: string
  /** By a reader that knows nothing of the importer: the first row of a key counts. */
  readonly expected: ReadonlyArray<readonly [value: string, day: string, installs: string | undefined]>
}
const tableOf = (random: Random): Made => {
  const columns = ["Date", "Package Name", "Carrier", "Daily User Installs", "New Thing"]
    .filter((name) => name !== "New Thing" || random.next() < 0.5)
    .filter((name) => name !== "Package Name" || random.next() < 0.8)
    .map((name) => ({ name, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name)
  const spelled = columns.map((name) =>
    random.next() < 0.3 ? name.toUpperCase() : random.next() < 0.3 ? name.toLowerCase() : name
  )
  const expected = new Map<string, readonly [string, string, string | undefined]>()
  const rows = Array.from({ length: Math.floor(random.next() * 12) }, () => {
    const day = `2026-10-${String(1 + Math.floor(random.next() * 4)).padStart(2, "0")}`
    const value = textOf(random)
    const installs = pick(random, ["NA", "", "0", "7", "12345"])
    const key = JSON.stringify([day, value.trim()])
    if (!expected.has(key)) {
      expected.set(key, [value.trim(), day, installs === "NA" || installs === "" ? undefined : installs])
    }
    const cells: Readonly<Record<string, string>> = {
      Date: day,
      "Package Name": app,
      Carrier: value,
      "Daily User Installs": installs,
      "New Thing": textOf(random)
    }
    return columns.map((name) => quoted(cells[name] ?? "")).join(",")
  })
  const end = pick(random, ["\n", "\r\n"])
  return {
    text: [spelled.join(","), ...rows].join(end) + (random.next() < 0.5 ? end : ""),
    expected: [...expected.values()]
  }
}
const encodings = {
  utf16le: utf16,
  utf16be: (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  utf8bom: (text: string) => Buffer.from(`\uFEFF${text}`),
  utf8: (text: string) => Buffer.from(text)
}
const fileOf = (name: string) => {
  const file = reportOf(name)
  if (typeof file === "string") throw new Error(file)
  return file
}
const read = (bytes: Buffer) => {
  const path = join(folder, "table.csv")
  writeFileSync(path, bytes)
  const file = { file: path, bytes: bytes.length, head: bytes.subarray(0, 65_536) }
  return gateway().run(
    Effect.flatMap(Content, (content) =>
      Stream.runCollect(Stream.provideService(readReport(fileOf(carrier), file), Content, content))
    )
  )
}
const bySort = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>) =>
  JSON.stringify(a) < JSON.stringify(b) ? -1 : 1

describe("tables", () => {
  it("of any text, in any encoding and order of columns, are read as they were written", async () => {
    const random = new Random(17)
    for (let round = 0; round < 120; round++) {
      const { expected, text } = tableOf(random)
      const encode = pick(random, Object.values(encodings))
      const found = new Map<string, ReadonlyArray<unknown>>()
      for (const { bad, rows } of await read(encode(text))) {
        assert.deepEqual(bad, [], text)
        for (const { day, measures, packageName, value } of rows) {
          assert.strictEqual(packageName, app)
          const key = JSON.stringify([day, value])
          if (!found.has(key)) found.set(key, [value, day, measures.dailyUserInstalls])
        }
      }
      assert.deepEqual([...found.values()].toSorted(bySort), expected.toSorted(bySort), text)
    }
  })

  it("that are cut anywhere are read as far as they go, or refused, and never guessed at", async () => {
    const text = `Date,Package Name,Carrier,Daily User Installs\r\n2026-10-01,${app},"a ""b""",1\r\n2026-10-02,${app},c,2\r\n`
    const whole = utf16(text)
    const days = new Set<string>()
    for (let end = 2; end < whole.length; end += 2) {
      const batches = await read(whole.subarray(0, end)).catch(() => [])
      for (const { rows } of batches) for (const { day, value } of rows) days.add(`${day} ${value}`)
    }
    assert.deepEqual([...days].toSorted(), ['2026-10-01 a "b"', "2026-10-02 c"])
  })
})

describe("imports", () => {
  it("in any order, twice, and torn on the way give the rows of each file's last version", async () => {
    const random = new Random(5)
    const months = ["202608", "202609", "202610"]
    const name = (month: string) => `stats/crashes/crashes_${app}_${month}_overview.csv`
    const content = (month: string, version: number) => {
      const iso = `${month.slice(0, 4)}-${month.slice(4)}`
      const days = Array.from({ length: 3 + version }, (_, day) => `${iso}-0${day + 1},${app},${version * 10 + day},1`)
      return `Date,Package Name,Daily Crashes,Daily ANRs\r\n${days.join("\r\n")}\r\n`
    }
    const rowsAfter: Array<unknown> = []
    for (let round = 0; round < 2; round++) {
      const person = await reader(gateway())
      const steps = [...months, ...months].map((month, index) => ({
        month,
        at: random.next(),
        again: index >= months.length
      }))
      const versions = new Map<string, number>()
      for (const { month } of steps.toSorted((a, b) => a.at - b.at)) {
        const version = (versions.get(month) ?? 0) + 1
        versions.set(month, version)
        await person.put({ [name(month)]: content(month, version) })
        if (random.next() < 0.4) await person.tear(name(month))
        await person.sync(random.next() < 0.5 ? null : { object: name(month) })
      }
      await person.sync()
      await person.sync()
      rowsAfter.push(await person.rows())
      const total = dataOf(await person.ask(`/apps/${app}/analytics?from=2026-08-01&to=2026-10-31`))
      // Days 1 to 5 of each month, by their second version.
      assert.strictEqual(at(total, "totals", "crashes"), 3 * (20 + 21 + 22 + 23 + 24))
      assert.lengthOf(listAt(total, "series"), 15)
    }
    assert.deepEqual(rowsAfter[1], rowsAfter[0])
  }, 120_000)
})

describe("rollups of generated days", () => {
  it("equal sums made independently", () => {
    const random = new Random(3)
    const maybe = (most: number) => (random.next() < 0.2 ? null : Math.floor(random.next() * most))
    for (let round = 0; round < 200; round++) {
      const days = Array.from({ length: Math.floor(random.next() * 20) }, (_, day): AnalyticsDay => {
        const count = maybe(5)
        return {
          date: `2026-10-${String(day + 1).padStart(2, "0")}`,
          installs: maybe(100),
          uninstalls: maybe(100),
          activeDevices: maybe(1_000),
          ratingAvg: count === null || count === 0 ? null : 1 + Math.floor(random.next() * 5),
          ratingCount: count,
          totalRatingAvg: null,
          crashes: maybe(9),
          anrs: maybe(9),
          storeListingVisitors: maybe(50),
          storeListingAcquisitions: maybe(50),
          conversionRate: random.next()
        }
      })
      const naive = (name: "installs" | "crashes" | "storeListingVisitors" | "storeListingAcquisitions") => {
        let [sum, told] = [0, false]
        for (const day of days) {
          const value = day[name]
          if (value !== null) [sum, told] = [sum + value, true]
        }
        return told ? sum : null
      }
      const totals = totalsOf(days)
      assert.strictEqual(totals.installs, naive("installs"))
      assert.strictEqual(totals.crashes, naive("crashes"))
      const [visitors, got] = [naive("storeListingVisitors"), naive("storeListingAcquisitions")]
      if (visitors === null || got === null || visitors === 0) assert.isNull(totals.conversionRate)
      else assert.closeTo(totals.conversionRate ?? Number.NaN, got / visitors, 1e-9)
      const stars = days.flatMap(({ ratingAvg, ratingCount }) =>
        Array<number>(ratingAvg === null ? 0 : (ratingCount ?? 0)).fill(ratingAvg ?? 0)
      )
      if (stars.length > 0) {
        assert.closeTo(totals.ratingAvg ?? Number.NaN, stars.reduce((all, one) => all + one, 0) / stars.length, 1e-9)
      } else assert.isNull(totals.ratingAvg)
      assert.deepEqual(acrossApps([totals]).installs, totals.installs)
      assert.strictEqual(acrossApps([totals, totals]).crashes, totals.crashes === null ? null : 2 * totals.crashes)
    }
  })
})
