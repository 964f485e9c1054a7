import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { alerts } from "./alerts.ts"
import { AdLibraryApi } from "./api.ts"
import { AdLibraryConfig } from "./config.ts"
import { AdMoves, AdPresence } from "./contract.ts"
import { handlers } from "./http.ts"
import { health, jobs, on } from "./jobs.ts"
import { adLibrary } from "./migrations/0001_ad_library.ts"
import { adLibraryRows } from "./migrations/0002_ad_library_rows.ts"
import { adLibraryWatch } from "./migrations/0003_ad_library_watch.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { presenceLayer } from "./presence.ts"
import { ReadingStore } from "./readings/ReadingStore.ts"
import { Readings } from "./readings/Readings.ts"
import { ReportStore } from "./readings/ReportStore.ts"
import { Sellers } from "./readings/Sellers.ts"
import { AdResults } from "./results/AdResults.ts"
import { Reports } from "./results/Reports.ts"
import { AdRepository } from "./vendor/AdRepository.ts"
import { adMoves, Watches } from "./watch/Watches.ts"

export { AdLibraryApi } from "./api.ts"

export default definePlugin({
  id: "ad-library",
  manifest,
  description: "Who advertises in the EU storefronts, where, since when and with which pictures.",
  usesIfEnabled: ["stores", "workspace"],
  config: AdLibraryConfig,
  api: AdLibraryApi,
  offers: [AdPresence, AdMoves],
  own: [Readings, ReadingStore, Sellers, AdRepository, Watches],
  live: (config) =>
    Layer.mergeAll(
      handlers.pipe(Layer.provide(AdResults.layer(config).pipe(Layer.provide(Reports.layer(config))))),
      presenceLayer(config),
      adMoves
    ).pipe(
      Layer.provideMerge(Watches.layer(config)),
      Layer.provideMerge(Sellers.layer(config)),
      Layer.provideMerge(Readings.layer(config)),
      Layer.provideMerge([ReadingStore.layer, ReportStore.layer, AdRepository.layer(config)])
    ),
  migrations: {
    "0001_ad_library": adLibrary,
    "0002_ad_library_rows": adLibraryRows,
    "0003_ad_library_watch": adLibraryWatch
  },
  jobs,
  on,
  alerts,
  personal: () => ({ tables: ["ad_library_watchers"] }),
  health,
  panels,
  panelTexts: { de },
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live repository: tried against a double and the repository's documented samples."
})
