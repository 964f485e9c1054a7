/** Custom product pages for an account's own keyword field, over one snapshot. */
import { asDocumented, NotFound, PlatformUnsupported, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type AppFailure, AppStores, trackIdOf } from "@storeglass/stores/contract"
import { type CurrentVersion, CurrentVersions } from "@storeglass/workspace/contract"
import { Context, Effect, Layer, Option } from "effect"
import { clustersOf } from "../clusters/clusters.ts"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { type Snapshot, type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { pagesMax, productPagesModel, productPagesOf, shownSearches, whyOf } from "./pages.ts"
import type { ProductPagesAnswer } from "./schema.ts"

export interface ProductPagesQuery extends SnapshotQuery {
  readonly limit: number
}

/** The pages over a snapshot with the version whose keywords they take. Pure. */
export const answerOf = (
  snapshot: Snapshot,
  version: Pick<CurrentVersion, "id" | "versionName" | "language"> & { readonly keywords: string },
  limit: number
): ProductPagesAnswer => {
  const { app, asOf, country, device, language, platform } = snapshot
  const terms = snapshot.terms.map(({ volume, ...term }) => ({ ...term, volume: volume.value }))
  const { leftOver, pages, unserved } = productPagesOf({
    field: version.keywords,
    clusters: clustersOf(terms, { platform, appId: app.appId, country, device }, language),
    language,
    limit
  })
  return {
    appId: trackIdOf(platform, app.appId),
    platform,
    country,
    keywordField: { versionId: version.id, versionName: version.versionName, versionLanguage: version.language },
    maxPages: pagesMax,
    pages: pages.map((page) => ({
      name: page.name,
      clusterId: page.clusterId,
      intent: page.intent,
      keywords: page.keywords,
      searches: shownSearches(page).map(({ keyword, rank, rankStatus, volume }) => ({
        keyword,
        volumeScore: volume,
        currentRank: rank,
        rankStatus
      })),
      searchCount: page.searches.length,
      volume: page.volume,
      searchesRanked: page.searchesRanked,
      avgRank: page.avgRank,
      why: whyOf(page)
    })),
    leftOver,
    unserved,
    notMeasured: snapshot.notMeasured,
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer(snapshot),
    model: productPagesModel,
    provenance: {
      ...stored(Date.parse(asOf), {
        status: "estimated",
        model: productPagesModel,
        sampleSize: terms.length,
        stale: snapshot.inputs.some(({ stale }) => stale),
        limitations: [
          "clusters are of the most searched 300 keywords, grouped by words and shared apps, not by meaning",
          "volumes are estimates; whether people stay on a page is for you to measure"
        ]
      }),
      confidence: "low"
    }
  }
}

const withKeywords = <Version extends Pick<CurrentVersion, "keywords">>(version: Version | null) => {
  const keywords = version?.keywords ?? ""
  return version === null || keywords === "" ? undefined : { ...version, keywords }
}

/** Which pages to make, and for which of one's keywords. */
export class ProductPages extends Context.Service<
  ProductPages,
  {
    readonly of: (
      query: ProductPagesQuery
    ) => Effect.Effect<ProductPagesAnswer, AppFailure | NotFound | ServiceUnavailable>
  }
>()("@storeglass/aso/ProductPages") {
  static readonly layer = Layer.effect(
    ProductPages,
    Effect.gen(function* () {
      const snapshots = yield* Snapshots
      const stores = yield* AppStores
      const versions = yield* Effect.serviceOption(CurrentVersions)

      const of = Effect.fn("ProductPages.of")(function* ({ limit, ...query }: ProductPagesQuery) {
        const { accountId, id, platform } = query
        const store = yield* stores.get(platform)
        const appId = yield* store.parseAppId(id)
        if (platform !== "storea") {
          return yield* new PlatformUnsupported(
            "platform: only storea assigns keywords of the keyword field to custom product pages; storeb has no such field"
          )
        }
        if (Option.isNone(versions)) {
          return yield* new NotFound("the plugin workspace, which keeps your released version, isn't enabled here")
        }
        // Before any store is asked: who has no keyword field has no pages.
        const released = yield* versions.value.of(accountId, { platform, appId })
        const none = (what: string) =>
          new NotFound(
            `id: your workspace has no released version of ${appId} ${what}; keep it with POST /v1/user/apps/${appId}/versions`
          )
        if (released.every((version) => withKeywords(version) === undefined)) return yield* none("with keywords")
        const snapshot = yield* snapshots.of(query)
        const version = withKeywords(snapshot.version)
        if (version === undefined) return yield* none(`with keywords in the language ${snapshot.language.tag}`)
        return answerOf(snapshot, version, limit)
      }, asDocumented)

      return ProductPages.of({ of })
    })
  )
}
