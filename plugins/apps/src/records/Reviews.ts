import { asDocumented, measured } from "@storeglass/plugin-api"
import {
  type AppFailure,
  type AppStore,
  type ReviewSort,
  type StoreQuery,
  type StoreReview,
  storeAsked,
  trackIdOf
} from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { reviewOrderOf } from "../parameters.ts"
import type { ReviewsAnswer } from "../schema.ts"
import { storeFacts } from "../storeFacts.ts"

interface Query extends StoreQuery {
  readonly page: number
  readonly sortBy?: ReviewSort
  readonly sort?: ReviewSort
}

/** One page of written reviews. */
export class Reviews extends Context.Service<
  Reviews,
  { readonly page: (id: string, query: Query) => Effect.Effect<ReviewsAnswer, AppFailure> }
>()("@storeglass/apps/Reviews") {
  static readonly layer = Layer.effect(
    Reviews,
    Effect.gen(function* () {
      const asks = yield* storeAsked
      const page = Effect.fn("Reviews.page")(function* (id: string, query: Query) {
        const sort = yield* reviewOrderOf(query)
        const { appId, country, store } = yield* asks.app(id, query)
        const [found, app] = yield* Effect.all(
          [store.reviews({ appId, country, sort, page: query.page }), Effect.result(store.app(appId, country))],
          { concurrency: 2 }
        )
        // Reviews prove that the app exists; without any, only the store's record can tell.
        if (found.value.length === 0 && app._tag === "Failure") return yield* Effect.fail(app.failure)
        return {
          appId: trackIdOf(store.platform, appId),
          platform: store.platform,
          country,
          sortBy: sort,
          page: query.page,
          ...extentOf(store, query.page, found.value.length),
          averageRating: app._tag === "Success" ? app.success.value.averageRating : null,
          pageAverageRating: meanStars(found.value),
          reviews: found.value.map((review) => ({ ...review, country, language: null, url: null })),
          provenance: {
            ...measured(found, [
              ...(found.value.length > 0
                ? []
                : [
                    query.page > 1
                      ? `page ${query.page} is past the last review that can be read: ask for page 1`
                      : `the store shows no written review in ${country}: ask for another country`
                  ]),
              ...storeFacts[store.platform].reviews
            ]),
            sampleSize: found.value.length
          }
        }
      }, asDocumented)
      return Reviews.of({ page })
    })
  )
}

/** How far the reviews reach, as far as a page that holds `count` tells. */
const extentOf = ({ reviewDepth: { pages, perPage } }: AppStore, page: number, count: number) => {
  const last = (count > 0 && count < perPage) || (count === 0 && page === 1) || (count >= perPage && page === pages)
  return {
    nextPage: last || count === 0 || page >= pages ? null : page + 1,
    totalPages: last ? (count === 0 ? 0 : page) : null,
    totalAvailable: last ? (page - 1) * perPage + count : null,
    maxAvailable: pages * perPage
  }
}

const meanStars = (reviews: ReadonlyArray<StoreReview>) =>
  reviews.length === 0
    ? null
    : Math.round((reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length) * 100) / 100

/** The newest reviews, as many pages as there are up to `pages`; fails only when the first cannot be read. */
export const newestReviews = Effect.fnUntraced(function* (
  store: AppStore,
  appId: string,
  country: string,
  pages: number
) {
  const read = (page: number) => store.reviews({ appId, country, sort: "mostRecent", page })
  const first = yield* read(1)
  const reviews = [...first.value]
  for (let page = 2; page <= pages && reviews.length >= (page - 1) * store.reviewDepth.perPage; page++) {
    const next = yield* Effect.option(read(page))
    if (next._tag === "None") break
    reviews.push(...next.value.value)
  }
  return { ...first, value: [...new Map(reviews.map((review) => [review.id, review])).values()] }
})
