import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AdsConnection } from "./AdsConnection.ts"
import { alerts } from "./alerts.ts"
import { AdsApi } from "./api.ts"
import { Changes } from "./changes/Changes.ts"
import { Raises } from "./changes/Raises.ts"
import { AdsConfig } from "./config.ts"
import { AdsSpend, SearchPopularity } from "./contract.ts"
import { adsSpend } from "./copy/adsSpend.ts"
import { Copies } from "./copy/Copies.ts"
import { Copying, copySpend } from "./copy/Copying.ts"
import { History } from "./findings/History.ts"
import { Returns } from "./findings/Returns.ts"
import { Weekly, weeklyNote } from "./findings/Weekly.ts"
import { handlers } from "./http.ts"
import { spend } from "./migrations/0001_spend.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { Campaigns } from "./reads/Campaigns.ts"
import { OwnerCache } from "./reads/OwnerCache.ts"
import { searchPopularity } from "./reads/Popularity.ts"
import { Reports } from "./reads/Reports.ts"
import { AdsVendor } from "./vendor/Vendor.ts"

export default definePlugin({
  id: "connect-ads",
  manifest,
  description: "The account's own search ads: campaigns, ad groups, bids, budgets and reports.",
  usesIfEnabled: ["connect-paywall"],
  config: AdsConfig,
  api: AdsApi,
  live: (config) =>
    handlers(config).pipe(
      Layer.provideMerge([Weekly.layer, Copying.layer(config), adsSpend, searchPopularity]),
      Layer.provide([Reports.layer, Returns.layer]),
      Layer.provide([Campaigns.layer, Changes.layer(config)]),
      Layer.provide(History.layer),
      Layer.provide([AdsConnection.layer, Copies.layer, OwnerCache.layer, Raises.layer(config)]),
      Layer.provide(AdsVendor.layer(config))
    ),
  offers: [SearchPopularity, AdsSpend],
  own: [Weekly, Copying],
  jobs: (config) => [weeklyNote(config), copySpend],
  migrations: { "0001_spend": spend },
  personal: () => ({
    tables: [
      "connect_ads_copies",
      "connect_ads_days",
      "connect_ads_campaigns",
      "connect_ads_spend",
      "connect_ads_keywords"
    ]
  }),
  alerts,
  panels,
  panelTexts: { de },
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live vendor: tried against doubles alone."
})
