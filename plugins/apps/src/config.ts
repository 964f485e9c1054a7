import { Param, Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { commission, markets, rankCurves } from "./models/calibration.ts"
import { rates } from "./models/rates.ts"

const { withDefault, whole } = Setting

const positive = (description: string) => Schema.Finite.check(Schema.isGreaterThan(0)).annotate({ description })

const RankCurve = Schema.Struct({
  perDay: positive("The power law's scale per day, for the overall US chart."),
  offset: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "How flat its top is: perDay × (rank + offset)^-exponent."
  }),
  exponent: positive("How steeply it falls."),
  sigma: positive("Standard deviation of the logarithm of known figures about the curve; it makes the range."),
  ranks: whole("Last rank the numbers were fitted on; beyond it the range is wider.", 1, 10_000),
  kind: Schema.Literals(["games", "all"]).annotate({ description: "Which apps the numbers are from." }),
  asOf: Schema.String.annotate({ description: "Date of the numbers." }),
  source: Schema.String.annotate({ description: "Where they come from." })
})

const Market = Schema.Struct({
  downloads: Schema.NullOr(positive("Downloads at a rank relative to the same rank in the US.")),
  revenue: Schema.NullOr(positive("Revenue at a rank relative to the same rank in the US."))
})

const Estimates = Schema.Struct({
  curves: withDefault(
    Schema.Struct({
      "top-free": withDefault(RankCurve, rankCurves["top-free"]),
      "top-paid": withDefault(RankCurve, rankCurves["top-paid"]),
      "top-grossing": withDefault(RankCurve, rankCurves["top-grossing"])
    }).annotate({
      description:
        "Rank curves; each override replaces a whole curve. top-grossing is in USD, net of the store's share."
    }),
    {}
  ),
  markets: withDefault(
    Schema.Record(Schema.String.check(Schema.isPattern(/^[a-z]{2}$/)), Market).annotate({
      description: "Market sizes relative to the US, by country; they add to the built-in ones or replace them."
    }),
    {}
  ),
  rates: withDefault(
    Schema.Record(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/)), positive("Units for one USD.")).annotate({
      description: "Exchange rates by ISO 4217 code, units for one USD; they add to the built-in ones or replace them."
    }),
    {}
  ),
  commission: withDefault(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.9 })).annotate({
      description: "The store's share of a paid app's sale. 0.15 for small developers."
    }),
    commission
  )
})

const Country = Schema.String.check(
  Schema.makeFilter((text) => /^[a-z]{2}$/.test(text) && Param.countryName(text) !== undefined, {
    message: "a lowercase two-letter country code"
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
      "How long /v1/apps/:id and screenshots wait for the app's page, which keeps loading for the next call.",
      0,
      20_000
    ),
    1_500
  ),
  reportPageWaitMs: withDefault(whole("The same, for the intelligence report and similar apps.", 0, 30_000), 4_000),
  reviewPages: withDefault(whole("Pages of newest reviews to read sentiment from.", 1, 10), 2),
  rankingsWaitMs: withDefault(
    whole("How long country-rankings waits for charts of which no recent list is kept.", 0, 60_000),
    600
  ),
  rankingsFirstWaitMs: withDefault(whole("The same while there is no chart at all to answer with.", 0, 60_000), 8_000),
  rankingsCountries: withDefault(
    Schema.Struct({
      storea: countries("Null: every storefront of the store, about 170.", null),
      storeb: countries(
        "The store answers for any of 249 countries, whether or not it sells there; these are the main ones.",
        main
      )
    }).annotate({
      description: "Countries whose charts country-rankings reads when the caller names none, by store; null: all."
    }),
    {}
  ),
  chartConcurrency: withDefault(whole("Charts collected at a time in the background.", 1, 32), 4),
  chartFreshMs: withDefault(whole("How long a collected chart counts as current.", 60_000, 86_400_000), 6 * 3_600_000),
  snapshotDays: withDefault(whole("Days to keep rating counts.", 31, 4_000), 400),
  estimates: withDefault(Estimates, {})
})
export type AppsConfig = typeof AppsConfig.Type

/** What the models are calibrated with: ours, as the operator changed them. */
export const calibrationOf = ({ estimates }: AppsConfig) => ({
  curves: estimates.curves,
  markets: { ...markets, ...estimates.markets },
  rates: { ...rates, ...estimates.rates },
  commission: estimates.commission
})
export type Calibration = ReturnType<typeof calibrationOf>
