import { describePlugin } from "@storeglass/testkit"
import { cofounderCalls } from "./calls.ts"

describePlugin("cofounder", {
  plugins: { cofounder: true },
  prepare: async (gateway) => ({
    ...cofounderCalls(gateway),
    // Each call has an account of its own, without a webhook.
    cofounder_preferences: { body: { enabledIntegrations: [] } }
  })
})
