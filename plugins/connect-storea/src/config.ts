import { Effect, Schema } from "effect"

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

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
  )
})
export type ConsoleConfig = typeof ConsoleConfig.Type
