import {
  asDocumented,
  Caller,
  type Change,
  type ConfirmationRequired,
  type ConsoleError,
  type InvalidConsoleCredentials,
  type InvalidInput,
  Locks,
  LockUnavailable,
  lockUnavailable,
  type OpenWrite,
  PlanStale,
  type PreviewedWrite,
  type SendingWrite,
  type Sent,
  type ServiceUnavailable,
  type Settling,
  VendorWriteLog,
  VendorWrites,
  Verdict,
  vendorWrite,
  type Warning,
  type WriteOperation,
  type WriteOutcomeUnknown,
  writeOperation
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { Console } from "../vendor/Console.ts"

/** What a change may fail with, whichever part of it does. */
export type Failure =
  | ConsoleError
  | InvalidConsoleCredentials
  | InvalidInput
  | ServiceUnavailable
  | WriteOutcomeUnknown
  | ConfirmationRequired
  | PlanStale

/** How a route is asked to change something. */
export interface Manner<I = never> {
  readonly dryRun: boolean
  readonly planId?: string | undefined
  /** On whose behalf, and under which key, where the request's own Idempotency-Key stands for more than this change. */
  readonly by?: { readonly accountId: string; readonly key: string } | undefined
  /** The earlier change that is taken back, which the vendor's state must still show. */
  readonly undoes?: Undone<I> | undefined
}
export interface Undone<I> {
  /** What it asked for, as far as it changed anything; absent where what it made is looked at otherwise. */
  readonly intent?: I | undefined
  readonly endedAtMs: number
}

/** Refuses to take a change back that isn't what is there any more. */
export const changedSince = (what: string) =>
  new PlanStale(
    `changeId (path): ${what}, so taking this change back would take something else back too; nothing was written. Look at it first, and change it directly`
  )

/** The vendor's state, and the last change of it that was made through here: its reads may not show that yet. */
const Before = <S, I>(state: Schema.Codec<S, I>) => Schema.Struct({ state, lastWrite: Schema.NullOr(Schema.String) })
export interface Before<S> {
  readonly state: S
  readonly lastWrite: string | null
}

/** A kind of change; how long reads may lag is the config's. */
export type Kind<S, I, A> = (readsLagMs: number) => WriteOperation<Before<S>, I, A>
/** A kind of change, with the shapes that the journal keeps. */
export const changeOf =
  <S, SI, I, II, A, AI>(
    name: string,
    {
      after,
      intent,
      state
    }: {
      readonly state: Schema.Codec<S, SI>
      readonly intent: Schema.Codec<I, II>
      readonly after: Schema.Codec<A, AI>
    }
  ): Kind<S, I, A> =>
  (readsLagMs) =>
    writeOperation(`connect-storea.${name}`, { before: Before(state), intent, after, readsLagMs })

/** A change of one thing at the vendor. */
export interface Asked<S, I, A extends object>
  extends Pick<PreviewedWrite<S, I, A, Failure, never>, "diff" | "confirm"> {
  readonly operation: Kind<S, I, A>
  /** What is written to, as in `iap:6444000001`. */
  readonly target: string
  readonly intent: I
  readonly read: Effect.Effect<S, Failure>
  readonly checks?: ((state: S) => Effect.Effect<ReadonlyArray<Warning>, Failure>) | undefined
  /** The answer where there is nothing to change; null says that there is always something. */
  readonly unchanged: (state: S) => A | null
  /** `note` keeps what `clear` needs after a crash. */
  readonly send: (state: S, note: SendingWrite<S, I>["note"]) => Effect.Effect<Sent<A>, Failure>
  /** What the vendor's state says of a write whose answer was lost. */
  readonly verify: (write: OpenWrite<S, I>) => Effect.Effect<Verdict<A>, Failure>
  /** Takes away what one that wasn't done has left at the vendor. */
  readonly clear?: ((write: OpenWrite<S, I>) => Effect.Effect<unknown, Failure>) | undefined
}

/** What the journal keeps of whose credentials were used: the console, then the key. */
const connectionOf = ({ identity, owner }: Console) => `${owner}/${identity}`
/** Whether a write of the journal was made at this console, with whatever key of it. */
export const isOf = ({ identity, owner }: Pick<Console, "identity" | "owner">, connection: string | null) =>
  connection === identity || connection?.startsWith(`${owner}/`) === true

const lockMs = 20_000
const dayMs = 86_400_000
/** How many of a thing's last changes are looked at for one that was sent. */
const looked = 200

const make = Effect.fnUntraced(function* (readsLagMs: number) {
  const locks = yield* Locks
  const log = yield* VendorWriteLog
  const writes = yield* VendorWrites

  /** Reads may lag behind a write; what the journal has of it doesn't, so that a plan made before it is stale. */
  const lastWrite = Effect.fnUntraced(function* (accountId: string, target: string) {
    const sinceMs = (yield* Clock.currentTimeMillis) - dayMs
    const rows = yield* asDocumented(log.list({ accountId, sinceMs, limit: looked, plugin: "connect-storea", target }))
    return rows.find((row) => row.sentAtMs !== null && row.outcome !== "absent")
  })

  /** Waits until reads show what was changed through here: only then do they tell whether something else came after it. */
  const caughtUp = Effect.fnUntraced(function* (changedAtMs: ReadonlyArray<number>) {
    const restMs = Math.max(...changedAtMs) + readsLagMs - (yield* Clock.currentTimeMillis)
    if (restMs > 0) yield* Effect.sleep(Math.min(restMs, readsLagMs))
  })

  /** One change of a thing at a time, over all nodes, so that what was read is what is changed. */
  const inTurn = <A, E, R>(target: string, change: Effect.Effect<A, E, R>) =>
    locks
      .withKey(`connect-storea/${target}`, change, { waitMs: lockMs })
      .pipe(Effect.mapError((error) => (error instanceof LockUnavailable ? lockUnavailable(error) : error)))

  return {
    inTurn,
    /** Previews, or confirms, journals and sends, whatever is asked for. */
    make: Effect.fn("Changes.make")(function* <S, I, A extends object>(
      console: Console,
      { undoes, ...manner }: Manner<I>,
      { checks, clear, diff, operation, read, send, unchanged, verify, ...asked }: Asked<S, I, A>
    ) {
      const { accountId } = yield* Caller
      const before = Effect.gen(function* () {
        const last = yield* lastWrite(accountId, asked.target)
        if (undoes !== undefined) yield* caughtUp([undoes.endedAtMs, last?.endedAtMs ?? last?.sentAtMs ?? 0])
        return { state: yield* read, lastWrite: last?.id ?? null }
      })
      /** Either as that change left it, or taken back already. */
      const undoable = (state: S) =>
        undoes?.intent === undefined ||
        diff(state, undoes.intent).length === 0 ||
        diff(state, asked.intent).length === 0
          ? Effect.void
          : Effect.fail(changedSince(`${asked.target} has changed since`))
      const change = vendorWrite<Before<S>, I, A, Failure, never>(writes, {
        ...asked,
        ...manner,
        operation: operation(readsLagMs),
        connection: connectionOf(console),
        read: before,
        diff: ({ state }, intent): ReadonlyArray<Change> => diff(state, intent),
        checks: ({ state }) =>
          Effect.andThen(undoable(state), checks === undefined ? Effect.succeed([]) : checks(state)),
        unchanged: ({ state }) => {
          const answer = unchanged(state)
          if (answer === null) throw new Error(`${asked.target} would change nothing, and isn't there`)
          return answer
        },
        send: ({ before, note }) => send(before.state, note),
        verify: (write) => verify({ ...write, before: write.before.state }),
        undo: clear === undefined ? undefined : (write) => clear({ ...write, before: write.before.state })
      })
      return yield* manner.dryRun ? change : inTurn(asked.target, change)
    }),
    /** Lets any node settle what a dead one left of a kind of change, where `settling` can ask the vendor by itself. */
    register: <S, I, A, R>(operation: Kind<S, I, A>, settling: Settling<Before<S>, I, A, R>) =>
      writes.register(operation(readsLagMs), settling)
  }
})

/** The one way in which this plugin changes anything: previewed, confirmed, one at a time, journalled, sent once. */
export class Changes extends Context.Service<Changes, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storea/Changes"
) {
  static readonly layer = (readsLagMs: number) => Layer.effect(this, make(readsLagMs))
}

/** Of a write that sets fields: done once they read as asked, not done while all read as before. */
export const setsFields = <S, I, A>(options: {
  readonly read: Effect.Effect<S, Failure>
  readonly diff: (state: S, intent: I) => ReadonlyArray<Change>
  readonly after: (state: S) => A
}) =>
  Effect.fnUntraced(function* (write: OpenWrite<S, I>) {
    const state = yield* options.read
    const left = options.diff(state, write.intent)
    if (left.length === 0) return Verdict.applied(options.after(state))
    const untouched = JSON.stringify(left) === JSON.stringify(options.diff(write.before, write.intent))
    return untouched ? Verdict.absent : Verdict.unknown
  })
