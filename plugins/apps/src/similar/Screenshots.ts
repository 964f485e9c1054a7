import { asDocumented, measured } from "@storeglass/plugin-api"
import {
  type AppFailure,
  type Device,
  deviceOf,
  type StoreQuery,
  screenshotsOf,
  storeAsked,
  totalCount,
  trackIdOf
} from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { AppPages, pageTold } from "../records/AppPages.ts"
import { RatingHistory } from "../records/RatingHistory.ts"
import type { CompetitorScreenshotsAnswer, ScreenshotsAnswer } from "../schema.ts"
import { SimilarApps } from "./SimilarApps.ts"

interface Query extends StoreQuery {
  readonly device: Device
}

/** Screenshots of an app, alone and beside its competitors. */
export class Screenshots extends Context.Service<
  Screenshots,
  {
    readonly of: (id: string, query: Query) => Effect.Effect<typeof ScreenshotsAnswer.Type, AppFailure>
    readonly competitors: (
      id: string,
      query: Query & { readonly limit: number }
    ) => Effect.Effect<typeof CompetitorScreenshotsAnswer.Type, AppFailure>
  }
>()("@storeglass/apps/Screenshots") {
  static readonly layer = ({
    pageWaitMs,
    reportPageWaitMs
  }: {
    readonly pageWaitMs: number
    readonly reportPageWaitMs: number
  }) =>
    Layer.effect(
      Screenshots,
      Effect.gen(function* () {
        const asks = yield* storeAsked
        const pages = yield* AppPages
        const similar = yield* SimilarApps
        const history = yield* RatingHistory

        const read = Effect.fnUntraced(function* (id: string, query: Query) {
          const asked = yield* asks.app(id, query)
          yield* deviceOf(asked.store, query.device)
          const app = yield* asked.store.app(asked.appId, asked.country)
          yield* history.record({ ...app, value: [app.value] })
          return { asked, app }
        })

        const of = Effect.fn("Screenshots.of")(function* (id: string, query: Query) {
          const { app, asked } = yield* read(id, query)
          const answer = yield* pages.within(pageWaitMs, asked)
          const shots = screenshotsOf(asked.store, app.value, query.device, pageTold(answer))
          const previews = answer._tag === "Page" ? answer.page.value.previews : null
          return {
            appId: trackIdOf(asked.store.platform, asked.appId),
            platform: asked.store.platform,
            country: asked.country,
            device: query.device,
            screenshots: shots.screenshots,
            previews: previews?.filter(({ device }) => query.device === "all" || device === query.device) ?? null,
            counts: shots.counts,
            unavailable: {
              ...shots.unavailable,
              ...(answer._tag === "NoPage" ? { previews: answer.reason } : {})
            },
            provenance: measured(app)
          }
        }, asDocumented)

        const competitors = Effect.fn("Screenshots.competitors")(function* (
          id: string,
          query: Query & { readonly limit: number }
        ) {
          const { app, asked } = yield* read(id, query)
          const found = yield* similar.of(asked, app.value, query.limit, reportPageWaitMs)
          // Compared by the store's records on both sides; the app's page only where its record says nothing.
          const listed = screenshotsOf(asked.store, app.value, query.device)
          const yours =
            totalCount(listed.counts) !== null
              ? listed
              : screenshotsOf(asked.store, app.value, query.device, pageTold(yield* pages.within(pageWaitMs, asked)))
          const theirs = found.apps.map((one) => ({
            one,
            // Their pages are not read: that would be one slow request an app.
            shots: screenshotsOf(asked.store, one.app, query.device)
          }))
          const known = theirs.map(({ shots }) => totalCount(shots.counts)).filter((count) => count !== null)
          const sum = known.reduce((total, count) => total + count, 0)
          return {
            country: asked.country,
            platform: asked.store.platform,
            device: query.device,
            app: {
              trackId: trackIdOf(asked.store.platform, asked.appId),
              trackName: app.value.name,
              ...yours
            },
            competitors: theirs.map(({ one, shots }) => ({
              trackId: trackIdOf(asked.store.platform, one.app.appId),
              trackName: one.app.name,
              relation: one.relation,
              rank: one.rank,
              ...shots
            })),
            summary: {
              avgCount: known.length === 0 ? null : Math.round((sum / known.length) * 10) / 10,
              yourCount: totalCount(yours.counts)
            },
            provenance: found.provenance
          }
        }, asDocumented)

        return Screenshots.of({ of, competitors })
      })
    )
}
