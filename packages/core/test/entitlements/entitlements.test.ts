import { assert, describe, it } from "@effect/vitest"
import { Entitlements } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { EntitlementsLive, type EntitlementsOptions } from "../../src/entitlements/EntitlementsLive.ts"

const scans = { description: "Scans kept.", plans: { indie: 1, growth: 5, large: null } }
const reports = { description: "Reports by mail.", plans: { small: 2 } }
const plugins = { "ai-visibility": { aiVisibility: scans }, alerts: { reports } }
const withPlans = <A, E>(options: EntitlementsOptions, effect: Effect.Effect<A, E, Entitlements>) =>
  Effect.provide(effect, EntitlementsLive(options))

describe("entitlements", () => {
  it.effect("give each plan what the plugins declare, and none of what they don't name", () =>
    withPlans(
      { features: plugins },
      Effect.gen(function* () {
        const entitlements = yield* Entitlements
        assert.deepEqual(entitlements.of("growth"), { aiVisibility: 5, reports: 0 })
        assert.deepEqual(entitlements.of("large"), { aiVisibility: null, reports: 0 })
        assert.deepEqual(entitlements.of("small"), { aiVisibility: 0, reports: 2 })
        assert.deepEqual(entitlements.of("no such plan"), { aiVisibility: 0, reports: 0 })
        assert.strictEqual(entitlements.limit("large", "aiVisibility"), null)
        assert.strictEqual(entitlements.limit("large", "toString"), 0)
        assert.deepEqual(entitlements.features.reports, { plugin: "alerts", description: "Reports by mail." })
      })
    )
  )

  it.effect("refuse what a plan doesn't include, and more than it includes, with 403 and both numbers", () =>
    withPlans(
      { features: plugins },
      Effect.gen(function* () {
        const { check } = yield* Entitlements
        yield* check("indie", "aiVisibility")
        yield* check("growth", "aiVisibility", 5)
        yield* check("large", "aiVisibility", 1_000_000)
        const lacking = yield* Effect.flip(check("free", "aiVisibility"))
        assert.deepEqual([lacking._tag, lacking.status], ["TIER_LIMIT_EXCEEDED", 403])
        assert.include(lacking.message, "'free' doesn't include aiVisibility")
        const over = yield* Effect.flip(check("growth", "aiVisibility", 6))
        assert.include(over.message, "includes 5 of aiVisibility but this needs 6")
        assert.strictEqual((yield* Effect.flip(check("large", "nothing")))._tag, "TIER_LIMIT_EXCEEDED")
      })
    )
  )

  it.effect("are changed by the operator: given, taken away, without limit", () =>
    withPlans(
      {
        features: plugins,
        plans: { free: { features: { aiVisibility: 1 } }, growth: { features: { reports: null, aiVisibility: 0 } } }
      },
      Effect.gen(function* () {
        const entitlements = yield* Entitlements
        assert.deepEqual(entitlements.of("free"), { aiVisibility: 1, reports: 0 })
        assert.deepEqual(entitlements.of("growth"), { aiVisibility: 0, reports: null })
        assert.deepEqual(entitlements.of("indie"), { aiVisibility: 1, reports: 0 })
      })
    )
  )

  const wrong: ReadonlyArray<{
    readonly why: string
    readonly subject: string
    readonly options: EntitlementsOptions
  }> = [
    { why: "a plan that doesn't exist", subject: "plans.gold", options: { features: plugins, plans: { gold: {} } } },
    {
      why: "a feature that nobody declares",
      subject: "plans.free.features.scams",
      options: { features: plugins, plans: { free: { features: { scams: 1 } } } }
    },
    {
      why: "a feature that two plugins declare",
      subject: "other",
      options: { features: { ...plugins, other: { reports } } }
    },
    {
      why: "a plugin's plan that doesn't exist",
      subject: "other",
      options: { features: { other: { seats: { description: "Seats.", plans: { gold: 1 } } } } }
    },
    {
      why: "a limit below 0",
      subject: "other",
      options: { features: { other: { seats: { description: "Seats.", plans: { free: -1 } } } } }
    }
  ]
  it.effect.each(wrong)("stop the boot over $why, naming where it is", ({ options, subject }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(withPlans(options, Effect.asVoid(Entitlements)))
      assert.strictEqual(error.subject, subject)
    })
  )
})
