import { type Day, dayOf } from "@storeglass/history"
import { asDocumented, InvalidInput, measured, rowsOf, stored } from "@storeglass/plugin-api"
import { type BadRequest, type StoreFailure, trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { AskedMarket } from "../Asked.ts"
import type { KeywordsConfig } from "../config.ts"
import { available, ints } from "../database.ts"
import type { InvalidKeyword } from "../errors.ts"
import { estimatesOf } from "../estimates.ts"
import type { KeywordState } from "../history/KeywordKeys.ts"
import { KeywordLists } from "../history/KeywordLists.ts"
import { noneFound, rankedAndScored, searchOrder } from "../provenance.ts"
import type { RanksAnswer } from "../schema.ts"
import { type Measurement, rankedOf, sourceOf } from "./Measurements.ts"
import { measuring, type OneKeywordQuery } from "./measuring.ts"

interface Query extends OneKeywordQuery {
  readonly date?: Day
}
type Answer = typeof RanksAnswer.Type

const appRows = rowsOf(
  Schema.Struct({ id: Schema.Int, appId: Schema.String, name: Schema.String, seller: Schema.String })
)

/** The ranking of a keyword: now from the store, or of a past day from what was collected. */
export class Ranks extends Context.Service<
  Ranks,
  {
    readonly of: (query: Query) => Effect.Effect<Answer, BadRequest | InvalidKeyword | StoreFailure>
  }
>()("@storeglass/keywords/Ranks") {
  static readonly layer = (config: Pick<KeywordsConfig, "suggestionsWaitMs">) =>
    Layer.effect(
      Ranks,
      Effect.gen(function* () {
        const { keys, measure, parse, sql } = yield* measuring(config)
        const lists = yield* KeywordLists

        const past = Effect.fnUntraced(function* (state: KeywordState | null, day: Day) {
          if (state === null) return null
          const { lists: found } = yield* lists.lists([state.id], day, day)
          const [list] = found
          const source = list === undefined ? null : yield* keys.sourceName(list.source)
          if (list === undefined || source === null) return null
          const { depth, facts, listings, observedMs } = list
          const apps = yield* appRows(sql`SELECT id, app_id AS "appId", name, seller FROM keywords_listings
            WHERE id = ANY(${ints(listings)}::int[])`)
          const byId = new Map(apps.map(({ id, ...app }) => [id, app]))
          return { fact: { ...facts, observedMs, depth, source }, places: listings.flatMap((id) => byId.get(id) ?? []) }
        })

        const ofPast = Effect.fnUntraced(function* (asked: AskedMarket, term: string, day: Day) {
          const state = yield* keys.find({ ...asked, term })
          const found = yield* past(state, day)
          return found === null ? unmeasured(asked, term, day) : measuredThen(asked, term, day, found)
        })

        const ofNow = Effect.fnUntraced(function* (asked: AskedMarket, term: string) {
          const known = yield* available(keys.ensure(asked, [term]))
          const state = known.get(term) ?? null
          const measurement = yield* measure(asked, term, state)
          if (state !== null) yield* available(keys.asked([state.id], { times: 1 }))
          return measuredNow(asked, measurement)
        })

        const of = Effect.fn("Ranks.of")(function* (query: Query) {
          const { asked, term } = yield* parse(query)
          const today = dayOf(yield* Clock.currentTimeMillis)
          if (query.date === undefined) return yield* ofNow(asked, term)
          if (query.date > today) return yield* new InvalidInput(`date (query): is in the future; today is ${today}`)
          const then = yield* available(ofPast(asked, term, query.date))
          return then.status === "not_measured" && query.date === today ? yield* ofNow(asked, term) : then
        }, asDocumented)
        return Ranks.of({ of })
      })
    )
}

const marketOnly = ({ country, device, platform }: AskedMarket) => ({ country, device, platform })

const unmeasured = (asked: AskedMarket, term: string, date: Day): Answer => ({
  keyword: term,
  ...marketOnly(asked),
  popularity: null,
  competitiveness: null,
  totalResults: null,
  rankings: [],
  date,
  status: "not_measured",
  depth: null,
  source: null,
  volumeScore: null,
  difficulty: null,
  estimates: estimatesOf({ volume: null, difficulty: null }),
  provenance: stored(null, {
    limitations: [
      `the keyword wasn't collected on this day: ask without date for today's ranks; POST /v1/keywords/track (country ${asked.country}, platform ${asked.platform}) has it collected daily`
    ]
  })
})

const measuredThen = (
  asked: AskedMarket,
  term: string,
  date: Day,
  found: {
    readonly fact: {
      readonly observedMs: number
      readonly resultCount: number
      readonly depth: number
      readonly volume: number | null
      readonly difficulty: number | null
      readonly source: string
      readonly scoredBy: number
    }
    readonly places: ReadonlyArray<{ readonly appId: string; readonly name: string; readonly seller: string }>
  }
): Answer => ({
  keyword: term,
  ...marketOnly(asked),
  popularity: found.fact.volume,
  competitiveness: found.fact.difficulty,
  totalResults: found.fact.resultCount,
  rankings: found.places.map(({ appId, name, seller }, index) => ({
    rank: index + 1,
    trackId: trackIdOf(asked.platform, appId),
    trackName: name,
    sellerName: seller
  })),
  date,
  status: "measured",
  depth: found.fact.depth,
  source: found.fact.source,
  volumeScore: found.fact.volume,
  difficulty: found.fact.difficulty,
  estimates: estimatesOf(found.fact, found.fact.scoredBy),
  provenance: stored(found.fact.observedMs, {
    limitations: [searchOrder, rankedAndScored, "app names and sellers are today's"]
  })
})

const measuredNow = (asked: AskedMarket, { depth, difficulty, found, key, volume }: Measurement): Answer => ({
  keyword: key.term,
  ...marketOnly(asked),
  popularity: volume.score,
  competitiveness: difficulty.score,
  totalResults: found.value.length,
  rankings: rankedOf(found.value, depth).map((app, index) => ({
    rank: index + 1,
    trackId: trackIdOf(asked.platform, app.appId),
    trackName: app.name,
    sellerName: app.seller
  })),
  date: dayOf(found.asOfMs),
  status: "measured",
  depth,
  source: sourceOf(found, asked.platform),
  volumeScore: volume.score,
  difficulty: difficulty.score,
  estimates: estimatesOf({ volume: volume.score, difficulty: difficulty.score }),
  provenance: {
    ...measured(found, [...noneFound(found.value), searchOrder, rankedAndScored])
  }
})
