import { describePlugin, type TestGateway } from "@storeglass/testkit"
import { signedIn } from "../../account/test/signedIn.ts"
import { CopySpend } from "../src/copy/Copying.ts"
import { adsOf, bodyOf, options, settings } from "./support.ts"

let somebody: Promise<string> | undefined
/** Somebody whose ad account is connected and was copied, and who changed a campaign of it. */
const cookieOf = async (gateway: TestGateway) => {
  const ads = adsOf(() => gateway)
  const { accountId, cookie, key } = await signedIn(() => gateway)
  const client = await ads.issue()
  await ads.ask("/credentials", key, { method: "POST", body: bodyOf(client) })
  const campaign = (await ads.owned(client)).campaign(() => true)
  await ads.put(`/campaigns/${campaign.id}`, key, { name: "Renamed" })
  await gateway.runJob(CopySpend, { accountId })
  return cookie
}

// The double says how an account is connected, and which campaign there is.
describePlugin("connect-ads", {
  ...options,
  // With caps, so that there are some to draw.
  plugins: { "connect-ads": { ...settings, budgetRaisePerHour: 1_000, bidRaisePerHour: 10 }, account: true },
  prepare: async (gateway, _, operationId) => {
    if (!operationId.startsWith("connectAdsDashboard_")) return {}
    somebody ??= cookieOf(gateway)
    return { [operationId]: { values: { limit: "10" }, headers: { cookie: await somebody } } }
  },
  bodies: { connectAds_updateCampaign: { name: "Renamed" }, connectAds_updateAdGroup: { status: "PAUSED" } }
})
