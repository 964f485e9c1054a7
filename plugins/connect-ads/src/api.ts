import { Endpoint, group, Param, previewFlag, View } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { dashboardGroup } from "./dashboard/api.ts"
import { changeErrors, connectErrors, readErrors } from "./errors.ts"
import * as S from "./schema.ts"

const prefix = "/v1/connect/storea-ads"

const campaignId = Param.digits({ max: 19, description: "Campaign id from the list of campaigns." })
const adGroupId = Param.digits({ max: 19, description: "Ad group id from the list of its campaign's ad groups." })
const offset = (of: string) => Param.offset({ max: 1_000_000, of })
const page = (of: string) => ({ limit: Param.limit({ of, max: 1_000, default: 50 }), offset: offset(of) })
const days = {
  from: Param.optional(
    Param.date({ description: "First day, YYYY-MM-DD, in the ad account's time zone. Send it together with to." })
  ),
  to: Param.optional(Param.date({ description: "Last day, included. Send it together with from." })),
  days: Param.optional(
    Param.int({ min: 1, max: 731, description: "Days that end today, in place of from and to. Default 30." })
  )
}
const window = { ...days, limit: Param.limit({ of: "rows", max: 200, default: 50 }), offset: offset("rows") }
const noBody = { kind: "none", bytesMax: 0 } as const

const connect = Endpoint.post("connect", `${prefix}/credentials`, {
  tokenRole: "admin",
  payload: S.Credentials,
  answer: S.Connection,
  status: 201,
  errors: connectErrors,
  summary: "Connect search ads",
  description:
    "Verifies the credentials with the vendor, then saves them encrypted in place of older ones, and begins to copy spend by day. If the vendor refuses them, nothing changes. Keys are never shown again.",
  // It takes a private key.
  tool: false
})
const status = Endpoint.get("status", `${prefix}/credentials/status`, {
  answer: S.Connection,
  summary: "Status of the search ads connection",
  description:
    "Which ad account is connected, what its credentials may do, and what is wrong with them. Doesn't ask the vendor.",
  tool: { words: ["is search ads connected", "ad account, currency and time zone"] },
  view: View.status({
    state: "state",
    details: [
      { field: "adAccount.name", title: "Ad account" },
      { field: "adAccount.currency", title: "Currency" },
      { field: "adAccount.timeZone", title: "Time zone" },
      { field: "canWrite", title: "May change campaigns" },
      { field: "lastVerifiedAt", title: "Last verified" }
    ]
  })
})
const disconnect = Endpoint.delete("disconnect", `${prefix}/credentials`, {
  tokenRole: "admin",
  answer: S.Disconnected,
  summary: "Disconnect search ads",
  description:
    "Deletes the saved credentials, ends their tokens, and deletes the daily copy of spend that is kept here. Nothing changes at the vendor."
})
const campaigns = Endpoint.get("campaigns", `${prefix}/campaigns`, {
  query: page("campaigns"),
  answer: S.Campaigns,
  errors: readErrors,
  price: 1,
  summary: "Search ads campaigns",
  description:
    "The connected ad account's campaigns for apps: state, why one isn't running, countries, daily budget and strategy. At most a minute old.",
  tool: { essential: true, words: ["my ad campaigns", "why is my campaign not running", "ad budgets"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "name", title: "Campaign" },
      { field: "displayStatus", title: "Status" },
      { field: "servingState", title: "Serving" },
      { field: "dailyBudgetAmount.amount", title: "Daily budget" }
    ]
  })
})
const updateCampaign = Endpoint.put("updateCampaign", `${prefix}/campaigns/:campaignId`, {
  params: { campaignId },
  query: { dryRun: previewFlag() },
  payload: S.CampaignChange,
  answer: S.ChangedCampaign,
  errors: changeErrors,
  price: 1,
  summary: "Change a campaign",
  description:
    "Pauses, enables or renames a campaign, or sets its daily budget. This spends real money. It sends only what differs, in one request, and answers with what it then reads. A large raise needs confirm: true, and raises are capped per hour and day; dryRun=true shows the changes without making them.",
  tool: {
    title: "Pause, enable, rename or fund a campaign",
    words: ["pause a campaign", "raise the daily budget", "stop my ads"]
  }
})
const adGroups = Endpoint.get("adGroups", `${prefix}/campaigns/:campaignId/adgroups`, {
  params: { campaignId },
  query: page("ad groups"),
  answer: S.AdGroups,
  errors: readErrors,
  price: 1,
  summary: "Ad groups of a campaign",
  description: "A campaign's ad groups: state, default bid, search match, targeting. At most a minute old.",
  tool: { words: ["default bids", "who my ads are shown to"] }
})
const updateAdGroup = Endpoint.put("updateAdGroup", `${prefix}/campaigns/:campaignId/adgroups/:adGroupId`, {
  params: { campaignId, adGroupId },
  query: { dryRun: previewFlag() },
  payload: S.AdGroupChange,
  answer: S.ChangedAdGroup,
  errors: changeErrors,
  price: 1,
  summary: "Change an ad group",
  description:
    "Pauses, enables or renames an ad group, or sets its default bid. This spends real money. Under an automatic strategy there is no default bid. A large raise needs confirm: true, and raises are capped per hour and day; dryRun=true shows the changes without making them.",
  tool: { title: "Pause, enable, rename or bid for an ad group", words: ["change the bid", "raise bids"] }
})
const raises = Endpoint.get("raises", `${prefix}/raises`, {
  answer: S.RaiseCaps,
  errors: readErrors,
  summary: "Caps on raises, and what is used of them",
  description:
    "By how much budgets and bids of the ad account may be raised within an hour and within 24 hours, what was raised, and when there is room again. Counted over the journal of changes made through here. Doesn't ask the vendor.",
  tool: { words: ["how much may I still raise bids", "budget guard", "spend limits of the agent"] },
  view: View.table({
    rows: "caps",
    columns: [
      { field: "field", title: "Raises of" },
      { field: "window", title: "Within" },
      { field: "cap.amount", title: "Cap" },
      { field: "raised.amount", title: "Used" },
      { field: "left.amount", title: "Left" }
    ]
  })
})
const reportText =
  "Highest spend first, with totals over all rows. Days are those of the ad account's time zone; without from and to, the days that end today, whose figures aren't final."
