/** Whose keys an account's calls are made with, and what that costs. Pure. */
import { type ModelSlug, modelSlugs } from "../models.ts"
import { callCredits, ownKeyCredits, type Prices } from "./budget.ts"

/** What an account said of an assistant's key. */
export interface KeyRule {
  readonly slug: ModelSlug
  /** A key of the account's own is saved and opens. */
  readonly hasOwn: boolean
  /** Without one, the gateway's key may be used, at its price. */
  readonly fallback: boolean
}

export interface KeyUse {
  /** Assistants that can be asked for the account. */
  readonly available: ReadonlyArray<ModelSlug>
  /** Of these, those asked with the account's own key. */
  readonly own: ReadonlyArray<ModelSlug>
  /** Credits of a call; 0 of an assistant that the account keeps from being asked. */
  readonly prices: Prices
}

/** An assistant without a rule is asked with the gateway's key. */
export const keyUseOf = (
  rules: ReadonlyArray<KeyRule>,
  assistants: { readonly configured: ReadonlyArray<ModelSlug>; readonly available: ReadonlyArray<ModelSlug> }
): KeyUse => {
  const ruleOf = (slug: ModelSlug) => rules.find((rule) => rule.slug === slug)
  const isOwn = (slug: ModelSlug) => assistants.configured.includes(slug) && ruleOf(slug)?.hasOwn === true
  const isBarred = (slug: ModelSlug) => !isOwn(slug) && ruleOf(slug)?.fallback === false
  const priceOf = (slug: ModelSlug) => (isOwn(slug) ? ownKeyCredits : isBarred(slug) ? 0 : callCredits[slug])
  return {
    available: modelSlugs.filter((slug) => isOwn(slug) || (assistants.available.includes(slug) && !isBarred(slug))),
    own: modelSlugs.filter(isOwn),
    prices: {
      model_a: priceOf("model_a"),
      model_b: priceOf("model_b"),
      model_c: priceOf("model_c"),
      model_d: priceOf("model_d")
    }
  }
}
