import { describePlugin } from "@storeglass/testkit"
import { type Visitor, visitor } from "../../account/test/visitor.ts"
import { cofounderCalls } from "./calls.ts"
import { failWebhook, keepReport } from "./kept.ts"
import { rows } from "./support.ts"

let signedIn: Promise<Visitor> | undefined
const bodies: Readonly<Record<string, object>> = {
  cofounderDashboard_setWeekly: { on: true },
  cofounderDashboard_setThreshold: { appId: "7", platform: "storea", name: "ranksMin", value: 10 }
}

describePlugin("cofounder", {
  plugins: { stores: true, workspace: true, cofounder: true, account: true },
  config: { jobs: { lanes: { "cofounder.reports": 0, "cofounder.deliveries": 0, "cofounder.slow-deliveries": 0 } } },
  prepare: async (gateway, { accountId, key }, operationId) => {
    if (operationId.startsWith("cofounderDashboard_")) {
      signedIn ??= visitor(() => gateway)
      const { headers, join } = await signedIn
      await join(accountId, "admin")
      // For which a report was made and posted in vain.
      await gateway.ask("/v1/user/apps", {
        method: "POST",
        key,
        body: { platform: "storea", appId: "7", country: "us", appName: "Lens" }
      })
      await rows(gateway, `DELETE FROM cofounder_reports WHERE account_id = '${accountId}'`)
      await keepReport(gateway, accountId, "7")
      await rows(gateway, `DELETE FROM cofounder_webhooks WHERE account_id = '${accountId}'`)
      await failWebhook(gateway, accountId)
      const [event] = await rows(
        gateway,
        `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${accountId}'`
      )
      const body = bodies[operationId]
      return {
        [operationId]: {
          values: { appId: "7", limit: "10", id: String(event?.id) },
          headers: headers(),
          ...(body === undefined ? {} : { body })
        }
      }
    }
    return {
      ...cofounderCalls(gateway),
      // Each call has an account of its own, without a webhook.
      cofounder_preferences: { body: { enabledIntegrations: [] } }
    }
  }
})
