/** Reviews: answers of 150, each asked for with what the one before gave, shown as pages of 50. */
import { type Cached, Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { failure, orDrift } from "../common/answers.ts"
import { makeEmptiness, Unproven } from "../common/emptiness.ts"
import { sourced, together, unkept } from "../common/sourced.ts"
import { type AppStore, type ReviewSort, type Sourced, StoreReview } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import type { StoreBConfig } from "./config.ts"
import { isAppId } from "./ids.ts"
import { localeOf } from "./languages.ts"
import { readReviews } from "./reviewRows.ts"
import { callRpc } from "./rpc.ts"
import { type ReviewOrder, reviewsCall } from "./rpcArguments.ts"

/** The store gives more; so many are enough, and each page costs at most four calls. */
export const reviewDepth = { pages: 10, perPage: 50 } as const
const perAnswer = 150

interface Feed {
  readonly order: ReviewOrder
  readonly stars: number | null
}
/** What is read one after the other. The store has no order from the fewest stars up, but it gives those of one number. */
const feeds: Readonly<Record<ReviewSort, ReadonlyArray<Feed>>> = {
  mostHelpful: [{ order: 1, stars: null }],
  mostRecent: [{ order: 2, stars: null }],
  mostFavorable: [{ order: 3, stars: null }],
  mostCritical: [1, 2, 3, 4, 5].map((stars) => ({ order: 2, stars }))
}

/** Where the next answer begins: in which of the feeds, and with what token. */
const Cursor = Schema.Struct({ feed: Schema.Int, token: Schema.NullOr(Schema.String) })
interface Asked {
  readonly appId: string
  readonly country: string
  readonly sort: ReviewSort
}

const Answer = Schema.Struct({ reviews: Schema.Array(StoreReview), next: Schema.NullOr(Cursor) })
type Answer = typeof Answer.Type

export const makeReviews = Effect.fnUntraced(function* (upstream: Upstream, records: AppRecords, config: StoreBConfig) {
  const cache = yield* (yield* Caches).make({
    name: "storeb.reviews",
    version: 1,
    schema: Answer,
    freshMs: config.cache.reviewsMs,
    staleMs: config.cache.staleMs
  })

  const fetch = (appId: string, country: string, { order, stars }: Feed, token: string | null) => {
    const ask = `reviews of ${appId} in ${country}`
    return callRpc(
      upstream,
      ask,
      reviewsCall(appId, order, stars, perAnswer, token),
      localeOf(country, config.language)
    ).pipe(Effect.flatMap((payload) => orDrift(upstream, ask, readReviews(payload))))
  }
  const emptiness = makeEmptiness<string>({
    upstream,
    ask: (country, appId) =>
      Effect.map(fetch(appId, country, { order: 2, stars: null }, null), ({ reviews }) => reviews.length > 0)
  })

  /** The next answer that holds something, over the feeds that are left. */
  const readOn = Effect.fnUntraced(function* (
    appId: string,
    country: string,
    sort: ReviewSort,
    from: typeof Cursor.Type
  ): Effect.fn.Return<Answer, UpstreamError> {
    let { feed, token } = from
    for (let current = feeds[sort][feed]; current !== undefined; current = feeds[sort][feed]) {
      const read = yield* fetch(appId, country, current, token)
      token = read.token
      if (token === null) feed++
      const next = feeds[sort][feed] === undefined ? null : { feed, token }
      if (read.reviews.length > 0) return { reviews: read.reviews, next }
      // A token that leads to nothing ends its feed.
      if (token !== null) feed++
      token = null
    }
    return { reviews: [], next: null }
  })

  /** An app whose page counts no written review has none; one with many is not believed to have none. */
  const weigh = Effect.fnUntraced(function* (appId: string, country: string) {
    const written = yield* records.details(appId, country).pipe(
      Effect.map(({ value }) => value.writtenReviews),
      Effect.catchTags({
        APP_NOT_FOUND: () => Effect.fail(new Unproven()),
        UpstreamError: () => Effect.fail(failure(upstream, "suspect", `empty in ${country}, and not to be checked`))
      })
    )
    return written ?? 0
  })

  const first = Effect.fnUntraced(function* (appId: string, country: string, sort: ReviewSort, key: string) {
    const answer = yield* readOn(appId, country, sort, { feed: 0, token: null })
    if (answer.reviews.length === 0) {
      const written = yield* weigh(appId, country)
      if (written === 0) return answer
      // The count is of all languages and the answer of one, so only many are a contradiction, and only in English.
      if (written >= config.reviews.suspectFromReviews && localeOf(country, config.language).language === "en")
        return yield* failure(upstream, "suspect", `no review of ${appId} in ${country}, which has ${written}`)
    }
    return yield* emptiness.judge<Answer>(cache, key, country, appId, ({ reviews }) => reviews.length)(answer)
  })

  /** As many answers as it takes for so many reviews; each is kept under what it was asked with. */
  const answersFor = Effect.fnUntraced(function* ({ appId, country, sort }: Asked, count: number) {
    const keyOf = (cursor: string) => `${country}:${appId}:${sort}:${cursor}`
    const start = yield* cache
      .get(keyOf(""), first(appId, country, sort, keyOf("")))
      .pipe(Effect.catchTag("Unproven", () => unkept<Answer>({ reviews: [], next: null })))
    const answers = [start]
    let [held, next] = [start.value.reviews.length, start.value.next]
    while (next !== null && held < count) {
      const entry: Cached<Answer> = yield* cache.get(
        keyOf(`${next.feed} ${next.token ?? ""}`),
        readOn(appId, country, sort, next)
      )
      answers.push(entry)
      held += entry.value.reviews.length
      next = entry.value.next
    }
    return answers
  })

  const reviews: AppStore["reviews"] = Effect.fnUntraced(function* (query) {
    if (query.page > reviewDepth.pages || !isAppId(query.appId)) {
      const none = yield* unkept<ReadonlyArray<StoreReview>>([])
      return sourced(none, none.value, "store_feed", upstream.name)
    }
    const answers = yield* answersFor(query, query.page * reviewDepth.perPage)
    // Reviews are written while they are read; an id that comes twice is one review.
    const all = [
      ...new Map(answers.flatMap(({ value }) => value.reviews).map((review) => [review.id, review])).values()
    ]
    const from = (query.page - 1) * reviewDepth.perPage
    const found: Sourced<ReadonlyArray<StoreReview>> = sourced(
      yield* together(answers),
      all.slice(from, from + reviewDepth.perPage),
      "store_feed",
      upstream.name
    )
    return found
  })
  return reviews
})
