// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation } from "../operation.ts"
import type * as S from "./connect-storeb.schemas.ts"

export interface ConnectStorebConnectInput {
  /**
   * The service account's key file, as its JSON or as text. Its type, client_email, private_key_id and private_key
   * are used; addresses in it aren't.
   */
  readonly serviceAccountJson: string | Readonly<Record<string, unknown>>
  readonly defaultPackageName?: string | undefined
  /** Bucket of the statistics reports, as the console's page of downloads shows it: gs://… or its name alone. */
  readonly reportsBucket?: string | undefined
  /**
   * Bucket of the financial reports, where it's another: newer accounts have two, as the console's page of
   * downloads shows it: gs://… or its name alone.
   */
  readonly financialReportsBucket?: string | undefined
}

export interface ConnectStorebDisconnectInput {
  /** Whether to delete what was read with it too. */
  readonly purge?: boolean | undefined
}

export interface ConnectStorebSubscriptionsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
  /** Whether to list archived ones too. */
  readonly archived?: boolean | undefined
}

export interface ConnectStorebOneTimeProductsInput {
  /** The app's package name, as apps lists it. */
  readonly packageName: string | number
}

export interface ConnectStoreb {
  /**
   * Connect the second store's console.
   *
   * Tries a service account's key at the vendor, then saves it encrypted in place of an older one. If the vendor
   * refuses it, nothing changes. If only the reports are refused it's saved as degraded: the console can take a day
   * to pass that right on. checks says what is missing and where it's granted. The key is never shown again.
   *
   * Costs no credits. `POST /v1/connect/storeb-play/credentials`
   */
  readonly connect: Operation<ConnectStorebConnectInput, S.PlayConnection>
  /**
   * Disconnect the second store's console.
   *
   * Deletes the saved key and ends its tokens. What was read stays, unless purge=true. Nothing changes at the
   * vendor.
   *
   * Costs no credits. `DELETE /v1/connect/storeb-play/credentials`
   */
  readonly disconnect: Operation<ConnectStorebDisconnectInput, S.PlayDisconnected>
  /**
   * Status of the second store's console.
   *
   * Which service account is connected, which rights it lacks and where they're granted, and how the last sync
   * went. Doesn't ask the vendor.
   *
   * Costs no credits. `GET /v1/connect/storeb-play/credentials/status`
   */
  readonly status: Operation<NoInput, S.PlayConnection>
  /**
   * The console's apps.
   *
   * The apps that the connected service account can see, by package name.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps`
   */
  readonly apps: Operation<NoInput, S.PlayApps>
  /**
   * An app's subscriptions with their base plans, prices by region and texts, as the console has them; at most
   * 1,000. Read only.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/subscriptions`
   */
  readonly subscriptions: Operation<ConnectStorebSubscriptionsInput, S.PlaySubscriptions>
  /**
   * An app's one-time products with their purchase options, prices by region and texts, as the console has them; at
   * most 1,000. Read only.
   *
   * Costs 1 general credit. `GET /v1/connect/storeb-play/apps/{packageName}/one-time-products`
   */
  readonly oneTimeProducts: Operation<ConnectStorebOneTimeProductsInput, S.PlayOneTimeProducts>
}

export interface Operations {
  readonly connectStoreb: ConnectStoreb
}

export const operations = (bind: Bind): Operations => ({
  connectStoreb: {
    connect: bind.operation({ method: "POST", path: "/v1/connect/storeb-play/credentials", access: "key", body: ["serviceAccountJson", "defaultPackageName", "reportsBucket", "financialReportsBucket"] }),
    disconnect: bind.operation({ method: "DELETE", path: "/v1/connect/storeb-play/credentials", access: "key", query: ["purge"] }),
    status: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/credentials/status", access: "key" }),
    apps: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps", access: "key" }),
    subscriptions: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/subscriptions", access: "key", query: ["archived"] }),
    oneTimeProducts: bind.operation({ method: "GET", path: "/v1/connect/storeb-play/apps/{packageName}/one-time-products", access: "key" })
  }
})

/** What to do about each error code. */
export const retryAdvice = { CONNECTION_PERMISSION_MISSING: "fix", CONNECTION_REJECTED: "fix", CREDENTIALS_REJECTED: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", NOT_CONNECTED: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry", VENDOR_CONFLICT: "fix", VENDOR_REJECTED: "fix" } as const
