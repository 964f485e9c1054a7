import { databaseAway, isoOf } from "@storeglass/plugin-api"
import { Effect, Layer, Option } from "effect"
import type { AdLibraryConfig } from "./config.ts"
import { AdPresence, type Presence } from "./contract.ts"
import type { Reading } from "./readings/ReadingStore.ts"
import { Readings } from "./readings/Readings.ts"
import { mergedOf } from "./results/summary.ts"

const presenceOf = (readings: ReadonlyArray<Reading>): Presence => {
  const summary = mergedOf(readings.map(({ part }) => part))
  return {
    isAdvertising: summary.isAdvertising,
    totalAds: summary.totalAds,
    since: summary.firstImpressionDate,
    sinceOverOneYear: summary.firstImpressionOverOneYear,
    last: summary.lastImpressionDate,
    storefronts: summary.countries.map(({ code }) => code),
    asOf: isoOf(Math.min(...readings.map(({ readMs }) => readMs)))
  }
}

export const presenceLayer = ({ storefronts }: AdLibraryConfig) =>
  Layer.effect(
    AdPresence,
    Effect.gen(function* () {
      const readings = yield* Readings
      return AdPresence.of({
        of: Effect.fn("AdPresence.of")(function* (appId, budgetMs) {
          const wanted = { appId, datePreset: "LAST_90_DAYS" as const, storefronts: storefronts.toSorted() }
          const kept = yield* readings
            .peek(wanted)
            .pipe(Effect.catchTag("SqlError", (error) => Effect.fail(databaseAway(error))))
          if (kept.readings.length === storefronts.length) return presenceOf(kept.readings)
          if (budgetMs <= 0) return undefined
          const read = yield* Effect.timeoutOption(readings.of(wanted), budgetMs)
          return Option.isSome(read) ? presenceOf(read.value.readings) : undefined
        })
      })
    })
  )
