/** How placements and variants do: counts as the provider told them, and no winner before there is one. */
import { it as check } from "@effect/vitest"
import { useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { difference, quantileFor, wilson } from "../src/figures/intervals.ts"
import { verdictOf } from "../src/performance/Performance.ts"
import { at, connected, controlOf, idle, one, without } from "./support.ts"

const near = (found: number, told: number, within = 5e-5) => assert.approximately(found, told, within)

describe("intervals", () => {
  it("of a share are those that Newcombe published in 1998 (part I, table I, method 3)", () => {
    for (const [hits, of, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718]
    ] as const) {
      near(wilson(hits, of).low, low)
      near(wilson(hits, of).high, high)
    }
  })

  it("of a difference are those that Newcombe published in 1998 (part II, table II, method 10)", () => {
    for (const [a, b, low, high] of [
      [{ hits: 56, of: 70 }, { hits: 48, of: 80 }, 0.0524, 0.3339],
      [{ hits: 9, of: 10 }, { hits: 3, of: 10 }, 0.1705, 0.809],
      [{ hits: 10, of: 10 }, { hits: 0, of: 10 }, 0.6075, 1]
    ] as const) {
      near(difference(a, b).low, low)
      near(difference(a, b).high, high)
    }
  })

  it("over several comparisons are wider, by the normal quantile", () => {
    for (const [comparisons, quantile] of [
      [1, 1.96],
      [2, 2.2414],
      [5, 2.5758],
      [10, 2.807]
    ] as const) {
      near(quantileFor(comparisons), quantile, 1e-3)
    }
  })

  const Counts = { of: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })), share: Schema.Finite }
  check.prop(
    "hold their share, stay within 0 and 1, and narrow with more cases",
    { of: Counts.of, part: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })) },
    ({ of, part }) => {
      const hits = Math.round(part * of)
      const { high, low } = wilson(hits, of)
      const share = hits / of
      assert.isTrue(low >= 0 && low <= share + 1e-12 && high >= share - 1e-12 && high <= 1, `${low} ${share} ${high}`)
      const more = wilson(100 * hits, 100 * of)
      assert.isAtMost(more.high - more.low, high - low)
    }
  )
})

describe("a verdict", () => {
  const row = (key: string, views: number | null, paid: number | null) => ({ key, views, paid })
  it("names a leader only where it's ahead of each other by more than chance", () => {
    assert.deepInclude(verdictOf([row("a", 1_000, 100), row("b", 1_000, 50)]), { status: "difference", leader: "a" })
    assert.deepInclude(verdictOf([row("a", 100, 10), row("b", 100, 5)]), { status: "no_difference_yet", leader: null })
    // Ahead of one, and not of the other.
    const three = [row("a", 1_000, 100), row("b", 1_000, 50), row("c", 50, 4)]
    assert.deepInclude(verdictOf(three), { status: "no_difference_yet", leader: null })
    assert.include(verdictOf(three)?.message, "No difference yet")
  })

  it("isn't given on fewer than two that can be compared", () => {
    for (const rows of [
      [],
      [row("a", 10, 1)],
      [row("a", 10, 1), row("b", null, 5)],
      [row("a", 10, 1), row("b", 3, 5)]
    ]) {
      assert.deepInclude(verdictOf(rows), { status: "not_comparable", leader: null })
    }
  })
})

