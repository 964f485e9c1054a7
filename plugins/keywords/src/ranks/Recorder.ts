import { dayOf } from "@storeglass/history"
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { HistoryStore } from "../history/HistoryStore.ts"
import { KeywordKeys, type KeywordState } from "../history/KeywordKeys.ts"
import { type Measurement, snapshotOf, sourceOf } from "./Measurements.ts"

/**
 * Why a measurement is no snapshot of today, or null.
 * - `stale` the store failed and this is an older answer; `old` it is of another day
 * - `suspect` nothing was found where something was before: the store is silent under pressure
 */
export const unfit = (
  { found }: Measurement,
  state: KeywordState | null,
  nowMs: number
): "stale" | "old" | "suspect" | null => {
  if (found.stale) return "stale"
  if (dayOf(found.asOfMs) !== dayOf(nowMs)) return "old"
  return found.value.length === 0 && (state?.resultCount ?? 0) > 0 ? "suspect" : null
}

/** Turns measurements into history. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /**
     * Writes these as the day's snapshots of their keywords, but for those that are unfit or there already. Those that
     * a request made, and not the collection, count for the app that it was about alone until the day is over.
     */
    readonly record: (
      measurements: ReadonlyArray<Measurement>,
      options?: { readonly requested: boolean }
    ) => Effect.Effect<ReadonlyMap<string, KeywordState>, SqlError.SqlError>
  }
>()("@storeglass/keywords/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function* () {
      const keys = yield* KeywordKeys
      const history = yield* HistoryStore

      const record = Effect.fn("Recorder.record")(function* (
        measurements: ReadonlyArray<Measurement>,
        { requested }: { readonly requested: boolean } = { requested: false }
      ) {
        const [first] = measurements
        if (first === undefined) return new Map<string, KeywordState>()
        const nowMs = yield* Clock.currentTimeMillis
        const known = yield* keys.ensure(
          first.key,
          measurements.map(({ key }) => key.term)
        )
        const snapshots = yield* Effect.forEach(measurements, (measurement) =>
          Effect.gen(function* () {
            const state = known.get(measurement.key.term)
            if (state === undefined || unfit(measurement, state, nowMs) !== null) return []
            const sourceId = yield* keys.ensureSource(sourceOf(measurement.found, measurement.key.platform))
            return [
              { ...snapshotOf(measurement, { keywordId: state.id, marketId: state.marketId, sourceId }), requested }
            ]
          })
        )
        yield* history.record(snapshots.flat(), { live: true })
        return known
      })

      return Recorder.of({ record })
    })
  )
}
