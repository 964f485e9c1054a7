import { KnownRatings, type RatedDay } from "@storeglass/apps/contract"
import { type Alert, Alerts, isoOf, Jobs } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { ratingAlert } from "../alerts.ts"
import { Listings } from "../apps/Listings.ts"
import type { WorkspaceConfig } from "../config.ts"
import { Ratings } from "../jobRefs.ts"
import { type LookedAt, lookedAt } from "./apps.ts"

const dayMs = 86_400_000
const windowDays = 7
/** The average of a few ratings moves with each. */
const countMin = 50
const atOnce = 25

const hundredths = (stars: number) => Math.round(stars * 100)

/** The last day with the highest average, where the last is at least so much below it. Of a fall that goes on it stays the same day. */
export const dropOf = (days: ReadonlyArray<RatedDay>, least: number) => {
  const now = days.at(-1)
  const peak = days.reduce<RatedDay | undefined>(
    (best, day) => (best === undefined || day.average >= best.average ? day : best),
    undefined
  )
  if (now === undefined || peak === undefined || (now.count !== null && now.count < countMin)) return undefined
  return hundredths(peak.average) - hundredths(now.average) >= hundredths(least) ? { peak, now } : undefined
}

const alertOf = (
  { appId, country, id, name }: LookedAt,
  { now, peak }: NonNullable<ReturnType<typeof dropOf>>
): Alert => {
  const [from, to] = [peak.average.toFixed(2), now.average.toFixed(2)]
  return {
    kind: ratingAlert,
    key: `${ratingAlert}:${id}:${peak.day}`,
    title: `${name ?? appId}: rated ${to} after ${from}`,
    text: `On ${peak.day} it was rated ${from} in ${country}, and ${to} on ${now.day}. Its newest reviews may tell why.`,
    fields: { appId, country, from: peak.average, to: now.average }
  }
}

const make = Effect.fnUntraced(function* (least: number) {
  const appsOf = yield* lookedAt(atOnce)
  const listings = yield* Listings
  const jobs = yield* Jobs
  const ratings = yield* Effect.serviceOption(KnownRatings)

  return {
    /** Looks at the next of an account's apps that are live, and leaves the rest to the next job. */
    round: Effect.fn("RatingDrops.round")(function* (accountId: string, after?: string) {
      if (Option.isNone(ratings) || least === 0) return
      const { notify } = yield* Alerts
      const fromDay = isoOf((yield* Clock.currentTimeMillis) - windowDays * dayMs).slice(0, 10)
      const { apps, next } = yield* appsOf(accountId, after)
      for (const app of apps) {
        const told = yield* listings.app(app.platform, app.appId, app.country)
        if (told === undefined) continue
        const drop = dropOf(yield* ratings.value.since(told, fromDay), least)
        if (drop !== undefined) yield* notify(accountId, alertOf(app, drop))
      }
      if (next === undefined) return
      yield* jobs.enqueue(Ratings, { accountId, after: next }, { key: `ratings:${accountId}:${next}`, attempts: 3 })
    })
  }
})

/** What people are told of their apps' ratings. */
export class RatingDrops extends Context.Service<RatingDrops, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/workspace/RatingDrops"
) {
  static readonly layer = ({ ratingAlertsFrom: least = 0.1 }: WorkspaceConfig) => Layer.effect(RatingDrops, make(least))
}
