/** What the routes give and take. */
import { Change, Field, nextOffset, planIdField, StoredText, Warning } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Money } from "./money.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const id = (what: string, ...examples: ReadonlyArray<string>) =>
  Field.text(`${what}. Text: the vendor's ids are of up to 64 bits.`, ...examples)
const instant = (description: string) => orNull(Field.text(`${description}, ISO 8601.`))
/** The days that an answer is about. */
const inWindow = (from: string) => ({
  from: Field.text("First day of the window.", from),
  to: Field.text("Last day, included.", "2026-11-22"),
  timeZone: orNull(Field.text("The ad account's, in which days are counted.")),
  toIsPartial: Schema.Boolean.annotate({ description: "True where the last day isn't over." })
})

export const AdAccount = Schema.Struct({
  id: id("Id of the ad account"),
  name: Field.text("Its name at the vendor."),
  currency: orNull(Field.text("ISO 4217 code of all its money; null if the vendor didn't say.", "USD")),
  timeZone: orNull(
    Field.text("Its time zone, in which days are counted; null if the vendor didn't say.", "America/New_York")
  )
}).annotate({ identifier: "AdsAccount" })
export type AdAccount = typeof AdAccount.Type

export const connectionStates = ["not_connected", "connected", "degraded", "rejected"] as const
export const Connection = Schema.Struct({
  connected: Schema.Boolean.annotate({ description: "Whether the saved credentials can be used." }),
  state: Schema.Literals(connectionStates).annotate({
    description:
      "degraded: it reads, and a right to write is missing. rejected: the vendor no longer accepts it, or it can't be opened."
  }),
  clientId: orNull(Field.text("Null without a connection.")),
  teamId: orNull(Field.text("Null without a connection.")),
  keyId: orNull(Field.text("Null without a connection.")),
  adAccount: orNull(AdAccount).annotate({ description: "The ad account in use; null without a connection." }),
  roles: Schema.Array(Schema.String).annotate({ description: "As the vendor calls them." }),
  canWrite: Schema.Boolean.annotate({ description: "False where all roles only read, and without a connection." }),
  lastVerifiedAt: instant("When the vendor was last looked at"),
  lastError: orNull(Field.text("What is wrong with it, and what mends it."))
}).annotate({ identifier: "AdsConnection" })
export type Connection = typeof Connection.Type

export const Disconnected = Schema.Struct({
  disconnected: Schema.Boolean.annotate({ description: "False when there was no connection." })
}).annotate({ identifier: "AdsDisconnected" })

/** A body that carries a private key; its parts are Redacted from the start. */
const secretText = (description: string, max: number) =>
  Schema.RedactedFromValue(
    Schema.String.annotate({ description }).check(Schema.isMinLength(1), Schema.isMaxLength(max))
  )
const part = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] }).check(Schema.isPattern(/^[\x21-\x7e]{1,128}$/))
export const Credentials = Schema.Struct({
  clientId: part(
    "Client id, shown by the vendor beside the uploaded public key.",
    "SEARCHADS.27478e71-3bb0-4588-998c-182e2b405577"
  ),
  teamId: part("Team id, shown there too.", "SEARCHADS.27478e71-3bb0-4588-998c-182e2b405577"),
  keyId: part("Key id, shown there too.", "bacaebda-e219-41ee-a907-e2c25b24d1b2"),
  privateKey: secretText("The private half of the key pair: P-256, PKCS#8 or SEC1, as PEM or base64.", 8_192),
  adAccountId: Schema.optionalKey(
    Schema.String.annotate({
      description: "Which ad account to use. Needed only where the credentials reach several."
    }).check(Schema.isPattern(/^[0-9]{1,19}$/))
  )
})
export type Credentials = typeof Credentials.Type

const BidStrategy = Schema.Struct({
  type: Field.text("MANUAL_CPT, or an automatic strategy such as MAX_CONVERSIONS.", "MANUAL_CPT"),
  goal: orNull(Field.text("What it bids for.", "TAP"))
}).annotate({ identifier: "AdsBidStrategy" })

