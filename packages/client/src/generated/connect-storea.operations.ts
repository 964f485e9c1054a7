// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./connect-storea.schemas.ts"

export interface ConnectStoreaIapsInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** CONSUMABLE, NON_CONSUMABLE or NON_RENEWING_SUBSCRIPTION. Another is passed on. */
  readonly type?: string | undefined
  /** State in the vendor's words, such as APPROVED. One unknown here is passed on. */
  readonly state?: string | undefined
}

export interface ConnectStoreaCreateIapInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Reference name, which customers don't see. */
  readonly name: string
  /** Product id in the app's code. It's fixed once it is made, and never free again. */
  readonly productId: string
  /** Fixed once it is made. */
  readonly inAppPurchaseType: "CONSUMABLE" | "NON_CONSUMABLE" | "NON_RENEWING_SUBSCRIPTION"
  /** Note for the vendor's review. */
  readonly reviewNote?: string | undefined
  /** Whether a family may share it. Once true, the vendor doesn't take it back. */
  readonly familySharable?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaIapInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaUpdateIapInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Reference name, which customers don't see. */
  readonly name?: string | undefined
  /** Note for the vendor's review; null removes it. */
  readonly reviewNote?: string | null | undefined
  /** Whether a family may share it. Once true, the vendor doesn't take it back. */
  readonly familySharable?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaIapLocalizationsInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaCreateIapLocalizationInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Language, or language and region. */
  readonly locale: string
  /** Name that customers see. */
  readonly name: string
  /** Description that customers see. */
  readonly description?: string | undefined
  /**
   * Where the product is approved and takes no localization by itself: put it on the open version, or on one that
   * is made for it. A version can't be deleted.
   */
  readonly createVersion?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaUpdateIapLocalizationInput {
  /** Id of the localization, from the list of localizations. */
  readonly localizationId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Name that customers see. */
  readonly name?: string | undefined
  /** Description that customers see; null removes it. */
  readonly description?: string | null | undefined
  /**
   * Where the product is approved and takes no localization by itself: put it on the open version, or on one that
   * is made for it. A version can't be deleted.
   */
  readonly createVersion?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaIapPricePointsInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /**
   * Territory whose points to give, such as USA. Absent: the base territory of the price schedule, else USA; the
   * answer says which.
   */
  readonly territory?: string | undefined
}

export interface ConnectStoreaIapPriceScheduleInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaReplaceIapPriceScheduleInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Territory from whose price all automatic prices follow. */
  readonly baseTerritory: string
  /** Must be true: all manual prices are replaced by those of the body. */
  readonly confirmReplaceAll?: boolean | undefined
  /** All manual prices: what isn't here is gone. */
  readonly prices: ReadonlyArray<{
    /** Whose price it is. */
    readonly territory: string
    /** Price point of that territory, from a price-points read. */
    readonly pricePointId?: string
    /**
     * In place of pricePointId: what a customer is to pay, in the territory's currency. It must be one of the
     * prices that the vendor allows; else the error names the two nearest.
     */
    readonly customerPrice?: string
    /** First day on which it holds: today (UTC) or later. Absent: the current price, which the base territory needs. */
    readonly startDate?: string
  }>
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaSubscriptionGroupsInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaCreateSubscriptionGroupInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Reference name, which customers don't see. */
  readonly referenceName: string
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaSubscriptionsInput {
  /** Id of the subscription group, from the list of an app's subscription groups. */
  readonly groupId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaCreateSubscriptionInput {
  /** Id of the subscription group, from the list of an app's subscription groups. */
  readonly groupId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Reference name, which customers don't see. */
  readonly name: string
  /** Product id in the app's code. It's fixed once it is made, and never free again. */
  readonly productId: string
  /** How long it lasts until it renews. */
  readonly subscriptionPeriod: "ONE_WEEK" | "ONE_MONTH" | "TWO_MONTHS" | "THREE_MONTHS" | "SIX_MONTHS" | "ONE_YEAR"
  /** Level in its group, 1 the highest: to move up is an upgrade. */
  readonly groupLevel?: number | undefined
  /** Whether a family may share it. Once true, the vendor doesn't take it back. */
  readonly familySharable?: boolean | undefined
  /** Note for the vendor's review. */
  readonly reviewNote?: string | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaSubscriptionInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaUpdateSubscriptionInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Reference name, which customers don't see. */
  readonly name?: string | undefined
  /** Whether a family may share it. Once true, the vendor doesn't take it back. */
  readonly familySharable?: boolean | undefined
  /** How long it lasts until it renews. */
  readonly subscriptionPeriod?: "ONE_WEEK" | "ONE_MONTH" | "TWO_MONTHS" | "THREE_MONTHS" | "SIX_MONTHS" | "ONE_YEAR" | undefined
  /** Note for the vendor's review; null removes it. */
  readonly reviewNote?: string | null | undefined
  /** Level in its group, 1 the highest: to move up is an upgrade. */
  readonly groupLevel?: number | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaSubscriptionLocalizationsInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaCreateSubscriptionLocalizationInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Language, or language and region. */
  readonly locale: string
  /** Name that customers see. */
  readonly name: string
  /** Description that customers see. */
  readonly description?: string | undefined
  /**
   * Where the product is approved and takes no localization by itself: put it on the open version, or on one that
   * is made for it. A version can't be deleted.
   */
  readonly createVersion?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaUpdateSubscriptionLocalizationInput {
  /** Id of the localization, from the list of localizations. */
  readonly localizationId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Name that customers see. */
  readonly name?: string | undefined
  /** Description that customers see; null removes it. */
  readonly description?: string | null | undefined
  /**
   * Where the product is approved and takes no localization by itself: put it on the open version, or on one that
   * is made for it. A version can't be deleted.
   */
  readonly createVersion?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaSubscriptionPricePointsInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /**
   * Territory whose points to give, such as USA. Absent: the base territory of the price schedule, else USA; the
   * answer says which.
   */
  readonly territory?: string | undefined
}

export interface ConnectStoreaSetSubscriptionPriceInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Whose price it is. Prices of a subscription are set one territory at a time. */
  readonly territory: string
  /** Price point of that territory, from a price-points read. */
  readonly pricePointId?: string | undefined
  /**
   * In place of pricePointId: what a customer is to pay, in the territory's currency. It must be one of the prices
   * that the vendor allows; else the error names the two nearest.
   */
  readonly customerPrice?: string | undefined
  /** First day on which it holds: today (UTC) or later. Absent: as soon as possible. */
  readonly startDate?: string | undefined
  /**
   * Required where the subscription has a price, refused for its first. true: existing subscribers keep what they
   * pay. false: they pay the new price from their next renewal, and the store may ask them to agree.
   */
  readonly preserveCurrentPrice?: boolean | undefined
  /** For subscriptions that are sold on several plans: whose price it is. Absent: of the one that is paid up front. */
  readonly planType?: "UPFRONT" | "MONTHLY" | undefined
  /** Must be true: customers of the territory pay this price, and subscribers may be asked to agree to it. */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaAvailabilityInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Only this territory, such as USA. Absent: all, 50 to a page. */
  readonly territory?: string | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface ConnectStoreaUpdateAvailabilityInput {
  /** Id of the availability, from the availability read; it's the app's id. */
  readonly availabilityId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Whether the app comes to territories that the vendor adds. */
  readonly availableInNewTerritories: boolean
  /** Must be true: the app's availability is replaced by one that differs in this switch alone. */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaUpdateTerritoryAvailabilityInput {
  /** Id of the availability in a territory, from the availability read. */
  readonly territoryAvailabilityId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Whether the app is sold there. */
  readonly available: boolean
  /** Must be true: the app goes on or off sale in the territory. */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaAppPricePointsInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /**
   * Territory whose points to give, such as USA. Absent: the base territory of the price schedule, else USA; the
   * answer says which.
   */
  readonly territory?: string | undefined
}

export interface ConnectStoreaAppPriceScheduleInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaReplaceAppPriceScheduleInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Territory from whose price all automatic prices follow. */
  readonly baseTerritory: string
  /** Must be true: all manual prices are replaced by those of the body. */
  readonly confirmReplaceAll?: boolean | undefined
  /** All manual prices: what isn't here is gone. */
  readonly prices: ReadonlyArray<{
    /** Whose price it is. */
    readonly territory: string
    /** Price point of that territory, from a price-points read. */
    readonly pricePointId?: string
    /**
     * In place of pricePointId: what a customer is to pay, in the territory's currency. It must be one of the
     * prices that the vendor allows; else the error names the two nearest.
     */
    readonly customerPrice?: string
    /** First day on which it holds: today (UTC) or later. Absent: the current price, which the base territory needs. */
    readonly startDate?: string
  }>
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaChangesChangesInput {
  /** At most this many changes, 1 to 100. Default 25. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface ConnectStoreaChangesUndoInput {
  /** Id of the change, from the list of changes. */
  readonly changeId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Must be true: the change is taken back: what there was before it is written again, or what it made is deleted. */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaPlansIapInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Base territory, from whose price all others are worked out. */
  readonly territory: string
  /** Price point of that territory, from a price-points read. */
  readonly pricePointId?: string | undefined
  /**
   * In place of pricePointId: what a customer is to pay, in the territory's currency. It must be one of the prices
   * that the vendor allows; else the error names the two nearest.
   */
  readonly customerPrice?: string | undefined
  /**
   * How each territory's price is rounded to a point with such an ending. One that would move by more than a
   * quarter stays as the vendor worked it out. Absent: all stay so.
   */
  readonly rounding?: {
    /** In which direction a price may move. */
    readonly to: "nearest" | "up" | "down"
    /** How a price may end. */
    readonly endings: ReadonlyArray<string>
  } | undefined
  /** Territories whose prices stay as they are. */
  readonly except?: ReadonlyArray<string> | undefined
  /** First day on which the prices hold: today (UTC) or later. Absent: as soon as possible. */
  readonly startDate?: string | undefined
  /** Must be true: customers of every territory in the plan pay these prices. */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaPlansSubscriptionInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Base territory, from whose price all others are worked out. */
  readonly territory: string
  /** Price point of that territory, from a price-points read. */
  readonly pricePointId?: string | undefined
  /**
   * In place of pricePointId: what a customer is to pay, in the territory's currency. It must be one of the prices
   * that the vendor allows; else the error names the two nearest.
   */
  readonly customerPrice?: string | undefined
  /**
   * How each territory's price is rounded to a point with such an ending. One that would move by more than a
   * quarter stays as the vendor worked it out. Absent: all stay so.
   */
  readonly rounding?: {
    /** In which direction a price may move. */
    readonly to: "nearest" | "up" | "down"
    /** How a price may end. */
    readonly endings: ReadonlyArray<string>
  } | undefined
  /** Territories whose prices stay as they are. */
  readonly except?: ReadonlyArray<string> | undefined
  /** First day on which the prices hold: today (UTC) or later. Absent: as soon as possible. */
  readonly startDate?: string | undefined
  /**
   * Required where the subscription has a price. true: existing subscribers keep what they pay. false: they pay the
   * new price from their next renewal, and the store may ask them to agree.
   */
  readonly preserveCurrentPrice?: boolean | undefined
  /**
   * For subscriptions that are sold on several plans: whose prices they are. Absent: of the one that is paid up
   * front.
   */
  readonly planType?: "UPFRONT" | "MONTHLY" | undefined
  /** Must be true: customers of every territory in the plan pay these prices. */
  readonly confirm?: boolean | undefined
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaScreenshotsIapInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaScreenshotsUploadIapInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Name of the file, which ends in .png, .jpg or .jpeg. */
  readonly fileName: string
  /** The file, PNG or JPEG, as base64; at most 6 MiB. */
  readonly image: string
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaScreenshotsDeleteIapInput {
  /** Id of the in-app purchase, from the list of an app's in-app purchases. */
  readonly iapId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** The planId of a preview. Refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | number | undefined
}

export interface ConnectStoreaScreenshotsSubscriptionInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
}

export interface ConnectStoreaScreenshotsUploadSubscriptionInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** Name of the file, which ends in .png, .jpg or .jpeg. */
  readonly fileName: string
  /** The file, PNG or JPEG, as base64; at most 6 MiB. */
  readonly image: string
  /** The planId of a preview. The write is refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | undefined
}

export interface ConnectStoreaScreenshotsDeleteSubscriptionInput {
  /** Id of the subscription, from the list of a group's subscriptions. */
  readonly subscriptionId: string | number
  /** Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly "x-console-issuer-id"?: string | undefined
  /** Required. Id of the console key. */
  readonly "x-console-key-id"?: string | undefined
  /**
   * Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\n` for its line breaks, base64 of the PEM,
   * or base64 of the DER. It's used for this call and kept nowhere.
   */
  readonly "x-console-private-key"?: string | undefined
  /** Check, and answer what the write would do, without writing. */
  readonly dryRun?: boolean | undefined
  /** The planId of a preview. Refused with PLAN_STALE if the state has changed since. */
  readonly planId?: string | number | undefined
}

export interface ConnectStoreaSyncConnectInput {
  /** Issuer id of the console key, a UUID; `individual` for a personal key, which has none. */
  readonly issuerId: string
  /** Id of the console key. */
  readonly keyId: string
  /** Private key of that id: P-256 in PKCS#8 form, as PEM or base64. */
  readonly privateKey: string
  /** Number under which sales are reported, from Payments and Financial Reports. Absent: no sales are read. */
  readonly vendorNumber?: string | undefined
  /**
   * Whether to read analytics reports too. The first sync orders them at the vendor, which takes a key with the
   * role Admin. Default true.
   */
  readonly analytics?: boolean | undefined
  /**
   * Whether the estimates that this account sees, and nobody else's, are corrected by what its own apps counted.
   * Default true.
   */
  readonly correctEstimates?: boolean | undefined
}

export interface ConnectStoreaSyncDisconnectInput {
  /** Whether to delete what was read too, with what this account's estimates learnt from it. */
  readonly purge?: boolean | undefined
}

export interface ConnectStoreaSyncDaysInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** First day. Default: 30 days that end with to. At most 366 days. */
  readonly from?: string | undefined
  /** Last day, included. Default: yesterday, in the store's time zone. */
  readonly to?: string | undefined
  /** One country alone. Default: all of them together. */
  readonly country?: string | undefined
}

export interface ConnectStoreaSyncCountriesInput {
  /** The app's numeric store id. */
  readonly appId: string | number
  /** First day. Default: 30 days that end with to. At most 366 days. */
  readonly from?: string | undefined
  /** Last day, included. Default: yesterday, in the store's time zone. */
  readonly to?: string | undefined
}

export interface ConnectStorea {
  /**
   * In-app purchases of an app.
   *
   * An app's in-app purchases at the owner's console: name, product id, type and review state. All pages in one
   * list, at most 2,000 rows.
   *
   * Costs 1 general credit. `GET /v1/connect/apps/{appId}/iaps`
   */
  readonly iaps: Operation<ConnectStoreaIapsInput, S.ConsoleIaps>
  /**
   * Create an in-app purchase.
   *
   * Makes an in-app purchase. Its product id and type can't be changed later. One that is there already with the
   * same values is answered with unchanged: true; with other values it's 409. dryRun=true shows what it would
   * change without writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/apps/{appId}/iaps`
   */
  readonly createIap: Operation<ConnectStoreaCreateIapInput, S.WritePreview | {
    /** Id of the in-app purchase at the vendor. */
    readonly id: string
    /** Reference name; null if the vendor didn't say. */
    readonly name: string | null
    /** Product id, fixed once it is made; null if the vendor didn't say. */
    readonly productId: string | null
    /** CONSUMABLE, NON_CONSUMABLE or NON_RENEWING_SUBSCRIPTION; null if the vendor didn't say. */
    readonly inAppPurchaseType: string | null
    /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
    readonly state: string | null
    /** Note for the vendor's review; null if the vendor didn't say. */
    readonly reviewNote: string | null
    /** Whether a family may share it; null if the vendor didn't say. */
    readonly familySharable: boolean | null
    /** Whether the vendor hosts content of it; null if the vendor didn't say. */
    readonly contentHosting: boolean | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * In-app purchase.
   *
   * One in-app purchase at the owner's console.
   *
   * Costs 1 general credit. `GET /v1/connect/iaps/{iapId}`
   */
  readonly iap: Operation<ConnectStoreaIapInput, S.ConsoleIap>
  /**
   * Change an in-app purchase.
   *
   * Changes the reference name, the note for the vendor's review, or whether a family may share it. It sends only
   * what differs. dryRun=true shows what it would change without writing. Send an Idempotency-Key: a repeat with it
   * is never written twice.
   *
   * Costs 1 general credit. `PATCH /v1/connect/iaps/{iapId}`
   */
  readonly updateIap: Operation<ConnectStoreaUpdateIapInput, unknown>
  /**
   * Localizations of an in-app purchase.
   *
   * Names and descriptions of an in-app purchase that customers see, by language.
   *
   * Costs 1 general credit. `GET /v1/connect/iaps/{iapId}/localizations`
   */
  readonly iapLocalizations: Operation<ConnectStoreaIapLocalizationsInput, S.ConsoleLocalizations>
  /**
   * Localize an in-app purchase.
   *
   * Adds a language: the name and description that customers see. Where the vendor takes none for an approved
   * product, it's 409, and createVersion: true puts it on a version. dryRun=true shows what it would change without
   * writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/iaps/{iapId}/localizations`
   */
  readonly createIapLocalization: Operation<ConnectStoreaCreateIapLocalizationInput, S.WritePreview | {
    /** Id of the localization at the vendor. */
    readonly id: string
    /** Id of the in-app purchase or subscription that it belongs to; null if the vendor didn't say. */
    readonly parentId: string | null
    /** Id of the version that it hangs on; null where localizations don't hang on versions. */
    readonly versionId: string | null
    /** Language and region; null if the vendor didn't say. */
    readonly locale: string | null
    /** Name that customers see; null if the vendor didn't say. */
    readonly name: string | null
    /** Description that customers see; null if the vendor didn't say. */
    readonly description: string | null
    /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
    readonly state: string | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Change a localization of an in-app purchase.
   *
   * Changes the name or description that customers see in one language. It sends only what differs. Where the
   * vendor takes no change for an approved product, it's 409, and createVersion: true makes it on a version.
   * dryRun=true shows what it would change without writing. Send an Idempotency-Key: a repeat with it is never
   * written twice.
   *
   * Costs 1 general credit. `PATCH /v1/connect/iap-localizations/{localizationId}`
   */
  readonly updateIapLocalization: Operation<ConnectStoreaUpdateIapLocalizationInput, unknown>
  /**
   * Price points of an in-app purchase.
   *
   * The prices that the vendor allows for an in-app purchase in a territory, with what the owner gets of each.
   * Amounts are decimal text; id is what a price is set with. About 800 for each territory.
   *
   * Costs 1 general credit. `GET /v1/connect/iaps/{iapId}/price-points`
   */
  readonly iapPricePoints: Operation<ConnectStoreaIapPricePointsInput, S.ConsolePricePoints>
  /**
   * Price schedule of an in-app purchase.
   *
   * What an in-app purchase costs and will cost: its base territory, the prices set by hand, and those that the
   * vendor derives from the base territory's. Each price is past, current or future, as of today (UTC).
   *
   * Costs 1 general credit. `GET /v1/connect/iaps/{iapId}/price-schedule`
   */
  readonly iapPriceSchedule: Operation<ConnectStoreaIapPriceScheduleInput, S.ConsolePriceSchedule>
  /**
   * Replace the price schedule of an in-app purchase.
   *
   * Replaces all manual prices of an in-app purchase, which changes what customers pay: prices that aren't in the
   * body are gone, planned ones too. Needs confirmReplaceAll: true, and one price without startDate for the base
   * territory. dryRun=true lists what goes, comes and stays with prices and currency, and warns of large moves.
   * Send its planId, and the write is refused if the schedule has changed since. Send an Idempotency-Key: a repeat
   * with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/iaps/{iapId}/price-schedule`
   */
  readonly replaceIapPriceSchedule: Operation<ConnectStoreaReplaceIapPriceScheduleInput, S.ConsoleSchedulePreview | {
    /** Id of the schedule at the vendor. */
    readonly id: string
    /** Territory from whose price the automatic ones follow. */
    readonly baseTerritory: string
    /** The manual prices that it has now, as sent. */
    readonly manualPrices: ReadonlyArray<S.ConsoleScheduledPrice>
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Subscription groups of an app.
   *
   * An app's subscription groups: of the subscriptions in one, a customer has one at a time.
   *
   * Costs 1 general credit. `GET /v1/connect/apps/{appId}/subscription-groups`
   */
  readonly subscriptionGroups: Operation<ConnectStoreaSubscriptionGroupsInput, S.ConsoleSubscriptionGroups>
  /**
   * Create a subscription group.
   *
   * Makes a subscription group. One that is there already under this name is answered with unchanged: true.
   * dryRun=true shows what it would change without writing. Send an Idempotency-Key: a repeat with it is never
   * written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/apps/{appId}/subscription-groups`
   */
  readonly createSubscriptionGroup: Operation<ConnectStoreaCreateSubscriptionGroupInput, S.WritePreview | {
    /** Id of the subscription group at the vendor. */
    readonly id: string
    /** Reference name; null if the vendor didn't say. */
    readonly referenceName: string | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Subscriptions of a group.
   *
   * A group's subscriptions: name, product id, period, level and review state.
   *
   * Costs 1 general credit. `GET /v1/connect/subscription-groups/{groupId}/subscriptions`
   */
  readonly subscriptions: Operation<ConnectStoreaSubscriptionsInput, S.ConsoleSubscriptions>
  /**
   * Create a subscription.
   *
   * Makes a subscription in a group. It has no price yet. One that is there already with the same values is
   * answered with unchanged: true; with other values it's 409. dryRun=true shows what it would change without
   * writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/subscription-groups/{groupId}/subscriptions`
   */
  readonly createSubscription: Operation<ConnectStoreaCreateSubscriptionInput, S.WritePreview | {
    /** Id of the subscription at the vendor. */
    readonly id: string
    /** Id of its group; null if the vendor didn't say. */
    readonly groupId: string | null
    /** Reference name; null if the vendor didn't say. */
    readonly name: string | null
    /** Product id, fixed once it is made; null if the vendor didn't say. */
    readonly productId: string | null
    /** ONE_WEEK to ONE_YEAR; null if the vendor didn't say. */
    readonly subscriptionPeriod: string | null
    /** Level in its group, 1 the highest; null if the vendor didn't say. */
    readonly groupLevel: number | null
    /** Whether a family may share it; null if the vendor didn't say. */
    readonly familySharable: boolean | null
    /** Note for the vendor's review; null if the vendor didn't say. */
    readonly reviewNote: string | null
    /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
    readonly state: string | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Subscription with its prices.
   *
   * One subscription, with its current and future prices by territory.
   *
   * Costs 1 general credit. `GET /v1/connect/subscriptions/{subscriptionId}`
   */
  readonly subscription: Operation<ConnectStoreaSubscriptionInput, S.ConsoleSubscriptionDetail>
  /**
   * Change a subscription.
   *
   * Changes the reference name, family sharing, period, level or the note for the vendor's review. It sends only
   * what differs. dryRun=true shows what it would change without writing. Send an Idempotency-Key: a repeat with it
   * is never written twice.
   *
   * Costs 1 general credit. `PATCH /v1/connect/subscriptions/{subscriptionId}`
   */
  readonly updateSubscription: Operation<ConnectStoreaUpdateSubscriptionInput, unknown>
  /**
   * Localizations of a subscription.
   *
   * Names and descriptions of a subscription that customers see, by language.
   *
   * Costs 1 general credit. `GET /v1/connect/subscriptions/{subscriptionId}/localizations`
   */
  readonly subscriptionLocalizations: Operation<ConnectStoreaSubscriptionLocalizationsInput, S.ConsoleLocalizations>
  /**
   * Localize a subscription.
   *
   * Adds a language: the name and description that customers see. Where the vendor takes none for an approved
   * product, it's 409, and createVersion: true puts it on a version. dryRun=true shows what it would change without
   * writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/subscriptions/{subscriptionId}/localizations`
   */
  readonly createSubscriptionLocalization: Operation<ConnectStoreaCreateSubscriptionLocalizationInput, S.WritePreview | {
    /** Id of the localization at the vendor. */
    readonly id: string
    /** Id of the in-app purchase or subscription that it belongs to; null if the vendor didn't say. */
    readonly parentId: string | null
    /** Id of the version that it hangs on; null where localizations don't hang on versions. */
    readonly versionId: string | null
    /** Language and region; null if the vendor didn't say. */
    readonly locale: string | null
    /** Name that customers see; null if the vendor didn't say. */
    readonly name: string | null
    /** Description that customers see; null if the vendor didn't say. */
    readonly description: string | null
    /** The vendor's state of it, which may be one that is newer than this gateway; null if the vendor didn't say. */
    readonly state: string | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Change a localization of a subscription.
   *
   * Changes the name or description that customers see in one language. It sends only what differs. Where the
   * vendor takes no change for an approved product, it's 409, and createVersion: true makes it on a version.
   * dryRun=true shows what it would change without writing. Send an Idempotency-Key: a repeat with it is never
   * written twice.
   *
   * Costs 1 general credit. `PATCH /v1/connect/subscription-localizations/{localizationId}`
   */
  readonly updateSubscriptionLocalization: Operation<ConnectStoreaUpdateSubscriptionLocalizationInput, unknown>
  /**
   * Price points of a subscription.
   *
   * The prices that the vendor allows for a subscription in a territory, with what the owner gets of each, in a
   * subscriber's first year and later. Amounts are decimal text; id is what a price is set with. About 800 for each
   * territory.
   *
   * Costs 1 general credit. `GET /v1/connect/subscriptions/{subscriptionId}/price-points`
   */
  readonly subscriptionPricePoints: Operation<ConnectStoreaSubscriptionPricePointsInput, S.ConsolePricePoints>
  /**
   * Set the price of a subscription.
   *
   * Sets what a subscription costs in one territory, at once or from a day on. Needs confirm: true, and
   * preserveCurrentPrice where there is a price: true keeps the old price for existing subscribers, false makes
   * them pay the new one. dryRun=true says what changes and who is asked for consent. Send an Idempotency-Key: a
   * repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/subscriptions/{subscriptionId}/prices`
   */
  readonly setSubscriptionPrice: Operation<ConnectStoreaSetSubscriptionPriceInput, S.ConsoleSubscriptionPricePreview | {
    /** Id of the price at the vendor; null if the vendor didn't say. */
    readonly id: string | null
    /** Id of the subscription at the vendor. */
    readonly subscriptionId: string
    /** Three-letter code of the territory. */
    readonly territory: string
    /** Opaque; from a price-points read. */
    readonly pricePointId: string
    /** First day on which it holds; null: as soon as possible, YYYY-MM-DD. */
    readonly startDate: string | null
    /** Whether subscribers keep what they pay; null if the vendor didn't say. */
    readonly preserved: boolean | null
    /** UPFRONT or MONTHLY, where the vendor tells plans apart; else null. */
    readonly planType: string | null
    /** Whether it is the first price that the subscription has. */
    readonly first: boolean
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Where an app is sold.
   *
   * Whether an app comes to new territories, and its availability in each: the first 50, the rest by cursor or
   * territory. Their ids are what a territory is switched with.
   *
   * Costs 1 general credit. `GET /v1/connect/apps/{appId}/availability`
   */
  readonly availability: PagedOperation<ConnectStoreaAvailabilityInput, S.ConsoleAvailabilityPage, S.ConsoleTerritoryAvailability>
  /**
   * Sell an app in new territories, or not.
   *
   * Sets whether the app comes to territories that the vendor adds. Everything else of its availability is sent as
   * it is. Needs confirm: true. The vendor's public API refuses this today for apps that have an availability: that
   * is 409, and nothing is changed. dryRun=true shows what it would change without writing. Send an
   * Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `PATCH /v1/connect/availabilities/{availabilityId}`
   */
  readonly updateAvailability: Operation<ConnectStoreaUpdateAvailabilityInput, unknown>
  /**
   * Sell an app in a territory, or not.
   *
   * Puts an app on or off sale in one territory. Needs confirm: true. dryRun=true shows what it would change
   * without writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `PATCH /v1/connect/territory-availabilities/{territoryAvailabilityId}`
   */
  readonly updateTerritoryAvailability: Operation<ConnectStoreaUpdateTerritoryAvailabilityInput, unknown>
  /**
   * Price points of an app.
   *
   * The prices that the vendor allows for an app in a territory, with what the owner gets of each. Amounts are
   * decimal text; id is what a price is set with. About 800 for each territory.
   *
   * Costs 1 general credit. `GET /v1/connect/apps/{appId}/price-points`
   */
  readonly appPricePoints: Operation<ConnectStoreaAppPricePointsInput, S.ConsolePricePoints>
  /**
   * Price schedule of an app.
   *
   * What an app costs and will cost: its base territory, the prices set by hand, and those that the vendor derives
   * from the base territory's. Each price is past, current or future, as of today (UTC).
   *
   * Costs 1 general credit. `GET /v1/connect/apps/{appId}/price-schedule`
   */
  readonly appPriceSchedule: Operation<ConnectStoreaAppPriceScheduleInput, S.ConsolePriceSchedule>
  /**
   * Replace the price schedule of an app.
   *
   * Replaces all manual prices of an app, which changes what customers pay: prices that aren't in the body are
   * gone, planned ones too. Needs confirmReplaceAll: true, and one price without startDate for the base territory.
   * dryRun=true lists what goes, comes and stays with prices and currency, and warns of large moves. Send its
   * planId, and the write is refused if the schedule has changed since. Send an Idempotency-Key: a repeat with it
   * is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/apps/{appId}/price-schedule`
   */
  readonly replaceAppPriceSchedule: Operation<ConnectStoreaReplaceAppPriceScheduleInput, S.ConsoleSchedulePreview | {
    /** Id of the schedule at the vendor. */
    readonly id: string
    /** Territory from whose price the automatic ones follow. */
    readonly baseTerritory: string
    /** The manual prices that it has now, as sent. */
    readonly manualPrices: ReadonlyArray<S.ConsoleScheduledPrice>
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
}

export interface ConnectStoreaChanges {
  /**
   * Changes made at the console.
   *
   * What this account changed at its default-store console through here, newest first: what, when, by which API
   * key, whether the vendor has it, and whether it can be taken back. From our own journal, which keeps 400 days;
   * the vendor isn't asked.
   *
   * Costs no credits. `GET /v1/connect/storea/changes`
   */
  readonly changes: PagedOperation<ConnectStoreaChangesChangesInput, S.ConsoleMadeChanges, S.ConsoleMadeChange>
  /**
   * Take back a change made at the console.
   *
   * Writes what there was before a change of the journal, or deletes what it made. Only for the account that made
   * it, at the same console. Needs confirm: true. It's refused with PLAN_STALE if the vendor's state has changed
   * since, and with NOT_UNDOABLE where the vendor has no way back. dryRun=true shows what it would change without
   * writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/storea/changes/{changeId}/undo`
   */
  readonly undo: Operation<ConnectStoreaChangesUndoInput, unknown>
}

export interface ConnectStoreaPlans {
  /**
   * Price an in-app purchase in all territories.
   *
   * The prices of all territories, worked out from one: the vendor's equalised price there, rounded as you say.
   * dryRun=true shows every territory with what it costs now, and gives the planId that the real request needs with
   * confirm: true. It's written as one price schedule, which replaces all manual prices: a price that isn't rounded
   * follows the base territory's by itself. PLAN_STALE if the schedule has changed since.
   *
   * Costs 1 general credit. `POST /v1/connect/iaps/{iapId}/price-plan`
   */
  readonly iap: Operation<ConnectStoreaPlansIapInput, S.ConsolePricePlanPreview | S.ConsoleAppliedPricePlan>
  /**
   * Price a subscription in all territories.
   *
   * The prices of all territories, worked out from one: the vendor's equalised price there, rounded as you say.
   * dryRun=true shows every territory with what it costs now, and gives the planId that the real request needs with
   * confirm: true. The vendor takes one territory at a time: a request writes for some seconds and says how many
   * are left; send the same body again until none is. No territory is written twice under a planId, whatever breaks
   * off. PLAN_STALE if a price has changed since the preview.
   *
   * Costs 1 general credit. `POST /v1/connect/subscriptions/{subscriptionId}/price-plan`
   */
  readonly subscription: Operation<ConnectStoreaPlansSubscriptionInput, S.ConsolePricePlanPreview | S.ConsoleAppliedPricePlan>
}

export interface ConnectStoreaScreenshots {
  /**
   * Review screenshot of an in-app purchase.
   *
   * The picture of an in-app purchase that the vendor's review looks at, what became of its upload, and what the
   * vendor found wrong with it. Customers don't see it.
   *
   * Costs 1 general credit. `GET /v1/connect/iaps/{iapId}/review-screenshot`
   */
  readonly iap: Operation<ConnectStoreaScreenshotsIapInput, S.ConsoleReviewScreenshotOf>
  /**
   * Upload the review screenshot of an in-app purchase.
   *
   * Reserves a place at the vendor, sends the file in the parts that it names, commits it with its MD5, and waits
   * some seconds for what becomes of it; UPLOAD_COMPLETE means that the vendor still looks at it. If anything
   * fails, the reservation is deleted. There is one screenshot for each: where there is another, it's 409, so
   * delete that first. The same file again is answered with unchanged: true. dryRun=true shows what it would change
   * without writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/iaps/{iapId}/review-screenshot`
   */
  readonly uploadIap: Operation<ConnectStoreaScreenshotsUploadIapInput, S.WritePreview | {
    /** Id of the screenshot at the vendor. */
    readonly id: string
    /** Name of its file; null if the vendor didn't say. */
    readonly fileName: string | null
    /** Bytes of its file; null if the vendor didn't say. */
    readonly fileSize: number | null
    /** MD5 of its file, in hex; null if the vendor didn't say. */
    readonly checksum: string | null
    /**
     * AWAITING_UPLOAD, UPLOAD_COMPLETE while the vendor still looks at it, COMPLETE, FAILED, or one that is newer
     * than this gateway; null if the vendor didn't say.
     */
    readonly state: string | null
    /** What the vendor found wrong with it. */
    readonly problems: ReadonlyArray<string>
    /** Address of the image at the vendor, with {w}, {h} and {f} to fill in; null if the vendor didn't say. */
    readonly templateUrl: string | null
    /** Pixels; null if the vendor didn't say. */
    readonly width: number | null
    /** Pixels; null if the vendor didn't say. */
    readonly height: number | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Delete the review screenshot of an in-app purchase.
   *
   * Takes the review screenshot away at the vendor, for good: the file isn't kept here. Where there is none it's
   * answered with unchanged: true. dryRun=true shows what it would change without writing. Send an Idempotency-Key:
   * a repeat with it is never written twice.
   *
   * Costs 1 general credit. `DELETE /v1/connect/iaps/{iapId}/review-screenshot`
   */
  readonly deleteIap: Operation<ConnectStoreaScreenshotsDeleteIapInput, unknown>
  /**
   * Review screenshot of a subscription.
   *
   * The picture of a subscription that the vendor's review looks at, what became of its upload, and what the vendor
   * found wrong with it. Customers don't see it.
   *
   * Costs 1 general credit. `GET /v1/connect/subscriptions/{subscriptionId}/review-screenshot`
   */
  readonly subscription: Operation<ConnectStoreaScreenshotsSubscriptionInput, S.ConsoleReviewScreenshotOf>
  /**
   * Upload the review screenshot of a subscription.
   *
   * Reserves a place at the vendor, sends the file in the parts that it names, commits it with its MD5, and waits
   * some seconds for what becomes of it; UPLOAD_COMPLETE means that the vendor still looks at it. If anything
   * fails, the reservation is deleted. There is one screenshot for each: where there is another, it's 409, so
   * delete that first. The same file again is answered with unchanged: true. dryRun=true shows what it would change
   * without writing. Send an Idempotency-Key: a repeat with it is never written twice.
   *
   * Costs 1 general credit. `POST /v1/connect/subscriptions/{subscriptionId}/review-screenshot`
   */
  readonly uploadSubscription: Operation<ConnectStoreaScreenshotsUploadSubscriptionInput, S.WritePreview | {
    /** Id of the screenshot at the vendor. */
    readonly id: string
    /** Name of its file; null if the vendor didn't say. */
    readonly fileName: string | null
    /** Bytes of its file; null if the vendor didn't say. */
    readonly fileSize: number | null
    /** MD5 of its file, in hex; null if the vendor didn't say. */
    readonly checksum: string | null
    /**
     * AWAITING_UPLOAD, UPLOAD_COMPLETE while the vendor still looks at it, COMPLETE, FAILED, or one that is newer
     * than this gateway; null if the vendor didn't say.
     */
    readonly state: string | null
    /** What the vendor found wrong with it. */
    readonly problems: ReadonlyArray<string>
    /** Address of the image at the vendor, with {w}, {h} and {f} to fill in; null if the vendor didn't say. */
    readonly templateUrl: string | null
    /** Pixels; null if the vendor didn't say. */
    readonly width: number | null
    /** Pixels; null if the vendor didn't say. */
    readonly height: number | null
    /** The state was already as requested; nothing was sent. */
    readonly unchanged?: true
  }>
  /**
   * Delete the review screenshot of a subscription.
   *
   * Takes the review screenshot away at the vendor, for good: the file isn't kept here. Where there is none it's
   * answered with unchanged: true. dryRun=true shows what it would change without writing. Send an Idempotency-Key:
   * a repeat with it is never written twice.
   *
   * Costs 1 general credit. `DELETE /v1/connect/subscriptions/{subscriptionId}/review-screenshot`
   */
  readonly deleteSubscription: Operation<ConnectStoreaScreenshotsDeleteSubscriptionInput, unknown>
}

export interface ConnectStoreaSync {
  /**
   * Save a console key.
   *
   * Verifies a key with the vendor, then saves it encrypted in place of an older one, and begins to read the
   * account's own reports every night. If the vendor refuses it, nothing changes. It reads reports, and deletes
   * what a screenshot's upload of yours left behind in a crash: changes at the console take the key in headers.
   * It's never shown again.
   *
   * Costs no credits. `POST /v1/connect/storea/credentials`
   */
  readonly connect: Operation<ConnectStoreaSyncConnectInput, S.ConsoleSavedConnection>
  /**
   * Delete the saved console key.
   *
   * Deletes the saved key and ends its nightly sync. What was read stays, unless purge=true. Nothing changes at the
   * vendor.
   *
   * Costs no credits. `DELETE /v1/connect/storea/credentials`
   */
  readonly disconnect: Operation<ConnectStoreaSyncDisconnectInput, S.ConsoleDisconnected>
  /**
   * Status of the saved console key.
   *
   * Which key is saved, what it may do, what is wrong with it, and how far its reports were read. Doesn't ask the
   * vendor.
   *
   * Costs no credits. `GET /v1/connect/storea/credentials/status`
   */
  readonly status: Operation<NoInput, S.ConsoleSavedConnection>
  /**
   * Own downloads and proceeds by day.
   *
   * What the account's own console counted of an app, by day: downloads, installations, purchases and proceeds by
   * currency, as the nightly sync read them. A figure that isn't measured is null, never 0.
   *
   * Costs 1 general credit. `GET /v1/connect/storea/apps/{appId}/days`
   */
  readonly days: Operation<ConnectStoreaSyncDaysInput, S.ConsoleDays>
  /**
   * Own downloads and proceeds by country.
   *
   * The same of a window of days, by country. measuredDays says of how many days anything is known: a sum over
   * fewer than all is less than the truth.
   *
   * Costs 1 general credit. `GET /v1/connect/storea/apps/{appId}/countries`
   */
  readonly countries: Operation<ConnectStoreaSyncCountriesInput, S.ConsoleCountries>
}

export interface Operations {
  readonly connectStorea: ConnectStorea
  readonly connectStoreaChanges: ConnectStoreaChanges
  readonly connectStoreaPlans: ConnectStoreaPlans
  readonly connectStoreaScreenshots: ConnectStoreaScreenshots
  readonly connectStoreaSync: ConnectStoreaSync
}

export const operations = (bind: Bind): Operations => ({
  connectStorea: {
    iaps: bind.operation({ method: "GET", path: "/v1/connect/apps/{appId}/iaps", access: "key", query: ["type", "state"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    createIap: bind.operation({ method: "POST", path: "/v1/connect/apps/{appId}/iaps", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["name", "productId", "inAppPurchaseType", "reviewNote", "familySharable", "planId"] }),
    iap: bind.operation({ method: "GET", path: "/v1/connect/iaps/{iapId}", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    updateIap: bind.operation({ method: "PATCH", path: "/v1/connect/iaps/{iapId}", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["name", "reviewNote", "familySharable", "planId"] }),
    iapLocalizations: bind.operation({ method: "GET", path: "/v1/connect/iaps/{iapId}/localizations", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    createIapLocalization: bind.operation({ method: "POST", path: "/v1/connect/iaps/{iapId}/localizations", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["locale", "name", "description", "createVersion", "planId"] }),
    updateIapLocalization: bind.operation({ method: "PATCH", path: "/v1/connect/iap-localizations/{localizationId}", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["name", "description", "createVersion", "planId"] }),
    iapPricePoints: bind.operation({ method: "GET", path: "/v1/connect/iaps/{iapId}/price-points", access: "key", query: ["territory"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    iapPriceSchedule: bind.operation({ method: "GET", path: "/v1/connect/iaps/{iapId}/price-schedule", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    replaceIapPriceSchedule: bind.operation({ method: "POST", path: "/v1/connect/iaps/{iapId}/price-schedule", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["baseTerritory", "confirmReplaceAll", "prices", "planId"] }),
    subscriptionGroups: bind.operation({ method: "GET", path: "/v1/connect/apps/{appId}/subscription-groups", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    createSubscriptionGroup: bind.operation({ method: "POST", path: "/v1/connect/apps/{appId}/subscription-groups", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["referenceName", "planId"] }),
    subscriptions: bind.operation({ method: "GET", path: "/v1/connect/subscription-groups/{groupId}/subscriptions", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    createSubscription: bind.operation({ method: "POST", path: "/v1/connect/subscription-groups/{groupId}/subscriptions", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["name", "productId", "subscriptionPeriod", "groupLevel", "familySharable", "reviewNote", "planId"] }),
    subscription: bind.operation({ method: "GET", path: "/v1/connect/subscriptions/{subscriptionId}", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    updateSubscription: bind.operation({ method: "PATCH", path: "/v1/connect/subscriptions/{subscriptionId}", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["name", "familySharable", "subscriptionPeriod", "reviewNote", "groupLevel", "planId"] }),
    subscriptionLocalizations: bind.operation({ method: "GET", path: "/v1/connect/subscriptions/{subscriptionId}/localizations", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    createSubscriptionLocalization: bind.operation({ method: "POST", path: "/v1/connect/subscriptions/{subscriptionId}/localizations", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["locale", "name", "description", "createVersion", "planId"] }),
    updateSubscriptionLocalization: bind.operation({ method: "PATCH", path: "/v1/connect/subscription-localizations/{localizationId}", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["name", "description", "createVersion", "planId"] }),
    subscriptionPricePoints: bind.operation({ method: "GET", path: "/v1/connect/subscriptions/{subscriptionId}/price-points", access: "key", query: ["territory"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    setSubscriptionPrice: bind.operation({ method: "POST", path: "/v1/connect/subscriptions/{subscriptionId}/prices", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["territory", "pricePointId", "customerPrice", "startDate", "preserveCurrentPrice", "planType", "confirm", "planId"] }),
    availability: bind.paged({ method: "GET", path: "/v1/connect/apps/{appId}/availability", access: "key", query: ["territory", "cursor"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "territoryAvailabilities" }),
    updateAvailability: bind.operation({ method: "PATCH", path: "/v1/connect/availabilities/{availabilityId}", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["availableInNewTerritories", "confirm", "planId"] }),
    updateTerritoryAvailability: bind.operation({ method: "PATCH", path: "/v1/connect/territory-availabilities/{territoryAvailabilityId}", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["available", "confirm", "planId"] }),
    appPricePoints: bind.operation({ method: "GET", path: "/v1/connect/apps/{appId}/price-points", access: "key", query: ["territory"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    appPriceSchedule: bind.operation({ method: "GET", path: "/v1/connect/apps/{appId}/price-schedule", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    replaceAppPriceSchedule: bind.operation({ method: "POST", path: "/v1/connect/apps/{appId}/price-schedule", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["baseTerritory", "confirmReplaceAll", "prices", "planId"] })
  },
  connectStoreaChanges: {
    changes: bind.paged({ method: "GET", path: "/v1/connect/storea/changes", access: "key", query: ["limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    undo: bind.operation({ method: "POST", path: "/v1/connect/storea/changes/{changeId}/undo", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["confirm", "planId"] })
  },
  connectStoreaPlans: {
    iap: bind.operation({ method: "POST", path: "/v1/connect/iaps/{iapId}/price-plan", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["territory", "pricePointId", "customerPrice", "rounding", "except", "startDate", "confirm", "planId"] }),
    subscription: bind.operation({ method: "POST", path: "/v1/connect/subscriptions/{subscriptionId}/price-plan", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["territory", "pricePointId", "customerPrice", "rounding", "except", "startDate", "preserveCurrentPrice", "planType", "confirm", "planId"] })
  },
  connectStoreaScreenshots: {
    iap: bind.operation({ method: "GET", path: "/v1/connect/iaps/{iapId}/review-screenshot", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    uploadIap: bind.operation({ method: "POST", path: "/v1/connect/iaps/{iapId}/review-screenshot", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["fileName", "image", "planId"] }),
    deleteIap: bind.operation({ method: "DELETE", path: "/v1/connect/iaps/{iapId}/review-screenshot", access: "key", query: ["dryRun", "planId"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    subscription: bind.operation({ method: "GET", path: "/v1/connect/subscriptions/{subscriptionId}/review-screenshot", access: "key", headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] }),
    uploadSubscription: bind.operation({ method: "POST", path: "/v1/connect/subscriptions/{subscriptionId}/review-screenshot", access: "key", query: ["dryRun"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"], body: ["fileName", "image", "planId"] }),
    deleteSubscription: bind.operation({ method: "DELETE", path: "/v1/connect/subscriptions/{subscriptionId}/review-screenshot", access: "key", query: ["dryRun", "planId"], headers: ["x-console-issuer-id", "x-console-key-id", "x-console-private-key"] })
  },
  connectStoreaSync: {
    connect: bind.operation({ method: "POST", path: "/v1/connect/storea/credentials", access: "key", body: ["issuerId", "keyId", "privateKey", "vendorNumber", "analytics", "correctEstimates"] }),
    disconnect: bind.operation({ method: "DELETE", path: "/v1/connect/storea/credentials", access: "key", query: ["purge"] }),
    status: bind.operation({ method: "GET", path: "/v1/connect/storea/credentials/status", access: "key" }),
    days: bind.operation({ method: "GET", path: "/v1/connect/storea/apps/{appId}/days", access: "key", query: ["from", "to", "country"] }),
    countries: bind.operation({ method: "GET", path: "/v1/connect/storea/apps/{appId}/countries", access: "key", query: ["from", "to"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { CONFIRMATION_REQUIRED: "fix", CONNECTION_PERMISSION_MISSING: "fix", CONSOLE_CREDENTIALS_INVALID: "fix", CONSOLE_ROLE_INSUFFICIENT: "fix", CREDENTIALS_REJECTED: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_CONSOLE_CREDENTIALS: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", MISSING_CONSOLE_CREDENTIALS: "fix", NOT_FOUND: "fix", NOT_UNDOABLE: "fix", PAYLOAD_TOO_LARGE: "fix", PLAN_STALE: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry", VENDOR_CONFLICT: "fix", VENDOR_REJECTED: "fix", WRITE_OUTCOME_UNKNOWN: "retry" } as const
