import { describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { assert } from "vitest"
import { modelSlugs } from "../../src/models.ts"
import { cadences, callCredits, degrade, firstPlan, monthlyCredits, scanCredits } from "../../src/plans/budget.ts"
import { keyUseOf } from "../../src/plans/keys.ts"
import { availableTo, fitOf, isIncluded, type Scanned } from "../../src/plans/room.ts"
import { degradeModel } from "../degradeModel.ts"

const Slug = Schema.Literals(modelSlugs)
const Models = Schema.Array(Slug).check(Schema.isUnique())
const count = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const EachModel = Schema.Struct({ model_a: count(200), model_b: count(200), model_c: count(200), model_d: count(200) })

describe("a scheduled scan that the credits can't pay for whole", () => {
  it.prop(
    "drops models as the rule says, for any models, calls and balance",
    [Models, EachModel, count(5_000)],
    ([models, calls, remaining]) => {
      assert.deepEqual(degrade(callCredits, models, calls, remaining), degradeModel(models, calls, remaining))
    }
  )
  it.prop("never costs more than what is left", [Models, EachModel, count(5_000)], ([models, calls, remaining]) => {
    const taken = degrade(callCredits, models, calls, remaining)
    if (taken !== null) assert.isAtMost(scanCredits(callCredits, taken.models, calls), remaining)
  })

  it.prop(
    "knows what each costs with an own key, and drops these after the others",
    [Models, Models, EachModel, count(5_000)],
    ([models, own, calls, remaining]) => {
      const { prices } = keyUseOf(
        own.map((slug) => ({ slug, hasOwn: true, fallback: false })),
        { configured: modelSlugs, available: modelSlugs }
      )
      const taken = degrade(prices, models, calls, remaining)
      assert.deepEqual(taken, degradeModel(models, calls, remaining, prices))
      if (taken !== null) assert.isAtMost(scanCredits(prices, taken.models, calls), remaining)
    }
  )
  it("keeps one on an own key where dropping another suffices", () => {
    const prices = { ...callCredits, model_b: 1 }
    const calls = { model_a: 10, model_b: 10, model_d: 10 }
    assert.deepEqual(degrade(prices, ["model_a", "model_b", "model_d"], calls, 100), {
      models: ["model_a", "model_b"],
      dropped: ["model_d"]
    })
  })

  it("keeps model_a, though model_c and model_d cost less", () => {
    const calls = { model_a: 10, model_b: 10, model_c: 10, model_d: 10 }
    assert.deepEqual(degrade(callCredits, modelSlugs, calls, 320), { models: modelSlugs, dropped: [] })
    assert.deepEqual(degrade(callCredits, modelSlugs, calls, 319), {
      models: ["model_a", "model_c", "model_d"],
      dropped: ["model_b"]
    })
    assert.deepEqual(degrade(callCredits, modelSlugs, calls, 119), {
      models: ["model_a"],
      dropped: ["model_b", "model_c", "model_d"]
    })
    assert.isNull(degrade(callCredits, modelSlugs, calls, 89))
  })

  it("keeps the last one that is left where model_a isn't asked", () => {
    const calls = { model_b: 10, model_c: 10, model_d: 10 }
    assert.deepEqual(degrade(callCredits, ["model_b", "model_c", "model_d"], calls, 79), {
      models: ["model_d"],
      dropped: ["model_b", "model_c"]
    })
    assert.deepEqual(degrade(callCredits, ["model_b", "model_c"], calls, 50), {
      models: ["model_c"],
      dropped: ["model_b"]
    })
    assert.isNull(degrade(callCredits, ["model_b", "model_c"], calls, 49))
    assert.deepEqual(degrade(callCredits, ["model_b"], calls, 150), { models: ["model_b"], dropped: [] })
  })
})

describe("what a schedule costs a month", () => {
  it("is prompts × prices × 30 / cadence, and nothing where it's off", () => {
    assert.strictEqual(monthlyCredits(callCredits, 40, ["model_a"], 3), 3_600)
    assert.strictEqual(monthlyCredits(callCredits, 96, modelSlugs, 3), 30_720)
    assert.strictEqual(monthlyCredits(callCredits, 40, ["model_a"], 7), 1_543)
    assert.strictEqual(monthlyCredits(callCredits, 40, modelSlugs, 0), 0)
  })

  it("is fitted into the plan by bootstrap, which says how", () => {
    const indie = firstPlan({ prices: callCredits, models: ["model_a"], available: 3_000, promptsMax: 100 })
    assert.deepEqual([indie.cadenceDays, indie.prompts], [7, 77])
    assert.include(indie.reason ?? "", "every 7 days, as 40 prompts every 3 days would cost 3600")
    assert.strictEqual(indie.capReason, "at most 77 prompts, as more would cost over 3000 credits a month")
    const growth = firstPlan({ prices: callCredits, models: modelSlugs, available: 20_000, promptsMax: 300 })
    assert.deepEqual([growth.cadenceDays, growth.prompts], [3, 62])
    const large = firstPlan({ prices: callCredits, models: modelSlugs, available: 1_000_000, promptsMax: 2_000 })
    assert.deepEqual(large, { cadenceDays: 3, prompts: 2_000, reason: null, capReason: null })
  })

  it.prop(
    "never goes over what is left of the month, unless one prompt does",
    [Models, count(200_000), Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000 }))],
    ([models, available, promptsMax]) => {
      const { cadenceDays, prompts } = firstPlan({ prices: callCredits, models, available, promptsMax })
      assert.include([...cadences], cadenceDays)
      assert.isAtMost(prompts, promptsMax)
      if (prompts > 1) assert.isAtMost(monthlyCredits(callCredits, prompts, models, cadenceDays), available)
    }
  )
})

