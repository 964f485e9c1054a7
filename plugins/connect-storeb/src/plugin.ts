import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { PlayApi } from "./api.ts"
import { PlayConfig } from "./config.ts"
import { Edits } from "./edits/Edits.ts"
import { editsHandlers } from "./edits/http.ts"
import { closeEdit } from "./edits/jobs.ts"
import { editing } from "./edits/layer.ts"
import { editsPanels } from "./edits/panels.ts"
import { handlers } from "./http.ts"
import { edits } from "./migrations/0001_edits.ts"
import { syncs } from "./migrations/0002_syncs.ts"
import { reviews } from "./migrations/0003_reviews.ts"
import { reviewing } from "./reviews/layer.ts"
import { reviewsPanels } from "./reviews/panels.ts"
import { reviewsTables } from "./reviews/ReviewCopies.ts"
import { syncing } from "./sync/layer.ts"
import { Syncs, syncRoom } from "./sync/Syncs.ts"
import { PlayTransport } from "./vendor/transport.ts"
import { PlayVendor } from "./vendor/Vendor.ts"

export default definePlugin({
  id: "connect-storeb",
  manifest,
  description:
    "The owner's own second-store console: apps, subscriptions and one-time products, by a saved service account.",
  config: PlayConfig,
  api: PlayApi,
  usesIfEnabled: ["apps", "aso"],
  live: (config) =>
    Layer.mergeAll(handlers, editsHandlers.pipe(Layer.provideMerge(editing(config))), reviewing(config)).pipe(
      Layer.provideMerge(syncing),
      Layer.provide(PlayVendor.layer),
      Layer.provide(PlayTransport.layer(config))
    ),
  own: [Edits, Syncs],
  jobs: () => [closeEdit, syncRoom],
  migrations: { "0001_edits": edits, "0002_syncs": syncs, "0003_reviews": reviews },
  personal: () => ({ tables: ["connect_storeb_edits", "connect_storeb_syncs", ...reviewsTables] }),
  panels: [...editsPanels, ...reviewsPanels],
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live vendor: tried against doubles alone."
})
