import { addDays, dayOf } from "@storeglass/history"
import type { AppNotFound, UpstreamError } from "@storeglass/plugin-api"
import type { StoreApp } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import type { AskedApp } from "../Asked.ts"
import type { KeywordsConfig } from "../config.ts"
import { AppStandings, type Standing } from "../history/AppStandings.ts"
import { KeywordKeys, termOf } from "../history/KeywordKeys.ts"
import { candidateTerms } from "../models/candidates.ts"
import { words } from "../models/text.ts"
import { type Measurement, Measurements, rankedOf } from "../ranks/Measurements.ts"
import { Recorder } from "../ranks/Recorder.ts"

export interface Known {
  readonly asked: AskedApp
  readonly standings: ReadonlyArray<Standing>
  /** Keywords were looked for with this request, since none were stored. */
  readonly discovered: boolean
  /** What the looking could not do, for the reader. */
  readonly limitations: ReadonlyArray<string>
}

/** With fewer keywords than this next to nothing is known of an app. */
const knownFrom = 5
/** Days after which keywords are looked for again where there are so few. */
const againDays = 30

type Failure = AppNotFound | UpstreamError | SqlError.SqlError

/**
 * What is stored of apps; where next to nothing is, their keywords are looked for: terms of the name and the subtitle, and what
 * the store suggests for them, are searched, and where the app is ranked, the keyword is collected from then on.
 */
export class Discovery extends Context.Service<
  Discovery,
  {
    /** In the order of the apps; the searches that a request may spend are shared out over those unknown. */
    readonly known: (
      apps: ReadonlyArray<AskedApp>,
      baselineDays: number
    ) => Effect.Effect<ReadonlyArray<Known>, Failure>
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

        const stored = Effect.fnUntraced(function* (asked: AskedApp, baselineDays: number) {
          const listing = yield* standings.listing(asked, asked.appId)
          const found = listing === null ? [] : yield* standings.of(listing.id, baselineDays)
          const since = addDays(dayOf(yield* Clock.currentTimeMillis), -againDays)
          const looked = listing !== null && listing.discoveredDay !== null && listing.discoveredDay > since
          return { found, isKnown: looked || found.length >= knownFrom }
        })

        /** Terms to try, the app's own first, then what the store suggests for them that speaks of the app. */
        const termsFor = Effect.fnUntraced(function* (asked: AskedApp, app: StoreApp, searches: number) {
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
            .filter((term) => [...term].length >= 2)
            .slice(0, searches)
        })

        const discoverFor = Effect.fnUntraced(function* (asked: AskedApp, searches: number) {
          const app = yield* asked.store.app(asked.appId, asked.country)
          const terms = yield* termsFor(asked, app.value, searches)
          const known = yield* keys.findAll(asked, terms)
          // The suggestions of all terms together may take as long as those of one request.
          const waitMs = Math.floor(suggestionsWaitMs / Math.max(1, terms.length))
          const measured: Array<Measurement> = []
          let failure: UpstreamError | undefined
          for (const term of terms) {
            const key = { platform: asked.platform, country: asked.country, device: asked.device, term }
            const result = yield* Effect.result(measurements.measure(asked.store, key, known.get(term) ?? null, waitMs))
            if (result._tag === "Success") measured.push(result.success)
            else {
              failure = result.failure
              // Asking on would only make it worse.
              if (failure.reason === "rate_limited" || failure.reason === "circuit_open") break
            }
          }
          // Nothing found is an answer only when something answered.
          if (measured.length === 0 && failure !== undefined) return yield* Effect.fail(failure)
          const states = yield* recorder.record(measured)
          const ranked = measured.filter(({ depth, found }) =>
            rankedOf(found.value, depth).some(({ appId }) => appId === asked.appId)
          )
          yield* keys.asked(
            ranked.flatMap(({ key }) => states.get(key.term)?.id ?? []),
            { times: autoTrackAsks }
          )
          yield* standings.noteDiscovery(yield* keys.ensureMarket(asked), app.value)
          return failure === undefined
            ? []
            : [`${terms.length - measured.length} of ${terms.length} terms couldn't be searched right now`]
        })

        const known = Effect.fn("Discovery.known")(function* (apps: ReadonlyArray<AskedApp>, baselineDays: number) {
          const before = yield* Effect.forEach(apps, (asked) => stored(asked, baselineDays), { concurrency: 4 })
          const unknown = before.filter(({ isKnown }) => !isKnown).length
          const share = unknown === 0 ? 0 : Math.floor(discover.searchesMax / unknown)
          return yield* Effect.forEach(apps, (asked, index) =>
            Effect.gen(function* () {
              const { found = [], isKnown = true } = before[index] ?? {}
              if (isKnown || share === 0) {
                return { asked, standings: found, discovered: false, limitations: [] }
              }
              const looked = discoverFor(asked, share)
              // What is stored is an answer, be it a small one, when the store gives none.
              const limitations = yield* found.length === 0
                ? looked
                : Effect.catchTag(looked, ["UpstreamError", "APP_NOT_FOUND"], () =>
                    Effect.succeed(["further keywords couldn't be searched for right now"])
                  )
              const now = yield* stored(asked, baselineDays)
              return { asked, standings: now.found, discovered: true, limitations }
            })
          )
        })

        return Discovery.of({ known })
      })
    )
}
