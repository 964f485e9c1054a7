import { Effect, Layer } from "effect"
import { TrackedApps } from "../contract.ts"
import { KeptStandings } from "../history/KeptStandings.ts"

/** An app is seen in as many markets as its keywords are tracked in: in no more than these on average. */
const marketsEach = 10

export const trackedAppsLayer = Layer.effect(
  TrackedApps,
  Effect.map(KeptStandings, ({ seenFor }) =>
    TrackedApps.of({
      of: Effect.fn("TrackedApps.of")(function* (accountId, limit) {
        const seen = yield* seenFor(accountId, limit * marketsEach)
        const once = new Map<string, (typeof seen)[number]>()
        for (const app of seen) {
          const key = `${app.platform}:${app.appId}`
          if (!once.has(key)) once.set(key, app)
        }
        return [...once.values()]
          .slice(0, limit)
          .map(({ appId, country, name, platform }) => ({ platform, appId, country, name }))
      })
    })
  )
)
