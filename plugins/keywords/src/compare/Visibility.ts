import { addDays, dayOf, startMsOf } from "@storeglass/history"
import { asDocumented, type ServiceUnavailable } from "@storeglass/plugin-api"
import type { AppFailure } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Asked, type MarketQuery } from "../Asked.ts"
import type { VisibilityAnswer } from "../appSchema.ts"
import { available } from "../database.ts"
import { estimateOf } from "../estimates.ts"
import { AppStandings } from "../history/AppStandings.ts"
import { VisibilityHistory } from "../history/VisibilityHistory.ts"
import { nothingSeen, readWindow } from "../history/visibilityWindow.ts"
import { bucketOf, buckets, contribution, visibilityModel, visibilityRange } from "../models/visibility.ts"
import { volumeRange } from "../models/volume.ts"
import { mixedSources, noneOf, scoredFrom, searchOrder } from "../provenance.ts"
import { Discovery } from "./Discovery.ts"
import { appHead } from "./head.ts"

interface Query extends MarketQuery {
  readonly appId: string
  readonly days: number
}
type Answer = typeof VisibilityAnswer.Type

const contributorsMax = 10
const hundredths = (value: number) => Math.round(value * 100) / 100

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

      const read = (listingId: number, from: string, to: string) =>
        readWindow(history, { listingId, termsMax: discovery.termsMax, from, to })

      const of = Effect.fn("Visibility.of")(function* (query: Query) {
        const asked = yield* asks.app(query.appId, query)
        const today = dayOf(yield* Clock.currentTimeMillis)
        const from = addDays(today, 1 - query.days)
        const [found] = yield* available(discovery.known([asked], query.days))
        const listing = yield* available(standings.listing(asked, asked.appId))
        const { basket, count, held, ranks, series } =
          listing === null ? nothingSeen : yield* available(read(listing.id, from, today))
        const contributors = ranks
          .flatMap(({ keyword, rank, volume }) =>
            volume === null ? [] : [{ keyword, rank, volumeScore: volume, contribution: contribution(volume, rank) }]
          )
          .sort((a, b) => b.contribution - a.contribution || a.rank - b.rank || (a.keyword < b.keyword ? -1 : 1))
        const all = contributors.reduce((sum, row) => sum + row.contribution, 0)
        const [first, last] = [series[0], series.at(-1)]
        const ranked = new Map(contributors.map(({ keyword, rank }) => [keyword, rank]))
        const shares = held.map(({ keyword, volume }) => ({
          rank: ranked.get(keyword) ?? null,
          volume: volumeRange(volume)
        }))
        return {
          ...appHead(asked),
          days: query.days,
          score: last?.score ?? null,
          estimates: {
            visibility: estimateOf(last?.score ?? null, visibilityModel, () => visibilityRange(shares))
          },
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
          basket,
          discovered: found?.discovered ?? false,
          provenance: scoredFrom(last === undefined ? null : startMsOf(last.date), {
            model: visibilityModel,
            sampleSize: count.all,
            limitations: [
              ...(series.length === 0 && count.all > 0
                ? [`the volume of the ${count.all} keywords it ranks for isn't known yet: ask again tomorrow`]
                : noneOf(series.length, asked)),
              "only collected keywords are known; the series is over those measured on its first and on its last day",
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
