import { definePlugin, View } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { Api } from "./api.ts"
import { MoreHttp } from "./http.more.ts"
import { NotesHttp } from "./http.notes.ts"
import { ScansHttp } from "./http.scans.ts"
import { VendorHttp } from "./http.vendor.ts"
import { jobs, on, scanDone } from "./jobs.ts"
import { migrations } from "./migrations.ts"
import { Notes, NotesLive } from "./Notes.ts"
import { routes } from "./routes.ts"
import { Scans, ScansLive } from "./Scans.ts"
import { Syncs, SyncsLive } from "./Syncs.ts"
import { Config } from "./Vendor.ts"

export default definePlugin({
  id: "trial",
  manifest,
  description: "Everything that a plugin may declare, in one folder.",
  uses: [{ crier: "@storeglass/crier-fixture" }],
  own: [Notes, Scans, Syncs],
  config: Config,
  api: Api,
  live: (config) =>
    Layer.mergeAll(NotesHttp, ScansHttp, VendorHttp, MoreHttp).pipe(
      Layer.provideMerge(Layer.mergeAll(NotesLive, ScansLive, SyncsLive(config)))
    ),
  migrations,
  jobs,
  on,
  routes,
  alerts: { [scanDone]: { title: "A scan is done", description: "Sent when a scan is done." } },
  features: {
    trialScans: { description: "Scans of the trial.", plans: { indie: 5, small: 5, medium: null, large: null } }
  },
  panels: [
    {
      id: "notes",
      slot: "settings",
      title: "Notes",
      requires: "trialScans",
      blocks: [
        {
          kind: "view",
          operation: "trialNotes_list",
          view: View.list({ rows: "items", title: "name", text: "text" })
        },
        { kind: "form", operation: "trialNotes_create", title: "Add a note" }
      ]
    }
  ],
  guide: new URL("../guide/", import.meta.url)
})
