import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { listAt, signedUp, textAt } from "../../account/test/support.ts"

const gateway = useTestGateway({
  plugins: { stores: true, apps: true, keywords: { collect: { enabled: false } }, workspace: true, account: true }
})

describe("the apps that an account keeps", () => {
  it("are the first that its pages can open, and no other account's", async () => {
    const [one, other] = [await signedUp(gateway), await signedUp(gateway)]
    const me = await one.browser.ask("/dashboard/api/me")
    const made = await one.browser.post(
      "/dashboard/api/token",
      {},
      { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
    )
    assert.strictEqual(made.status, 200, made.text)
    const token = textAt(made.json, "data", "token")
    const kept = await gateway().ask("/v1/user/apps", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: { appId: 123, appName: "Mine", isLive: false }
    })
    assert.isBelow(kept.status, 300, kept.text)
    const openable = await one.browser.ask("/dashboard/api/apps")
    assert.deepInclude(listAt(openable.json, "data", "apps")[0], { appId: "123", name: "Mine", reason: "workspace" })
    const theirs = await other.browser.ask("/dashboard/api/apps")
    assert.notInclude(theirs.text, "Mine")
  })
})
