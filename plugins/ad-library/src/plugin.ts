import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AdLibraryApi } from "./api.ts"
import { AdLibraryConfig } from "./config.ts"
import { AdPresence } from "./contract.ts"
import { handlers } from "./http.ts"
import { health, jobs } from "./jobs.ts"
import { adLibrary } from "./migrations/0001_ad_library.ts"
import { adLibraryRows } from "./migrations/0002_ad_library_rows.ts"
import { panels } from "./panels.ts"
import { presenceLayer } from "./presence.ts"
import { ReadingStore } from "./readings/ReadingStore.ts"
import { Readings } from "./readings/Readings.ts"
import { AdResults } from "./results/AdResults.ts"
import { AdRepository } from "./vendor/AdRepository.ts"

export { AdLibraryApi } from "./api.ts"

export default definePlugin({
  id: "ad-library",
  manifest,
  description: "Who advertises in the EU storefronts, where, since when and with which pictures.",
  usesIfEnabled: ["stores", "workspace"],
  config: AdLibraryConfig,
  api: AdLibraryApi,
  offers: [AdPresence],
  own: [Readings, ReadingStore, AdRepository],
  live: (config) =>
    Layer.mergeAll(handlers.pipe(Layer.provide(AdResults.layer(config))), presenceLayer(config)).pipe(
      Layer.provideMerge(Readings.layer(config)),
      Layer.provideMerge([ReadingStore.layer, AdRepository.layer(config)])
    ),
  migrations: { "0001_ad_library": adLibrary, "0002_ad_library_rows": adLibraryRows },
  jobs,
  health,
  panels,
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live repository: tried against a double and the repository's documented samples."
})
