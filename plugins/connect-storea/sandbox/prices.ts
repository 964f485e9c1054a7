// Price points, schedules and prices of subscriptions.
import type { Reply } from "@storeglass/sandbox"
import {
  nextId,
  type Owned,
  type Product,
  type Schedule,
  type SetPrice,
  type SubscriptionPrice,
  settle,
  stateAt
} from "./owned.ts"
import {
  currencyOf,
  isTerritory,
  moneyOf,
  opaque,
  type Point,
  pointId,
  pointOf,
  territories,
  tiers
} from "./territories.ts"
import {
  at,
  badAttribute,
  badRelationship,
  duplicate,
  failure,
  listAt,
  type Rows,
  ref,
  relatedIn,
  rowsOf,
  textAt,
  type Wire,
  wrongState
} from "./wire.ts"

/** What has points, as the vendor calls it. */
export interface Kind {
  readonly points: string
  readonly prices: string
  readonly schedule: string
  readonly thing: string
  /** What a new schedule calls the thing, and a new price its point. */
  readonly names: { readonly thing: string; readonly point: string }
}
export const iapKind: Kind = {
  points: "inAppPurchasePricePoints",
  prices: "inAppPurchasePrices",
  schedule: "inAppPurchasePriceSchedules",
  thing: "inAppPurchases",
  names: { thing: "inAppPurchase", point: "inAppPurchasePricePoint" }
}
export const appKind: Kind = {
  points: "appPricePoints",
  prices: "appPrices",
  schedule: "appPriceSchedules",
  thing: "apps",
  names: { thing: "app", point: "appPricePoint" }
}
export const subscriptionPoints = "subscriptionPricePoints"

export const territoryWire = (code: string): Wire => ({
  type: "territories",
  id: code,
  attributes: { currency: currencyOf(code) }
})
export const pointWire = (type: string, { owner, territory, tier }: Point): Wire => {
  const { customerPrice, proceeds, proceedsYear2 } = moneyOf(territory, tier)
  return {
    type,
    id: pointId(owner, territory, tier),
    attributes: { customerPrice, proceeds, ...(type === subscriptionPoints ? { proceedsYear2 } : {}) },
    relationships: { territory: ref("territories", territory) }
  }
}

const asked = (query: URLSearchParams): ReadonlyArray<string> => {
  const filter = query.get("filter[territory]")
  return filter === null ? territories : filter.split(",").filter(isTerritory)
}

/** All tiers of the territories that are asked for: 140,000 rows where none is. */
export const points = (type: string, owner: string, query: URLSearchParams): Rows => {
  const codes = asked(query)
  return {
    total: codes.length * tiers,
    at: (index) => {
      const territory = codes[Math.floor(index / tiers)] ?? "USA"
      return { data: pointWire(type, { owner, territory, tier: index % tiers }), included: [territoryWire(territory)] }
    }
  }
}
/** What a point costs elsewhere. */
export const equalizations = (type: string, { owner, territory, tier }: Point, query: URLSearchParams): Rows =>
  rowsOf(
    asked(query).filter((code) => code !== territory),
    (code) => ({ data: pointWire(type, { owner, territory: code, tier }), included: [territoryWire(code)] })
  )

interface Dated extends SetPrice {
  readonly endDate: string | null
}
/** In the order in which they hold; each ends when the next begins. */
const datedOf = (prices: ReadonlyArray<SetPrice>): ReadonlyArray<Dated> => {
  const sorted = prices.toSorted((a, b) => ((a.startDate ?? "") < (b.startDate ?? "") ? -1 : 1))
  return sorted.map((price, nth) => ({ ...price, endDate: sorted[nth + 1]?.startDate ?? null }))
}
const of = (schedule: Schedule, territory: string) => schedule.manual.filter((price) => price.territory === territory)

