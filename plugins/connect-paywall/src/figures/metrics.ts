import type { Figure } from "../PaywallSource.ts"
import type { Comparison, Metric } from "../schema.ts"
import { plain } from "./spellings.ts"

/** Our names, each with the keys by which providers call the same figure, in lower case without signs; the nearest first. */
const names: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["proceeds", ["proceeds", "netproceeds", "totalproceeds"]],
  ["mrr", ["mrr", "monthlyrecurringrevenue"]],
  ["activeSubscriptions", ["activesubscriptions", "activesubscribers"]],
  ["newTrials", ["newtrials", "trialstarts"]],
  ["trialConversion", ["trialconversion", "trialconversionrate"]],
  ["paywallConversion", ["paywallconversion", "paywallconversionrate", "initialconversion", "initialconversionrate"]],
  ["users", ["users", "newusers"]]
]

/** Of those whose keys are spelled so, the nearest. */
export const nearestOf = <A>(
  spellings: ReadonlyArray<string>,
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string
): A | undefined => spellings.flatMap((key) => items.find((item) => plain(keyOf(item)) === key) ?? [])[0]

/** Of those whose keys have one of our names, the nearest. */
export const nearestTo = <A>(name: string, items: ReadonlyArray<A>, keyOf: (item: A) => string): A | undefined =>
  nearestOf(names.find(([own]) => own === name)?.[1] ?? [], items, keyOf)

/** Which figure has which of our names: each is given once, to the nearest. */
const namedIn = (figures: ReadonlyArray<Figure>): ReadonlyMap<Figure, string> => {
  const named = new Map<Figure, string>()
  for (const [name] of names) {
    const found = nearestTo(name, figures, ({ key }) => key)
    if (found !== undefined) named.set(found, name)
  }
  return named
}

/** The currency of an amount: as it's told, or USD, assumed. */
export const currencyOf = (unit: string | null, told: string | null) =>
  unit === "currency" ? { currency: told ?? "USD", assumed: told === null } : { currency: null, assumed: false }

/** Every figure once, in the provider's order; none is invented. */
export const metricsOf = (
  figures: ReadonlyArray<Figure>,
  currency: string | null
): ReadonlyArray<typeof Metric.Type> => {
  const named = namedIn(figures)
  return figures.map((figure) => ({
    key: named.get(figure) ?? figure.key,
    providerKey: figure.key,
    name: figure.name,
    description: figure.description,
    value: figure.value,
    unit: figure.unit,
    ...currencyOf(figure.unit, currency),
    status: figure.value === null ? ("unavailable" as const) : ("measured" as const),
    reason: figure.value === null ? figure.problem : null,
    chart: figure.chart
  }))
}

/** Without what binary fractions add. */
const tidy = (value: number) => Number(value.toFixed(6))

export const compared = (
  now: ReadonlyArray<typeof Metric.Type>,
  before: ReadonlyArray<typeof Metric.Type>
): ReadonlyArray<typeof Comparison.Type> =>
  now.map(({ key, providerKey, value }) => {
    const earlier = before.find((metric) => metric.providerKey === providerKey)?.value ?? null
    const both = value !== null && earlier !== null && earlier !== 0
    return {
      key,
      current: value,
      previous: earlier,
      absolute: both ? tidy(value - earlier) : null,
      percent: both ? tidy((100 * (value - earlier)) / Math.abs(earlier)) : null
    }
  })
