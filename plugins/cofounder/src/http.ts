import { Caller, served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CofounderApi } from "./api.ts"
import { Kept } from "./dashboard/Kept.ts"
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
    const kept = yield* Kept
    return handlers.handleAll({
      webhook: () => served(kept.webhook),
      deliveries: ({ query }) => served(kept.deliveries(query)),
      report: ({ query }) => served(kept.report(query))
    })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard.pipe(Layer.provide(Kept.layer)))
