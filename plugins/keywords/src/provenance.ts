import type { Provenance } from "@storeglass/plugin-api"
import type { Sourced } from "@storeglass/stores/contract"
import { type Day, isoOf } from "./days.ts"

/** What a store said just now. */
export const measuredLive = (
  sourced: Omit<Sourced<unknown>, "value">,
  limitations: ReadonlyArray<string> = []
): Provenance => ({
  source: sourced.source,
  asOf: isoOf(sourced.asOfMs),
  status: "measured",
  ...(sourced.stale ? { stale: true } : {}),
  ...(limitations.length === 0 ? {} : { limitations })
})

/** What was collected; `not_measured` when nothing was. */
export const stored = (
  asOfMs: number | null,
  more: { readonly model?: string; readonly sampleSize?: number; readonly limitations?: ReadonlyArray<string> } = {}
): Provenance => ({
  source: "stored",
  asOf: asOfMs === null ? null : isoOf(asOfMs),
  status: asOfMs === null ? "not_measured" : "measured",
  ...(more.model === undefined ? {} : { model: more.model }),
  ...(more.sampleSize === undefined ? {} : { sampleSize: more.sampleSize }),
  ...(more.limitations === undefined || more.limitations.length === 0 ? {} : { limitations: more.limitations })
})

/** Said wherever ranks come from the store's search service. */
export const searchOrder = "the order of the store's search service differs from that on a device"
export const mixedSources = "snapshots of another source than the latest are left out: their ranks do not compare"

export const latestMs = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : Math.max(...known)
}
export type { Day }
