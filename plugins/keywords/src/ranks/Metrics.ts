import { addDays, dayNumberOf, dayOf } from "@storeglass/history"
import { asDocumented, isoOf, measured } from "@storeglass/plugin-api"
import { type BadRequest, type StoreFailure, trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { KeywordsConfig } from "../config.ts"
import { available } from "../database.ts"
import type { InvalidKeyword } from "../errors.ts"
import { estimatesOf } from "../estimates.ts"
import type { KeywordState } from "../history/KeywordKeys.ts"
import { KeywordLists } from "../history/KeywordLists.ts"
import { autocompleteModel } from "../models/autocomplete.ts"
import {
  developerDiversity,
  developerDiversityModel,
  marketDominance,
  marketDominanceModel
} from "../models/competition.ts"
import { difficultyModel } from "../models/difficulty.ts"
import {
  difficultyBand,
  interpretationModel,
  isTrustworthy,
  stabilityOf,
  volumeBand
} from "../models/interpretation.ts"
import { rankVolatility, volatilityModel } from "../models/volatility.ts"
import { volumeModel } from "../models/volume.ts"
import { noneFound, searchOrder } from "../provenance.ts"
import type { MetricsAnswer } from "../schema.ts"
import { type Measurement, rankedOf, sourceOf } from "./Measurements.ts"
import { measuring, type OneKeywordQuery } from "./measuring.ts"

type Answer = typeof MetricsAnswer.Type

const historyDays = 90
const meanOf = (values: ReadonlyArray<number | null>, digits: number): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  if (known.length === 0 || known.length * 2 < values.length) return null
  return Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 10 ** digits) / 10 ** digits
}

/** Search volume, difficulty and what the first ten places look like, of now and of the days before. */
export class Metrics extends Context.Service<
  Metrics,
  {
    readonly of: (query: OneKeywordQuery) => Effect.Effect<Answer, BadRequest | InvalidKeyword | StoreFailure>
  }
>()("@storeglass/keywords/Metrics") {
  static readonly layer = (config: Pick<KeywordsConfig, "suggestionsWaitMs">) =>
    Layer.effect(
      Metrics,
      Effect.gen(function* () {
        const { keys, measure, parse } = yield* measuring(config)
        const lists = yield* KeywordLists

        const history = Effect.fnUntraced(function* (state: KeywordState | null, source: string) {
          if (state === null) return []
          const today = dayOf(yield* Clock.currentTimeMillis)
          const last = state.requestedDay === today ? addDays(today, -1) : today
          const { lists: found } = yield* lists.lists([state.id], addDays(today, 1 - historyDays), last)
          return yield* Effect.forEach(found, ({ day, listings, source: id }) =>
            Effect.map(keys.sourceName(id), (name) =>
              name === source ? [{ day, source, apps: listings.slice(0, 10) }] : []
            )
          ).pipe(Effect.map((days) => days.flat()))
        })

        const of = Effect.fn("Metrics.of")(function* (query: OneKeywordQuery) {
          const { asked, term } = yield* parse(query)
          const state = yield* available(keys.find({ ...asked, term }))
          const measurement = yield* measure(asked, term, state)
          const days = yield* available(history(state, sourceOf(measurement.found, asked.platform)))
          return answerOf(measurement, days)
        }, asDocumented)
        return Metrics.of({ of })
      })
    )
}

const answerOf = (
  measurement: Measurement,
  days: ReadonlyArray<{ readonly day: string; readonly source: string; readonly apps: ReadonlyArray<number> }>
): Answer => {
  const { autocompletion, difficulty, found, key, volume } = measurement
  const top = rankedOf(found.value, 10)
  const ratings = top.map(({ ratingCount }) => ratingCount)
  const volatility = rankVolatility(
    days.map(({ apps, day, source }) => ({ dayNumber: dayNumberOf(day), source, apps }))
  )
  const { country, device, platform, term } = key
  return {
    keyword: term,
    platform,
    country,
    device,
    volumeScore: volume.score,
    volumeRange: volume.range,
    volumeConfidence: volume.confidence,
    volumeFactors: volume.factors,
    difficulty: difficulty.score,
    difficultyRange: difficulty.range,
    difficultyConfidence: difficulty.confidence,
    difficultyFactors: difficulty.factors,
    estimates: estimatesOf({ volume: volume.score, difficulty: difficulty.score }),
    weakestInTop10: difficulty.weakest,
    autocomplete: {
      status:
        autocompletion === null ? "not_measured" : autocompletion.prefixLength === null ? "not_suggested" : "suggested",
      prefixLength: autocompletion?.prefixLength ?? null,
      position: autocompletion?.position == null ? null : autocompletion.position + 1,
      search: autocompletion?.search ?? null
    },
    resultCount: found.value.length,
    topAppsAvgRating: meanOf(
      top.map(({ averageRating }) => averageRating),
      2
    ),
    topAppsAvgReviews: meanOf(ratings, 0),
    developerDiversity: developerDiversity(top.map(({ seller }) => seller)),
    rankVolatility: volatility,
    marketDominance: marketDominance(ratings),
    historicalDays: days.length,
    topApps: top.map((app, index) => ({
      rank: index + 1,
      trackId: trackIdOf(platform, app.appId),
      trackName: app.name,
      sellerName: app.seller
    })),
    updatedAt: isoOf(found.asOfMs),
    interpretation: {
      volume: volumeBand(volume.score),
      competition: difficultyBand(difficulty.score),
      stability: stabilityOf(volatility),
      trustworthy: isTrustworthy(days.length, found.value.length)
    },
    models: {
      volume: volumeModel,
      autocomplete: autocompleteModel,
      difficulty: difficultyModel,
      developerDiversity: developerDiversityModel,
      marketDominance: marketDominanceModel,
      rankVolatility: volatilityModel,
      interpretation: interpretationModel
    },
    provenance: {
      ...measured(found, [...noneFound(found.value), searchOrder]),
      status: "estimated",
      model: volumeModel,
      confidence: volume.confidence
    }
  }
}
