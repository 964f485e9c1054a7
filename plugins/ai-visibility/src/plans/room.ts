import type { ModelSlug } from "../models.ts"
import { cadenceThatFits, monthlyCredits, type Prices } from "./budget.ts"
import type { Limits } from "./limits.ts"

/** What an account has scanned in one country. */
export interface Scanned {
  readonly appId: string
  readonly country: string
  readonly enabled: boolean
  readonly models: ReadonlyArray<ModelSlug>
  readonly cadenceDays: number
  readonly prompts: number
  /** How often each is asked. */
  readonly samples: number
}

export const estimateOf = (
  prices: Prices,
  { cadenceDays, enabled, models, prompts, samples }: Scanned,
  limits: Pick<Limits, "models" | "prompts">
): number =>
  enabled
    ? monthlyCredits(prices, Math.min(prompts, limits.prompts), models.slice(0, limits.models), cadenceDays, samples)
    : 0

const isAt =
  ({ appId, country }: Pick<Scanned, "appId" | "country">) =>
  (other: Scanned) =>
    other.appId === appId && other.country === country

/** Credits a month that the account's other schedules leave of the plan's. */
export const availableTo = (
  prices: Prices,
  place: Pick<Scanned, "appId" | "country">,
  all: ReadonlyArray<Scanned>,
  limits: Limits,
  credits: number
): number =>
  Math.max(
    0,
    all.filter((each) => !isAt(place)(each)).reduce((left, other) => left - estimateOf(prices, other, limits), credits)
  )

/** Whether schedules fit into the month, and what would. */
export interface Fit {
  readonly estimatedMonthlyCost: number
  readonly fits: boolean
  readonly warning: string | null
  readonly nextCadenceThatFits: number | null
}

export const fitOf = (
  prices: Prices,
  own: Scanned | undefined,
  all: ReadonlyArray<Scanned>,
  limits: Limits,
  credits: number
): Fit => {
  const total = all.reduce((sum, each) => sum + estimateOf(prices, each, limits), 0)
  const fits = total <= credits
  const estimatedMonthlyCost = own === undefined ? 0 : estimateOf(prices, own, limits)
  if (fits || own === undefined) return { estimatedMonthlyCost, fits, warning: null, nextCadenceThatFits: null }
  const prompts = Math.min(own.prompts, limits.prompts)
  const models = own.models.slice(0, limits.models)
  const next = own.enabled
    ? cadenceThatFits(
        prices,
        prompts,
        models,
        availableTo(prices, own, all, limits, credits),
        own.cadenceDays,
        own.samples
      )
    : null
  const advice =
    next === null
      ? `ask fewer assistants or fewer prompts${own.samples === 1 ? "" : ", or each less often"}`
      : `a scan every ${next} days would fit, or fewer assistants${own.samples === 1 ? "" : " or samples"}`
  return {
    estimatedMonthlyCost,
    fits,
    warning: `your schedules cost about ${total} credits a month, over the plan's ${credits}: ${advice}`,
    nextCadenceThatFits: next
  }
}

/** Whether a plan still includes this: of what there is, the first apps and the first countries of each. */
export const isIncluded = (
  place: Pick<Scanned, "appId" | "country">,
  /** Oldest first. */
  all: ReadonlyArray<Pick<Scanned, "appId" | "country">>,
  limits: Pick<Limits, "apps" | "countries">
): boolean => {
  const apps = [...new Set(all.map(({ appId }) => appId))]
  const countries = all.filter(({ appId }) => appId === place.appId).map(({ country }) => country)
  const app = apps.indexOf(place.appId)
  const country = countries.indexOf(place.country)
  return (app < 0 ? apps.length : app) < limits.apps && (country < 0 ? countries.length : country) < limits.countries
}
