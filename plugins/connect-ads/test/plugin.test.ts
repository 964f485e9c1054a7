import { describePlugin } from "@storeglass/testkit"
import { options, settings } from "./support.ts"

// The double says how an account is connected, and which campaign there is.
describePlugin("connect-ads", {
  ...options,
  // With caps, so that there are some to draw.
  plugins: { "connect-ads": { ...settings, budgetRaisePerHour: 1_000, bidRaisePerHour: 10 } },
  bodies: { connectAds_updateCampaign: { name: "Renamed" }, connectAds_updateAdGroup: { status: "PAUSED" } }
})
