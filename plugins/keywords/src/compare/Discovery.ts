import { addDays, dayOf } from "@storeglass/history"
import type { AppNotFound, UpstreamError } from "@storeglass/plugin-api"
import type { StoreApp } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import type { AskedApp } from "../Asked.ts"
import type { KeywordsConfig } from "../config.ts"
import { AppStandings, freshDays, type Listing, type Standing } from "../history/AppStandings.ts"
import { KeywordKeys } from "../history/KeywordKeys.ts"
import { candidateTerms } from "../models/candidates.ts"
import { isKeyword, termOf } from "../models/term.ts"
import { words } from "../models/text.ts"
import { type Measurement, Measurements, rankedOf } from "../ranks/Measurements.ts"
import { Recorder } from "../ranks/Recorder.ts"

export interface Known {
  readonly asked: AskedApp
  /** Null: never seen. */
  readonly listing: Listing | null
  /** Over the keywords of all apps of the request, whether it is ranked for them or not. */
  readonly standings: ReadonlyArray<Standing>
  /** Keywords were searched for today. */
  readonly discovered: boolean
  /** What the looking could not do, for the reader. */
  readonly limitations: ReadonlyArray<string>
}

/** Days after which an app's keywords are looked for again. */
const againDays = 30
/** However many terms there are, the suggestions of each are waited for at least so long. */
const suggestionsWaitMsMin = 1_000

type Failure = AppNotFound | UpstreamError | SqlError.SqlError

/**
 * What is stored of apps. Of an app that wasn't looked at of late its keywords are looked for first: terms of the name and
 * the subtitle, and what the store suggests for them, are searched, and where the app is ranked, the keyword is collected
 * from then on. What is searched for one app today counts for no other app's answers before tomorrow.
 */
export class Discovery extends Context.Service<
  Discovery,
  {
    /** In the order of the apps; the searches that a request may spend are shared out over all of them. */
    readonly known: (
      apps: ReadonlyArray<AskedApp>,
      baselineDays: number
    ) => Effect.Effect<ReadonlyArray<Known>, Failure>
    /** How many terms are searched for an app that is asked about alone. */
    readonly termsMax: number
  }
