import { RequestLoad } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"

/** The sandbox and this gateway share a process, and requests come first. */
const restMs = 10
/** Somebody who looks at a page asks again at once. */
const lookMs = 100
const quietLooks = 2
/** Whoever never stops asking still gets a history. */
const looksMax = 10
/** A job that takes longer would keep the gateway from stopping. */
const turnMs = 1_000

interface Turn {
  /**
   * Rests a moment after each step, and while requests come in for a second at most; true when the turn was long enough.
   * The first step is always done.
   */
  readonly isOver: Effect.Effect<boolean>
}

/** Many short turns at a long work. */
export class Turns extends Context.Service<Turns, { readonly begin: Effect.Effect<Turn> }>()(
  "@storeglass/dev-seed/Turns"
) {
  static readonly layer = Layer.effect(
    Turns,
    Effect.gen(function* () {
      const { answered } = yield* RequestLoad
      const begin = Effect.gen(function* () {
        const startMs = yield* Clock.currentTimeMillis
        let seen = yield* answered
        let steps = 0
        const rest = Effect.gen(function* () {
          yield* Effect.sleep(restMs)
          if ((yield* answered) === seen) return
          for (let looks = 0, quiet = 0; looks < looksMax && quiet < quietLooks; looks++) {
            seen = yield* answered
            yield* Effect.sleep(lookMs)
            quiet = (yield* answered) === seen ? quiet + 1 : 0
          }
          seen = yield* answered
        })
        const isOver = Effect.gen(function* () {
          if (steps > 0) yield* rest
          steps += 1
          return steps > 1 && (yield* Clock.currentTimeMillis) - startMs > turnMs
        })
        return { isOver }
      })
      return Turns.of({ begin })
    })
  )
}
