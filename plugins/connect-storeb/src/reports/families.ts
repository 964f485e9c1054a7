/** Which reports there are: by the name of a file, what is in it and in which columns. */
import { lookUp } from "@storeglass/plugin-api"

export const families = [
  "installs",
  "ratings",
  "ratings_v2",
  "crashes",
  "store_performance",
  "total_store_performance",
  "subscriptions",
  "earnings",
  "sales"
] as const
export type Family = (typeof families)[number]

/** What a file's name tells. */
export interface ReportFile {
  readonly family: Family
  /** `overview`, or by what the rows of a day are told apart. */
  readonly dimension: string
  /** Null: the file is of all apps, or its rows tell. */
  readonly packageName: string | null
  /** `YYYY-MM`. */
  readonly month: string
}

/** How a file is read. Columns go by their names, in lower case, with a single space for spaces and underscores. */
export interface Layout {
  readonly date: ReadonlyArray<string>
  /** The column of the app; none: the file's name tells. */
  readonly packageName: ReadonlyArray<string>
  /** The columns that tell rows of a day apart, each by any of its names. Several become a JSON array. */
  readonly keys: ReadonlyArray<{ readonly key: string; readonly names: ReadonlyArray<string> }>
  readonly measures: Readonly<Record<string, string>>
  /** Columns that aren't kept: persons' places, and what repeats another. */
  readonly ignored: ReadonlySet<string>
  /** A row is one sale: those with the same keys are added up, and counted as `count`. */
  readonly sums: boolean
}

/** A dot is part of it. */
const packageForm = "([A-Za-z][A-Za-z0-9_]*(?:\\.[A-Za-z0-9_]+)+)"
const statsName = new RegExp(
  `^stats/[a-z0-9_]+/(total_store_performance|store_performance|ratings_v2|ratings|installs|crashes)_${packageForm}_(\\d{6})_([a-z_]+)\\.csv$`
)
const subscriptionsName = /^financial-stats\/subscriptions\/subscriptions_.+_(\d{6})_([a-z_]+)\.csv$/
const earningsName = /^earnings\/.*?(\d{6}).*\.zip$/
const salesName = /^sales\/.*?(\d{6}).*\.zip$/

const dimensions: Readonly<Record<string, Layout["keys"]>> = {
  overview: [],
  country: [{ key: "country", names: ["country", "country / region", "country/region"] }],
  app_version: [{ key: "appVersion", names: ["app version code", "app version"] }],
  device: [{ key: "device", names: ["device"] }],
  device_name: [{ key: "device", names: ["device name", "device"] }],
  language: [{ key: "language", names: ["language"] }],
  os_version: [{ key: "osVersion", names: ["android os version", "os version"] }],
  carrier: [{ key: "carrier", names: ["carrier"] }],
  traffic_source: [
    { key: "source", names: ["traffic source"] },
    { key: "term", names: ["search term"] },
    { key: "utmSource", names: ["utm source"] },
    { key: "utmCampaign", names: ["utm campaign"] }
  ]
}

const storePerformance = {
  "store listing visitors": "visitors",
  "store listing acquisitions": "acquisitions",
  "store listing conversion rate": "conversionRate"
}
/**
 * The store documents the two averages, and `ratings_v2` not at all; files of it that were seen have the same columns. How
 * many ratings there were is in none of them, and is read where a file ever tells it.
 */
const ratings = {
  "daily average rating": "dailyAverage",
  "total average rating": "totalAverage",
  "daily ratings": "dailyCount",
  "daily rating count": "dailyCount",
  "number of daily ratings": "dailyCount",
  "total ratings": "totalCount",
  "total rating count": "totalCount"
}
const measures: Readonly<Record<Exclude<Family, "earnings" | "sales">, Layout["measures"]>> = {
  installs: {
    "daily device installs": "dailyDeviceInstalls",
    "daily device uninstalls": "dailyDeviceUninstalls",
    "daily device upgrades": "dailyDeviceUpgrades",
    "current device installs": "currentDeviceInstalls",
    "current user installs": "currentUserInstalls",
    "total user installs": "totalUserInstalls",
    "daily user installs": "dailyUserInstalls",
    "daily user uninstalls": "dailyUserUninstalls",
    "active device installs": "activeDeviceInstalls",
    "install events": "installEvents",
    "update events": "updateEvents",
    "uninstall events": "uninstallEvents"
  },
  ratings,
  ratings_v2: ratings,
  crashes: { "daily crashes": "dailyCrashes", "daily anrs": "dailyAnrs" },
  store_performance: storePerformance,
  total_store_performance: storePerformance,
  subscriptions: {
    "new subscriptions": "newSubscriptions",
    "cancelled subscriptions": "cancelledSubscriptions",
    "canceled subscriptions": "cancelledSubscriptions",
    "active subscriptions": "activeSubscriptions"
  }
}
const none: ReadonlySet<string> = new Set()

