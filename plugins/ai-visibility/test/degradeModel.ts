import type { ModelSlug } from "../src/models.ts"
import { type Calls, callCredits, type Prices } from "../src/plans/budget.ts"

/** The rule as the document and the order have it, written another way: every set it may end with, the first that fits. */
export const degradeModel = (
  models: ReadonlyArray<ModelSlug>,
  calls: Calls,
  remaining: number,
  prices: Prices = callCredits
) => {
  const all: ReadonlyArray<ModelSlug> = ["model_b", "model_c", "model_d", "model_a"]
  const isCheap = (slug: ModelSlug) => slug === "model_a" || prices[slug] === 1
  const order = all
    .filter((slug) => models.includes(slug))
    // One on an own key goes after the others; model_a stays last.
    .toSorted((one, other) => Number(isCheap(one)) - Number(isCheap(other)))
  for (let dropped = 0; dropped < order.length; dropped += 1) {
    const left = models.filter((model) => !order.slice(0, dropped).includes(model))
    const cost = left.reduce((sum, model) => sum + prices[model] * (calls[model] ?? 0), 0)
    if (cost <= remaining) return { models: left, dropped: order.slice(0, dropped) }
  }
  return null
}