const serving = {
  displayStatus: orNull(Field.text("The vendor's summary, such as RUNNING, PAUSED, ON_HOLD or LIMITED.")),
  servingState: orNull(Field.text("RUNNING or NOT_RUNNING.", "RUNNING")),
  servingStateReasons: Field.texts("Why it isn't running: the vendor's codes."),
  limitingReasons: Field.texts("What limits its delivery: the vendor's codes.")
}
const status = Field.text("ENABLED or PAUSED, as its owner wants it.", "ENABLED")
const times = {
  startTime: instant("When it starts"),
  endTime: instant("When it ends; null: never"),
  createdAt: instant("When it was made"),
  modifiedAt: instant("When it was last changed"),
  deleted: Schema.Boolean
}

export const Campaign = Schema.Struct({
  id: id("Id of the campaign", "1540001000"),
  name: Schema.String,
  status,
  ...serving,
  countries: Field.texts("Where its ads show: ISO 3166-1 codes."),
  dailyBudgetAmount: orNull(Money).annotate({
    description: "Most that is spent per day; null if the vendor didn't say."
  }),
  bidStrategy: orNull(BidStrategy).annotate({ description: "Null if the vendor didn't say." }),
  appId: orNull(Field.text("The app it promotes.")),
  promotedObjectType: orNull(Field.text("What it promotes, as the vendor calls it.")),
  ...times
}).annotate({ identifier: "AdsCampaign" })
export type Campaign = typeof Campaign.Type

const bound = Schema.NullOr(Schema.Int).annotate({ description: "Years; null: no bound." })
export const AdGroup = Schema.Struct({
  id: id("Id of the ad group", "2140010000"),
  campaignId: id("Its campaign"),
  name: Schema.String,
  status,
  ...serving,
  defaultBidAmount: orNull(Money).annotate({
    description: "Highest bid for a tap where a keyword has none; null under an automatic strategy, which has no bids."
  }),
  bidStrategy: orNull(BidStrategy).annotate({ description: "Its own, or its campaign's where it has none." }),
  searchMatch: orNull(Schema.Boolean).annotate({
    description: "Whether the vendor also finds search terms by itself."
  }),
  targeting: Schema.Struct({
    devices: Field.texts("Device classes; empty: all."),
    ages: Schema.Struct({ min: bound, max: bound }),
    genders: Field.texts("Empty: all."),
    locations: Field.texts("Countries, regions and towns within the campaign's countries; empty: all.")
  }),
  ...times
}).annotate({ identifier: "AdsAdGroup" })
export type AdGroup = typeof AdGroup.Type

const listed = <A, I>(items: Schema.Codec<A, I>, identifier: string) =>
  Schema.Struct({
    items: Schema.Array(items),
    total: orNull(Schema.Int).annotate({ description: "How many there are in all; null if the vendor didn't say." }),
    limit: Schema.Int,
    offset: Schema.Int,
    nextOffset
  }).annotate({ identifier })
export const Campaigns = listed(Campaign, "AdsCampaigns")
export const AdGroups = listed(AdGroup, "AdsAdGroups")

// Changes

const Status = Schema.Literals(["ENABLED", "PAUSED"])
export const MoneyInput = Schema.Struct({
  amount: Schema.String.annotate({
    description: "Decimal number above 0 as text, at most two decimals.",
    examples: ["12.50"]
  }).check(
    Schema.makeFilter((text: string) =>
      !/^\d{1,9}(\.\d{1,2})?$/.test(text)
        ? 'must be a decimal number as text, with at most 9 digits and two decimals, such as "12.50"'
        : /[1-9]/.test(text)
          ? true
          : "must be above 0"
    )
  ),
  currency: Schema.String.annotate({ description: "ISO 4217 code: the ad account's.", examples: ["USD"] }).check(
    Schema.isPattern(/^[A-Z]{3}$/)
  )
})

export const CampaignPatch = Schema.Struct({
  status: Schema.optionalKey(Status),
  name: Schema.optionalKey(Schema.String),
  dailyBudgetAmount: Schema.optionalKey(Money)
})
export type CampaignPatch = typeof CampaignPatch.Type
export const AdGroupPatch = Schema.Struct({
  status: Schema.optionalKey(Status),
  name: Schema.optionalKey(Schema.String),
  defaultBidAmount: Schema.optionalKey(Money)
})
export type AdGroupPatch = typeof AdGroupPatch.Type

