// What an owner has in the console: plain data, changed in place by writes.
import type { Worlds } from "@storeglass/sandbox"
import { dayOf, type InventedApp, ownedApps } from "@storeglass/sandbox/world"
import { type Reporting, reportingOf } from "./reports.ts"
import { tierOf } from "./territories.ts"

export interface Product {
  readonly id: string
  readonly kind: "iap" | "subscription"
  readonly appId: string
  readonly groupId: string | null
  readonly productId: string
  /** Of an in-app purchase. */
  readonly type: string | null
  name: string
  period: string | null
  groupLevel: number | null
  familySharable: boolean
  reviewNote: string | null
  state: string
  /** When it was sent to review. */
  submittedMs: number | null
}
export interface Localization {
  readonly id: string
  readonly parentId: string
  /** The version that it hangs on, where it hangs on one. */
  readonly versionId: string | null
  readonly locale: string
  name: string
  description: string | null
}
export interface Version {
  readonly id: string
  readonly parentId: string
  readonly number: number
  state: string
}
export interface Group {
  readonly id: string
  readonly appId: string
  readonly referenceName: string
}
/** A price that was set by hand. */
export interface SetPrice {
  readonly territory: string
  readonly tier: number
  readonly startDate: string | null
}
export interface Schedule {
  readonly base: string
  readonly manual: ReadonlyArray<SetPrice>
}
export interface SubscriptionPrice extends SetPrice {
  readonly id: string
  readonly subscriptionId: string
  readonly planType: string | null
  preserved: boolean
  /** Prices that are preserved on its account. */
  readonly preserves: ReadonlyArray<string>
}
export interface Screenshot {
  readonly id: string
  readonly parentId: string
  readonly fileName: string
  readonly fileSize: number
  /** Base64 by the offset of each part that came. */
  readonly parts: Record<string, string>
  state: string
  checksum: string | null
  problem: string | null
}
export interface Availability {
  inNew: boolean
  /** Where it isn't sold. */
  off: Array<string>
}
export interface Write {
  readonly method: string
  readonly path: string
  readonly body: unknown
}
export interface Owned {
  /** Tells ids of one owner from those of another. */
  readonly number: number
  readonly apps: ReadonlyArray<{ readonly id: string; readonly name: string; readonly bundleId: string }>
  readonly products: Array<Product>
  readonly localizations: Array<Localization>
  readonly versions: Array<Version>
  readonly groups: Array<Group>
  readonly subscriptionPrices: Array<SubscriptionPrice>
  /** By the id of the app or in-app purchase. */
  readonly schedules: Record<string, Schedule>
  readonly availabilities: Record<string, Availability>
  readonly screenshots: Array<Screenshot>
  /** What was done, oldest first. */
  readonly writes: Array<Write>
  readonly reporting: Reporting
  /** Of products that were deleted: never free again. */
  readonly usedProductIds: Array<string>
  serial: number
}

export const appsOwned = 20
const hourMs = 3_600_000

export const nextId = (owned: Owned): string => String(6_440_000_000 + owned.number * 100_000 + ++owned.serial)

interface Plan {
  readonly name: string
  readonly suffix: string
  readonly state: string
  readonly usd?: number
  readonly locales: ReadonlyArray<string>
}
const iaps: ReadonlyArray<Plan & { readonly type: string }> = [
  { name: "100 coins", suffix: "coins100", type: "CONSUMABLE", state: "APPROVED", usd: 1.99, locales: ["en-US"] },
  {
    name: "Remove ads",
    suffix: "noads",
    type: "NON_CONSUMABLE",
    state: "READY_TO_SUBMIT",
    usd: 4.99,
    locales: ["en-US", "de-DE"]
  },
  { name: "500 coins", suffix: "coins500", type: "CONSUMABLE", state: "MISSING_METADATA", locales: ["en-US"] },
  {
    name: "Season pass",
    suffix: "season",
    type: "NON_RENEWING_SUBSCRIPTION",
    state: "WAITING_FOR_REVIEW",
    usd: 9.99,
    locales: ["en-US"]
  }
]
const subscriptions: ReadonlyArray<Plan & { readonly period: string }> = [
  { name: "Premium monthly", suffix: "month", period: "ONE_MONTH", state: "APPROVED", usd: 4.99, locales: ["en-US"] },
  {
    name: "Premium yearly",
    suffix: "year",
    period: "ONE_YEAR",
    state: "READY_TO_SUBMIT",
    usd: 39.99,
    locales: ["en-US", "fr-FR"]
  },
  { name: "Premium weekly", suffix: "week", period: "ONE_WEEK", state: "MISSING_METADATA", locales: ["en-US"] }
]
const pricedIn = ["USA", "CAN", "DEU", "GBR", "JPN"]

