import { type ModelSlug, ScanHistory } from "@storeglass/ai-visibility/contract"
import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import type { DevSeedConfig } from "./config.ts"
import { dayBefore } from "./days.ts"
import { SeededDays } from "./SeededDays.ts"
import { Turns } from "./Turns.ts"

/** Calls of one step. */
const callsMax = 8

/** The doubles answer as of the day that their key names. */
const keyOn = (day: string) => (model: ModelSlug) =>
  Redacted.make(`sandbox-key-of-assistant-${model.slice(-1)}-on-${day}`)

/** Fills the history of AI visibility for the app that was set up first, where that plugin is enabled. */
export class AssistantSeed extends Context.Service<
  AssistantSeed,
  {
    /** Scans missing days for about a second, the newest first. `waiting`: no app is set up yet. */
    readonly fill: Effect.Effect<"filled" | "more" | "waiting", unknown>
  }
>()("@storeglass/dev-seed/AssistantSeed") {
  static readonly layer = ({ days }: DevSeedConfig) =>
    Layer.effect(
      AssistantSeed,
      Effect.gen(function* () {
        const found = yield* Effect.serviceOption(ScanHistory)
        if (Option.isNone(found)) return AssistantSeed.of({ fill: Effect.succeed("filled") })
        const history = found.value
        const seeded = yield* SeededDays
        const turns = yield* Turns
        const fill = Effect.gen(function* () {
          const place = yield* history.first
          if (place === null) return "waiting"
          const turn = yield* turns.begin
          const part = `${place.accountId} ${place.appId} ${place.country}`
          const known = yield* seeded.of("assistants", part)
          // As often as it is scanned from now on, and at its own pace: the scan of today is nobody's past.
          const everyDays = Math.max(1, place.cadenceDays)
          const backs = Array.from({ length: Math.floor(days / everyDays) }, (_, at) => (at + 1) * everyDays)
          yield* seeded.plan("assistants", known.size > 0 ? Math.max(known.size, backs.length) : backs.length)
          const today = dayBefore(yield* Clock.currentTimeMillis, 0)
          for (const back of backs) {
            const day = dayBefore(place.sinceMs, back)
            if (known.has(day) || day >= today) continue
            let isDone = false
            while (!isDone) {
              if (yield* turn.isOver) return "more"
              isDone = yield* history.scan({ place, day, keyOf: keyOn(day), callsMax })
            }
            yield* seeded.mark("assistants", part, day, 1)
          }
          return "filled"
        })
        return AssistantSeed.of({ fill })
      })
    )
}
