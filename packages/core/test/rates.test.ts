import { assert, describe, it } from "vitest"
import { makeBuckets, type Share } from "../src/http/rates.ts"

const rate = { perSecond: 10, burst: 20 }

describe("a token bucket", () => {
  it("gives its burst at once, then its rate, and says how long the next takes", () => {
    const buckets = makeBuckets()
    const took = Array.from({ length: 21 }, () => buckets.take("a", rate, 1_000))
    assert.deepEqual(took, [...Array.from({ length: 20 }, () => 0), 100])
    assert.approximately(buckets.take("a", rate, 1_099), 1, 1e-9)
    assert.deepEqual([buckets.take("a", rate, 1_100), buckets.take("a", rate, 1_100)], [0, 100])
    assert.strictEqual(buckets.take("b", rate, 1_100), 0)
    const later = Array.from({ length: 30 }, () => buckets.take("a", rate, 1_000_000))
    assert.strictEqual(later.filter((waitMs) => waitMs === 0).length, 20)
  })

  it("gives nothing for a clock that goes backwards", () => {
    const buckets = makeBuckets()
    for (let taken = 0; taken < 20; taken++) buckets.take("a", rate, 5_000)
    assert.isAbove(buckets.take("a", rate, 1_000), 0)
    assert.isAbove(buckets.take("a", rate, 5_000), 0)
  })
})

describe("token buckets that nodes share", () => {
  /** What is left over all nodes, and answers that come when the test says so. */
  const shared = () => {
    let left = rate.burst
    let away = false
    const due: Array<() => void> = []
    const share: Share = (_id, _rate, count, heard) => {
      due.push(() => {
        if (away) return heard(undefined)
        left -= count
        heard(left)
      })
    }
    const hear = () => {
      for (const one of due.splice(0)) one()
    }
    return { share, hear, goAway: () => (away = true) }
  }

  it("admit over all nodes no more than the burst and what each tells at once", () => {
    const { hear, share } = shared()
    const nodes = Array.from({ length: 3 }, () => makeBuckets(share))
    let admitted = 0
    for (let round = 0; round < 100; round++) {
      for (const node of nodes) if (node.take("a", rate, 0) === 0) admitted += 1
      hear()
    }
    assert.isAtLeast(admitted, rate.burst)
    assert.isAtMost(admitted, rate.burst + nodes.length)
  })

  it("hold to the rate over a long time, however many nodes there are", () => {
    const { hear, share } = shared()
    const nodes = Array.from({ length: 3 }, () => makeBuckets(share))
    let admitted = 0
    // Nothing comes back to what is shared here, so that all of it is spent once.
    for (let ms = 0; ms < 1_000; ms += 10) {
      for (const node of nodes) if (node.take("a", rate, ms) === 0) admitted += 1
      hear()
    }
    assert.isAtMost(admitted, rate.burst + 3 * nodes.length)
  })

  it("count by each node alone while nobody can be told", () => {
    const { goAway, hear, share } = shared()
    goAway()
    const node = makeBuckets(share)
    let admitted = 0
    for (let round = 0; round < 100; round++) {
      if (node.take("a", rate, 0) === 0) admitted += 1
      hear()
    }
    assert.strictEqual(admitted, rate.burst)
  })
})
