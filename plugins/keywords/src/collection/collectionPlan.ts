import { capacityIn, collectionCheck, dayMs, progressGauges, uncoveredOf } from "@storeglass/history"
import { type HealthCheck, Param } from "@storeglass/plugin-api"
import { Clock, Effect, Layer } from "effect"
import type { KeywordsConfig } from "../config.ts"
import { type CollectionDemand, CollectionPlan } from "../contract.ts"
import { CollectionQueue } from "./CollectionQueue.ts"

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
            const capacityPerDay = capacityIn(searchesPerMinute, dayMs)
            const uncovered = uncoveredOf(counts.tracked, capacityPerDay)
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

export const checkOf = ({ capacityPerDay, done, lagSeconds, tracked, uncovered }: CollectionDemand): HealthCheck =>
  collectionCheck({
    done: `${done} of ${tracked} keywords collected today`,
    limit: uncovered > 0 ? `the limits allow ${capacityPerDay} a day` : null,
    late: lagSeconds > lagSecondsMax ? `the oldest has waited ${Math.floor(lagSeconds / 3_600)} hours` : null
  })

/** Puts the plan into the metrics. */
export const publish = progressGauges({
  due: {
    name: "storeglass_keywords_collect_due",
    description: "Keywords still to be collected today."
  },
  done: { name: "storeglass_keywords_collect_done", description: "Keywords collected today." },
  lagSeconds: {
    name: "storeglass_keywords_collect_lag_seconds",
    description: "How long the longest-waiting keyword has been due."
  },
  uncovered: {
    name: "storeglass_keywords_collect_uncovered",
    description: "Tracked keywords beyond what the limits allow to be collected in a day."
  }
})
