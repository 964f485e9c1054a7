import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { bandOf, isWithin, leavingOf, type ScoredDay } from "../src/scoring/band.ts"

const daysOf = (scores: ReadonlyArray<number>, half?: number): ReadonlyArray<ScoredDay> =>
  scores.map((score, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, "0")}`,
    score,
    interval: half === undefined ? null : { low: score - half, high: score + half }
  }))
const Score = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

describe("a band", () => {
  it("is the mean and the largest of spread, intervals and 3 points", () => {
    assert.deepEqual(bandOf(daysOf([50, 50, 50, 50])), { low: 47, high: 53 })
    assert.deepEqual(bandOf(daysOf([50, 50, 50, 50], 8)), { low: 42, high: 58 })
    // Standard deviation 11.547.
    assert.deepEqual(bandOf(daysOf([40, 60, 40, 60], 8)), { low: 26, high: 74 })
    assert.deepEqual(bandOf(daysOf([1, 1, 1, 99, 99, 99, 50, 50, 50, 50, 50, 50, 50, 50])), { low: 47, high: 53 })
    assert.isNull(bandOf(daysOf([50, 50, 50])))
  })

  it("is left by two scans on one side of it, and by nothing else", () => {
    const usual = [50, 51, 49, 50]
    assert.isNull(leavingOf(daysOf([...usual, 30])))
    assert.isNull(leavingOf(daysOf([...usual, 50, 30])))
    assert.isNull(leavingOf(daysOf([...usual, 30, 70])))
    assert.strictEqual(leavingOf(daysOf([...usual, 30, 31]))?.side, "below")
    assert.strictEqual(leavingOf(daysOf([...usual, 70, 54]))?.side, "above")
    assert.isNull(leavingOf(daysOf([...usual, 70, 53])))
  })

  it.prop("holds the mean of what it's made of, between 0 and 100", [Schema.Array(Score)], ([scores]) => {
    const band = bandOf(daysOf(scores))
    if (scores.length < 4) return assert.isNull(band)
    const last = scores.slice(-8)
    assert.isTrue(band !== null && band.low >= 0 && band.high <= 100)
    assert.isTrue(isWithin(band, last.reduce((sum, score) => sum + score, 0) / last.length))
  })
})
