import { dayIn, plusDays } from "@storeglass/plugin-api"
import { Clock, Effect, Layer } from "effect"
import { OwnConversions } from "../contract.ts"
import { Figures } from "./Figures.ts"
import { storeZone } from "./SavedConsole.ts"

const weeksBack = 4

export const ownConversions = Layer.effect(
  OwnConversions,
  Effect.gen(function* () {
    const figures = yield* Figures
    return OwnConversions.of({
      of: Effect.fn("OwnConversions.of")(function* (accountId, { appId, country }) {
        const to = plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -1)
        return yield* figures.pageCounts({ accountId, appId, country, from: plusDays(to, 1 - 7 * weeksBack), to })
      })
    })
  })
)