const addProduct = (
  owned: Owned,
  fields: Omit<Product, "id" | "familySharable" | "reviewNote">,
  plan: Plan
): Product => {
  const product: Product = { id: nextId(owned), ...fields, familySharable: false, reviewNote: null }
  owned.products.push(product)
  for (const locale of plan.locales) {
    owned.localizations.push({
      id: nextId(owned),
      parentId: product.id,
      versionId: null,
      locale,
      name: plan.name,
      description: null
    })
  }
  return product
}

const addApp = (owned: Owned, app: InventedApp, at: number, nowMs: number): void => {
  const appId = String(app.id)
  const isNew = at === appsOwned - 1
  for (const plan of iaps) {
    const submittedMs = plan.state === "WAITING_FOR_REVIEW" ? nowMs - hourMs / 2 : null
    const { name, state, type } = plan
    const productId = `${app.bundleId}.${plan.suffix}`
    const fields = { kind: "iap", appId, groupId: null, productId, type, period: null, groupLevel: null } as const
    const product = addProduct(owned, { ...fields, name, state, submittedMs }, plan)
    if (plan.usd === undefined) continue
    const tier = tierOf(plan.usd)
    const inGermany = { territory: "DEU", tier: tier + 2, startDate: null }
    owned.schedules[product.id] = {
      base: "USA",
      manual: [{ territory: "USA", tier, startDate: null }, ...(plan.suffix === "coins100" ? [inGermany] : [])]
    }
  }
  const group = { id: nextId(owned), appId, referenceName: "Premium" }
  owned.groups.push(group)
  for (const [level, plan] of subscriptions.entries()) {
    const { name, period, state } = plan
    const productId = `${app.bundleId}.premium.${plan.suffix}`
    const fields = { kind: "subscription", appId, groupId: group.id, productId, type: null, period } as const
    const product = addProduct(owned, { ...fields, name, state, groupLevel: level + 1, submittedMs: null }, plan)
    if (plan.usd === undefined) continue
    for (const territory of pricedIn) {
      owned.subscriptionPrices.push({
        id: nextId(owned),
        subscriptionId: product.id,
        territory,
        tier: tierOf(plan.usd),
        startDate: null,
        planType: null,
        preserved: false,
        preserves: []
      })
    }
  }
  // The newest has neither a price nor territories yet.
  if (isNew) return
  owned.schedules[appId] = { base: "USA", manual: [{ territory: "USA", tier: tierOf(app.usd), startDate: null }] }
  owned.availabilities[appId] = { inNew: true, off: at % 2 === 1 ? ["CHN", "RUS"] : [] }
}

/** Every owner has the same apps, and things of the same kind under ids of its own. */
export const ownedBy = (number: number, worlds: Worlds, nowMs: number): Owned => {
  const apps = ownedApps(worlds.first, dayOf(nowMs), appsOwned)
  const owned: Owned = {
    number,
    apps: apps.map(({ bundleId, id, name }) => ({ id: String(id), name, bundleId })),
    products: [],
    localizations: [],
    versions: [],
    groups: [],
    subscriptionPrices: [],
    schedules: {},
    availabilities: {},
    screenshots: [],
    writes: [],
    usedProductIds: [],
    // The others sell nothing.
    reporting: reportingOf(apps.slice(0, 3).map(({ bundleId, id }) => ({ id: String(id), sku: bundleId }))),
    serial: 0
  }
  for (const [at, app] of apps.entries()) addApp(owned, app, at, nowMs)
  return owned
}

