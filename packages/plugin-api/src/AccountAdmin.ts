import { Context, Data, type Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { defineEvent } from "./Events.ts"
import type { ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"

/** An account as those see it who run the gateway. Times are ISO 8601. */
export interface AccountDetails {
  /** UUID. */
  readonly id: string
  /** As it was written; several accounts may have one. */
  readonly email: string
  /** Plan id. */
  readonly plan: string
  /** From when on it has this plan, as who set it says; null: since before that was kept. */
  readonly planSince: string | null
  readonly createdAt: string
  /** Null: it isn't suspended. */
  readonly suspendedAt: string | null
  /** Why, as its people may read it. */
  readonly suspendedFor: string | null
  /** When all that is kept for it is forgotten; null: nobody asked for that. */
  readonly deletionDueAt: string | null
}

/** An account as it was found or made. */
export interface OpenedAccount {
  /** UUID. */
  readonly accountId: string
  /** Plan id. */
  readonly plan: string
  /** False: it was there before, as one that the operator made. */
  readonly isNew: boolean
}

/** The deletion of an account that was asked for. */
export interface AccountDeletionState {
  readonly accountId: string
  readonly askedAt: string
  /** Until then it can be undone. */
  readonly dueAt: string
  /** It is gone; null: not yet. */
  readonly endedAt: string | null
}

/** Everything that is kept for an account, as zips of JSON and CSV. Times are ISO 8601. */
export interface AccountExport {
  /** UUID. */
  readonly id: string
  readonly askedAt: string
  readonly state: "waiting" | "ready" | "failed"
  readonly endedAt: string | null
  /** One, unless it is larger than a file may be; gone at `expiresAt`. Who has the address may read it. */
  readonly files: ReadonlyArray<{
    readonly name: string
    readonly url: string
    readonly bytes: number
    readonly expiresAt: string
  }>
  /** Of all tables together. */
  readonly rows: number
  /** Why there is none. */
  readonly problem: string | null
}

/** What happens to an account, for `AccountChanged`. */
export const accountChanges = [
  "suspended",
  "unsuspended",
  "deletion-asked",
  "deletion-undone",
  "key-rotated",
  "export-ready",
  "export-failed"
] as const

/** The core's: something about an account has changed. Any plugin may listen. `targetId`: of the key or export. */
export const AccountChanged = defineEvent(
  "core.account.changed",
  Schema.Struct({
    accountId: Schema.String,
    change: Schema.Literals(accountChanges),
    targetId: Schema.NullOr(Schema.String),
    atMs: Schema.Number
  })
)

/** What can't be done with an account; the message says why. */
export class AccountRefused extends Data.TaggedError("AccountRefused")<{
  readonly reason: "invalid" | "not_found" | "email_taken" | "deleting"
  readonly field?: string | undefined
  readonly message: string
}> {}

type Refusable = AccountRefused | ServiceUnavailable

/**
 * What is done with accounts as a whole: by their owners, by operators and on sign-up. Each change stands in the account's
 * audit log with who made it, and joins the plugin's own transaction where there is one.
 */
export class AccountAdmin extends Context.Service<
  AccountAdmin,
  {
    /** `only`: refused where another account has the e-mail; of several that ask at once one makes it. */
    readonly create: (account: {
      readonly email: string
      readonly plan: string
      readonly only?: boolean
    }) => Effect.Effect<AccountDetails, Refusable>
    /**
     * The account of an e-mail address that its owner has proven to be theirs: the one that has it, in any case of letters,
     * or a new one on the plan `free`. Inside `sql.withTransaction` it joins that transaction. Undefined while the account is
     * being deleted.
     */
    readonly openFor: (
      email: string
    ) => Effect.Effect<OpenedAccount | undefined, SqlError.SqlError, SqlClient.SqlClient>
    /** Undefined: no such account. */
    readonly find: (accountId: string) => Effect.Effect<AccountDetails | undefined, ServiceUnavailable>
    /** All with this e-mail in any case of letters, the oldest first. */
    readonly byEmail: (email: string) => Effect.Effect<ReadonlyArray<AccountDetails>, ServiceUnavailable>
    /**
     * By id, by what their e-mails contain, or by a key's id or hint (`sg_live_…` and its last four characters); newest first.
     * `before`: the id of the last of the page before. `ids`: those too, found in other ways.
     */
    readonly search: (wanted: {
      readonly text?: string
      readonly ids?: ReadonlyArray<string> | undefined
      readonly before?: string | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<AccountDetails>, ServiceUnavailable>
    readonly setEmail: (accountId: string, email: string) => Effect.Effect<AccountDetails, Refusable>
    /**
     * In effect with the next charge, on every node. `sinceMs`: from when on it's to hold, now if left out. Where a plan was set
     * from a later moment on that plan stays, and `planSince` of the answer is that moment.
     */
    readonly setPlan: (accountId: string, plan: string, sinceMs?: number) => Effect.Effect<AccountDetails, Refusable>
    /** Grants credits of this month beyond the plan. `id` (UUID) makes it one, however often it is tried. Gives all that were granted. */
    readonly grant: (grant: {
      readonly id: string
      readonly accountId: string
      readonly bucket: Bucket
      readonly credits: number
      readonly reason?: string
    }) => Effect.Effect<number, Refusable>
    /** Its keys and tokens are refused within 5 s on every node, and its schedules pause. Nothing is deleted. */
    readonly suspend: (accountId: string, reason: string) => Effect.Effect<AccountDetails, Refusable>
    readonly unsuspend: (accountId: string) => Effect.Effect<AccountDetails, Refusable>
    /** Ends its keys and pauses its schedules at once; after `afterMs` all that is kept for it is forgotten. */
    readonly askDeletion: (accountId: string, afterMs: number) => Effect.Effect<AccountDeletionState, Refusable>
    /** Its keys stay ended. */
    readonly undoDeletion: (accountId: string) => Effect.Effect<void, Refusable>
    /** Undefined: nobody asked for it. */
    readonly deletion: (accountId: string) => Effect.Effect<AccountDeletionState | undefined, ServiceUnavailable>
    /** Begins to write everything down that is kept for it. While one is waited for, it is that one. */
    readonly askExport: (accountId: string) => Effect.Effect<AccountExport, Refusable>
    /** The last ten, newest first. */
    readonly exports: (accountId: string) => Effect.Effect<ReadonlyArray<AccountExport>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/AccountAdmin") {}