const confirm = Schema.optionalKey(
  Schema.Boolean.annotate({
    description:
      "Must be true for a budget or bid of more than 3 times the current one (the operator may set another factor)."
  })
)
const name = Schema.optionalKey(StoredText({ max: 200, description: "New name." }))
const newStatus = Schema.optionalKey(
  Status.annotate({ description: "PAUSED stops delivery. ENABLED ends a pause, and mends nothing else." })
)
const common = { status: newStatus, name }
const asked = { confirm, planId: planIdField }
const someOf = (fields: ReadonlyArray<string>) =>
  Schema.makeFilter((body: object) =>
    fields.some((field) => Object.hasOwn(body, field)) ? true : `must have at least one of ${fields.join(", ")}`
  )
export const CampaignChange = Schema.Struct({
  ...common,
  dailyBudgetAmount: Schema.optionalKey(MoneyInput),
  ...asked
})
  .annotate({ examples: [{ status: "PAUSED" }] })
  .check(someOf(["status", "name", "dailyBudgetAmount"]))
export const AdGroupChange = Schema.Struct({
  ...common,
  defaultBidAmount: Schema.optionalKey(MoneyInput),
  ...asked
})
  .annotate({ examples: [{ defaultBidAmount: { amount: "1.35", currency: "USD" } }] })
  .check(someOf(["status", "name", "defaultBidAmount"]))

/** What the journal keeps of a change that was done. */
const kept = { changes: Schema.Array(Change), warnings: Schema.Array(Warning) }
export const DoneCampaign = Schema.Struct({ campaign: Campaign, ...kept })
export const DoneAdGroup = Schema.Struct({ adGroup: AdGroup, ...kept })
const changed = {
  dryRun: Schema.Boolean.annotate({ description: "True for a preview: nothing was written." }),
  unchanged: Schema.Boolean.annotate({ description: "True where it was, or is, as asked: nothing is sent." }),
  changes: Schema.Array(Change),
  warnings: Schema.Array(Warning),
  planId: orNull(Schema.String).annotate({
    description:
      "Of a preview: send it back in the body, and the change is refused with PLAN_STALE if the state has moved on."
  })
}
export const ChangedCampaign = Schema.Struct({
  campaign: Campaign,
  ...changed
}).annotate({ identifier: "AdsChangedCampaign" })
export const ChangedAdGroup = Schema.Struct({
  adGroup: AdGroup,
  ...changed
}).annotate({ identifier: "AdsChangedAdGroup" })

const moneyField = Schema.Literals(["dailyBudgetAmount", "defaultBidAmount"])
const RaiseCap = Schema.Struct({
  field: moneyField.annotate({ description: "Which raises it counts." }),
  window: Schema.Literals(["hour", "day"]).annotate({ description: "The last 60 minutes, or the last 24 hours." }),
  cap: orNull(Money).annotate({ description: "Most that may be raised by in all within the window; null: no cap." }),
  raised: orNull(Money).annotate({ description: "What was raised by within the window." }),
  left: orNull(Money).annotate({ description: "What is left of the cap; null without one." }),
  nextFreedAt: instant("When the oldest raise of the window no longer counts; null without one")
}).annotate({ identifier: "AdsRaiseCap" })
const MadeRaise = Schema.Struct({
  at: Field.text("When it was sent, ISO 8601."),
  field: moneyField,
  campaignId: Schema.String,
  adGroupId: orNull(Schema.String).annotate({ description: "Null for a campaign's budget." }),
  from: orNull(Money).annotate({ description: "Null where there was none." }),
  to: Money,
  raisedBy: Money,
  known: Schema.Boolean.annotate({
    description: "False while it isn't known whether the vendor has it; it counts until that is known."
  })
}).annotate({ identifier: "AdsRaise" })
export const RaiseCaps = Schema.Struct({
  currency: orNull(Schema.String).annotate({ description: "The ad account's; null if the vendor didn't say." }),
  caps: Schema.Array(RaiseCap),
  raises: Schema.Array(MadeRaise).annotate({
    description: "Raises through this gateway in the last 24 hours, newest first. Others' aren't counted."
  })
}).annotate({ identifier: "AdsRaiseCaps" })
export type RaiseCaps = typeof RaiseCaps.Type

// Reports

