/** How consoles give what they counted to the estimators. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { actualsOf, consoleActuals, type OwnedActual, OwnedActuals } from "../src/contract.ts"

const days = (count: number) =>
  Array.from({ length: count }, (_, serial) => ({
    appId: `com.example.app${serial}`,
    country: "us",
    day: "2026-11-01",
    units: serial,
    proceeds: null,
    currency: null
  }))

describe("a console's figures", () => {
  const recorded: Array<readonly [accountId: string, actuals: ReadonlyArray<OwnedActual>, source: string | undefined]> =
    []
  const forgotten: Array<readonly [accountId: string, platform: string, source: string | undefined]> = []
  const estimators = OwnedActuals.of({
    record: (...told) => Effect.sync(() => void recorded.push([told[0], told[1], told[2]])),
    forget: (...told) => Effect.sync(() => forgotten.push([told[0], told[1], told[2]]))
  })

  it.effect.each([
    [0, []],
    [1, [1]],
    [2_000, [2_000]],
    [2_001, [2_000, 1]],
    [4_500, [2_000, 2_000, 500]]
  ] as const)("of %i days go in statements of at most 2,000, each once and in order", ([count, sizes]) =>
    Effect.gen(function* () {
      recorded.length = 0
      const actuals = yield* consoleActuals("storeb")
      assert.isTrue(actuals.isUsed)
      yield* actuals.record("ada", days(count))
      assert.deepStrictEqual(
        recorded.map(([accountId, some, source]) => [accountId, some.length, source]),
        sizes.map((size) => ["ada", size, "console"])
      )
      assert.deepStrictEqual(
        recorded.flatMap(([, some]) => some),
        days(count).map((day): OwnedActual => ({ platform: "storeb", ...day }))
      )
    }).pipe(Effect.provideService(OwnedActuals, estimators))
  )

  it.effect("are taken back for its own store alone", () =>
    Effect.gen(function* () {
      const actuals = yield* consoleActuals("storea")
      yield* actuals.forget("ada")
      assert.deepStrictEqual(forgotten.splice(0), [["ada", "storea", "console"]])
    }).pipe(Effect.provideService(OwnedActuals, estimators))
  )

  it.effect("of a provider for both stores go the same way, in its own name", () =>
    Effect.gen(function* () {
      recorded.length = 0
      const actuals = yield* actualsOf("paywall")
      const told = days(2_500).map(
        (day, serial): OwnedActual => ({ platform: serial % 2 === 0 ? "storea" : "storeb", ...day })
      )
      yield* actuals.record("ada", told)
      assert.deepStrictEqual(
        recorded.map(([, some, source]) => [some.length, source]),
        [
          [2_000, "paywall"],
          [500, "paywall"]
        ]
      )
      assert.deepStrictEqual(
        recorded.flatMap(([, some]) => some),
        told
      )
      yield* actuals.forget("ada", ["storea", "storeb"])
      assert.deepStrictEqual(forgotten.splice(0), [
        ["ada", "storea", "paywall"],
        ["ada", "storeb", "paywall"]
      ])
    }).pipe(Effect.provideService(OwnedActuals, estimators))
  )

  it.effect("go nowhere on a gateway without the apps plugin", () =>
    Effect.gen(function* () {
      const actuals = yield* consoleActuals("storea")
      assert.isFalse(actuals.isUsed)
      yield* actuals.record("ada", days(3))
      yield* actuals.forget("ada")
    })
  )
})
