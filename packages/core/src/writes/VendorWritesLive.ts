import {
  IdempotencyInProgress,
  type SendingWrite,
  ServiceUnavailable,
  type VendorWrite,
  VendorWrites,
  type WriteIdentity,
  type WriteOperation,
  WriteOutcomeUnknown,
  type Written
} from "@storeglass/plugin-api"
import { Cause, Clock, Effect, Exit, Fiber, Layer, Option, Schema } from "effect"
import { makeRequestId } from "../http/requestIds.ts"
import { monotonicMs } from "../time.ts"
import { actorOf } from "./actor.ts"
import { fingerprintOf, planIdOf } from "./fingerprint.ts"
import { type Begun, type Held, makeJournal, type Planned } from "./Journal.ts"
import { isRefused, problemOf } from "./refused.ts"
import { keepPartitions } from "./retention.ts"
import { look, openWrite, type Settler, settlerOf } from "./settle.ts"
import { makeSweeper } from "./sweeper.ts"

export interface VendorWritesOptions {
  /** Longest time that a write may take to send; then its outcome is unknown. Default 30 000. */
  readonly sendMsMax?: number
  /** How long a request waits for an unknown outcome to settle. Default 10 000. */
  readonly settleMsMax?: number | undefined
  /** How long a repeat waits for the write of another request with its key. Default 10 000. */
  readonly waitMsMax?: number
  /** How often each node looks for what is left open. Default 5 000. */
  readonly sweepMs?: number
}

type Result<A> = Pick<WriteOperation<never, never, A>, "after">

const away = (cause: unknown) =>
  new ServiceUnavailable("the write journal is unavailable; nothing was sent or charged, retry", {
    retryAfterSeconds: 1,
    cause
  })
const inProgress = () =>
  new IdempotencyInProgress("the same write is still in progress under this Idempotency-Key; retry", {
    retryAfterSeconds: 1
  })
const outcomeUnknown = (planned: Planned, told?: string) => {
  const seen = told === undefined ? "" : `: ${told}`
  return new WriteOutcomeUnknown(
    planned.key === undefined
      ? `the write was sent and its outcome isn't known yet${seen}; nothing was charged. It had no Idempotency-Key, so repeating it writes again: check the state first`
      : `the write was sent and its outcome isn't known yet${seen}; nothing was charged. Repeat it with the same Idempotency-Key: that settles it and doesn't send it twice`,
    { retryAfterSeconds: 5 }
  )
}
/** It is known by now. */
const isUnknown = (cause: Cause.Cause<unknown>) => Cause.squash(cause) instanceof WriteOutcomeUnknown
const notDone = () =>
  new ServiceUnavailable("the vendor didn't accept the write; nothing was changed or charged, retry", {
    retryAfterSeconds: 5
  })

