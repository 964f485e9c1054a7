/** The vendor's products in our words. */
import type { Money, OneTimeProduct, PlanKind, Subscription } from "../schema.ts"
import type * as V from "./shapes.ts"

const nanosPerUnit = 1_000_000_000n

/** Decimal text out of whole units and billionths, reckoned in integers; null where the vendor's text is no number. */
export const moneyOf = ({ currencyCode, nanos, units }: V.Money): Money | null => {
  if (!/^-?\d{1,19}$/.test(units ?? "0") || !/^[A-Z]{3}$/.test(currencyCode)) return null
  const all = BigInt(units ?? "0") * nanosPerUnit + BigInt(nanos ?? 0)
  const size = all < 0n ? -all : all
  const fraction = (size % nanosPerUnit).toString().padStart(9, "0").replace(/0+$/, "")
  const amount = `${all < 0n ? "-" : ""}${size / nanosPerUnit}${fraction === "" ? "" : `.${fraction}`}`
  return { amount, currency: currencyCode }
}
const priceOf = (money: V.Money | null | undefined) => (money === null || money === undefined ? null : moneyOf(money))

const tagsOf = (tags: ReadonlyArray<{ readonly tag?: string | null }> | null | undefined) =>
  (tags ?? []).flatMap(({ tag }) => tag ?? [])
/** `AVAILABLE_IF_RELEASED` as `availableIfReleased`; new members of the vendor's lists pass. */
export const wordOf = (member: string | null | undefined): string | null =>
  member === null || member === undefined || member.endsWith("_UNSPECIFIED")
    ? null
    : member.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const kindOf = ({ autoRenewingBasePlanType, installmentsBasePlanType, prepaidBasePlanType }: V.BasePlan) => {
  const kinds: ReadonlyArray<readonly [PlanKind, V.BasePlan["installmentsBasePlanType"]]> = [
    ["autoRenewing", autoRenewingBasePlanType],
    ["installments", installmentsBasePlanType],
    ["prepaid", prepaidBasePlanType]
  ]
  for (const [kind, told] of kinds) {
    if (told !== null && told !== undefined) {
      return {
        kind,
        billingPeriod: told.billingPeriodDuration ?? null,
        gracePeriod: told.gracePeriodDuration ?? null,
        committedPayments: told.committedPaymentsCount ?? null
      }
    }
  }
  return { kind: null, billingPeriod: null, gracePeriod: null, committedPayments: null }
}

const basePlanOf = (plan: V.BasePlan): Subscription["basePlans"][number] => {
  const { basePlanId, offerTags, otherRegionsConfig: others, regionalConfigs, state } = plan
  return {
    basePlanId,
    state: wordOf(state),
    ...kindOf(plan),
    prices: (regionalConfigs ?? []).map(({ newSubscriberAvailability, price, regionCode }) => ({
      region: regionCode.toLowerCase(),
      price: priceOf(price),
      newSubscribers: newSubscriberAvailability ?? false
    })),
    otherRegions:
      others === null || others === undefined
        ? null
        : {
            usdPrice: priceOf(others.usdPrice),
            eurPrice: priceOf(others.eurPrice),
            newSubscribers: others.newSubscriberAvailability ?? false
          },
    offerTags: tagsOf(offerTags)
  }
}

export const subscriptionOf = ({ archived, basePlans, listings, productId }: V.Subscription): Subscription => ({
  productId,
  archived: archived ?? false,
  basePlans: (basePlans ?? []).map(basePlanOf),
  listings: (listings ?? []).map(({ benefits, description, languageCode, title }) => ({
    locale: languageCode,
    title: title ?? null,
    description: description ?? null,
    benefits: benefits ?? []
  }))
})

const purchaseOptionOf = (option: V.PurchaseOption): OneTimeProduct["purchaseOptions"][number] => {
  const { buyOption, newRegionsConfig: others, offerTags, purchaseOptionId, rentOption, state } = option
  const rents = rentOption !== null && rentOption !== undefined
  const buys = buyOption !== null && buyOption !== undefined
  return {
    purchaseOptionId,
    state: wordOf(state),
    kind: rents ? "rent" : buys ? "buy" : null,
    multiQuantity: buyOption?.multiQuantityEnabled ?? false,
    rentalPeriod: rentOption?.rentalPeriod ?? null,
    expirationPeriod: rentOption?.expirationPeriod ?? null,
    prices: (option.regionalPricingAndAvailabilityConfigs ?? []).map(({ availability, price, regionCode }) => ({
      region: regionCode.toLowerCase(),
      price: priceOf(price),
      availability: wordOf(availability)
    })),
    otherRegions:
      others === null || others === undefined
        ? null
        : {
            usdPrice: priceOf(others.usdPrice),
            eurPrice: priceOf(others.eurPrice),
            availability: wordOf(others.availability)
          },
    offerTags: tagsOf(offerTags)
  }
}

export const oneTimeProductOf = ({
  listings,
  offerTags,
  productId,
  purchaseOptions
}: V.OneTimeProduct): OneTimeProduct => ({
  productId,
  purchaseOptions: (purchaseOptions ?? []).map(purchaseOptionOf),
  listings: (listings ?? []).map(({ description, languageCode, title }) => ({
    locale: languageCode,
    title: title ?? null,
    description: description ?? null
  })),
  offerTags: tagsOf(offerTags)
})
