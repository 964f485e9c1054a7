import { consoleConversions, StoreaConversions } from "@storeglass/apps/contract"
import { Effect, Layer } from "effect"
import { Figures } from "./Figures.ts"
import { storeZone } from "./SavedConsole.ts"

export const storeaConversions = Layer.effect(
  StoreaConversions,
  Effect.map(Figures, ({ pageCounts }) => StoreaConversions.of(consoleConversions(storeZone, pageCounts)))
)
