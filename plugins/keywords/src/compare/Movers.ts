import { asDocumented, type ServiceUnavailable } from "@storeglass/plugin-api"
import type { AppFailure } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked, type MarketQuery } from "../Asked.ts"
import type { MoversAnswer } from "../appSchema.ts"
import { available } from "../database.ts"
import { estimatesOf } from "../estimates.ts"
import type { Standing } from "../history/AppStandings.ts"
import { movedBetween } from "../models/moved.ts"
import { byWeight, type Move, moversModel } from "../models/movers.ts"
import { latestMs, noneOf, scoredFrom, searchOrder } from "../provenance.ts"
import { basketOf, changesIn } from "./basket.ts"
import { Discovery } from "./Discovery.ts"
import { appHead } from "./head.ts"

interface Query extends MarketQuery {
  readonly appId: string
  readonly days: number
  readonly limit: number
}
type Answer = typeof MoversAnswer.Type
type Mover = Answer["topGainers"][number]

interface Moved {
  readonly move: Move
  readonly mover: Mover
}

/** The change of one keyword; null when it was ranked at neither time. */
const movedOf = ({ baseline, difficulty, keyword, latest, volume }: Standing): Moved | null => {
  const moved = movedBetween(baseline, latest)
  if (moved === null) return null
  const { move, ...ranks } = moved
  return {
    move,
    mover: { keyword, ...ranks, volumeScore: volume, difficulty, estimates: estimatesOf({ volume, difficulty }) }
  }
}

const weighed = ({ currentRank, depth, keyword, previousRank, volumeScore }: Mover) => ({
  keyword,
  currentRank,
  previousRank,
  depth,
  volume: volumeScore
})

/** What an app gained and lost. */
export class Movers extends Context.Service<
  Movers,
  { readonly of: (query: Query) => Effect.Effect<Answer, AppFailure | ServiceUnavailable> }
>()("@storeglass/keywords/Movers") {
  static readonly layer = Layer.effect(
    Movers,
    Effect.gen(function* () {
      const asks = yield* Asked
      const discovery = yield* Discovery

      const of = Effect.fn("Movers.of")(function* (query: Query) {
        const asked = yield* asks.app(query.appId, query)
        const [known] = yield* available(discovery.known([asked], query.days))
        const standings = known?.standings ?? []
        const compared = standings.filter(({ baseline, latest }) => baseline !== null && latest !== null)
        const moved = standings.flatMap((standing) => movedOf(standing) ?? [])
        const by = (wanted: Move) => moved.flatMap(({ move, mover }) => (move === wanted ? [mover] : []))
        const top = (movers: ReadonlyArray<Mover>) =>
          [...movers].sort((a, b) => byWeight(weighed(a), weighed(b))).slice(0, query.limit)
        const count = (movers: ReadonlyArray<Mover>) => (compared.length === 0 ? null : movers.length)
        const latestDay = (days: ReadonlyArray<string | undefined>) =>
          days.reduce<string | null>((max, day) => (day !== undefined && (max === null || day > max) ? day : max), null)
        const [gainers, losers, entered, dropped] = [by("gainer"), by("loser"), by("entered"), by("dropped")]
        const period = {
          current: latestDay(compared.map(({ latest }) => latest?.day)),
          previous: latestDay(compared.map(({ baseline }) => baseline?.day))
        }
        return {
          ...appHead(asked),
          days: query.days,
          period,
          summary: {
            totalKeywords: compared.length,
            gainers: count(gainers),
            losers: count(losers),
            newEntries: count(entered),
            droppedOut: count(dropped),
            unchanged: count(by("unchanged")),
            notCompared: standings.length - compared.length
          },
          topGainers: top(gainers),
          topLosers: top(losers),
          newEntries: top(entered),
          droppedOut: top(dropped),
          basket: basketOf(
            compared.map(({ keyword }) => keyword),
            { from: period.previous, to: period.current, ...changesIn(standings) }
          ),
          discovered: known?.discovered ?? false,
          provenance: scoredFrom(latestMs(compared.map((standing) => standing.latestMs)), {
            model: moversModel,
            sampleSize: compared.length,
            limitations: [
              ...(standings.length > 0 && compared.length === 0
                ? [
                    `${standings.length} keywords are known, none measured on two days of the same source yet: movements appear with the next day's collection`
                  ]
                : noneOf(compared.length, asked)),
              "only collected keywords are known",
              searchOrder,
              ...(known?.limitations ?? [])
            ]
          })
        }
      }, asDocumented)
      return Movers.of({ of })
    })
  )
}
