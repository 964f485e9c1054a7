import { isoOf, type Param } from "@storeglass/plugin-api"
import type { AskedApp, Sourced, StoreApp } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Queue } from "effect"
import { growthDaysMin } from "../models/ratings.ts"
import { storeFacts } from "../storeFacts.ts"
import { type EarlierCounters, type RatingSnapshot, RatingSnapshotStore } from "./RatingSnapshotStore.ts"

const dayMs = 86_400_000
/** Growth is taken over at most this long. */
const windowDays = 35
const batchMax = 500
const waitingMax = 5_000
const seenMax = 50_000

/** Counters of an app as they were: written down as a by-product of serving apps, off the path of the request. */
export class RatingHistory extends Context.Service<
  RatingHistory,
  {
    /** Notes the counters of these apps, once a day each; never fails and never waits. */
    readonly record: (apps: Sourced<ReadonlyArray<StoreApp>>) => Effect.Effect<void>
    /** The counters of at least 7 days ago, and their age; null when there are none. */
    readonly earlier: (asked: AskedApp) => Effect.Effect<(EarlierCounters & { readonly days: number }) | null>
  }
>()("@storeglass/apps/RatingHistory") {
  static readonly layer = Layer.effect(
    RatingHistory,
    Effect.gen(function* () {
      const store = yield* RatingSnapshotStore
      // When the database is slow, the oldest unwritten ones are lost, not the requests.
      const waiting = yield* Queue.sliding<RatingSnapshot>(waitingMax)
      const seen = new Set<string>()
      let seenDay = ""

      const record = (apps: Sourced<ReadonlyArray<StoreApp>>) => {
        const snapshots = apps.value
          .map((app) => snapshotOf(app, apps.asOfMs))
          .filter((snapshot) => {
            if (snapshot.ratingCount === null && snapshot.installs === null) return false
            if (snapshot.day !== seenDay || seen.size >= seenMax) seen.clear()
            seenDay = snapshot.day
            const key = `${snapshot.platform}:${snapshot.country}:${snapshot.appId}`
            return !seen.has(key) && seen.add(key)
          })
        return snapshots.length === 0 ? Effect.void : Effect.asVoid(Queue.offerAll(waiting, snapshots))
      }

      yield* Queue.takeBetween(waiting, 1, batchMax).pipe(
        Effect.flatMap((snapshots) => store.add(snapshots)),
        Effect.catchCause((cause) => Effect.logWarning("Couldn't store rating counts.", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      const earlier = Effect.fn("RatingHistory.earlier")(
        function* ({ appId, country, store: { platform } }: AskedApp) {
          const nowMs = yield* Clock.currentTimeMillis
          const found = yield* store.earlier({
            platform,
            country: countedIn(platform, country),
            appId,
            fromMs: nowMs - windowDays * dayMs,
            toMs: nowMs - growthDaysMin * dayMs
          })
          return found === null ? null : { ...found, days: (nowMs - found.observedAtMs) / dayMs }
        },
        Effect.catch((error) => Effect.as(Effect.logWarning("Couldn't read rating counts.", error), null))
      )

      return RatingHistory.of({ record, earlier })
    })
  )
}

/** Worldwide counters are the same in every country, so they are kept once, under a code that is no country's. */
export const countedIn = (platform: Param.Platform, country: string) =>
  storeFacts[platform].scope === "worldwide" ? "ww" : country

export const snapshotOf = (app: StoreApp, asOfMs: number): RatingSnapshot => ({
  platform: app.platform,
  country: countedIn(app.platform, app.country),
  appId: app.appId,
  day: isoOf(asOfMs).slice(0, 10),
  observedAt: isoOf(asOfMs),
  ratingCount: app.ratingCount,
  averageRating: app.averageRating,
  // A step that the counter passed says nothing about its growth.
  installs: app.installs?.max ?? null
})
