import { Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { commission, markets, rankCurves } from "./models/calibration.ts"

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

const whole = (description: string, minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description })
const positive = (description: string) => Schema.Finite.check(Schema.isGreaterThan(0)).annotate({ description })

const RankCurve = Schema.Struct({
  perDay: positive("Figure a day at rank 1 of the power law, for the overall chart of the US."),
  exponent: positive("How steeply it falls: perDay × rank^-exponent."),
  topPerDay: positive("No rank is given more than this a day."),
  ranks: whole("Last rank that the numbers were fitted on; below it the range is wider.", 1, 10_000),
  asOf: Schema.String.annotate({ description: "Date of the numbers." }),
  source: Schema.String.annotate({ description: "Where they come from." })
})

const Market = Schema.Struct({
  downloads: Schema.NullOr(positive("Downloads at a rank beside the same rank in the US.")),
  revenue: Schema.NullOr(positive("Revenue at a rank beside the same rank in the US."))
})

const Estimates = Schema.Struct({
  curves: withDefault(
    Schema.Struct({
      "top-free": withDefault(RankCurve, rankCurves["top-free"]),
      "top-paid": withDefault(RankCurve, rankCurves["top-paid"]),
      "top-grossing": withDefault(RankCurve, rankCurves["top-grossing"])
    }).annotate({
      description: "Rank curves, each replaced as a whole; top-grossing in USD net of the store's share."
    }),
    {}
  ),
  markets: withDefault(
    Schema.Record(Schema.String.check(Schema.isPattern(/^[a-z]{2}$/)), Market).annotate({
      description:
        "Size of markets beside the US, by country; added to the built-in ones, which they replace by country."
    }),
    {}
  ),
  commission: withDefault(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.9 })).annotate({
      description: "What the store keeps of the sale of a paid app. 0.15 for small developers."
    }),
    commission
  )
})

const Country = Schema.String.check(
  Schema.makeFilter((text) => /^[a-z]{2}$/.test(text) && Param.countryName(text) !== undefined, {
    message: "a two-letter country code in lower case"
  })
)
const countries = (description: string, value: ReadonlyArray<string> | null) =>
  withDefault(Schema.NullOr(Schema.Array(Country).check(Schema.isMinLength(1))).annotate({ description }), value)

/** Thirty large markets over all continents: as many charts as the store's adapter reads in a minute. */
const main = "us in br id mx ru tr ph vn pk de gb fr it es nl pl se jp kr tw th my au ca ar co sa eg za".split(" ")

/** Settings of the plugin; every one has a default. */
export const AppsConfig = Schema.Struct({
  pageWaitMs: withDefault(
    whole(
      "How long /v1/apps/:id and the screenshots wait for the app's page, which goes on loading for the next call.",
      0,
      20_000
    ),
    1_500
  ),
  reportPageWaitMs: withDefault(whole("The same for the intelligence report and similar apps.", 0, 30_000), 4_000),
  reviewPages: withDefault(whole("Pages of the newest reviews that sentiment is read from.", 1, 10), 2),
  rankingsWaitMs: withDefault(
    whole("How long country-rankings waits for charts that are not collected yet.", 0, 60_000),
    8_000
  ),
  rankingsCountries: withDefault(
    Schema.Struct({
      storea: countries("Null: every storefront that the store has, about 170.", null),
      storeb: countries("The store answers for any of 249 countries, sold there or not: these are the main ones.", main)
    }).annotate({
      description: "Countries whose charts country-rankings reads when the caller names none, by store; null: all."
    }),
    {}
  ),
  chartConcurrency: withDefault(whole("Charts collected at a time in the background.", 1, 32), 4),
  chartFreshMs: withDefault(
    whole("How long a collected chart is taken as current.", 60_000, 86_400_000),
    6 * 3_600_000
  ),
  snapshotDays: withDefault(whole("Days that rating counts are kept for.", 31, 4_000), 400),
  estimates: withDefault(Estimates, {})
})
export type AppsConfig = typeof AppsConfig.Type

/** What the models are calibrated with: ours, as the operator changed them. */
export const calibrationOf = ({ estimates }: AppsConfig) => ({
  curves: estimates.curves,
  markets: { ...markets, ...estimates.markets },
  commission: estimates.commission
})
export type Calibration = ReturnType<typeof calibrationOf>
