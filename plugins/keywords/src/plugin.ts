import { collectionRow, startCollecting } from "@storeglass/history"
import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { KeywordsApi } from "./api.ts"
import { CollectionQueue } from "./collection/CollectionQueue.ts"
import { Collector } from "./collection/Collector.ts"
import { checkOf, publish } from "./collection/collectionPlan.ts"
import { KeywordsConfig } from "./config.ts"
import {
  CollectionPlan,
  KeywordBook,
  KeywordHistory,
  KeywordSeeding,
  LatestRanks,
  RankChanges,
  TrackedApps,
  TrackedCompetitors,
  TrackedKeywords
} from "./contract.ts"
import { de } from "./dashboard/panels.de.ts"
import { panels } from "./dashboard/panels.ts"
import { KeywordLists } from "./history/KeywordLists.ts"
import { handlers } from "./http.ts"
import { jobs, KeepUp, Maintain } from "./jobs.ts"
import { keywords } from "./migrations/0001_keywords.ts"
import { sums } from "./migrations/0002_sums.ts"
import { noSeededDays } from "./migrations/0003_no_seeded_days.ts"
import { prefixSearch } from "./migrations/0004_prefix_search.ts"
import { discovered } from "./migrations/0005_discovered.ts"
import { scores } from "./migrations/0006_scores.ts"
import { recounts } from "./migrations/0007_recounts.ts"
import { due } from "./migrations/0008_due.ts"
import { packed } from "./migrations/0009_packed.ts"
import { byItself } from "./migrations/0010_by_itself.ts"
import { changed } from "./migrations/0011_changed.ts"
import { autocompleteModel } from "./models/autocomplete.ts"
import { basketModel } from "./models/basket.ts"
import { brandModel } from "./models/brand.ts"
import { candidatesModel } from "./models/candidates.ts"
import { developerDiversityModel, marketDominanceModel } from "./models/competition.ts"
import { difficultyModel } from "./models/difficulty.ts"
import { interpretationModel } from "./models/interpretation.ts"
import { moversModel } from "./models/movers.ts"
import { gapOpportunityModel, opportunityModel } from "./models/opportunity.ts"
import { overlapModel } from "./models/overlap.ts"
import { rankDiffModel } from "./models/rankDiff.ts"
import { reachGrowthModel } from "./models/reachGrowth.ts"
import { trendModel } from "./models/trend.ts"
import { visibilityModel } from "./models/visibility.ts"
import { volatilityModel } from "./models/volatility.ts"
import { volumeModel } from "./models/volume.ts"
import { personal } from "./personal.ts"
import { services } from "./services.ts"

export { KeywordsApi } from "./api.ts"

/** The first job, and the plan in the metrics. */
const start = Layer.unwrap(
  Effect.map(CollectionPlan, ({ read }) =>
    startCollecting({
      what: "keywords",
      first: [Maintain, KeepUp],
      progress: Effect.flatMap(read, publish),
      every: "30 seconds"
    })
  )
)

export default definePlugin({
  id: "keywords",
  manifest,
  description: "Keyword ranks, metrics, comparisons, visibility, movers and trends, from a daily collection.",
  uses: ["stores"],
  usesIfEnabled: ["apps", "connect-ads"],
  needs: [AppStores],
  offers: [
    TrackedKeywords,
    TrackedApps,
    CollectionPlan,
    KeywordHistory,
    KeywordSeeding,
    LatestRanks,
    TrackedCompetitors,
    RankChanges,
    KeywordBook
  ],
  own: [Collector, CollectionQueue, KeywordLists],
  config: KeywordsConfig,
  api: KeywordsApi,
  live: (config) => {
    const { offered, serving, working } = services(config)
    return Layer.mergeAll(handlers.pipe(Layer.provide(serving)), start).pipe(
      Layer.provideMerge(working),
      Layer.provideMerge(offered)
    )
  },
  migrations: {
    "0001_keywords": keywords,
    "0002_sums": sums,
    "0003_no_seeded_days": noSeededDays,
    "0004_prefix_search": prefixSearch,
    "0005_discovered": discovered,
    "0006_scores": scores,
    "0007_recounts": recounts,
    "0008_due": due,
    "0009_packed": packed,
    "0010_by_itself": byItself,
    "0011_changed": changed
  },
  models: {
    keywordVolume: volumeModel,
    keywordDifficulty: difficultyModel,
    autocomplete: autocompleteModel,
    developerDiversity: developerDiversityModel,
    marketDominance: marketDominanceModel,
    rankVolatility: volatilityModel,
    interpretation: interpretationModel,
    opportunity: opportunityModel,
    gapOpportunity: gapOpportunityModel,
    visibility: visibilityModel,
    movers: moversModel,
    rankTrend: trendModel,
    rankDiff: rankDiffModel,
    reachGrowth: reachGrowthModel,
    keywordOverlap: overlapModel,
    keywordCandidates: candidatesModel,
    keywordBasket: basketModel,
    brandTerms: brandModel
  },
  panels,
  panelTexts: { de },
  jobs,
  personal,
  collection: () =>
    Effect.gen(function* () {
      const plan = yield* CollectionPlan
      return (yield* plan.read).map(({ done, due, lagSeconds, platform, searchesPerMinute, tracked }) =>
        collectionRow({
          what: "keywords",
          platform,
          demandPerDay: tracked,
          perMinute: searchesPerMinute,
          done,
          due,
          lagSeconds
        })
      )
    }),
  health: () =>
    Effect.gen(function* () {
      const plan = yield* CollectionPlan.use(({ read }) => read)
      const faults = yield* KeywordLists.use(({ faults }) => faults)
      const collected = Object.fromEntries(
        plan.filter(({ tracked }) => tracked > 0).map((demand) => [demand.platform, checkOf(demand)])
      )
      return faults.length === 0
        ? collected
        : {
            ...collected,
            history: { status: "degraded" as const, detail: `not packed as it was: ${faults.join("; ")}` }
          }
    }).pipe(Effect.catch(() => Effect.succeed({})))
})
