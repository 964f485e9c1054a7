import { Alerts, Connections } from "@storeglass/plugin-api"
import { adjustableClock, savedVectors, usePluginGateway } from "@storeglass/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { kind } from "../src/PlayConnection.ts"
import plugin from "../src/plugin.ts"
import { metricSetNames } from "../src/vitals/metricSets.ts"
import { VitalRows } from "../src/vitals/VitalRows.ts"
import { VitalsSync } from "../src/vitals/VitalsSync.ts"
import { at, controlOf, dataOf, idle, listAt, refused } from "./support.ts"
import { lastQuery, type Owner, owner, readVitals } from "./vitals.support.ts"

// The vendor has days up to 22 November then, and hours up to 14:00 UTC.
const clock = adjustableClock(Date.parse("2026-11-24T20:00:00Z"))
const gateway = usePluginGateway(plugin, {
  plugins: { "connect-storeb": { reportingRequestsPerSecond: 10_000 } },
  config: idle,
  clock
})
const days = { from: "2026-11-01", to: "2026-11-14" }
const daily = { ...days, period: "DAILY" }
const query = (person: Owner, set: string, body: unknown) => person.askApp(`/vitals/${set}/query`, "POST", body)

describe("reading vitals", () => {
  it("tells how far the vendor has each of the ten sets, by either name, and no rows without dates", async () => {
    const person = await owner(gateway())
    for (const name of metricSetNames) {
      const data = dataOf(await person.askApp(`/vitals/${name}MetricSet`))
      assert.deepInclude(data, { packageName: person.packageName, metricSet: name, window: null, items: [] })
      const [first, second] = listAt(data, "freshness")
      assert.deepEqual(first, {
        period: "DAILY",
        timeZone: "America/Los_Angeles",
        last: "2026-11-22",
        endsAt: "2026-11-23T08:00:00.000Z"
      })
      if (["crashRate", "anrRate", "errorCount"].includes(name)) {
        assert.deepInclude(second, { period: "HOURLY", timeZone: "UTC", last: "2026-11-24T14:00:00Z" })
      } else assert.isUndefined(second)
    }
    assert.strictEqual(await gateway().used(person.accountId), 10)
  })

  it("gives daily rows with confidence intervals, a day of 25 hours among them", async () => {
    const person = await owner(gateway())
    const answer = await person.askApp("/vitals/crashRate?from=2026-10-31&to=2026-11-02")
    const data = dataOf(answer)
    assert.deepInclude(at(data, "window"), { from: "2026-10-31", to: "2026-11-02", clamped: false })
    const rows = listAt(data, "items")
    assert.deepEqual(
      rows.map((row) => [at(row, "date"), at(row, "startsAt"), at(row, "endsAt")]),
      [
        ["2026-10-31", "2026-10-31T07:00:00.000Z", "2026-11-01T07:00:00.000Z"],
        ["2026-11-01", "2026-11-01T07:00:00.000Z", "2026-11-02T08:00:00.000Z"],
        ["2026-11-02", "2026-11-02T08:00:00.000Z", "2026-11-03T08:00:00.000Z"]
      ]
    )
    const [first] = rows
    const [lower = 0, value = 0, upper = 0] = ["lower", "value", "upper"].map((name) => Number(at(first, name)))
    assert.isTrue(lower < value && value < upper, JSON.stringify(first))
    assert.lengthOf(listAt(first, "metrics"), 7)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
  })

  it("cuts a window off at the last that the vendor has, says so, and asks for no more", async () => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp("/vitals/crashRate?from=2026-11-20&to=2026-12-31"))
    assert.deepInclude(at(data, "window"), { from: "2026-11-20", to: "2026-11-22", clamped: true })
    assert.lengthOf(listAt(data, "items"), 3)
    assert.include(await lastQuery(person), '"endTime":{"year":2026,"month":11,"day":23,')
    await person.vitals({ late: { crashRateMetricSet: 5 } })
    const late = dataOf(await person.askApp("/vitals/crashRate?from=2026-11-20&to=2026-11-22"))
    assert.deepInclude(at(late, "window"), { to: null, clamped: true })
    assert.lengthOf(listAt(late, "items"), 0)
  })

  it.each([
    ["from=2026-11-20", { from: "2026-11-20", to: "2026-11-22", clamped: false }, 3],
    ["from=2026-11-24", { from: "2026-11-24", to: null, clamped: true }, 0],
    ["to=2026-11-10", { from: "2026-10-14", to: "2026-11-10", clamped: false }, 28]
  ])("takes one end of a window: %s", async (asked, window, count) => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp(`/vitals/anrRate?${asked}`))
    assert.deepInclude(at(data, "window"), window)
    assert.lengthOf(listAt(data, "items"), count)
  })

  it("leaves out a day that wasn't measured", async () => {
    const person = await owner(gateway())
    await person.vitals({ gaps: ["2026-11-11"] })
    const data = dataOf(await person.askApp("/vitals/lmkRate?from=2026-11-10&to=2026-11-12"))
    assert.deepEqual(
      listAt(data, "items").map((row) => at(row, "date")),
      ["2026-11-10", "2026-11-12"]
    )
  })

  it.each([
    ["errorCount", "reportType", ["APPLICATION_NOT_RESPONDING", "CRASH", "NON_FATAL"]],
    ["slowStartRate", "startType", ["COLD", "HOT", "WARM"]]
  ])("splits %s by the %s that the vendor demands", async (set, dimension, values) => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp(`/vitals/${set}?from=2026-11-10&to=2026-11-10`))
    const rows = listAt(data, "items")
    assert.deepEqual(
      rows.map((row) => at(row, "label")),
      values
    )
    assert.strictEqual(at(rows[0], "dimensions", "0", "dimension"), dimension)
    const asked = dataOf(await query(person, set, { ...daily, metrics: ["distinctUsers"] }))
    assert.lengthOf(listAt(asked, "items"), 14 * values.length)
  })
})

