/** An app's intent clusters, for other plugins. */
import type { ServiceUnavailable } from "@storeglass/plugin-api"
import type { AppFailure } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { type Cluster, clustersModels, isWeighed, type Standing } from "./clusters.ts"
import type { Intent } from "./intent.ts"
import { clustersIn } from "./reading.ts"

/** What is asked for: an app in a storefront, as one account sees it. */
export interface ClusterQuery extends SnapshotQuery {}

export interface AppCluster {
  /** Lasts as long as the app, the market and the label's stems do. */
  readonly clusterId: string
  readonly clusterLabel: string
  /** Null where the language has no word lists. */
  readonly intent: Intent | null
  /** Most searched first; `volume` 0 to 100, `rank` from 1; null: not known, not ranked. */
  readonly keywords: ReadonlyArray<{
    readonly keyword: string
    readonly volume: number | null
    readonly rank: number | null
    readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  }>
}

/** `weightedVisibility` and `strength` are null where no volume of its keywords is known. */
export interface ClusterStanding extends Pick<Standing, "keywordsRanked" | "avgRank"> {
  readonly weightedVisibility: Standing["weightedVisibility"] | null
  readonly strength: Standing["strength"] | null
}

export interface AppClustering {
  /** ISO 8601 of the snapshot. */
  readonly asOf: string
  readonly models: ReadonlyArray<string>
  /** Whether the account's own data had a part in it: then it's for that account alone. */
  readonly isOwn: boolean
  /** In which the app is ranked: most visible first. */
  readonly clusters: ReadonlyArray<AppCluster & ClusterStanding>
  /** In which competitors are ranked and the app isn't: most searched first. */
  readonly gaps: ReadonlyArray<AppCluster & { readonly competitorsPresent: number; readonly competitorAvgRank: number }>
}

const appCluster = ({ clusterId, clusterLabel, intent, terms }: Cluster): AppCluster => ({
  clusterId,
  clusterLabel,
  intent,
  keywords: terms.map(({ keyword, rank, rankStatus, volume }) => ({ keyword, volume, rank, rankStatus }))
})

export class AppClusters extends Context.Service<
  AppClusters,
  {
    /** The same figures as GET /v1/aso/apps/:id/intent-clusters within the same quarter of an hour. */
    readonly of: (query: ClusterQuery) => Effect.Effect<AppClustering, AppFailure | ServiceUnavailable>
  }
>()("@storeglass/aso/AppClusters") {
  static readonly layer = Layer.effect(
    AppClusters,
    Effect.map(Snapshots, (snapshots) =>
      AppClusters.of({
        of: Effect.fn("AppClusters.of")(function* (query) {
          const snapshot = yield* snapshots.of(query)
          const { clusters, gaps } = clustersIn(snapshot)
          return {
            asOf: snapshot.asOf,
            models: clustersModels,
            isOwn: snapshot.isOwn,
            clusters: clusters.map((cluster) => ({
              ...appCluster(cluster),
              keywordsRanked: cluster.keywordsRanked,
              avgRank: cluster.avgRank,
              weightedVisibility: isWeighed(cluster) ? cluster.weightedVisibility : null,
              strength: isWeighed(cluster) ? cluster.strength : null
            })),
            gaps: gaps.map((gap) => ({
              ...appCluster(gap),
              competitorAvgRank: gap.competitorAvgRank,
              competitorsPresent: gap.competitorsPresent
            }))
          }
        })
      })
    )
  )
}
