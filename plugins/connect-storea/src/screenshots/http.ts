import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "../api.ts"
import { consoleWith } from "../consoleOf.ts"
import { ConsoleVendor } from "../vendor/Console.ts"
import { pictured, ReviewScreenshots } from "./ReviewScreenshots.ts"

export const screenshotHandlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStoreaScreenshots",
  Effect.fn(function* (group) {
    const consoleOf = consoleWith(yield* ConsoleVendor)
    const screenshots = yield* ReviewScreenshots
    return group.handleAll({
      iap: ({ headers, params: { iapId } }) =>
        Effect.flatMap(consoleOf(headers), (console) =>
          Effect.map(pictured(console, "iap").of(iapId), (screenshot) => ({ data: { screenshot } }))
        ),
      uploadIap: ({ headers, params: { iapId }, payload: { planId, ...image }, query: { dryRun } }) =>
        Effect.flatMap(consoleOf(headers), (console) =>
          screenshots.upload(console, "iap", iapId, image, { dryRun, planId })
        ),
      deleteIap: ({ headers, params: { iapId }, query }) =>
        Effect.flatMap(consoleOf(headers), (console) => screenshots.remove(console, "iap", iapId, query)),
      subscription: ({ headers, params: { subscriptionId } }) =>
        Effect.flatMap(consoleOf(headers), (console) =>
          Effect.map(pictured(console, "subscription").of(subscriptionId), (screenshot) => ({ data: { screenshot } }))
        ),
      uploadSubscription: ({ headers, params: { subscriptionId }, payload: { planId, ...image }, query: { dryRun } }) =>
        Effect.flatMap(consoleOf(headers), (console) =>
          screenshots.upload(console, "subscription", subscriptionId, image, { dryRun, planId })
        ),
      deleteSubscription: ({ headers, params: { subscriptionId }, query }) =>
        Effect.flatMap(consoleOf(headers), (console) =>
          screenshots.remove(console, "subscription", subscriptionId, query)
        )
    })
  })
)
