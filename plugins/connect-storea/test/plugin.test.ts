import { describePlugin } from "@storeglass/testkit"
import { consoleCalls } from "./calls.ts"
import { idle, type Looking, looking } from "./looking.ts"
import { settings } from "./support.ts"

let somebody: Promise<Looking> | undefined

describePlugin("connect-storea", {
  plugins: { "connect-storea": { ...settings, syncDays: 45 }, account: true },
  config: idle,
  prepare: async (gateway, account, operationId) => {
    if (!operationId.startsWith("connectStoreaDashboard_")) return consoleCalls(gateway, account, operationId)
    somebody ??= looking(gateway)
    const { appId, cookie } = await somebody
    return { [operationId]: { values: { appId, limit: "10" }, headers: { cookie } } }
  }
})
