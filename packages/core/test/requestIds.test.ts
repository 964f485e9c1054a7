import { assert, describe, it } from "vitest"
import { makeRequestId } from "../src/http/requestIds.ts"
import { msOfId } from "../src/requests/noted.ts"

describe("ids of requests", () => {
  it("are versions 7 in the order in which they were made, also where the clock stands or goes back a little", () => {
    const startMs = Date.UTC(2031, 0, 1)
    const ids = Array.from({ length: 10_000 }, (_, n) => makeRequestId(startMs + (n % 7) - (n % 5) * 1000))
    assert.deepEqual(ids, [...ids].sort())
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it("tell the time again once a clock that was wrong is set back", () => {
    const nowMs = Date.UTC(2026, 10, 23)
    makeRequestId(nowMs + 400 * 86_400_000)
    assert.strictEqual(msOfId(makeRequestId(nowMs)), nowMs)
    const ids = Array.from({ length: 10_000 }, () => makeRequestId(nowMs))
    assert.deepEqual(ids, [...ids].sort())
  })
})