const keywordReport = Endpoint.post("keywordReport", `${prefix}/campaigns/:campaignId/reports/keywords`, {
  params: { campaignId },
  query: window,
  answer: S.KeywordReport,
  errors: readErrors,
  price: 1,
  body: noBody,
  summary: "Keyword report of a campaign",
  description: `What each targeting keyword brought and cost, with its bid and the vendor's suggestion. ${reportText}`,
  tool: {
    readOnly: true,
    idempotent: true,
    words: ["which keywords spend the most", "cost per install", "suggested bids", "ads performance"]
  },
  view: View.bars({ rows: "rows", title: "keyword", value: "spend.amount" })
})
const searchTermReport = Endpoint.post("searchTermReport", `${prefix}/campaigns/:campaignId/reports/searchterms`, {
  params: { campaignId },
  query: window,
  answer: S.SearchTermReport,
  errors: readErrors,
  price: 1,
  body: noBody,
  summary: "Search term report of a campaign",
  description: `What people searched for when they saw the ads, and what that brought and cost. The vendor folds terms of low volume into rows without a term. ${reportText}`,
  tool: {
    readOnly: true,
    idempotent: true,
    words: ["which searches trigger my ads", "search terms of a campaign"]
  },
  view: View.bars({ rows: "rows", title: "searchTerm", value: "spend.amount" })
})
const waste = Endpoint.get("waste", `${prefix}/campaigns/:campaignId/waste`, {
  params: { campaignId },
  query: {
    ...days,
    minTaps: Param.int({
      min: 1,
      max: 100_000,
      default: 10,
      description: "Fewest taps a term must have had without an install. Default 10."
    }),
    minSpend: Param.text({
      max: 12,
      default: "0",
      description: "Least it must have cost, as a decimal number in the ad account's currency. Default 0: anything."
    }),
    limit: Param.limit({ of: "terms", max: 1_000, default: 100 })
  },
  answer: S.WasteReport,
  errors: readErrors,
  price: 1,
  summary: "Search terms that cost and bring nothing",
  description:
    "Search terms of a campaign with spend and no install, each with a negative keyword to take over, or the keyword to pause, and what they cost together. Terms that the vendor folds for low volume are never proposed. Nothing is changed or sent to the vendor.",
  tool: { words: ["wasted ad spend", "negative keywords", "search terms without installs", "what should I exclude"] },
  view: View.bars({ rows: "terms", title: "searchTerm", value: "spend.amount" })
})
const history = Endpoint.get("history", `${prefix}/changes`, {
  query: {
    campaignId: Param.optional(campaignId),
    from: days.from,
    to: days.to,
    days: Param.optional(
      Param.int({ min: 1, max: 183, description: "Days that end today, in place of from and to. Default 7." })
    ),
    limit: Param.limit({ of: "rows", max: 100, default: 25 }),
    offset: offset("rows")
  },
  answer: S.ChangeHistory,
  errors: readErrors,
  price: 1,
  summary: "Who changed what in the ad account",
  description:
    "The vendor's change history with the fields of each change and who made it: through here (with our journal's record of it), through another API client, in the vendor's console, or the vendor's support. Also what our journal has and the history doesn't show. Reaches back about 6 months.",
  tool: { words: ["who changed my campaign", "change history", "who paused the ads", "audit log of ads"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "at", title: "When" },
      { field: "madeBy", title: "By" },
      { field: "entityType", title: "What" },
      { field: "entityName", title: "Name" },
      { field: "event", title: "Event" }
    ]
  })
})
const appReturn = Endpoint.get("appReturn", `${prefix}/apps/:appId/return`, {
  params: {
    appId: Param.digits({ max: 19, description: "The app that campaigns promote: appId of a campaign.", picks: "app" })
  },
  query: {
    from: Param.optional(
      Param.date({
        description:
          "First day of spend, YYYY-MM-DD, in the ad account's time zone. Send it together with to. The vendor tells days for 90 days."
      })
    ),
    to: Param.optional(Param.date({ description: "Last day of spend, included: one that is over." })),
    days: Param.optional(
      Param.int({
        min: 1,
        max: 59,
        description: "Days of spend that end 31 days ago, so that day 30 is over, in place of from and to. Default 30."
      })
    ),
    limit: Param.limit({ of: "terms", max: 500, default: 50 })
  },
  answer: S.AppReturn,
  errors: readErrors,
  price: 1,
  summary: "Spend on an app's ads beside its proceeds",
  description:
    "What ads of an app cost by day and by search term, beside what the app earned until 30 days later by the connected paywall provider. Proceeds are known by app and day alone, so it tells what can't have been profitable at day 30, and never claims that ads brought the proceeds. Without a paywall connection proceeds are null.",
  tool: { words: ["return on ad spend", "are my ads profitable", "ROAS", "spend to revenue"] },
  view: View.table({
    rows: "terms",
    columns: [
      { field: "searchTerm", title: "Search term" },
      { field: "spend.amount", title: "Spend" },
      { field: "installs", title: "Installs" },
      { field: "profitableAtDay30", title: "Profitable at day 30" }
    ]
  })
})

export class AdsApi extends HttpApi.make("connect-ads").add(
  group(
    "connectAds",
    connect,
    status,
    campaigns,
    updateCampaign,
    adGroups,
    updateAdGroup,
    raises,
    keywordReport,
    searchTermReport,
    waste,
    history,
    appReturn,
    disconnect
  ),
  dashboardGroup
) {}
