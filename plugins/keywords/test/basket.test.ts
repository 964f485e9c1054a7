import { assert, describe, it } from "@effect/vitest"
import { addDays } from "@storeglass/history"
import { Effect, Schema } from "effect"
import { AppKeywords } from "../src/compare/AppKeywords.ts"
import { Comparison } from "../src/compare/Comparison.ts"
import { Visibility } from "../src/compare/Visibility.ts"
import { KeywordHistory } from "../src/contract.ts"
import { basketName, windowBasket } from "../src/models/basket.ts"
import { harness, makeWorld, snapshot, today, us } from "./support.ts"

const ago = (days: number, keyword: string, apps: string, volume: number) =>
  snapshot(days, keyword, apps, { volume, resultCount: 3 })

const Candidates = Schema.Array(
  Schema.Struct({
    volume: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
    measured: Schema.Array(Schema.Boolean).check(Schema.isMinLength(5), Schema.isMaxLength(5))
  })
)

describe("the basket of a window", () => {
  it.prop("holds what was measured on both its days, and says what came and went", [Candidates], ([all]) => {
    const candidates = all.map((candidate, index) => ({ ...candidate, keyword: `k${index}` }))
    const basket = windowBasket(candidates, 5)
    assert.strictEqual(
      basket === null,
      all.every(({ measured }) => measured.every((on) => !on))
    )
    if (basket === null) return
    const { added, from, held, removed, to } = basket
    assert.isTrue(from <= to && held.length > 0)
    assert.isTrue(held.every(({ measured }) => measured[from] === true && measured[to] === true))
    assert.isTrue(added.every(({ measured }) => measured[from] !== true && measured[to] === true))
    assert.isTrue(removed.every(({ measured }) => measured[from] === true && measured[to] !== true))
    assert.strictEqual(held.length + added.length, candidates.filter(({ measured }) => measured[to] === true).length)
  })

  it("has the same name for the same keywords", () => {
    assert.strictEqual(basketName(["a", "b"]), basketName(["b", "a", "b"]))
    assert.notStrictEqual(basketName(["a", "b"]), basketName(["ab"]))
  })
})

describe("visibility", () => {
  it.live("doesn't move when a keyword is added, only when a rank does", () =>
    Effect.gen(function* () {
      const history = yield* KeywordHistory
      const visibility = yield* Visibility
      const still = [3, 2, 1].flatMap((back) => [ago(back, "alpha", "9 1", 50), ago(back, "beta", "1 9", 50)])
      yield* history.importSnapshots(still, { track: true })
      const before = yield* visibility.of({ ...us, appId: "1", days: 7 })
      yield* history.importSnapshots([ago(1, "gamma", "1 9", 30), ago(1, "delta", "9 8 7 6 1", 5)], { track: true })
      const after = yield* visibility.of({ ...us, appId: "1", days: 7 })
      assert.strictEqual(before.scoreChange, 0)
      assert.deepStrictEqual([after.score, after.scoreChange], [before.score, 0])
      assert.strictEqual(after.basket.id, before.basket.id)
      assert.deepInclude(after.basket, {
        size: 2,
        from: addDays(today, -3),
        to: addDays(today, -1),
        added: 2,
        removed: 0
      })
    }).pipe(Effect.provide(harness(makeWorld({ apps: { "1": {} } }), { discover: { searchesMax: 0 } }).layer))
  )
})

describe("discovery", () => {
  it.live("finds the app's own brand word even when other keywords of it are stored, so that a gap shows", () => {
    const world = makeWorld({
      apps: {
        "1": { name: "Ulmipix - local news and more", description: "News." },
        "2": { name: "Cityline - local news for you", description: "News." }
      },
      searches: { ulmipix: ["9", "1"], cityline: ["2"], "local news": ["2", "3"] }
    })
    return Effect.gen(function* () {
      const history = yield* KeywordHistory
      const stored = ["a1", "a2", "a3", "a4", "a5", "a6"].map((keyword) => ago(1, keyword, "1 2", 10))
      yield* history.importSnapshots(stored, { track: true })
      const { keywords } = yield* (yield* AppKeywords).of("1", { ...us, limit: 100 })
      assert.deepInclude(
        keywords.map(({ keyword, rank }) => [keyword, rank]),
        ["ulmipix", 2]
      )
      const gap = yield* (yield* Comparison).gaps({ ...us, appId: "1", competitorIds: ["2"], limit: 25 })
      assert.isAbove(gap.summary.totalGaps, 0)
    }).pipe(Effect.provide(harness(world).layer))
  })
})
