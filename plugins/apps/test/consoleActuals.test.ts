/** How consoles give what they counted to the estimators. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { consoleActuals, type OwnedActual, OwnedActuals } from "../src/contract.ts"

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
  const forgotten: Array<readonly [accountId: string, platform: string]> = []
  const estimators = OwnedActuals.of({
    record: (...told) => Effect.sync(() => void recorded.push([told[0], told[1], told[2]])),
    forget: (accountId, platform) => Effect.sync(() => forgotten.push([accountId, platform]))
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
        sizes.map((size) => ["ada", size, undefined])
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
      assert.deepStrictEqual(forgotten, [["ada", "storea"]])
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
