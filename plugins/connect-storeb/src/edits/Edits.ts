import {
  type Connection,
  Connections,
  Locks,
  LockUnavailable,
  lockUnavailable,
  RetryAfter,
  type ServiceUnavailable,
  UpstreamError,
  VendorRefused
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Predicate } from "effect"
import { kind } from "../PlayConnection.ts"
import { type App, EditsVendor } from "./EditsVendor.ts"
import { EditInProgress } from "./errors.ts"
import { type EditOf, type OpenEdit, OpenEdits } from "./OpenEdits.ts"

type Vendor = EditsVendor["Service"]
/** What the vendor may fail with when an edit is opened or deleted. */
type Failure =
  | Effect.Error<ReturnType<Vendor["insert"]>>
  | Effect.Error<ReturnType<Vendor["remove"]>>
  | ServiceUnavailable

/** The turn at an app's one edit. */
export interface Editing {
  readonly app: App
  /** The id of the open edit; whoever asks first opens it. */
  readonly id: Effect.Effect<string, Failure>
  /** Deletes the open edit, so that the next shows what the store has now. */
  readonly discard: Effect.Effect<void, Failure>
  /** It was committed, so there's nothing left to delete. */
  readonly committed: Effect.Effect<void, ServiceUnavailable>
}

/** Whose key a connection has. */
export const serviceAccountOf = ({ details }: Pick<Connection, "details">): string => {
  const { serviceAccountEmail } = details
  if (!Predicate.isString(serviceAccountEmail)) throw new Error("the connection has no service account")
  return serviceAccountEmail
}
const lockOf = ({ packageName, serviceAccount }: EditOf) => `connect-storeb/edit/${serviceAccount}/${packageName}`

/** Whether the vendor can't have opened anything: it refused, or wasn't asked. */
const isUnopened = (error: unknown) =>
  error instanceof UpstreamError
    ? error.reason === "rate_limited" || error.reason === "circuit_open" || error.reason === "foreign"
    : error instanceof VendorRefused || Predicate.isTagged(error, "VENDOR_CONFLICT")

const againMs = { busy: 5_000, first: 5_000, max: 900_000 }
/** So long after it was asked for an edit, the vendor may still open one that nobody waits for. */
const lateMs = 45_000

