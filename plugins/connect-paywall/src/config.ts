import { Schema } from "effect"

const positive = Schema.Int.check(Schema.isGreaterThan(0))

export const PaywallConfig = Schema.Struct({
  provider: Schema.Literals(["superwall"])
    .annotate({ description: "Which provider to read. Default superwall, shown to callers as paywall_a." })
    .pipe(Schema.optionalKey),
  baseUrl: Schema.optionalKey(
    Schema.String.annotate({ description: "The provider's API. Default https://api.superwall.com." })
  ),
  requestsPerSecond: Schema.optionalKey(
    positive.annotate({
      description: "Most requests a second for each key. The provider publishes no limit. Default 5."
    })
  ),
  timeoutMs: Schema.optionalKey(
    positive.annotate({ description: "For each request. Default 10000; charts get twice that." })
  ),
  historyDays: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 45, maximum: 3_660 })).annotate({
      description: "How many days the daily copy of an account's charts holds, where it asked for one. Default 1826."
    })
  ),
  bandAlerts: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether to read each connected application's proceeds and conversion once a day, and alert its owner when they leave what is usual for the weekday. Default true."
    })
  )
})
/** Five years. */
export const historyDaysOf = ({ historyDays = 1_826 }: PaywallConfig) => historyDays
export type PaywallConfig = typeof PaywallConfig.Type
