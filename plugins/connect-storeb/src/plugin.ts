import { StorebConversions } from "@storeglass/apps/contract"
import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { PlayApi } from "./api.ts"
import { PlayConfig } from "./config.ts"
import { ListingLints, OwnListings, OwnReviews } from "./contract.ts"
import { dashboardHandlers } from "./dashboard/http.ts"
import { Edits } from "./edits/Edits.ts"
import { editsHandlers } from "./edits/http.ts"
import { closeEdit } from "./edits/jobs.ts"
import { editing } from "./edits/layer.ts"
import { editsPanels } from "./edits/panels.ts"
import { handlers } from "./http.ts"
import { edits } from "./migrations/0001_edits.ts"
import { syncs } from "./migrations/0002_syncs.ts"
import { reviews } from "./migrations/0003_reviews.ts"
import { vitals } from "./migrations/0004_vitals.ts"
import { reports } from "./migrations/0005_reports.ts"
import { PlayConnection } from "./PlayConnection.ts"
import { de } from "./panels.de.ts"
import { connectionPanels } from "./panels.ts"
import { pricePanels } from "./pricePanels.ts"
import { Bucket } from "./reports/Bucket.ts"
import { downloadReport } from "./reports/download.ts"
import { reportsHandlers } from "./reports/http.ts"
import { reporting } from "./reports/layer.ts"
import { reportPanels } from "./reports/panels.ts"
import { ReportRows } from "./reports/ReportRows.ts"
import { Inbox } from "./reviews/Inbox.ts"
import { reviewing } from "./reviews/layer.ts"
import { ownReviews } from "./reviews/ownReviews.ts"
import { reviewsPanels } from "./reviews/panels.ts"
import { ReviewCopies, reviewsTables } from "./reviews/ReviewCopies.ts"
import { syncing } from "./sync/layer.ts"
import { Rooms } from "./sync/Rooms.ts"
import { Syncs, syncRoom } from "./sync/Syncs.ts"
import { PlayTransport } from "./vendor/transport.ts"
import { PlayVendor } from "./vendor/Vendor.ts"
import { vitalsAlerts } from "./vitals/alerts.ts"
import { vitalsHandlers } from "./vitals/http.ts"
import { measuring } from "./vitals/layer.ts"
import { vitalsPanels } from "./vitals/panels.ts"
import { rolloutVitals } from "./vitals/rolloutVitals.ts"
import { VersionVitals } from "./vitals/VersionVitals.ts"
import { VitalRows } from "./vitals/VitalRows.ts"
import { VitalsSync } from "./vitals/VitalsSync.ts"

export default definePlugin({
  id: "connect-storeb",
  manifest,
  description:
    "The owner's own second-store console: apps, reviews, vitals, reports, releases, listings and products, by a saved service account.",
  config: PlayConfig,
  api: PlayApi,
  usesIfEnabled: ["apps"],
  live: (config) =>
    Layer.mergeAll(
      handlers,
      editsHandlers.pipe(Layer.provideMerge(editing(config)), Layer.provide(rolloutVitals)),
      vitalsHandlers,
      ownReviews,
      reviewing(config),
      Layer.mergeAll(
        reportsHandlers,
        dashboardHandlers.pipe(Layer.provide(Inbox.layer.pipe(Layer.provideMerge(ReviewCopies.layer))))
      ).pipe(Layer.provideMerge(reporting))
    ).pipe(
      Layer.provideMerge(measuring(config)),
      Layer.provideMerge(syncing),
      Layer.provide(PlayVendor.layer),
      Layer.provide(PlayTransport.layer(config))
    ),
  offers: [ListingLints, OwnListings, OwnReviews, StorebConversions],
  own: [Edits, Bucket, PlayConnection, ReportRows, ReviewCopies, Rooms, Syncs, VersionVitals, VitalRows, VitalsSync],
  routes: () => [downloadReport],
  jobs: () => [closeEdit, syncRoom],
  migrations: {
    "0001_edits": edits,
    "0002_syncs": syncs,
    "0003_reviews": reviews,
    "0004_vitals": vitals,
    "0005_reports": reports
  },
  personal: () => ({
    tables: [
      "connect_storeb_edits",
      "connect_storeb_syncs",
      "connect_storeb_imports",
      "connect_storeb_report_rows",
      "connect_storeb_vitals",
      "connect_storeb_vital_sets",
      ...reviewsTables
    ]
  }),
  alerts: vitalsAlerts,
  panels: [...connectionPanels, ...editsPanels, ...reviewsPanels, ...vitalsPanels, ...pricePanels, ...reportPanels],
  panelTexts: { de },
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live vendor: tried against doubles alone."
})
