import { describePlugin } from "@storeglass/testkit"
import { afterAll } from "vitest"
import { aiVisibilityCalls } from "./calls.ts"
import { startProvider } from "./provider.ts"
import { groundedSettingsOf } from "./support.ts"

const provider = await startProvider()
provider.says(() => ({
  text: "1. **Photo Studio** is great.\n2. **Snap Master** is fine.",
  sources: [{ url: "https://reviews.example.com/photo", title: "Apps for photos" }]
}))
afterAll(() => provider.stop())

describePlugin("ai-visibility", {
  plugins: { stores: true, "ai-visibility": groundedSettingsOf(provider) },
  // What a bootstrap writes must be there already: else its scan holds credits behind the test's back.
  prepare: (gateway, account, operationId) =>
    aiVisibilityCalls(gateway, account, { hasWorkers: true, whole: operationId === "aiVisibility_bootstrap" })
})
