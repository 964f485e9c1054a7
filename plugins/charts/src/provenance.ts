import type { Provenance } from "@storeglass/plugin-api"
import type { Sourced } from "@storeglass/stores/contract"
import { isoOf } from "./time.ts"

const noted = (limitations: ReadonlyArray<string>) => (limitations.length === 0 ? {} : { limitations })

/** Provenance of what a store said, with what to know about it. */
export const measured = (
  sourced: Omit<Sourced<unknown>, "value">,
  limitations: ReadonlyArray<string> = []
): Provenance => ({
  source: sourced.source,
  asOf: isoOf(sourced.asOfMs),
  status: "measured",
  ...(sourced.stale ? { stale: true } : {}),
  ...noted(limitations)
})

/** Provenance of what was taken from the history. */
export const stored = (options: {
  readonly asOfMs: number | null
  readonly status: Provenance["status"]
  readonly stale?: boolean
  readonly sampleSize?: number
  readonly limitations?: ReadonlyArray<string>
}): Provenance => ({
  source: "stored",
  asOf: options.asOfMs === null ? null : isoOf(options.asOfMs),
  status: options.status,
  ...(options.stale === true ? { stale: true } : {}),
  ...(options.sampleSize === undefined ? {} : { sampleSize: options.sampleSize }),
  ...noted(options.limitations ?? [])
})