describe("performance of campaigns", () => {
  const gateway = useTestGateway({ config: idle, plugins: { "connect-paywall": { requestsPerSecond: 1_000 } } })
  const window = { from: "2026-10-01", to: "2026-10-31" } as const
  const Items = Schema.Array(
    Schema.Struct({
      key: Schema.String,
      views: Schema.NullOr(Schema.Finite),
      trials: Schema.NullOr(Schema.Finite),
      paid: Schema.NullOr(Schema.Finite),
      paidRate: Schema.NullOr(Schema.Struct({ percent: Schema.Finite, low: Schema.Finite, high: Schema.Finite }))
    })
  )
  const itemsOf = (part: unknown) => Schema.decodeUnknownSync(Items)(at(part, "items"))

  it("is left out unless it's asked for, and adds nothing to the price", async () => {
    const account = await connected(gateway())
    const plain = await account.ask("/campaigns")
    assert.deepEqual([plain.status, at(plain.data, "performance")], [200, null])
    const asked = await account.ask("/campaigns", { performance: "true", ...window })
    assert.deepEqual([asked.status, asked.cost], [200, "1"])
    assert.deepEqual(at(asked.data, "items"), at(plain.data, "items"))
    for (const name of ["from", "to"] as const) {
      const alone = await account.ask("/campaigns", { [name]: window[name] })
      assert.deepEqual([alone.status, alone.code], [400, "INVALID_INPUT"])
      assert.include(alone.message, name)
    }
  })

  it("counts what the charts do, by placement and by variant, with an interval around each rate", async () => {
    const account = await connected(gateway())
    const board = at(await account.read("/campaigns", { performance: "true", ...window }), "performance")
    assert.deepInclude(board, { applicationId: one.applicationId })
    assert.deepInclude(at(board, "period"), window)
    for (const [part, breakdown] of [
      ["placements", "placement"],
      ["variants", "variantId"]
    ] as const) {
      const items = itemsOf(at(board, part))
      assert.isAtLeast(items.length, 3)
      for (const [count, chart] of [
        ["views", "paywalledUsers"],
        ["trials", "newTrials"],
        ["paid", "newSubscriptions"]
      ] as const) {
        const told = await account.read(`/charts/${chart}`, { ...window, interval: "totals", breakdown })
        for (const series of [at(told, "series")].flat()) {
          const item = items.find(({ key }) => key === at(series, "key"))
          assert.strictEqual(item?.[count], at(series, "points", 0, "y"), `${part} ${count}`)
          assert.isNumber(item?.[count])
        }
      }
      for (const { key, paid, paidRate, views } of items) {
        if (key === "none") {
          // Renewals aren't shown anywhere.
          assert.deepEqual([views, paidRate], [0, null])
          continue
        }
        if (paidRate === null || paid === null || views === null) throw new Error(`${part} ${key}: nothing is told`)
        assert.isTrue(paidRate.low < paidRate.percent && paidRate.percent < paidRate.high)
        assert.approximately(paidRate.percent, (100 * paid) / views, 0.005)
      }
      const ofOwn = at(board, part, "verdict", "status")
      assert.strictEqual(ofOwn, verdictOf(items)?.status)
    }
  })

  it("stands by itself: without a right to charts the campaigns come all the same, and it says what is missing", async () => {
    const account = await connected(gateway(), { scopes: without("charts:read") })
    const page = await account.read("/campaigns", { performance: "true" })
    assert.isAbove([at(page, "items")].flat().length, 0)
    for (const part of ["placements", "variants"]) {
      const shown = at(page, "performance", part)
      assert.deepInclude(shown, { status: "unavailable", items: null, verdict: null })
      assert.strictEqual(at(shown, "reason", "code"), "CONNECTION_PERMISSION_MISSING")
    }
  })

  it("has no rate where the provider doesn't tell views", async () => {
    const account = await connected(gateway())
    await controlOf(gateway()).act("paywall", "change", { gone: ["paywalledUsers"] })
    const board = at(await account.read("/campaigns", { performance: "true", ...window }), "performance")
    await controlOf(gateway()).act("paywall", "change", {})
    const items = itemsOf(at(board, "placements"))
    assert.isTrue(items.every(({ paidRate, views }) => views === null && paidRate === null))
    assert.isTrue(items.some(({ trials }) => trials !== null && trials > 0))
    assert.strictEqual(at(board, "placements", "verdict", "status"), "not_comparable")
  })
})
