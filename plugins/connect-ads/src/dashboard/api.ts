/** What pages of an account read of its search ads: the connection and the journal, and nothing of the vendor. */
import {
  ChangesMade,
  changesView,
  Endpoint,
  Field,
  group,
  InvalidInput,
  Param,
  pageRead,
  ServiceUnavailable,
  View,
  windowQuery
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Money } from "../money.ts"
import { Connection } from "../schema.ts"

const { number, text, whole } = Field
const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const base = "/dashboard/api/connect-ads"

/** What is left to do, where no error of the vendor says it. */
export const todos = {
  connect: "Connect your ad account with a key pair of its own.",
  mayWrite: "To change campaigns too, give the key's user a role that may write.",
  nothing: "Nothing: spend is read once a day."
} as const

export const AdsState = Schema.Struct({
  ...Connection.fields,
  connectedAt: Schema.NullOr(text("When it was connected, ISO 8601; null: it isn't.")),
  lastReadAt: orNull(text("When all of the spend was last read, ISO 8601; null: not yet.")),
  readProblem: orNull(text("Why the last reading lacks something, in the vendor's or our words; null: it doesn't.")),
  measuredDays: whole("Days of spend that are kept."),
  failedDays: whole("Days that couldn't be read yet, and are asked for again."),
  todo: Schema.Union([Schema.Literals(Object.values(todos)), text("What to do, in a sentence.", todos.nothing)])
}).annotate({ identifier: "AdsState" })
export type AdsState = typeof AdsState.Type

const state = Endpoint.get("state", `${base}/state`, {
  answer: AdsState,
  errors: [ServiceUnavailable.wire],
  ...pageRead,
  summary: "State of the search ads connection",
  description: "Which ad account is connected, since when, and what to do. The vendor isn't asked.",
  view: View.status({
    state: "state",
    details: [
      { field: "todo", title: "What to do" },
      { field: "lastReadAt", title: "Spend last read" },
      { field: "failedDays", title: "Days that couldn't be read" },
      { field: "connectedAt", title: "Connected since" },
      { field: "lastVerifiedAt", title: "Last verified" },
      { field: "adAccount.name", title: "Ad account" },
      { field: "adAccount.currency", title: "Currency" },
      { field: "canWrite", title: "May change campaigns" }
    ]
  })
})

const changes = Endpoint.get("changes", `${base}/changes`, {
  query: { limit: Param.limit({ of: "changes", max: 100, default: 25 }) },
  answer: ChangesMade,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Changes of search ads made here",
  description:
    "What your account changed at its ad account through here: what, when, by which key, and whether the vendor has it. From our own journal; the vendor isn't asked.",
  view: changesView
})

const status = Schema.Literals(["measured", "failed", "not_measured"]).annotate({
  description: "failed: the vendor was asked and couldn't tell. not_measured: it wasn't asked yet."
})
const appId = Param.optional(
  Param.digits({ max: 19, description: "Only campaigns that promote this app, by its numeric store id." })
)
const ofApp = orNull(text("The app that was asked for; null: all campaigns."))
const count = (what: string) => orNull(whole(`${what}; null: not measured, or not told by the vendor.`))
const day = text("YYYY-MM-DD, in the ad account's time zone.", "2026-11-20")

export const KeptSpend = Schema.Struct({
  appId: ofApp,
  from: text("First day, YYYY-MM-DD."),
  to: text("Last day."),
  figures: Schema.Array(
    Schema.Struct({
      title: text("What it counts.", "Installs"),
      value: orNull(number("Over the measured days; null: there are none, or the vendor left one out.")),
      unit: orNull(text("An ISO 4217 code, or what the value is of.", "USD")),
      status
    }).annotate({ identifier: "AdsKeptFigure" })
  ).annotate({ description: "Totals over the measured days. Empty where no campaign promotes the app." }),
  currencies: Schema.Array(
    Schema.Struct({
      currency: text("ISO 4217 code.", "USD"),
      days: Schema.Array(
        Schema.Struct({ day, amount: orNull(number("What the ads cost; null: not measured.")), status }).annotate({
          identifier: "AdsKeptSpendDay"
        })
      )
    }).annotate({ identifier: "AdsKeptSpendLine" })
  ).annotate({ description: "Spend by currency; nothing is converted." }),
  days: Schema.Array(
    Schema.Struct({
      day,
      installs: count("Installs after a tap or a view"),
      taps: count("Taps"),
      impressions: count("Impressions"),
      status
    }).annotate({ identifier: "AdsKeptDay" })
  ).annotate({ description: "Each day, oldest first. Empty where no campaign promotes the app." })
}).annotate({ identifier: "AdsKeptSpend" })
export type KeptSpend = typeof KeptSpend.Type

const spend = Endpoint.get("spend", `${base}/spend`, {
  query: { appId, ...windowQuery },
  answer: KeptSpend,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Spend on search ads by day",
  description:
    "What your account's search ads cost and brought by day, out of the copy that is made once a day. Today isn't in it. The vendor isn't asked.",
  view: View.series({ lines: "currencies", name: "currency", rows: "days", x: "day", y: "amount", status: "status" })
})

export const KeptKeywords = Schema.Struct({
  appId: ofApp,
  from: orNull(text("First day that the figures are of, YYYY-MM-DD; null: none was read.")),
  to: orNull(text("Last day.")),
  total: whole("Keywords that are kept."),
  left: whole("Keywords with less spend that the vendor has beyond those that are kept."),
  failedCampaigns: whole("Campaigns whose keywords couldn't be read the last time: theirs are older."),
  items: Schema.Array(
    Schema.Struct({
      keywordId: text("Its id at the vendor."),
      keyword: text("What is bid for.", "meditation timer"),
      matchType: orNull(text("EXACT or BROAD; null: the vendor didn't say.", "EXACT")),
      status: orNull(text("ENABLED or PAUSED; null: the vendor didn't say.", "ENABLED")),
      campaignId: text("Its campaign."),
      campaign: text("The campaign's name."),
      adGroupId: orNull(text("Its ad group; null: the vendor didn't say.")),
      bid: orNull(Money).annotate({ description: "Null: the ad group's default." }),
      spend: orNull(Money).annotate({ description: "Null: the vendor didn't say." }),
      installs: count("Installs"),
      costPerInstall: orNull(Money).annotate({ description: "Null without an install, or where a figure lacks." }),
      taps: count("Taps"),
      impressions: count("Impressions"),
      from: text("First day of its figures."),
      to: text("Last day of its figures.")
    }).annotate({ identifier: "AdsKeptKeyword" })
  ).annotate({ description: "Highest spend first." })
}).annotate({ identifier: "AdsKeptKeywords" })
export type KeptKeywords = typeof KeptKeywords.Type

const keywords = Endpoint.get("keywords", `${base}/keywords`, {
  query: { appId, limit: Param.limit({ of: "keywords", max: 500, default: 50 }) },
  answer: KeptKeywords,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Keywords of search ads",
  description:
    "What each targeting keyword of your account's search ads cost and brought in the last 30 days, out of the copy that is made once a day. The vendor isn't asked.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "matchType", title: "Match type" },
      { field: "campaign", title: "Campaign" },
      { field: "bid.amount", title: "Bid" },
      { field: "spend.amount", title: "Spend" },
      { field: "spend.currency", title: "Currency" },
      { field: "installs", title: "Installs" },
      { field: "costPerInstall.amount", title: "Cost per install" },
      { field: "taps", title: "Taps" },
      { field: "to", title: "Until" }
    ]
  })
})

export const dashboardGroup = group("connectAdsDashboard", state, changes, spend, keywords)
