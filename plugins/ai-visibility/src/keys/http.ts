import { asConnectorAnswer, asDocumented, Caller } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AiVisibilityApi } from "../api.ts"
import { OwnKeys } from "./OwnKeys.ts"

const accountId = Effect.map(Caller, (caller) => caller.accountId)
const asData = <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.map(answer, (data) => ({ data }))

export const keyHandlers = HttpApiBuilder.group(
  AiVisibilityApi,
  "aiVisibilityKeys",
  Effect.fn(function* (group) {
    const own = yield* OwnKeys
    return group.handleAll({
      keys: () => asData(Effect.flatMap(accountId, (account) => asDocumented(own.list(account)))),
      save: ({ params, payload }) =>
        asData(Effect.flatMap(accountId, (account) => asDocumented(own.save(account, params.modelSlug, payload)))).pipe(
          asConnectorAnswer({ credentials: "connecting" })
        ),
      setFallback: ({ params, payload }) =>
        asData(
          Effect.flatMap(accountId, (account) =>
            asDocumented(own.setFallback(account, params.modelSlug, payload.fallback))
          )
        ),
      remove: ({ params }) =>
        asData(Effect.flatMap(accountId, (account) => asDocumented(own.remove(account, params.modelSlug))))
    })
  })
)