const make = Effect.fnUntraced(function* (options: VendorWritesOptions) {
  const sendMsMax = options.sendMsMax ?? 30_000
  const settleMsMax = options.settleMsMax ?? 10_000
  const waitMsMax = options.waitMsMax ?? 10_000
  const journal = yield* makeJournal({ leaseMs: sendMsMax + settleMsMax + 60_000 })
  const sweeper = yield* makeSweeper(journal, { sendMsMax, everyMs: options.sweepMs ?? 5_000 })
  yield* keepPartitions

  const plan = Effect.fnUntraced(function* <B, I, A>(
    write: WriteIdentity<B, I, A> & { readonly connection?: string | undefined },
    before: unknown
  ): Effect.fn.Return<Planned> {
    const intent = yield* Effect.orDie(Schema.encodeEffect(write.operation.intent)(write.intent))
    return {
      id: makeRequestId(yield* Clock.currentTimeMillis),
      ...(yield* actorOf(write.by)),
      fingerprint: fingerprintOf(write.operation.name, write.target, intent),
      connection: write.connection?.slice(0, 200),
      operation: write.operation.name,
      target: write.target,
      before,
      intent
    }
  })

  /** Looks until the outcome is known, or `settleMsMax` is over: then others may look on. */
  const settle = Effect.fnUntraced(function* <R>(settler: Settler<R>, held: Held, planned: Planned) {
    const untilMs = (yield* monotonicMs) + settleMsMax
    let pauseMs = 200
    for (;;) {
      const row = yield* Effect.catch(journal.read(held), () => Effect.succeed(undefined))
      if (row?.outcome === "applied") return { _tag: "Applied", after: row.after } as const
      if (row?.outcome === "absent") return { _tag: "Absent" } as const
      const looked = row === undefined ? undefined : yield* look(journal, settler, held, row, sendMsMax)
      if (looked?._tag === "Applied" || looked?._tag === "Absent") return looked
      const nowMs = yield* Clock.currentTimeMillis
      const restMs = Math.max(pauseMs, looked?._tag === "Open" ? (looked.againAtMs ?? 0) - nowMs : 0)
      const unlike = looked?._tag === "Unlike" ? looked : undefined
      if (unlike?.lasting === true || (yield* monotonicMs) + restMs > untilMs) {
        yield* Effect.ignore(journal.looked(held, { sendEnded: false, checkAtMs: nowMs + restMs }))
        return yield* outcomeUnknown(planned, unlike?.told)
      }
      yield* Effect.sleep(restMs)
      pauseMs = Math.min(pauseMs * 2, 2_000)
    }
  })

  const written = <A>(operation: Result<A>, id: string, after: unknown, repeated: boolean) =>
    Schema.decodeUnknownEffect(operation.after)(after).pipe(
      Effect.orDie,
      Effect.map((decoded): Written<A> => ({ id, after: decoded, repeated }))
    )

  /** Begins until nobody else is at work on the same write. */
  const beginWhenFree = Effect.fnUntraced(function* (planned: Planned, insert: boolean) {
    const untilMs = (yield* monotonicMs) + waitMsMax
    let pauseMs = 20
    for (;;) {
      const begun = yield* Effect.mapError(journal.begin(planned, insert), away)
      if (begun.outcome !== "busy") return begun
      if ((yield* monotonicMs) >= untilMs) return yield* inProgress()
      yield* Effect.sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 250)
    }
  })

  /** Keeps others of this process from a row while it is worked on. */
  const holding = <A, E, R>(ids: ReadonlyArray<string>, work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      for (const id of ids) journal.active.add(id)
      return Effect.ensuring(
        work,
        Effect.sync(() => {
          for (const id of ids) journal.active.delete(id)
        })
      )
    })

  /** What is known already under this key: its result, or undefined where there is nothing or it was not done. */
  const resume = Effect.fnUntraced(function* <A, R>(
    operation: Result<A>,
    settler: Settler<R>,
    planned: Planned,
    begun: Begun
  ) {
    if (begun.outcome === "done") {
      const row = yield* Effect.mapError(journal.read(begun), away)
      return yield* written(operation, begun.id, row?.after, true)
    }
    if (begun.outcome !== "open") return undefined
    const settled = yield* holding([begun.id], settle(settler, begun, planned))
    return settled._tag === "Applied" ? yield* written(operation, begun.id, settled.after, true) : undefined
  })

  const send = Effect.fnUntraced(function* <B, I, A, E, R>(
    write: VendorWrite<B, I, A, E, R>,
    settler: Settler<R>,
    planned: Planned,
    held: Held
  ) {
    const row = yield* Effect.mapError(journal.read(held), away)
    if (row === undefined || !(yield* Effect.mapError(journal.markSent(held), away))) return undefined
    const sending: SendingWrite<B, I> = {
      ...(yield* Effect.orDie(openWrite(write.operation, row))),
      note: (progress) => Effect.asVoid(Effect.mapError(journal.note(held, progress), away))
    }
    const exit = yield* write.send(sending).pipe(Effect.timeoutOption(sendMsMax), Effect.exit)
    if (Exit.isSuccess(exit) && Option.isSome(exit.value)) {
      const { after, vendorRequestId } = exit.value.value
      const encoded = yield* Effect.exit(Schema.encodeEffect(write.operation.after)(after))
      const kept = Exit.isSuccess(encoded) ? encoded.value : undefined
      yield* Effect.ignore(journal.end(held, { state: "confirmed", outcome: "applied", after: kept, vendorRequestId }))
      yield* Effect.orDie(encoded)
      const answered: Written<A> = { id: held.id, after, repeated: false }
      return answered
    }
    const problem = Exit.isSuccess(exit) ? `no answer within ${sendMsMax} ms` : problemOf(exit.cause)
    if (Exit.isFailure(exit) && isRefused(exit.cause)) {
      yield* Effect.ignore(journal.end(held, { state: "rejected", outcome: "absent", problem }))
      const left = yield* Effect.catch(journal.read(held), () => Effect.succeed(row))
      yield* Effect.ignore(settler.undo(left ?? row))
      return yield* Effect.failCause(exit.cause)
    }
    yield* Effect.ignore(journal.looked(held, { problem, sendEnded: true, checkAtMs: undefined }))
    const settled = yield* settle(settler, held, planned)
    if (settled._tag === "Applied") return yield* written(write.operation, held.id, settled.after, false)
    const says = Exit.isFailure(exit) && !Cause.hasInterrupts(exit.cause) && !isUnknown(exit.cause)
    return yield* says ? Effect.failCause(exit.cause) : notDone()
  })

  const run = Effect.fn("VendorWrites.run")(function* <B, I, A, E, R>(write: VendorWrite<B, I, A, E, R>) {
    const before = yield* Effect.orDie(Schema.encodeEffect(write.operation.before)(write.before))
    const settler = settlerOf(write.operation, write)
    for (;;) {
      const planned = yield* plan(write, before)
      const attempt = Effect.gen(function* () {
        const begun = yield* beginWhenFree(planned, true)
        if (begun.outcome !== "new") return yield* resume(write.operation, settler, planned, begun)
        return yield* holding([begun.id], send(write, settler, planned, begun))
      })
      // Whoever asked may go away; what is sent is brought to its end, and they wait for it.
      const fiber = yield* Effect.forkDetach(holding([planned.id], attempt), { startImmediately: true })
      const done = yield* Effect.uninterruptible(Fiber.join(fiber))
      if (done !== undefined) return done
    }
  })

  return VendorWrites.of({
    run,
    recall: Effect.fn("VendorWrites.recall")(function* (write) {
      const planned = yield* plan(write, null)
      if (planned.key === undefined) return undefined
      const begun = yield* beginWhenFree(planned, false)
      return yield* resume(write.operation, settlerOf(write.operation, write), planned, begun)
    }),
    planId: Effect.fnUntraced(function* (write) {
      const before = yield* Effect.orDie(Schema.encodeEffect(write.operation.before)(write.before))
      const intent = yield* Effect.orDie(Schema.encodeEffect(write.operation.intent)(write.intent))
      return planIdOf(write.operation.name, write.target, before, intent)
    }),
    register: (operation, settling) => sweeper.register(operation.name, settlerOf(operation, settling))
  })
})

/** The journal of vendor writes, and its sweeper. The core's migrations must have run. */
export const VendorWritesLive = (options: VendorWritesOptions = {}) => Layer.effect(VendorWrites, make(options))
