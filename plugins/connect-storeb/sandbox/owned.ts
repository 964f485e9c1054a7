/** What a service account sees: apps of the second shop, with what they sell. */
import type { Worlds } from "@storeglass/sandbox"
import { dayOf, ownedApps } from "@storeglass/sandbox/world"
import { type AppEdits, editsOf } from "./edits.ts"
import { noReports, type Reports } from "./reports.ts"
import { type AppReviews, noReviews } from "./reviews.ts"
import { type AppVitals, vitalsOf } from "./vitals.ts"

export interface OwnedApp {
  readonly packageName: string
  readonly displayName: string
  readonly subscriptions: ReadonlyArray<Readonly<Record<string, unknown>> & { readonly archived?: boolean }>
  readonly products: Array<Readonly<Record<string, unknown>>>
  readonly edits: AppEdits
  readonly reviews: AppReviews
  readonly vitals: AppVitals
}
export interface Owned {
  readonly apps: ReadonlyArray<OwnedApp>
  readonly bucket: string
  /** Where money is. */
  readonly financialBucket: string
  readonly reports: Reports
}

const appsCount = 12
const regions = ["US", "DE", "FR", "GB", "JP", "KR", "BR", "IN", "MX", "PL"] as const
const currencies: Readonly<Record<(typeof regions)[number], readonly [string, number, number]>> = {
  US: ["USD", 1, 2],
  DE: ["EUR", 1, 2],
  FR: ["EUR", 1, 2],
  GB: ["GBP", 0.9, 2],
  JP: ["JPY", 150, 0],
  KR: ["KRW", 1_350, 0],
  BR: ["BRL", 5, 2],
  IN: ["INR", 80, 2],
  MX: ["MXN", 18, 2],
  PL: ["PLN", 4, 2]
}

/** An amount as the vendor writes it: whole units and billionths. */
const moneyOf = (currencyCode: string, cents: number) => ({
  currencyCode,
  units: String(Math.floor(cents / 100)),
  nanos: (cents % 100) * 10_000_000
})
const priceIn = (region: (typeof regions)[number], usdCents: number) => {
  const [currency, rate, decimals] = currencies[region]
  const cents = Math.round(usdCents * rate)
  return moneyOf(currency, decimals === 0 ? Math.round(cents / 100) * 100 : cents)
}

const pricesOf = (usdCents: number) =>
  regions.map((regionCode) => ({ regionCode, price: priceIn(regionCode, usdCents), newSubscriberAvailability: true }))
const others = (usdCents: number) => ({
  usdPrice: moneyOf("USD", usdCents),
  eurPrice: moneyOf("EUR", usdCents),
  newSubscriberAvailability: true
})

const subscriptionsOf = (packageName: string, name: string, usdCents: number) => [
  {
    packageName,
    productId: "premium",
    basePlans: [
      {
        basePlanId: "monthly",
        state: "ACTIVE",
        autoRenewingBasePlanType: { billingPeriodDuration: "P1M", gracePeriodDuration: "P7D" },
        regionalConfigs: pricesOf(usdCents),
        otherRegionsConfig: others(usdCents),
        offerTags: [{ tag: "main" }]
      },
      {
        basePlanId: "yearly-in-parts",
        state: "ACTIVE",
        installmentsBasePlanType: {
          billingPeriodDuration: "P1M",
          gracePeriodDuration: "P3D",
          committedPaymentsCount: 12,
          renewalType: "RENEWAL_TYPE_RENEWS_WITHOUT_COMMITMENT"
        },
        regionalConfigs: pricesOf(Math.round(usdCents * 0.8)).slice(0, 3)
      },
      {
        basePlanId: "week-pass",
        state: "DRAFT",
        prepaidBasePlanType: { billingPeriodDuration: "P1W", timeExtension: "TIME_EXTENSION_ACTIVE" },
        // Not sold to new people there, and without a price yet.
        regionalConfigs: [{ regionCode: "US" }]
      }
    ],
    listings: [
      {
        languageCode: "en-US",
        title: `${name} Premium`,
        description: "Everything, without limits.",
        benefits: ["No ads", "Sync"]
      },
      { languageCode: "de-DE", title: `${name} Premium`, benefits: ["Keine Werbung"] }
    ]
  },
  {
    packageName,
    productId: "supporter",
    archived: true,
    basePlans: [],
    listings: [{ languageCode: "en-US", title: "Supporter" }]
  }
]

const productsOf = (packageName: string, index: number) =>
  [
    ["coins_100", 99],
    ["coins_1000", 799],
    ["remove_ads", 499]
  ].map(([productId, usdCents]) => ({
    packageName,
    productId,
    listings: [{ languageCode: "en-US", title: String(productId).replace("_", " "), description: "Yours for good." }],
    purchaseOptions: [
      {
        purchaseOptionId: "buy",
        state: "ACTIVE",
        buyOption: { legacyCompatible: true, multiQuantityEnabled: productId !== "remove_ads" },
        regionalPricingAndAvailabilityConfigs: regions.map((regionCode) => ({
          regionCode,
          price: priceIn(regionCode, Number(usdCents) + index),
          availability: regionCode === "IN" ? "NO_LONGER_AVAILABLE" : "AVAILABLE"
        })),
        newRegionsConfig: {
          usdPrice: moneyOf("USD", Number(usdCents)),
          eurPrice: moneyOf("EUR", Number(usdCents)),
          availability: "AVAILABLE"
        },
        offerTags: []
      },
      ...(productId === "remove_ads"
        ? [
            {
              purchaseOptionId: "weekend",
              state: "INACTIVE",
              rentOption: { rentalPeriod: "P3D", expirationPeriod: "P1D" },
              regionalPricingAndAvailabilityConfigs: []
            }
          ]
        : [])
    ]
  }))

/** Account 0 has the best known apps of the shop; every other has the same, as nobody sees what another changes. */
export const ownedBy = (number: number, { second }: Worlds, nowMs: number): Owned => ({
  apps: (number < 0 ? [] : ownedApps(second, dayOf(nowMs), appsCount)).map((app, index) => ({
    packageName: app.bundleId,
    displayName: app.name,
    subscriptions: subscriptionsOf(app.bundleId, app.name, 499 + 100 * (index % 5)),
    products: productsOf(app.bundleId, index),
    edits: editsOf(app.name),
    reviews: noReviews(),
    vitals: vitalsOf()
  })),
  bucket: "pubsite_prod_01234567890123456789",
  financialBucket: "pubsite_prod_rev_01234567890123456789",
  reports: noReports()
})
