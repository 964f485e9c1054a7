import { Context, type Effect } from "effect"
import type { ServiceUnavailable } from "./errors.ts"

/** Someone who belongs to an account. */
export interface Member {
  readonly email: string
  readonly role: "viewer" | "member" | "admin" | "owner"
}

/** An account as plugins may know it. */
export interface DirectoryEntry {
  /** UUID. */
  readonly accountId: string
  /** The owner's address, as it was written when the account was made. */
  readonly email: string
  /** Plan id. */
  readonly plan: string
  /** At least one owner; owners first. Its e-mail alone while nobody has taken it over. */
  readonly members: ReadonlyArray<Member>
}

/**
 * Who an account is, for mails, pairing by e-mail and the sender of a report. What is asked at once goes to the database
 * in one query, so ask for each and let them run together.
 *
 * @example
 * const entries = yield* Effect.forEach(ids, directory.account, { concurrency: "unbounded" })
 */
export class Directory extends Context.Service<
  Directory,
  {
    /** Undefined: no such account. */
    readonly account: (accountId: string) => Effect.Effect<DirectoryEntry | undefined, ServiceUnavailable>
    /**
     * Its plan at this moment, which a caller's or a job's may no longer be. Asked in the caller's transaction, where there is
     * one; undefined: no such account.
     */
    readonly plan: (accountId: string) => Effect.Effect<string | undefined, ServiceUnavailable>
    /**
     * By an address in upper or lower case: the oldest account that whoever has it owns, else the oldest that was made for it and
     * has no members yet.
     */
    readonly accountByEmail: (email: string) => Effect.Effect<DirectoryEntry | undefined, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Directory") {}
