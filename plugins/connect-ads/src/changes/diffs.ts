/** What a change would change. */
import type { Change } from "@storeglass/plugin-api"
import { type Money, sameMoney } from "../money.ts"
import type { AdGroup, AdGroupPatch, Campaign, CampaignPatch } from "../schema.ts"

export interface Switched {
  readonly status?: "ENABLED" | "PAUSED"
  readonly name?: string
}
export interface Switchable {
  readonly status: string
  readonly name: string
  readonly servingState: string | null
  readonly servingStateReasons: ReadonlyArray<string>
}

const commonDiff = (before: Switchable, { name, status }: Switched): ReadonlyArray<Change> => [
  ...(status === undefined || status === before.status ? [] : [{ field: "status", from: before.status, to: status }]),
  ...(name === undefined || name === before.name ? [] : [{ field: "name", from: before.name, to: name }])
]
const moneyDiff = (field: string, from: Money | null, to: Money | undefined): ReadonlyArray<Change> =>
  to === undefined || sameMoney(from, to) ? [] : [{ field, from: from === null ? null : { ...from }, to: { ...to } }]

export const campaignDiff = (before: Campaign, intent: CampaignPatch): ReadonlyArray<Change> => [
  ...commonDiff(before, intent),
  ...moneyDiff("dailyBudgetAmount", before.dailyBudgetAmount, intent.dailyBudgetAmount)
]
export const adGroupDiff = (before: AdGroup, intent: AdGroupPatch): ReadonlyArray<Change> => [
  ...commonDiff(before, intent),
  ...moneyDiff("defaultBidAmount", before.defaultBidAmount, intent.defaultBidAmount)
]