/** Manual prices, or those that follow the base territory's everywhere else. */
export const pricesIn = (schedule: Schedule, manual: boolean): ReadonlyArray<Dated> => {
  const set = new Set(schedule.manual.map(({ territory }) => territory))
  if (manual) return [...set].flatMap((territory) => datedOf(of(schedule, territory)))
  const base = datedOf(of(schedule, schedule.base))
  return territories
    .filter((territory) => !set.has(territory))
    .flatMap((territory) => base.map((price) => ({ ...price, territory })))
}
export const priceRows = (
  kind: Kind,
  owner: string,
  schedule: Schedule,
  manual: boolean,
  query: URLSearchParams
): Rows => {
  const codes = new Set(asked(query))
  const prices = pricesIn(schedule, manual).filter(({ territory }) => codes.has(territory))
  return rowsOf(prices, ({ endDate, startDate, territory, tier }) => ({
    data: {
      type: kind.prices,
      id: opaque({ s: owner, t: territory, p: String(tier), ...(startDate === null ? {} : { sd: startDate }) }),
      attributes: {
        manual,
        ...(startDate === null ? {} : { startDate }),
        ...(endDate === null ? {} : { endDate })
      },
      relationships: {
        [kind.names.point]: ref(kind.points, pointId(owner, territory, tier)),
        territory: ref("territories", territory)
      }
    },
    included: [pointWire(kind.points, { owner, territory, tier }), territoryWire(territory)]
  }))
}

export const scheduleWire = (kind: Kind, owner: string, { base }: Schedule): Wire => ({
  type: kind.schedule,
  id: owner,
  relationships: { baseTerritory: ref("territories", base) }
})

const day = /^\d{4}-\d{2}-\d{2}$/

/** A new schedule as it was sent, or what is wrong with it. */
export const scheduleIn = (
  kind: Kind,
  body: unknown,
  today: string
): { readonly schedule: Schedule } | { readonly reply: Reply } => {
  const owner = relatedIn(body, kind.names.thing)
  const base = relatedIn(body, "baseTerritory")
  if (!isTerritory(base)) {
    return { reply: badRelationship("/data/relationships/baseTerritory", `There is no territory '${base}'`) }
  }
  const included = listAt(body, "included")
  // A territory there has no "${…}" id, and so isn't one that is made.
  const old = included.find((each) => !/^\$\{\w+\}$/.test(textAt(each, "id") ?? ""))
  if (old !== undefined) {
    return {
      reply: badRelationship(
        "/included",
        `'${textAt(old, "type")}' with id '${textAt(old, "id")}' can't be included: only new resources can`
      )
    }
  }
  const named = listAt(body, "data", "relationships", "manualPrices", "data").map((each) => textAt(each, "id"))
  const made = included.map((each) => textAt(each, "id"))
  if (
    new Set(made).size !== made.length ||
    new Set(named).size !== named.length ||
    named.some((id) => !made.includes(id)) ||
    made.length !== named.length
  ) {
    return { reply: badRelationship("/data/relationships/manualPrices", "Each new price must be included once") }
  }
  const manual: Array<SetPrice> = []
  for (const [nth, price] of included.entries()) {
    const point = pointOf(textAt(price, "relationships", kind.names.point, "data", "id") ?? "")
    if (point === undefined || point.owner !== owner) {
      return {
        reply: badRelationship(
          `/included/${nth}/relationships/${kind.names.point}`,
          "The price point isn't one of this product"
        )
      }
    }
    const startDate = textAt(price, "attributes", "startDate") ?? null
    if (startDate !== null && (!day.test(startDate) || startDate < today)) {
      return { reply: badAttribute("startDate", `The start date '${startDate}' is in the past`) }
    }
    manual.push({ territory: point.territory, tier: point.tier, startDate })
  }
  const keys = manual.map(({ startDate, territory }) => `${territory} ${startDate}`)
  if (new Set(keys).size !== keys.length) {
    return { reply: duplicate("startDate", "Two prices of a territory begin on the same day") }
  }
  const current = manual.filter(({ startDate, territory }) => territory === base && startDate === null)
  if (current.length !== 1) {
    return { reply: badRelationship("/data/relationships/manualPrices", "The base territory needs one current price") }
  }
  return { schedule: { base, manual } }
}

export const subscriptionPriceRow = ({
  id,
  planType,
  preserved,
  startDate,
  subscriptionId,
  territory,
  tier
}: SubscriptionPrice) => ({
  data: {
    type: "subscriptionPrices",
    id,
    attributes: {
      preserved,
      ...(startDate === null ? {} : { startDate }),
      ...(planType === null ? {} : { planType })
    },
    relationships: {
      territory: ref("territories", territory),
      subscriptionPricePoint: ref(subscriptionPoints, pointId(subscriptionId, territory, tier))
    }
  },
  included: [pointWire(subscriptionPoints, { owner: subscriptionId, territory, tier }), territoryWire(territory)]
})

