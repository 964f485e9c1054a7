import type { Bucket } from "@storeglass/plugin-api"
import type { ChargeReceipt } from "../credits/ChargeQueue.ts"
import { isPlanId, plans } from "../credits/plans.ts"

/** How the buckets stand after a request. `own` is the bucket that the route uses, when it is not the general one. */
export interface CreditState {
  readonly plan: string
  readonly general: ChargeReceipt
  readonly own?: { readonly bucket: Exclude<Bucket, "general">; readonly receipt: ChargeReceipt } | undefined
}

export const remainingOf = (receipt: ChargeReceipt): number => Math.max(0, receipt.limit - receipt.used - receipt.held)

const ownHeaders = { aiVisibility: "x-aivisibility", creative: "x-creative" } as const

/** The headers of the documents on every authenticated answer. `resetSeconds` is a Unix timestamp. */
export const creditHeaders = (
  state: CreditState,
  charged: { readonly credits: number; readonly bucket: Bucket },
  resetSeconds: number
): Record<string, string> => {
  // What the operator grants comes on top of the plan's credits.
  const limit = isPlanId(state.plan) ? plans[state.plan].general : state.general.limit
  const headers: Record<string, string> = {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remainingOf(state.general)),
    "x-ratelimit-reset": String(resetSeconds),
    "x-credit-cost": String(charged.credits),
    "x-credit-category": charged.bucket,
    "x-plan": state.plan
  }
  if (state.general.limit > limit) headers["x-credit-granted"] = String(state.general.limit - limit)
  if (state.own !== undefined) {
    headers[`${ownHeaders[state.own.bucket]}-limit`] = String(state.own.receipt.limit)
    headers[`${ownHeaders[state.own.bucket]}-remaining`] = String(remainingOf(state.own.receipt))
  }
  return headers
}
