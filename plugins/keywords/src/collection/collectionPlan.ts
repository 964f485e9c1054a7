import { type HealthCheck, Param } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Metric } from "effect"
import type { KeywordsConfig } from "../config.ts"
import { type CollectionDemand, CollectionPlan } from "../contract.ts"
import { CollectionQueue } from "./CollectionQueue.ts"

const minutesADay = 1_440

export const collectionPlanLayer = ({ collect }: Pick<KeywordsConfig, "collect">) =>
  Layer.effect(
    CollectionPlan,
    Effect.gen(function* () {
      const queue = yield* CollectionQueue
      const read = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        return yield* Effect.forEach(
          Param.platforms,
          Effect.fnUntraced(function* (platform) {
            const { oldestMs, ...counts } = yield* queue.counts(platform, nowMs)
            const searchesPerMinute = collect.enabled ? collect.searchesPerMinute[platform] : 0
            const capacityPerDay = searchesPerMinute * minutesADay
            const uncovered = Math.max(0, counts.tracked - capacityPerDay)
            const demand: CollectionDemand = {
              platform,
              ...counts,
              searchesPerMinute,
              capacityPerDay,
              uncovered,
              covered: uncovered === 0,
              lagSeconds: oldestMs === null ? 0 : Math.max(0, Math.floor((nowMs - oldestMs) / 1_000)),
              secondsLeft:
                counts.due === 0 || searchesPerMinute === 0 ? null : Math.ceil((counts.due / searchesPerMinute) * 60)
            }
            return demand
          })
        )
      }).pipe(Effect.withSpan("CollectionPlan.read"))
      return CollectionPlan.of({ read })
    })
  )

/** Behind by more than this, a day is lost. */
const lagSecondsMax = 2 * 86_400

export const checkOf = ({ capacityPerDay, done, lagSeconds, tracked, uncovered }: CollectionDemand): HealthCheck => {
  const detail = `${done} of ${tracked} keywords collected today`
  if (uncovered > 0) return { status: "degraded", detail: `${detail}; the limits allow ${capacityPerDay} a day` }
  return lagSeconds > lagSecondsMax
    ? { status: "degraded", detail: `${detail}; one has waited for ${Math.floor(lagSeconds / 3_600)} hours` }
    : { status: "ok", detail }
}

const due = Metric.gauge("storeglass_keywords_collect_due", {
  description: "Keywords of today that are still to be collected."
})
const done = Metric.gauge("storeglass_keywords_collect_done", { description: "Keywords collected today." })
const lag = Metric.gauge("storeglass_keywords_collect_lag_seconds", {
  description: "How long the keyword that waits longest has been due."
})
const uncovered = Metric.gauge("storeglass_keywords_collect_uncovered", {
  description: "Tracked keywords beyond what the limits let be collected in a day."
})

/** Puts the plan into the metrics. */
export const publish = (plan: ReadonlyArray<CollectionDemand>) =>
  Effect.forEach(
    plan,
    (demand) =>
      Effect.all(
        [
          Metric.update(Metric.withAttributes(due, { platform: demand.platform }), demand.due),
          Metric.update(Metric.withAttributes(done, { platform: demand.platform }), demand.done),
          Metric.update(Metric.withAttributes(lag, { platform: demand.platform }), demand.lagSeconds),
          Metric.update(Metric.withAttributes(uncovered, { platform: demand.platform }), demand.uncovered)
        ],
        { discard: true }
      ),
    { discard: true }
  )
