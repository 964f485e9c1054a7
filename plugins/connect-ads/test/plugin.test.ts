import { describePlugin } from "@storeglass/testkit"
import { options } from "./support.ts"

// The double says how an account is connected, and which campaign there is.
describePlugin("connect-ads", {
  ...options,
  bodies: { connectAds_updateCampaign: { name: "Renamed" }, connectAds_updateAdGroup: { status: "PAUSED" } }
})