const notSaid = "null if the vendor didn't say"
const counted = (what: string) => orNull(Schema.Int).annotate({ description: `${what}; ${notSaid}.` })
const rate = orNull(Schema.Finite)
export const Metrics = Schema.Struct({
  impressions: counted("Times an ad was shown"),
  taps: counted("Taps on an ad"),
  ttr: rate.annotate({ description: "Taps per impression; null without impressions." }),
  installs: counted("Installs after taps and after views"),
  tapInstalls: counted("Installs after a tap"),
  newDownloads: counted("Installs by people new to the app"),
  redownloads: counted("Installs by people who had it before"),
  spend: orNull(Money).annotate({ description: `What the taps cost; ${notSaid}.` }),
  avgCpt: orNull(Money).annotate({ description: "Spend per tap; null without taps." }),
  avgCpi: orNull(Money).annotate({ description: "Spend per install; null without installs." }),
  conversionRate: rate.annotate({ description: "Installs per tap; null without taps." })
}).annotate({ identifier: "AdsMetrics", description: "What the vendor didn't say is null." })
export type Metrics = typeof Metrics.Type

export const KeywordRow = Schema.Struct({
  keywordId: id("Id of the keyword"),
  keyword: Schema.String,
  matchType: orNull(Field.text("EXACT or BROAD.", "EXACT")),
  status: orNull(Field.text("ENABLED or PAUSED.", "ENABLED")),
  adGroupId: orNull(Schema.String).annotate({ description: `Its ad group; ${notSaid}.` }),
  bid: orNull(Money).annotate({ description: "Null: the ad group's default." }),
  ...Metrics.fields,
  suggestedBid: orNull(Money).annotate({ description: "The vendor's suggestion; null where it has none." })
}).annotate({ identifier: "AdsKeywordRow" })
export type KeywordRow = typeof KeywordRow.Type

export const SearchTermRow = Schema.Struct({
  searchTerm: orNull(Schema.String).annotate({ description: "Null where the vendor folds terms of low volume." }),
  lowVolume: Schema.Boolean,
  source: orNull(Field.text("auto: found by the vendor. targeted: matched a keyword.", "targeted")),
  keyword: orNull(Schema.String).annotate({ description: "The keyword that it matched; null where there is none." }),
  keywordId: orNull(Schema.String).annotate({ description: "Null without a keyword." }),
  matchType: orNull(Schema.String).annotate({ description: "Null without a keyword." }),
  adGroupId: orNull(Schema.String).annotate({ description: `Its ad group; ${notSaid}.` }),
  ...Metrics.fields
}).annotate({ identifier: "AdsSearchTermRow" })
export type SearchTermRow = typeof SearchTermRow.Type

const reported = <A, I>(rows: Schema.Codec<A, I>, identifier: string) =>
  Schema.Struct({
    campaignId: Schema.String,
    rows: Schema.Array(rows).annotate({ description: "Highest spend first." }),
    totals: orNull(Metrics).annotate({
      description: "Over all rows, not this page alone; null if the vendor didn't say."
    }),
    ...inWindow("2026-10-24"),
    pagination: Schema.Struct({ total: counted("Rows in all"), limit: Schema.Int, offset: Schema.Int }),
    nextOffset
  }).annotate({ identifier })
export const KeywordReport = reported(KeywordRow, "AdsKeywordReport")
export const SearchTermReport = reported(SearchTermRow, "AdsSearchTermReport")
export type KeywordReport = typeof KeywordReport.Type
export type SearchTermReport = typeof SearchTermReport.Type

// Waste

