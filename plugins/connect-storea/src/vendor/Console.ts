/**
 * The vendor's console as this plugin asks it: one method for each of its actions, with our records as results. What the
 * vendor refuses comes as the errors that our routes answer with.
 */
import type { ConsoleError, InvalidConsoleCredentials, Sent } from "@storeglass/plugin-api"
import { Context, Data, type Effect } from "effect"
import type { ConsoleCredentials } from "./credentials.ts"
import type * as Record from "./records.ts"

/** What every method may fail with; a route declares `consoleErrors` for it. */
export type ConsoleFailure = ConsoleError
type Asked<A> = Effect.Effect<A, ConsoleFailure>
/** What the vendor answered to a write; its own words, not a look afterwards. */
type Written<A> = Asked<Sent<A>>
/** What the vendor says to a deletion: nothing but that it's done. */
type Deleted = Asked<Omit<Sent<void>, "after">>

/** All pages joined, up to 2,000 rows (price points: 8,000). */
export interface Rows<A> {
  readonly items: ReadonlyArray<A>
  /** How many there are in all; null where the vendor doesn't say and not all were read. */
  readonly total: number | null
  readonly truncated: boolean
}

export interface IapFilter {
  /** Passed on as they are: the vendor adds members. */
  readonly type?: string | undefined
  readonly state?: string | undefined
  readonly productId?: string | undefined
}
export interface NewIap {
  readonly name: string
  readonly productId: string
  readonly inAppPurchaseType: string
  readonly reviewNote?: string | undefined
  readonly familySharable?: boolean | undefined
}
/** Absent: left as it is. `null` empties it. */
export interface IapPatch {
  readonly name?: string | undefined
  readonly reviewNote?: string | null | undefined
  readonly familySharable?: boolean | undefined
}
export interface NewLocalization {
  readonly locale: string
  readonly name: string
  readonly description?: string | undefined
}
export interface LocalizationPatch {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
}
/** How a localization of an approved product is made or changed: on its open version, or on one that is made for it. */
export interface LocalizationManner {
  readonly createVersion?: boolean | undefined
}
export interface NewSubscription {
  readonly name: string
  readonly productId: string
  readonly subscriptionPeriod?: string | undefined
  readonly groupLevel?: number | undefined
  readonly familySharable?: boolean | undefined
  readonly reviewNote?: string | undefined
}
export interface SubscriptionPatch {
  readonly name?: string | undefined
  readonly familySharable?: boolean | undefined
  readonly subscriptionPeriod?: string | undefined
  readonly reviewNote?: string | null | undefined
  readonly groupLevel?: number | undefined
}
/** Absent `startDate`: the current price. */
export interface NewScheduledPrice {
  readonly territory: string
  readonly pricePointId: string
  readonly startDate?: string | undefined
}
/** It replaces all manual prices. */
export interface NewSchedule {
  readonly baseTerritory: string
  readonly prices: ReadonlyArray<NewScheduledPrice>
}
export interface NewSubscriptionPrice {
  readonly territory: string
  readonly pricePointId: string
  /** Absent: as soon as possible. */
  readonly startDate?: string | undefined
  readonly preserveCurrentPrice: boolean
  readonly planType?: string | undefined
}
export interface FirstSubscriptionPrice {
  readonly territory: string
  readonly pricePointId: string
  readonly planType?: string | undefined
}
export interface SubscriptionPriceFilter {
  readonly territory?: string | undefined
  readonly planType?: string | undefined
}
export interface NewImage {
  readonly fileName: string
  readonly fileSize: number
}
/** Review screenshots of in-app purchases, or of subscriptions: each has at most one. */
export interface Pictured {
  /** Null where there is none; `NOT_FOUND` where the thing itself isn't there. */
  readonly of: (parentId: string) => Asked<Record.ReviewScreenshot | null>
  readonly get: (screenshotId: string) => Asked<Record.ReviewScreenshot>
  /** Its place, and how its bytes are sent there. */
  readonly reserve: (
    parentId: string,
    image: NewImage
  ) => Asked<{ readonly id: string; readonly send: (bytes: Uint8Array) => Asked<void> }>
  /** Says that all bytes are there. */
  readonly commit: (screenshotId: string, md5: string) => Written<Record.ReviewScreenshot>
  readonly remove: (screenshotId: string) => Deleted
}
/** What an availability is replaced by: every territory is named. */
export interface NewAvailability {
  readonly availableInNewTerritories: boolean
  readonly territories: ReadonlyArray<Record.TerritoryAvailability>
}

