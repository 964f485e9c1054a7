import { consoleConversions, StorebConversions } from "@storeglass/apps/contract"
import { Effect, Layer } from "effect"
import { storeZone } from "./Actuals.ts"
import { ReportRows } from "./ReportRows.ts"

export const storebConversions = Layer.effect(
  StorebConversions,
  Effect.map(ReportRows, ({ pageCounts }) =>
    StorebConversions.of(
      consoleConversions(storeZone, ({ appId, country, ...of }) => pageCounts({ ...of, packageName: appId }, country))
    )
  )
)
