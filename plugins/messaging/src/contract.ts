/** What other plugins may take from this one. */
import type { ServiceUnavailable, UpstreamFailure } from "@storeglass/plugin-api"
import { Context, type Effect } from "effect"
import type { BillingNotConfigured } from "./errors.ts"

/** An invoice whose payment failed, or that was paid meanwhile. */
export interface Invoice {
  readonly id: string
  /** UUID. */
  readonly accountId: string
  /** In the smallest unit of its currency: cents, yen. */
  readonly amountMinor: number
  /** ISO 4217, upper case. */
  readonly currency: string
  /** How often the payment was tried, from 1. */
  readonly attempt: number
  /** Epoch milliseconds; null: it isn't tried again. */
  readonly nextAttemptAtMs: number | null
  /** Where it can be paid. */
  readonly hostedUrl: string | null
  readonly isPaid: boolean
}

/** Where invoices come from: payment is the operator's. */
export class Invoices extends Context.Service<
  Invoices,
  {
    /** Undefined: there is no such invoice. */
    readonly find: (
      id: string
    ) => Effect.Effect<Invoice | undefined, BillingNotConfigured | ServiceUnavailable | UpstreamFailure>
  }
>()("@storeglass/messaging/Invoices") {}
