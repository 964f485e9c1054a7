import type { Provenance } from "@storeglass/plugin-api"
import type { Sourced } from "@storeglass/stores/contract"
import { DateTime } from "effect"

export const isoOf = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))

/** Provenance of what a store said, with what to know about it. */
export const measured = (
  sourced: Omit<Sourced<unknown>, "value">,
  limitations: ReadonlyArray<string> = []
): Provenance => ({
  source: sourced.source,
  asOf: isoOf(sourced.asOfMs),
  status: "measured",
  ...(sourced.stale ? { stale: true } : {}),
  ...(limitations.length === 0 ? {} : { limitations })
})
