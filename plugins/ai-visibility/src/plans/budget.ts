/** What scans cost, and which of them a plan can pay for. Pure. */

import type { ModelSlug } from "../models.ts"

/** Credits of one call: document 3, "Costs". */
export type Prices = Readonly<Record<ModelSlug, number>>
export const callCredits: Prices = { model_a: 9, model_b: 15, model_c: 5, model_d: 3 }
/** With the account's own key: the provider is paid by the account. */
export const ownKeyCredits = 1

/** Those that bootstrap chooses from. */
export const cadences = [3, 7, 14, 30] as const
/** What a bootstrap writes at least: 8 intents of 5 prompts. */
export const promptsMin = 40

export const creditsOf = (prices: Prices, models: ReadonlyArray<ModelSlug>): number =>
  models.reduce((sum, model) => sum + prices[model], 0)

/** Credits a month of so many prompts on these models, each asked `samples` times; a cadence of 0 is no schedule. */
export const monthlyCredits = (
  prices: Prices,
  prompts: number,
  models: ReadonlyArray<ModelSlug>,
  cadenceDays: number,
  samples = 1
): number => (cadenceDays === 0 ? 0 : Math.ceil((prompts * creditsOf(prices, models) * samples * 30) / cadenceDays))

/** The shortest cadence of those on offer, longer than `from`, that costs at most `available` a month; null: none does. */
export const cadenceThatFits = (
  prices: Prices,
  prompts: number,
  models: ReadonlyArray<ModelSlug>,
  available: number,
  from = 0,
  samples = 1
): number | null =>
  cadences.find(
    (cadence) => cadence > from && monthlyCredits(prices, prompts, models, cadence, samples) <= available
  ) ?? null

/** What a bootstrap takes: how often, and how many prompts that leaves room for. */
export interface FirstPlan {
  readonly cadenceDays: number
  readonly prompts: number
  /** Why it isn't every third day; null where nothing was in the way. */
  readonly reason: string | null
  /** Why there aren't more prompts, where more were written; null where the month pays for all that the plan keeps. */
  readonly capReason: string | null
}

const longest = cadences[cadences.length - 1] ?? 30

/** The shortest cadence on which 40 prompts fit into `available` a month, and as many prompts as then fit. */
export const firstPlan = (options: {
  readonly prices: Prices
  readonly models: ReadonlyArray<ModelSlug>
  /** Credits a month that nothing else of the account is planned to use. */
  readonly available: number
  /** Most prompts that the plan keeps active. */
  readonly promptsMax: number
  /** How often each prompt is asked. */
  readonly samples?: number
}): FirstPlan => {
  const { available, models, prices, promptsMax, samples = 1 } = options
  const perPrompt = creditsOf(prices, models) * samples
  if (perPrompt === 0) return { cadenceDays: cadences[0], prompts: promptsMax, reason: null, capReason: null }
  const cadenceDays =
    cadenceThatFits(prices, Math.min(promptsMin, promptsMax), models, available, 0, samples) ?? longest
  const affordable = Math.floor((available * cadenceDays) / (perPrompt * 30))
  const prompts = Math.max(1, Math.min(promptsMax, affordable))
  return {
    cadenceDays,
    prompts,
    reason:
      cadenceDays === cadences[0]
        ? null
        : `every ${cadenceDays} days, as ${promptsMin} prompts every ${cadences[0]} days would cost ${monthlyCredits(prices, promptsMin, models, cadences[0], samples)} of the ${available} credits that are left of a month`,
    capReason:
      affordable >= promptsMax
        ? null
        : `at most ${prompts} prompts, as more would cost over ${available} credits a month`
  }
}

/** How many calls each model of a scan needs, without those answered today. */
export type Calls = Readonly<Partial<Record<ModelSlug, number>>>

export const scanCredits = (prices: Prices, models: ReadonlyArray<ModelSlug>, calls: Calls): number =>
  models.reduce((sum, model) => sum + prices[model] * (calls[model] ?? 0), 0)

/** What a scheduled scan asks; null: not even one model fits. */
export interface Degraded {
  readonly models: ReadonlyArray<ModelSlug>
  /** In the order in which they were dropped. */
  readonly dropped: ReadonlyArray<ModelSlug>
}

const dropOrder = ["model_b", "model_c", "model_d"] as const

/**
 * Drops model_b, then model_c, then model_d until the scan costs at most `remaining`, and keeps model_a; without model_a the
 * last one that is left stays. The document calls that descending cost, though model_a costs more than the last two. Those on the
 * account's own keys cost least, so they're dropped after the others.
 */
export const degrade = (
  prices: Prices,
  models: ReadonlyArray<ModelSlug>,
  calls: Calls,
  remaining: number
): Degraded | null => {
  let left = models
  const dropped: Array<ModelSlug> = []
  const isOwn = (model: ModelSlug) => prices[model] < callCredits[model]
  const order = [...dropOrder.filter((model) => !isOwn(model)), ...dropOrder.filter(isOwn)]
  for (const model of order) {
    if (scanCredits(prices, left, calls) <= remaining) break
    if (!left.includes(model) || left.length === 1) continue
    left = left.filter((each) => each !== model)
    dropped.push(model)
  }
  return left.length > 0 && scanCredits(prices, left, calls) <= remaining ? { models: left, dropped } : null
}
