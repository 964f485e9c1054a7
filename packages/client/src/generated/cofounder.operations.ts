// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation } from "../operation.ts"
import type * as S from "./cofounder.schemas.ts"

export interface CofounderSaveWebhookInput {
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
  } | undefined
}

export interface CofounderPreferencesInput {
  /**
   * All that are enabled: webhook, your own address; email, a mail to the account's owner; alerts, the chats and
   * channels that your alerts go to. Empty: none.
   */
  readonly enabledIntegrations: ReadonlyArray<string>
}

export interface Cofounder {
  /**
   * Save the webhook.
   *
   * Saves the address to which daily reports are posted. It's tested first: it must answer the event
   * test.connection with a 2xx or 3xx within 10 seconds, else nothing is saved. What is enabled stays enabled.
   *
   * Costs no credits. `PUT /v1/cofounder/integrations/webhook`
   */
  readonly saveWebhook: Operation<CofounderSaveWebhookInput, S.CofounderWebhook>
  /**
   * Delete the webhook.
   *
   * Deletes the address, its secret and the record of what was posted to it. Reports end with it, unless mail or
   * alerts are enabled for them.
   *
   * Costs no credits. `DELETE /v1/cofounder/integrations/webhook`
   */
  readonly removeWebhook: Operation<NoInput, S.CofounderWebhookRemoved>
  /**
   * Choose where reports go.
   *
   * Enables what is listed and disables the rest; what was saved stays. While any is enabled, each app of your
   * workspace gets a report a day: posted to the webhook, mailed to the owner (email), sent where your alerts go
   * (alerts), and kept.
   *
   * Costs no credits. `PUT /v1/cofounder/preferences`
   */
  readonly preferences: Operation<CofounderPreferencesInput, S.CofounderPreferences>
}

export interface Operations {
  readonly cofounder: Cofounder
}

export const operations = (bind: Bind): Operations => ({
  cofounder: {
    saveWebhook: bind.operation({ method: "PUT", path: "/v1/cofounder/integrations/webhook", access: "key", body: ["credentials", "integrationConfig"] }),
    removeWebhook: bind.operation({ method: "DELETE", path: "/v1/cofounder/integrations/webhook", access: "key" }),
    preferences: bind.operation({ method: "PUT", path: "/v1/cofounder/preferences", access: "key", body: ["enabledIntegrations"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { ALERTS_NOT_CONFIGURED: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MAIL_NOT_CONFIGURED: "fix", MISSING_API_KEY: "fix", PAYLOAD_TOO_LARGE: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", WEBHOOK_NOT_CONFIGURED: "fix", WEBHOOK_TEST_FAILED: "fix" } as const
