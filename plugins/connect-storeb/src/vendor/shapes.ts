/** The vendor's answers, as far as they are read. Unknown fields pass; any may be missing. */
import { Schema } from "effect"

const opt = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const text = opt(Schema.String)
const listOf = <S extends Schema.Constraint>(item: S) => opt(Schema.Array(item))

export const Token = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Finite })
export const TokenRefusal = Schema.Struct({ error: text, error_description: text })
export const Refusal = Schema.Struct({
  error: Schema.Struct({
    message: text,
    status: text,
    errors: listOf(Schema.Struct({ reason: text, message: text })),
    details: listOf(Schema.Struct({ reason: text }))
  })
})

export const AppsPage = Schema.Struct({
  apps: listOf(Schema.Struct({ packageName: Schema.String, displayName: text })),
  nextPageToken: text
})
/** Nothing of them is read while connecting. */
export const ReviewsPage = Schema.Struct({ reviews: listOf(Schema.Unknown) })
export const ObjectsPage = Schema.Struct({ items: listOf(Schema.Unknown) })

/** Whole units as text, and billionths of one with the same sign. */
export const Money = Schema.Struct({ currencyCode: Schema.String, units: text, nanos: opt(Schema.Int) })
export type Money = typeof Money.Type
const Tag = Schema.Struct({ tag: text })

export const BasePlan = Schema.Struct({
  basePlanId: Schema.String,
  state: text,
  autoRenewingBasePlanType: opt(Schema.Struct({ billingPeriodDuration: text, gracePeriodDuration: text })),
  prepaidBasePlanType: opt(Schema.Struct({ billingPeriodDuration: text })),
  installmentsBasePlanType: opt(
    Schema.Struct({
      billingPeriodDuration: text,
      gracePeriodDuration: text,
      committedPaymentsCount: opt(Schema.Int)
    })
  ),
  regionalConfigs: listOf(
    Schema.Struct({ regionCode: Schema.String, price: opt(Money), newSubscriberAvailability: opt(Schema.Boolean) })
  ),
  otherRegionsConfig: opt(
    Schema.Struct({ usdPrice: opt(Money), eurPrice: opt(Money), newSubscriberAvailability: opt(Schema.Boolean) })
  ),
  offerTags: listOf(Tag)
})
export type BasePlan = typeof BasePlan.Type
export const Subscription = Schema.Struct({
  productId: Schema.String,
  archived: opt(Schema.Boolean),
  basePlans: listOf(BasePlan),
  listings: listOf(
    Schema.Struct({
      languageCode: Schema.String,
      title: text,
      description: text,
      benefits: listOf(Schema.String)
    })
  )
})
export type Subscription = typeof Subscription.Type
export const SubscriptionsPage = Schema.Struct({ subscriptions: listOf(Subscription), nextPageToken: text })

export const PurchaseOption = Schema.Struct({
  purchaseOptionId: Schema.String,
  state: text,
  buyOption: opt(Schema.Struct({ multiQuantityEnabled: opt(Schema.Boolean) })),
  rentOption: opt(Schema.Struct({ rentalPeriod: text, expirationPeriod: text })),
  regionalPricingAndAvailabilityConfigs: listOf(
    Schema.Struct({ regionCode: Schema.String, price: opt(Money), availability: text })
  ),
  newRegionsConfig: opt(Schema.Struct({ usdPrice: opt(Money), eurPrice: opt(Money), availability: text })),
  offerTags: listOf(Tag)
})
export type PurchaseOption = typeof PurchaseOption.Type
export const OneTimeProduct = Schema.Struct({
  productId: Schema.String,
  listings: listOf(Schema.Struct({ languageCode: Schema.String, title: text, description: text })),
  purchaseOptions: listOf(PurchaseOption),
  offerTags: listOf(Tag)
})
export type OneTimeProduct = typeof OneTimeProduct.Type
export const OneTimeProductsPage = Schema.Struct({
  oneTimeProducts: listOf(OneTimeProduct),
  nextPageToken: text
})
