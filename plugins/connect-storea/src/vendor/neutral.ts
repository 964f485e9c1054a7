/** The vendor's things in our words. */
import { Option, Schema } from "effect"
import { toldById } from "./ids.ts"
import * as Record from "./records.ts"
import type { Resource } from "./shapes.ts"

type Attributes = Resource["attributes"]
const attribute = (attributes: Attributes, name: string): unknown => attributes?.[name]
const text = (attributes: Attributes, name: string): string | null => {
  const value = attribute(attributes, name)
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : null
}
const flag = (attributes: Attributes, name: string): boolean | null => {
  const value = attribute(attributes, name)
  return typeof value === "boolean" ? value : null
}
const whole = (attributes: Attributes, name: string): number | null => {
  const value = attribute(attributes, name)
  return typeof value === "number" && Number.isInteger(value) ? value : null
}
const texts = (attributes: Attributes, name: string): ReadonlyArray<string> => {
  const value = attribute(attributes, name)
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []
}
/** Money is decimal text on the wire, and stays so. */
const amount = (attributes: Attributes, name: string): string | null => {
  const value = text(attributes, name)
  return value !== null && /^-?\d{1,20}(\.\d{1,20})?$/.test(value) ? value : null
}
const day = (attributes: Attributes, name: string): string | null =>
  /^\d{4}-\d{2}-\d{2}/.exec(text(attributes, name) ?? "")?.[0] ?? null

/** The one thing that a relationship leads to. */
export const related = ({ relationships }: Resource, name: string): string | null => {
  const data = relationships?.[name]?.data
  return data === undefined || data === null || !("id" in data) ? null : data.id
}

/** What came along with an answer, by type and id. */
export type Included = ReadonlyMap<string, Resource>
const keyOf = (type: string, id: string) => `${type} ${id}`
export const includedOf = (included: ReadonlyArray<Resource> | null | undefined): Included =>
  new Map((included ?? []).map((resource) => [keyOf(resource.type, resource.id), resource]))

const currencyIn = (included: Included, territory: string | null): string | null =>
  territory === null ? null : text(included.get(keyOf("territories", territory))?.attributes, "currency")

export const iapOf = ({ attributes, id }: Resource): Record.Iap => ({
  id,
  name: text(attributes, "name"),
  productId: text(attributes, "productId"),
  inAppPurchaseType: text(attributes, "inAppPurchaseType"),
  state: text(attributes, "state"),
  reviewNote: text(attributes, "reviewNote"),
  familySharable: flag(attributes, "familySharable"),
  contentHosting: flag(attributes, "contentHosting")
})

const Delivery = Schema.Struct({
  state: Schema.optionalKey(Schema.NullOr(Schema.String)),
  errors: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          code: Schema.optionalKey(Schema.NullOr(Schema.String)),
          description: Schema.optionalKey(Schema.NullOr(Schema.String))
        })
      )
    )
  )
})
const Asset = Schema.Struct({
  templateUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  width: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  height: Schema.optionalKey(Schema.NullOr(Schema.Int))
})
const deliveryIn = Schema.decodeUnknownOption(Delivery)
const assetIn = Schema.decodeUnknownOption(Asset)

export const screenshotOf = ({ attributes, id }: Resource): Record.ReviewScreenshot => {
  const { errors, state = null } = Option.getOrElse(
    deliveryIn(attribute(attributes, "assetDeliveryState")),
    (): typeof Delivery.Type => ({})
  )
  const {
    height = null,
    templateUrl = null,
    width = null
  } = Option.getOrElse(assetIn(attribute(attributes, "imageAsset")), (): typeof Asset.Type => ({}))
  return {
    id,
    fileName: text(attributes, "fileName"),
    fileSize: whole(attributes, "fileSize"),
    checksum: text(attributes, "sourceFileChecksum"),
    state,
    problems: (errors ?? []).flatMap(({ code, description }) => description ?? code ?? []),
    templateUrl,
    width,
    height
  }
}

export const groupOf = ({ attributes, id }: Resource): Record.SubscriptionGroup => ({
  id,
  referenceName: text(attributes, "referenceName")
})

export const subscriptionOf = (resource: Resource, groupId: string | null = null): Record.Subscription => {
  const { attributes, id } = resource
  return {
    id,
    groupId: related(resource, "group") ?? groupId,
    name: text(attributes, "name"),
    productId: text(attributes, "productId"),
    subscriptionPeriod: text(attributes, "subscriptionPeriod"),
    groupLevel: whole(attributes, "groupLevel"),
    familySharable: flag(attributes, "familySharable"),
    reviewNote: text(attributes, "reviewNote"),
    state: text(attributes, "state")
  }
}

/** What is known of a localization from where it was found. */
export interface Whereabouts {
  /** What it calls its parent. */
  readonly parent: string
  readonly parentId?: string | null
  readonly versionId?: string | null
}
export const localizationOf = (
  resource: Resource,
  { parent, parentId = null, versionId = null }: Whereabouts
): Record.Localization => {
  const { attributes, id } = resource
  return {
    id,
    parentId: related(resource, parent) ?? parentId,
    versionId: related(resource, "version") ?? versionId,
    locale: text(attributes, "locale"),
    name: text(attributes, "name"),
    description: text(attributes, "description"),
    state: text(attributes, "state")
  }
}

