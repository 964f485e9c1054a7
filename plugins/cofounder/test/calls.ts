import type { PreparedCalls, TestGateway } from "@storeglass/testkit"

/** Calls that nothing can make up: to a receiver that answers. */
export const cofounderCalls = (gateway: TestGateway): PreparedCalls => ({
  cofounder_saveWebhook: { body: { credentials: { url: `${gateway.running.sandbox?.baseUrls.webhook}/calls` } } },
  cofounder_preferences: { body: { enabledIntegrations: ["webhook"] } },
  cofounder_removeWebhook: {}
})