describe("what an account has scanned", () => {
  const scanned = (more: Partial<Scanned>): Scanned => ({
    appId: "1",
    country: "us",
    enabled: true,
    models: ["model_a"],
    cadenceDays: 3,
    prompts: 40,
    samples: 1,
    ...more
  })
  const indie = { models: 1, apps: 1, countries: 1, prompts: 100 }

  it("is warned of where it doesn't fit, with the next cadence that does", () => {
    const own = scanned({})
    const fit = fitOf(callCredits, own, [own], indie, 3_000)
    assert.deepEqual([fit.estimatedMonthlyCost, fit.fits, fit.nextCadenceThatFits], [3_600, false, 7])
    assert.include(fit.warning ?? "", "every 7 days would fit")
    const weekly = scanned({ cadenceDays: 7 })
    assert.deepEqual(fitOf(callCredits, weekly, [weekly], indie, 3_000), {
      estimatedMonthlyCost: 1_543,
      fits: true,
      warning: null,
      nextCadenceThatFits: null
    })
  })

  it("counts with what its other schedules cost, and not with those that are off", () => {
    const own = scanned({ cadenceDays: 7 })
    const other = scanned({ country: "de", cadenceDays: 3 })
    const limits = { ...indie, countries: 2 }
    assert.isFalse(fitOf(callCredits, own, [own, other], limits, 3_000).fits)
    assert.isTrue(fitOf(callCredits, own, [own, { ...other, enabled: false }], limits, 3_000).fits)
    assert.isTrue(fitOf(callCredits, own, [own, { ...other, cadenceDays: 0 }], limits, 3_000).fits)
    assert.strictEqual(availableTo(callCredits, own, [own, other], limits, 4_000), 400)
  })

  it("keeps what was set up first when the plan shrinks", () => {
    const all = [
      { appId: "1", country: "us" },
      { appId: "2", country: "us" },
      { appId: "1", country: "de" }
    ]
    const included = (appId: string, country: string) => isIncluded({ appId, country }, all, indie)
    assert.deepEqual([included("1", "us"), included("1", "de"), included("2", "us")], [true, false, false])
    assert.isFalse(included("3", "us"))
    assert.isTrue(isIncluded({ appId: "3", country: "us" }, [], indie))
    assert.isTrue(isIncluded({ appId: "1", country: "fr" }, all, { apps: 1, countries: 3 }))
  })
})
