import { dayMs, hourMs } from "@storeglass/history"
import { UpstreamError } from "@storeglass/plugin-api"
import type { AppStore, ChartEntry, Sourced } from "@storeglass/stores/contract"
import { Clock, Context, Deferred, Effect, Layer, Result, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import { keyText } from "../chartKey.ts"
import { ChartCollection, unusable } from "../collection/ChartCollection.ts"
import { snapshotOf } from "../collection/snapshotOf.ts"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type ChartKey, type Leader, type ReadingPair } from "../contract.ts"
import { KeptReleases } from "../market/KeptReleases.ts"

/** Who is first of a chart, or why that is not known. */
export type LeaderFound =
  | { readonly _tag: "Leader"; readonly leader: Leader }
  | { readonly _tag: "Failed"; readonly error: UpstreamError }
  /** It is being read. */
  | { readonly _tag: "Pending" }
  /** The store says that the chart is empty. */
  | { readonly _tag: "Empty" }

type ReadFailure = UpstreamError | SqlError.SqlError

/** A list that is no longer recent stands in for so long, with its age, while the chart is read anew. */
const standInMs = 2 * dayMs

/** How often it is written down that a chart is asked for. */
const notedForMs = hourMs
const notedMax = 20_000

/** Charts as they are now: from the store where it is asked, else from the history, which learns what was missing. */
export class CurrentCharts extends Context.Service<
  CurrentCharts,
  {
    /** What the store says. */
    readonly list: (
      store: AppStore,
      key: ChartKey
    ) => Effect.Effect<Sourced<ReadonlyArray<ChartEntry>>, UpstreamError | SqlError.SqlError>
    /** The two newest lists. A chart without a recent one is read first; `failed` when the store gave none. */
    readonly pair: (
      store: AppStore,
      key: ChartKey
    ) => Effect.Effect<
      { readonly pair: ReadingPair | null; readonly failed: boolean },
      UpstreamError | SqlError.SqlError
    >
    /**
     * Who is first, in the order of the keys, by lists of the last days; waits a while for charts that have none.
     * `onKept` is told at once of those who are known already.
     */
    readonly leaders: (
      store: AppStore,
      keys: ReadonlyArray<ChartKey>,
      onKept?: (leaders: ReadonlyArray<Leader>) => Effect.Effect<void>
    ) => Effect.Effect<ReadonlyArray<LeaderFound>, SqlError.SqlError>
  }
