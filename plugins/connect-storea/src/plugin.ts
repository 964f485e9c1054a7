import { StoreaConversions } from "@storeglass/apps/contract"
import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { ConsoleApi } from "./api.ts"
import { Availabilities } from "./catalog/Availabilities.ts"
import { Prices } from "./catalog/Prices.ts"
import { Products } from "./catalog/Products.ts"
import { ConsoleConfig } from "./config.ts"
import { dashboardHandlers } from "./dashboard/http.ts"
import { handlers } from "./http.ts"
import { synced as syncedTables } from "./migrations/0001_synced.ts"
import { products as productTables } from "./migrations/0002_products.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { planHandlers } from "./plan/http.ts"
import { PricePlans } from "./plan/PricePlans.ts"
import { screenshotHandlers } from "./screenshots/http.ts"
import { leftovers } from "./screenshots/Leftovers.ts"
import { ReviewScreenshots } from "./screenshots/ReviewScreenshots.ts"
import { Figures } from "./sync/Figures.ts"
import { syncHandlers } from "./sync/http.ts"
import { synced } from "./sync/layer.ts"
import { Nightly, syncConsole, syncHealth } from "./sync/Nightly.ts"
import { Deletions } from "./undo/Deletions.ts"
import { undoHandlers } from "./undo/http.ts"
import { Undo } from "./undo/Undo.ts"
import { ConsoleVendorLive } from "./vendor/ConsoleVendorLive.ts"
import { Changes } from "./writes/Changes.ts"

export default definePlugin({
  id: "connect-storea",
  manifest,
  description: "The owner's own default-store console: purchases, subscriptions, prices and availability.",
  config: ConsoleConfig,
  api: ConsoleApi,
  usesIfEnabled: ["apps"],
  offers: [StoreaConversions],
  live: (config) => {
    const undoing = Layer.mergeAll(
      Availabilities.layer,
      Deletions.layer,
      Prices.layer,
      Products.layer,
      ReviewScreenshots.layer
    )
    const vendor = ConsoleVendorLive(config)
    const changing = Layer.mergeAll(Changes.layer(config.readsLagMs), vendor)
    return Layer.mergeAll(
      Layer.mergeAll(handlers, planHandlers, screenshotHandlers, undoHandlers).pipe(
        Layer.provide([PricePlans.layer, Undo.layer]),
        Layer.provide(undoing),
        Layer.provide(changing)
      ),
      Layer.mergeAll(
        syncHandlers,
        dashboardHandlers.pipe(Layer.provide(Undo.layer), Layer.provide(undoing), Layer.provide(changing)),
        Layer.provide(leftovers, changing)
      ).pipe(Layer.provideMerge(synced(config).pipe(Layer.provide(vendor))))
    )
  },
  own: [Nightly, Figures],
  jobs: () => [syncConsole],
  health: () => syncHealth,
  migrations: { "0001_synced": syncedTables, "0002_products": productTables },
  personal: () => ({
    tables: [
      "connect_storea_imports",
      "connect_storea_figures",
      "connect_storea_owners",
      "connect_storea_catalogues",
      "connect_storea_products",
      "connect_storea_prices"
    ]
  }),
  panels,
  panelTexts: { de },
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live vendor: tried against doubles alone."
})
