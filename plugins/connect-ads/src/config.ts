import { Effect, Schema } from "effect"

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)
const whole = (description: string, minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description })
const url = (description: string) => Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/)).annotate({ description })

/** Settings of the plugin; every one has a default. */
export const AdsConfig = Schema.Struct({
  apiUrl: withDefault(url("The vendor's API, with its version."), "https://api.ads.apple.com/v1"),
  tokenUrl: withDefault(url("Where the vendor gives tokens."), "https://appleid.apple.com"),
  contextHeader: withDefault(
    Schema.String.check(Schema.isPattern(/^[\x20-\x7e]*\{adAccountId\}[\x20-\x7e]*$/)).annotate({
      description: "X-AP-Context of each request; {adAccountId} stands for the ad account's id."
    }),
    "adAccountId={adAccountId};"
  ),
  raiseFactor: withDefault(
    Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 1000 })).annotate({
      description: "A budget or bid raised to more than this many times the current one needs confirm: true."
    }),
    3
  ),
  requestsPerMinute: withDefault(whole("Most requests to the vendor per connection and minute.", 1, 100_000), 300),
  readBackMs: withDefault(
    whole(
      "How long a change that doesn't show yet is read again, in ms, before its outcome counts as unknown.",
      0,
      10_000
    ),
    5_000
  )
})
export type AdsConfig = typeof AdsConfig.Type
