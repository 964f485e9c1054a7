import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { filterProblem, spanIn } from "../src/vitals/asked.ts"
import { metricSetNames, metricSetOf, metricSets, metricsOf } from "../src/vitals/metricSets.ts"
import { numberOf, rowOf } from "../src/vitals/neutral.ts"
import { beginningOf, clampTo, momentOf, plusSlots, readSlot, slotAt, vendorTime } from "../src/vitals/timelines.ts"

const zone = { id: "America/Los_Angeles" }
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

describe("days of Los Angeles and hours of UTC", () => {
  // Summer time ends on 2026-11-01 and begins on 2026-03-08, each at 2 o'clock.
  it.each([
    ["2026-07-14", "2026-07-14T07:00:00.000Z", 24],
    ["2026-11-01", "2026-11-01T07:00:00.000Z", 25],
    ["2026-11-02", "2026-11-02T08:00:00.000Z", 24],
    ["2026-03-07", "2026-03-07T08:00:00.000Z", 24],
    ["2026-03-08", "2026-03-08T08:00:00.000Z", 23],
    ["2026-03-09", "2026-03-09T07:00:00.000Z", 24],
    ["2028-02-29", "2028-02-29T08:00:00.000Z", 24]
  ])("%s begins at %s and has %i hours", (day, begins, hours) => {
    assert.strictEqual(iso(beginningOf(day)), begins)
    assert.strictEqual((beginningOf(plusSlots(day, 1)) - beginningOf(day)) / 3_600_000, hours)
    assert.strictEqual(momentOf("DAILY", vendorTime(day)), beginningOf(day))
  })

  it.each([
    ["2026-11-01T06:59:59.999Z", "2026-10-31"],
    ["2026-11-01T07:00:00Z", "2026-11-01"],
    ["2026-11-02T07:59:59.999Z", "2026-11-01"],
    ["2026-11-02T08:00:00Z", "2026-11-02"],
    ["2026-03-09T06:59:59.999Z", "2026-03-08"],
    ["2026-03-09T07:00:00Z", "2026-03-09"]
  ])("%s is in the day %s", (moment, day) => {
    assert.strictEqual(slotAt("DAILY", Date.parse(moment)), day)
  })

  it.each([
    ["without a zone", { year: 2026, month: 11, day: 2 }, "2026-11-02T08:00:00.000Z"],
    ["in its zone", { year: 2026, month: 11, day: 2, hours: 5, timeZone: zone }, "2026-11-02T13:00:00.000Z"],
    ["in UTC", { year: 2026, month: 11, day: 2, timeZone: { id: "UTC" } }, "2026-11-02T00:00:00.000Z"],
    ["by its offset", { year: 2026, month: 11, day: 2, utcOffset: "-25200s" }, "2026-11-02T07:00:00.000Z"],
    [
      "that comes twice: the first",
      { year: 2026, month: 11, day: 1, hours: 1, timeZone: zone },
      "2026-11-01T08:00:00.000Z"
    ],
    ["after that", { year: 2026, month: 11, day: 1, hours: 2, timeZone: zone }, "2026-11-01T10:00:00.000Z"],
    ["that the clocks skip", { year: 2026, month: 3, day: 8, hours: 2, timeZone: zone }, "2026-03-08T10:00:00.000Z"],
    ["in a zone that there isn't", { year: 2026, month: 11, day: 2, timeZone: { id: "Mars/Olympus" } }, undefined],
    ["of a day that there isn't", { year: 2026, month: 2, day: 30 }, undefined],
    ["without a year", { month: 2, day: 3 }, undefined]
  ])("reads the vendor's time %s", (_, time, moment) => {
    assert.strictEqual(iso(momentOf("DAILY", time)), moment)
  })

  it("writes a day without hours, and an hour with its zone", () => {
    assert.deepEqual(vendorTime("2026-11-01"), { year: 2026, month: 11, day: 1, timeZone: zone })
    assert.deepEqual(vendorTime("2026-11-01T05:00:00Z"), {
      year: 2026,
      month: 11,
      day: 1,
      hours: 5,
      timeZone: { id: "UTC" }
    })
  })

  it.each([
    ["DAILY", "2026-11-01", "from", "2026-11-01"],
    ["DAILY", "2026-02-30", "from", undefined],
    ["DAILY", "2026-11-01T00:00:00Z", "from", undefined],
    ["FULL_RANGE", "2026-11-01", "to", "2026-11-01"],
    ["HOURLY", "2026-11-01", "from", "2026-11-01T00:00:00Z"],
    ["HOURLY", "2026-11-01", "to", "2026-11-01T23:00:00Z"],
    ["HOURLY", "2026-11-01T05:00Z", "to", "2026-11-01T05:00:00Z"],
    ["HOURLY", "2026-11-01T05:00:00.000Z", "to", "2026-11-01T05:00:00Z"],
    ["HOURLY", "2026-11-01T05:30:00Z", "to", undefined],
    ["HOURLY", "2026-11-01T24:00:00Z", "to", undefined],
    ["HOURLY", "2026-11-31T05:00:00Z", "to", undefined],
    ["HOURLY", "2026-11-01T05:00:00+01:00", "to", undefined]
  ] as const)("reads %s %s (%s) as %s", (period, text, which, slot) => {
    assert.strictEqual(readSlot(period, text, which), slot)
  })

  it.each([
    ["DAILY", "2026-01-01", "2027-01-01", /^ok$/],
    ["DAILY", "2026-01-01", "2027-01-02", /^from \(body\): the window may have at most 366 days/],
    ["DAILY", "2026-01-02", "2026-01-01", /^from \(body\): must not be after to/],
    ["HOURLY", "2026-01-01", "2026-01-31", /^ok$/],
    ["HOURLY", "2026-01-01", "2026-02-01T00:00:00Z", /at most 31 days with HOURLY/],
    ["HOURLY", "2026-01-01T02:00:00Z", "2026-01-01T01:00:00Z", /must not be after to/],
    ["HOURLY", "2026-01-01T02:10:00Z", "2026-01-01", /^from \(body\): must be a whole hour of UTC/],
    ["FULL_RANGE", "2026-01-01", "yesterday!", /^to \(body\): must be a day in the form YYYY-MM-DD/]
  ] as const)("takes a window of %s from %s to %s: %s", async (period, from, to, said) => {
    const told = await Effect.runPromise(
      Effect.match(spanIn(period, { from, to }), { onSuccess: () => "ok", onFailure: ({ message }) => message })
    )
    assert.match(told, said)
  })
})

