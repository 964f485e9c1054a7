/** What answers say of where their figures come from. */
import { type Provenance, stored } from "@storeglass/plugin-api"

/** Said wherever ranks come from the store's search service. */
export const searchOrder = "the order of the store's search service differs from the order on a device"
export const mixedSources =
  "snapshots from a different source than the latest are left out: their ranks aren't comparable"

/** Said wherever ranks and scores are in one answer. */
export const rankedAndScored = "ranks are measured; scores are estimates, each with its model and range under estimates"

/** Provenance of an answer from what was collected that holds scores; `not_measured` where nothing was. */
export const scoredFrom = (
  asOfMs: number | null,
  options: Pick<Provenance, "model" | "sampleSize" | "limitations">
): Provenance => {
  const { limitations = [], ...rest } = options
  if (asOfMs === null) return stored(null, options)
  return {
    ...stored(asOfMs, { ...rest, status: "estimated", limitations: [rankedAndScored, ...limitations] }),
    confidence: "low"
  }
}

/** What to do where an answer about an app is empty. */
export const noneOf = (
  count: number,
  { country, platform }: { readonly country: string; readonly platform: string }
): ReadonlyArray<string> =>
  count > 0
    ? []
    : [
        `nothing is collected in ${country} that the app is ranked for: POST /v1/keywords/track (country ${country}, platform ${platform}) has a keyword collected daily`
      ]

/** What to do where the store's search has nothing. */
export const noneFound = (apps: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  apps.length > 0
    ? []
    : [
        "the store finds no app for the keyword, so nothing more is known of it: /v1/keywords/suggestions tells what people type"
      ]

export const latestMs = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : Math.max(...known)
}
