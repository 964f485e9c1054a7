import { at, codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it, vi } from "vitest"

const gateway = useTestGateway({ plugins: { "ad-library": { waitingMax: 2, spacingMs: 0 } } })
const Apps = Schema.Struct({ largest: Schema.Int, some: Schema.Int, one: Schema.Int })

describe("with two readings that may wait", () => {
  it("the third app's is refused, free and with a time to come back, while all callers of the two are answered", async () => {
    const control = gateway().running.sandbox?.control ?? assert.fail("no sandbox")
    const apps = Schema.decodeUnknownSync(Apps)(await control.act("ad-repository", "apps", {}))
    const { accountId, key } = await gateway().account()
    const ask = (appId: number) => gateway().ask(`/v1/apps/${appId}/storea-ads?countries=DE`, { key })
    const asked = () => control.requests({ upstream: "ad-repository" }).length
    control.fail({ upstream: "ad-repository", kind: "slow", delayMs: 4_000, times: 2 })
    const two = [apps.some, apps.one].flatMap((appId) => [ask(appId), ask(appId), ask(appId)])
    // Both are at the double, which answers neither yet.
    await vi.waitFor(() => assert.isEmpty(control.faults()), { timeout: 3_500, interval: 20 })
    const refused = await ask(apps.largest)
    assert.deepEqual([refused.status, codeOf(refused.json)], [429, "APPLE_AD_REPOSITORY_RATE_LIMITED"])
    assert.strictEqual(refused.headers.get("retry-after"), "10")
    for (const path of ["/v1/ads/storea/search?q=anything", "/v1/ads/storea/ads/anything"]) {
      const other = await gateway().ask(path, { key })
      assert.deepEqual([other.status, codeOf(other.json)], [429, "APPLE_AD_REPOSITORY_RATE_LIMITED"], path)
    }
    const answers = await Promise.all(two)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200]
    )
    assert.strictEqual(asked(), 2)
    assert.strictEqual(await gateway().used(accountId), 6 * 3)
    assert.strictEqual(at((await ask(apps.largest)).json, "data", "appId"), apps.largest)
    assert.deepEqual(await control.act("ad-repository", "violations", {}), [])
  })
})
