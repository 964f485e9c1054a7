/** The bucket, its imports and what they add up to. */
import { createHash } from "node:crypto"
import { StorebConversions } from "@storeglass/apps/contract"
import { savedVectors, usePluginGateway } from "@storeglass/testkit"
import { zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { daysAgo, type Reader, reader, rowsOf, utf16 } from "./reports.support.ts"
import { at, base, bucket, controlOf, dataOf, idle, issue, listAt, plugins, refused, stranger } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins, config: idle })

const installs = (app: string, rows: ReadonlyArray<string>) =>
  `Date,Package Name,Daily User Installs,Daily User Uninstalls,Active Device Installs\r\n${rows.map((row) => row.replace(",", `,${app},`)).join("\r\n")}\r\n`
const overview = (app: string, month: string) => `stats/installs/installs_${app}_${month}_overview.csv`
const country = (app: string, month: string) => `stats/store_performance/store_performance_${app}_${month}_country.csv`
const traffic = (app: string, month: string) =>
  `stats/store_performance/store_performance_${app}_${month}_traffic_source.csv`
const october = "from=2026-10-01&to=2026-10-31"
const analyticsOf = async ({ ask, packageName }: Reader, query = october) =>
  dataOf(await ask(`/apps/${packageName}/analytics?${query}`))
const importOf = async (person: Reader, object: string) => {
  const imports = await person.imports()
  return Array.isArray(imports) ? imports.find((one) => at(one, "object") === object) : undefined
}
/** What is at the address of an export. */
const fileOf = (made: unknown) => fetch(`${gateway().url}${new URL(String(at(made, "url"))).pathname}`)
const used = ({ accountId }: { readonly accountId: string }) => gateway().used(accountId)

