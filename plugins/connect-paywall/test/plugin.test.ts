import { describePlugin } from "@storeglass/testkit"
import { type Looking, looking } from "./looking.ts"
import { idle } from "./support.ts"

let somebody: Promise<Looking> | undefined

describePlugin("connect-paywall", {
  plugins: { "connect-paywall": true, account: true },
  config: idle,
  prepare: async (gateway, _, operationId) => {
    if (!operationId.startsWith("paywallDashboard_")) return {}
    somebody ??= looking(gateway)
    return { [operationId]: { headers: { cookie: (await somebody).cookie } } }
  }
})
