import { describePlugin, type TestGateway } from "@storeglass/testkit"
import { signedIn } from "../../account/test/signedIn.ts"
import { cofounderCalls } from "./calls.ts"
import { failWebhook, keepReport } from "./kept.ts"

let looking: Promise<string> | undefined
/** Somebody for whom a report was made and posted in vain. */
const cookieOf = async (gateway: TestGateway) => {
  const { accountId, cookie } = await signedIn(() => gateway)
  await keepReport(gateway, accountId, "7")
  await failWebhook(gateway, accountId)
  return cookie
}

describePlugin("cofounder", {
  plugins: { stores: true, workspace: true, cofounder: true, account: true },
  prepare: async (gateway, _, operationId) => {
    if (operationId.startsWith("cofounderDashboard_")) {
      looking ??= cookieOf(gateway)
      return { [operationId]: { values: { appId: "7", limit: "10" }, headers: { cookie: await looking } } }
    }
    return {
      ...cofounderCalls(gateway),
      // Each call has an account of its own, without a webhook.
      cofounder_preferences: { body: { enabledIntegrations: [] } }
    }
  }
})
