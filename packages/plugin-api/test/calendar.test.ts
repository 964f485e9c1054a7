import { dayIn, isTimeZone, plusDays, startOfDay } from "@storeglass/plugin-api"
import { assert, describe, it } from "vitest"

const at = (iso: string) => Date.parse(iso)

describe("a calendar day", () => {
  it.each([
    ["2026-03-08T07:59:59Z", "America/Los_Angeles", "2026-03-07"],
    ["2026-03-08T08:00:00Z", "America/Los_Angeles", "2026-03-08"],
    // Clocks are an hour ahead from that morning on.
    ["2026-03-09T06:59:59Z", "America/Los_Angeles", "2026-03-08"],
    ["2026-03-09T07:00:00Z", "America/Los_Angeles", "2026-03-09"],
    ["2025-12-31T10:30:00Z", "Pacific/Kiritimati", "2026-01-01"],
    ["2026-06-30T18:29:59Z", "Asia/Kolkata", "2026-06-30"],
    ["2026-06-30T18:30:00Z", "Asia/Kolkata", "2026-07-01"],
    ["2026-06-30T23:59:59Z", "UTC", "2026-06-30"]
  ])("of %s in %s is %s", (instant, zone, day) => {
    assert.strictEqual(dayIn(zone, at(instant)), day)
  })

  it("so many days later is counted in days, whatever the clocks do meanwhile", () => {
    assert.strictEqual(plusDays("2026-03-07", 2), "2026-03-09")
    assert.strictEqual(plusDays("2024-02-28", 1), "2024-02-29")
    assert.strictEqual(plusDays("2026-01-01", -1), "2025-12-31")
    assert.strictEqual(plusDays("2026-11-22", 0), "2026-11-22")
  })

  it("is told of time zones alone", () => {
    for (const zone of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"]) assert.isTrue(isTimeZone(zone), zone)
    for (const zone of ["", "Mars/Olympus", "ORTZ"]) assert.isFalse(isTimeZone(zone), zone)
  })

  it.each([
    ["2026-11-22", "UTC", "2026-11-22T00:00:00Z"],
    ["2026-06-30", "Asia/Kolkata", "2026-06-29T18:30:00Z"],
    ["2026-01-01", "Pacific/Kiritimati", "2025-12-31T10:00:00Z"],
    // The day the clocks go forward, the next, and the day they go back.
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00Z"],
    ["2026-03-09", "America/New_York", "2026-03-09T04:00:00Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00Z"],
    ["2026-11-02", "America/New_York", "2026-11-02T05:00:00Z"],
    // Clocks that skip midnight, and a day that never was.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z"],
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z"]
  ])("%s in %s begins at %s", (day, zone, begins) => {
    assert.strictEqual(new Date(startOfDay(zone, day)).toISOString(), new Date(at(begins)).toISOString())
    assert.isTrue(dayIn(zone, startOfDay(zone, day) - 1) < day)
  })
})
