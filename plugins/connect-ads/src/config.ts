import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault, whole } = Setting

const cap = (what: string, value: number) =>
  withDefault(
    Schema.NullOr(
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }), Schema.isMultipleOf(0.01))
    ).annotate({
      description: `What ${what}, in units of \`raiseCapUnits\`. null: no cap.`
    }),
    value
  )
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
  budgetRaisePerHour: cap("daily budgets of an ad account may be raised by in all within an hour", 1_000),
  budgetRaisePerDay: cap("daily budgets of an ad account may be raised by in all within 24 hours", 3_000),
  bidRaisePerHour: cap("default bids of an ad account may be raised by in all within an hour", 10),
  bidRaisePerDay: cap("default bids of an ad account may be raised by in all within 24 hours", 30),
  raiseCapUnits: withDefault(
    Schema.Record(
      Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/)),
      Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 1_000_000 }))
    ).annotate({
      description:
        "How many units of a currency, by ISO 4217 code, count as one of a cap; 1 for those not named. Roughly what a US dollar buys: a cap isn't an exchange rate."
    }),
    { CNY: 7, HKD: 8, INR: 100, JPY: 150, KRW: 1_500, MXN: 20, RUB: 100, THB: 30, TWD: 30 }
  ),
  weeklyNote: withDefault(
    Schema.Boolean.annotate({
      description:
        "Whether to read each connected ad account's last week on Monday morning, and tell who wants the alert connect-ads.weekly-note."
    }),
    true
  ),
  restatedDays: withDefault(
    whole(
      "How many days that are over the daily copy of spend reads again each day, as the vendor corrects what it told.",
      1,
      60
    ),
    14
  ),
  historyDays: withDefault(
    whole("How many days the daily copy of a connected ad account's spend is kept.", 90, 3_660),
    1_826
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
