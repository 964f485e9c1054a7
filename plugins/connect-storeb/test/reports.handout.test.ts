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

/** Where a file may be as large as by default. */
const roomy = useTestGateway({ plugins, config: idle })

const months = ["2026-07", "2026-08", "2026-09", "2026-10"]
const country = (app: string, month = "2026-10") =>
  `stats/installs/installs_${app}_${month.replace("-", "")}_country.csv`
const installs = (app: string, month = "2026-10") =>
  [
    "Date,Package Name,Country,Daily User Installs,Daily User Uninstalls",
    ...Array.from({ length: 28 }, (_, day) =>
      ["DE", "US"]
        .map((code) => `${month}-${String(day + 1).padStart(2, "0")},${app},${code},${day + 1},0`)
        .join("\r\n")
    )
  ].join("\r\n")
const imported = async () => {
  const person = await reader(gateway())
  const { packageName } = person
  await person.put(
    Object.fromEntries(months.map((month) => [country(packageName, month), installs(packageName, month)]))
  )
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
  const Figure = Schema.Struct({
    value: Schema.String,
    date: Schema.String,
    measure: Schema.String,
    number: Schema.Finite
  })
  const Figures = Schema.Array(Figure)
  const read = {
    csv: async (bytes: ArrayBuffer) =>
      Buffer.from(bytes)
        .toString()
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(","))
        .map(([, , , value, date, measure, number]) => ({ value, date, measure, number: Number(number) })),
    parquet: async (bytes: ArrayBuffer) => (await import("hyparquet")).parquetReadObjects({ file: bytes })
  }
  /** Of four months, in the order of an export. */
  const figures = months.flatMap((month) =>
    Array.from({ length: 28 }, (_, day) => [`${month}-${String(day + 1).padStart(2, "0")}`, day + 1] as const).flatMap(
      ([date, number]) =>
        ["de", "us"].flatMap((value) => [
          { value, date, measure: "dailyUserInstalls", number },
          { value, date, measure: "dailyUserUninstalls", number: 0 }
        ])
    )
  )

  it.each(["csv", "parquet"] as const)(
    "is told in several as %s, each within the limit, which together have each figure once and in order",
    async (format) => {
      const person = await imported()
      const files = await all(person, format)
      assert.isAbove(files.length, 1)
      const told = await Promise.all(
        files.map(async ({ bytes, rows }) => {
          const some = Schema.decodeUnknownSync(Figures)(await read[format](bytes))
          assert.strictEqual(some.length, rows)
          return some
        })
      )
      assert.deepEqual(told.flat(), figures)
    }
  )

  it("isn't continued from what is no cursor of it", async () => {
    const person = await imported()
    for (const cursor of ["x", "", Buffer.from("{}").toString("base64url")]) {
      refused(await person.ask("/analytics/export", "POST", { format: "csv", cursor }), 400, "INVALID_INPUT")
    }
  })
})

describe("an export of more figures than a file may have", { timeout: 120_000 }, () => {
  const most = 50_000

  it("goes on in the next file, with none lost and none twice", async () => {
    const person = await reader(roomy())
    const object = `stats/installs/installs_${person.packageName}_202610_app_version.csv`
    await roomy().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          WITH noted AS (
            INSERT INTO connect_storeb_imports
              (account_id, bucket, object, state, rows, skipped, bad_rows, unknown_columns, at)
            VALUES (${person.accountId}::uuid, 'b', ${object}, 'imported', ${most + 1}, 0, '[]', '[]', now())
            RETURNING id)
          INSERT INTO connect_storeb_report_rows
            (account_id, package_name, family, dimension, value, day, part, import_id, measures)
          SELECT ${person.accountId}::uuid, ${person.packageName}, 'installs', 'app_version', serial::text,
            '2026-10-01'::date, '', noted.id, '{"installEvents":"1"}'
          FROM noted, generate_series(1, ${most + 1}::int) AS serial`
      )
    )
    const first = dataOf(await person.ask("/analytics/export", "POST", { format: "csv" }), 201)
    assert.strictEqual(at(first, "rows"), most)
    const further = { format: "csv", cursor: at(first, "nextCursor") }
    const rest = dataOf(await person.ask("/analytics/export", "POST", further), 201)
    assert.strictEqual(at(rest, "rows"), 1)
    assert.isNull(at(rest, "nextCursor"))
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
