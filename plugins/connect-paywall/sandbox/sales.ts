// What people bought in an invented app: a function of the app and the day, so that any window can be asked for.
import { dayMs, dayOf, hash, unit } from "@storeglass/sandbox/world"

export type Environment = "PRODUCTION" | "SANDBOX"

export interface Sale {
  readonly id: string
  readonly atMs: number
  readonly type: "trial_start" | "trial_conversion" | "initial_purchase" | "renewal"
  readonly environment: Environment
  readonly product: Product
  /** In dollars; null for a trial. */
  readonly price: number | null
  readonly paywall: string | null
  readonly placement: string | null
  readonly user: string | null
  readonly store: string
  readonly country: string
}

export interface Product {
  readonly identifier: string
  readonly usd: number
  readonly months: number
}

export const products: readonly [Product, Product, Product] = [
  { identifier: "pro.weekly", usd: 4.99, months: 12 / 52 },
  { identifier: "pro.monthly", usd: 9.99, months: 1 },
  { identifier: "pro.yearly", usd: 59.99, months: 12 }
]

export const placements = ["onboarding_end", "feature_gate", "settings_upgrade"] as const
export const paywalls = ["Spring offer", "Three plans", "Plain"] as const

/** Most are sold at home. */
const countries = ["US", "US", "US", "US", "GB", "DE"] as const

const types = ["trial_start", "trial_start", "trial_conversion", "initial_purchase", "renewal", "renewal"] as const

const pick = <A>(items: readonly [A, ...ReadonlyArray<A>], u: number): A =>
  items[Math.floor(u * items.length)] ?? items[0]

const saleOf = (key: number, day: number, index: number, environment: Environment, store: string): Sale => {
  const own = hash(key, day, index, environment === "SANDBOX" ? 1 : 0)
  const type = pick(types, unit(own, 1))
  const product = pick(products, unit(own, 2))
  const renews = type === "renewal" || type === "trial_conversion"
  return {
    id: `tx_${own.toString(36)}${day.toString(36)}${index.toString(36)}`,
    atMs: day * dayMs + Math.floor(unit(own, 3) * dayMs),
    type,
    environment,
    product,
    price: type === "trial_start" ? null : product.usd,
    paywall: renews ? null : pick(paywalls, unit(own, 4)),
    placement: renews ? null : pick(placements, unit(own, 5)),
    country: pick(countries, unit(own, 8)),
    user: unit(own, 6) < 0.05 ? null : `user-${hash(own, 7).toString(36)}`,
    store
  }
}

/** How many a day sees: more at its end of the week, a handful in the vendor's test environment. */
const countOn = (key: number, day: number, environment: Environment): number =>
  environment === "SANDBOX"
    ? Math.floor(unit(key, day, 11) * 3)
    : 4 + Math.floor(unit(key, day, 12) * 8) + (day % 7 < 2 ? 3 : 0)

/** The sales of an app from `fromMs` up to, and not at, `toMs`, newest first; nothing that's still to come. */
export const salesOf = (
  app: { readonly key: number; readonly store: string },
  environment: Environment,
  fromMs: number,
  toMs: number,
  nowMs: number,
  added: ReadonlyArray<Sale> = []
): ReadonlyArray<Sale> => {
  const endMs = Math.min(toMs, nowMs + 1)
  const sales: Array<Sale> = []
  for (let day = dayOf(fromMs); day <= dayOf(endMs); day++) {
    const count = countOn(app.key, day, environment)
    for (let index = 0; index < count; index++) sales.push(saleOf(app.key, day, index, environment, app.store))
  }
  return [...sales, ...added.filter((sale) => sale.environment === environment)]
    .filter(({ atMs }) => atMs >= fromMs && atMs < endMs)
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
}

/** How often a paywall was shown: some multiple of what came of it, by day. */
export const viewsOn = (key: number, day: number): number => 60 + Math.floor(unit(key, day, 21) * 90)

/** Shares of the views; what isn't here is never shown. */
const shares: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  placement: { onboarding_end: 0.5, feature_gate: 0.3, settings_upgrade: 0.2 },
  variantId: { v1: 0.4, v2: 0.4, v3: 0.2 }
}
export const shareOf = (breakdown: string, key: string) => shares[breakdown]?.[key] ?? 0

const paywallNames: ReadonlyArray<string> = paywalls
/** The variant that showed a paywall. */
export const variantOf = ({ paywall }: Sale) => (paywall === null ? "none" : `v${1 + paywallNames.indexOf(paywall)}`)

const cents = (amounts: ReadonlyArray<number | null>) =>
  amounts.reduce((sum: number, amount) => sum + Math.round((amount ?? 0) * 100), 0) / 100

export const bought = (sale: Sale) => sale.type === "initial_purchase" || sale.type === "trial_conversion"
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100)

/** What the vendor counts in a window of sales. `views` is null where nobody counted. */
export const figuresOf = (sales: ReadonlyArray<Sale>, views: number) => {
  const of = (type: Sale["type"]) => sales.filter((sale) => sale.type === type).length
  const paid = sales.filter(({ price }) => price !== null)
  return {
    netProceeds: cents(sales.map(({ price }) => price)),
    mrr: cents(paid.map(({ product }) => product.usd / product.months)),
    activeSubscriptions: paid.length,
    newTrials: of("trial_start"),
    trialConversionRate: share(of("trial_conversion"), of("trial_start") + of("trial_conversion")),
    initialConversion: share(sales.filter(bought).length + of("trial_start"), views),
    newUsers: new Set(sales.flatMap(({ user }) => (user === null ? [] : [user]))).size,
    newSubscriptions: sales.filter(bought).length,
    paywalledUsers: views
  }
}
export type Figures = ReturnType<typeof figuresOf>
