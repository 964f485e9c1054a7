import { describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { assert } from "vitest"
import { modelSlugs } from "../../src/models.ts"
import { callCredits } from "../../src/plans/budget.ts"
import { keyUseOf } from "../../src/plans/keys.ts"

const Slugs = Schema.Array(Schema.Literals(modelSlugs)).check(Schema.isUnique())

describe("whose key an account's calls are made with", () => {
  it.prop(
    "is its own where it has one, else the gateway's where it allows that, for any keys and rules",
    [Slugs, Slugs, Slugs, Slugs],
    ([configured, withGatewayKey, withOwn, barred]) => {
      const available = withGatewayKey.filter((slug) => configured.includes(slug))
      const rules = modelSlugs.map((slug) => ({
        slug,
        hasOwn: withOwn.includes(slug),
        fallback: !barred.includes(slug)
      }))
      const use = keyUseOf(rules, { configured, available })
      for (const slug of modelSlugs) {
        const own = configured.includes(slug) && withOwn.includes(slug)
        const gateway = !own && available.includes(slug) && !barred.includes(slug)
        assert.strictEqual(use.own.includes(slug), own)
        assert.strictEqual(use.available.includes(slug), own || gateway)
        // What can be asked is never free, and costs the gateway's price only on the gateway's key.
        if (own) assert.strictEqual(use.prices[slug], 1)
        if (gateway) assert.strictEqual(use.prices[slug], callCredits[slug])
      }
    }
  )

  it("is the gateway's without any rule", () => {
    const assistants = { configured: modelSlugs, available: ["model_a", "model_d"] as const }
    assert.deepEqual(keyUseOf([], assistants), { available: ["model_a", "model_d"], own: [], prices: callCredits })
  })
})
