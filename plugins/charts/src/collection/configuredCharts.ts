import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import type { ChartsConfig } from "../config.ts"
import { ConfiguredCharts } from "../contract.ts"
import { configured } from "./ChartCollection.ts"

export const configuredCharts = (config: ChartsConfig) =>
  Layer.effect(
    ConfiguredCharts,
    Effect.map(AppStores, (stores) => ({
      keys: Effect.map(
        Effect.forEach(config.platforms, (platform) => Effect.option(stores.get(platform))),
        (found) => found.flatMap((store) => (store._tag === "Some" ? configured(config, store.value) : []))
      )
    }))
  )
