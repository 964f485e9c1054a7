import type { Param } from "@storeglass/plugin-api"
import { type AppStore, AppStores, reasonOf, type StoreReview } from "@storeglass/stores/contract"
import { Effect } from "effect"
import { type GrowthChannel, type Post, SourceFailed } from "../contract.ts"
import { reviewKey } from "../keys/canonical.ts"
import { dayMs, hourMs, reachesBefore, timeOf } from "./asking.ts"

const countriesMax = 20

const postOf =
  (store: AppStore, appId: string, country: string, of: "app" | "competitor") =>
  (review: StoreReview): ReadonlyArray<Post> => {
    const publishedMs = timeOf(review.date)
    // What isn't dated can't be told from what was read before.
    if (publishedMs === undefined) return []
    return [
      {
        key: reviewKey(store.platform, country, review.id),
        kind: "review",
        title: review.title ?? "",
        text: review.text,
        isHtml: false,
        url:
          store.platform === "storeb"
            ? `${store.pageUrl(appId, country)}&reviewId=${encodeURIComponent(review.id)}`
            : null,
        author: review.author,
        publishedMs,
        points: review.helpfulCount,
        replies: review.developerReply === null ? 0 : 1,
        language: null,
        link: null,
        open: review.developerReply === null ? "open" : "closed",
        review: { rating: review.rating, of, appId },
        nativeId: null
      }
    ]
  }

/** The newest reviews of an app and its competitors. */
export const reviews = Effect.fnUntraced(function* (platform: Param.Platform) {
  const store = yield* Effect.flatMap(AppStores, (stores) => stores.get(platform))
  const channel: GrowthChannel = {
    id: `${platform}_reviews`,
    name: `Reviews on ${platform}`,
    requiresCredentials: false,
    unavailable: null,
    filters: [
      {
        name: "countries",
        description: "Storefronts, as two-letter codes. Default: the project's.",
        max: countriesMax,
        isRequired: false,
        problem: (value) =>
          store.storefronts.some(({ country }) => country === value.toLowerCase())
            ? undefined
            : `isn't a storefront of ${platform}; send a two-letter code such as us`
      }
    ],
    limits: `The newest ${store.reviewDepth.pages * store.reviewDepth.perPage} reviews of a storefront at most.`,
    rules: {
      text: "Reviews are answered in your own console at the store, once each. Don't ask for another rating.",
      url: "https://developer.apple.com/app-store/ratings-and-reviews/",
      checkedOn: "2026-11-20"
    },
    halfLifeMs: 7 * dayMs,
    overlapMs: 2 * hourMs,
    restsTogether: false,
    ofStore: platform,
    lacking: ({ appId, platform: of }) =>
      appId === null
        ? `appId: ${platform}_reviews reads reviews of an app of ${platform} and of its competitors; send appId, or names under competitors`
        : `platform: ${platform}_reviews reads reviews on ${platform}, and the app is one of ${of}; use the channel ${of}_reviews`,
    plan: ({ appId, competitorIds, country, filters, platform: of }, sinceMs) =>
      (filters.countries ?? [country]).flatMap((given) => {
        const source = given.toLowerCase()
        // Ids are those of the app's store.
        if (appId !== null && of !== platform) return []
        const rivals = competitorIds.map((id) => `competitor:${id}`)
        return (appId === null ? rivals : [`app:${appId}`, ...rivals]).map((query) => ({
          source,
          query,
          sinceMs: sinceMs(source)
        }))
      }),
    page: Effect.fn("Reviews.page")(function* (step, cursor) {
      const [of = "", ...rest] = step.query.split(":")
      const appId = rest.join(":")
      const page = cursor === null ? 1 : Number(cursor)
      const { value } = yield* store
        .reviews({ appId, country: step.source, sort: "mostRecent", page })
        .pipe(
          Effect.mapError(
            (error) =>
              new SourceFailed({ message: reasonOf(error), retryAfterSeconds: error.retryAfterSeconds, cause: error })
          )
        )
      const posts = value.flatMap(postOf(store, appId, step.source, of === "app" ? "app" : "competitor"))
      const isLast = value.length === 0 || page >= store.reviewDepth.pages || reachesBefore(posts, step.sinceMs)
      return { posts, next: isLast ? null : String(page + 1) }
    })
  }
  return channel
})
