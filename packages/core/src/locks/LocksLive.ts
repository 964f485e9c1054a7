import { Locks, LockUnavailable } from "@storeglass/plugin-api"
import { Effect, Layer, Option } from "effect"
import type { DatabaseAddress } from "../jobs/connection.ts"
import { monotonicMs } from "../time.ts"
import { makeSessions, type Session } from "./session.ts"
import { makeTurns } from "./turns.ts"

const pauseMs = { first: 10, max: 250 }

const messages = {
  busy: "another process has the lock",
  away: "PostgreSQL isn't available for locking",
  lost: "the connection that held the lock broke"
}
const unavailable = (reason: LockUnavailable["reason"], key: string) =>
  new LockUnavailable({ reason, key, message: `${key}: ${messages[reason]}` })

/**
 * Locks in PostgreSQL, held by one session: a single connection per node outside the pool, whatever is locked. A node
 * that dies frees its locks with its connection; one that loses its connection interrupts what ran under them.
 */
export const LocksLive = (options: { readonly database: DatabaseAddress }): Layer.Layer<Locks> =>
  Layer.effect(
    Locks,
    Effect.gen(function* () {
      const session = yield* makeSessions(options.database)
      // For PostgreSQL a node is one session, which is given again what it has: the turns within it are kept here.
      const turns = makeTurns()

      /** The session that holds the lock now. */
      const take = Effect.fnUntraced(function* (key: string, untilMs: number) {
        let pause = pauseMs.first
        for (;;) {
          const asked = yield* Effect.gen(function* () {
            const held = yield* session
            return (yield* held.tryLock(key)) ? held : undefined
          }).pipe(Effect.option)
          if (Option.isSome(asked) && asked.value !== undefined) return asked.value
          const leftMs = untilMs - (yield* monotonicMs)
          if (leftMs <= 0) return yield* unavailable(Option.isSome(asked) ? "busy" : "away", key)
          yield* Effect.interruptible(Effect.sleep(Math.min(pause, leftMs)))
          pause = Math.min(pause * 2, pauseMs.max)
        }
      }, Effect.uninterruptible)

      const lost = (held: Session, key: string) =>
        Effect.andThen(held.lost.await, Effect.fail(unavailable("lost", key)))

      return Locks.of({
        withKey: Effect.fn("Locks.withKey")(function* (key, effect, { waitMs }) {
          const untilMs = (yield* monotonicMs) + waitMs
          return yield* Effect.acquireUseRelease(
            Effect.flatMap(turns.take(key, untilMs), (taken) =>
              taken ? Effect.void : Effect.fail(unavailable("busy", key))
            ),
            () =>
              Effect.acquireUseRelease(
                take(key, untilMs),
                (held) => Effect.raceFirst(effect, lost(held, key)),
                (held) => held.unlock(key)
              ),
            () => turns.done(key)
          )
        })
      })
    })
  )
