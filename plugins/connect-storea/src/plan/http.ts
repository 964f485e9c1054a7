import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "../api.ts"
import { consoleWith } from "../consoleOf.ts"
import { ConsoleVendor } from "../vendor/Console.ts"
import { PricePlans } from "./PricePlans.ts"

export const planHandlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStoreaPlans",
  Effect.fn(function* (group) {
    const consoleOf = consoleWith(yield* ConsoleVendor)
    const plans = yield* PricePlans
    return group.handleAll({
      iap: ({ headers, params: { iapId }, payload, query }) =>
        Effect.flatMap(consoleOf(headers), (console) => plans.iap(console, iapId, payload, query)),
      subscription: ({ headers, params: { subscriptionId }, payload, query }) =>
        Effect.flatMap(consoleOf(headers), (console) => plans.subscription(console, subscriptionId, payload, query))
    })
  })
)
