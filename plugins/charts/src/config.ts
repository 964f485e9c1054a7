import { Param, Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { chartNames } from "./contract.ts"

const { withDefault, whole } = Setting

const Country = Schema.String.check(
  Schema.makeFilter((text) => /^[a-z]{2}$/.test(text) && Param.countryName(text) !== undefined, {
    message: "a lowercase two-letter country code"
  })
)

/** Settings of the plugin; every one has a default. */
export const ChartsConfig = Schema.Struct({
  everyHours: withDefault(
    Schema.Literals([1, 2, 3, 4, 6, 8, 12, 24]).annotate({
      description: "Hours between collections of a chart, counted from midnight UTC."
    }),
    6
  ),
  platforms: withDefault(
    Schema.Array(Schema.Literals(Param.platforms)).annotate({ description: "Stores whose charts to collect." }),
    ["storea", "storeb"]
  ),
  countries: withDefault(Schema.Array(Country).annotate({ description: "Storefronts whose charts to collect." }), [
    "us",
    "gb",
    "de",
    "jp"
  ]),
  genres: withDefault(
    Schema.Array(Schema.NonEmptyString).annotate({
      description:
        "Genres to collect: all is the overall chart, main is every genre without a parent; otherwise genre ids."
    }),
    ["all", "main"]
  ),
  charts: withDefault(Schema.Array(Schema.Literals(chartNames)).annotate({ description: "Charts to collect." }), [
    ...chartNames
  ]),
  readsPerMinute: withDefault(
    whole(
      "Charts to collect a minute from each store. Keep it below the store's limit, which requests share.",
      1,
      60_000
    ),
    8
  ),
  trackedMax: withDefault(whole("Extra charts to collect because callers requested them.", 0, 100_000), 500),
  trackedDays: withDefault(whole("Days to keep collecting such a chart after it was last requested.", 1, 400), 30),
  retentionDays: withDefault(
    whole("Days to keep history; a month is dropped once its last day is older.", 7, 4_000),
    400
  ),
  searchTerms: withDefault(
    Schema.Array(Schema.NonEmptyString).check(Schema.isMinLength(1), Schema.isMaxLength(40)).annotate({
      description: "Search words for categories; newly released apps are looked for among their results."
    }),
    ["games", "photo", "productivity", "health", "education", "finance", "music", "travel"]
  ),
  releasePages: withDefault(
    whole("App pages one request may read for release dates, in stores that show them only there.", 0, 50),
    8
  ),
  releaseWaitMs: withDefault(whole("How long it waits for those pages.", 0, 30_000), 4_000),
  discoverWaitMs: withDefault(
    whole("How long discover waits for searches and app pages, which go on for the next call.", 0, 60_000),
    700
  ),
  leadersWaitMs: withDefault(
    whole(
      "How long the number-ones routes wait for charts of which no list of the last days is kept, and for details of their apps.",
      0,
      60_000
    ),
    700
  ),
  firstWaitMs: withDefault(
    whole("How long these routes wait while they have nothing at all to answer with.", 0, 60_000),
    8_000
  ),
  liveConcurrency: withDefault(whole("Charts and searches one request may have in flight at a time.", 1, 32), 4),
  collectOnStart: withDefault(
    Schema.Boolean.annotate({
      description: "After startup, collect what the current interval is missing; false: wait for the next interval."
    }),
    true
  )
})
export type ChartsConfig = typeof ChartsConfig.Type
