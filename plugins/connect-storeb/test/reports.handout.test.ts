/** What is handed out of reports: exports in as many files as it takes, and files over MCP. */
import { rpcOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { contentBytesMax } from "../src/reports/schema.ts"
import { daysAgo, type Reader, reader, utf16 } from "./reports.support.ts"
import { at, dataOf, idle, plugins, refused } from "./support.ts"

const fileBytesMax = 2_048
const gateway = useTestGateway({
  plugins: { ...plugins, mcp: true, stores: true, apps: true },
  config: { ...idle, files: { bytesMax: fileBytesMax } }
})

const country = (app: string) => `stats/installs/installs_${app}_202610_country.csv`
const installs = (app: string) =>
  [
    "Date,Package Name,Country,Daily User Installs,Daily User Uninstalls",
    ...Array.from({ length: 28 }, (_, day) =>
      ["DE", "US"].map((code) => `2026-10-${String(day + 1).padStart(2, "0")},${app},${code},${day + 1},0`).join("\r\n")
    )
  ].join("\r\n")
const imported = async () => {
  const person = await reader(gateway())
  await person.put({ [country(person.packageName)]: installs(person.packageName) })
  await person.sync()
  return person
}
const bytesOf = async (made: unknown) =>
  (await fetch(`${gateway().url}${new URL(String(at(made, "url"))).pathname}`)).arrayBuffer()

describe("an export of more than a file may hold", { timeout: 60_000 }, () => {
  /** All files of it, one after the other. */
  const all = async (person: Reader, format: "csv" | "parquet") => {
    const files: Array<{ readonly bytes: ArrayBuffer; readonly rows: unknown }> = []
    let cursor: unknown = null
    do {
      const body = { format, ...(cursor === null ? {} : { cursor }) }
      const made = dataOf(await person.ask("/analytics/export", "POST", body), 201)
      files.push({ bytes: await bytesOf(made), rows: at(made, "rows") })
      cursor = at(made, "nextCursor")
    } while (cursor !== null && files.length < 50)
    for (const { bytes } of files) assert.isAtMost(bytes.byteLength, fileBytesMax)
    return files
  }
  const figures = 28 * 2 * 2

  it("is told in several, which together have each figure once", async () => {
    const person = await imported()
    const files = await all(person, "csv")
    assert.isAbove(files.length, 1)
    const lines = files.flatMap(({ bytes }) => Buffer.from(bytes).toString().trimEnd().split("\r\n").slice(1))
    assert.lengthOf(lines, figures)
    assert.strictEqual(new Set(lines).size, figures)
    assert.deepEqual(
      lines.map((line) => line.split(",").slice(3, 6).join()),
      Array.from({ length: 28 }, (_, day) => `2026-10-${String(day + 1).padStart(2, "0")}`).flatMap((day) =>
        ["de", "us"].flatMap((code) =>
          ["dailyUserInstalls", "dailyUserUninstalls"].map((measure) => `${code},${day},${measure}`)
        )
      )
    )
    const { parquetReadObjects } = await import("hyparquet")
    const rows = await Promise.all(
      (await all(person, "parquet")).map(({ bytes }) => parquetReadObjects({ file: bytes }))
    )
    assert.lengthOf(rows.flat(), figures)
  })

  it("isn't continued from what is no cursor of it", async () => {
    const person = await imported()
    for (const cursor of ["x", "", Buffer.from("{}").toString("base64url")]) {
      refused(await person.ask("/analytics/export", "POST", { format: "csv", cursor }), 400, "INVALID_INPUT")
    }
  })
})

describe("a report over MCP", { timeout: 60_000 }, () => {
  const call = (person: Reader, name: string) =>
    rpcOf((path, options) => gateway().ask(path, { ...options, key: person.key }))("tools/call", {
      name: "connectStorebReports_object",
      arguments: { name, content: true }
    })

  it("comes with its bytes, for one credit", async () => {
    const person = await reader(gateway())
    const name = country(person.packageName)
    const text = `${installs(person.packageName)}\r\n`
    await person.put({ [name]: text })
    const before = await gateway().used(person.accountId)
    const { json } = await call(person, name)
    const told = JSON.parse(String(at(json, "result", "content", "0", "text")))
    assert.strictEqual(at(told, "data", "content"), utf16(text).toString("base64"))
    assert.strictEqual((await gateway().used(person.accountId)) - before, 1)
  })

  it("of the largest that is handed out this way comes whole, and one byte more is refused and free", async () => {
    const person = await reader(gateway())
    const name = country(person.packageName)
    const largest = Buffer.alloc(contentBytesMax, 65)
    await person.put({ [name]: largest })
    const { json } = await call(person, name)
    const told = JSON.parse(String(at(json, "result", "content", "0", "text")))
    assert.strictEqual(at(told, "data", "content"), largest.toString("base64"))
    await person.put({ [name]: Buffer.alloc(contentBytesMax + 1, 65) })
    const before = await gateway().used(person.accountId)
    const large = await call(person, name)
    assert.isTrue(at(large.json, "result", "isError"))
    assert.include(large.text, "REPORT_TOO_LARGE")
    assert.strictEqual(await gateway().used(person.accountId), before)
  })
})

describe("what an owner's reports counted", { timeout: 60_000 }, () => {
  const Actual = Schema.Struct({ country: Schema.String, day: Schema.String, units: Schema.Int })
  const learnt = ({ accountId, packageName }: Reader) =>
    gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT country, day::text AS day, units::int AS units FROM apps_owned_actuals
          WHERE account_id = ${accountId}::uuid AND platform = 'storeb' AND app_id = ${packageName}
          ORDER BY day, country`
      ).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Schema.Array(Actual))))
    )

  it("goes to the estimators of its account alone, and is taken back when it's deleted", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const months = Map.groupBy([daysAgo(5), daysAgo(4)], (each) => each.slice(0, 7))
    await person.put(
      Object.fromEntries(
        [...months].map(([month, days]) => [
          `stats/installs/installs_${app}_${month.replace("-", "")}_country.csv`,
          `Date,Package Name,Country,Daily User Installs\r\n${days.map((each) => `${each},${app},DE,7\r\n${each},${app},US,9`).join("\r\n")}`
        ])
      )
    )
    await person.sync()
    assert.deepEqual(await learnt(person), [
      { country: "de", day: daysAgo(5), units: 7 },
      { country: "us", day: daysAgo(5), units: 9 },
      { country: "de", day: daysAgo(4), units: 7 },
      { country: "us", day: daysAgo(4), units: 9 }
    ])
    const other = await reader(gateway(), { keyFile: person.keyFile })
    assert.deepEqual(await learnt(other), [])
    dataOf(await person.ask("/credentials?purge=true", "DELETE"))
    assert.deepEqual(await learnt(person), [])
  })
})
