/** The history as other parts see it: checked on the way in, compared with care on the way out. */

import { capacityIn, dayMs, hourMs, slotOf } from "@storeglass/history"
import { Clock, Effect, Layer, Result } from "effect"
import { CollectionStore } from "../collection/CollectionStore.ts"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type ChartKey, type ChartSnapshot, type ReadingPair } from "../contract.ts"
import { ChartHistoryStore } from "./ChartHistoryStore.ts"
import { type CheckedSnapshot, checkSnapshot } from "./snapshot.ts"

const batchMax = 400
const reasonsMax = 20

type Settings = Pick<ChartsConfig, "everyHours" | "readsPerMinute" | "retentionDays">

/** The oldest moment that is kept. */
export const keptFromMs = (nowMs: number, { retentionDays }: Pick<Settings, "retentionDays">) =>
  nowMs - retentionDays * dayMs

export const layer = (settings: Settings) =>
  Layer.effect(
    ChartHistory,
    Effect.gen(function* () {
      const store = yield* ChartHistoryStore
      const collection = yield* CollectionStore
      const gapMs = (settings.everyHours * hourMs) / 2
      const bounds = Effect.map(Clock.currentTimeMillis, (nowMs) => ({
        nowMs,
        keptFromMs: keptFromMs(nowMs, settings)
      }))

      const add = Effect.fn("ChartHistory.add")(function* (
        snapshot: ChartSnapshot,
        { unlessReadSinceMs }: { readonly unlessReadSinceMs?: number } = {}
      ) {
        const checked = yield* Effect.fromResult(checkSnapshot(snapshot, yield* bounds))
        return unlessReadSinceMs === undefined
          ? (yield* store.addAll([checked])) > 0
          : yield* store.addOnce(checked, unlessReadSinceMs)
      })

      const importSnapshots = Effect.fn("ChartHistory.importSnapshots")(function* (snapshots: Iterable<ChartSnapshot>) {
        const within = yield* bounds
        const report = { added: 0, known: 0, refused: 0, reasons: [] as string[] }
        let batch: Array<CheckedSnapshot> = []
        const flush = Effect.suspend(() => {
          const full = batch
          batch = []
          return Effect.map(store.addAll(full), (added) => {
            report.added += added
            report.known += full.length - added
          })
        })
        for (const snapshot of snapshots) {
          const checked = checkSnapshot(snapshot, within)
          if (Result.isSuccess(checked)) batch.push(checked.success)
          else {
            report.refused += 1
            if (report.reasons.length < reasonsMax) report.reasons.push(checked.failure.message)
          }
          if (batch.length >= batchMax) yield* flush
        }
        yield* flush
        return report
      })

      const track = Effect.fn("ChartHistory.track")(function* (keys: ReadonlyArray<ChartKey>) {
        if (keys.length > 0) yield* collection.asked(keys, yield* Clock.currentTimeMillis)
      })

      const latest = Effect.fn("ChartHistory.latest")(function* (key: ChartKey) {
        return yield* store.newest(key, { atMs: (yield* bounds).nowMs })
      })

      const before = Effect.fn("ChartHistory.before")((key: ChartKey, source: string, atMs: number) =>
        store.newest(key, { atMs, source })
      )

      const within = Effect.fn("ChartHistory.within")(function* (key: ChartKey, fromMs: number, toMs: number) {
        const found = yield* store.newest(key, { atMs: toMs - 1 })
        return found !== null && found.asOfMs >= fromMs ? found : null
      })

      /** The newest of the same source, at least half an interval older where there is one. */
      const previousOf = Effect.fnUntraced(function* (key: ChartKey, asOfMs: number, source: string) {
        return (yield* before(key, source, asOfMs - gapMs)) ?? (yield* before(key, source, asOfMs - 1))
      })

      const pair = Effect.fn("ChartHistory.pair")(function* (
        key: ChartKey
      ): Effect.fn.Return<ReadingPair | null, SqlFailure> {
        const newest = yield* latest(key)
        if (newest === null) return null
        const previous = yield* previousOf(key, newest.asOfMs, newest.source)
        if (previous !== null) return { current: newest, previous, uncompared: null }
        const other = yield* store.newest(key, { atMs: newest.asOfMs, notSource: newest.source })
        const earlier = other === null ? null : yield* previousOf(key, other.asOfMs, other.source)
        return other === null || earlier === null
          ? { current: newest, previous: null, uncompared: null }
          : { current: other, previous: earlier, uncompared: newest }
      })

      const leaders = Effect.fn("ChartHistory.leaders")(function* (keys: ReadonlyArray<ChartKey>, sinceMs: number) {
        const found = yield* store.leaders(keys, sinceMs)
        const platforms = new Set(keys.map(({ platform }) => platform))
        const named = yield* Effect.forEach(platforms, (platform) => {
          const ids = keys.flatMap((key, index) => {
            const row = key.platform === platform ? found.get(index) : undefined
            return row === undefined ? [] : [row.appId, ...(row.previousAppId === null ? [] : [row.previousAppId])]
          })
          return Effect.map(store.apps(platform, ids), (apps) => [platform, apps] as const)
        })
        const apps = new Map(named)
        const appOf = (key: ChartKey, appId: string) =>
          apps.get(key.platform)?.get(appId) ?? {
            appId,
            name: null,
            seller: null,
            iconUrl: null,
            genreId: null,
            genreName: null
          }
        return keys.map((key, index) => {
          const row = found.get(index)
          if (row === undefined) return null
          const { appId, asOfMs, previousAppId, reachedAtMs, readSinceMs } = row
          const previous = previousAppId === null ? null : appOf(key, previousAppId)
          return { key, asOfMs, app: appOf(key, appId), reachedAtMs, readSinceMs, previous }
        })
      })

      const progress = Effect.gen(function* () {
        const { nowMs } = yield* bounds
        const found = yield* collection.progress(slotOf(nowMs, settings.everyHours), nowMs)
        const capacity = capacityIn(settings.readsPerMinute, settings.everyHours * hourMs)
        return found.map((one) => ({ ...one, capacity }))
      }).pipe(Effect.withSpan("ChartHistory.progress"))

      return ChartHistory.of({
        add,
        importSnapshots,
        track,
        latest,
        before,
        newestOf: store.newestOf,
        within,
        pair,
        leaders,
        progress,
        ranks: store.ranks,
        positions: store.positions,
        apps: store.apps
      })
    })
  )

type SqlFailure = Effect.Error<ReturnType<ChartHistory["Service"]["latest"]>>