const Negative = Schema.Struct({
  text: Field.text("The negative keyword."),
  matchType: Schema.Literals(["EXACT"]).annotate({
    description:
      "EXACT keeps the ads from this search alone. A broad one would also end searches of which nothing is known."
  }),
  level: Schema.Literals(["campaign", "adGroup"]).annotate({
    description: "adGroup: it was seen in one ad group alone, or brings installs in others."
  }),
  adGroupId: orNull(Schema.String).annotate({ description: "Null for the whole campaign." })
}).annotate({ identifier: "AdsNegative" })
export const WastedTerm = Schema.Struct({
  searchTerm: Schema.String,
  taps: Schema.Int,
  installs: Schema.Int.annotate({ description: "Always 0." }),
  spend: Money,
  chanceOfNone: orNull(Schema.Finite).annotate({
    description:
      "How likely a term that converts as well as the whole campaign would have had no install after so many taps: (1 - installs per tap) ^ taps. Near 0: it's the term; near 1: wait for more taps. Null where the campaign's rate isn't known."
  }),
  adGroupIds: Field.texts("Where it was seen."),
  proposal: Schema.Literals(["negative", "pause_keyword"]).annotate({
    description:
      "pause_keyword: a keyword of the campaign asks for exactly this term, so a negative would only fight with it."
  }),
  negative: orNull(Negative).annotate({
    description: "Ready to be taken over; null where the keyword should be paused."
  }),
  keywordId: orNull(Schema.String).annotate({ description: "The keyword to pause; null otherwise." })
}).annotate({ identifier: "AdsWastedTerm" })
export type WastedTerm = typeof WastedTerm.Type
export const WasteReport = Schema.Struct({
  campaignId: Schema.String,
  terms: Schema.Array(WastedTerm).annotate({ description: "Highest spend first." }),
  total: Schema.Int.annotate({ description: "How many terms there are in all." }),
  wastedSpend: orNull(Money).annotate({ description: "Spend of all these terms, also of those past this list." }),
  lowVolumeSpend: orNull(Money).annotate({
    description:
      "Spend of rows without a term, which the vendor folds. What they brought can't be told by term; null where it isn't known."
  }),
  campaignSpend: orNull(Money).annotate({ description: `Spend of the whole campaign in the window; ${notSaid}.` }),
  complete: Schema.Boolean.annotate({
    description:
      "False where the campaign has more rows than were read (20,000): those with the least spend are missing."
  }),
  thresholds: Schema.Struct({ minTaps: Schema.Int, minSpend: Schema.String }),
  ...inWindow("2026-10-24")
}).annotate({ identifier: "AdsWasteReport" })
export type WasteReport = typeof WasteReport.Type

// Change history

export const HistoryChange = Schema.Struct({
  field: Field.text("As the vendor calls it."),
  from: Field.texts("Values before; empty where there were none."),
  to: Field.texts("Values after.")
}).annotate({ identifier: "AdsHistoryChange" })
const OwnWrite = Schema.Struct({
  id: Field.text("Id in the journal of writes."),
  at: Field.text("When it was sent, ISO 8601."),
  campaignId: Schema.String,
  adGroupId: orNull(Schema.String).annotate({ description: "Null for a change of the campaign itself." }),
  changes: Schema.Array(Change),
  known: Schema.Boolean.annotate({ description: "False while it isn't known whether the vendor has it." }),
  keyId: orNull(Schema.String).annotate({ description: "The API key that made it; null where none did." }),
  requestId: orNull(Schema.String).annotate({ description: "The request that made it; null where none did." })
}).annotate({ identifier: "AdsOwnWrite" })
export type OwnWrite = typeof OwnWrite.Type
const HistoryItem = Schema.Struct({
  at: Field.text("When, by the vendor's clock, ISO 8601."),
  event: Field.text("created, updated or deleted.", "updated"),
  entityType: Field.text("What was changed, as the vendor calls it.", "Campaign", "AdGroup", "Keyword"),
  entityId: orNull(Schema.String).annotate({ description: "Null if the vendor didn't say." }),
  entityName: orNull(Schema.String).annotate({ description: "Its name now; null if the vendor didn't say." }),
  madeBy: Schema.Literals(["gateway", "api", "console", "vendor", "unknown"]).annotate({
    description:
      "gateway: through here. api: through the vendor's API, but not through here. console: by a person in the vendor's console. vendor: by its support."
  }),
  userId: orNull(Schema.String).annotate({ description: "The vendor's id of who did it; null if it didn't say." }),
  changes: orNull(Schema.Array(HistoryChange)).annotate({
    description: "Null where the vendor doesn't tell the fields, and past the 100th entry of an answer."
  }),
  journal: orNull(OwnWrite).annotate({
    description:
      "Our own record of it. The vendor doesn't tell which request an entry is from: it is the write of the same thing that was sent within two minutes of it, and the nearest."
  })
}).annotate({ identifier: "AdsHistoryItem" })
export type HistoryItem = typeof HistoryItem.Type
export const ChangeHistory = Schema.Struct({
  items: Schema.Array(HistoryItem).annotate({ description: "Newest first." }),
  unseen: orNull(Schema.Array(OwnWrite)).annotate({
    description:
      "Writes of ours that the vendor's history doesn't show, or not yet; null where this page isn't the whole window."
  }),
  total: orNull(Schema.Int).annotate({
    description:
      "How many rows the vendor has; one that is about several things is several items. Null if it didn't say."
  }),
  limit: Schema.Int,
  offset: Schema.Int,
  nextOffset,
  ...inWindow("2026-11-16")
}).annotate({ identifier: "AdsChangeHistory" })
export type ChangeHistory = typeof ChangeHistory.Type

