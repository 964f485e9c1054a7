/** An app's terms by intent, as one snapshot sees them. */
import { type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type AppFailure, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { type Snapshot, type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { clustersModel, clustersModels, type Gap, isWeighed, topKeywordsOf } from "./clusters.ts"
import { clustersIn } from "./reading.ts"
import type { IntentClustersAnswer } from "./schema.ts"

type Answer = typeof IntentClustersAnswer.Type

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const interpretationOf = ({ clusterLabel, competitorAvgRank, competitorsPresent, terms }: Gap): string => {
  const who = counted(competitorsPresent, "competitor is", "competitors are")
  const keywords = counted(terms.length, "keyword", "keywords")
  const room =
    competitorAvgRank <= 10
      ? "They're in the first ten on average, so a place there must be won from them."
      : "They're behind the first ten on average, so there's room ahead of them."
  return `${who} ranked in "${clusterLabel}" (${keywords}), at ${competitorAvgRank} on average; this app isn't. ${room}`
}

export const answerOf = (snapshot: Snapshot): Answer => {
  const { app, asOf, competitors, country, device, platform, terms } = snapshot
  const { clusters, gaps, idle, unmeasured } = clustersIn(snapshot)
  const read = [...clusters, ...gaps, ...idle, ...unmeasured].flatMap((cluster) => cluster.terms)
  const withoutVolume = read.filter(({ volume }) => volume === null).length
  const isMeasured = read.some(({ rankStatus }) => rankStatus !== "not_measured")
  return {
    appId: trackIdOf(platform, app.appId),
    platform,
    country,
    device,
    asOf,
    total: clusters.length,
    clusters: clusters.map((cluster) => ({
      clusterId: cluster.clusterId,
      clusterLabel: cluster.clusterLabel,
      intent: cluster.intent,
      keywords: cluster.terms.length,
      keywordsRanked: cluster.keywordsRanked,
      avgRank: cluster.avgRank,
      weightedVisibility: isWeighed(cluster) ? cluster.weightedVisibility : null,
      keywordsWithoutVolume: cluster.termsWithoutVolume,
      topKeywords: topKeywordsOf(cluster),
      strength: isWeighed(cluster) ? cluster.strength : null
    })),
    gaps: gaps.map((gap) => ({
      clusterId: gap.clusterId,
      clusterLabel: gap.clusterLabel,
      intent: gap.intent,
      keywords: gap.terms.length,
      topKeywords: topKeywordsOf(gap),
      competitorsPresent: gap.competitorsPresent,
      competitorAvgRank: gap.competitorAvgRank,
      yourRank: null,
      interpretation: interpretationOf(gap)
    })),
    idle: idle.length,
    unmeasured: unmeasured.length,
    keywords: { read: read.length, leftOut: terms.length - read.length, withoutVolume },
    competitorIds: competitors.map(({ appId }) => trackIdOf(platform, appId)),
    competitorsFrom: snapshot.competitorsFrom,
    notMeasured: snapshot.notMeasured,
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer(snapshot),
    model: clustersModel,
    models: clustersModels,
    provenance: {
      ...stored(Date.parse(asOf), {
        status: isMeasured ? "estimated" : "not_measured",
        model: clustersModel,
        sampleSize: read.length,
        stale: snapshot.inputs.some(({ stale }) => stale),
        limitations: [
          "grouped by words and by the apps that searches share, not by meaning: what shares neither stays apart",
          "volumes are estimates; keywords without one weigh 0"
        ]
      }),
      ...(isMeasured ? { confidence: "low" as const } : {})
    }
  }
}

/** What groups of searches an app is seen in, and which it leaves to others. */
export class IntentClusters extends Context.Service<
  IntentClusters,
  { readonly of: (query: SnapshotQuery) => Effect.Effect<Answer, AppFailure | ServiceUnavailable> }
>()("@storeglass/aso/IntentClusters") {
  static readonly layer = Layer.effect(
    IntentClusters,
    Effect.map(Snapshots, (snapshots) =>
      IntentClusters.of({
        of: Effect.fn("IntentClusters.of")(function* (query) {
          return answerOf(yield* snapshots.of(query))
        })
      })
    )
  )
}
