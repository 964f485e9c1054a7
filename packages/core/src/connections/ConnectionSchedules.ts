import { Schedules } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { ConnectionHooks } from "./ConnectionHooks.ts"

/**
 * Pauses schedules along with their connection, in the same transaction, and resumes them when it's connected again.
 * The kind `ads` stands for all schedules of that plugin and account, `ads.reports` for the one named `reports`.
 */
export const ConnectionSchedules: Layer.Layer<never, never, ConnectionHooks | Schedules> = Layer.effectDiscard(
  Effect.gen(function* () {
    const hooks = yield* ConnectionHooks
    const schedules = yield* Schedules
    yield* hooks.add(({ accountId, kind, plugin, to }) => {
      const which = kind === plugin ? { accountId, plugin } : { accountId, plugin, name: kind.slice(plugin.length + 1) }
      const works = to === "connected" || to === "degraded"
      return Effect.asVoid(works ? schedules.resume(which, "connection") : schedules.pause(which, "connection"))
    })
  })
)
