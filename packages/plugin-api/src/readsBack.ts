import { Effect, Predicate } from "effect"
import type { ServiceUnavailable } from "./errors.ts"
import { type OpenWrite, type SendingWrite, type Sent, Verdict } from "./VendorWrites.ts"
import { type Change, WriteOutcomeUnknown } from "./writes.ts"

/** A write that sets fields, and is done when they read as they were set. */
export interface ReadBackWrite<B, I, A, E, R> {
  /** Sends it. What the vendor's answer shows isn't believed; its id of the request is kept. */
  readonly put: (write: SendingWrite<B, I>) => Effect.Effect<Pick<Sent<A>, "vendorRequestId">, E, R>
  readonly read: (write: OpenWrite<B, I>) => Effect.Effect<B, E, R>
  /** What the intent would change in a state: nothing once it is done. */
  readonly diff: (state: B, intent: I) => ReadonlyArray<Change>
  readonly after: (state: B, write: OpenWrite<B, I>) => A
}

/** Every field that reads otherwise than it was sent, with both values. */
const told = (left: ReadonlyArray<Change>): string =>
  left
    .map(({ field, from, to }) => `${field} was sent as ${JSON.stringify(to)} and reads as ${JSON.stringify(from)}`)
    .join(", ")

const acknowledged = { acknowledged: true }
const isAcknowledged = ({ progress }: OpenWrite<unknown, unknown>) =>
  Predicate.hasProperty(progress, "acknowledged") && progress.acknowledged === true

const same = (a: ReadonlyArray<Change>, b: ReadonlyArray<Change>) => JSON.stringify(a) === JSON.stringify(b)

/**
 * `send` and `verify` of a write that is settled by reading: the vendor's fields, read back, are the answer. Fields that
 * read otherwise are read again for the operation's `readsLagMs`; then the caller gets 502 `WRITE_OUTCOME_UNKNOWN` with both
 * values. After a lost answer, fields that still read as before mean that it wasn't done; after an answer they mean nothing.
 *
 * @example vendorWrite(writes, { ...identity, diff, ...readsBack({ put, read, diff, after: (state) => state }) })
 */
export const readsBack = <B, I, A, E, R>({ after, diff, put, read }: ReadBackWrite<B, I, A, E, R>) => ({
  send: Effect.fn("readsBack.send")(function* (
    write: SendingWrite<B, I>
  ): Effect.fn.Return<Sent<A>, E | ServiceUnavailable | WriteOutcomeUnknown, R> {
    const { vendorRequestId } = yield* put(write)
    // From here on it may have been done, whatever goes wrong.
    const state = yield* Effect.andThen(write.note(acknowledged), read(write)).pipe(
      Effect.mapError((cause) => new WriteOutcomeUnknown("the write was sent and can't be read back", { cause }))
    )
    const left = diff(state, write.intent)
    return left.length === 0
      ? { after: after(state, write), vendorRequestId }
      : yield* new WriteOutcomeUnknown(told(left))
  }),
  verify: Effect.fn("readsBack.verify")(function* (write: OpenWrite<B, I>): Effect.fn.Return<Verdict<A>, E, R> {
    const state = yield* read(write)
    const left = diff(state, write.intent)
    if (left.length === 0) return Verdict.applied(after(state, write))
    const untouched = same(left, diff(write.before, write.intent))
    return untouched && !isAcknowledged(write) ? Verdict.absent : Verdict.unlike(told(left))
  })
})