describe("the bucket", () => {
  it("lists its files page by page, those of money after the statistics, and asks for names as one segment", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    await person.put({
      [overview(app, "202609")]: installs(app, ["2026-09-01,1,0,1"]),
      [overview(app, "202610")]: installs(app, ["2026-10-01,1,0,1"]),
      "sales/salesreport_202610.zip": new Uint8Array([80, 75])
    })
    const names: Array<unknown> = []
    let cursor = ""
    for (let pages = 0; pages < 5; pages++) {
      const page = dataOf(await person.ask(`/reports/objects?limit=1${cursor}`))
      names.push(...listAt(page, "items").map((item) => at(item, "name")))
      const next = at(page, "nextCursor")
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    assert.deepEqual(names, [overview(app, "202609"), overview(app, "202610"), "sales/salesreport_202610.zip"])
    const money = dataOf(await person.ask("/reports/objects?prefix=sales/"))
    assert.lengthOf(listAt(money, "items"), 1)
    const one = dataOf(await person.ask(`/reports/object?name=${encodeURIComponent(overview(app, "202610"))}`))
    const bytes = utf16(installs(app, ["2026-10-01,1,0,1"]))
    assert.deepInclude(one, {
      name: overview(app, "202610"),
      size: bytes.length,
      contentType: "text/csv",
      md5: createHash("md5").update(bytes).digest("hex"),
      content: null
    })
    const asked = controlOf(gateway())
      .requests({ upstream: "play-console", credential: person.keyFile.client_email })
      .at(-1)
    assert.match(String(asked?.path), /\/o\/stats%2Finstalls%2Finstalls_/)
  })

  it("hands a file out whole, with its type, length and digests, for one credit", async () => {
    const person = await reader(gateway())
    const name = overview(person.packageName, "202610")
    await person.put({ [name]: installs(person.packageName, ["2026-10-01,1,0,1"]) })
    const before = await used(person)
    const response = await fetch(`${gateway().url}${base}/reports/download?name=${encodeURIComponent(name)}`, {
      headers: { "x-api-key": person.key }
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.strictEqual(response.status, 200)
    assert.deepEqual(bytes, utf16(installs(person.packageName, ["2026-10-01,1,0,1"])))
    assert.strictEqual(response.headers.get("content-length"), String(bytes.length))
    assert.match(String(response.headers.get("content-type")), /^text\/csv/)
    assert.strictEqual(response.headers.get("x-report-md5"), createHash("md5").update(bytes).digest("hex"))
    const sha256 = createHash("sha256").update(bytes).digest("base64")
    assert.strictEqual(response.headers.get("content-digest"), `sha-256=:${sha256}:`)
    assert.strictEqual((await used(person)) - before, 1)
    const content = dataOf(await person.ask(`/reports/object?content=true&name=${encodeURIComponent(name)}`))
    assert.strictEqual(at(content, "content"), bytes.toString("base64"))
  })

  it("charges nothing for a torn transfer, and doesn't hand half of it out", async () => {
    const person = await reader(gateway())
    const name = overview(person.packageName, "202610")
    await person.put({ [name]: installs(person.packageName, ["2026-10-01,1,0,1"]) })
    await person.tear(name)
    const before = await used(person)
    refused(await person.ask(`/reports/download?name=${encodeURIComponent(name)}`), 502, "UPSTREAM_ERROR")
    assert.strictEqual(await used(person), before)
    assert.strictEqual((await person.ask(`/reports/download?name=${encodeURIComponent(name)}`)).status, 200)
  })

  it("refuses what is too large for an answer, and names the way that has no such limit", async () => {
    const person = await reader(gateway())
    const name = overview(person.packageName, "202610")
    await person.put({ [name]: Buffer.alloc(1024 * 1024 + 1, 65) })
    const said = refused(
      await person.ask(`/reports/object?content=true&name=${encodeURIComponent(name)}`),
      422,
      "REPORT_TOO_LARGE"
    )
    assert.match(said, /at most 1048576.*\/reports\/download/)
  })

  it.each(["/reports/objects", "/reports/object?name=stats/x.csv", "/reports/download?name=stats/x.csv"])(
    "says of %s without the right that the listing is denied, and where it's granted",
    async (path) => {
      const person = await reader(gateway(), { without: ["reports"] })
      const said = refused(await person.ask(path), 403, "CONNECTION_PERMISSION_MISSING")
      assert.match(said, /download bulk reports.*Account permissions.*storage\.objects\.list denied/)
    }
  )

  it.each([
    ["/reports/object", 400, "INVALID_INPUT"],
    [`/reports/object?name=${"x".repeat(1_025)}`, 400, "INVALID_INPUT"],
    ["/reports/download", 400, "INVALID_INPUT"],
    ["/reports/download?name=", 400, "INVALID_INPUT"],
    ["/reports/download?name=a&other=b", 400, "INVALID_INPUT"],
    ["/reports/download?name=stats/none.csv", 404, "NOT_FOUND"],
    ["/reports/object?name=stats/none.csv", 404, "NOT_FOUND"],
    ["/reports/objects?limit=0", 400, "INVALID_INPUT"],
    ["/reports/objects?limit=1001", 400, "INVALID_INPUT"],
    ["/reports/objects?cursor=abc", 400, "INVALID_INPUT"],
    ["/analytics?from=2026-10-02&to=2026-10-01", 400, "INVALID_INPUT"],
    ["/analytics?from=2024-01-01&to=2026-10-01", 400, "INVALID_INPUT"],
    ["/analytics?from=2026-02-30", 400, "INVALID_INPUT"],
    ["/apps/nopackage/analytics", 400, "INVALID_APP_ID"],
    ["/apps/com.example.app/analytics/search-terms?limit=501", 400, "INVALID_INPUT"],
    ["/apps/com.example.app/analytics/sources?limit=0", 400, "INVALID_INPUT"]
  ])("answers %s with %i %s, and charges nothing", async (path, status, code) => {
    const person = await reader(gateway())
    refused(await person.ask(path), status, code)
  })

  it.each([
    ["/analytics/import-report", {}],
    ["/analytics/import-report", { object: "" }],
    ["/analytics/import-reports", { from: "2026-13" }],
    ["/analytics/import-reports", { from: "2026-10", to: "2026-09" }],
    ["/analytics/import-reports", { families: ["acquisition"] }],
    ["/analytics/import-reports", { families: [] }],
    ["/analytics/import-reports", { packageName: "nopackage" }],
    ["/analytics/import-reports", { days: 3 }],
    ["/analytics/export", { format: "xlsx" }],
    ["/analytics/export", { format: "csv", from: "2026-02-30" }],
    ["/analytics/export", { format: "csv", from: "2026-10-02", to: "2026-10-01" }]
  ])("refuses %s with %j", async (path, body) => {
    const person = await reader(gateway())
    refused(await person.ask(path, "POST", body), 400, "INVALID_INPUT")
  })

  it("needs a connection, and a bucket of it", async () => {
    const person = await stranger(gateway())
    refused(await person.ask("/reports/objects"), 409, "NOT_CONNECTED")
    refused(await person.ask("/reports/download?name=a"), 409, "NOT_CONNECTED")
    refused(await person.ask("/analytics/import-report", "POST", { object: "a" }), 409, "NOT_CONNECTED")
    const { keyFile } = await issue(gateway())
    dataOf(await person.connect({ serviceAccountJson: keyFile }), 201)
    assert.match(refused(await person.ask("/reports/objects"), 409, "NOT_CONNECTED"), /send reportsBucket/)
    assert.strictEqual(at(dataOf(await person.ask("/analytics")), "importsTotal"), 0)
  })
})

describe("an import", () => {
  it("reads files oldest first, each version once, and puts a rewritten file's rows in place of the old", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const [september, now] = [overview(app, "202609"), overview(app, "202610")]
    await person.put({
      [now]: installs(app, ["2026-10-01,5,1,50", "2026-10-02,6,1,51"]),
      [september]: installs(app, ["2026-09-30,4,2,49"])
    })
    await person.sync()
    assert.deepEqual(person.downloads(), [september, now])
    await person.sync()
    assert.lengthOf(person.downloads(), 2, "nothing changed, nothing is read again")
    await person.put({ [now]: installs(app, ["2026-10-02,8,1,53", "2026-10-03,7,0,60"]) })
    await person.sync()
    assert.deepEqual(person.downloads(), [september, now, now])
    const data = await analyticsOf(person)
    assert.deepEqual(
      listAt(data, "series").map((day) => [at(day, "date"), at(day, "installs"), at(day, "activeDevices")]),
      [
        ["2026-10-02", 8, 53],
        ["2026-10-03", 7, 60]
      ]
    )
    assert.deepInclude(at(data, "totals"), {
      installs: 15,
      uninstalls: 1,
      activeDevices: 60,
      firstOpens: null,
      mau: null,
      storeListingVisitors: null,
      conversionRate: null
    })
    assert.deepEqual(at(data, "asOf"), {
      installs: "2026-10-03",
      ratings: null,
      crashes: null,
      storePerformance: null
    })
    assert.match(String(at(data, "notMeasured", "mau")), /no report/)
    assert.deepInclude(await importOf(person, now), { state: "imported", rows: 2, skipped: 0, reason: null })
    assert.deepInclude(await person.status(), { syncStatus: "ok", lastError: null })
  })

  it("is asked for by a request, which says how many files fit and answers before they're read", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    await person.put({
      [overview(app, "202608")]: installs(app, ["2026-08-01,1,0,1"]),
      [overview(app, "202609")]: installs(app, ["2026-09-01,1,0,1"]),
      [overview("com.other.app", "202609")]: installs("com.other.app", ["2026-09-01,1,0,1"]),
      [country(app, "202609")]: "Date,Package name,Country / region,Store listing visitors\r\n"
    })
    const ask = async (body: unknown) => {
      const answer = await person.ask("/analytics/import-reports", "POST", body)
      const data = dataOf(answer, 202)
      assert.match(String(at(data, "taskRunId")), /^[0-9a-f-]{36}$/)
      return at(data, "objects")
    }
    assert.strictEqual(await ask({}), 4)
    assert.strictEqual(await ask({ packageName: app }), 3)
    assert.strictEqual(await ask({ families: ["installs"], from: "2026-09" }), 2)
    assert.strictEqual(await ask({ prefix: "stats/installs/", to: "2026-08" }), 1)
    const object = overview(app, "202608")
    assert.strictEqual(at(dataOf(await person.ask("/analytics/import-report", "POST", { object }), 202), "objects"), 1)
    refused(await person.ask("/analytics/import-report", "POST", { object: "stats/none.csv" }), 404, "NOT_FOUND")
    assert.deepEqual(person.downloads(), [])
    await person.sync({ object })
    assert.deepEqual(person.downloads(), [object])
    await person.sync({ families: ["installs"], packageName: app, from: "2026-09" })
    assert.deepEqual(person.downloads(), [object, overview(app, "202609")])
  })

  it("runs once where two are asked for at once", async () => {
    const person = await reader(gateway())
    await person.put({ [overview(person.packageName, "202610")]: installs(person.packageName, ["2026-10-01,1,0,1"]) })
    await Promise.all([person.sync(), person.sync()])
    assert.lengthOf(person.downloads(), 1)
    assert.lengthOf(await person.rows(), 1)
  })

  it("counts bad rows with their lines, names unknown columns, and reads the rest", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const name = country(app, "202610")
    await person.put({
      [name]: [
        "date,PACKAGE NAME,Country / Region,Store Listing Visitors,Store listing acquisitions,Store listing bounces",
        `2026-10-01,${app},DE,10,4,1`,
        `2026-10-01,${app},DE,99,9,1`,
        `2026-10-01,${app},"two\nlines",7,NA,`,
        `2026-10-40,${app},US,1,1,1`,
        `2026-09-30,${app},US,1,1,1`,
        `2026-10-02,com.other.app,US,1,1,1`,
        `2026-10-02,${app},US,many,1,1`,
        `2026-10-02,${app},US,1`,
        `2026-10-02,${app},US,"1,234",25%,2`
      ].join("\n"),
      "stats/unheard/unheard_com.example.app_202610_overview.csv": "x",
      [`stats/installs/installs_${app}_202610_overview.csv`]: "Day,Package Name\r\n"
    })
    await person.sync()
    assert.deepInclude(await importOf(person, name), {
      state: "imported",
      rows: 3,
      skipped: 6,
      unknownColumns: ["Store listing bounces"],
      badRows: [
        { line: 3, reason: "it repeats an earlier row" },
        { line: 6, reason: "its date isn't one" },
        { line: 7, reason: "its date isn't of 2026-10" },
        { line: 8, reason: "it's of another app" },
        { line: 9, reason: '"store listing visitors" isn\'t a number' },
        { line: 10, reason: "it has 4 cells, not 6" }
      ]
    })
    assert.deepInclude(await importOf(person, "stats/unheard/unheard_com.example.app_202610_overview.csv"), {
      state: "skipped",
      reason: "it's of a kind that this version doesn't know"
    })
    assert.deepInclude(await importOf(person, overview(app, "202610")), {
      state: "failed",
      reason: 'it has no column "date"'
    })
    const status = await person.status()
    assert.strictEqual(at(status, "syncStatus"), "partial")
    assert.match(String(at(status, "lastError")), /reports: stats\/installs\/.*it has no column "date"/)
    assert.deepEqual(
      (await person.rows()).map(({ measures, value }) => [value, measures]),
      [
        ["de", { visitors: "10", acquisitions: "4" }],
        ["two\nlines", { visitors: "7" }],
        ["us", { visitors: "1234", acquisitions: "0.25" }]
      ]
    )
  })

  it("reads archives of money and adds up sales of a day, in each of several files", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const head =
      "Description,Transaction Date,Transaction Type,Product id,Sku Id,Buyer Country,Merchant Currency,Amount (Merchant Currency)\n"
    const sale = (type: string, amount: string) => `GPA.1,"Oct 3, 2026",${type},${app},pro,US,EUR,${amount}\n`
    const zipped = (rows: string) => zipSync({ "PlayApps_202610.csv": Buffer.from(head + rows) })
    await person.put({
      "earnings/earnings_202610_1-1.zip": zipped(
        sale("Charge", "4.10") + sale("Charge", "0.20") + sale("Google fee", "-0.65")
      ),
      "earnings/earnings_202610_1-2.zip": zipped(sale("Charge", "1.00"))
    })
    await person.sync()
    const value = (type: string) => JSON.stringify([type, "pro", "us", "EUR"])
    assert.deepEqual(
      (await person.rows()).map(({ measures, ...row }) => [row.value, row.day, measures]),
      [
        [value("Charge"), "2026-10-03", { amount: "4.30", count: "2" }],
        [value("Charge"), "2026-10-03", { amount: "1.00", count: "1" }],
        [value("Google fee"), "2026-10-03", { amount: "-0.65", count: "1" }]
      ].map(([of, day, measures]) => [of, day, measures])
    )
  })

  it("refuses a zip bomb, and an archive of several files", async () => {
    const person = await reader(gateway())
    const bomb = zipSync({ "a.csv": new Uint8Array(8 * 1024 * 1024) })
    await person.put({
      "sales/salesreport_202609.zip": bomb,
      "sales/salesreport_202610.zip": zipSync({ "a.csv": Buffer.from("a"), "b.csv": Buffer.from("b") })
    })
    await person.sync()
    assert.match(
      String(at(await importOf(person, "sales/salesreport_202609.zip"), "reason")),
      /can't be unpacked: it expands to more than 200 times/
    )
    assert.match(String(at(await importOf(person, "sales/salesreport_202610.zip"), "reason")), /more than one file/)
    assert.deepEqual(await person.rows(), [])
  })

  it("notes a torn transfer, keeps the rows that it had, and reads it the next time", async () => {
    const person = await reader(gateway())
    const name = overview(person.packageName, "202610")
    await person.put({ [name]: installs(person.packageName, ["2026-10-01,5,1,50"]) })
    await person.sync()
    await person.put({ [name]: installs(person.packageName, ["2026-10-01,6,1,50"]) })
    await person.tear(name)
    await person.sync()
    assert.deepInclude(await importOf(person, name), { state: "failed", rows: 1 })
    assert.strictEqual(at(await analyticsOf(person), "totals", "installs"), 5)
    assert.strictEqual(at(await person.status(), "syncStatus"), "partial")
    await person.sync()
    assert.strictEqual(at(await analyticsOf(person), "totals", "installs"), 6)
    assert.deepInclude(await person.status(), { syncStatus: "ok", lastError: null })
  })

  it("that one bucket refuses reads the other, and says what is missing", async () => {
    const person = await reader(gateway(), { without: ["financialReports"] })
    await person.put({ [overview(person.packageName, "202610")]: installs(person.packageName, ["2026-10-01,5,1,50"]) })
    await person.sync()
    assert.lengthOf(await person.rows(), 1)
    assert.strictEqual(at(await person.status(), "syncStatus"), "partial")
  })

  it("reads the vendor's own 24 months, of which one is torn", async () => {
    const person = await reader(gateway(), { months: true })
    const overviews = listAt(dataOf(await person.ask("/reports/objects?prefix=stats/installs/&limit=1000")), "items")
      .map((item) => String(at(item, "name")))
      .filter((name) => name.endsWith("_overview.csv"))
    assert.lengthOf(overviews, 5 * 24)
    // Of one app: the others are alike.
    const asked = { packageName: person.packageName }
    await person.sync(asked)
    const data = dataOf(await person.ask("/analytics"))
    assert.lengthOf(listAt(data, "apps"), 1)
    const failed = listAt(data, "imports").filter((one) => at(one, "state") === "failed")
    assert.deepEqual(
      failed.map((one) => at(one, "reason")),
      ["it ends within a quoted cell: it was cut off"]
    )
    assert.isAbove(Number(at(data, "importsTotal")), 40)
    assert.isAbove(Number(at(data, "totals", "installs")), 0)
    const [app] = listAt(data, "apps")
    const terms = dataOf(await person.ask(`/apps/${at(app, "packageName")}/analytics/search-terms`))
    assert.deepEqual(
      listAt(terms, "items")
        .map((item) => at(item, "term"))
        .sort(),
      ["budget planner", 'notes, "quick" ones']
    )
    const count = person.downloads().length
    await person.sync(asked)
    assert.lengthOf(person.downloads(), count, "a file that can't be read isn't fetched again until it's rewritten")
  }, 120_000)
})

