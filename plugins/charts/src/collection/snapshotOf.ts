import { type ChartEntry, type Sourced, sourceNameOf } from "@storeglass/stores/contract"
import type { ChartKey, ChartSnapshot } from "../contract.ts"

/** What a store said of a chart, as the history keeps it. An app that is listed twice keeps its better rank. */
export const snapshotOf = (key: ChartKey, read: Sourced<ReadonlyArray<ChartEntry>>): ChartSnapshot => {
  const seen = new Set<string>()
  const entries = read.value.filter(({ appId }) => !seen.has(appId) && seen.add(appId))
  return { key, asOfMs: read.asOfMs, source: sourceNameOf(key.platform, read), entries }
}