/** The plan of a price that names none. */
export const planOf = ({ planType }: Pick<SubscriptionPrice, "planType">): string => planType ?? "UPFRONT"

type Made = { readonly price: SubscriptionPrice } | { readonly reply: Reply }

/** A price of a subscription, from its relationships and attributes. */
const priceIn = (owned: Owned, product: Product, sent: unknown): Made => {
  const related = (name: string) => textAt(sent, "relationships", name, "data", "id")
  const point = pointOf(related("subscriptionPricePoint") ?? "")
  if (point === undefined || point.owner !== product.id) {
    return {
      reply: badRelationship(
        "/data/relationships/subscriptionPricePoint",
        "The price point isn't one of this subscription"
      )
    }
  }
  if ((related("territory") ?? point.territory) !== point.territory) {
    return { reply: badRelationship("/data/relationships/territory", "The price point is of another territory") }
  }
  return {
    price: {
      id: nextId(owned),
      subscriptionId: product.id,
      territory: point.territory,
      tier: point.tier,
      startDate: textAt(sent, "attributes", "startDate") ?? null,
      planType: textAt(sent, "attributes", "planType") ?? null,
      preserved: false,
      preserves: []
    }
  }
}

/** `POST /v1/subscriptionPrices`. */
export const addSubscriptionPrice = (owned: Owned, product: Product, body: unknown, nowMs: number): Made => {
  const existing = owned.subscriptionPrices.filter(({ subscriptionId }) => subscriptionId === product.id)
  if (existing.length === 0) {
    // As it is seen live, every time.
    return {
      reply: failure(500, {
        code: "UNEXPECTED_ERROR",
        title: "An unexpected error occurred.",
        detail: "An unexpected error occurred on the server side."
      })
    }
  }
  const made = priceIn(owned, product, at(body, "data"))
  if ("reply" in made) return made
  const { price } = made
  const today = new Date(nowMs).toISOString().slice(0, 10)
  if (price.startDate !== null && price.startDate < today) {
    return { reply: badAttribute("startDate", `The start date '${price.startDate}' is in the past`) }
  }
  const live = stateAt(product, nowMs) === "APPROVED"
  if (live && (price.startDate === null || price.startDate === today)) {
    return { reply: badAttribute("startDate", "The price of an approved subscription can only change on a later day") }
  }
  const beside = existing.filter((one) => one.territory === price.territory && planOf(one) === planOf(price))
  if (beside.some(({ startDate }) => startDate === price.startDate && startDate !== null)) {
    return { reply: duplicate("startDate", "There is a price of this territory that begins on this day") }
  }
  const preserves = at(body, "data", "attributes", "preserveCurrentPrice") === true
  const preserved = beside.filter((one) => preserves && !one.preserved)
  for (const one of preserved) one.preserved = true
  const added = { ...price, startDate: price.startDate ?? today, preserves: preserved.map(({ id }) => id) }
  owned.subscriptionPrices.push(added)
  return { price: added }
}

/** Prices that come inline with a change of the subscription. */
export const addInlinePrices = (owned: Owned, product: Product, body: unknown): Reply | undefined => {
  const named = listAt(body, "data", "relationships", "prices", "data")
  const existing = owned.subscriptionPrices.some(({ subscriptionId }) => subscriptionId === product.id)
  if (named.length > 0 && existing) return wrongState("The subscription has a price; change it by another price")
  for (const each of named) {
    const sent = listAt(body, "included").find((one) => textAt(one, "id") === textAt(each, "id"))
    const attributes = at(sent, "attributes")
    if (at(attributes, "startDate") !== undefined || at(attributes, "preserveCurrentPrice") !== undefined) {
      return badAttribute("preserveCurrentPrice", "A first price can't have this attribute")
    }
    const made = priceIn(owned, product, sent)
    if ("reply" in made) return made.reply
    owned.subscriptionPrices.push(made.price)
  }
  settle(owned, product.id)
  return undefined
}
