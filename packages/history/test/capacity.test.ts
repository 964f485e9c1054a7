import { assert, describe, it } from "vitest"
import { capacityIn, collectionCheck, collectionRow, hourMs, slotOf, waitMsAfter } from "../src/index.ts"

describe("capacity", () => {
  it("is what the rate allows in whole calls", () => {
    assert.strictEqual(capacityIn(8, hourMs), 480)
    assert.strictEqual(capacityIn(1, 90_000), 1)
    assert.strictEqual(capacityIn(0, hourMs), 0)
  })

  it("is told beside the demand, and what is beyond it is uncovered", () => {
    const row = { what: "charts", platform: "storea", done: 1, due: 2, lagSeconds: 3 }
    const of = (demandPerDay: number) => collectionRow({ ...row, demandPerDay, perMinute: 1 })
    assert.deepStrictEqual(of(1_500), { ...row, demandPerDay: 1_500, capacityPerDay: 1_440, uncovered: 60 })
    assert.strictEqual(of(10).uncovered, 0)
  })

  it("too low is told before being late", () => {
    assert.deepStrictEqual(collectionCheck({ done: "3 of 3", limit: null, late: null }), {
      status: "ok",
      detail: "3 of 3"
    })
    assert.deepStrictEqual(collectionCheck({ done: "1 of 3", limit: "2 fit", late: "9 hours" }), {
      status: "degraded",
      detail: "1 of 3; 2 fit"
    })
    assert.strictEqual(collectionCheck({ done: "1 of 3", limit: null, late: "9 hours" }).detail, "1 of 3; 9 hours")
  })
})

it("waits get longer up to the last", () => {
  assert.deepStrictEqual(
    [1, 2, 3, 4, 99].map((tries) => waitMsAfter([10, 20, 40], tries)),
    [10, 20, 40, 40, 40]
  )
})

it("intervals start at midnight UTC", () => {
  const noon = Date.UTC(2026, 9, 5, 12)
  assert.strictEqual(slotOf(noon + 5 * hourMs, 6), noon)
  assert.strictEqual(slotOf(noon + 6 * hourMs, 6), noon + 6 * hourMs)
})
