// What a customer of the vendor has: plain data, changed in place by writes.
import type { Worlds } from "@storeglass/sandbox"
import { dayOf, type InventedApp, ownedApps } from "@storeglass/sandbox/world"

export interface Money {
  readonly amount: string
  readonly currency: string
}
export interface BidStrategy {
  readonly bidStrategyType: string
  readonly bidStrategyGoal: string
  readonly bid?: Money
}
/** Ids are digits as text here, and numbers on the wire. */
export interface Campaign {
  readonly id: string
  readonly promotedObjectType: "APPSTORE_APP" | "BUSINESS_BRAND"
  readonly promotedObjectId: string
  readonly countries: ReadonlyArray<string>
  readonly bidStrategy: BidStrategy
  /** Why it doesn't run, whatever its user wants. */
  readonly problems: ReadonlyArray<string>
  readonly limits: ReadonlyArray<string>
  /** What its spend of past days was bounded by. */
  readonly budgetCents: number
  name: string
  status: string
  dailyBudget: Money
  deleted: boolean
  modifiedMs: number
}
export interface AdGroup {
  readonly id: string
  readonly campaignId: string
  readonly searchMatch: boolean
  readonly problems: ReadonlyArray<string>
  readonly targeting: Readonly<Record<string, { readonly include: ReadonlyArray<string> }>>
  name: string
  status: string
  bidStrategy: BidStrategy | undefined
  deleted: boolean
  modifiedMs: number
}
export interface Keyword {
  readonly id: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly text: string
  readonly matchType: "EXACT" | "BROAD"
  readonly status: "ACTIVE" | "PAUSED"
  readonly bid: Money
}
export interface AdAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly timezone: string
  readonly campaigns: Array<Campaign>
  readonly adGroups: Array<AdGroup>
  readonly keywords: ReadonlyArray<Keyword>
}
export interface Client {
  /** Tells ids of one client from those of another; 0 of those that demo accounts have. */
  readonly number: number
  readonly roles: ReadonlyArray<string>
  /** How many ad accounts it reaches. */
  readonly accounts: number
}

const startedMs = Date.parse("2025-09-01T00:00:00Z")
const manual = (amount: string, currency: string): BidStrategy => ({
  bidStrategyType: "MANUAL_CPT",
  bidStrategyGoal: "TAP",
  bid: { amount, currency }
})
const automatic: BidStrategy = { bidStrategyType: "MAX_CONVERSIONS", bidStrategyGoal: "INSTALL" }

interface Plan {
  readonly what: string
  readonly countries: ReadonlyArray<string>
  readonly budgetCents: number
  readonly automatic?: boolean
  readonly paused?: boolean
  readonly problems?: ReadonlyArray<string>
  readonly limits?: ReadonlyArray<string>
  readonly groups: number
}
/** Four for each of three apps. */
const plans: ReadonlyArray<ReadonlyArray<Plan>> = [
  [
    { what: "Brand", countries: ["US"], budgetCents: 5_000, groups: 2 },
    { what: "Category", countries: ["US", "CA"], budgetCents: 12_050, groups: 2 },
    { what: "Discovery", countries: ["US"], budgetCents: 8_000, automatic: true, groups: 1 },
    { what: "Competitors", countries: ["GB"], budgetCents: 3_000, paused: true, groups: 2 }
  ],
  [
    { what: "Brand", countries: ["US"], budgetCents: 4_000, groups: 2, problems: ["CONTENT_PROVIDER_UNLINKED"] },
    { what: "Category", countries: ["US"], budgetCents: 6_000, groups: 2, problems: ["AD_ACCOUNT_PAYMENT_ISSUES"] },
    { what: "New", countries: ["US"], budgetCents: 2_000, groups: 0, problems: ["AD_GROUPS_MISSING"] },
    { what: "Seasonal", countries: ["US"], budgetCents: 2_500, groups: 1, problems: ["AD_GROUPS_NOT_RUNNING"] }
  ],
  [
    { what: "Brand", countries: ["DE", "FR"], budgetCents: 3_500, groups: 2, limits: ["APP_LANGUAGE_INCOMPATIBLE"] },
    { what: "Category", countries: ["JP"], budgetCents: 9_000, groups: 2 },
    { what: "Discovery", countries: ["DE"], budgetCents: 4_500, automatic: true, paused: true, groups: 1 },
    { what: "Retired", countries: ["US"], budgetCents: 1_500, groups: 1, paused: true }
  ]
]

const cents = (amount: number): string => (amount / 100).toFixed(2)

