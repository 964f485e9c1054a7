import { Layer } from "effect"
import { Actuals } from "./Actuals.ts"
import { Bucket } from "./Bucket.ts"
import { storebConversions } from "./conversions.ts"
import { Export } from "./Export.ts"
import { Imports } from "./Imports.ts"
import { ReportRows } from "./ReportRows.ts"

/** Everything about reports, over the vendor's transport and the sync. */
export const reporting = Layer.mergeAll(Imports.layer(), Export.layer, storebConversions).pipe(
  Layer.provide(Actuals.layer),
  Layer.provideMerge([Bucket.layer, ReportRows.layer])
)
