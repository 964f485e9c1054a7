import { addDays, dayOf } from "@storeglass/history"
import { isoOf, UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, AppStores, byCodePoint, countedStore, reasonOf } from "@storeglass/stores/contract"
import { Clock, Effect, Layer, Option, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import {
  type BookBudget,
  type BookMarket,
  type BookMeasured,
  type BookRank,
  type BookTerm,
  KeywordBook
} from "../contract.ts"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { AppStandings, freshDays, type TopApp } from "../history/AppStandings.ts"
import { KeywordKeys, type KeywordState } from "../history/KeywordKeys.ts"
import { basketName } from "../models/basket.ts"
import { difficultyModel, difficultyRange } from "../models/difficulty.ts"
import { termOf } from "../models/term.ts"
import { volumeModel, volumeRange } from "../models/volume.ts"
import { firstPrefixes, questionsMax } from "../ranks/Autocompletions.ts"
import { type Measurement, Measurements, rankedOf } from "../ranks/Measurements.ts"
import { Recorder, unfit } from "../ranks/Recorder.ts"
import { scoreOf, visibilityOver } from "./scores.ts"

const termsMaxDefault = 500
/** Days back with which a basket begins, beside the week of the latest ranks. */
const baselineDays = 7
const atOnce = 3
const top = 10

const spent = "the budget of store requests was spent on other terms"
const late = "the time for asking the store was over"
const silence = "the store listed nothing where it listed apps before"
/** Of the time that is left, what the suggestions must leave for the search. */
const searchShareMs = 250

const Row = Schema.Struct({
  id: Schema.Int,
  term: Schema.String,
  volume: NullableInt,
  difficulty: NullableInt,
  latestDay: Schema.NullOr(Schema.String),
  latestMs: Schema.NullOr(Schema.Finite),
  depth: NullableInt
})
type Stored = typeof Row.Type
const rows = plannedRowsOf(Row)

const scoresIn = ({ difficulty, volume }: { readonly volume: number | null; readonly difficulty: number | null }) => ({
  volume: scoreOf(volume, volumeModel, volumeRange),
  difficulty: scoreOf(difficulty, difficultyModel, difficultyRange)
})

const unknownTerm = (keyword: string): BookTerm => ({
  keyword,
  ...scoresIn({ volume: null, difficulty: null }),
  asOf: null,
  stale: false,
  isFresh: false,
  depth: null,
  top: null
})

const isRefusal = ({ reason }: UpstreamError) => reason === "rate_limited" || reason === "circuit_open"
const unmeasured: BookRank = { rank: null, rankStatus: "not_measured" }
const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

const isFreshIn = (oldest: string, { latestDay }: Pick<Stored, "latestDay">) =>
  latestDay !== null && latestDay >= oldest

/** As it is stored. */
const termIn = (row: Stored, oldest: string, apps: ReadonlyMap<number, ReadonlyArray<TopApp>>): BookTerm => {
  const isFresh = isFreshIn(oldest, row)
  return {
    keyword: row.term,
    ...scoresIn(row),
    asOf: row.latestMs === null ? null : isoOf(row.latestMs),
    stale: false,
    isFresh,
    depth: isFresh ? row.depth : null,
    top: isFresh ? (apps.get(row.id) ?? []).map(({ appId, name, seller }) => ({ appId, name, seller })) : null
  }
}

/** A search that was made just now. */
const measuredOf = (measurement: Measurement, isFresh: boolean): BookMeasured => {
  const { depth, difficulty, found, key, volume } = measurement
  const ranked = rankedOf(found.value, depth)
  return {
    term: {
      keyword: key.term,
      ...scoresIn({ volume: volume.score, difficulty: difficulty.score }),
      asOf: isoOf(found.asOfMs),
      stale: found.stale,
      isFresh,
      depth: isFresh ? depth : null,
      top: isFresh ? ranked.slice(0, top).map(({ appId, name, seller }) => ({ appId, name, seller })) : null
    },
    ranked: isFresh ? ranked.map(({ appId }) => appId) : [],
    top: ranked.slice(0, top)
  }
}

/** The store for a search alone, which is one request. */
const searchedAlone = (store: AppStore): AppStore => {
  const unasked = Effect.fail(new UpstreamError({ upstream: "storeglass", reason: "circuit_open", detail: spent }))
  return { ...store, suggestions: () => unasked, app: () => unasked }
}

/** What is suggested for a prefix, asked once however many terms begin with it. */
const remembering = (store: AppStore): { readonly store: AppStore; readonly has: (prefix: string) => boolean } => {
  const asked = new Map<string, ReturnType<AppStore["suggestions"]>>()
  return {
    has: (prefix) => asked.has(prefix),
    store: {
      ...store,
      suggestions: Effect.fnUntraced(function* (query) {
        const known = asked.get(query.prefix) ?? (yield* Effect.cached(store.suggestions(query)))
        asked.set(query.prefix, known)
        return yield* known
      })
    }
  }
}

export const keywordBookLayer = ({
  autocompleteDays,
  discover,
  suggestionsWaitMs
}: Pick<KeywordsConfig, "autocompleteDays" | "discover" | "suggestionsWaitMs">) =>
  Layer.effect(
    KeywordBook,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stores = yield* AppStores
      const keys = yield* KeywordKeys
      const history = yield* AppStandings
      const measurements = yield* Measurements
      const recorder = yield* Recorder

      const columns = sql.literal(`id, term, volume, difficulty, latest_day::text AS "latestDay",
        latest_ms AS "latestMs", depth`)
      const oldestFresh = Effect.map(Clock.currentTimeMillis, (nowMs) => addDays(dayOf(nowMs), -freshDays))

      const named = Effect.fnUntraced(function* (market: BookMarket, wanted: ReadonlyArray<string>) {
        const marketId = yield* keys.marketId(market)
        if (marketId === null || wanted.length === 0) return []
        return yield* rows(sql`SELECT ${columns} FROM keywords_tracked WHERE market_id = ${marketId}
          AND term IN (SELECT jsonb_array_elements_text(${JSON.stringify(wanted)}::text::jsonb))`)
      })

      const termsFrom = Effect.fnUntraced(function* (stored: ReadonlyArray<Stored>) {
        const oldest = yield* oldestFresh
        const fresh = stored.filter((row) => isFreshIn(oldest, row)).map(({ id }) => id)
        const apps = yield* history.topOf(fresh)
        return stored.map((row) => termIn(row, oldest, apps))
      })

      const terms: KeywordBook["Service"]["terms"] = Effect.fn("KeywordBook.terms")(function* (market, keywords) {
        const wanted = keywords.map(termOf)
        const found = yield* termsFrom(yield* named(market, unique(wanted)))
        const byTerm = new Map(found.map((term) => [term.keyword, term]))
        return wanted.map((keyword) => byTerm.get(keyword) ?? unknownTerm(keyword))
      })

      const standings: KeywordBook["Service"]["standings"] = Effect.fn("KeywordBook.standings")(function* (
        market,
        appIds,
        { keywords = [], termsMax = termsMaxDefault } = {}
      ) {
        const listings = yield* Effect.forEach(appIds, (appId) => history.listing(market, appId), { concurrency: 4 })
        const baskets = yield* Effect.forEach(
          listings,
          (listing) =>
            listing === null ? Effect.succeed([]) : history.basket(listing.id, baselineDays, discover.searchesMax),
          { concurrency: 4 }
        )
        const wanted = unique(keywords.map(termOf))
        const own = yield* named(market, wanted)
        const others = unique(baskets.flat()).filter((id) => !own.some((row) => row.id === id))
        const counted =
          others.length === 0
            ? []
            : yield* rows(sql`SELECT ${columns} FROM keywords_tracked WHERE id = ANY(${ints(others)}::int[])
                ORDER BY volume DESC NULLS LAST, term COLLATE "C" LIMIT ${termsMax}`)
        const stored = [...own, ...counted]
        const known = yield* termsFrom(stored)
        const missing = wanted.filter((keyword) => !own.some(({ term }) => term === keyword))
        const basket = [
          ...known.map((term, index) => ({ id: stored[index]?.id ?? null, term })),
          ...missing.map((keyword) => ({ id: null, term: unknownTerm(keyword) }))
        ].sort((a, b) => byCodePoint(a.term.keyword, b.term.keyword))
        const latest = yield* history.latestOf(
          listings.flatMap((listing) => listing?.id ?? []),
          stored.map(({ id }) => id)
        )
        const rankOf = new Map(latest.map(({ keywordId, listingId, rank }) => [`${listingId}:${keywordId}`, rank]))
        const all = basket.map(({ term }) => term)
        const apps = appIds.map((appId, index) => {
          const listing = listings[index] ?? null
          const ranks = basket.map(({ id, term }): BookRank => {
            if (!term.isFresh) return unmeasured
            const rank = rankOf.get(`${listing?.id}:${id}`) ?? null
            return { rank, rankStatus: rank === null ? "not_in_top_n" : "ranked" }
          })
          return {
            appId,
            name: listing?.name ?? "",
            seller: listing?.seller ?? "",
            ranks,
            visibility: visibilityOver(all.map(({ volume }, at) => ({ volume, ...(ranks[at] ?? unmeasured) })))
          }
        })
        return {
          id: basketName(all.map(({ keyword }) => keyword)),
          terms: all,
          apps,
          leftOut: others.length - counted.length
        }
      })

      /** Whether its volume can be told without asking the store for suggestions. */
      const isCompleted = (state: KeywordState | null, today: string) =>
        state !== null && state.prefixDay !== null && state.prefixDay > addDays(today, -autocompleteDays)

      const measure: KeywordBook["Service"]["measure"] = Effect.fn("KeywordBook.measure")(function* (
        market,
        keywords,
        { requestsMax, untilMs }: BookBudget
      ) {
        const { requests, store: counted } = countedStore(yield* stores.get(market.platform))
        const { has, store } = remembering(counted)
        const today = dayOf(yield* Clock.currentTimeMillis)
        const oldest = yield* oldestFresh
        const wanted = unique(keywords.map(termOf))
        const states = yield* keys.findAll(market, wanted)
        /** Searched for of late, with a volume or all that there is to one. */
        const isKnown = (term: string) => {
          const state = states.get(term)
          return (
            state !== undefined &&
            isFreshIn(oldest, state) &&
            (state.volume !== null || state.resultCount === 0 || isCompleted(state, today))
          )
        }
        /** The first terms that can be measured whole within so many requests, together and at the most. */
        const wholeOnes = (queue: ReadonlyArray<string>, left: number) => {
          const shared = new Set<string>()
          let rest = left
          const over = queue.slice(0, atOnce).findIndex((term) => {
            const isTold = isCompleted(states.get(term) ?? null, today)
            const first = isTold ? [] : firstPrefixes(term).filter((prefix) => !has(prefix) && !shared.has(prefix))
            for (const prefix of first) shared.add(prefix)
            const further = isTold ? 0 : questionsMax(term) - firstPrefixes(term).length
            rest -= 1 + first.length + further + (store.known === undefined ? 0 : 1)
            return rest < 0
          })
          return queue.slice(0, over < 0 ? atOnce : over)
        }

        const made = new Map<string, Measurement>()
        const reasons = new Map<string, string>()
        let refusal: string | null = null

        const ask = Effect.fnUntraced(function* (term: string, from: AppStore) {
          const { country, device, platform } = market
          const state = states.get(term) ?? null
          const nowMs = yield* Clock.currentTimeMillis
          const leftMs = Math.max(0, untilMs - nowMs)
          const waitMs = Math.min(suggestionsWaitMs, Math.max(0, leftMs - searchShareMs))
          const result = yield* measurements
            .measure(from, { platform, country, device, term }, state, waitMs)
            .pipe(Effect.timeoutOption(leftMs), Effect.result)
          if (Result.isFailure(result)) {
            const reason = reasonOf(result.failure)
            reasons.set(term, reason)
            if (isRefusal(result.failure)) refusal = reason
          } else if (Option.isNone(result.success)) reasons.set(term, late)
          else if (unfit(result.success.value, state, nowMs) === "suspect") reasons.set(term, silence)
          else made.set(term, result.success.value)
        })

        const asked = wanted.filter((term) => !isKnown(term))
        const queue = [...asked]
        while (queue.length > 0 && refusal === null && (yield* Clock.currentTimeMillis) < untilMs) {
          const left = requestsMax - requests()
          const whole = wholeOnes(queue, left)
          // Room that those before it leave unused may yet do for the next: it's searched for alone only at the head.
          const alone = whole.length > 0 ? [] : queue.slice(0, Math.max(0, Math.min(atOnce, left)))
          const wave = [...whole, ...alone]
          if (wave.length === 0) break
          queue.splice(0, wave.length)
          const from = whole.length > 0 ? store : searchedAlone(store)
          yield* Effect.forEach(wave, (term) => ask(term, from), { concurrency: atOnce, discard: true })
        }
        const rest = refusal ?? ((yield* Clock.currentTimeMillis) >= untilMs ? late : spent)

        const done = asked.flatMap((term) => made.get(term) ?? [])
        const complete = done.filter(({ autocompletion }) => autocompletion !== null)
        const recorded = yield* recorder.record(complete, { requested: true })
        yield* keys.asked(
          complete.flatMap(({ key }) => recorded.get(key.term)?.id ?? []),
          { times: 1 }
        )
        return {
          measured: done.map((measurement) => measuredOf(measurement, dayOf(measurement.found.asOfMs) >= oldest)),
          notMeasured: asked.flatMap((keyword) =>
            made.has(keyword) ? [] : [{ keyword, reason: reasons.get(keyword) ?? rest }]
          ),
          requests: requests()
        }
      })

      return KeywordBook.of({ terms, standings, measure })
    })
  )
