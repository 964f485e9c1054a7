import { dayMs } from "@storeglass/history"
import type { Param, PlatformUnsupported, UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import { KeywordKeys } from "../history/KeywordKeys.ts"
import { Measurements } from "../ranks/Measurements.ts"
import { Recorder, unfit } from "../ranks/Recorder.ts"
import { type Claimed, CollectionQueue } from "./CollectionQueue.ts"

/** What a slice of the day's collection came to. */
export interface Slice {
  readonly platform: Param.Platform
  readonly claimed: number
  readonly collected: number
  readonly failed: number
  /** The store refused; the rest was put back. */
  readonly throttled: boolean
}

const minuteMs = 60_000
/** Of each minute, so that a slice is over before the next begins. */
const sliceMs = 50_000
/** Towards the end of the day what is left is hurried, so that retries still fit. */
const reserveMs = 2 * 3_600_000

/** How many keywords are taken this minute: all that are due, evenly over what is left of the day, within the limit. */
export const quotaOf = (input: {
  readonly due: number
  readonly nowMs: number
  readonly perMinute: number
  readonly spread: boolean
}): number => {
  if (!input.spread) return Math.min(input.due, input.perMinute)
  const leftMs = Math.max(minuteMs, dayMs - (input.nowMs % dayMs) - reserveMs)
  return Math.min(input.perMinute, Math.ceil((input.due * minuteMs) / leftMs))
}

/** Collects the day's ranks of tracked keywords, a slice a minute; any number of nodes may do so at once. */
export class Collector extends Context.Service<
  Collector,
  {
    readonly slice: (platform: Param.Platform) => Effect.Effect<Slice, SqlError.SqlError | PlatformUnsupported>
  }
>()("@storeglass/keywords/Collector") {
  static readonly layer = ({ collect, suggestionsWaitMs }: Pick<KeywordsConfig, "collect" | "suggestionsWaitMs">) =>
    Layer.effect(
      Collector,
      Effect.gen(function* () {
        const stores = yield* AppStores
        const queue = yield* CollectionQueue
        const keys = yield* KeywordKeys
        const measurements = yield* Measurements
        const recorder = yield* Recorder

        const collectOne = Effect.fnUntraced(function* (
          store: AppStore,
          claimed: Claimed
        ): Effect.fn.Return<"collected" | "failed" | "throttled", SqlError.SqlError> {
          const key = { platform: store.platform, country: claimed.country, device: claimed.device, term: claimed.term }
          const state = yield* keys.find(key)
          const result = yield* Effect.result(measurements.measure(store, key, state, suggestionsWaitMs))
          const nowMs = yield* Clock.currentTimeMillis
          if (result._tag === "Failure") return yield* refused(claimed, result.failure, nowMs)
          const reason = unfit(result.success, state, nowMs)
          if (reason === "old") {
            // An answer of the last day that is still served: the store is asked once it is no longer.
            yield* queue.putBack([claimed.id], result.success.found.asOfMs + 65 * minuteMs)
            return "failed"
          }
          if (reason !== null) {
            yield* queue.failed(claimed, nowMs, reason)
            return "failed"
          }
          yield* recorder.record([result.success])
          return "collected"
        })

        const refused = Effect.fnUntraced(function* (
          claimed: Claimed,
          { reason, retryAfterSeconds }: UpstreamError,
          nowMs: number
        ): Effect.fn.Return<"failed" | "throttled", SqlError.SqlError> {
          // No fault of the keyword's: its tries are not used up.
          if (reason === "rate_limited" || reason === "circuit_open") {
            yield* queue.putBack([claimed.id], nowMs + (retryAfterSeconds ?? 60) * 1_000)
            return "throttled"
          }
          yield* queue.failed(claimed, nowMs, reason)
          return "failed"
        })

        const slice = Effect.fn("Collector.slice")(function* (platform: Param.Platform) {
          const store = yield* stores.get(platform)
          const nowMs = yield* Clock.currentTimeMillis
          const { due } = yield* queue.counts(platform, nowMs)
          const quota = quotaOf({
            due,
            nowMs,
            perMinute: collect.searchesPerMinute[platform],
            spread: collect.spread
          })
          const claimed = quota === 0 ? [] : yield* queue.claim(platform, nowMs, quota)
          const paceMs = collect.spread && claimed.length > 0 ? Math.floor(sliceMs / claimed.length) : 0
          let collected = 0
          let failed = 0
          let throttled = false
          for (const [index, one] of claimed.entries()) {
            const outcome = yield* collectOne(store, one)
            if (outcome === "collected") collected += 1
            else failed += 1
            if (outcome === "throttled") {
              throttled = true
              const left = claimed.slice(index + 1).map(({ id }) => id)
              yield* queue.putBack(left, (yield* Clock.currentTimeMillis) + minuteMs)
              break
            }
            if (paceMs > 0 && index + 1 < claimed.length) yield* Effect.sleep(paceMs)
          }
          return { platform, claimed: claimed.length, collected, failed, throttled }
        })

        return Collector.of({ slice })
      })
    )
}