describe("ratings_v2, which the store doesn't document", () => {
  const by = {
    overview: [],
    country: ["Country", "DE", "de"],
    app_version: ["App Version Code", "140", "140"],
    device: ["Device", "pixel9", "pixel9"],
    language: ["Language", "de-DE", "de-DE"],
    os_version: ["Android OS Version", "Android 16", "Android 16"],
    carrier: ["Carrier", "Telekom.de", "Telekom.de"]
  } as const
  const heads: Readonly<Record<string, (column: string) => string>> = {
    "as the store documents those of ratings": (column) => column,
    "in lower case": (column) => column.toLowerCase(),
    "with underscores": (column) => column.toUpperCase().replaceAll(" ", "_")
  }

  it.each(Object.entries(heads))(
    "is read by its columns' names, %s, of every dimension and by either file name",
    async (_, head) => {
      const person = await reader(gateway())
      const app = person.packageName
      const dimensions = Object.entries(by)
      await person.put(
        Object.fromEntries(
          dimensions.map(([dimension, [column, cell]], serial) => {
            // The averages come first: nothing goes by a column's place.
            const columns = [
              "Total Average Rating",
              "Daily Average Rating",
              "Date",
              "Package Name",
              column ?? []
            ].flat()
            const rows = [
              [4.1, 5, "2026-10-01", app, cell ?? []].flat(),
              [4.2, "NA", "2026-10-02", app, cell ?? []].flat()
            ]
            const name = serial % 2 === 0 ? "ratings_v2" : "ratings"
            return [
              `stats/ratings_v2/${name}_${app}_202610_${dimension}.csv`,
              [columns.map(head), ...rows].map((cells) => cells.join(",")).join("\r\n")
            ]
          })
        )
      )
      await person.sync()
      assert.deepEqual(
        await person.rows(),
        dimensions
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .flatMap(([dimension, [, , value = ""]]) => [
            {
              packageName: app,
              family: "ratings_v2",
              dimension,
              value,
              day: "2026-10-01",
              measures: { dailyAverage: "5", totalAverage: "4.1" }
            },
            {
              packageName: app,
              family: "ratings_v2",
              dimension,
              value,
              day: "2026-10-02",
              measures: { totalAverage: "4.2" }
            }
          ])
      )
      const data = await analyticsOf(person)
      assert.deepInclude(at(data, "totals"), { ratingAvg: null, ratingCount: null, totalRatingAvg: 4.2 })
      assert.strictEqual(at(data, "series", "0", "ratingAvg"), 5)
    }
  )

  it("says which columns it doesn't know, and reads the others", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const object = `stats/ratings_v2/ratings_v2_${app}_202610_overview.csv`
    await person.put({ [object]: `Date,Package Name,Total Average Rating,Stars Given\r\n2026-10-01,${app},4.1,7\r\n` })
    await person.sync()
    assert.deepInclude(await importOf(person, object), { state: "imported", rows: 1, unknownColumns: ["Stars Given"] })
  })
})

