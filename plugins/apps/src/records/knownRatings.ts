import { Effect, Layer } from "effect"
import { KnownRatings } from "../contract.ts"
import { snapshotOf } from "./RatingHistory.ts"
import { RatingSnapshotStore } from "./RatingSnapshotStore.ts"

export const knownRatings = Layer.effect(
  KnownRatings,
  Effect.map(RatingSnapshotStore, (store) =>
    KnownRatings.of({
      since: ({ asOfMs, value }, fromDay) => {
        const snapshot = snapshotOf(value, asOfMs)
        const kept = snapshot.averageRating === null ? Effect.void : store.add([snapshot])
        return Effect.andThen(kept, store.since(snapshot, fromDay))
      }
    })
  )
)