const stats = (family: keyof typeof measures, keys: Layout["keys"]): Layout => ({
  date: ["date"],
  packageName: ["package name"],
  keys,
  measures: measures[family],
  ignored: none,
  sums: false
})
const earnings: Layout = {
  date: ["transaction date"],
  packageName: ["product id", "package id"],
  keys: [
    { key: "transaction", names: ["transaction type"] },
    { key: "sku", names: ["sku id"] },
    { key: "country", names: ["buyer country"] },
    { key: "currency", names: ["merchant currency"] }
  ],
  measures: { "amount (merchant currency)": "amount" },
  ignored: new Set([
    "description",
    "transaction time",
    "tax type",
    "refund type",
    "product title",
    "product type",
    "hardware",
    "buyer state",
    "buyer postal code",
    "buyer currency",
    "amount (buyer currency)",
    "currency conversion rate",
    "base plan id",
    "offer id",
    "group id",
    "first usd 1m eligible",
    "service fee %",
    "fee description",
    "promotion id"
  ]),
  sums: true
}
const sales: Layout = {
  date: ["order charged date"],
  packageName: ["product id", "package id"],
  keys: [
    { key: "status", names: ["financial status"] },
    { key: "sku", names: ["sku id"] },
    { key: "country", names: ["country of buyer"] },
    { key: "currency", names: ["currency of sale"] }
  ],
  measures: { "item price": "price", "taxes collected": "taxes", "charged amount": "charged" },
  ignored: new Set([
    "order number",
    "order charged timestamp",
    "device model",
    "product title",
    "product type",
    "city of buyer",
    "state of buyer",
    "postal code of buyer",
    "base plan id",
    "offer id",
    "group id",
    "first usd 1m eligible",
    "promotion id",
    "coupon value",
    "discount rate"
  ]),
  sums: true
}

const monthOf = (digits: string) => {
  const month = `${digits.slice(0, 4)}-${digits.slice(4)}`
  return /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined
}
const isFamily = (text: string): text is Family => families.some((family) => family === text)

/** What a file is, by its name; a text: why it isn't imported. */
export const reportOf = (object: string): (ReportFile & { readonly layout: Layout }) | string => {
  const [, statsFamily = "", packageName = "", statsMonth = "", dimension = ""] = statsName.exec(object) ?? []
  // These have been seen under the name of the older ratings too.
  const family = object.startsWith("stats/ratings_v2/") ? "ratings_v2" : statsFamily
  if (packageName !== "" && isFamily(family) && family !== "earnings" && family !== "sales") {
    const [month, keys] = [monthOf(statsMonth), lookUp(dimensions, dimension)]
    if (month === undefined) return "its name has no month"
    if (keys === undefined) return `it's by ${dimension}, which this version doesn't know`
    return { family, dimension, packageName, month, layout: stats(family, keys) }
  }
  const [, subscriptionsMonth = "", by = ""] = subscriptionsName.exec(object) ?? []
  if (by !== "") {
    const [month, keys] = [monthOf(subscriptionsMonth), lookUp(dimensions, by)]
    if (month === undefined) return "its name has no month"
    if (keys === undefined) return `it's by ${by}, which this version doesn't know`
    const product = { key: "product", names: ["product id"] }
    return {
      family: "subscriptions",
      dimension: by,
      packageName: null,
      month,
      layout: stats("subscriptions", [product, ...keys])
    }
  }
  for (const [family, name, layout] of [
    ["earnings", earningsName, earnings],
    ["sales", salesName, sales]
  ] as const) {
    const month = monthOf(name.exec(object)?.[1] ?? "")
    if (month !== undefined) return { family, dimension: "sale", packageName: null, month, layout }
  }
  if (object.startsWith("reviews/")) return "reviews aren't read from the bucket"
  return "it's of a kind that this version doesn't know"
}

/** Whether the vendor keeps it with the money, where an owner has two buckets. */
export const isFinancial = (object: string) => /^(?:earnings|sales|financial-stats|play_balance)/.test(object)