describe("rollups", () => {
  it("divide the window's acquisitions by its visitors, and leave missing days out", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const head =
      "Date,Package name,Country / region,Store listing acquisitions,Store listing visitors,Store listing conversion rate"
    await person.put({
      [country(app, "202610")]: [
        head,
        `2026-10-01,${app},DE,1,10,0.1`,
        `2026-10-01,${app},US,0,0,`,
        `2026-10-03,${app},DE,90,100,0.9`
      ].join("\r\n"),
      [traffic(app, "202610")]: [
        "Date,Package name,Traffic source,Search term,UTM source,UTM campaign,Store listing acquisitions,Store listing visitors",
        `2026-10-01,${app},Google Play search,notes,,,1,4`,
        `2026-10-02,${app},Google Play search,notes,,,3,4`,
        `2026-10-02,${app},Google Play search,to do,,,0,0`,
        `2026-10-02,${app},Third-party referrals,,mail,spring,2,20`
      ].join("\r\n"),
      [`stats/ratings_v2/ratings_v2_${app}_202610_overview.csv`]: [
        "Date,Package Name,Daily Average Rating,Daily Ratings,Total Average Rating",
        `2026-10-01,${app},5.0,1,4.1`,
        `2026-10-02,${app},NA,0,4.1`,
        `2026-10-03,${app},2.0,3,4.0`
      ].join("\r\n")
    })
    await person.sync()
    const data = await analyticsOf(person)
    assert.deepInclude(at(data, "totals"), {
      storeListingVisitors: 110,
      storeListingAcquisitions: 91,
      conversionRate: Number((91 / 110).toFixed(12)),
      ratingAvg: 2.75,
      ratingCount: 4,
      totalRatingAvg: 4,
      installs: null
    })
    assert.deepEqual(
      listAt(data, "series").map((day) => [at(day, "date"), at(day, "conversionRate"), at(day, "ratingAvg")]),
      [
        ["2026-10-01", 0.1, 5],
        ["2026-10-02", null, null],
        ["2026-10-03", 0.9, 2]
      ]
    )
    const answer = await person.ask(`/apps/${app}/analytics/search-terms?${october}`)
    assert.strictEqual(answer.headers.get("x-data-source"), "connected_account")
    assert.deepEqual(at(dataOf(answer), "items"), [
      { term: "notes", visitors: 8, acquisitions: 4, conversionRate: 0.5 },
      { term: "to do", visitors: 0, acquisitions: 0, conversionRate: null }
    ])
    assert.deepEqual(at(dataOf(await person.ask(`/apps/${app}/analytics/sources?${october}&limit=1`)), "items"), [
      { source: "Third-party referrals", visitors: 20, acquisitions: 2, conversionRate: 0.1 }
    ])
  })

  it("tell other plugins what share of an app's visitors got it of late, by country, to the account alone", async () => {
    const person = await reader(gateway())
    const other = await reader(gateway())
    const app = person.packageName
    const days = [3, 5, 45].map(daysAgo)
    const files = new Map<string, Array<string>>()
    for (const day of days) {
      const name = country(app, day.slice(0, 7).replace("-", ""))
      files.set(name, [...(files.get(name) ?? []), `${day},${app},DE,10,40`, `${day},${app},US,0,0`])
    }
    const head = "Date,Package name,Country / region,Store listing acquisitions,Store listing visitors"
    await person.put(Object.fromEntries([...files].map(([name, rows]) => [name, [head, ...rows].join("\r\n")])))
    await person.sync()
    const of = (accountId: string, where: string) =>
      gateway().run(StorebConversions.use((own) => own.of(accountId, { appId: app, country: where })))
    assert.deepEqual(await of(person.accountId, "de"), {
      from: days[1],
      to: days[0],
      days: 2,
      pageViews: 80,
      downloads: 20
    })
    assert.isNull(await of(person.accountId, "us"), "nobody came")
    assert.isNull(await of(person.accountId, "fr"))
    assert.isNull(await of(other.accountId, "de"))
  })

  it("take the total store performance of days that the other report lacks, and never mix the two in one", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    const head = "Date,Package name,Country / region,Store listing acquisitions,Store listing visitors"
    await person.put({
      [country(app, "202610")]: [head, `2026-10-01,${app},DE,1,10`, `2026-10-02,${app},DE,NA,20`].join("\r\n"),
      [`stats/store_performance/total_store_performance_${app}_202610_country.csv`]: [
        head,
        `2026-10-01,${app},DE,50,500`,
        `2026-10-02,${app},DE,60,600`,
        `2026-10-03,${app},DE,3,40`,
        `2026-10-03,${app},US,1,10`
      ].join("\r\n")
    })
    await person.sync()
    const data = await analyticsOf(person)
    assert.deepEqual(
      listAt(data, "series").map((day) => [
        at(day, "date"),
        at(day, "storeListingVisitors"),
        at(day, "storeListingAcquisitions")
      ]),
      [
        ["2026-10-01", 10, 1],
        ["2026-10-02", 20, null],
        ["2026-10-03", 50, 4]
      ]
    )
    assert.strictEqual(at(data, "asOf", "storePerformance"), "2026-10-03")
  })

  it("of ratings whose number isn't told are null, and not a mean of means", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    await person.put({
      [`stats/ratings/ratings_${app}_202610_overview.csv`]: [
        "Date,Package Name,Daily Average Rating,Total Average Rating",
        `2026-10-01,${app},5.0,4.1`,
        `2026-10-02,${app},1.0,4.2`
      ].join("\r\n")
    })
    await person.sync()
    const data = await analyticsOf(person)
    assert.deepInclude(at(data, "totals"), { ratingAvg: null, ratingCount: null, totalRatingAvg: 4.2 })
  })
})

