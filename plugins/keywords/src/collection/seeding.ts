import { dayOf, startMsOf } from "@storeglass/history"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Clock, Effect, Layer } from "effect"
import type { KeywordsConfig } from "../config.ts"
import { type ImportedSearch, type ImportedSnapshot, KeywordHistory, KeywordSeeding } from "../contract.ts"
import { autocompletionIn, KeywordKeys, type KeywordState, type Market } from "../history/KeywordKeys.ts"
import { searchDevices, termOf } from "../models/term.ts"
import { Measurements, resultCountMaxOf, scoresOf, sourceOf } from "../ranks/Measurements.ts"
import { Recorder } from "../ranks/Recorder.ts"

/** Requests come first. */
const restMs = 10

/** A history to start with, through the same models and tables as the collection. */
export const keywordSeedingLayer = (config: KeywordsConfig) =>
  Layer.effect(
    KeywordSeeding,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const keys = yield* KeywordKeys
      const history = yield* KeywordHistory
      const measurements = yield* Measurements
      const recorder = yield* Recorder

      const marketOf = ({ country, platform }: Omit<Market, "device">) =>
        Effect.gen(function* () {
          const store = yield* stores.get(platform)
          const [device = "phone"] = searchDevices(store)
          return { store, market: { platform, country: yield* store.parseCountry(country), device } }
        }).pipe(Effect.catch(() => Effect.succeed(null)))

      const begin: KeywordSeeding["Service"]["begin"] = Effect.fn("KeywordSeeding.begin")(function* (wanted, keywords) {
        const found = yield* marketOf(wanted)
        if (found === null) return null
        const { market, store } = found
        const terms = [...new Set(keywords.map(termOf))]
        const today = dayOf(yield* Clock.currentTimeMillis)
        const known = yield* keys.ensure(market, terms)
        let source = `${market.platform}.search`
        for (const term of terms) {
          const state = known.get(term) ?? null
          if (state?.latestDay === today && state.sourceId !== null) {
            source = (yield* keys.sourceName(state.sourceId)) ?? source
            continue
          }
          const measured = yield* Effect.option(
            measurements.measure(store, { ...market, term }, state, config.suggestionsWaitMs)
          )
          if (measured._tag === "None") continue
          source = sourceOf(measured.value.found, market.platform)
          yield* recorder.record([measured.value])
          yield* Effect.sleep(restMs)
        }
        return { device: market.device, source, terms }
      })

      const snapshotOf = (
        search: ImportedSearch,
        store: AppStore,
        state: KeywordState | undefined
      ): ImportedSnapshot => {
        const { apps, day } = search
        const resultCountMax = resultCountMaxOf(store)
        const { difficulty, volume } = scoresOf({
          market: search,
          term: termOf(search.keyword),
          apps: apps.map(({ installs, ...app }) => ({
            ...app,
            installs: installs === null ? null : { min: installs, max: null, label: String(installs) }
          })),
          atMs: startMsOf(day),
          autocompletion: autocompletionIn(state)
        })
        return {
          ...search,
          depth: Math.min(config.depth, resultCountMax),
          resultCount: apps.length,
          volume: volume.score,
          difficulty: difficulty.score
        }
      }

      const importSearches: KeywordSeeding["Service"]["importSearches"] = Effect.fn("KeywordSeeding.importSearches")(
        function* (searches) {
          const markets = new Map(
            searches.map((search) => [`${search.platform} ${search.country} ${search.device}`, search])
          )
          for (const { country, device, platform } of markets.values()) {
            const store = yield* Effect.option(stores.get(platform))
            if (store._tag === "None") continue
            const own = searches.filter(
              (search) => search.platform === platform && search.country === country && search.device === device
            )
            const states = yield* keys.ensure({ platform, country, device }, [
              ...new Set(own.map(({ keyword }) => termOf(keyword)))
            ])
            const snapshots = own.map((search) => snapshotOf(search, store.value, states.get(termOf(search.keyword))))
            yield* history.importSnapshots(snapshots, { track: true })
          }
        }
      )

      return KeywordSeeding.of({ begin, importSearches })
    })
  )