>()("@storeglass/charts/CurrentCharts") {
  static readonly layer = (
    config: Pick<ChartsConfig, "everyHours" | "firstWaitMs" | "leadersWaitMs" | "liveConcurrency">
  ) =>
    Layer.effect(
      CurrentCharts,
      Effect.gen(function* () {
        const history = yield* ChartHistory
        const collection = yield* ChartCollection
        const releases = yield* KeptReleases
        const scope = yield* Effect.scope
        const noted = new Map<string, number>()
        const reading = new Map<string, Deferred.Deferred<boolean, ReadFailure>>()
        const turns = yield* Semaphore.make(config.liveConcurrency)
        /** A list is recent until the collection after the next should have replaced it. */
        const recentMs = 1.5 * config.everyHours * hourMs
        const gapMs = (config.everyHours * hourMs) / 2

        /** Those that have not been asked for lately. */
        const unnoted = (keys: ReadonlyArray<ChartKey>, nowMs: number) => {
          if (noted.size > notedMax) noted.clear()
          return keys.filter((key) => {
            const text = keyText(key)
            const fresh = nowMs - (noted.get(text) ?? Number.NEGATIVE_INFINITY) < notedForMs
            if (!fresh) noted.set(text, nowMs)
            return !fresh
          })
        }
        const note = Effect.fnUntraced(function* (keys: ReadonlyArray<ChartKey>) {
          const fresh = unnoted(keys, yield* Clock.currentTimeMillis)
          yield* history.track(fresh)
          return fresh.length > 0
        })

        /** Keeps what a store said; what cannot be kept is no reason to keep it from the caller. */
        const keep = (store: AppStore, key: ChartKey, answer: Sourced<ReadonlyArray<ChartEntry>>) =>
          answer.value.length === 0
            ? Effect.succeed(false)
            : history.add(snapshotOf(key, answer)).pipe(
                Effect.tap(releases.keepChart(store, key, answer)),
                Effect.catchTag("InvalidSnapshot", ({ message }) =>
                  Effect.as(Effect.logWarning("Couldn't store a chart.", message), false)
                )
              )

        const hasRecent = Effect.fnUntraced(function* (key: ChartKey) {
          const latest = yield* history.latest(key)
          return latest !== null && (yield* Clock.currentTimeMillis) - latest.asOfMs < recentMs
        })

        /** What the store says; one that was not empty before is not believed to be. */
        const ask = (store: AppStore, { chart, country, genreId, platform }: ChartKey, maxAgeMs?: number) =>
          Effect.tap(
            store.chart({ chart, country, genreId, ...(maxAgeMs === undefined ? {} : { maxAgeMs }) }),
            Effect.fnUntraced(function* ({ value }) {
              const key = { platform, chart, country, genreId }
              if (value.length === 0 && (yield* history.latest(key)) !== null)
                return yield* unusable(key, "it's empty, but wasn't before")
            })
          )

        const list = Effect.fn("CurrentCharts.list")(function* (store: AppStore, key: ChartKey) {
          const answer = yield* ask(store, key)
          // Only what nobody collects is kept here: other lists are kept at their hours.
          if ((yield* note([key])) && !(yield* hasRecent(key))) yield* keep(store, key, answer)
          return answer
        })

        /** Reads a chart into the history; false when it is empty. Whoever asks for the same one waits for the same. */
        const readInto = (store: AppStore, key: ChartKey) =>
          Effect.suspend(() => {
            const text = keyText(key)
            const under = reading.get(text)
            if (under !== undefined) return Effect.succeed(under)
            const done = Deferred.makeUnsafe<boolean, ReadFailure>()
            reading.set(text, done)
            return Effect.interruptible(turns.withPermit(ask(store, key, gapMs))).pipe(
              Effect.flatMap((answer) => Effect.as(keep(store, key, answer), answer.value.length > 0)),
              Effect.onExit((exit) => {
                reading.delete(text)
                return Deferred.done(done, exit)
              }),
              Effect.forkIn(scope),
              Effect.as(done)
            )
          }).pipe(Effect.uninterruptible)

        const pair = Effect.fn("CurrentCharts.pair")(function* (store: AppStore, key: ChartKey) {
          yield* note([key])
          const nowMs = yield* Clock.currentTimeMillis
          const kept = yield* history.pair(key)
          const newestMs = kept === null ? null : (kept.uncompared ?? kept.current).asOfMs
          if (newestMs !== null && nowMs - newestMs < recentMs) return { pair: kept, failed: false }
          const read = yield* Effect.result(Effect.flatMap(readInto(store, key), Deferred.await))
          if (Result.isSuccess(read)) return { pair: yield* history.pair(key), failed: false }
          yield* collection.readSoon([key])
          if (kept === null) return yield* Effect.fail(read.failure)
          return { pair: kept, failed: true }
        })

        const leaders = Effect.fn("CurrentCharts.leaders")(function* (
          store: AppStore,
          keys: ReadonlyArray<ChartKey>,
          onKept: (leaders: ReadonlyArray<Leader>) => Effect.Effect<void> = () => Effect.void
        ) {
          yield* note(keys)
          const sinceMs = (yield* Clock.currentTimeMillis) - recentMs
          const kept = yield* history.leaders(keys, sinceMs)
          const missing = keys.filter((_, index) => kept[index] === null)
          if (missing.length === 0) {
            yield* onKept(kept.flatMap((leader) => leader ?? []))
            return kept.map((leader) => found(leader))
          }
          const older = yield* history.leaders(keys, sinceMs - standInMs)
          yield* onKept(older.flatMap((leader) => leader ?? []))
          const ended = new Map<string, Result.Result<boolean, ReadFailure>>()
          // All are read, but only those of which nothing is kept are waited for.
          const reads = yield* Effect.forEach(
            keys.flatMap((key, index) => (kept[index] === null ? [{ key, alone: older[index] === null }] : [])),
            ({ alone, key }) =>
              Effect.map(readInto(store, key), (done) => ({
                alone,
                ended: Effect.map(Effect.result(Deferred.await(done)), (result) => ended.set(keyText(key), result))
              }))
          )
          const awaited = reads.flatMap((read) => (read.alone ? [read.ended] : []))
          yield* Effect.timeoutOption(
            Effect.forEach(awaited, (read) => read, { concurrency: "unbounded", discard: true }),
            config.leadersWaitMs
          )
          const [first, ...others] = awaited
          const hasNone = older.every((leader) => leader === null) && ended.size === 0
          if (hasNone && first !== undefined && config.firstWaitMs > config.leadersWaitMs)
            yield* Effect.timeoutOption(Effect.raceAll([first, ...others]), config.firstWaitMs - config.leadersWaitMs)
          const failed = missing.filter((key) => ended.get(keyText(key))?._tag === "Failure")
          if (failed.length > 0) yield* collection.readSoon(failed)
          const now = yield* history.leaders(keys, sinceMs - standInMs)
          return yield* Effect.forEach(keys, (key, index) => told(now[index] ?? null, ended.get(keyText(key))))
        })

        return CurrentCharts.of({ list, pair, leaders })
      })
    )
}

const found = (leader: Leader | null): LeaderFound => (leader === null ? { _tag: "Empty" } : { _tag: "Leader", leader })

const told = (
  leader: Leader | null,
  read: Result.Result<boolean, ReadFailure> | undefined
): Effect.Effect<LeaderFound, SqlError.SqlError> => {
  if (leader !== null) return Effect.succeed({ _tag: "Leader", leader })
  if (read === undefined) return Effect.succeed({ _tag: "Pending" })
  if (Result.isSuccess(read)) return Effect.succeed({ _tag: read.success ? "Pending" : "Empty" })
  const error = read.failure
  return error instanceof UpstreamError ? Effect.succeed({ _tag: "Failed", error }) : Effect.fail(error)
}
