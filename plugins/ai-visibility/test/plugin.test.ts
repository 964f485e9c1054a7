import { describePlugin } from "@storeglass/testkit"
import { afterAll } from "vitest"
import { type Visitor, visitor } from "../../account/test/visitor.ts"
import { aiVisibilityCalls } from "./calls.ts"
import { startProvider } from "./provider.ts"
import { groundedSettingsOf } from "./support.ts"

const provider = await startProvider()
provider.says(() => ({
  text: "1. **Photo Studio** is great.\n2. **Snap Master** is fine.",
  sources: [{ url: "https://reviews.example.com/photo", title: "Apps for photos" }]
}))
afterAll(() => provider.stop())

let signedIn: Promise<Visitor> | undefined
describePlugin("ai-visibility", {
  plugins: { stores: true, account: true, "ai-visibility": groundedSettingsOf(provider) },
  prepare: async (gateway, account, operationId) => {
    // What a bootstrap writes must be there already: else its scan holds credits behind the test's back.
    const calls = await aiVisibilityCalls(gateway, account, {
      hasWorkers: true,
      whole: operationId === "aiVisibility_bootstrap"
    })
    if (!operationId.startsWith("aiVisibilityDashboard_")) return calls
    signedIn ??= visitor(() => gateway)
    const { headers, join } = await signedIn
    await join(account.accountId)
    const { appId = "" } = calls.aiVisibility_settings?.values ?? {}
    return { ...calls, [operationId]: { values: { appId, country: "us" }, headers: headers() } }
  }
})