describe("an account", () => {
  it("never sees another's rows of the same app, and deletes its own alone", async () => {
    const ada = await reader(gateway())
    const app = ada.packageName
    await ada.put({ [overview(app, "202610")]: installs(app, ["2026-10-01,5,1,50"]) })
    await ada.sync()
    const eve = await reader(gateway(), { keyFile: ada.keyFile })
    assert.isNull(at(dataOf(await eve.ask(`/apps/${app}/analytics?${october}`)), "totals", "installs"))
    assert.strictEqual(at(dataOf(await eve.ask("/analytics")), "importsTotal"), 0)
    await eve.sync()
    assert.lengthOf(await eve.rows(), 1)
    assert.deepEqual(dataOf(await eve.ask("/credentials", "DELETE")), { disconnected: true, dataKept: true })
    assert.strictEqual(at(dataOf(await eve.ask(`/apps/${app}/analytics?${october}`)), "totals", "installs"), 5)
    assert.deepEqual(dataOf(await eve.ask("/credentials?purge=true", "DELETE")), {
      disconnected: false,
      dataKept: false
    })
    assert.deepEqual(await eve.rows(), [])
    assert.deepInclude(await eve.status(), { syncStatus: "never", lastSyncAt: null })
    assert.lengthOf(await rowsOf(gateway(), ada.accountId), 1)
  })

  it("exports what was imported, as CSV and as Parquet", async () => {
    const person = await reader(gateway())
    const app = person.packageName
    await person.put({
      [country(app, "202610")]: [
        "Date,Package name,Country / region,Store listing acquisitions,Store listing visitors",
        `2026-10-01,${app},"a ""b"", c",1,10`,
        `2026-11-01,${app},DE,1,10`
      ].join("\r\n")
    })
    await person.sync()
    const made = dataOf(await person.ask("/analytics/export", "POST", { format: "csv" }), 201)
    assert.strictEqual(at(made, "rows"), 2)
    const csv = await (await fileOf(made)).text()
    assert.deepEqual(csv.split("\r\n"), [
      "packageName,family,dimension,value,date,measure,number",
      `${app},store_performance,country,"a ""b"", c",2026-10-01,acquisitions,1`,
      `${app},store_performance,country,"a ""b"", c",2026-10-01,visitors,10`,
      ""
    ])
    const parquet = dataOf(await person.ask("/analytics/export", "POST", { format: "parquet" }), 201)
    const bytes = await (await fileOf(parquet)).arrayBuffer()
    const { parquetReadObjects } = await import("hyparquet")
    assert.deepEqual(await parquetReadObjects({ file: bytes }), [
      {
        packageName: app,
        family: "store_performance",
        dimension: "country",
        value: 'a "b", c',
        date: "2026-10-01",
        measure: "acquisitions",
        number: 1
      },
      {
        packageName: app,
        family: "store_performance",
        dimension: "country",
        value: 'a "b", c',
        date: "2026-10-01",
        measure: "visitors",
        number: 10
      }
    ])
    const none = dataOf(await person.ask("/analytics/export", "POST", { format: "csv", families: ["installs"] }), 201)
    assert.strictEqual(at(none, "rows"), 0)
  })
})