describe("a window and the vendor's data", () => {
  const none = { clamped: true, empty: true }
  it.each([
    ["ends before them", "2026-11-01", "2026-11-15", "2026-11-23", { end: "2026-11-15", clamped: false, empty: false }],
    ["ends with them", "2026-11-01", "2026-11-23", "2026-11-23", { end: "2026-11-23", clamped: false, empty: false }],
    [
      "goes one day further",
      "2026-11-01",
      "2026-11-24",
      "2026-11-23",
      { end: "2026-11-23", clamped: true, empty: false }
    ],
    [
      "has its last day alone",
      "2026-11-22",
      "2026-12-24",
      "2026-11-23",
      { end: "2026-11-23", clamped: true, empty: false }
    ],
    ["begins where they end", "2026-11-23", "2026-11-25", "2026-11-23", { end: "2026-11-23", ...none }],
    ["begins after them", "2026-11-24", "2026-11-25", "2026-11-23", { end: "2026-11-24", ...none }],
    ["is of a set without any", "2026-11-01", "2026-11-15", null, { end: "2026-11-01", ...none }],
    [
      "is of hours, and goes further",
      "2026-11-23T00:00:00Z",
      "2026-11-24T00:00:00Z",
      "2026-11-23T15:00:00Z",
      { end: "2026-11-23T15:00:00Z", clamped: true, empty: false }
    ],
    [
      "is of hours, over a year's end",
      "2026-12-31T22:00:00Z",
      "2027-01-01T02:00:00Z",
      "2027-01-01T01:00:00Z",
      { end: "2027-01-01T01:00:00Z", clamped: true, empty: false }
    ]
  ] as const)("that %s", (_, from, end, latestEnd, clamped) => {
    assert.deepEqual(clampTo({ from, end }, latestEnd), { from, ...clamped })
  })
})

