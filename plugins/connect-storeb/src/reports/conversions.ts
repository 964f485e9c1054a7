import { dayIn, plusDays } from "@storeglass/plugin-api"
import { Clock, Effect, Layer } from "effect"
import { OwnConversions } from "../contract.ts"
import { storeZone } from "./Actuals.ts"
import { ReportRows } from "./ReportRows.ts"

const weeksBack = 4

export const ownConversions = Layer.effect(
  OwnConversions,
  Effect.gen(function* () {
    const rows = yield* ReportRows
    return OwnConversions.of({
      of: Effect.fn("OwnConversions.of")(function* (accountId, { appId: packageName, country }) {
        const to = plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -1)
        return yield* rows.pageCounts({ accountId, packageName, from: plusDays(to, 1 - 7 * weeksBack), to }, country)
      })
    })
  })
)
