import { Metric } from "effect"

/** A count of what happened since the node began. Its name ends in `_total`. */
export const counter = (name: `storeglass_${string}_total`, description: string) =>
  Metric.counter(name, { description, incremental: true })