describe("metric sets", () => {
  it("are ten, known by short and vendor names", () => {
    assert.lengthOf(metricSetNames, 10)
    for (const name of metricSetNames) {
      assert.strictEqual(metricSetOf(name)?.name, name)
      assert.strictEqual(metricSetOf(`${name}MetricSet`)?.name, name)
    }
    for (const name of ["crashrate", "MetricSet", "crashRateMetricSetMetricSet", "constructor", "apps"]) {
      assert.isUndefined(metricSetOf(name), name)
    }
  })

  it("have no rolling averages by the hour, and their own words for what is measured", () => {
    assert.deepEqual(metricsOf(metricSets.anrRate, "HOURLY"), ["anrRate", "userPerceivedAnrRate", "distinctUsers"])
    assert.lengthOf(metricsOf(metricSets.anrRate, "DAILY"), 7)
    assert.strictEqual(metricSets.stuckBackgroundWakelockRate.metrics[0], "stuckBgWakelockRate")
    assert.strictEqual(metricSets.lmkRate.metrics[0], "userPerceivedLmkRate")
  })
})

describe("filters", () => {
  const fields = ["versionCode", "countryCode"]
  it.each([
    "versionCode = 140",
    'countryCode="US"',
    'versionCode = 140 AND (countryCode = "US" OR countryCode = "DE")',
    'versionCode = 132 OR versionCode = 140 AND countryCode = "J\\"P"',
    "((versionCode = 140))"
  ])("take %s", (filter) => {
    assert.isUndefined(filterProblem(filter, fields))
  })

  it.each([
    ["versionCode", /^must be equalities/],
    ["versionCode = ", /^must be equalities/],
    ["versionCode > 140", /^must be equalities/],
    ["versionCode = 140 countryCode = 1", /^must be equalities/],
    ["(versionCode = 140", /^must be equalities/],
    ["versionCode = 140)", /^must be equalities/],
    ['versionCode = "140', /^must be equalities/],
    ["versionCode = 140; DROP", /^must be equalities/],
    ["AND", /^must be equalities/],
    ["deviceModel = 1", /^has no field deviceModel; there are versionCode, countryCode/]
  ])("refuse %s", (filter, said) => {
    assert.match(filterProblem(filter, fields) ?? "", said)
  })
})

describe("rows", () => {
  it.each([
    [{ value: "0.0123" }, 0.0123],
    [{ value: "1.5e-3" }, 0.0015],
    [{ value: "0" }, 0],
    [{ value: "" }, null],
    [{ value: "NaN" }, null],
    [{}, null],
    [null, null]
  ])("tell %j as %s", (decimal, value) => {
    assert.strictEqual(numberOf(decimal), value)
  })

  it("tell what the vendor leaves out as null, never as 0", () => {
    const row = rowOf("DAILY", ["crashRate", "distinctUsers"], { from: "2026-11-01", end: "2026-11-02" })({
      startTime: { year: 2026, month: 11, day: 1, timeZone: zone },
      metrics: [{ metric: "distinctUsers", decimalValue: { value: "1200" } }]
    })
    assert.deepInclude(row, {
      date: "2026-11-01",
      startsAt: "2026-11-01T07:00:00.000Z",
      endsAt: "2026-11-02T08:00:00.000Z",
      label: null,
      value: null,
      lower: null
    })
    assert.deepEqual(row.metrics[1], { metric: "distinctUsers", value: 1_200, lower: null, upper: null })
  })
})
