import { Effect, Exit, Latch, Schedule, Schema, Scope, Semaphore } from "effect"
import type pg from "pg"
import { connect, type DatabaseAddress, query } from "../jobs/connection.ts"
import type { JobsUnavailable } from "../jobs/errors.ts"

const queryTimeoutMs = 5_000
const beatMs = 2_000

/** The one connection of a node that holds its locks. They live and die with it. */
export interface Session {
  /** Opens when the connection is gone, and the locks with it. */
  readonly lost: Latch.Latch
  /** False: another session has it. */
  readonly tryLock: (key: string) => Effect.Effect<boolean, JobsUnavailable>
  readonly unlock: (key: string) => Effect.Effect<void>
}

const Taken = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ taken: Schema.Boolean })]))
const lockOf = "hashtextextended('storeglass/lock/' || $1::text, 0)"

const open = Effect.fnUntraced(function* (database: DatabaseAddress) {
  const client: pg.Client = yield* connect(database, queryTimeoutMs)
  const lost = yield* Latch.make(false)
  yield* Effect.addFinalizer(() => lost.open)
  client.once("end", () => lost.openUnsafe())
  // Whether a statement that got no answer has taken a lock cannot be known: then none is held any more.
  const ask = (text: string, values: ReadonlyArray<unknown> = []) =>
    Effect.tapError(query(client, text, values), () =>
      Effect.sync(() => {
        if (lost.isOpen()) return
        lost.openUnsafe()
        void client.end().catch(() => undefined)
      })
    )
  yield* ask(
    "set application_name = 'storeglass-locks'; set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3"
  )
  yield* ask("select 1").pipe(Effect.repeat(Schedule.spaced(beatMs)), Effect.ignore, Effect.forkScoped)
  const session: Session = {
    lost,
    tryLock: (key) =>
      ask(`select pg_try_advisory_lock(${lockOf}) as taken`, [key]).pipe(
        Effect.flatMap((rows) => Effect.orDie(Taken(rows))),
        Effect.map(([{ taken }]) => taken),
        Effect.uninterruptible
      ),
    unlock: (key) => Effect.ignore(ask(`select pg_advisory_unlock(${lockOf})`, [key])).pipe(Effect.uninterruptible)
  }
  return session
})

/** Returns the current session, or opens the next one. The first is opened when it is first asked for. */
export const makeSessions = Effect.fnUntraced(function* (database: DatabaseAddress) {
  const one = yield* Semaphore.make(1)
  let current: { readonly session: Session; readonly scope: Scope.Closeable } | undefined
  const close = Effect.suspend(() => (current === undefined ? Effect.void : Scope.close(current.scope, Exit.void)))
  yield* Effect.addFinalizer(() => close)
  return Effect.gen(function* () {
    if (current !== undefined && !current.session.lost.isOpen()) return current.session
    yield* close
    current = undefined
    const scope = yield* Scope.make()
    const session = yield* open(database).pipe(
      Scope.provide(scope),
      Effect.onError(() => Scope.close(scope, Exit.void))
    )
    current = { session, scope }
    return session
  }).pipe(Effect.uninterruptible, one.withPermits(1))
})
