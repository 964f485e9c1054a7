import { Effect, Layer } from "effect"
import { KnownRatings } from "../contract.ts"
import { countedIn, snapshotOf } from "./RatingHistory.ts"
import { RatingSnapshotStore } from "./RatingSnapshotStore.ts"

export const knownRatings = Layer.effect(
  KnownRatings,
  Effect.map(RatingSnapshotStore, (store) =>
    KnownRatings.of({
      since: ({ asOfMs, value }, fromDay) => {
        const snapshot = snapshotOf(value, asOfMs)
        const kept = snapshot.averageRating === null ? Effect.void : store.add([snapshot])
        return Effect.andThen(kept, store.since(snapshot, fromDay))
      },
      within: ({ appId, country, platform }, { from, to }) =>
        Effect.map(store.since({ platform, appId, country: countedIn(platform, country) }, from), (days) =>
          days.filter(({ day }) => day <= to)
        )
    })
  )
)
