import { definePlugin, type HealthCheck } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { alerts } from "./alerts.ts"
import { GrowthApi } from "./api.ts"
import { channelsLayer } from "./channels/Channels.ts"
import { GrowthConfig } from "./config.ts"
import { GrowthChannels, GrowthFindings } from "./contract.ts"
import { AppInbox } from "./dashboard/AppInbox.ts"
import { Digests } from "./digests/Digests.ts"
import { feedRoute } from "./digests/route.ts"
import { DryRuns } from "./dryRuns/DryRuns.ts"
import { handlers } from "./http.ts"
import { Insights } from "./insight/Insights.ts"
import { insightModel } from "./insight/topics.ts"
import { jobs } from "./jobs.ts"
import { Learned } from "./learned/Learned.ts"
import { learnedModel } from "./learned/weights.ts"
import { features, featuresUsed } from "./limits.ts"
import { growth } from "./migrations/0001_growth.ts"
import { listing } from "./migrations/0002_listing.ts"
import { forgotten } from "./migrations/0003_forgotten.ts"
import { replies } from "./migrations/0004_replies.ts"
import { asked } from "./migrations/0005_asked.ts"
import { searches } from "./migrations/0006_searches.ts"
import { learned } from "./migrations/0007_learned.ts"
import { insight } from "./migrations/0009_insight.ts"
import { digests } from "./migrations/0010_digests.ts"
import { Opportunities } from "./opportunities/Opportunities.ts"
import { findingsLayer, Stats } from "./opportunities/Stats.ts"
import { Outcomes } from "./outcome/Outcomes.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { personal } from "./personal.ts"
import { Bootstraps } from "./projects/Bootstraps.ts"
import { Projects } from "./projects/Projects.ts"
import { Replies } from "./replies/Replies.ts"
import { Scans } from "./scans/Scans.ts"
import { Work } from "./scans/Work.ts"
import { relevanceModel } from "./scoring/relevance.ts"
import { urgencyModel } from "./scoring/urgency.ts"
import { Searches } from "./searches/Searches.ts"
import { Upkeep } from "./upkeep/Upkeep.ts"

export { GrowthApi } from "./api.ts"

const services = (config: GrowthConfig) =>
  Layer.mergeAll(
    Bootstraps.layer,
    Scans.layer,
    DryRuns.layer(config),
    Digests.layer,
    Layer.mergeAll(Searches.layer, Insights.layer, Outcomes.layer).pipe(
      Layer.provideMerge(AppInbox.layer),
      Layer.provideMerge([Stats.layer, Opportunities.layer])
    ),
    Work.layer(config),
    Upkeep.layer(config),
    findingsLayer
  ).pipe(
    Layer.provideMerge(Projects.layer),
    Layer.provideMerge(Learned.layer),
    Layer.provideMerge([channelsLayer(config), Replies.layer(config)])
  )

const health = Effect.map(Replies, ({ problem }) => {
  const checks: Readonly<Record<string, HealthCheck>> =
    problem === undefined ? {} : { writer: { status: "degraded", detail: problem } }
  return checks
})

export default definePlugin({
  id: "growth",
  manifest,
  description: "Public threads where an answer of yours would help: found once, scored openly, never posted by us.",
  uses: ["stores"],
  usesIfEnabled: [
    "workspace",
    "keywords",
    "charts",
    "apps",
    "connect-storea",
    "connect-storeb",
    "aso",
    "ai-visibility"
  ],
  needs: [AppStores],
  offers: [GrowthChannels, GrowthFindings],
  own: [Scans, Work, Upkeep, Replies, Learned, Digests],
  config: GrowthConfig,
  api: GrowthApi,
  routes: () => [feedRoute],
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: {
    "0001_growth": growth,
    "0002_listing": listing,
    "0003_forgotten": forgotten,
    "0004_replies": replies,
    "0005_asked": asked,
    "0006_searches": searches,
    "0007_learned": learned,
    "0009_insight": insight,
    "0010_digests": digests
  },
  jobs,
  alerts,
  features,
  featuresUsed,
  panels,
  panelTexts: { de },
  personal,
  health: () => health,
  models: { relevance: relevanceModel, urgency: urgencyModel, learned: learnedModel, insight: insightModel },
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live places: tried against doubles written from their documentation."
})