describe("querying vitals", () => {
  it("gives hours of UTC, cut off where they end, without rolling averages", async () => {
    const person = await owner(gateway())
    const asked = { from: "2026-11-24T12:00:00Z", to: "2026-11-24", period: "HOURLY" }
    const data = dataOf(await query(person, "crashRate", asked))
    assert.deepInclude(data, {
      timeZone: "UTC",
      from: "2026-11-24T12:00:00Z",
      to: "2026-11-24T14:00:00Z",
      clamped: true,
      freshUntil: "2026-11-24T15:00:00.000Z"
    })
    const rows = listAt(data, "items")
    assert.lengthOf(rows, 3)
    assert.deepInclude(rows[2], {
      date: null,
      startsAt: "2026-11-24T14:00:00.000Z",
      endsAt: "2026-11-24T15:00:00.000Z"
    })
    assert.deepEqual(
      listAt(rows[0], "metrics").map((metric) => at(metric, "metric")),
      ["crashRate", "userPerceivedCrashRate", "distinctUsers"]
    )
  })

  it("gives a whole window as one value, and never a sum of users", async () => {
    const person = await owner(gateway())
    const whole = dataOf(
      await query(person, "crashRate", { ...days, period: "FULL_RANGE", metrics: ["distinctUsers"] })
    )
    const [row, ...others] = listAt(whole, "items")
    assert.lengthOf(others, 0)
    assert.deepInclude(row, {
      date: null,
      startsAt: "2026-11-01T07:00:00.000Z",
      endsAt: "2026-11-15T08:00:00.000Z"
    })
    const each = listAt(dataOf(await query(person, "crashRate", { ...daily, metrics: ["distinctUsers"] })), "items")
    assert.isBelow(Number(at(row, "value")), 2 * Math.max(...each.map((one) => Number(at(one, "value")))))
  })

  it("splits and filters", async () => {
    const person = await owner(gateway())
    const body = {
      ...daily,
      to: "2026-11-01",
      dimensions: ["versionCode", "countryCode"],
      filter: 'versionCode = 140 AND (countryCode = "US" OR countryCode = "DE")',
      userCohort: "OS_PUBLIC"
    }
    const data = dataOf(await query(person, "crashRate", body))
    assert.deepEqual(
      listAt(data, "items").map((row) => [at(row, "label"), at(row, "dimensions", "1", "label")]),
      [
        ["140, US", "United States"],
        ["140, DE", "Germany"]
      ]
    )
  })

  it("pages, over one window even if the vendor has more meanwhile", async () => {
    const person = await owner(gateway())
    const body = { from: "2026-11-16", to: "2026-11-30", period: "DAILY", limit: 3 }
    await person.vitals({ late: { anrRateMetricSet: 1 } })
    const dates: Array<unknown> = []
    let cursor: unknown
    do {
      const page = dataOf(await query(person, "anrRate", cursor === undefined ? body : { ...body, cursor }))
      assert.deepInclude(page, { to: "2026-11-21", clamped: true })
      dates.push(...listAt(page, "items").map((row) => at(row, "date")))
      cursor = at(page, "nextCursor") ?? undefined
      await person.vitals({ late: { anrRateMetricSet: 0 } })
    } while (cursor !== undefined)
    assert.deepEqual(
      dates,
      [16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`)
    )
  })

  it("takes a cursor of this account and these parameters alone", async () => {
    const [ada, eve] = [await owner(gateway()), await owner(gateway())]
    const body = { ...daily, limit: 3 }
    const cursor = at(dataOf(await query(ada, "anrRate", body)), "nextCursor")
    assert.isString(cursor)
    for (const [who, set, more] of [
      [eve, "anrRate", {}],
      [ada, "crashRate", {}],
      [ada, "anrRate", { to: "2026-11-13" }],
      [ada, "anrRate", { cursor: "of nobody" }]
    ] as const) {
      assert.match(refused(await query(who, set, { ...body, cursor, ...more }), 400, "INVALID_INPUT"), /^cursor/)
    }
  })

  const of = "crashRate"
  it.each([
    [of, { to: "2026-11-14", period: "DAILY" }, /^from \(body\): is required/],
    [of, days, /^period \(body\): is required/],
    [of, { ...daily, period: "YEARLY" }, /^period \(body\)/],
    [of, { ...daily, from: "2026-11-15" }, /^from \(body\): must not be after to/],
    [of, { ...daily, from: "2025-11-13" }, /at most 366 days/],
    [of, { ...daily, from: "2026-13-01" }, /^from \(body\): must be a day/],
    [of, { ...daily, from: "2026-11-01T00:00:00Z" }, /^from \(body\): must be a day/],
    [of, { ...daily, period: "HOURLY", from: "2026-11-01T00:10:00Z" }, /^from \(body\): must be a whole hour/],
    [of, { ...daily, period: "HOURLY", from: "2026-10-01" }, /at most 31 days with HOURLY/],
    ["lmkRate", { ...daily, period: "HOURLY" }, /^period \(body\): lmkRate has no hours/],
    [of, { ...daily, metrics: ["anrRate"] }, /^metrics \(body\): crashRate has no anrRate; it has crashRate, /],
    [of, { ...daily, metrics: [] }, /^metrics \(body\)/],
    [of, { ...daily, metrics: ["crashRate", "crashRate"] }, /^metrics \(body\): names crashRate twice/],
    [of, { ...daily, period: "HOURLY", metrics: ["crashRate7dUserWeighted"] }, /average over days, and has no hours/],
    [of, { ...daily, dimensions: ["reportType"] }, /^dimensions \(body\): crashRate has no reportType/],
    [of, { ...daily, dimensions: ["apiLevel", "apiLevel"] }, /^dimensions \(body\): names apiLevel twice/],
    [of, { ...daily, dimensions: ["a", "b", "c", "d", "e", "f"] }, /^dimensions \(body\)/],
    ["errorCount", { ...daily, dimensions: ["versionCode"] }, /errorCount can't be told without reportType; add it/],
    ["slowStartRate", { ...daily, dimensions: ["apiLevel"] }, /slowStartRate can't be told without startType/],
    ["errorCount", { ...daily, userCohort: "OS_BETA" }, /^userCohort \(body\)/],
    [of, { ...daily, userCohort: "ALL" }, /^userCohort \(body\)/],
    [of, { ...daily, userCohort: "OS_BETA", dimensions: ["countryCode"] }, /OS_BETA has no countryCode/],
    [of, { ...daily, filter: "crashes everywhere" }, /^filter \(body\): must be equalities/],
    [of, { ...daily, filter: "reportType = CRASH" }, /^filter \(body\): has no field reportType/],
    [of, { ...daily, filter: "x".repeat(1_001) }, /^filter \(body\)/],
    [of, { ...daily, limit: 0 }, /^limit \(body\)/],
    [of, { ...daily, limit: 1_001 }, /^limit \(body\)/],
    [of, { ...daily, pageSize: 3 }, /pageSize/],
    ["crashes", daily, /^metricSet \(path\): must be one of crashRate, anrRate, /]
  ])("refuses, before anybody is asked, of %s: %j", async (set, body, said) => {
    const person = await owner(gateway())
    const before = person.now()
    assert.match(refused(await query(person, set, body), 400, "INVALID_INPUT"), said)
    assert.lengthOf(person.asked(before), 0)
    assert.strictEqual(await gateway().used(person.accountId), 0)
  })

  it.each([
    ["/vitals/none", /^metricSet \(path\)/],
    ["/vitals/crashRate?from=2026-11-14&to=2026-11-01", /^from: must not be after to/],
    ["/vitals/crashRate?from=2025-11-13&to=2026-11-14", /^from: the window may have at most 366 days/],
    ["/vitals/crashRate?from=14.11.2026", /^from/],
    ["/vitals/crashRate?period=HOURLY", /period/],
    ["/anomalies?from=2026-11-14&to=2026-11-01", /^from: must not be after to/],
    ["/anomalies?from=2025-11-13&to=2026-11-14", /at most 366 days/],
    ["/error-issues?type=hang", /^type/],
    ["/error-issues?limit=101", /^limit/],
    ["/error-issues?versionCode=1.2", /^versionCode/],
    ["/error-issues?orderBy=name", /^orderBy/],
    ["/error-issues?cursor=abc", /^cursor/],
    ["/error-issues/5a1c2e/reports?limit=51", /^limit/],
    ["/error-issues/5a%201/reports", /^issueId/]
  ])("refuses %s before anybody is asked", async (path, said) => {
    const person = await owner(gateway())
    const before = person.now()
    assert.match(refused(await person.askApp(path), 400, "INVALID_INPUT"), said)
    assert.lengthOf(person.asked(before), 0)
  })

  it("tells a package name that isn't one, an app of others, a missing right and a missing connection apart", async () => {
    const person = await owner(gateway())
    for (const path of ["vitals/crashRate", "anomalies", "error-issues"]) {
      refused(await person.ask(`/apps/123/${path}`), 400, "INVALID_APP_ID")
      refused(await person.ask(`/apps/com.somebody.elses/${path}`), 404, "NOT_FOUND")
    }
    const lacking = await owner(gateway(), { without: ["vitals"] })
    const said = refused(await lacking.askApp("/vitals/crashRate"), 403, "CONNECTION_PERMISSION_MISSING")
    assert.match(said, /"View app information \(read-only\)", granted at the console, Users and permissions.*App perm/)
    dataOf(await person.ask("/credentials", "DELETE"))
    refused(await person.askApp("/vitals/crashRate"), 409, "NOT_CONNECTED")
    refused(await person.askApp("/analytics/vitals-sync", "POST", {}), 409, "NOT_CONNECTED")
    assert.strictEqual(await gateway().used(person.accountId), 0)
  })
})

describe("anomalies and errors by cause", () => {
  it("tells what got worse, of which version, and when", async () => {
    const person = await owner(gateway())
    const anomaly = { id: "mine", versionCode: 140, from: "2026-11-19", to: "2026-11-20" }
    await person.vitals({ anomaly })
    const data = dataOf(await person.askApp("/anomalies"))
    assert.deepInclude(data, { from: "2026-10-28", to: "2026-11-24", truncated: false })
    assert.deepEqual(
      listAt(data, "items").find((one) => at(one, "anomalyId") === "mine"),
      {
        anomalyId: "mine",
        metricSet: "crashRate",
        metric: "crashRate",
        value: 0.05,
        period: "DAILY",
        startsAt: "2026-11-19T08:00:00.000Z",
        endsAt: "2026-11-21T08:00:00.000Z",
        label: "140",
        dimensions: [{ dimension: "versionCode", value: "140", label: null }]
      }
    )
    const earlier = dataOf(await person.askApp("/anomalies?from=2026-11-01&to=2026-11-15"))
    assert.notInclude(JSON.stringify(earlier), "mine")
    assert.include(JSON.stringify(person.asked().at(-1)?.query), "2026-11-16T00:00:00Z")
  })

  it("reads all pages of anomalies", async () => {
    const person = await owner(gateway())
    for (let id = 0; id < 105; id++) {
      await person.vitals({ anomaly: { id: `a${id}`, from: "2026-11-19", to: "2026-11-20" } })
    }
    const data = dataOf(await person.askApp("/anomalies?from=2026-11-19"))
    assert.strictEqual(listAt(data, "items").filter((one) => /^a\d/.test(String(at(one, "anomalyId")))).length, 105)
  })

  it("groups errors by cause, in pages, by type, version and use", async () => {
    const person = await owner(gateway())
    const all = dataOf(await person.askApp("/error-issues"))
    const ids = (data: unknown) => listAt(data, "items").map((one) => at(one, "issueId"))
    assert.deepEqual(ids(all), ["5a1c2e", "77b0d4", "c3f9a8", "e10b67"])
    assert.deepInclude(listAt(all, "items")[2], {
      type: "anr",
      errorReports: 9 * 28,
      distinctUsersPercent: 39.74,
      firstVersionCode: "132",
      lastReportAt: "2026-11-24T05:00:00.000Z"
    })
    assert.strictEqual(at(listAt(all, "items")[3], "type"), "nonFatal")
    const [first, second] = [
      dataOf(await person.askApp("/error-issues?limit=3")),
      async (cursor: unknown) =>
        dataOf(await person.askApp(`/error-issues?limit=3&cursor=${encodeURIComponent(String(cursor))}`))
    ]
    assert.deepEqual([...ids(first), ...ids(await second(at(first, "nextCursor")))], ids(all))
    assert.deepEqual(ids(dataOf(await person.askApp("/error-issues?type=anr"))), ["c3f9a8"])
    assert.deepEqual(ids(dataOf(await person.askApp("/error-issues?versionCode=132&userPerceived=true"))), [
      "c3f9a8",
      "e10b67"
    ])
    assert.strictEqual(ids(dataOf(await person.askApp("/error-issues?orderBy=distinctUsers")))[0], "c3f9a8")
  })

  it("gives a group's stack traces, and none of a group that there isn't", async () => {
    const person = await owner(gateway())
    const data = dataOf(await person.askApp("/error-issues/5a1c2e/reports?limit=2"))
    const [report] = listAt(data, "items")
    assert.deepInclude(report, { versionCode: "140", apiLevel: "34", device: "google/coral", type: "crash" })
    assert.match(String(at(report, "text")), /IllegalStateException\n\tat app\.sync\.SyncWorker\.doWork/)
    const rest = dataOf(
      await person.askApp(
        `/error-issues/5a1c2e/reports?limit=2&cursor=${encodeURIComponent(String(at(data, "nextCursor")))}`
      )
    )
    assert.lengthOf(listAt(rest, "items"), 1)
    assert.isNull(at(rest, "nextCursor"))
    assert.lengthOf(listAt(dataOf(await person.askApp("/error-issues/000/reports")), "items"), 0)
  })
})

const rowsOf = ({ accountId }: Owner, packageName?: string) =>
  gateway().run(
    VitalRows.use((rows) => rows.days({ accountId, packageName, from: "2026-10-01", to: "2026-11-30" }, ["crashRate"]))
  )
const statesOf = ({ accountId }: Owner) => gateway().run(VitalRows.use((rows) => rows.states(accountId)))
const read = (
  person: Owner,
  metricSets: ReadonlyArray<(typeof metricSetNames)[number]>,
  window: Partial<typeof days> = {}
) => readVitals(gateway(), person, metricSets, window)

describe("keeping vitals", () => {
  it("reads what a request accepted", async () => {
    const person = await owner(gateway())
    const body = { metricSets: ["crashRateMetricSet", "crashRate", "errorCount"], ...days }
    const answer = await person.askApp("/analytics/vitals-sync", "POST", body)
    const id = String(at(dataOf(answer, 202), "taskRunId"))
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
    const waiting = await gateway().run(
      SqlClient.SqlClient.use(
        (sql) => sql<{ payload: unknown }>`
          SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%${id}%`}`
      )
    )
    assert.lengthOf(waiting, 1, "the job has the run's id")
    const told = JSON.stringify(waiting[0]?.payload).replaceAll("\\", "")
    for (const part of [person.accountId, person.packageName, '["crashRate","errorCount"]', days.from, days.to]) {
      assert.include(told, part)
    }
    await read(person, ["crashRate", "errorCount"], days)
    assert.deepEqual(
      (await statesOf(person)).map(({ lastDay, metricSet, state }) => [metricSet, state, lastDay]),
      [
        ["crashRate", "ok", "2026-11-14"],
        ["errorCount", "ok", "2026-11-14"]
      ]
    )
    assert.lengthOf(await rowsOf(person), 14)
    assert.deepInclude(dataOf(await person.ask("/credentials/status")), { syncStatus: "ok", lastError: null })
  })

  it.each([
    [{ metricSets: [] }, /^metricSets \(body\)/],
    [{ metricSets: ["crashes"] }, /^metricSets \(body\): must be one of/],
    [{ metricSets: Array(11).fill("crashRate") }, /^metricSets \(body\)/],
    [{ from: "2026-02-30" }, /^from \(body\): must be a day/],
    [{ to: "2026-11-01T00:00:00Z" }, /^to \(body\): must be a day/],
    [{ from: "2026-11-02", to: "2026-11-01" }, /^from \(body\): must not be after to/],
    [{ from: "2025-11-01", to: "2026-11-02" }, /at most 366 days/],
    [{ days: 3 }, /days/]
  ])("refuses %j", async (body, said) => {
    const person = await owner(gateway())
    assert.match(refused(await person.askApp("/analytics/vitals-sync", "POST", body), 400, "INVALID_INPUT"), said)
    assert.strictEqual(await gateway().used(person.accountId), 0)
  })

  it("replaces the days it reads, however often and in whatever order, and leaves others alone", async () => {
    const person = await owner(gateway())
    await read(person, ["crashRate"])
    const whole = await rowsOf(person)
    assert.lengthOf(whole, 30)
    assert.deepInclude(whole[0], { day: "2026-10-24" })
    await read(person, ["crashRate"], days)
    await read(person, ["crashRate"])
    assert.deepEqual(await rowsOf(person), whole)
    await person.vitals({ gaps: ["2026-11-05"] })
    await read(person, ["crashRate"], days)
    assert.deepEqual(
      await rowsOf(person),
      whole.filter(({ day }) => day !== "2026-11-05"),
      "what the vendor took back is gone"
    )
  })

  it("weights a window's rate by the days' users, as computed by hand from the rows", async () => {
    const person = await owner(gateway())
    await read(person, ["crashRate", "anrRate"])
    const { accountId } = person
    const window = { accountId, packageName: person.packageName, ...days }
    const told = await gateway().run(VitalRows.use((rows) => rows.days(window, ["anrRate", "distinctUsers"])))
    const sums = await gateway().run(VitalRows.use((rows) => rows.rates(window)))
    const anr = sums.find(({ metric }) => metric === "anrRate")
    assert.deepInclude(anr, { days: 14, lastDay: "2026-11-14" })
    const byDay = new Map(told.filter(({ metric }) => metric === "anrRate").map(({ amount, day }) => [day, amount]))
    // Of both sets' users, which the double counts alike.
    const users = new Map(
      told.filter(({ metric }) => metric === "distinctUsers").map(({ amount, day }) => [day, amount])
    )
    const weight = [...users.values()].reduce((sum, one) => sum + one, 0)
    const mean = [...byDay].reduce((sum, [day, rate]) => sum + rate * (users.get(day) ?? 0), 0) / weight
    assert.approximately(anr?.rate ?? 0, mean, 1e-12)
  })

  it("keeps versions apart, and shows no account another's rows of the same app", async () => {
    const ada = await owner(gateway())
    const eve = await owner(gateway(), { keyFile: ada.keyFile })
    assert.strictEqual(ada.packageName, eve.packageName)
    await read(ada, ["crashRate"], days)
    assert.lengthOf(await rowsOf(ada), 14)
    assert.lengthOf(await rowsOf(eve), 0)
    assert.lengthOf(await statesOf(eve), 0)
    const rates = (accountId: string) => gateway().run(VitalRows.use((rows) => rows.rates({ accountId, ...days })))
    assert.lengthOf(await rates(eve.accountId), 0)
    const versions = await gateway().run(
      VitalRows.use((rows) => rows.days({ accountId: ada.accountId, ...days }, ["crashRate"], "versionCode"))
    )
    assert.deepEqual([...new Set(versions.map(({ value }) => value))], ["132", "140", "150"])
    await read(eve, ["crashRate"], days)
    dataOf(await eve.ask("/credentials?purge=true", "DELETE"))
    assert.lengthOf(await rowsOf(eve), 0)
    assert.lengthOf(await rowsOf(ada), 14)
  })

  it("reads all apps of a connection, tells what it couldn't read, and alerts of what got worse", async () => {
    const person = await owner(gateway())
    await person.vitals({ anomaly: { id: "fresh", versionCode: 140, from: "2026-11-21", to: "2026-11-22" } })
    await person.vitals({ anomaly: { id: "stale", from: "2026-11-02", to: "2026-11-03" } })
    controlOf(gateway()).fail({
      kind: "malformed",
      upstream: "play-console",
      credential: person.keyFile.client_email,
      path: `${person.packageName}/lmkRateMetricSet$`,
      times: 1
    })
    const sent: Array<{ readonly accountId: string; readonly key?: string; readonly text: string }> = []
    const outcome = await gateway().run(
      Effect.gen(function* () {
        const connection = yield* Connections.use((connections) => connections.use(person.accountId, kind))
        return yield* VitalsSync.use((sync) => sync.sync(connection, "2026-11-22", "2026-11-22"))
      }).pipe(
        Effect.provide(
          Layer.succeed(
            Alerts,
            Alerts.of({
              kinds: {},
              notify: (accountId, alert) => Effect.sync(() => void sent.push({ accountId, ...alert }))
            })
          )
        )
      )
    )
    assert.isTrue(outcome.finished)
    assert.deepEqual(
      outcome.problems.map(({ metricSet, packageName }) => [packageName, metricSet]),
      [[person.packageName, "lmkRate"]]
    )
    const states = await statesOf(person)
    assert.lengthOf(states, 12 * 10)
    assert.deepEqual(
      states.filter(({ state }) => state === "failed").map(({ metricSet }) => metricSet),
      ["lmkRate"]
    )
    const ours = sent.filter(({ key }) => key?.includes(person.packageName))
    assert.deepEqual(
      ours.map(({ accountId, key }) => [accountId, key]),
      [[person.accountId, `connect-storeb.anomaly:${person.packageName}:fresh`]]
    )
    assert.match(
      ours[0]?.text ?? "",
      /version code 140.*halt it.*production\/halt\?versionCode=140.*error-issues\?versionCode=140/
    )
  }, 60_000)
})

