import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault } = Setting

/** Settings of the plugin; every one has a default. */
export const ConsoleConfig = Schema.Struct({
  apiUrl: withDefault(
    Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/)).annotate({ description: "The vendor's API." }),
    "https://api.appstoreconnect.apple.com"
  ),
  requestsPerMinute: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })).annotate({
      description: "Most requests to the vendor per key and minute. The vendor allows about 3,600 an hour."
    }),
    300
  ),
  localizations: withDefault(
    Schema.Literals(["v1", "versions"]).annotate({
      description:
        "How localizations are written: by themselves (v1), or on versions, for the day on which the vendor takes them there alone."
    }),
    "v1"
  ),
  readsLagMs: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })).annotate({
      description: "How long the vendor's reads may show the state before a write, in ms."
    }),
    5_000
  ),
  reportHosts: withDefault(
    Schema.Array(Schema.String.check(Schema.isPattern(/^(?:https?:\/\/)?(?:\*\.)?[^\s/]+(?:\/\S*)?$/))).annotate({
      description:
        "Hosts that the vendor's signed addresses of analytics reports may lead to, beside its own: a host, or *.example.com for all below it. They never get the token."
    }),
    ["*.amazonaws.com", "*.apple.com"]
  ),
  uploadHosts: withDefault(
    Schema.Array(Schema.String.check(Schema.isPattern(/^(?:https?:\/\/)?(?:\*\.)?[^\s/]+(?:\/\S*)?$/))).annotate({
      description:
        "Hosts that the vendor's addresses for uploads of review screenshots may lead to, beside its own. They never get the token."
    }),
    ["*.apple.com", "*.amazonaws.com"]
  ),
  syncDays: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 45, maximum: 365 })).annotate({
      description: "How many days of sales a saved connection reads back to. The vendor has those of a year."
    }),
    90
  ),
  syncProducts: withDefault(
    Schema.Boolean.annotate({
      description: "Whether a saved connection also reads products and what they cost in each territory, once a day."
    }),
    true
  ),
  historyDays: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 45, maximum: 3_660 })).annotate({
      description: "How many days what a saved connection read is kept."
    }),
    1_826
  ),
  syncRequests: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 100_000 })).annotate({
      description: "Most requests of one sync. What is left is read an hour later."
    }),
    1_500
  )
})
export type ConsoleConfig = typeof ConsoleConfig.Type
