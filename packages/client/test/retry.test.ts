import { assert, describe, it } from "vitest"
import { pauseMsOf, retryAfterMsOf } from "../src/retry.ts"

const after = (value: string, date?: string) =>
  retryAfterMsOf(new Headers({ "retry-after": value, ...(date === undefined ? {} : { date }) }), Date.UTC(2026, 10, 21))

describe("Retry-After", () => {
  it("is read in seconds and as a date, and taken for absent when it is neither", () => {
    assert.strictEqual(after("0"), 0)
    assert.strictEqual(after(" 120 "), 120_000)
    assert.strictEqual(after("Sat, 21 Nov 2026 00:00:30 GMT"), 30_000)
    assert.strictEqual(after("Fri, 20 Nov 2026 00:00:00 GMT"), 0)
    assert.strictEqual(after("Sat, 21 Nov 2026 00:00:30 GMT", "Sat, 21 Nov 2026 00:00:10 GMT"), 20_000)
    for (const wrong of ["", "-1", "1.5", "soon", "99999999999999999999", "1e3"]) assert.isNull(after(wrong), wrong)
  })
})

describe("the pause before the next try", () => {
  const retry = { attempts: 9, baseMs: 100, maxMs: 3_000, retryAfterMsMax: 60_000 }
  const chances = [0, 0.001, 0.25, 0.5, 0.999, 1]
  const tries = [1, 2, 3, 5, 8, 50, 2_000]

  it("is never shorter than Retry-After, nor longer by more than the first pause", () => {
    for (const attempt of tries) {
      for (const chance of chances) {
        for (const retryAfterMs of [0, 1, 999, 60_000]) {
          const pauseMs = pauseMsOf(retry, { attempt, retryAfterMs }, chance)
          assert.isAtLeast(pauseMs, retryAfterMs)
          assert.isAtMost(pauseMs, retryAfterMs + retry.baseMs)
        }
      }
    }
  })

  it("doubles up to its maximum, and chance takes away at most half", () => {
    for (const attempt of tries) {
      const fullMs = Math.min(3_000, 100 * 2 ** (attempt - 1))
      for (const chance of chances) {
        const pauseMs = pauseMsOf(retry, { attempt, retryAfterMs: null }, chance)
        assert.isAtLeast(pauseMs, fullMs / 2)
        assert.isAtMost(pauseMs, fullMs)
      }
    }
    assert.notStrictEqual(
      pauseMsOf(retry, { attempt: 1, retryAfterMs: null }, 0),
      pauseMsOf(retry, { attempt: 1, retryAfterMs: null }, 1)
    )
  })
})