>()("@storeglass/keywords/Discovery") {
  static readonly layer = ({ autoTrackAsks, discover, suggestionsWaitMs }: KeywordsConfig) =>
    Layer.effect(
      Discovery,
      Effect.gen(function* () {
        const standings = yield* AppStandings
        const measurements = yield* Measurements
        const recorder = yield* Recorder
        const keys = yield* KeywordKeys

        const looked = Effect.fnUntraced(function* (asked: AskedApp, termsMax: number) {
          const listing = yield* standings.listing(asked, asked.appId)
          const since = addDays(dayOf(yield* Clock.currentTimeMillis), -againDays)
          const isRecent = listing !== null && listing.discoveredDay !== null && listing.discoveredDay > since
          const searched = isRecent ? listing.discoveredTerms : 0
          return { listing, searched, isKnown: searched >= termsMax }
        })

        /** Terms to try, the app's own first, then what the store suggests for them that speaks of the app. */
        const termsFor = Effect.fnUntraced(function* (asked: AskedApp, app: StoreApp) {
          const searches = discover.searchesMax
          const page = yield* Effect.option(asked.store.page(app.appId, asked.country)).pipe(
            Effect.timeoutOption(discover.pageWaitMs),
            Effect.map(Option.flatten)
          )
          const subtitle = Option.match(page, { onNone: () => null, onSome: ({ value }) => value.subtitle })
          const own = candidateTerms({ name: app.name, subtitle, description: app.description }, searches)
          const spoken = new Set(words(`${app.name} ${subtitle ?? ""} ${app.description}`))
          const suggested = yield* Effect.forEach(own.slice(0, discover.suggestionsMax), (term) =>
            Effect.match(asked.store.suggestions({ prefix: term, country: asked.country }), {
              onFailure: () => [],
              onSuccess: ({ value }) =>
                value.map(termOf).filter((other) => words(other).every((word) => spoken.has(word)))
            })
          )
          const further = suggested.flat().filter((term) => !own.includes(term))
          // Two thirds its own words, the rest what people are known to type.
          const ownShare = Math.max(1, searches - Math.min(further.length, Math.floor(searches / 3)))
          return [...new Set([...own.slice(0, ownShare), ...further, ...own])]
            .map(termOf)
            .filter(isKeyword)
            .slice(0, searches)
        })

        /** Searches for the terms that were not searched for yet, of the first `termsMax`. */
        const discoverFor = Effect.fnUntraced(function* (asked: AskedApp, from: number, termsMax: number) {
          const app = yield* asked.store.app(asked.appId, asked.country)
          const terms = (yield* termsFor(asked, app.value)).slice(from, termsMax)
          const freshFrom = addDays(dayOf(yield* Clock.currentTimeMillis), -freshDays)
          const known = yield* keys.findAll(asked, terms)
          // The suggestions of all terms together may take as long as those of one request.
          const waitMs = Math.max(suggestionsWaitMsMin, Math.floor(suggestionsWaitMs / Math.max(1, terms.length)))
          const measured: Array<Measurement> = []
          let answered = 0
          let searched = 0
          let failure: UpstreamError | undefined
          for (const term of terms) {
            const state = known.get(term) ?? null
            if (state !== null && state.latestDay !== null && state.latestDay >= freshFrom) {
              answered += 1
              searched += 1
              continue
            }
            const key = { platform: asked.platform, country: asked.country, device: asked.device, term }
            const result = yield* Effect.result(measurements.measure(asked.store, key, state, waitMs))
            if (result._tag === "Success") {
              measured.push(result.success)
              answered += 1
            } else {
              failure = result.failure
              // Asking on would only make it worse.
              if (failure.reason === "rate_limited" || failure.reason === "circuit_open") break
            }
            searched += 1
          }
          // Nothing found is an answer only when something answered.
          if (answered === 0 && failure !== undefined) return yield* Effect.fail(failure)
          const recorded = yield* recorder.record(measured, { requested: true })
          const ranked = measured.filter(({ depth, found }) =>
            rankedOf(found.value, depth).some(({ appId }) => appId === asked.appId)
          )
          yield* keys.asked(
            ranked.flatMap(({ key }) => recorded.get(key.term)?.id ?? []),
            { times: autoTrackAsks }
          )
          const states = yield* keys.ensure(asked, terms)
          yield* standings.noteDiscovery(yield* keys.ensureMarket(asked), app.value, {
            from,
            to: searched < terms.length ? from + searched : termsMax,
            keywordIds: terms.slice(0, searched).flatMap((term) => states.get(term)?.id ?? [])
          })
          return failure === undefined
            ? []
            : [`${terms.length - answered} of ${terms.length} terms couldn't be searched right now`]
        })

        const known = Effect.fn("Discovery.known")(function* (apps: ReadonlyArray<AskedApp>, baselineDays: number) {
          const termsMax =
            discover.searchesMax === 0 ? 0 : Math.max(1, Math.floor(discover.searchesMax / Math.max(1, apps.length)))
          const found = yield* Effect.forEach(apps, (asked) =>
            Effect.gen(function* () {
              const before = yield* looked(asked, termsMax)
              if (before.isKnown) return { asked, listing: before.listing, limitations: [] }
              const basket =
                before.listing === null ? [] : yield* standings.basket(before.listing.id, baselineDays, termsMax)
              const looking = discoverFor(asked, before.searched, termsMax)
              // What is stored is an answer, be it a small one, when the store gives none.
              const limitations = yield* basket.length === 0
                ? looking
                : Effect.catchTag(looking, ["UpstreamError", "APP_NOT_FOUND"], () =>
                    Effect.succeed(["further keywords couldn't be searched for right now"])
                  )
              return { asked, listing: yield* standings.listing(asked, asked.appId), limitations }
            })
          )
          const baskets = yield* Effect.forEach(
            found,
            ({ listing }) =>
              listing === null ? Effect.succeed([]) : standings.basket(listing.id, baselineDays, termsMax),
            { concurrency: 4 }
          )
          const keywordIds = [...new Set(baskets.flat())]
          return yield* Effect.forEach(
            found,
            ({ asked, limitations, listing }) =>
              Effect.gen(function* () {
                if (listing === null) return { asked, listing, standings: [], discovered: false, limitations }
                return {
                  asked,
                  listing,
                  standings: yield* standings.of(listing.id, keywordIds, baselineDays),
                  discovered: yield* standings.discoveredToday(listing.id, termsMax),
                  limitations
                }
              }),
            { concurrency: 4 }
          )
        })

        return Discovery.of({ known, termsMax: discover.searchesMax })
      })
    )
}
