import type { ChartEntry, Sourced } from "@storeglass/stores/contract"
import type { ChartKey, ChartSnapshot } from "./contract.ts"

/** What a store said of a chart, as the history keeps it. An app that is listed twice keeps its better rank. */
export const snapshotOf = (
  key: ChartKey,
  { asOfMs, source, upstream, value }: Sourced<ReadonlyArray<ChartEntry>>
): ChartSnapshot => {
  const seen = new Set<string>()
  const entries = value.filter(({ appId }) => !seen.has(appId) && seen.add(appId))
  return { key, asOfMs, source: upstream ?? `${key.platform}.${source}`, entries }
}