const make = Effect.fnUntraced(function* (waitMs: number) {
  const connections = yield* Connections
  const locks = yield* Locks
  const open = yield* OpenEdits
  const vendor = yield* EditsVendor

  /** Opens an edit at the vendor, which is noted before and after. */
  const insert = Effect.fnUntraced(function* (app: App, id: string) {
    const { expiryTimeSeconds, id: editId } = yield* vendor.insert(app)
    const expiresAtMs = Number(expiryTimeSeconds ?? Number.NaN) * 1_000
    yield* open.opened(id, editId, Number.isFinite(expiresAtMs) && expiresAtMs > 0 ? expiresAtMs : undefined)
    return editId
  })

  /**
   * Deletes what is known to be open, or may be. One whose id isn't known is ended by another; while it may still come, it stays
   * noted.
   */
  const clear = Effect.fnUntraced(function* (
    app: App,
    rows: ReadonlyArray<OpenEdit>,
    done: (id: string) => Effect.Effect<unknown, ServiceUnavailable>
  ) {
    for (const { editId, id, openedAtMs } of rows) {
      yield* vendor.remove(app, editId ?? (yield* insert(app, id)))
      const mayCome = editId === null && openedAtMs + lateMs > (yield* Clock.currentTimeMillis)
      yield* mayCome ? open.unknown(id) : done(id)
    }
  })

  /** One at a time over all nodes and accounts, as the vendor counts: by service account and app. */
  const inTurn = <A, E, R>(of: EditOf, ms: number, work: Effect.Effect<A, E, R>) =>
    locks.withKey(lockOf(of), work, { waitMs: ms })

  const turn = (connection: Connection, packageName: string) => {
    const of = { serviceAccount: serviceAccountOf(connection), packageName }
    const app: App = { credential: connection, packageName }
    let row: { readonly id: string; editId: string | undefined } | undefined

    const begin = Effect.uninterruptible(
      Effect.gen(function* () {
        if (row?.editId !== undefined) return row.editId
        // What a dead node left open would be taken for this one, with all that was changed in it.
        yield* clear(app, yield* open.of(of), open.closed)
        const id = yield* open.begin(connection.saved.accountId, of)
        row = { id, editId: undefined }
        const editId = yield* insert(app, id).pipe(
          Effect.tapError((error) => {
            if (!isUnopened(error)) return Effect.void
            row = undefined
            return open.closed(id)
          })
        )
        row = { id, editId }
        return editId
      })
    )
    const over = Effect.suspend(() => {
      if (row === undefined) return Effect.void
      const { id } = row
      row = undefined
      return open.closed(id)
    })
    const discard = Effect.uninterruptible(
      Effect.suspend(() => {
        // One whose id no answer told is left to the job.
        if (row?.editId === undefined) return Effect.void
        return Effect.andThen(vendor.remove(app, row.editId), over)
      })
    )
    const end = discard.pipe(
      Effect.andThen(Effect.suspend(() => (row === undefined ? Effect.void : open.hurry(row.id)))),
      Effect.catchCause((cause) =>
        Effect.gen(function* () {
          yield* Effect.logWarning("Couldn't delete an edit; a job goes on trying", cause)
          if (row !== undefined) yield* Effect.ignore(open.hurry(row.id))
        })
      )
    )
    const editing: Editing = { app, id: begin, discard, committed: over }
    return { editing, end, of }
  }

  return {
    /**
     * Works in the app's one edit, which is opened when it's first asked for. However the work ends, the edit is committed
     * or deleted; a delete that fails is left to a job, which isn't done until the vendor has no such edit.
     */
    with: Effect.fn("Edits.with")(function* <A, E, R>(
      connection: Connection,
      packageName: string,
      work: (editing: Editing) => Effect.Effect<A, E, R>,
      options: { readonly waitMs?: number } = {}
    ): Effect.fn.Return<A, E | EditInProgress | ServiceUnavailable, R> {
      const { editing, end, of } = turn(connection, packageName)
      return yield* inTurn(of, options.waitMs ?? waitMs, Effect.ensuring(work(editing), end)).pipe(
        Effect.mapError((error) => {
          if (!(error instanceof LockUnavailable)) return error
          return error.reason === "busy"
            ? new EditInProgress(
                `packageName (path): another request has the one open edit of ${packageName}; nothing was changed, retry`,
                { retryAfterSeconds: 5 }
              )
            : lockUnavailable(error)
        })
      )
    }),

    /** What the job does: deletes an edit that nobody is at work on any more, or comes again. */
    close: Effect.fn("Edits.close")(function* (id: string, attempt: number) {
      const row = yield* open.get(id)
      if (row === undefined) return
      // The vendor has ended it by itself.
      if (row.expiresAtMs <= (yield* Clock.currentTimeMillis)) return yield* open.forget(id)
      const laterMs = Math.min(againMs.first * 2 ** Math.min(attempt - 1, 20), againMs.max)
      const cleared = Effect.gen(function* () {
        const connection = yield* connections.use(row.accountId, kind)
        // It can't be deleted in another's name.
        if (serviceAccountOf(connection) !== row.serviceAccount) return yield* new RetryAfter({ ms: laterMs })
        const app = { credential: connection, packageName: row.packageName }
        const rows = yield* open.of(row)
        yield* clear(app, rows, (each) => (each === id ? open.forget(each) : open.closed(each)))
        const left = yield* open.get(id)
        if (left === undefined) return
        return yield* new RetryAfter({
          ms: Math.max(1_000, row.openedAtMs + lateMs - (yield* Clock.currentTimeMillis))
        })
      })
      yield* inTurn(row, 0, cleared).pipe(
        Effect.mapError((error) => {
          const isBusy = error instanceof LockUnavailable && error.reason === "busy"
          return error instanceof RetryAfter
            ? error
            : new RetryAfter({ ms: isBusy ? againMs.busy : laterMs, cause: error })
        })
      )
    })
  }
})

/** The one way to change anything at the vendor, and to read what only an edit shows. */
export class Edits extends Context.Service<Edits, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/Edits"
) {
  static readonly layer = (waitMs: number) => Layer.effect(this, make(waitMs))
}