export const pricePointOf = (resource: Resource, included: Included): Record.PricePoint => {
  const { attributes, id } = resource
  const territory = related(resource, "territory") ?? toldById(id)?.territory ?? null
  return {
    id,
    territory,
    currency: currencyIn(included, territory),
    customerPrice: amount(attributes, "customerPrice"),
    proceeds: amount(attributes, "proceeds"),
    proceedsYear2: amount(attributes, "proceedsYear2")
  }
}

/** As of a day, YYYY-MM-DD. A price ends on the day on which the next begins. */
export const statusOf = (
  { endDate, startDate }: { readonly startDate: string | null; readonly endDate: string | null },
  today: string
): Record.Price["status"] =>
  startDate !== null && startDate > today ? "future" : endDate !== null && endDate <= today ? "past" : "current"

const pricedOf = (resource: Resource, included: Included, names: { readonly point: string; readonly type: string }) => {
  const pricePointId = related(resource, names.point)
  const point = pricePointId === null ? undefined : included.get(keyOf(names.type, pricePointId))
  const territory =
    related(resource, "territory") ??
    (point === undefined ? null : related(point, "territory")) ??
    toldById(resource.id)?.territory ??
    (pricePointId === null ? null : (toldById(pricePointId)?.territory ?? null))
  return {
    id: resource.id,
    pricePointId,
    territory,
    currency: currencyIn(included, territory),
    customerPrice: amount(point?.attributes, "customerPrice"),
    proceeds: amount(point?.attributes, "proceeds"),
    proceedsYear2: amount(point?.attributes, "proceedsYear2")
  }
}

export const priceOf = (
  resource: Resource,
  included: Included,
  names: { readonly point: string; readonly type: string },
  today: string
): Record.Price => {
  const dates = { startDate: day(resource.attributes, "startDate"), endDate: day(resource.attributes, "endDate") }
  return {
    ...pricedOf(resource, included, names),
    ...dates,
    status: statusOf(dates, today),
    manual: flag(resource.attributes, "manual")
  }
}

const subscriptionPoint = { point: "subscriptionPricePoint", type: "subscriptionPricePoints" }
export type UndatedPrice = Omit<Record.SubscriptionPrice, "endDate" | "status">
export const subscriptionPriceOf = (resource: Resource, included: Included): UndatedPrice => ({
  ...pricedOf(resource, included, subscriptionPoint),
  startDate: day(resource.attributes, "startDate"),
  preserved: flag(resource.attributes, "preserved"),
  planType: text(resource.attributes, "planType")
})

/**
 * The vendor tells when a subscription's price begins, and not when it ends: it ends on the day on which the next of the
 * same territory and plan begins. One that is preserved still holds then, for those who subscribed at it.
 */
export const dated = (prices: ReadonlyArray<UndatedPrice>, today: string): ReadonlyArray<Record.SubscriptionPrice> => {
  const starts = new Map<string, Array<string>>()
  const keyOfPrice = ({ planType, territory }: UndatedPrice) => `${territory} ${planType ?? Record.upfront}`
  for (const price of prices) {
    const key = keyOfPrice(price)
    const known = starts.get(key) ?? []
    known.push(price.startDate ?? "")
    starts.set(key, known)
  }
  for (const known of starts.values()) known.sort()
  return prices.map((price) => {
    const start = price.startDate ?? ""
    const endDate = starts.get(keyOfPrice(price))?.find((other) => other > start) ?? null
    const ends = price.preserved === true ? null : endDate
    return { ...price, endDate, status: statusOf({ startDate: price.startDate, endDate: ends }, today) }
  })
}

export const territoryAvailabilityOf = (resource: Resource): Record.TerritoryAvailability => {
  const { attributes, id } = resource
  return {
    id,
    territory: related(resource, "territory") ?? toldById(id)?.territory ?? null,
    available: flag(attributes, "available"),
    releaseDate: day(attributes, "releaseDate"),
    preOrderEnabled: flag(attributes, "preOrderEnabled"),
    preOrderPublishDate: day(attributes, "preOrderPublishDate"),
    contentStatuses: texts(attributes, "contentStatuses")
  }
}

/** How many territories an availability's own answer lists. */
export const territoriesShown = 50
export const availabilityOf = (resource: Resource, included: Included): Record.Availability => {
  const relationship = resource.relationships?.territoryAvailabilities
  const linked = Array.isArray(relationship?.data) ? relationship.data : []
  return {
    id: resource.id,
    availableInNewTerritories: flag(resource.attributes, "availableInNewTerritories"),
    territoryAvailabilities: linked
      .flatMap(({ id, type }) => included.get(keyOf(type, id)) ?? [])
      .slice(0, territoriesShown)
      .map(territoryAvailabilityOf),
    total: relationship?.meta?.paging?.total ?? null
  }
}
