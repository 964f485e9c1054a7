import { Context, type Effect, type Redacted, type Schema, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import type { ConnectionUnusable, NoConnection } from "./connectorProblems.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** What a vendor is asked with: saved, being connected, or out of a request's headers (`Tokens.credential`). */
export interface Credential {
  readonly secret: Redacted.Redacted<string>
  /** A hash of the secret: for `request({ lane })`, and as the identity in a journal of writes. */
  readonly lane: string
  readonly saved?: { readonly accountId: string; readonly kind: string; readonly revision: string } | undefined
}

/** Plain data about a connection, shown to its owner: never a secret. */
export type ConnectionDetails = Readonly<Record<string, Schema.Json>>

/** A right that the vendor has not granted. */
export interface MissingRight {
  readonly right: string
  /** Where its owner grants it: "Users and Access, Integrations". */
  readonly grantedAt?: string
}

/** What looking at the vendor showed. */
export interface Verified {
  /** None: `connected`. Some: `degraded`, it works without them. */
  readonly missing?: ReadonlyArray<MissingRight>
  /** Added to the details, such as the name of the organisation. */
  readonly details?: ConnectionDetails
}

/** A saved credential, opened for use. */
export interface Connection extends Credential {
  readonly saved: { readonly accountId: string; readonly kind: string; readonly revision: string }
  readonly details: ConnectionDetails
}

/**
 * - `connected` works; `degraded` works, and rights are missing
 * - `rejected` the vendor no longer accepts it (`vendor`), its vault key is not configured (`key_lost`), or what was saved
 *   cannot be opened (`unreadable`); connecting again fixes it
 */
export interface ConnectionStatus {
  readonly kind: string
  readonly state: "connected" | "degraded" | "rejected"
  readonly rejection: { readonly reason: "vendor" | "key_lost" | "unreadable"; readonly sentence: string | null } | null
  readonly missing: ReadonlyArray<MissingRight>
  readonly details: ConnectionDetails
  /** Another one after every connect. */
  readonly revision: string
  /** ISO 8601. */
  readonly connectedAt: string
  /** When the vendor was last looked at, ISO 8601. */
  readonly checkedAt: string
}

/** Which connection: `kind` is the plugin's id, or `<plugin id>.<what>` where it has several. */
export interface ConnectionOf {
  readonly accountId: string
  readonly kind: string
}

/**
 * Customers' saved credentials, one for each account and kind. The secret is sealed for its row; it is opened for `use` and
 * nowhere else. An account sees only its own: another's counts as none.
 */
export class Connections extends Context.Service<
  Connections,
  {
    /**
     * Runs `verify` first, outside of any transaction, and saves only when it passed, in place of what was there. When it
     * fails, an old connection goes on working.
     */
    readonly connect: <E, R>(
      connection: ConnectionOf & {
        readonly secret: Redacted.Redacted<string>
        readonly details?: ConnectionDetails
        readonly verify: (candidate: Credential) => Effect.Effect<Verified, E, R>
      }
    ) => Effect.Effect<ConnectionStatus, E | ServiceUnavailable, R>
    /** Opens it. The vendor is not asked. */
    readonly use: (
      accountId: string,
      kind: string
    ) => Effect.Effect<Connection, NoConnection | ConnectionUnusable | ServiceUnavailable>
    /** Undefined when there is none. The vendor is not asked. */
    readonly status: (
      accountId: string,
      kind: string
    ) => Effect.Effect<ConnectionStatus | undefined, ServiceUnavailable>
    /** Of all kinds of an account. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<ConnectionStatus>, ServiceUnavailable>
    /** Notes what a later look at the vendor showed, unless it was connected again meanwhile. */
    readonly checked: (connection: Credential, verified: Verified) => Effect.Effect<void, ServiceUnavailable>
    /**
     * The vendor no longer accepts it: `rejected` until it is connected again. `Tokens` calls this by itself after a 401 to
     * a fresh token. Nothing happens if it was connected again meanwhile.
     */
    readonly reject: (connection: Credential, sentence?: string) => Effect.Effect<void, ServiceUnavailable>
    /**
     * Deletes the secret, ends its tokens on every node and pauses the schedules that depend on it (all of the plugin and
     * account; of a kind `ads.reports` the one named `reports`), until it is connected again. What was collected stays unless `purge`, which runs what the plugin registered. False when there was none.
     */
    readonly disconnect: (
      connection: ConnectionOf & { readonly purge?: boolean }
    ) => Effect.Effect<boolean, ServiceUnavailable>
    /** Registers what deletes the data collected through connections of this kind, in the transaction of `disconnect`. */
    readonly onPurge: (
      kind: string,
      purge: (accountId: string) => Effect.Effect<void, unknown, SqlClient.SqlClient>
    ) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@storeglass/plugin-api/Connections") {}