// Spend and proceeds

/** What is kept of an app's ads over some days. */
export const AppSpend = Schema.Struct({
  total: Metrics,
  days: Schema.Array(Schema.Struct({ day: Schema.String, spend: orNull(Money), installs: orNull(Schema.Int) })),
  terms: Schema.Array(SearchTermRow)
})
export type AppSpend = typeof AppSpend.Type

const profitable = orNull(Schema.Literals(["no", "possible"])).annotate({
  description:
    "no: not even if ads brought all of the app's proceeds until day 30. possible: they would cover it; whether ads brought them can't be told. Null: not measurable, or not yet."
})
const ReturnDay = Schema.Struct({
  day: Field.text("YYYY-MM-DD.", "2026-10-01"),
  spend: orNull(Money).annotate({
    description: "On ads of the app; null after the window, and if the vendor didn't say."
  }),
  installs: orNull(Schema.Int).annotate({
    description: "Through ads; null after the window, and if the vendor didn't say."
  }),
  proceeds: orNull(Money).annotate({
    description: "All that the app earned that day, through ads or not, by the paywall connector; null where not known."
  })
}).annotate({ identifier: "AdsReturnDay" })
const ReturnTerm = Schema.Struct({
  searchTerm: Schema.String,
  taps: Schema.Int,
  installs: Schema.Int,
  spend: Money,
  avgCpi: orNull(Money).annotate({
    description: "What an install must bring to pay for itself; null without installs."
  }),
  proceedsAtMost: orNull(Money).annotate({
    description:
      "proceeds.amount × installs of the term ÷ installs through ads of the app: what it brought if ads brought all proceeds and each install the same. Null where not known."
  }),
  profitableAtDay30: profitable
}).annotate({ identifier: "AdsReturnTerm" })
export const AppReturn = Schema.Struct({
  appId: Schema.String,
  from: Field.text("First day of spend.", "2026-09-23"),
  to: Field.text("Last day of spend, included.", "2026-10-22"),
  day30: Field.text("30 days after the last day of spend: proceeds count until then.", "2026-11-21"),
  timeZone: orNull(Field.text("The ad account's, in which days of spend are counted.")),
  spend: orNull(Money).annotate({ description: `On ads of the app from from to to; ${notSaid}.` }),
  installs: counted("Installs through ads"),
  avgCpi: orNull(Money).annotate({ description: "Spend per install; null without installs." }),
  proceeds: Schema.Struct({
    status: Schema.Literals(["measured", "partial", "not_measured"]).annotate({
      description: "partial: day 30 isn't over, or some days aren't known."
    }),
    reason: orNull(Schema.String).annotate({ description: "Why it isn't measured; null where it is." }),
    amount: orNull(Money).annotate({
      description: "All that the app earned from from to day30, through ads or not; null where not measured."
    }),
    timeZone: orNull(Schema.String).annotate({
      description: "The paywall provider's, in which days of proceeds are counted; null where not measured."
    }),
    currencyAssumed: Schema.Boolean.annotate({
      description: "True where the provider told no currency: taken for USD."
    }),
    stale: Schema.Boolean.annotate({
      description: "True where the provider didn't answer, and older figures are given."
    })
  }),
  profitableAtDay30: profitable,
  days: Schema.Array(ReturnDay).annotate({ description: "Every day from from to day30." }),
  terms: Schema.Array(ReturnTerm).annotate({
    description:
      "Highest spend first, of the app's ten campaigns with the highest spend. Those folded by the vendor are left out."
  }),
  termsTotal: Schema.Int.annotate({ description: "How many terms there are in all." })
}).annotate({ identifier: "AdsAppReturn" })
export type AppReturn = typeof AppReturn.Type
