import { asDocumented, measured } from "@storeglass/plugin-api"
import type { AppStore, BadRequest, Sourced, StoreFailure } from "@storeglass/stores/contract"
import { Context, Effect, Layer, Option } from "effect"
import { Asked, type AskedMarket, type MarketQuery, parseTerm } from "../Asked.ts"
import type { KeywordsConfig } from "../config.ts"
import type { InvalidKeyword } from "../errors.ts"
import { estimatesOf } from "../estimates.ts"
import { KeywordKeys, type KeywordState } from "../history/KeywordKeys.ts"
import { termOf } from "../models/term.ts"
import type { KeywordQuery } from "../parameters.ts"
import type { SuggestionsAnswer } from "../schema.ts"
import { Measurements } from "./Measurements.ts"

interface Query extends KeywordQuery, MarketQuery {
  readonly expand: boolean
  readonly metrics: boolean
}
type Answer = typeof SuggestionsAnswer.Type
type Suggestion = Answer["suggestions"][number]

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
const withMetricsMax = 10

/** What the store suggests. An answer that cannot be had is a failure, never an empty list. */
export class Suggestions extends Context.Service<
  Suggestions,
  { readonly of: (query: Query) => Effect.Effect<Answer, BadRequest | InvalidKeyword | StoreFailure> }
>()("@storeglass/keywords/Suggestions") {
  static readonly layer = ({ metricsWaitMs, suggestionsWaitMs }: KeywordsConfig) =>
    Layer.effect(
      Suggestions,
      Effect.gen(function* () {
        const asks = yield* Asked
        const keys = yield* KeywordKeys
        const measurements = yield* Measurements

        const expanded = Effect.fnUntraced(function* (store: AppStore, term: string, country: string) {
          let refused = false
          return yield* Effect.forEach(letters, (letter) =>
            Effect.suspend(() => {
              const prefix = `${term} ${letter}`
              // Once the store refuses, asking on would only make it worse.
              if (refused) return Effect.succeed({ prefix, found: null })
              return Effect.match(store.suggestions({ prefix, country }), {
                onSuccess: (found) => ({ prefix, found }),
                onFailure: (error) => {
                  refused = error.reason === "rate_limited" || error.reason === "circuit_open"
                  return { prefix, found: null }
                }
              })
            })
          )
        })

        /** Scores of the first ones: of today's snapshot where there is one, else measured while there is time. */
        const withMetrics = Effect.fnUntraced(function* (asked: AskedMarket, suggestions: ReadonlyArray<Suggestion>) {
          const terms = suggestions.slice(0, withMetricsMax).map(({ term }) => termOf(term))
          const known = yield* Effect.catch(keys.findAll(asked, terms), () =>
            Effect.succeed<ReadonlyMap<string, KeywordState>>(new Map())
          )
          const scores = new Map<string, { readonly volume: number | null; readonly difficulty: number | null }>()
          for (const [term, state] of known) {
            if (state.latestDay !== null && state.volume !== null)
              scores.set(term, { volume: state.volume, difficulty: state.difficulty })
          }
          const { country, device, platform, store } = asked
          yield* Effect.forEach(
            terms.filter((term) => !scores.has(term)),
            (term) =>
              measurements
                .measure(store, { platform, country, device, term }, known.get(term) ?? null, suggestionsWaitMs)
                .pipe(
                  Effect.map(({ difficulty, volume }) =>
                    scores.set(term, { volume: volume.score, difficulty: difficulty.score })
                  ),
                  Effect.ignore
                ),
            { concurrency: 3, discard: true }
          ).pipe(Effect.timeoutOption(metricsWaitMs), Effect.map(Option.isSome))
          return suggestions.map((suggestion, index): Suggestion => {
            const found = index < withMetricsMax ? scores.get(termOf(suggestion.term)) : undefined
            const status = index >= withMetricsMax ? "not_measured" : found === undefined ? "unavailable" : "estimated"
            return {
              ...suggestion,
              volumeScore: found?.volume ?? null,
              difficulty: found?.difficulty ?? null,
              estimates: estimatesOf(found ?? { volume: null, difficulty: null }),
              metricsStatus: status
            }
          })
        })

        const of = Effect.fn("Suggestions.of")(function* (query: Query) {
          const asked = yield* asks.market(query)
          const term = yield* parseTerm(query.keyword)
          const { country, platform, store } = asked
          const plain: Sourced<ReadonlyArray<string>> = yield* store.suggestions({ prefix: term, country })
          const more = query.expand ? yield* expanded(store, term, country) : []
          const seen = new Set<string>()
          const listed = [{ prefix: term, found: plain }, ...more].flatMap(({ found, prefix }) =>
            (found?.value ?? []).flatMap((suggestion, index): ReadonlyArray<Suggestion> => {
              const fresh = !seen.has(termOf(suggestion))
              seen.add(termOf(suggestion))
              return fresh ? [{ term: suggestion, suggestRank: index + 1, prefix }] : []
            })
          )
          const suggestions = query.metrics ? yield* withMetrics(asked, listed) : listed
          const unanswered = more.flatMap(({ found, prefix }) => (found === null ? [prefix] : []))
          return {
            term,
            country,
            platform,
            suggestions,
            unanswered,
            provenance: measured(plain, [
              ...(suggestions.length > 0 || unanswered.length > 0
                ? []
                : [`the store suggests nothing for '${term}' in ${country}: ask for its first letters`]),
              "the order is the store's only sign of demand",
              ...(unanswered.length === 0 ? [] : [`${unanswered.length} of ${letters.length} prefixes got no answer`])
            ])
          }
        }, asDocumented)
        return Suggestions.of({ of })
      })
    )
}
