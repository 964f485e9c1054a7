import type { OpenWrite, Settling, Verdict, WriteOperation } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import type { Held, Journal } from "./Journal.ts"
import { problemOf } from "./refused.ts"
import type { JournalRow } from "./rows.ts"

const readsLagMsDefault = 5_000
/** How long a look at the vendor's state may take. */
const lookMsMax = 15_000

/** How the outcome of rows of one operation is found, over what the journal keeps of them. */
export interface Settler<R> {
  readonly readsLagMs: number
  /** The verdict with the state after it as the journal keeps it. Never fails. */
  readonly verify: (row: JournalRow) => Effect.Effect<Verdict<unknown>, never, R>
  readonly undo: (row: JournalRow) => Effect.Effect<unknown, unknown, R>
}

const unknown: Verdict<never> = { _tag: "Unknown" }

/** A row as the plugin declared its shapes. */
export const openWrite = <B, I, A>(operation: WriteOperation<B, I, A>, row: JournalRow) =>
  Effect.gen(function* () {
    const write: OpenWrite<B, I> = {
      id: row.id,
      accountId: row.accountId,
      target: row.target,
      connection: row.connection ?? undefined,
      before: yield* Schema.decodeUnknownEffect(operation.before)(row.before),
      intent: yield* Schema.decodeUnknownEffect(operation.intent)(row.intent),
      progress: row.progress ?? undefined,
      startedAtMs: row.startedAtMs
    }
    return write
  })

export const settlerOf = <B, I, A, R>(
  operation: WriteOperation<B, I, A>,
  settling: Settling<B, I, A, R>
): Settler<R> => ({
  readsLagMs: operation.readsLagMs ?? readsLagMsDefault,
  verify: (row) =>
    openWrite(operation, row).pipe(
      Effect.flatMap(settling.verify),
      Effect.flatMap(
        (verdict): Effect.Effect<Verdict<unknown>, Schema.SchemaError> =>
          verdict._tag === "Applied"
            ? Effect.map(Schema.encodeEffect(operation.after)(verdict.after), (after) => ({ _tag: "Applied", after }))
            : Effect.succeed(verdict)
      ),
      Effect.timeoutOrElse({ duration: lookMsMax, orElse: () => Effect.succeed(unknown) }),
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logWarning("Couldn't check the outcome of a vendor write").pipe(
            Effect.annotateLogs({ write: row.id, operation: row.operation, problem: problemOf(cause) })
          ),
          unknown
        )
      )
    ),
  undo: (row) => (settling.undo === undefined ? Effect.void : Effect.flatMap(openWrite(operation, row), settling.undo))
})

export type Look =
  | { readonly _tag: "Applied"; readonly after: unknown }
  | { readonly _tag: "Absent" }
  /** `againAtMs`: when a look that finds nothing can be believed. */
  | { readonly _tag: "Open"; readonly againAtMs: number | undefined }
  /** It reads otherwise than it was sent; `lasting` once reads no longer lag. */
  | { readonly _tag: "Unlike"; readonly told: string; readonly lasting: boolean }

/**
 * Looks once at the vendor's state, and closes the row if that settles it. A missing write settles it only once no
 * sender can be at work any more and reads have caught up.
 */
export const look = Effect.fnUntraced(function* <R>(
  journal: Journal,
  settler: Settler<R>,
  held: Held,
  row: JournalRow,
  sendMsMax: number
): Effect.fn.Return<Look, never, R> {
  const beganMs = yield* Clock.currentTimeMillis
  const verdict = yield* settler.verify(row)
  if (verdict._tag === "Applied") {
    yield* Effect.ignore(journal.end(held, { state: "settled", outcome: "applied", after: verdict.after }))
    return { _tag: "Applied", after: verdict.after }
  }
  if (verdict._tag === "Unknown") return { _tag: "Open", againAtMs: undefined }
  const believedFromMs = (row.sendEndedAtMs ?? (row.sentAtMs ?? row.startedAtMs) + sendMsMax) + settler.readsLagMs
  if (verdict._tag === "Unlike") return { _tag: "Unlike", told: verdict.told, lasting: beganMs >= believedFromMs }
  if (beganMs < believedFromMs) return { _tag: "Open", againAtMs: believedFromMs }
  const undone = yield* Effect.exit(settler.undo(row))
  if (undone._tag === "Failure") {
    yield* Effect.logWarning("Couldn't clean up after a vendor write").pipe(
      Effect.annotateLogs({ write: row.id, operation: row.operation, problem: problemOf(undone.cause) })
    )
    return { _tag: "Open", againAtMs: undefined }
  }
  yield* Effect.ignore(journal.end(held, { state: "settled", outcome: "absent" }))
  return { _tag: "Absent" }
})