/** The two things with schedules. */
export interface Priced {
  /** The vendor needs a territory, or a few; all pages. */
  readonly pricePoints: (id: string, ...territories: ReadonlyArray<string>) => Asked<Rows<Record.PricePoint>>
  /** What a point costs in the other territories, as the vendor works it out. */
  readonly equalizations: (pricePointId: string) => Asked<Rows<Record.PricePoint>>
  /** Points by their ids, read by the territories that the ids tell of; one that isn't found is left out. */
  readonly pricePointsById: (id: string, ids: ReadonlyArray<string>) => Asked<ReadonlyMap<string, Record.PricePoint>>
  /** Null where there is none yet; `NOT_FOUND` where the thing itself isn't there. */
  readonly priceSchedule: (id: string) => Asked<Record.PriceSchedule | null>
  /** Of the schedule; null where there is none yet. One request, where `priceSchedule` makes three or more. */
  readonly baseTerritory: (id: string) => Asked<string | null>
  readonly replacePriceSchedule: (id: string, schedule: NewSchedule) => Written<Record.AcceptedSchedule>
}

/** Localizations of in-app purchases, or of subscriptions. */
export interface Localized {
  readonly list: (parentId: string) => Asked<Rows<Record.Localization>>
  /** With `createVersion` the one of that language on the open version, where there is one. */
  readonly get: (localizationId: string, manner?: LocalizationManner) => Asked<Record.Localization>
  readonly remove: (localization: Pick<Record.Localization, "id" | "versionId">) => Deleted
  readonly create: (
    parentId: string,
    localization: NewLocalization,
    manner?: LocalizationManner
  ) => Effect.Effect<Sent<Record.Localization>, ConsoleFailure | VersionOpen>
  readonly update: (
    localizationId: string,
    patch: LocalizationPatch,
    manner?: LocalizationManner
  ) => Effect.Effect<Sent<Record.Localization>, ConsoleFailure | VersionOpen>
}

/**
 * `createVersion` made or found an open version, and the localization on it was refused. Nothing else came of it; the
 * next call with `createVersion` uses that version.
 */
export class VersionOpen extends Data.TaggedError("VersionOpen")<{
  readonly openVersionId: string
  readonly failure: ConsoleFailure
}> {}

/** A console with somebody's credentials. */
export interface Console {
  /** Hash of issuer and key id: the lane. */
  readonly identity: string
  /** Hash of whose console it is: the issuer's, with whatever key; of a personal key, that key's. */
  readonly owner: string

  /** Whether an app is the owner's: `NOT_FOUND` where it isn't. */
  readonly app: (appId: string) => Asked<{ readonly id: string }>
  readonly iaps: (appId: string, filter?: IapFilter) => Asked<Rows<Record.Iap>>
  readonly iap: (iapId: string) => Asked<Record.Iap>
  readonly createIap: (appId: string, iap: NewIap) => Written<Record.Iap>
  readonly updateIap: (iapId: string, patch: IapPatch) => Written<Record.Iap>
  /** `VENDOR_CONFLICT` of one that was in review. */
  readonly deleteIap: (iapId: string) => Deleted
  readonly iapLocalizations: Localized
  readonly iapPrices: Priced
  readonly iapScreenshots: Pictured

