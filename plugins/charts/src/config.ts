import { Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { chartNames } from "./contract.ts"

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

const whole = (description: string, minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description })

const Country = Schema.String.check(
  Schema.makeFilter((text) => /^[a-z]{2}$/.test(text) && Param.countryName(text) !== undefined, {
    message: "a two-letter country code in lower case"
  })
)

/** Settings of the plugin; every one has a default. */
export const ChartsConfig = Schema.Struct({
  everyHours: withDefault(
    Schema.Literals([1, 2, 3, 4, 6, 8, 12, 24]).annotate({
      description: "Hours between two collections of a chart; they begin at midnight UTC."
    }),
    6
  ),
  platforms: withDefault(
    Schema.Array(Schema.Literals(Param.platforms)).annotate({ description: "Stores whose charts are collected." }),
    ["storea", "storeb"]
  ),
  countries: withDefault(Schema.Array(Country).annotate({ description: "Storefronts whose charts are collected." }), [
    "us",
    "gb",
    "de",
    "jp"
  ]),
  genres: withDefault(
    Schema.Array(Schema.NonEmptyString).annotate({
      description: "Genres that are collected: all is the overall chart, main every genre without a parent, else ids."
    }),
    ["all", "main"]
  ),
  charts: withDefault(
    Schema.Array(Schema.Literals(chartNames)).annotate({ description: "Charts that are collected." }),
    [...chartNames]
  ),
  readsPerMinute: withDefault(
    whole(
      "Charts of a store that are collected a minute. Keep it below the store's own limit, which requests share.",
      1,
      60_000
    ),
    8
  ),
  trackedMax: withDefault(
    whole("Charts beyond the configured ones that are collected because callers ask for them.", 0, 100_000),
    500
  ),
  trackedDays: withDefault(whole("Days that such a chart is collected after it was last asked for.", 1, 400), 30),
  retentionDays: withDefault(
    whole("Days that history is kept; whole months are dropped when their last day is older.", 7, 4_000),
    400
  ),
  searchTerms: withDefault(
    Schema.Array(Schema.NonEmptyString)
      .check(Schema.isMinLength(1), Schema.isMaxLength(40))
      .annotate({ description: "Words for categories; newly released apps are looked for among what they find." }),
    ["games", "photo", "productivity", "health", "education", "finance", "music", "travel"]
  ),
  releasePages: withDefault(
    whole("Pages of apps that one request may read for release dates, in stores that tell them only there.", 0, 50),
    8
  ),
  releaseWaitMs: withDefault(whole("How long it waits for them.", 0, 30_000), 4_000),
  leadersWaitMs: withDefault(
    whole("How long the routes of number ones wait for charts that are not collected yet.", 0, 60_000),
    8_000
  ),
  liveConcurrency: withDefault(whole("Charts and searches that one request has in flight at a time.", 1, 32), 4),
  collectOnStart: withDefault(
    Schema.Boolean.annotate({
      description: "Collect what is missing of the interval after a start; false: begin with the next interval."
    }),
    true
  )
})
export type ChartsConfig = typeof ChartsConfig.Type
