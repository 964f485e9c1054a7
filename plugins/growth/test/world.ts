/** What other plugins tell growth, as plugins in their places that a test fills. */
import { type AppCluster, AppClusters } from "@storeglass/aso/contract"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { definePlugin, type Param, UpstreamError, type UpstreamFailureReason } from "@storeglass/plugin-api"
import { AppStores, type StoreApp, type StoreReview } from "@storeglass/stores/contract"
import * as Testing from "@storeglass/stores/testing"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import asoManifest from "../../aso/package.json" with { type: "json" }
import storesManifest from "../../stores/package.json" with { type: "json" }

/** What stores and clusters hold now; tests change it as they go. */
export interface World {
  /** By id; of others there is none. */
  apps: Record<string, Partial<StoreApp>>
  reviews: ReadonlyArray<Partial<StoreReview>>
  /** By method, such as `app`. */
  fails: Record<string, UpstreamFailureReason>
  subtitle: string | null
  clusters: ReadonlyArray<{ readonly label: string; readonly terms: ReadonlyArray<string> }>
}

export const makeWorld = (over: Partial<World> = {}): World => ({
  apps: {},
  reviews: [],
  fails: {},
  subtitle: null,
  clusters: [],
  ...over
})

const storeOf = (world: World, platform: Param.Platform) =>
  Testing.memoryStore({
    platform,
    app: (appId) => {
      const over = world.apps[appId]
      return over === undefined ? undefined : Testing.storeApp(appId, { platform, ...over })
    },
    page: () => Testing.storePage({ subtitle: world.subtitle }),
    reviews: () => world.reviews.map((review, at) => Testing.storeReview(at, review)),
    fails: (method) => {
      const reason = world.fails[method]
      return reason === undefined
        ? undefined
        : new UpstreamError({ upstream: `${platform}.catalog`, reason, detail: "made to fail" })
    }
  })

const clusterOf = ({ label, terms }: World["clusters"][number]): AppCluster => ({
  clusterId: label,
  clusterLabel: label,
  intent: null,
  keywords: terms.map((keyword) => ({ keyword, volume: null, rank: null, rankStatus: "not_measured" }))
})

/** The plugins `stores` and `aso` over a world. */
export const worldPlugins = (world: World): ReadonlyArray<LoadedPlugin> => [
  {
    plugin: erased(
      definePlugin({
        id: "stores",
        manifest: storesManifest,
        description: "Stores that a test fills.",
        offers: [AppStores],
        config: Schema.Struct({}),
        api: HttpApi.make("stores"),
        live: () => Testing.memoryStores(storeOf(world, "storea"), storeOf(world, "storeb"))
      })
    ),
    settings: {},
    from: "the test"
  },
  {
    plugin: erased(
      definePlugin({
        id: "aso",
        manifest: asoManifest,
        description: "Clusters that a test fills.",
        offers: [AppClusters],
        config: Schema.Struct({}),
        api: HttpApi.make("aso"),
        live: () =>
          Layer.succeed(
            AppClusters,
            AppClusters.of({
              of: () =>
                Effect.succeed({
                  asOf: "2026-11-27T00:00:00.000Z",
                  models: [],
                  isOwn: false,
                  clusters: world.clusters.map((cluster) => ({
                    ...clusterOf(cluster),
                    keywordsRanked: 0,
                    avgRank: null,
                    weightedVisibility: null,
                    strength: null
                  })),
                  gaps: []
                })
            })
          )
      })
    ),
    settings: {},
    from: "the test"
  }
]
