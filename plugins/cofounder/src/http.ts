import { Caller } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CofounderApi } from "./api.ts"
import { Webhooks } from "./integration/Webhooks.ts"

const accountId = Effect.map(Caller, (caller) => caller.accountId)

export const handlers = HttpApiBuilder.group(
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
