import { addDays, dayMs, dayOf } from "@storeglass/history"
import type { UpstreamError } from "@storeglass/plugin-api"
import type { AppStore, Sourced, StoreApp } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { KeywordsConfig } from "../config.ts"
import type { Snapshot } from "../history/HistoryStore.ts"
import { autocompletionIn, type KeywordKey, type KeywordState } from "../history/KeywordKeys.ts"
import type { Autocompletion } from "../models/autocomplete.ts"
import { type Competitor, type DifficultyEstimate, difficultyOf } from "../models/difficulty.ts"
import { marketSize } from "../models/marketRank.ts"
import { type VolumeEstimate, volumeOf } from "../models/volume.ts"
import { autocompletionOf } from "./Autocompletions.ts"

/** How long a list a store gives for a search. */
export const resultCountMaxOf = (store: AppStore): number => store.searchDepth ?? 200
const top = 10

/** A search for a keyword and what follows from it. */
export interface Measurement {
  readonly key: KeywordKey
  readonly found: Sourced<ReadonlyArray<StoreApp>>
  readonly depth: number
  readonly reach: number | null
  readonly volume: VolumeEstimate
  readonly difficulty: DifficultyEstimate
  /** Null: the suggestions could not be read. */
  readonly autocompletion: Autocompletion | null
  /** True when they were read for this, and not before. */
  readonly autocompletionRead: boolean
}

/** The part of a list that is kept, each app once. */
export const rankedOf = (apps: ReadonlyArray<StoreApp>, depth: number): ReadonlyArray<StoreApp> =>
  [...new Map([...apps].reverse().map((app) => [app.appId, app])).values()].reverse().slice(0, depth)

const daysSince = (iso: string | null, nowMs: number): number | null => {
  const ms = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(ms) ? null : Math.max(0, (nowMs - ms) / dayMs)
}

/** What the estimates need of an app. */
export type Scored = Pick<
  StoreApp,
  "name" | "ratingCount" | "averageRating" | "installs" | "releaseDate" | "currentVersionReleaseDate"
>

/** `size`: of the market whose ratings are counted, against the US. */
const competitorOf = (app: Scored, nowMs: number, size: number): Competitor => ({
  title: app.name,
  ratings: app.ratingCount === null ? null : Math.round(app.ratingCount / size),
  averageRating: app.averageRating,
  installs: app.installs?.min ?? null,
  daysSinceRelease: daysSince(app.currentVersionReleaseDate, nowMs),
  ageDays: daysSince(app.releaseDate, nowMs)
})

/** What is told of so few of the first ten is a matter of whose pages were read of late, and would come and go. */
const toldFrom = 0.8
const onlyIfTold = <K extends keyof Competitor>(competitors: ReadonlyArray<Competitor>, field: K) =>
  competitors.filter((competitor) => competitor[field] !== null).length >= competitors.length * toldFrom

/** The estimates of a keyword from a list of apps, as pure as the models. */
export const scoresOf = (input: {
  readonly market: Pick<KeywordKey, "platform" | "country">
  readonly term: string
  readonly apps: ReadonlyArray<Scored>
  readonly atMs: number
  readonly autocompletion: Autocompletion | null
}): { readonly volume: VolumeEstimate; readonly difficulty: DifficultyEstimate } => {
  const first = input.apps.slice(0, top)
  // One store counts the ratings of each country, the other those of all.
  const size = input.market.platform === "storea" ? marketSize(input.market.country) : 1
  const competitors = first.map((app) => competitorOf(app, input.atMs, size))
  const told = {
    ratings: onlyIfTold(competitors, "ratings"),
    daysSinceRelease: onlyIfTold(competitors, "daysSinceRelease"),
    ageDays: onlyIfTold(competitors, "ageDays")
  }
  const difficulty = difficultyOf(
    input.term,
    competitors.map((competitor) => ({
      ...competitor,
      ratings: told.ratings ? competitor.ratings : null,
      daysSinceRelease: told.daysSinceRelease ? competitor.daysSinceRelease : null,
      ageDays: told.ageDays ? competitor.ageDays : null
    }))
  )
  const volume = volumeOf({
    term: input.term,
    autocompletion: input.autocompletion,
    topTitles: first.map(({ name }) => name),
    resultCount: input.apps.length
  })
  return { volume, difficulty }
}

/** What a store says of a keyword just now. */
export class Measurements extends Context.Service<
  Measurements,
  {
    /** `waitMs`: how long for the suggestions; without it as long as it takes. What is known of late is not asked again. */
    readonly measure: (
      store: AppStore,
      key: KeywordKey,
      state: KeywordState | null,
      waitMs?: number
    ) => Effect.Effect<Measurement, UpstreamError>
  }
>()("@storeglass/keywords/Measurements") {
  static readonly layer = ({ autocompleteDays, depth }: Pick<KeywordsConfig, "depth" | "autocompleteDays">) =>
    Layer.succeed(
      Measurements,
      Measurements.of({
        measure: Effect.fn("Measurements.measure")(function* (store, key, state, waitMs) {
          const nowMs = yield* Clock.currentTimeMillis
          const resultCountMax = resultCountMaxOf(store)
          const known =
            state !== null && state.prefixDay !== null && state.prefixDay > addDays(dayOf(nowMs), -autocompleteDays)
              ? autocompletionIn(state)
              : null
          const reading = Effect.option(autocompletionOf(store, key.term, key.country))
          const [found, read] = yield* Effect.all(
            [
              store.search({ term: key.term, country: key.country, limit: resultCountMax }),
              known !== null
                ? Effect.succeed(Option.none())
                : waitMs === undefined
                  ? reading
                  : Effect.map(Effect.timeoutOption(reading, waitMs), Option.flatten)
            ],
            { concurrency: 2 }
          )
          // What is known of old says more of the volume than nothing.
          const autocompletion = known ?? Option.getOrNull(read) ?? autocompletionIn(state)
          const first = found.value[0]
          const reach =
            first === undefined || first.ratingCount !== null
              ? (first?.ratingCount ?? null)
              : yield* store.app(first.appId, key.country).pipe(
                  Effect.map(({ value }) => value.ratingCount),
                  Effect.catch(() => Effect.succeed(null))
                )
          return {
            key,
            found,
            depth: Math.min(depth, resultCountMax),
            reach,
            autocompletion,
            autocompletionRead: Option.isSome(read),
            ...scoresOf({
              market: key,
              term: key.term,
              apps: found.value,
              atMs: found.asOfMs,
              autocompletion
            })
          }
        })
      })
    )
}

/** A measurement as it is stored. */
export const snapshotOf = (
  { autocompletion, autocompletionRead, depth, difficulty, found, reach, volume }: Measurement,
  ids: { readonly keywordId: number; readonly marketId: number; readonly sourceId: number }
): Snapshot => ({
  ...ids,
  day: dayOf(found.asOfMs),
  observedMs: found.asOfMs,
  depth,
  resultCount: found.value.length,
  reach,
  volume: volume.score,
  difficulty: difficulty.score,
  apps: rankedOf(found.value, depth).map(({ appId, name, seller }) => ({ appId, name, seller })),
  ...(autocompletionRead && autocompletion !== null ? { autocompletion } : {})
})

/** The source under which a search's ranks are kept: ranks of different ones do not compare. */
export const sourceOf = (found: Sourced<unknown>, platform: string): string => found.upstream ?? `${platform}.search`
