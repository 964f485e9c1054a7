import { Layer } from "effect"
import type { ConsoleConfig } from "../config.ts"
import { storeaConversions } from "./conversions.ts"
import { Estimators } from "./Estimators.ts"
import { Figures } from "./Figures.ts"
import { Nightly } from "./Nightly.ts"
import { Orders } from "./Orders.ts"
import { ReportsVendor } from "./ReportsVendor.ts"
import { SavedConsole } from "./SavedConsole.ts"
import { Sync } from "./Sync.ts"

/** What a saved console needs. */
export const synced = (config: ConsoleConfig) =>
  Layer.mergeAll(Nightly.layer, storeaConversions).pipe(
    Layer.provideMerge(Sync.layer(config)),
    Layer.provideMerge([Estimators.layer, Orders.layer]),
    Layer.provideMerge(SavedConsole.layer),
    Layer.provideMerge([Figures.layer, ReportsVendor.layer(config)])
  )
