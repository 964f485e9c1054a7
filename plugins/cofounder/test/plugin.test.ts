import { describePlugin } from "@storeglass/testkit"
import { ownerOf } from "./support.ts"

describePlugin("cofounder", {
  plugins: { cofounder: true },
  prepare: async (gateway) => {
    const { url } = await ownerOf(gateway)
    return {
      cofounder_saveWebhook: { body: { credentials: { url } } },
      cofounder_preferences: { body: { enabledIntegrations: [] } }
    }
  }
})
