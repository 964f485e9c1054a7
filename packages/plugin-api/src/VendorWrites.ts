import { Context, type Effect, type Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { IdempotencyInProgress, ServiceUnavailable } from "./errors.ts"
import type { WriteOutcomeUnknown } from "./writes.ts"

/** A kind of write, and the shapes in which the journal keeps its state before, its intent and its result. No secrets. */
export interface WriteOperation<B, I, A> {
  /** `<plugin>.<thing>.<verb>`, as in `storea-ads.campaign.update`. */
  readonly name: string
  readonly before: Schema.Codec<B, unknown>
  readonly intent: Schema.Codec<I, unknown>
  readonly after: Schema.Codec<A, unknown>
  /** How long the vendor's reads may show the state before a write. Default 5 000. */
  readonly readsLagMs?: number | undefined
}

/** @example const Update = writeOperation("storea-ads.campaign.update", { before: Campaign, intent: Patch, after: Campaign }) */
export const writeOperation = <B, I, A>(
  name: string,
  shapes: Omit<WriteOperation<B, I, A>, "name">
): WriteOperation<B, I, A> => ({ name, ...shapes })

/** A write whose outcome is looked for. */
export interface OpenWrite<B, I> {
  /** UUID of its row in the journal. */
  readonly id: string
  readonly accountId: string
  readonly target: string
  readonly connection: string | undefined
  readonly before: B
  readonly intent: I
  /** What `send` noted last. */
  readonly progress: Schema.Json | undefined
  readonly startedAtMs: number
}

/** A write that is being sent. */
export interface SendingWrite<B, I> extends OpenWrite<B, I> {
  /** Keeps what `undo` needs after a crash, as the id of an open edit; committed before it returns. */
  readonly note: (progress: Schema.Json) => Effect.Effect<void, ServiceUnavailable>
}

/** What the vendor answered. */
export interface Sent<A> {
  readonly after: A
  /** The vendor's own id of the request, for its support. */
  readonly vendorRequestId?: string | undefined
}

/** What a look at the vendor's state says of a write. */
export type Verdict<A> =
  | { readonly _tag: "Applied"; readonly after: A }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Unlike"; readonly told: string }
export const Verdict = {
  /** The vendor has it. */
  applied: <A>(after: A): Verdict<A> => ({ _tag: "Applied", after }),
  /** The vendor does not have it. Believed only when no sender can be at work and reads no longer lag. */
  absent: { _tag: "Absent" },
  /** The vendor's state does not tell. */
  unknown: { _tag: "Unknown" },
  /**
   * The vendor shows something else than was asked, and it isn't plain that the write wasn't done. Looked at again until
   * reads no longer lag; then the caller is told what was sent and what is shown.
   */
  unlike: (told: string): Verdict<never> => ({ _tag: "Unlike", told })
} as const

/** How the outcome of a write is found. */
export interface Settling<B, I, A, R> {
  /** Reads the vendor's state. A failure is the same as unknown. */
  readonly verify: (write: OpenWrite<B, I>) => Effect.Effect<Verdict<A>, unknown, R>
  /** Clears up what a write that was not done has left: deletes the open edit, cancels the reservation. Repeatable. */
  readonly undo?: ((write: OpenWrite<B, I>) => Effect.Effect<unknown, unknown, R>) | undefined
}

/** What makes a repeat of a write the same write, together with its account and Idempotency-Key. */
export interface WriteIdentity<B, I, A> {
  readonly operation: WriteOperation<B, I, A>
  /** What is written to, as in `campaign:123`. */
  readonly target: string
  readonly intent: I
  /** On whose behalf, where there is no request at hand, as in a job. `key` is then its Idempotency-Key. */
  readonly by?: { readonly accountId: string; readonly key?: string | undefined } | undefined
}

export interface VendorWrite<B, I, A, E, R> extends WriteIdentity<B, I, A>, Settling<B, I, A, R> {
  readonly before: B
  /** Which credentials: an id or a hash, at most 200 characters, never the secret. */
  readonly connection?: string | undefined
  /**
   * Sends it. A failure declared with `ApiError` below 500, `UpstreamRateLimited`, or an upstream's `rate_limited` or
   * `circuit_open` means that the vendor refused it; after any other the outcome is looked for.
   */
  readonly send: (write: SendingWrite<B, I>) => Effect.Effect<Sent<A>, E, R>
}

export interface Written<A> {
  /** The row in the journal. */
  readonly id: string
  readonly after: A
  /** True when an earlier request with the same Idempotency-Key had done it. */
  readonly repeated: boolean
}

export type WriteFailure = WriteOutcomeUnknown | IdempotencyInProgress | ServiceUnavailable

/**
 * The one way to change anything at a vendor: journal, audit log and crash safety in one. A row is committed as
 * `sent` before the first byte leaves; with an Idempotency-Key a write is never sent twice, on whatever node, whatever
 * was killed. Not for use inside a SQL transaction: the row is written outside of it.
 */
export class VendorWrites extends Context.Service<
  VendorWrites,
  {
    readonly run: <B, I, A, E, R>(write: VendorWrite<B, I, A, E, R>) => Effect.Effect<Written<A>, E | WriteFailure, R>
    /** What became of the same write under this Idempotency-Key, settled first where that is open. Sends nothing. */
    readonly recall: <B, I, A, R>(
      write: WriteIdentity<B, I, A> & Settling<B, I, A, R>
    ) => Effect.Effect<Written<A> | undefined, WriteFailure, R>
    /** A hash of the state before and the intent. */
    readonly planId: <B, I, A>(write: WriteIdentity<B, I, A> & { readonly before: B }) => Effect.Effect<string>
    /** Lets any node settle what a dead one left; for `live` of a plugin. */
    readonly register: <B, I, A, R>(
      operation: WriteOperation<B, I, A>,
      settling: Settling<B, I, A, R>
    ) => Effect.Effect<void, never, R | Scope.Scope>
  }
>()("@storeglass/plugin-api/VendorWrites") {}

/**
 * `planned` nothing sent yet; `sent` under way; `confirmed` the vendor answered that it is done; `rejected` the vendor
 * refused it; `unknown` no usable answer; `settled` a look at the vendor's state told.
 */
export type WriteState = "planned" | "sent" | "confirmed" | "rejected" | "unknown" | "settled"

/** A row of the journal. */
export interface WriteRecord {
  readonly id: string
  readonly accountId: string
  readonly keyId: string | null
  readonly requestId: string | null
  readonly idempotencyKey: string | null
  readonly operation: string
  readonly target: string
  readonly connection: string | null
  readonly state: WriteState
  /** Whether the vendor has it; null while nobody knows. */
  readonly outcome: "applied" | "absent" | null
  readonly before: Schema.Json
  readonly intent: Schema.Json
  readonly after: Schema.Json
  readonly progress: Schema.Json
  readonly vendorRequestId: string | null
  /** What went wrong. */
  readonly problem: string | null
  readonly startedAtMs: number
  readonly sentAtMs: number | null
  readonly endedAtMs: number | null
}

/** Reads the journal of vendor writes, newest first. Rows are kept for 400 days. */
export class VendorWriteLog extends Context.Service<
  VendorWriteLog,
  {
    readonly list: (options?: {
      readonly accountId?: string | undefined
      readonly sinceMs?: number | undefined
      /** Only what is not known to be done or not done. */
      readonly unknown?: boolean | undefined
      /** Only writes of one plugin, by its id. */
      readonly plugin?: string | undefined
      /** Only writes to this one. */
      readonly target?: string | undefined
      /** Default 100, at most 1 000. */
      readonly limit?: number | undefined
      /** The id of the last row seen. */
      readonly after?: string | undefined
    }) => Effect.Effect<ReadonlyArray<WriteRecord>, SqlError.SqlError>
    /** One write of an account; undefined where it isn't there, or is another account's. */
    readonly get: (write: {
      readonly accountId: string
      readonly id: string
    }) => Effect.Effect<WriteRecord | undefined, SqlError.SqlError>
  }
>()("@storeglass/plugin-api/VendorWriteLog") {}
