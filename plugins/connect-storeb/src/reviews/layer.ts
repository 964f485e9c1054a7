import { Effect, Layer } from "effect"
import type { PlayConfig } from "../config.ts"
import { Rooms } from "../sync/Rooms.ts"
import { reviewsHandlers } from "./http.ts"
import { Inbox } from "./Inbox.ts"
import { Replies } from "./Replies.ts"
import { ReviewCopies, reviewsRoom } from "./ReviewCopies.ts"
import { Reviews } from "./Reviews.ts"
import { ReviewsVendor } from "./ReviewsVendor.ts"

const hourMs = 3_600_000

/** The part of the sync that copies reviews. */
const room = (everyHours: number) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { keeps, purge } = yield* ReviewCopies
      const rooms = yield* Rooms
      const { sync } = yield* Reviews
      yield* rooms.add({
        name: reviewsRoom,
        everyMs: everyHours === 0 ? null : everyHours * hourMs,
        sync,
        purge,
        keeps
      })
    })
  )

/** Everything about reviews, over the vendor's transport. */
export const reviewing = ({ readsLagMs, reviewSyncHours }: PlayConfig) =>
  Layer.mergeAll(reviewsHandlers, room(reviewSyncHours)).pipe(
    Layer.provide([Inbox.layer, Reviews.layer, Replies.layer(readsLagMs)]),
    Layer.provideMerge(ReviewCopies.layer),
    Layer.provide(ReviewsVendor.layer)
  )
