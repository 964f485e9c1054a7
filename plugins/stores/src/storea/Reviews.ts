/** Reviews: the feed's own orders page by page, the orders by stars over all pages that can be had. */
import { type Cached, Caches, type Upstream } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { failure } from "../common/answers.ts"
import { makeEmptiness, Unproven } from "../common/emptiness.ts"
import { sourced, together, unkept } from "../common/sourced.ts"
import type { StoreAConfig } from "../config.ts"
import { type AppStore, StoreReview } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import { type FeedSort, fetchReviews, reviewDepth } from "./reviewFeed.ts"

type Reviews = ReadonlyArray<StoreReview>

/** Pages asked at the same time when all are wanted; a short page ends it. */
const groups = [[1], [2, 3, 4], [5, 6, 7], [8, 9, 10]] as const

export const makeReviews = Effect.fnUntraced(function* (upstream: Upstream, records: AppRecords, config: StoreAConfig) {
  const { reviewsMs, staleMs } = config.cache
  const cache = yield* (yield* Caches).make({
    name: "storea.reviews",
    version: 1,
    schema: Schema.Array(StoreReview),
    freshMs: reviewsMs,
    staleMs
  })
  const emptiness = makeEmptiness<string>({
    upstream,
    ask: (country, appId) =>
      Effect.map(fetchReviews(upstream, appId, country, "mostRecent", 1), (reviews) => reviews.length > 0)
  })
  const keyOf = (appId: string, country: string, sort: FeedSort, page: number) => `${country}:${appId}:${sort}:${page}`

  /** An app without ratings has no reviews; one with many is not believed to have none. */
  const weigh = Effect.fnUntraced(function* (appId: string, country: string) {
    const ratings = yield* records.app(appId, country).pipe(
      Effect.map(({ value }) => value.ratingCount),
      Effect.catchTags({
        APP_NOT_FOUND: () => Effect.fail(new Unproven()),
        UpstreamError: () => Effect.fail(failure(upstream, "suspect", `empty in ${country}, and not to be checked`))
      })
    )
    if (ratings === 0) return true
    if (ratings !== null && ratings >= config.reviews.suspectFromRatings)
      return yield* failure(upstream, "suspect", `no review of ${appId} in ${country}, which has ${ratings} ratings`)
    return false
  })

  const fetchPage = Effect.fnUntraced(function* (appId: string, country: string, sort: FeedSort, page: number) {
    const reviews = yield* fetchReviews(upstream, appId, country, sort, page)
    if (reviews.length === 0 && page === 1 && (yield* weigh(appId, country))) return reviews
    const key = keyOf(appId, country, sort, page)
    return yield* emptiness.judge<Reviews>(cache, key, country, appId, (kept) => kept.length)(reviews)
  })

  /** A page that follows one known to be the last is empty without asking. */
  const isPastTheEnd = Effect.fnUntraced(function* (appId: string, country: string, sort: FeedSort, page: number) {
    if (page === 1) return false
    const nowMs = yield* Clock.currentTimeMillis
    for (const before of new Set([1, page - 1])) {
      const kept = yield* cache.peek(keyOf(appId, country, sort, before))
      if (kept !== undefined && nowMs - kept.asOfMs < reviewsMs && kept.value.length < reviewDepth.perPage) return true
    }
    return false
  })

  const feedPage = Effect.fnUntraced(function* (appId: string, country: string, sort: FeedSort, page: number) {
    if (page > reviewDepth.pages || (yield* isPastTheEnd(appId, country, sort, page))) return yield* unkept<Reviews>([])
    return yield* cache
      .get(keyOf(appId, country, sort, page), fetchPage(appId, country, sort, page))
      .pipe(Effect.catchTag("Unproven", () => unkept<Reviews>([])))
  })

  /** All pages that can be had: a later one that fails is left out, and asked for again the next time. */
  const allPages = Effect.fnUntraced(function* (appId: string, country: string) {
    const pages: Array<Cached<Reviews>> = []
    for (const group of groups) {
      const fetched = Effect.forEach(group, (page) => feedPage(appId, country, "mostRecent", page), { concurrency: 3 })
      const got = yield* pages.length === 0 ? fetched : Effect.orElseSucceed(fetched, () => [])
      pages.push(...got)
      if (got.length === 0 || got.some(({ value }) => value.length < reviewDepth.perPage)) break
    }
    return pages
  })

  const byStars = Effect.fnUntraced(function* (appId: string, country: string, descending: boolean) {
    const pages = yield* allPages(appId, country)
    // Pages shift while they are read; an id that comes twice is one review.
    const reviews = [...new Map(pages.flatMap(({ value }) => value).map((review) => [review.id, review])).values()]
    reviews.sort((a, b) => (descending ? b.rating - a.rating : a.rating - b.rating))
    return { ...(yield* together(pages)), value: reviews }
  })

  const reviews: AppStore["reviews"] = Effect.fnUntraced(function* ({ appId, country, page, sort }) {
    if (sort === "mostRecent" || sort === "mostHelpful") {
      const entry = yield* feedPage(appId, country, sort, page)
      return sourced(entry, entry.value, "store_feed", upstream.name)
    }
    const all = yield* byStars(appId, country, sort === "mostFavorable")
    const from = (page - 1) * reviewDepth.perPage
    return sourced(all, all.value.slice(from, from + reviewDepth.perPage), "store_feed", upstream.name)
  })
  return reviews
})
