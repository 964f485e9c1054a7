/** What the routes take and give. */
import { Field, Param } from "@storeglass/plugin-api"
import { Schema } from "effect"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const flag = (description: string) => Schema.Boolean.annotate({ description })
const instant = (description: string) => orNull(Field.text(`${description}, ISO 8601; null: never.`))

const packageName = Schema.String.check(
  Schema.makeFilter((text: string) => Param.isPackageName(text) || "must be a package name, such as com.example.app")
)
const bucketForm = /^(?:gs:\/\/)?pubsite_prod_(?:rev_)?[0-9]{1,30}\/?$/
const bucket = (what: string) =>
  Schema.optionalKey(
    Schema.String.check(Schema.isPattern(bucketForm)).annotate({
      description: `${what}, as the console's page of downloads shows it: gs://… or its name alone.`,
      examples: ["gs://pubsite_prod_0123456789"]
    })
  )

export const Credentials = Schema.Struct({
  serviceAccountJson: Schema.RedactedFromValue(
    Schema.Union([Schema.String, Schema.Record(Schema.String, Schema.Unknown)]).annotate({
      description:
        "The service account's key file, as its JSON or as text. Its type, client_email, private_key_id and private_key are used; addresses in it aren't."
    })
  ),
  defaultPackageName: Schema.optionalKey(
    packageName.annotate({
      description: "An app of the console: with it the right to read reviews is tried while connecting.",
      examples: ["com.example.app"]
    })
  ),
  reportsBucket: bucket("Bucket of the statistics reports"),
  financialReportsBucket: bucket("Bucket of the financial reports, where it's another: newer accounts have two")
})
export type Credentials = typeof Credentials.Type

export const Check = Schema.Struct({
  check: Schema.Literals(["apps", "reviews", "reports", "financialReports"]).annotate({
    description:
      "apps: lists the apps and their vitals. reviews: reads the default app's reviews. reports, financialReports: list what is in a bucket."
  }),
  status: Schema.Literals(["ok", "missing", "not_checked"]).annotate({
    description: "missing: a right is. not_checked: no default app, or no bucket, was given."
  }),
  right: orNull(Field.text("The right that is missing, as the vendor calls it.")),
  grantedAt: orNull(Field.text("Where it is granted.")),
  message: orNull(Field.text("What to do about it."))
}).annotate({ identifier: "PlayCheck" })
export type Check = typeof Check.Type

export const Connection = Schema.Struct({
  connected: flag("Whether the saved service account can be used."),
  state: Schema.Literals(["not_connected", "connected", "degraded", "rejected"]).annotate({
    description:
      "degraded: it works, and checks says which right is missing. rejected: the vendor no longer accepts it, or it can't be opened."
  }),
  serviceAccountEmail: orNull(
    Field.text("Whose key it is; null without a connection.", "reader@example.iam.gserviceaccount.com")
  ),
  defaultPackageName: orNull(Field.text("As given when connecting.", "com.example.app")),
  reportsBucket: orNull(Field.text("Bucket of the statistics reports.", "pubsite_prod_0123456789")),
  financialReportsBucket: orNull(Field.text("Bucket of the financial reports, where it's another.")),
  checks: Schema.Array(Check).annotate({ description: "What was tried while connecting; none without a connection." }),
  syncStatus: Schema.Literals(["never", "running", "ok", "partial", "failed"]).annotate({
    description: "How the last sync went; never: there was none."
  }),
  connectedAt: instant("When it was saved"),
  lastVerifiedAt: instant("When the vendor was last looked at"),
  lastSyncAt: instant("When the last sync ended"),
  lastError: orNull(Field.text("What is wrong with it now; null: nothing."))
}).annotate({ identifier: "PlayConnection" })
export type Connection = typeof Connection.Type

export const Disconnected = Schema.Struct({
  disconnected: flag("False: there was no connection."),
  dataKept: flag("Whether anything that was read is still kept here.")
}).annotate({ identifier: "PlayDisconnected" })

const total = Field.whole("How many there are.")
export const Apps = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      packageName: Field.text("Its package name.", "com.example.app"),
      displayName: orNull(Field.text("Its name in the console; null where the vendor tells none."))
    }).annotate({ identifier: "PlayApp" })
  ),
  total
}).annotate({ identifier: "PlayApps" })

