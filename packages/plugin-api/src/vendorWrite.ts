import { Effect } from "effect"
import type { ServiceUnavailable } from "./errors.ts"
import type { VendorWrite, VendorWrites, WriteFailure } from "./VendorWrites.ts"
import { type Change, ConfirmationRequired, PlanStale, type Preview, type Warning } from "./writes.ts"

export interface PreviewedWrite<B, I, A extends object, E, R> extends Omit<VendorWrite<B, I, A, E, R>, "before"> {
  readonly dryRun: boolean
  /** As the body has it. */
  readonly planId?: string | undefined
  /** A flag without which it is not done: its name in the body, what was sent, and what it stands for. */
  readonly confirm?: { readonly flag: string; readonly given: boolean | undefined; readonly means: string } | undefined
  /** The vendor's state. */
  readonly read: Effect.Effect<B, E, R>
  readonly diff: (before: B, intent: I) => ReadonlyArray<Change>
  /** Refuses what the vendor would refuse, and gives what is good to know. */
  readonly checks?: ((before: B, intent: I) => Effect.Effect<ReadonlyArray<Warning>, E, R>) | undefined
  /** The answer where there is nothing to change. */
  readonly unchanged: (before: B) => A
}

/**
 * A route that writes, whole: the preview for `dryRun`, or confirmation, plan, write and answer. Where an earlier
 * request with the same Idempotency-Key has done it, that is the answer, whatever the state is now. The answers are those
 * of `writeAnswers`.
 */
export const vendorWrite = Effect.fn("vendorWrite")(function* <B, I, A extends object, E, R>(
  writes: VendorWrites["Service"],
  write: PreviewedWrite<B, I, A, E, R>
): Effect.fn.Return<
  { readonly data: Preview } | { readonly data: A & { readonly unchanged?: true } },
  E | WriteFailure | PlanStale | ConfirmationRequired | ServiceUnavailable,
  R
> {
  if (!write.dryRun) {
    if (write.confirm !== undefined && write.confirm.given !== true) {
      return yield* new ConfirmationRequired(
        `${write.confirm.flag} (body): must be true to confirm: ${write.confirm.means}; nothing was written`
      )
    }
    const earlier = yield* writes.recall(write)
    if (earlier !== undefined) return { data: earlier.after }
  }
  const before = yield* write.read
  const warnings = write.checks === undefined ? [] : yield* write.checks(before, write.intent)
  const changes = write.diff(before, write.intent)
  const planId = yield* writes.planId({ ...write, before })
  if (write.dryRun) return { data: { dryRun: true, changes, warnings, planId } }
  if (write.planId !== undefined && write.planId !== planId) {
    return yield* new PlanStale(
      "planId (body): the state has changed since that preview, or the preview was for another change; nothing was written. Preview again with dryRun=true"
    )
  }
  if (changes.length === 0) return { data: { ...write.unchanged(before), unchanged: true } }
  return { data: (yield* writes.run({ ...write, before })).after }
})