  readonly subscriptionGroups: (appId: string) => Asked<Rows<Record.SubscriptionGroup>>
  readonly createSubscriptionGroup: (
    appId: string,
    group: { readonly referenceName: string }
  ) => Written<Record.SubscriptionGroup>
  /** One without subscriptions. */
  readonly deleteSubscriptionGroup: (groupId: string) => Deleted
  readonly subscriptions: (
    groupId: string,
    filter?: { readonly productId?: string | undefined }
  ) => Asked<Rows<Record.Subscription>>
  readonly createSubscription: (groupId: string, subscription: NewSubscription) => Written<Record.Subscription>
  readonly subscription: (subscriptionId: string) => Asked<Record.Subscription>
  readonly updateSubscription: (subscriptionId: string, patch: SubscriptionPatch) => Written<Record.Subscription>
  readonly deleteSubscription: (subscriptionId: string) => Deleted
  readonly subscriptionLocalizations: Localized
  readonly subscriptionScreenshots: Pictured
  /** Past, current and future ones. */
  readonly subscriptionPrices: (
    subscriptionId: string,
    filter?: SubscriptionPriceFilter
  ) => Asked<Rows<Record.SubscriptionPrice>>
  /** Whether it has any price anywhere: one request of one row. */
  readonly hasSubscriptionPrice: (subscriptionId: string) => Asked<boolean>
  readonly subscriptionPricePoints: (
    subscriptionId: string,
    ...territories: ReadonlyArray<string>
  ) => Asked<Rows<Record.PricePoint>>
  readonly subscriptionEqualizations: (pricePointId: string) => Asked<Rows<Record.PricePoint>>
  readonly subscriptionPricePoint: (pricePointId: string) => Asked<Record.PricePoint>
  /** For a subscription that has a price already: the vendor answers a first one with 500. */
  readonly createSubscriptionPrice: (
    subscriptionId: string,
    price: NewSubscriptionPrice
  ) => Written<Record.AcceptedPrice>
  /** The only way in which the vendor takes a first price: inline in a change of the subscription. */
  readonly setFirstSubscriptionPrice: (
    subscriptionId: string,
    price: FirstSubscriptionPrice
  ) => Written<Record.AcceptedPrice>

  /** Only one that hasn't begun. */
  readonly deleteSubscriptionPrice: (priceId: string) => Deleted

  readonly appPrices: Priced

  /** With the first 50 territories. Null where the app has none yet. */
  readonly availability: (appId: string) => Asked<Record.Availability | null>
  /** By its own id. */
  readonly availabilityById: (availabilityId: string) => Asked<Record.Availability>
  /** Every territory, in the vendor's order. */
  readonly territoryAvailabilities: (availabilityId: string) => Asked<Rows<Record.TerritoryAvailability>>
  /** The vendor's public API can't do it today where there is one: that is a `VENDOR_CONFLICT` which says so. */
  readonly replaceAvailability: (appId: string, next: NewAvailability) => Written<Record.Availability>
  /** Null where the id doesn't tell its app, and so there is nowhere to look. */
  readonly territoryAvailability: (territoryAvailabilityId: string) => Asked<Record.TerritoryAvailability | null>
  readonly updateTerritoryAvailability: (
    territoryAvailabilityId: string,
    patch: { readonly available: boolean }
  ) => Written<Record.TerritoryAvailability>
}

/** What the adapter needs of the plugin's config. */
export interface ConsoleSettings {
  /** `https://api.appstoreconnect.apple.com`. */
  readonly apiUrl: string
  readonly requestsPerMinute: number
  /** Whether localizations are written by themselves, or hang on versions. */
  readonly localizations: "v1" | "versions"
  /** Beside its own, the hosts that addresses for uploads may lead to. */
  readonly uploadHosts: ReadonlyArray<string>
}

/** Opens consoles; `ConsoleVendorLive` makes it. */
export class ConsoleVendor extends Context.Service<
  ConsoleVendor,
  {
    /** Checks the key by signing with it, before anything is asked of the vendor. */
    readonly open: (credentials: ConsoleCredentials) => Effect.Effect<Console, InvalidConsoleCredentials>
  }
>()("@storeglass/connect-storea/ConsoleVendor") {}
