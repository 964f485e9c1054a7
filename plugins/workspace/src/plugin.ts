import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { Accounts } from "./Accounts.ts"
import { alerts } from "./alerts.ts"
import { WorkspaceApi } from "./api.ts"
import { Apps } from "./apps/Apps.ts"
import { Listings } from "./apps/Listings.ts"
import { watchedApps } from "./apps/watchedApps.ts"
import { audits } from "./audits.ts"
import { WorkspaceConfig } from "./config.ts"
import {
  CurrentVersions,
  DraftVersions,
  KeptVersions,
  LiveListings,
  SavedReports,
  VersionLints,
  Workspace
} from "./contract.ts"
import { featuresUsed } from "./featuresUsed.ts"
import { Diffs } from "./history/Diffs.ts"
import { handlers } from "./http.ts"
import { Chores, jobs, on } from "./jobs.ts"
import { Collection } from "./keywords/Collection.ts"
import { Keywords } from "./keywords/Keywords.ts"
import { features } from "./limits.ts"
import { workspace } from "./migrations/0001_workspace.ts"
import { plans } from "./migrations/0002_plans.ts"
import { deleted } from "./migrations/0003_deleted.ts"
import { watch } from "./migrations/0004_watch.ts"
import { tags } from "./migrations/0005_tags.ts"
import { lists } from "./migrations/0006_lists.ts"
import { keywordRows } from "./migrations/0007_keyword_rows.ts"
import { pages } from "./migrations/0008_pages.ts"
import { storefronts } from "./migrations/0009_storefronts.ts"
import { languages } from "./migrations/0010_languages.ts"
import { Exports } from "./moving/Exports.ts"
import { Imports } from "./moving/Imports.ts"
import { offered } from "./offered.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { personal } from "./personal.ts"
import { Reports } from "./reports/Reports.ts"
import { Competitors } from "./rivals/Competitors.ts"
import { Suggestions } from "./rivals/Suggestions.ts"
import { trackedCompetitors } from "./rivals/trackedCompetitors.ts"
import { Tags } from "./tags/Tags.ts"
import { Deleted } from "./undo/Deleted.ts"
import { Restores } from "./undo/Restores.ts"
import { draftVersions } from "./versions/drafts.ts"
import { Lints, versionLints } from "./versions/Lints.ts"
import { Versions } from "./versions/Versions.ts"
import { Views } from "./views/Views.ts"
import { Wall } from "./Wall.ts"
import { RankMoves } from "./watch/RankMoves.ts"
import { RatingDrops } from "./watch/RatingDrops.ts"
import { VisibilityDrops } from "./watch/VisibilityDrops.ts"
import { Watches } from "./watch/Watches.ts"

export { WorkspaceApi } from "./api.ts"

const rooms = Layer.mergeAll(Imports.layer, Exports.layer, Restores.layer, Diffs.layer, Suggestions.layer, Tags.layer)

const services = (config: WorkspaceConfig) =>
  Layer.mergeAll(
    offered,
    watchedApps,
    trackedCompetitors,
    draftVersions,
    versionLints,
    Chores.layer(config),
    rooms
  ).pipe(
    Layer.provideMerge([
      Watches.layer,
      RankMoves.layer(config),
      RatingDrops.layer(config),
      VisibilityDrops.layer(config)
    ]),
    Layer.provideMerge([Competitors.layer, Keywords.layer, Versions.layer, Reports.layer, Views.layer]),
    Layer.provideMerge(Apps.layer),
    Layer.provideMerge(Deleted.layer),
    Layer.provideMerge(Collection.layer),
    Layer.provideMerge([Accounts.layer(config), Listings.layer(config), Lints.layer]),
    Layer.provideMerge(Wall.layer)
  )

export default definePlugin({
  id: "workspace",
  manifest,
  description: "What an account keeps: its apps, their competitors, keywords and listing versions, and saved reports.",
  uses: ["stores"],
  usesIfEnabled: ["apps", "keywords"],
  needs: [AppStores],
  offers: [Workspace, CurrentVersions, KeptVersions, LiveListings, SavedReports, VersionLints, DraftVersions],
  own: [Chores, Wall],
  config: WorkspaceConfig,
  api: WorkspaceApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: {
    "0001_workspace": workspace,
    "0002_plans": plans,
    "0003_deleted": deleted,
    "0004_watch": watch,
    "0005_tags": tags,
    "0006_lists": lists,
    "0007_keyword_rows": keywordRows,
    "0008_pages": pages,
    "0009_storefronts": storefronts,
    "0010_languages": languages
  },
  jobs,
  on,
  alerts,
  audits,
  features,
  featuresUsed,
  panels,
  panelTexts: { de },
  personal,
  guide: new URL("../guide/", import.meta.url)
})