describe.skipIf(savedVectors.length === 0)("the vendor's description of its bucket", () => {
  it("has each request as it is sent", async () => {
    const person = await reader(gateway())
    const name = overview(person.packageName, "202610")
    await person.put({ [name]: installs(person.packageName, ["2026-10-01,1,0,1"]) })
    dataOf(await person.ask("/reports/objects?prefix=stats/installs/&limit=1000"))
    dataOf(await person.ask(`/reports/object?name=${name}`))
    assert.strictEqual((await person.ask(`/reports/download?name=${name}`)).status, 200)
    const sent = controlOf(gateway())
      .requests({ upstream: "play-console", credential: person.keyFile.client_email })
      .map(({ method, path, query }) => ({
        method,
        path: path.replace(bucket.slice(5), "{bucket}").replace(encodeURIComponent(name), "{object}"),
        query
      }))
    for (const id of ["gp.objects", "gp.object", "gp.download"]) {
      const { method, path, query = {} } = savedVectors.find((one) => one.id === id) ?? assert.fail(id)
      const found = sent.filter((one) => one.method === method && one.path === path)
      assert.isTrue(
        found.some((one) =>
          Object.entries(query).every(([key, value]) => String(Reflect.get(one.query, key)) === value)
        ),
        id
      )
    }
  })
})
