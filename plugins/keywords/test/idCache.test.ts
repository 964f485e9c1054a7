import { erased } from "@storeglass/gateway"
import { useTestGateway } from "@storeglass/testkit"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { KeywordKeys } from "../src/history/KeywordKeys.ts"
import plugin from "../src/plugin.ts"

describe("a running gateway", () => {
  let made = 0
  beforeAll(() => {
    vi.spyOn(KeywordKeys, "of").mockImplementation((service) => {
      made += 1
      return service
    })
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
  const gateway = useTestGateway({
    plugins: { stores: true },
    further: [{ plugin: erased(plugin), settings: {}, from: "the test" }]
  })

  it("keeps one id cache for its routes, jobs, health check and what it offers to other plugins", async () => {
    const { key } = await gateway().account()
    assert.strictEqual((await gateway().ask("/v1/keywords/ranks?keyword=photo%20editor", { key })).status, 200)
    const body = { keyword: "photo editor" }
    assert.strictEqual((await gateway().ask("/v1/keywords/track", { method: "POST", key, body })).status, 200)
    assert.include((await gateway().askInternal("/health")).text, "keywords.storea")
    assert.strictEqual(made, 1)
  })
})
