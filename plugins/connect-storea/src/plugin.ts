import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { Availabilities } from "./Availabilities.ts"
import { ConsoleApi } from "./api.ts"
import { Changes } from "./Changes.ts"
import { ConsoleConfig } from "./config.ts"
import { handlers } from "./http.ts"
import { Prices } from "./Prices.ts"
import { Products } from "./Products.ts"
import { ConsoleVendorLive } from "./vendor/ConsoleVendorLive.ts"

export default definePlugin({
  id: "connect-storea",
  manifest,
  description: "The owner's own default-store console: purchases, subscriptions, prices and availability.",
  config: ConsoleConfig,
  api: ConsoleApi,
  live: (config) =>
    handlers.pipe(
      Layer.provide([Availabilities.layer, Prices.layer, Products.layer]),
      Layer.provide([Changes.layer(config.readsLagMs), ConsoleVendorLive(config)])
    ),
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live vendor: tried against doubles alone."
})
