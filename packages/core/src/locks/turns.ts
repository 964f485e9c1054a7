import { Effect, Latch } from "effect"
import { monotonicMs } from "../time.ts"

interface Turn {
  taken: boolean
  users: number
  /** Lets those who wait look again. */
  readonly freed: Latch.Latch
}

/** Mutual exclusion by a key within this process. */
export const makeTurns = () => {
  const turns = new Map<string, Turn>()
  const leave = (key: string, turn: Turn) =>
    Effect.sync(() => {
      turn.users -= 1
      if (turn.users === 0) turns.delete(key)
    })
  return {
    /** False: not in time. True must be followed by `done`. Only the waiting can be interrupted. */
    take: (key: string, untilMs: number) =>
      Effect.gen(function* () {
        const turn = turns.get(key) ?? { taken: false, users: 0, freed: Latch.makeUnsafe(false) }
        turns.set(key, turn)
        turn.users += 1
        while (turn.taken) {
          const leftMs = untilMs - (yield* monotonicMs)
          if (leftMs <= 0) return yield* Effect.as(leave(key, turn), false)
          yield* Effect.raceFirst(Effect.sleep(leftMs), turn.freed.await).pipe(
            Effect.interruptible,
            Effect.onInterrupt(() => leave(key, turn))
          )
        }
        turn.taken = true
        return true
      }).pipe(Effect.uninterruptible),
    done: (key: string) =>
      Effect.suspend(() => {
        const turn = turns.get(key)
        if (turn === undefined) return Effect.void
        turn.taken = false
        return Effect.andThen(turn.freed.release, leave(key, turn))
      })
  }
}
