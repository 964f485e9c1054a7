import { describePlugin } from "@storeglass/testkit"
import { bot, emailOf } from "./support.ts"

describePlugin("alerts", {
  plugins: { alerts: { bot } },
  prepare: async (gateway, { accountId }) => {
    const email = await emailOf(gateway, accountId)
    return {
      alerts_startLink: { body: { email } },
      alerts_paired: { values: { email } },
      alerts_unpair: { body: { email, chatId: "4711" } }
    }
  }
})