export const Money = Schema.Struct({
  amount: Field.text("Decimal number as text, exactly as the vendor has it.", "9.99"),
  currency: Field.text("ISO 4217 code.", "USD")
}).annotate({ identifier: "PlayMoney" })
export type Money = typeof Money.Type
const price = orNull(Money).annotate({ description: "Null: the vendor tells none." })
const region = Field.text("ISO 3166-1 alpha-2, lower case.", "us")
const offerTags = Field.texts("The owner's own tags.")
const state = orNull(Field.text("draft, active, inactive, or what the vendor adds; null: it tells none.", "active"))
const locale = Field.text("Language of the texts, BCP 47.", "en-US")
const text = (description: string) => orNull(Field.text(description))

export const planKinds = ["autoRenewing", "installments", "prepaid"] as const
export type PlanKind = (typeof planKinds)[number]

const BasePlan = Schema.Struct({
  basePlanId: Field.text("The owner's id of it.", "monthly"),
  state,
  kind: orNull(Schema.Literals(planKinds)).annotate({
    description: "How it is paid; null: in a way that this version doesn't know."
  }),
  billingPeriod: text("How long each payment lasts, ISO 8601, such as P1M."),
  gracePeriod: text("How long access goes on after a failed payment, ISO 8601; null: no such time."),
  committedPayments: orNull(Field.whole("Payments that a subscriber commits to; null: not in installments.")),
  prices: Schema.Array(
    Schema.Struct({
      region,
      price,
      newSubscribers: flag("Whether anybody there can subscribe anew.")
    }).annotate({ identifier: "PlayPlanPrice" })
  ),
  otherRegions: orNull(
    Schema.Struct({
      usdPrice: price,
      eurPrice: price,
      newSubscribers: flag("Whether anybody there can subscribe anew.")
    })
  ).annotate({ description: "Of regions that the vendor may add; null: it isn't sold there." }),
  offerTags
}).annotate({ identifier: "PlayBasePlan" })

export const Subscription = Schema.Struct({
  productId: Field.text("The product's id.", "premium"),
  archived: flag("Whether it's archived, and sold no more."),
  basePlans: Schema.Array(BasePlan),
  listings: Schema.Array(
    Schema.Struct({
      locale,
      title: text("Its name in this language."),
      description: text("Its description in this language."),
      benefits: Field.texts("What it promises, at most four.")
    }).annotate({ identifier: "PlaySubscriptionListing" })
  )
}).annotate({ identifier: "PlaySubscription" })
export type Subscription = typeof Subscription.Type
const truncated = flag("Whether there are more, which are left out.")
export const Subscriptions = Schema.Struct({
  items: Schema.Array(Subscription),
  total: Field.whole("How many are given."),
  truncated
}).annotate({ identifier: "PlaySubscriptions" })

const PurchaseOption = Schema.Struct({
  purchaseOptionId: Field.text("The owner's id of it.", "buy"),
  state,
  kind: orNull(Schema.Literals(["buy", "rent"])).annotate({
    description: "Null: a way that this version doesn't know."
  }),
  multiQuantity: flag("Whether several can be bought at once."),
  rentalPeriod: text("How long a rental lasts, ISO 8601; null: it isn't one."),
  expirationPeriod: text("How long it lasts once begun, ISO 8601; null: as long as the rental."),
  prices: Schema.Array(
    Schema.Struct({
      region,
      price,
      availability: orNull(
        Field.text(
          "available, noLongerAvailable, availableIfReleased, availableForOffersOnly, or what the vendor adds."
        )
      )
    }).annotate({ identifier: "PlayOptionPrice" })
  ),
  otherRegions: orNull(
    Schema.Struct({
      usdPrice: price,
      eurPrice: price,
      availability: orNull(Field.text("As of prices."))
    })
  ).annotate({ description: "Of regions that the vendor may add; null: it isn't sold there." }),
  offerTags
}).annotate({ identifier: "PlayPurchaseOption" })

export const OneTimeProduct = Schema.Struct({
  productId: Field.text("The product's id.", "coins_100"),
  purchaseOptions: Schema.Array(PurchaseOption),
  listings: Schema.Array(
    Schema.Struct({
      locale,
      title: text("Its name in this language."),
      description: text("Its description in this language.")
    }).annotate({ identifier: "PlayProductListing" })
  ),
  offerTags
}).annotate({ identifier: "PlayOneTimeProduct" })
export type OneTimeProduct = typeof OneTimeProduct.Type
export const OneTimeProducts = Schema.Struct({
  items: Schema.Array(OneTimeProduct),
  total: Field.whole("How many are given."),
  truncated
}).annotate({ identifier: "PlayOneTimeProducts" })
