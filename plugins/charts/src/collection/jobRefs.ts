import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { KeyFields } from "../chartKey.ts"

/** Plans an interval and puts one job in the queue for each chart. */
export const Collect = jobRef("charts.collect", Schema.Struct({}))
/** Reads one chart for the interval that began at `slotMs`; `tries` is how often that was in vain. */
export const Read = jobRef(
  "charts.read",
  Schema.Struct({ ...KeyFields, slotMs: Schema.Finite, tries: Schema.optionalKey(Schema.Int) })
)
/** Makes the partitions of the coming months and drops those that are too old. */
export const Partition = jobRef("charts.partition", Schema.Struct({}))
