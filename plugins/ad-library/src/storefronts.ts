import { InvalidCountry } from "@storeglass/plugin-api"
import { Effect } from "effect"

/** The EU storefronts that the repository covers since March 2025, in alphabetical order. */
export const covered = [
  "AT",
  "BE",
  "BG",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GR",
  "HR",
  "HU",
  "IE",
  "IT",
  "LU",
  "LV",
  "NL",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK"
] as const

/** The most that the repository takes in one query; no document of it says so. */
export const storefrontsAtOnce = 5

export interface AskedStorefronts {
  /** In alphabetical order. */
  readonly storefronts: ReadonlyArray<string>
  /** As they were sent, in upper case. */
  readonly ignored: ReadonlyArray<string>
}

/** The storefronts of a comma list in either case, in any order; absent or empty: all that are covered. */
export const askedStorefronts = (
  text: string | undefined,
  all: ReadonlyArray<string>
): Effect.Effect<AskedStorefronts, InvalidCountry> => {
  const sent = [
    ...new Set(
      (text ?? "")
        .split(",")
        .map((part) => part.trim().toUpperCase())
        .filter((part) => part !== "")
    )
  ]
  if (sent.length === 0) return Effect.succeed({ storefronts: all.toSorted(), ignored: [] })
  const storefronts = sent.filter((code) => all.includes(code)).toSorted()
  return storefronts.length === 0
    ? Effect.fail(
        new InvalidCountry(
          `countries (query): none of these is a storefront of the ad repository; send some of ${all.toSorted().join(", ")}`
        )
      )
    : Effect.succeed({ storefronts, ignored: sent.filter((code) => !all.includes(code)) })
}
