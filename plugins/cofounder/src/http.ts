import { Caller, served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CofounderApi } from "./api.ts"
import { Kept } from "./dashboard/Kept.ts"
import { Events } from "./integration/Events.ts"
import { Webhooks } from "./integration/Webhooks.ts"

const accountId = Effect.map(Caller, (caller) => caller.accountId)

const keyed = HttpApiBuilder.group(
  CofounderApi,
  "cofounder",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    return handlers.handleAll({
      saveWebhook: ({ payload }) =>
        Effect.flatMap(accountId, (id) => Effect.map(webhooks.save(id, payload), (data) => ({ data }))),
      removeWebhook: () =>
        Effect.flatMap(accountId, (id) =>
          Effect.map(webhooks.remove(id), (removed) => ({ data: { integration: "webhook" as const, removed } }))
        ),
      preferences: ({ payload }) =>
        Effect.flatMap(accountId, (id) =>
          Effect.map(webhooks.prefer(id, payload.enabledIntegrations), (data) => ({ data }))
        )
    })
  })
)

const dashboard = HttpApiBuilder.group(
  CofounderApi,
  "cofounderDashboard",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const kept = yield* Kept
    const webhooks = yield* Webhooks
    return handlers.handleAll({
      webhook: () => served(kept.webhook),
      deliveries: ({ query }) => served(kept.deliveries(query)),
      replay: ({ params: { id } }) =>
        Effect.flatMap(accountId, (account) =>
          Effect.as(events.replay(account, id), { data: { id, state: "waiting" as const } })
        ),
      setWeekly: ({ payload }) =>
        served(
          Effect.flatMap(accountId, (account) => Effect.andThen(webhooks.setWeekly(account, payload.on), kept.webhook))
        ),
      report: ({ query }) => served(kept.report(query)),
      thresholds: ({ query }) => Effect.map(kept.thresholds(query), (data) => ({ data })),
      setThreshold: ({ payload }) => Effect.map(kept.setThreshold(payload), (data) => ({ data }))
    })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard.pipe(Layer.provide(Kept.layer)))
