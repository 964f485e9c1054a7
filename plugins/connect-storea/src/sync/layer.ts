import { Layer } from "effect"
import type { ConsoleConfig } from "../config.ts"
import { Catalogue } from "./Catalogue.ts"
import { storeaConversions } from "./conversions.ts"
import { Estimators } from "./Estimators.ts"
import { Figures } from "./Figures.ts"
import { Nightly } from "./Nightly.ts"
import { Orders } from "./Orders.ts"
import { ConsoleProducts } from "./Products.ts"
import { ReportsVendor } from "./ReportsVendor.ts"
import { SavedConsole } from "./SavedConsole.ts"
import { Sync } from "./Sync.ts"

/** What a saved console needs. */
export const synced = (config: ConsoleConfig) =>
  Layer.mergeAll(Nightly.layer, storeaConversions).pipe(
    Layer.provideMerge(Sync.layer(config)),
    Layer.provideMerge([Estimators.layer, Orders.layer, ConsoleProducts.layer]),
    Layer.provideMerge(SavedConsole.layer),
    Layer.provideMerge([Catalogue.layer, Figures.layer, ReportsVendor.layer(config)])
  )
