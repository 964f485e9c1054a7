import { describePlugin } from "@storeglass/testkit"
import { playCalls } from "./calls.ts"
import { type Looking, looking } from "./looking.ts"
import { idle } from "./support.ts"

let somebody: Promise<Looking> | undefined

describePlugin("connect-storeb", {
  plugins: { "connect-storeb": true, account: true },
  config: idle,
  prepare: async (gateway, account, operationId) => {
    if (operationId?.startsWith("connectStorebDashboard_") !== true) return playCalls(gateway, account, operationId)
    somebody ??= looking(gateway)
    const { cookie, packageName } = await somebody
    return { [operationId]: { values: { packageName, limit: "10" }, headers: { cookie } } }
  }
})
