import { addDays, dayOf, startMsOf } from "@storeglass/history"
import { asDocumented, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import type { AppFailure } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Asked, type MarketQuery } from "../Asked.ts"
import type { VisibilityAnswer } from "../appSchema.ts"
import { available } from "../database.ts"
import { AppStandings } from "../history/AppStandings.ts"
import { VisibilityHistory } from "../history/VisibilityHistory.ts"
import { bucketOf, buckets, contribution, visibilityModel, visibilityScore } from "../models/visibility.ts"
import { oneOf } from "../parameters.ts"
import { mixedSources, searchOrder } from "../provenance.ts"
import { Discovery } from "./Discovery.ts"
import { appHead } from "./head.ts"

interface Query extends MarketQuery {
  readonly appId?: string
  readonly days: number
}
type Answer = typeof VisibilityAnswer.Type

const contributorsMax = 10
const hundredths = (value: number) => Math.round(value * 100) / 100

interface Stands {
  readonly series: Answer["series"]
  readonly ranks: ReadonlyArray<{ readonly keyword: string; readonly rank: number; readonly volume: number | null }>
  readonly count: { readonly all: number; readonly withoutVolume: number }
}
const nothing: Stands = { series: [], ranks: [], count: { all: 0, withoutVolume: 0 } }

/** How much of the searches for its keywords an app is seen in. */
export class Visibility extends Context.Service<
  Visibility,
  { readonly of: (query: Query) => Effect.Effect<Answer, AppFailure | ServiceUnavailable> }
>()("@storeglass/keywords/Visibility") {
  static readonly layer = Layer.effect(
    Visibility,
    Effect.gen(function* () {
      const asks = yield* Asked
      const discovery = yield* Discovery
      const standings = yield* AppStandings
      const history = yield* VisibilityHistory

      const read = Effect.fnUntraced(function* (listingId: number, from: string, to: string) {
        const keywordIds = yield* history.keywords(listingId, from, to)
        if (keywordIds.length === 0) return nothing
        const days = yield* history.days(listingId, keywordIds, from, to)
        const series = days.flatMap((day) => {
          const score = visibilityScore(day)
          const { measuredCount, rankedCount } = day
          return score === null ? [] : [{ date: day.day, score, rankedCount, measuredCount }]
        })
        const last = series.at(-1)
        const ranks = last === undefined ? [] : yield* history.ranksOn(listingId, last.date)
        const withoutVolume = keywordIds.length - (days[0]?.withVolume ?? 0)
        return { series, ranks, count: { all: keywordIds.length, withoutVolume } }
      })

      const of = Effect.fn("Visibility.of")(function* (query: Query) {
        const asked = yield* asks.app(yield* oneOf({ appId: query.appId }, "appId"), query)
        const today = dayOf(yield* Clock.currentTimeMillis)
        const from = addDays(today, 1 - query.days)
        const known = yield* available(standings.listing(asked, asked.appId))
        const stands = known === null ? nothing : yield* available(read(known.id, from, today))
        const isKnown = stands.count.all > 0
        const [found] = isKnown ? [] : yield* available(discovery.known([asked], query.days))
        const listing = isKnown ? known : yield* available(standings.listing(asked, asked.appId))
        const { count, ranks, series } =
          isKnown || listing === null ? stands : yield* available(read(listing.id, from, today))
        const contributors = ranks
          .flatMap(({ keyword, rank, volume }) =>
            volume === null ? [] : [{ keyword, rank, volumeScore: volume, contribution: contribution(volume, rank) }]
          )
          .sort((a, b) => b.contribution - a.contribution || a.rank - b.rank || (a.keyword < b.keyword ? -1 : 1))
        const all = contributors.reduce((sum, row) => sum + row.contribution, 0)
        const [first, last] = [series[0], series.at(-1)]
        return {
          ...appHead(asked),
          days: query.days,
          score: last?.score ?? null,
          scoreChange:
            first === undefined || last === undefined || series.length < 2
              ? null
              : hundredths(last.score - first.score),
          series,
          topContributors: contributors.slice(0, contributorsMax),
          breakdown: buckets.map((bucket) => {
            const held = contributors.filter(({ rank }) => bucketOf(rank) === bucket)
            const weightedScore = hundredths(held.reduce((sum, row) => sum + row.contribution, 0))
            return {
              bucket,
              rankedCount: held.length,
              weightedScore,
              share: all === 0 ? null : Math.round((weightedScore / all) * 10_000) / 10_000
            }
          }),
          keywordsInWindow: count.all,
          keywordsWithoutVolume: count.withoutVolume,
          discovered: found?.discovered ?? false,
          provenance: stored(last === undefined ? null : startMsOf(last.date), {
            model: visibilityModel,
            sampleSize: count.all,
            limitations: [
              "only collected keywords are known; each counts from its first snapshot",
              mixedSources,
              searchOrder,
              ...(found?.limitations ?? [])
            ]
          })
        }
      }, asDocumented)
      return Visibility.of({ of })
    })
  )
}
