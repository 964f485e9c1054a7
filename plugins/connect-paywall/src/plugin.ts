import { definePlugin, type Tokens, type Upstreams } from "@storeglass/plugin-api"
import { Effect, Layer, type Scope } from "effect"
import manifest from "../package.json" with { type: "json" }
import { PaywallApi } from "./api.ts"
import { Collecting, collect } from "./collecting/Collecting.ts"
import { DailyCopy } from "./collecting/DailyCopy.ts"
import { outOfBand, Watch, watchBands } from "./collecting/Watch.ts"
import { historyDaysOf, PaywallConfig } from "./config.ts"
import { KeptProceeds, PaywallProceeds } from "./contract.ts"
import { Figures } from "./figures/Figures.ts"
import { handlers } from "./http.ts"
import { Links, scopeLost } from "./links/Links.ts"
import { dailyCopy } from "./migrations/0001_daily_copy.ts"
import { storeApps } from "./migrations/0002_store_apps.ts"
import type { PaywallSource } from "./PaywallSource.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { Dashboards } from "./performance/Dashboards.ts"
import { Performance } from "./performance/Performance.ts"
import { Actuals } from "./proceeds/Actuals.ts"
import { Earnings } from "./proceeds/Earnings.ts"
import { keptProceeds } from "./proceeds/keptProceeds.ts"
import { proceeds } from "./proceeds/Proceeds.ts"
import { superwall } from "./sources/superwall/source.ts"

export { PaywallApi } from "./api.ts"

/** The providers that can be read, by their names in the config. */
const sources = { superwall }

type SourceOf = (config: PaywallConfig) => Effect.Effect<PaywallSource, never, Tokens | Upstreams | Scope.Scope>

const services = (sourceOf: SourceOf, config: PaywallConfig) =>
  Layer.unwrap(
    Effect.map(sourceOf(config), (source) =>
      Layer.mergeAll(Dashboards.layer, Watch.layer, Collecting.layer, Performance.layer, proceeds, keptProceeds).pipe(
        Layer.provideMerge([Actuals.layer, DailyCopy.layer(historyDaysOf(config))]),
        Layer.provideMerge(Earnings.layer),
        Layer.provideMerge(Figures.layer),
        Layer.provideMerge(Links.layer(source))
      )
    )
  )

/** The plugin over a provider. */
export const pluginOf = (sourceOf: SourceOf) =>
  definePlugin({
    id: "connect-paywall",
    manifest,
    description:
      "An owner's paywall analytics: proceeds, conversion, charts, transactions and campaigns, by a saved key.",
    config: PaywallConfig,
    api: PaywallApi,
    offers: [PaywallProceeds, KeptProceeds],
    usesIfEnabled: ["apps"],
    own: [Watch, Collecting],
    live: (config) => handlers(config).pipe(Layer.provideMerge(services(sourceOf, config))),
    migrations: { "0001_daily_copy": dailyCopy, "0002_store_apps": storeApps },
    personal: () => ({ tables: ["connect_paywall_apps", "connect_paywall_charts", "connect_paywall_days"] }),
    jobs: (config) => [watchBands(config), collect],
    alerts: {
      [outOfBand]: {
        title: "Proceeds or conversion left the usual",
        description:
          "Sent for a day whose proceeds or conversion are outside of what the same weekday of the 8 weeks before was: median ± 3 robust standard deviations, a quarter of the median at least."
      },
      [scopeLost]: {
        title: "A paywall key lacks a scope",
        description: "Sent once when the provider refuses a read for want of a scope that the saved key had."
      }
    },
    panels,
    panelTexts: { de },
    guide: new URL("../guide/", import.meta.url),
    unproven: "Not yet run against the live provider: tried against doubles alone."
  })

export default pluginOf((config) => sources[config.provider ?? "superwall"](config))
