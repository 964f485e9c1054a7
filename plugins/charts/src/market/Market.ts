import { asDocumented, isoOf, stored } from "@storeglass/plugin-api"
import { type AppStore, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked, type AskedChart, type ChartFailure, type ChartQuery, genreOf } from "../Asked.ts"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type ListedApp, type ReadingPair } from "../contract.ts"
import { recordsOf } from "../current/AppRecords.ts"
import { CurrentCharts } from "../current/CurrentCharts.ts"
import { eventsOf, eventTypes, type Movement, movementsBetween, ofKind } from "../models/movements.ts"
import type { ActivityAnswer, MoversAnswer } from "../schema.ts"

interface Query extends ChartQuery {
  readonly genre: string
}

/** What moved between the two newest lists of a chart. */
interface Compared {
  readonly asked: AskedChart
  readonly pair: ReadingPair | null
  /** Null: there is nothing to compare with. */
  readonly movements: ReadonlyArray<Movement> | null
  readonly failed: boolean
}

/** Movements of the market. */
export class Market extends Context.Service<
  Market,
  {
    readonly movers: (query: Query) => Effect.Effect<typeof MoversAnswer.Type, ChartFailure>
    readonly activity: (query: Query) => Effect.Effect<typeof ActivityAnswer.Type, ChartFailure>
  }
>()("@storeglass/charts/Market") {
  static readonly layer = ({ everyHours }: Pick<ChartsConfig, "everyHours">) =>
    Layer.effect(
      Market,
      Effect.gen(function* () {
        const asks = yield* Asked
        const charts = yield* CurrentCharts
        const history = yield* ChartHistory

        const compare = Effect.fnUntraced(function* (query: Query) {
          const asked = yield* asks.chart(query, query.genre)
          const { failed, pair } = yield* charts.pair(asked.store, asked.key)
          const movements =
            pair === null || pair.previous === null ? null : movementsBetween(pair.current.appIds, pair.previous.appIds)
          return { asked, pair, movements, failed }
        })

        /** What the history knows of apps, and the names and ratings of the store's records over it. */
        const describe = Effect.fnUntraced(function* (
          store: AppStore,
          country: string,
          shown: ReadonlyArray<Movement>
        ) {
          const ids = [...new Set(shown.map(({ appId }) => appId))]
          const listed = yield* history.apps(store.platform, ids)
          const { limitations, records } = yield* recordsOf(store, ids, country)
          const of = (movement: Movement) => {
            const record = records.get(movement.appId)
            return {
              moved: { ...named(store, movement, record, listed.get(movement.appId)), ...ranksOf(movement) },
              rating: record?.averageRating ?? null,
              reviewCount: record?.ratingCount ?? null
            }
          }
          return { of, limitations }
        })

        const movers = Effect.fn("Market.movers")(function* (query: Query) {
          const compared = yield* compare(query)
          const { asked, movements } = compared
          const kind = (name: Movement["kind"]) => ofKind(movements ?? [], name)
          const [gainers, losers, entered, left] = [kind("up"), kind("down"), kind("entered"), kind("left")]
          const shown = [gainers, losers, entered, left].flatMap((all) => all.slice(0, query.limit))
          const { limitations, of } = yield* describe(asked.store, asked.country, shown)
          const list = (all: ReadonlyArray<Movement>) =>
            all.slice(0, query.limit).map((movement) => {
              const { moved, ...ratings } = of(movement)
              return { ...moved, ...ratings }
            })
          const count = (all: ReadonlyArray<Movement>) => (movements === null ? null : all.length)
          return {
            ...headOf(compared),
            summary: {
              gainers: count(gainers),
              losers: count(losers),
              newEntries: count(entered),
              droppedOut: count(left)
            },
            topGainers: list(gainers),
            topLosers: list(losers),
            newEntries: list(entered),
            droppedOut: list(left),
            provenance: provenanceOf(compared, everyHours, limitations)
          }
        }, asDocumented)

        const activity = Effect.fn("Market.activity")(function* (query: Query) {
          const compared = yield* compare(query)
          const { asked, movements, pair } = compared
          const events = eventsOf(movements ?? [])
          const shown = events.slice(0, query.limit)
          const { limitations, of } = yield* describe(asked.store, asked.country, shown)
          const detectedAt = pair === null ? "" : isoOf(pair.current.asOfMs)
          return {
            ...headOf(compared),
            total: movements === null ? null : events.length,
            activities: shown.map((movement) => ({
              type: eventTypes[movement.kind],
              ...of(movement).moved,
              magnitude: Math.abs(movement.rankChange),
              detectedAt
            })),
            provenance: provenanceOf(compared, everyHours, limitations)
          }
        }, asDocumented)

        return Market.of({ movers, activity })
      })
    )
}

const headOf = ({ asked, pair }: Compared) => ({
  chartType: asked.key.chart,
  platform: asked.key.platform,
  country: asked.country,
  ...genreOf(asked),
  depth: pair === null || pair.previous === null ? null : Math.min(...lengthsOf(pair)),
  period: {
    current: pair === null ? null : isoOf(pair.current.asOfMs),
    previous: pair === null || pair.previous === null ? null : isoOf(pair.previous.asOfMs)
  }
})

const named = (
  store: AppStore,
  { appId }: Movement,
  record:
    | {
        readonly name: string
        readonly seller: string
        readonly iconUrl: string | null
        readonly genreId: string | null
        readonly genreName: string | null
      }
    | undefined,
  listed: ListedApp | undefined
) => {
  const genreId = record?.genreId ?? listed?.genreId ?? null
  return {
    appId: trackIdOf(store.platform, appId),
    appName: record?.name ?? listed?.name ?? null,
    developer: record?.seller ?? listed?.seller ?? null,
    iconUrl: record?.iconUrl ?? listed?.iconUrl ?? null,
    genreId,
    genreName: store.genres.find(({ id }) => id === genreId)?.name ?? record?.genreName ?? listed?.genreName ?? null
  }
}

const ranksOf = ({ currentRank, previousRank, rankChange }: Movement) => ({ currentRank, previousRank, rankChange })

const provenanceOf = ({ failed, movements, pair }: Compared, everyHours: number, details: ReadonlyArray<string>) => {
  const limitations: Array<string> = []
  if (pair === null) limitations.push("the store says that this chart is empty")
  else if (movements === null)
    limitations.push(
      `only one list of this chart is kept so far; movements appear once it is collected again, every ${everyHours} hours from now on`
    )
  else limitations.push(...depthNotes(pair))
  if (failed) limitations.push("the store isn't answering for this chart: the lists are older than they should be")
  if (pair !== null && pair.uncompared !== null)
    limitations.push(
      `the list of ${isoOf(pair.uncompared.asOfMs)} is from another source, whose ranks aren't comparable`
    )
  return stored(pair?.current.asOfMs ?? null, {
    status: movements === null ? "not_measured" : "measured",
    stale: failed,
    limitations: [...limitations, ...details]
  })
}

const lengthsOf = ({ current, previous }: ReadingPair): readonly [number, number] => [
  current.appIds.length,
  previous?.appIds.length ?? current.appIds.length
]

const depthNotes = (pair: ReadingPair): ReadonlyArray<string> => {
  const [now, before] = lengthsOf(pair)
  return now === before
    ? []
    : [
        `the lists differ in length (${now} and ${before}): of apps below the end of the shorter one that only the other has, nothing is told`
      ]
}
