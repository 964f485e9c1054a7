import { type Param, type UpstreamError, Upstreams } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { searchDevices } from "./Asked.ts"
import type { KeywordsConfig } from "./config.ts"
import { type ImportedSnapshot, KeywordHistory } from "./contract.ts"
import { rowsOf } from "./database.ts"
import { addDays, type Day, dayOf, startMsOf } from "./days.ts"
import { KeywordKeys, type KeywordState, type Market, termOf } from "./KeywordKeys.ts"
import { Measurements, resultCountMaxOf, scoresOf, sourceOf } from "./Measurements.ts"
import { Recorder } from "./Recorder.ts"

/** Between two requests: the sandbox and this gateway share a process, and requests come first. */
const restMs = 10
/** A job that takes longer would keep the gateway from stopping. */
const turnMs = 1_000
const termsAtOnce = 40

const NullOr = Schema.NullOr
/** What a sandbox answers at `/searches`. */
const Searches = Schema.fromJsonString(
  Schema.Struct({
    searches: Schema.Array(
      Schema.Struct({
        term: Schema.String,
        reach: NullOr(Schema.Int),
        apps: Schema.Array(
          Schema.Struct({
            appId: Schema.String,
            name: Schema.String,
            seller: Schema.String,
            ratingCount: NullOr(Schema.Int),
            averageRating: NullOr(Schema.Finite),
            installs: NullOr(Schema.Int),
            releaseDate: NullOr(Schema.String),
            currentVersionReleaseDate: NullOr(Schema.String)
          })
        )
      })
    )
  })
)
const Terms = Schema.fromJsonString(Schema.Struct({ terms: Schema.Array(Schema.String) }))
const decodeSearches = Schema.decodeUnknownEffect(Searches)
const decodeTerms = Schema.decodeUnknownEffect(Terms)
const seededRows = rowsOf(Schema.Struct({ day: Schema.String }))

/** One store and country of the starter set. */
interface Part {
  readonly market: Market
  readonly store: AppStore
  /** Under which it is noted which days are filled. */
  readonly seed: string
}
interface Starter extends Part {
  readonly source: string
  readonly states: ReadonlyMap<string, KeywordState>
}
type Failure = SqlError.SqlError | UpstreamError | Schema.SchemaError

/** Fills the history with the past days of a sandbox, through the same models and tables as the collection. */
export class SeedHistory extends Context.Service<
  SeedHistory,
  {
    /** Imports days that are missing for about a second, the newest first; true when none is left. */
    readonly fill: Effect.Effect<boolean, Failure>
  }
>()("@storeglass/keywords/SeedHistory") {
  static readonly layer = (config: KeywordsConfig) =>
    Layer.effect(
      SeedHistory,
      Effect.gen(function* () {
        const { seedHistory } = config
        if (seedHistory === null) return SeedHistory.of({ fill: Effect.succeed(true) })
        const sql = yield* SqlClient.SqlClient
        const stores = yield* AppStores
        const keys = yield* KeywordKeys
        const history = yield* KeywordHistory
        const measurements = yield* Measurements
        const recorder = yield* Recorder
        const upstream = yield* (yield* Upstreams).make({
          name: "keywords.seed",
          baseUrl: seedHistory.sandbox,
          timeoutMs: 30_000
        })

        const ask = Effect.fnUntraced(function* (
          { country, platform }: Market,
          day: Day,
          query: Record<string, string>
        ) {
          const { body, status } = yield* upstream.request({
            path: "/searches",
            query: { platform, country, day, ...query }
          })
          return status === 200 ? body : yield* upstream.drift(`status ${status}`)
        })

        const partOf = (platform: Param.Platform, country: string) =>
          Effect.gen(function* () {
            const store = yield* stores.get(platform)
            const [device = "phone"] = searchDevices(store)
            const market = { platform, country: yield* store.parseCountry(country), device }
            return [{ market, store, seed: `${platform} ${country} ${seedHistory.keywords}` }]
          }).pipe(Effect.catch((): Effect.Effect<ReadonlyArray<Part>> => Effect.succeed([])))

        const done = (seed: string) =>
          Effect.map(
            seededRows(sql`SELECT day::text AS day FROM keywords_seeded WHERE seed = ${seed}`),
            (rows) => new Set(rows.map(({ day }) => day))
          )
        const markDone = (seed: string, day: Day) =>
          sql`INSERT INTO keywords_seeded (seed, day) VALUES (${seed}, ${day}::date) ON CONFLICT DO NOTHING`

        /** The starter set, measured today as the collection does it, so that its source and suggestions are known. */
        const starter = Effect.fnUntraced(function* (part: Part, today: Day): Effect.fn.Return<Starter, Failure> {
          const { market, store } = part
          const { terms } = yield* decodeTerms(yield* ask(market, today, { limit: String(seedHistory.keywords) }))
          const wanted = [...new Set(terms.map(termOf))]
          const known = yield* keys.ensure(market, wanted)
          let source = `${market.platform}.search`
          for (const term of wanted) {
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
          return { ...part, source, states: yield* keys.ensure(market, wanted) }
        })

        const ofDay = Effect.fnUntraced(function* ({ market, source, states, store }: Starter, day: Day) {
          const terms = [...states.keys()]
          const resultCountMax = resultCountMaxOf(store)
          const depth = Math.min(config.depth, resultCountMax)
          for (let from = 0; from < terms.length; from += termsAtOnce) {
            const asked = terms.slice(from, from + termsAtOnce).join("\n")
            const { searches } = yield* decodeSearches(yield* ask(market, day, { terms: asked }))
            const snapshots = searches.map(({ apps, reach, term }): ImportedSnapshot => {
              const state = states.get(term)
              const { difficulty, volume } = scoresOf({
                term,
                apps: apps.map(({ installs, ...app }) => ({
                  ...app,
                  installs: installs === null ? null : { min: installs, max: null, label: String(installs) }
                })),
                atMs: startMsOf(day),
                reach,
                autocompletion:
                  state?.prefixDay == null
                    ? null
                    : { prefixLength: state.prefixLength, position: state.prefixPosition },
                resultCountMax
              })
              return {
                ...market,
                keyword: term,
                day,
                source,
                depth,
                resultCount: apps.length,
                reach,
                volume: volume.score,
                difficulty: difficulty.score,
                apps
              }
            })
            yield* history.importSnapshots(snapshots, { track: true })
            yield* Effect.sleep(restMs)
          }
        })

        const fill = Effect.gen(function* () {
          const startMs = yield* Clock.currentTimeMillis
          const today = dayOf(startMs)
          const parts = (yield* Effect.forEach(seedHistory.platforms, (platform) =>
            Effect.forEach(seedHistory.countries, (country) => partOf(platform, country))
          )).flat(2)
          const days = Array.from({ length: seedHistory.days }, (_, index) => addDays(today, -index - 1))
          const missing = new Map<string, ReadonlySet<Day>>()
          for (const { seed } of parts) {
            const filled = yield* done(seed)
            missing.set(seed, new Set(days.filter((day) => !filled.has(day))))
          }
          const starters = new Map<string, Starter>()
          for (const day of days) {
            for (const part of parts) {
              if (missing.get(part.seed)?.has(day) !== true) continue
              if ((yield* Clock.currentTimeMillis) - startMs > turnMs) return false
              const ready = starters.get(part.seed) ?? (yield* starter(part, today))
              starters.set(part.seed, ready)
              yield* ofDay(ready, day)
              yield* markDone(part.seed, day)
            }
          }
          return true
        })
        return SeedHistory.of({ fill })
      })
    )
}
