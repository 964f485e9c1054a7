import { Context, Data, type Effect, type Redacted } from "effect"
import type { EgressRefused } from "./Egress.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** Where a customer wants to be told, by signed requests. */
export interface WebhookEndpoint {
  /** UUID. */
  readonly id: string
  readonly accountId: string
  /** `<plugin>.<purpose>`; an account has one of each name. */
  readonly name: string
  readonly url: string
}

/** What requests to an endpoint have that others don't. */
export interface WebhookForm {
  /** A header with the secret itself, beside the signature. */
  readonly secretHeader?: string
  readonly userAgent?: string
  /** A redirect is an answer like a 2xx. It isn't followed. */
  readonly redirectDelivers?: boolean
}

/** An address, and how it is called. */
export interface NewWebhookEndpoint {
  readonly accountId: string
  readonly name: string
  readonly url: string
  /**
   * The customer's own, 1 to 256 characters, as `webhookSecretOf` reads it. Null: none, and requests aren't signed. Undefined: the
   * one that is there stays, and a new endpoint gets one.
   */
  readonly secret?: Redacted.Redacted<string> | null
  readonly form?: WebhookForm
}

/** How an address that was tried has answered. */
export type WebhookProbe = Pick<DeliveryAttempt, "outcome" | "status" | "message" | "answer" | "atMs">

/** One request to an endpoint. */
export interface DeliveryAttempt {
  /** UUID of the delivery; `storeglass webhook replay` takes it. */
  readonly deliveryId: string
  /** The header `webhook-id`, the same in all attempts. */
  readonly webhookId: string
  /** From 1. */
  readonly attempt: number
  readonly atMs: number
  /** How long it took; null while it is under way, or when its node died. */
  readonly ms: number | null
  /**
   * - `delivered` a 2xx, or what the endpoint's form takes for one; `rejected` any other status
   * - `failed` no answer; `refused` the address must not be called, and nothing was sent
   * - `sending` under way, or its node died
   */
  readonly outcome: "delivered" | "rejected" | "failed" | "refused" | "sending"
  readonly status: number | null
  /** Why there is no answer; for the customer. */
  readonly message: string | null
  /** The first 1 KiB of the answer. */
  readonly answer: string
}

/** Why nothing was sent: no such endpoint of this account, or a body or id that can't be sent. */
export class DeliveryRefused extends Data.TaggedError("DeliveryRefused")<{
  readonly reason: "endpoint" | "too_large" | "id"
  readonly message: string
}> {}

/**
 * Signed webhooks to customers (Standard Webhooks), over `Egress`: never to private addresses, never after a redirect, 10 s,
 * body at most 1 MiB. Each attempt is recorded, and kept for 30 days. Call it outside of transactions.
 */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Sets the address of an account's endpoint of this name, in the caller's transaction, if there is one. Where a secret is made,
     * it is given back this once: the customer needs it to check signatures. With another secret of the customer's requests are
     * signed with the one before, too, for 24 hours.
     */
    readonly register: (
      endpoint: NewWebhookEndpoint
    ) => Effect.Effect<
      { readonly endpoint: WebhookEndpoint; readonly secret: Redacted.Redacted<string> | undefined },
      EgressRefused | ServiceUnavailable
    >
    /** Tries an address before it is registered, with the secret that it would have. It is recorded nowhere. */
    readonly probe: (
      endpoint: NewWebhookEndpoint & { readonly body: string }
    ) => Effect.Effect<WebhookProbe, DeliveryRefused | ServiceUnavailable>
    readonly endpoints: (accountId: string) => Effect.Effect<ReadonlyArray<WebhookEndpoint>, ServiceUnavailable>
    /** A new secret; requests are signed with the old one too for 24 hours. */
    readonly rotate: (
      accountId: string,
      endpointId: string
    ) => Effect.Effect<Redacted.Redacted<string>, DeliveryRefused | ServiceUnavailable>
    /** Ends an endpoint with its records. False: the account has no such endpoint. */
    readonly remove: (accountId: string, endpointId: string) => Effect.Effect<boolean, ServiceUnavailable>
    /** Ends all endpoints of an account with their records, when it is deleted; returns the number of endpoints. */
    readonly removeAll: (accountId: string) => Effect.Effect<number, ServiceUnavailable>
    /**
     * Makes one attempt and says how it went: whether to try again is the caller's choice. With an `id` that was sent to
     * this endpoint before it is another attempt of that message, with its body as it was; once it was delivered nothing
     * is sent any more. So a job that may run twice gives its own id.
     */
    readonly send: (message: {
      readonly accountId: string
      readonly endpointId: string
      readonly body: string | Uint8Array
      /** Default `application/json`. */
      readonly contentType?: string
      /** 1 to 100 letters, digits, `-` and `_`. Default: a new one. */
      readonly id?: string
      /** Whether it's sent also where it was delivered before: somebody wants it once more. Default: false. */
      readonly again?: boolean
    }) => Effect.Effect<DeliveryAttempt, DeliveryRefused | ServiceUnavailable>
    /** The last attempts to an account's endpoints, or of one message, newest first. */
    readonly attempts: (
      accountId: string,
      options?: { readonly endpointId?: string; readonly webhookId?: string; readonly limit?: number }
    ) => Effect.Effect<ReadonlyArray<DeliveryAttempt>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Deliveries") {}
