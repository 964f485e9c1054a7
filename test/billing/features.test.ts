import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeShapes } from "./shapes.ts"
import { codeOf } from "./support.ts"

const shapes = makeShapes()
const gateway = useTestGateway({ further: [shapes.plugin] })

describe("a route that needs a feature", () => {
  it("answers plans without it 403, before any bucket is looked at", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    const before = shapes.runs()
    const answer = await gateway().ask("/v1/shapes/scan", { key })
    assert.deepEqual([answer.status, codeOf(answer)], [403, "TIER_LIMIT_EXCEEDED"])
    assert.include(answer.text, "the plan 'free' doesn't include scans")
    assert.deepEqual([shapes.runs() - before, await gateway().used(accountId, "aiVisibility")], [0, 0])
  })

  it("answers plans that have it, and charges them", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    assert.strictEqual((await gateway().ask("/v1/shapes/scan", { key })).status, 200)
    assert.strictEqual(await gateway().used(accountId, "aiVisibility"), 4)
  })

  it("answers an empty bucket with its own error, also where it states its price by itself", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    const quoted = await gateway().ask("/v1/shapes/quoted-scan", { key })
    assert.deepEqual([quoted.status, codeOf(quoted)], [402, "SCAN_QUOTA_EXCEEDED"])
    await gateway().drain(accountId, "aiVisibility", 3)
    const drained = await gateway().ask("/v1/shapes/scan", { key })
    assert.deepEqual([drained.status, codeOf(drained)], [402, "SCAN_QUOTA_EXCEEDED"])
    assert.isAbove(Number(drained.headers.get("retry-after")), 0)
  })
})
