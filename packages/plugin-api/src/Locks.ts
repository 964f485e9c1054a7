import { Context, Data, type Effect } from "effect"
import { ServiceUnavailable } from "./errors.ts"

/**
 * Why an effect did not run, or did not run to its end, under a lock.
 * - `busy` another has it, for longer than `waitMs`
 * - `away` PostgreSQL is not there to lock in
 * - `lost` the connection that held it broke: the effect was interrupted, as another may have the lock by now
 */
export class LockUnavailable extends Data.TaggedError("LockUnavailable")<{
  readonly reason: "busy" | "away" | "lost"
  readonly key: string
  readonly message: string
}> {}

/** Mutual exclusion by a key, over all nodes and within each. */
export class Locks extends Context.Service<
  Locks,
  {
    /**
     * Runs an effect while nobody else runs one under this key. No transaction and no connection of the pool is held
     * meanwhile, so the effect may ask a vendor. Not reentrant: the same key again inside waits for itself.
     */
    readonly withKey: <A, E, R>(
      key: string,
      effect: Effect.Effect<A, E, R>,
      options: {
        /** How long it may wait for its turn. */
        readonly waitMs: number
      }
    ) => Effect.Effect<A, E | LockUnavailable, R>
  }
>()("@storeglass/plugin-api/Locks") {}

/** A lock that was not had as 503 with `Retry-After`; for a 409, catch `LockUnavailable` and say what is going on. */
export const lockUnavailable = ({ reason }: LockUnavailable) =>
  new ServiceUnavailable(
    reason === "busy"
      ? "another change to the same thing is in progress; nothing was charged, retry"
      : "the lock for this change couldn't be held; nothing was charged, retry",
    { retryAfterSeconds: 1 }
  )
