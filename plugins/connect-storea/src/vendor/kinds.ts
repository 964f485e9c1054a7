/** Where the vendor keeps what it keeps twice: schedules, and localizations. */

const at = (id: string) => encodeURIComponent(id)

/** What has a price schedule. */
export interface PricedKind {
  /** The thing itself, to tell one without a schedule from none. */
  readonly thing: (id: string) => string
  readonly points: (id: string) => string
  readonly pointsPerPage: number
  readonly equalizations: (pointId: string) => string
  /** One point by its id, where the vendor has that. */
  readonly point: ((pointId: string) => string) | undefined
  readonly schedule: (id: string) => string
  readonly pricesOf: (scheduleId: string, which: "manualPrices" | "automaticPrices") => string
  readonly schedules: string
  readonly types: {
    readonly thing: string
    readonly schedule: string
    readonly price: string
    readonly point: string
  }
  /** What the thing, and the point of a price, are called in relationships. */
  readonly names: { readonly thing: string; readonly point: string }
  /** What a price that is sent along calls the thing; undefined where it doesn't name it. */
  readonly namedInPrice: string | undefined
}

export const iapPriced: PricedKind = {
  thing: (id) => `/v2/inAppPurchases/${at(id)}`,
  points: (id) => `/v2/inAppPurchases/${at(id)}/pricePoints`,
  pointsPerPage: 8_000,
  equalizations: (id) => `/v1/inAppPurchasePricePoints/${at(id)}/equalizations`,
  point: undefined,
  schedule: (id) => `/v2/inAppPurchases/${at(id)}/iapPriceSchedule`,
  pricesOf: (id, which) => `/v1/inAppPurchasePriceSchedules/${at(id)}/${which}`,
  schedules: "/v1/inAppPurchasePriceSchedules",
  types: {
    thing: "inAppPurchases",
    schedule: "inAppPurchasePriceSchedules",
    price: "inAppPurchasePrices",
    point: "inAppPurchasePricePoints"
  },
  names: { thing: "inAppPurchase", point: "inAppPurchasePricePoint" },
  namedInPrice: "inAppPurchaseV2"
}

export const appPriced: PricedKind = {
  thing: (id) => `/v1/apps/${at(id)}`,
  points: (id) => `/v1/apps/${at(id)}/appPricePoints`,
  pointsPerPage: 200,
  equalizations: (id) => `/v3/appPricePoints/${at(id)}/equalizations`,
  point: (id) => `/v3/appPricePoints/${at(id)}`,
  schedule: (id) => `/v1/apps/${at(id)}/appPriceSchedule`,
  pricesOf: (id, which) => `/v1/appPriceSchedules/${at(id)}/${which}`,
  schedules: "/v1/appPriceSchedules",
  types: { thing: "apps", schedule: "appPriceSchedules", price: "appPrices", point: "appPricePoints" },
  names: { thing: "app", point: "appPricePoint" },
  namedInPrice: undefined
}

/** What has localizations: by themselves, and on versions since the vendor's 4.4.1. */
export interface LocalizedKind {
  readonly type: string
  readonly parentType: string
  /** What a localization calls its parent. */
  readonly parent: string
  readonly ofParent: (parentId: string) => string
  readonly alone: string
  readonly onVersion: string
  readonly versionType: string
  readonly versions: string
  readonly versionsOf: (parentId: string) => string
  readonly ofVersion: (versionId: string) => string
  /** What a version calls its parent. */
  readonly versionParent: string
}

export const iapLocalized: LocalizedKind = {
  type: "inAppPurchaseLocalizations",
  parentType: "inAppPurchases",
  parent: "inAppPurchaseV2",
  ofParent: (id) => `/v2/inAppPurchases/${at(id)}/inAppPurchaseLocalizations`,
  alone: "/v1/inAppPurchaseLocalizations",
  onVersion: "/v2/inAppPurchaseLocalizations",
  versionType: "inAppPurchaseVersions",
  versions: "/v1/inAppPurchaseVersions",
  versionsOf: (id) => `/v2/inAppPurchases/${at(id)}/versions`,
  ofVersion: (id) => `/v1/inAppPurchaseVersions/${at(id)}/localizations`,
  versionParent: "inAppPurchase"
}

export const subscriptionLocalized: LocalizedKind = {
  type: "subscriptionLocalizations",
  parentType: "subscriptions",
  parent: "subscription",
  ofParent: (id) => `/v1/subscriptions/${at(id)}/subscriptionLocalizations`,
  alone: "/v1/subscriptionLocalizations",
  onVersion: "/v2/subscriptionLocalizations",
  versionType: "subscriptionVersions",
  versions: "/v1/subscriptionVersions",
  versionsOf: (id) => `/v1/subscriptions/${at(id)}/versions`,
  ofVersion: (id) => `/v1/subscriptionVersions/${at(id)}/localizations`,
  versionParent: "subscription"
}

/** What has a screenshot for the vendor's review. */
export interface PicturedKind {
  readonly type: string
  readonly path: string
  readonly parentType: string
  /** What a screenshot calls its parent. */
  readonly parent: string
  readonly thing: (parentId: string) => string
  readonly ofParent: (parentId: string) => string
}

export const iapPictured: PicturedKind = {
  type: "inAppPurchaseAppStoreReviewScreenshots",
  path: "/v1/inAppPurchaseAppStoreReviewScreenshots",
  parentType: "inAppPurchases",
  parent: "inAppPurchaseV2",
  thing: (id) => `/v2/inAppPurchases/${at(id)}`,
  ofParent: (id) => `/v2/inAppPurchases/${at(id)}/appStoreReviewScreenshot`
}

export const subscriptionPictured: PicturedKind = {
  type: "subscriptionAppStoreReviewScreenshots",
  path: "/v1/subscriptionAppStoreReviewScreenshots",
  parentType: "subscriptions",
  parent: "subscription",
  thing: (id) => `/v1/subscriptions/${at(id)}`,
  ofParent: (id) => `/v1/subscriptions/${at(id)}/appStoreReviewScreenshot`
}
