import { KeywordBook, LatestRanks } from "@storeglass/keywords/contract"
import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { alerts } from "./alerts.ts"
import { AsoApi } from "./api.ts"
import { auditModel } from "./audit/model.ts"
import { beforeAfterModel } from "./beforeAfter/effect.ts"
import { briefModel } from "./brief/brief.ts"
import { clustersModel } from "./clusters/clusters.ts"
import { AsoConfig } from "./config.ts"
import { AppClusters, AsoFindings, KeptAnalyses, MetadataRules } from "./contract.ts"
import { handlers } from "./http.ts"
import { localePlanModel } from "./localePlan/plan.ts"
import { aso } from "./migrations/0001_aso.ts"
import { asoDepth } from "./migrations/0002_aso_depth.ts"
import { opportunityModel } from "./opportunities/model.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { productPagesModel } from "./productPages/pages.ts"
import { reportModel } from "./report/model.ts"
import { rulesModel } from "./rules/check.ts"
import { services } from "./services.ts"
import { snapshotJobs } from "./snapshot/jobs.ts"
import { SnapshotTable } from "./snapshot/SnapshotTable.ts"
import { Snapshots } from "./snapshot/snapshot.ts"
import { suggestModel } from "./suggest/suggest.ts"
import { relevanceModel } from "./words/relevance.ts"
import { wordsModel } from "./words/words.ts"

export { AsoApi } from "./api.ts"

export default definePlugin({
  id: "aso",
  manifest,
  description: "What a listing's texts are worth, and what to write: each figure with what it stands on.",
  uses: ["stores", "keywords"],
  usesIfEnabled: ["workspace", "apps", "connect-storea", "connect-storeb", "ad-library"],
  needs: [AppStores, KeywordBook, LatestRanks],
  offers: [AsoFindings, KeptAnalyses, MetadataRules, AppClusters],
  own: [SnapshotTable, Snapshots],
  config: AsoConfig,
  api: AsoApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: { "0001_aso": aso, "0002_aso_depth": asoDepth },
  jobs: snapshotJobs,
  personal: () => ({ tables: ["aso_own_snapshots"] }),
  models: {
    asoAudit: auditModel,
    asoBrief: briefModel,
    asoCompetitors: reportModel,
    metadataRules: rulesModel,
    intentClusters: clustersModel,
    metadataSuggest: suggestModel,
    relevance: relevanceModel,
    words: wordsModel,
    asoOpportunity: opportunityModel,
    productPages: productPagesModel,
    localePlan: localePlanModel,
    beforeAfter: beforeAfterModel
  },
  alerts,
  panels,
  panelTexts: { de },
  guide: new URL("../guide/", import.meta.url)
})