describe.skipIf(savedVectors.length === 0)("the vendor's descriptions", () => {
  const bodyOf = (id: string): unknown => savedVectors.find((one) => one.id === id)?.body ?? assert.fail(id)
  const asText = (id: string) => JSON.stringify(bodyOf(id))

  it("have each query as it is sent, byte for byte", async () => {
    const person = await owner(gateway())
    const sent = async (set: string, body: object) => {
      dataOf(await query(person, set, { ...daily, ...body }))
      return await lastQuery(person)
    }
    const split = {
      dimensions: ["versionCode"],
      metrics: ["crashRate", "userPerceivedCrashRate", "distinctUsers"],
      userCohort: "OS_PUBLIC"
    }
    assert.strictEqual(await sent("crashRate", split), asText("gp.vitals.query"))
    assert.strictEqual(await sent("slowStartRate", { metrics: ["slowStartRate"] }), asText("gp.vitals.query.start"))
    await read(person, ["anrRate"], days)
    const asked = listAt(await person.vitals(), "asked")
    assert.strictEqual(asked.at(-2), asText("gp.vitals.query.anr"))
    await read(person, ["errorCount"], days)
    assert.strictEqual(await lastQuery(person), asText("gp.vitals.query.errors"))
  })

  it("have each read as it is sent", async () => {
    const person = await owner(gateway())
    dataOf(await person.askApp("/vitals/crashRate"))
    dataOf(await person.askApp("/anomalies?from=2026-11-01"))
    const sent = person.asked().map(({ method, path, query }) => ({
      method,
      path: path.replace(person.packageName, "{appsId}"),
      query
    }))
    for (const id of ["gp.vitals.freshness", "gp.anomalies"]) {
      const { method, path, query = {} } = savedVectors.find((one) => one.id === id) ?? assert.fail(id)
      assert.deepInclude(sent, { method, path, query }, id)
    }
  })

  it("never get a query that they don't allow", async () => {
    const person = await owner(gateway())
    const before = person.now()
    const period = at(bodyOf("gp.vitals.query.badPeriod"), "timelineSpec", "aggregationPeriod")
    refused(await query(person, "crashRate", { ...daily, period, metrics: ["crashRate"] }), 400, "INVALID_INPUT")
    assert.lengthOf(person.asked(before), 0)
    const area = /^gp\.(?:vitals|anomalies)/
    assert.deepEqual(
      savedVectors.filter(({ id, valid }) => area.test(id) && !valid).map(({ id }) => id),
      ["gp.vitals.query.badPeriod"]
    )
  })
})