const accountOf = (number: number, apps: ReadonlyArray<InventedApp>): AdAccount => {
  const currency = "USD"
  const campaigns: Array<Campaign> = []
  const adGroups: Array<AdGroup> = []
  const keywords: Array<Keyword> = []
  for (const [at, app] of apps.entries()) {
    for (const [nth, plan] of (plans[at] ?? []).entries()) {
      const serial = at * 4 + nth
      // One has an id that no double-precision number can hold, as the vendor's 64 bits allow.
      const id =
        serial === 1
          ? String(9_007_199_254_740_993n + 2n * BigInt(number))
          : `${1_540_000_000 + number * 1_000 + serial}`
      const strategy = plan.automatic === true ? automatic : manual("1.00", currency)
      campaigns.push({
        id,
        name: `${app.name} ${plan.what} ${plan.countries.join(" ")}`,
        promotedObjectType: "APPSTORE_APP",
        promotedObjectId: String(app.id),
        countries: plan.countries,
        bidStrategy: strategy,
        problems: plan.problems ?? [],
        limits: plan.limits ?? [],
        budgetCents: plan.budgetCents,
        status: plan.paused === true ? "PAUSED" : "ENABLED",
        dailyBudget: { amount: cents(plan.budgetCents), currency },
        deleted: false,
        modifiedMs: startedMs
      })
      for (let group = 0; group < plan.groups; group++) {
        const adGroupId = `${2_140_000_000 + number * 10_000 + serial * 10 + group}`
        const searchMatch = plan.automatic === true || group === 1
        adGroups.push({
          id: adGroupId,
          campaignId: id,
          name: searchMatch ? "Search match" : "Exact",
          status: "ENABLED",
          searchMatch,
          problems: plan.problems?.includes("AD_GROUPS_NOT_RUNNING") === true ? ["ADS_NOT_RUNNING"] : [],
          // Without one of its own, the campaign's applies.
          bidStrategy:
            plan.automatic === true
              ? { ...automatic, bid: { amount: "0.00", currency } }
              : group === 1
                ? undefined
                : manual("1.20", currency),
          targeting: {
            deviceClass: { include: ["IPHONE", ...(group === 0 ? ["IPAD"] : [])] },
            ...(group === 0 ? { minAge: { include: ["18"] }, maxAge: { include: ["54"] } } : {}),
            ...(nth === 1 ? { gender: { include: ["F"] }, locality: { include: ["US|CA|Oakland"] } } : {})
          },
          deleted: false,
          modifiedMs: startedMs
        })
        for (const [word, text] of app.keywords.slice(0, plan.automatic === true ? 0 : 5).entries()) {
          keywords.push({
            id: `${3_000_000_000 + number * 100_000 + serial * 100 + group * 10 + word}`,
            campaignId: id,
            adGroupId,
            text,
            matchType: searchMatch ? "BROAD" : "EXACT",
            status: word === 4 ? "PAUSED" : "ACTIVE",
            bid: { amount: cents(80 + 15 * word), currency }
          })
        }
      }
    }
  }
  const [brand] = campaigns
  if (brand !== undefined) {
    campaigns.push({
      ...brand,
      id: `${1_540_000_900 + number * 1_000}`,
      name: "Our shops on the map",
      promotedObjectType: "BUSINESS_BRAND",
      promotedObjectId: "987654321"
    })
  }
  return {
    id: `${700_000 + number * 10}`,
    name: "Main",
    currency,
    timezone: "America/New_York",
    campaigns,
    adGroups,
    keywords
  }
}

/** A change of one thing, as the vendor remembers it. */
export interface Remembered {
  readonly transactionId: string
  readonly atMs: number
  readonly accountId: string
  readonly entityType: "Campaign" | "AdGroup"
  readonly entityId: string
  readonly campaignId: string
  readonly name: string
  readonly userType: "CUSTOMER" | "CUSTOMER_API"
  readonly userId: string
  readonly changes: ReadonlyArray<{
    readonly field: string
    readonly oldValues: ReadonlyArray<string>
    readonly newValues: ReadonlyArray<string>
  }>
}

export interface Owned {
  readonly orgId: string
  readonly roles: ReadonlyArray<string>
  readonly accounts: ReadonlyArray<AdAccount>
  /** Every change that was asked for and done, in order. */
  readonly writes: Array<{ readonly path: string; readonly body: unknown }>
  /** By whomever, oldest first. */
  readonly history: Array<Remembered>
  /** Percent of its taps that a day has since the vendor corrected it. */
  readonly corrected: Map<string, number>
}

export const ownedBy = ({ accounts, number, roles }: Client, worlds: Worlds, nowMs: number): Owned => {
  const main = accountOf(number, ownedApps(worlds.first, dayOf(nowMs), 3))
  const [first] = main.campaigns
  const other: AdAccount = {
    id: `${700_001 + number * 10}`,
    name: "Europe",
    currency: "EUR",
    timezone: "Europe/Berlin",
    campaigns:
      first === undefined
        ? []
        : [{ ...first, id: `${1_540_000_800 + number * 1_000}`, dailyBudget: { amount: "20", currency: "EUR" } }],
    adGroups: [],
    keywords: []
  }
  // Someone of the demo's team was in the console the evening before.
  const history: Array<Remembered> =
    number === 0 && first !== undefined
      ? [
          {
            transactionId: "txn1",
            atMs: nowMs - 16 * 3_600_000,
            accountId: main.id,
            entityType: "Campaign",
            entityId: first.id,
            campaignId: first.id,
            name: first.name,
            userType: "CUSTOMER",
            userId: "111222333",
            changes: [{ field: "dailyBudget", oldValues: ["45.00"], newValues: [first.dailyBudget.amount] }]
          }
        ]
      : []
  return {
    orgId: `${40_000_000 + number}`,
    roles,
    accounts: [main, other].slice(0, accounts),
    writes: [],
    history,
    corrected: new Map()
  }
}
