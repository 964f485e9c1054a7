import { adjustableClock, at, usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"

const clock = adjustableClock()
const dayOf = (days: number) =>
  new Date(clock.clock.currentTimeMillisUnsafe() + days * 86_400_000).toISOString().slice(0, 10)
const withModel = (more: object) => ({
  plugins: { stores: true as const },
  clock,
  settings: { image: { vendor: "openai", model: "gpt-image-2", ...more } }
})

describe.each([
  ["that nobody announced an end of", {}, "ok", /^gpt-image-2$/],
  ["that ends in 40 days", { endsOn: dayOf(40) }, "ok", /^gpt-image-2$/],
  ["that ends in 29 days", { endsOn: dayOf(29) }, "degraded", /ends on .*configure another/],
  ["that has ended", { endsOn: dayOf(-1) }, "degraded", /ended on .*configure another/],
  ["whose announced end we know", { model: "gpt-image-1" }, "degraded", /2026-10-23/]
] as const)("a model %s", (_, more, status, detail) => {
  const gateway = usePluginGateway(plugin, withModel(more))

  it(`is ${status} in the operator's health`, async () => {
    const { json } = await gateway().askInternal("/health")
    const check = at(json, "data", "checks", "plugins", "ad-creatives.models")
    assert.strictEqual(at(check, "status"), status, JSON.stringify(json))
    assert.match(String(at(check, "detail")), detail)
  })
})
