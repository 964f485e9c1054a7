import { Context, type Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { ServiceUnavailable } from "./errors.ts"

/** Who did something: a person or operator by their id, a key by its, the command line by its user, or the gateway itself. */
export interface AuditActor {
  readonly kind: "person" | "key" | "operator" | "cli" | "system"
  readonly id: string | null
}

/** What something was done to, as `{ kind: "key", id: "019c…" }`. */
export interface AuditTarget {
  readonly kind: string
  readonly id: string
}

/** Something that was done. */
export interface AuditRecord {
  /** One of those that the plugin declares under `audits`. */
  readonly action: string
  /** In whose audit it stands; null: in that of the gateway, for operators alone. */
  readonly accountId: string | null
  readonly target?: AuditTarget
  /** JSON of at most 16 KiB each, without secrets. */
  readonly before?: unknown
  readonly after?: unknown
  /** Default: the caller of the request at hand, else the command line's user, else the gateway. */
  readonly by?: AuditActor
}

/** A row of the audit log. */
export interface AuditEntry {
  /** UUID. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly accountId: string | null
  readonly actor: AuditActor
  readonly action: string
  readonly target: AuditTarget | null
  readonly before: unknown
  readonly after: unknown
  /** Where the request came from; null outside of one. */
  readonly address: string | null
  readonly requestId: string | null
}

/** Which rows are wanted, newest first. */
export interface AuditQuery {
  /** Undefined: all accounts' and the gateway's, for operators. */
  readonly accountId: string | undefined
  readonly actions?: ReadonlyArray<string> | undefined
  readonly actor?: { readonly kind?: AuditActor["kind"]; readonly id?: string } | undefined
  readonly target?: { readonly kind?: string; readonly id?: string } | undefined
  /** Epoch ms, the first included. */
  readonly fromMs?: number | undefined
  /** Epoch ms, not included. */
  readonly untilMs?: number | undefined
  /** `next` of the page before. */
  readonly after?: string | undefined
  /** 1 to 1,000. */
  readonly limit: number
}

export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  /** Where the next page begins; undefined: this was the last. */
  readonly next: string | undefined
}

/**
 * Who did what: rows that are only ever added, kept 400 days unless the operator says otherwise, exported with their account
 * and forgotten with it.
 *
 * @example
 * yield* sql.withTransaction(Effect.gen(function* () {
 *   yield* setRole(person, "admin")
 *   yield* audit.record({
 *     action: "account.role-changed", accountId, target: { kind: "person", id: person },
 *     before: { role: "member" }, after: { role: "admin" }
 *   })
 * }))
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** In the transaction at hand, so that there is neither the change nor its row without the other. */
    readonly record: (entry: AuditRecord) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
    readonly list: (wanted: AuditQuery) => Effect.Effect<AuditPage, ServiceUnavailable>
    /** All actions that may stand in it, with what each means. */
    readonly actions: Readonly<Record<string, string>>
    /**
     * Takes a person out of all rows: as who did it, with where from, and as what it was done to. With their e-mail also what
     * rows have under `email`. The same in the operator's record of changes and in the journal of writes to vendors.
     */
    readonly forgetPerson: (personId: string, email?: string) => Effect.Effect<void, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/AuditLog") {}
