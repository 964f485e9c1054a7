// Made by `npm run generate` from the declarations of the plugins. Do not edit.

/**
 * A way beside the webhook. email: by mail to the account's owner. alerts: where the account's alerts go; sent is
 * what was handed to them.
 */
export interface CofounderChannel {
  /** Whether this gateway can. */
  readonly configured: boolean
  readonly enabled: boolean
  /** When a report last went out by it; null: never since it was enabled. */
  readonly lastDeliveryAt: string | null
  /** Why the last report didn't go out; null: it did, or there was none. */
  readonly lastError: {
    /** ISO 8601. */
    readonly at: string
    /** Why the last one didn't. */
    readonly message: string
  } | null
}

export interface CofounderNewPreferences {
  /**
   * All that are enabled: webhook, your own address; email, a mail to the account's owner; alerts, the chats and
   * channels that your alerts go to. Empty: none.
   */
  readonly enabledIntegrations: ReadonlyArray<string>
}

export interface CofounderNewWebhook {
  readonly credentials: {
    /** Where reports are posted: https, at a public address. */
    readonly url: string
  }
  readonly integrationConfig?: {
    /**
     * Sent in X-Cofounder-Secret, and requests are signed with it. 8 to 256 visible ASCII characters. Absent: the
     * one that is saved stays. Null: removed.
     */
    readonly secret?: string | null
    /**
     * Whether what isn't received is sent again after 1 and 5 minutes, half an hour, 2 and 6 hours, under the same
     * webhook-id. Absent: as it was; at first false.
     */
    readonly retry?: boolean
  }
}

export interface CofounderPreferences {
  readonly enabledIntegrations: ReadonlyArray<"webhook" | "email" | "alerts">
  readonly integrations: {
    readonly webhook: {
      /** Whether one is saved. */
      readonly configured: boolean
      readonly enabled: boolean
      /** When something was last sent, without tests; null: never. */
      readonly lastDeliveryAt: string | null
      /** What was answered; null: nothing, or nothing was sent. */
      readonly lastStatus: number | null
      /** Why the last delivery wasn't received; null: it was, or there was none. */
      readonly lastError: {
        /** ISO 8601. */
        readonly at: string
        /** HTTP status; null: there was no answer. */
        readonly status: number | null
        /** Why there was no answer, or its first 200 characters. */
        readonly message: string
      } | null
    }
    readonly email: CofounderChannel
    readonly alerts: CofounderChannel
  }
}

export interface CofounderWebhook {
  readonly integration: "webhook"
  readonly status: "saved"
  /** Where reports are posted. */
  readonly url: string
  /** Whether a secret is saved. It's never returned. */
  readonly hasSecret: boolean
  /** Whether what isn't received is sent again. */
  readonly retry: boolean
  /** Whether reports are posted. PUT /v1/cofounder/preferences sets it. */
  readonly enabled: boolean
  /** When the address was tested. */
  readonly lastTestAt: string
  /** What it answered. */
  readonly lastTestStatus: number
  /** Why the last delivery wasn't received; null: it was, or there was none. */
  readonly lastError: {
    /** ISO 8601. */
    readonly at: string
    /** HTTP status; null: there was no answer. */
    readonly status: number | null
    /** Why there was no answer, or its first 200 characters. */
    readonly message: string
  } | null
}

export interface CofounderWebhookRemoved {
  readonly integration: "webhook"
  /** False: none was saved. */
  readonly removed: boolean
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "ALERTS_NOT_CONFIGURED"
  | "WEBHOOK_NOT_CONFIGURED"
  | "WEBHOOK_TEST_FAILED"
