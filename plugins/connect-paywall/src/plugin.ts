import { definePlugin } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { PaywallApi } from "./api.ts"
import { PaywallConfig } from "./config.ts"
import { Dashboards } from "./Dashboards.ts"
import { Figures } from "./Figures.ts"
import { handlers } from "./http.ts"
import { keyRejected, Links, scopeLost } from "./Links.ts"
import { superwall } from "./sources/superwall/source.ts"

export { PaywallApi } from "./api.ts"

/** The providers that can be read, by their names in the config. */
const sources = { superwall }

const services = (config: PaywallConfig) =>
  Layer.unwrap(
    Effect.map(sources[config.provider ?? "superwall"](config), (source) =>
      Dashboards.layer.pipe(Layer.provideMerge(Figures.layer), Layer.provideMerge(Links.layer(source)))
    )
  )

export default definePlugin({
  id: "connect-paywall",
  manifest,
  description:
    "An owner's paywall analytics: proceeds, conversion, charts, transactions and campaigns, by a saved key.",
  config: PaywallConfig,
  api: PaywallApi,
  live: (config) => handlers.pipe(Layer.provide(services(config))),
  alerts: {
    [scopeLost]: {
      title: "A paywall key lacks a scope",
      description: "Sent once when the provider refuses a read for want of a scope that the saved key had."
    },
    [keyRejected]: {
      title: "A paywall key is refused",
      description: "Sent once when the provider no longer accepts the saved key."
    }
  },
  guide: new URL("../guide/", import.meta.url)
})
