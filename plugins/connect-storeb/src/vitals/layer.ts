import { Layer } from "effect"
import type { PlayConfig } from "../config.ts"
import { VersionVitals } from "./VersionVitals.ts"
import { VitalRows } from "./VitalRows.ts"
import { Vitals } from "./Vitals.ts"
import { VitalsRoom } from "./VitalsRoom.ts"
import { VitalsSync } from "./VitalsSync.ts"
import { VitalsVendor } from "./VitalsVendor.ts"

/** Everything about vitals, over the vendor's transport. */
export const measuring = (config: PlayConfig) =>
  Layer.mergeAll(Vitals.layer, VersionVitals.layer(config), VitalsRoom.pipe(Layer.provideMerge(VitalsSync.layer))).pipe(
    Layer.provideMerge(VitalRows.layer),
    Layer.provide(VitalsVendor.layer)
  )