const reviewMs = { begins: hourMs, ends: 24 * hourMs }
/** Reviews go on by themselves: an hour until they begin, a day until they end well. */
export const stateAt = ({ state, submittedMs }: Product, nowMs: number): string => {
  if (submittedMs === null || state !== "WAITING_FOR_REVIEW") return state
  const sinceMs = nowMs - submittedMs
  return sinceMs < reviewMs.begins ? state : sinceMs < reviewMs.ends ? "IN_REVIEW" : "APPROVED"
}

/** What lacked a name or a price, and has both now, can be submitted. */
export const settle = (owned: Owned, productId: string): void => {
  const product = owned.products.find(({ id }) => id === productId)
  if (product?.state !== "MISSING_METADATA") return
  const named = owned.localizations.some(({ parentId }) => parentId === productId)
  const priced =
    product.kind === "iap"
      ? owned.schedules[productId] !== undefined
      : owned.subscriptionPrices.some(({ subscriptionId }) => subscriptionId === productId)
  if (named && priced) product.state = "READY_TO_SUBMIT"
}

/** What lacks a name or a price again can't be submitted any more. */
const unsettle = (owned: Owned, productId: string): void => {
  const product = owned.products.find(({ id }) => id === productId)
  if (product?.state !== "READY_TO_SUBMIT") return
  product.state = "MISSING_METADATA"
  settle(owned, productId)
}

/** Takes what passes out of a list. */
const drop = <A>(list: Array<A>, gone: (one: A) => boolean): void => {
  const kept = list.filter((one) => !gone(one))
  list.splice(0, list.length, ...kept)
}
export const dropProduct = (owned: Owned, { id, productId }: Product): void => {
  drop(owned.products, (product) => product.id === id)
  drop(owned.localizations, ({ parentId }) => parentId === id)
  drop(owned.versions, ({ parentId }) => parentId === id)
  drop(owned.screenshots, ({ parentId }) => parentId === id)
  drop(owned.subscriptionPrices, ({ subscriptionId }) => subscriptionId === id)
  Reflect.deleteProperty(owned.schedules, id)
  owned.usedProductIds.push(productId)
}
export const dropGroup = (owned: Owned, id: string): void => drop(owned.groups, (group) => group.id === id)
export const dropLocalization = (owned: Owned, { id, parentId }: Localization): void => {
  drop(owned.localizations, (each) => each.id === id)
  unsettle(owned, parentId)
}
export const dropPrice = (owned: Owned, { id, preserves }: SubscriptionPrice): void => {
  drop(owned.subscriptionPrices, (price) => price.id === id)
  for (const price of owned.subscriptionPrices) if (preserves.includes(price.id)) price.preserved = false
}

export const dropScreenshot = (owned: Owned, gone: Screenshot): void =>
  drop(owned.screenshots, ({ id }) => id === gone.id)

/** So many more in-app purchases of an app, each with a schedule. */
export const addCatalogue = (owned: Owned, appId: string, count: number): void => {
  for (let at = 0; at < count; at++) {
    const id = nextId(owned)
    owned.products.push({
      id,
      kind: "iap",
      appId,
      groupId: null,
      productId: `com.example.catalogue.${at}`,
      type: "CONSUMABLE",
      name: `Item ${at}`,
      period: null,
      groupLevel: null,
      familySharable: false,
      reviewNote: null,
      state: "APPROVED",
      submittedMs: null
    })
    owned.schedules[id] = { base: "USA", manual: [{ territory: "USA", tier: 1 + (at % 300), startDate: null }] }
  }
}
