/** What the console holds, in our words: what its answers are decoded to, and what ours are made of. */
import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const text = (description: string, ...examples: ReadonlyArray<string>) =>
  orNull(Field.text(`${description}; null if the vendor didn't say.`, ...examples))
const flag = (description: string) =>
  orNull(Schema.Boolean).annotate({ description: `${description}; null if the vendor didn't say.` })
const id = (what: string, ...examples: ReadonlyArray<string>) =>
  Field.text(`Id of the ${what} at the vendor.`, ...examples)
const state = (example: string) =>
  text("The vendor's state of it, which may be one that is newer than this gateway", example)
const date = (description: string) => orNull(Field.text(`${description}, YYYY-MM-DD.`, "2027-01-15"))

export const Iap = Schema.Struct({
  id: id("in-app purchase", "6444000001"),
  name: text("Reference name", "100 coins"),
  productId: text("Product id, fixed once it is made", "com.example.coins100"),
  inAppPurchaseType: text("CONSUMABLE, NON_CONSUMABLE or NON_RENEWING_SUBSCRIPTION", "CONSUMABLE"),
  state: state("READY_TO_SUBMIT"),
  reviewNote: text("Note for the vendor's review"),
  familySharable: flag("Whether a family may share it"),
  contentHosting: flag("Whether the vendor hosts content of it")
}).annotate({ identifier: "ConsoleIap" })
export type Iap = typeof Iap.Type

/** Of an in-app purchase or of a subscription. */
export const Localization = Schema.Struct({
  id: id("localization"),
  parentId: text("Id of the in-app purchase or subscription that it belongs to", "6444000001"),
  versionId: orNull(Field.text("Id of the version that it hangs on; null where localizations don't hang on versions.")),
  locale: text("Language and region", "en-US"),
  name: text("Name that customers see", "100 coins"),
  description: text("Description that customers see"),
  state: state("PREPARE_FOR_SUBMISSION")
}).annotate({ identifier: "ConsoleLocalization" })
export type Localization = typeof Localization.Type

/** Of an in-app purchase or of a subscription, for the vendor's review alone. */
export const ReviewScreenshot = Schema.Struct({
  id: id("screenshot"),
  fileName: text("Name of its file", "paywall.png"),
  fileSize: orNull(Schema.Int).annotate({ description: "Bytes of its file; null if the vendor didn't say." }),
  checksum: text("MD5 of its file, in hex"),
  state: text(
    "AWAITING_UPLOAD, UPLOAD_COMPLETE while the vendor still looks at it, COMPLETE, FAILED, or one that is newer than this gateway",
    "COMPLETE"
  ),
  problems: Schema.Array(Schema.String).annotate({ description: "What the vendor found wrong with it." }),
  templateUrl: text("Address of the image at the vendor, with {w}, {h} and {f} to fill in"),
  width: orNull(Schema.Int).annotate({ description: "Pixels; null if the vendor didn't say." }),
  height: orNull(Schema.Int).annotate({ description: "Pixels; null if the vendor didn't say." })
}).annotate({ identifier: "ConsoleReviewScreenshot" })
export type ReviewScreenshot = typeof ReviewScreenshot.Type

export const SubscriptionGroup = Schema.Struct({
  id: id("subscription group", "21000001"),
  referenceName: text("Reference name", "Pro")
}).annotate({ identifier: "ConsoleSubscriptionGroup" })
export type SubscriptionGroup = typeof SubscriptionGroup.Type

export const Subscription = Schema.Struct({
  id: id("subscription", "6445000001"),
  groupId: text("Id of its group", "21000001"),
  name: text("Reference name", "Pro monthly"),
  productId: text("Product id, fixed once it is made", "com.example.pro.month"),
  subscriptionPeriod: text("ONE_WEEK to ONE_YEAR", "ONE_MONTH"),
  groupLevel: orNull(Schema.Int).annotate({
    description: "Level in its group, 1 the highest; null if the vendor didn't say."
  }),
  familySharable: flag("Whether a family may share it"),
  reviewNote: text("Note for the vendor's review"),
  state: state("APPROVED")
}).annotate({ identifier: "ConsoleSubscription" })
export type Subscription = typeof Subscription.Type

const money = {
  territory: text("Three-letter code of the territory", "USA"),
  currency: text("ISO 4217 code of its amounts", "USD"),
  customerPrice: text("What customers pay, as decimal text", "4.99"),
  proceeds: text("What the owner gets of it, as decimal text", "3.49"),
  proceedsYear2: orNull(
    Field.text(
      "What the owner gets of a subscription after a subscriber's first year, as decimal text; null for what isn't a subscription.",
      "4.24"
    )
  )
}

export const PricePoint = Schema.Struct({
  id: Field.text("Opaque; send it as pricePointId.", "eyJzIjoiNjQ0NDAwMDAwMSIsInQiOiJVU0EiLCJwIjoiMTAwMTAifQ"),
  ...money
}).annotate({ identifier: "ConsolePricePoint" })
export type PricePoint = typeof PricePoint.Type

export const priceStatuses = ["past", "current", "future"] as const
const priced = {
  id: id("price"),
  pricePointId: text("Its price point"),
  ...money,
  startDate: date("First day on which it holds; null: from the beginning"),
  endDate: date("Day from which it no longer holds; null: none is set"),
  status: Schema.Literals(priceStatuses).annotate({ description: "As of today, UTC." })
}

/** A price of a schedule. */
export const Price = Schema.Struct({
  ...priced,
  manual: flag("Whether it was set by hand; false where the vendor derived it from the base territory's")
}).annotate({ identifier: "ConsolePrice" })
export type Price = typeof Price.Type

/** The plan of a price that tells none: of those there were before there were plans. */
export const upfront = "UPFRONT"

/** A price of a subscription, which has no schedule. */
export const SubscriptionPrice = Schema.Struct({
  ...priced,
  preserved: flag("Whether it is what those still pay who subscribed before a change"),
  planType: orNull(Field.text("UPFRONT or MONTHLY, where the vendor tells plans apart; else null.", "UPFRONT"))
}).annotate({ identifier: "ConsoleSubscriptionPrice" })
export type SubscriptionPrice = typeof SubscriptionPrice.Type

export const PriceSchedule = Schema.Struct({
  id: id("schedule"),
  baseTerritory: text("Territory from whose price the automatic ones follow", "USA"),
  manualPrices: Schema.Array(Price).annotate({ description: "Prices that were set by hand." }),
  automaticPrices: Schema.Array(Price).annotate({
    description: "Prices that the vendor derived from the base territory's."
  }),
  truncated: Schema.Boolean.annotate({ description: "Whether there are more prices than are listed." })
}).annotate({ identifier: "ConsolePriceSchedule" })
export type PriceSchedule = typeof PriceSchedule.Type

/** An entry of a schedule as it is sent. */
export const ScheduledPrice = Schema.Struct({
  territory: Field.text("Three-letter code of the territory.", "USA"),
  pricePointId: Field.text("Opaque; from a price-points read."),
  startDate: date("First day on which it holds; null: now")
}).annotate({ identifier: "ConsoleScheduledPrice" })
export type ScheduledPrice = typeof ScheduledPrice.Type

/** What the vendor answers to a new schedule: that it has it, under which id. */
export const AcceptedSchedule = Schema.Struct({
  id: id("schedule"),
  baseTerritory: Field.text("Territory from whose price the automatic ones follow.", "USA"),
  manualPrices: Schema.Array(ScheduledPrice).annotate({ description: "The manual prices that it has now, as sent." })
}).annotate({ identifier: "ConsoleAcceptedSchedule" })
export type AcceptedSchedule = typeof AcceptedSchedule.Type

/** What the vendor answers to a new price of a subscription. */
export const AcceptedPrice = Schema.Struct({
  id: orNull(Field.text("Id of the price at the vendor; null if the vendor didn't say.")),
  subscriptionId: id("subscription", "6445000001"),
  territory: Field.text("Three-letter code of the territory.", "USA"),
  pricePointId: Field.text("Opaque; from a price-points read."),
  startDate: date("First day on which it holds; null: as soon as possible"),
  preserved: flag("Whether subscribers keep what they pay"),
  planType: orNull(Field.text("UPFRONT or MONTHLY, where the vendor tells plans apart; else null.")),
  first: Schema.Boolean.annotate({ description: "Whether it is the first price that the subscription has." })
}).annotate({ identifier: "ConsoleAcceptedPrice" })
export type AcceptedPrice = typeof AcceptedPrice.Type

export const TerritoryAvailability = Schema.Struct({
  id: Field.text("Opaque id of the availability in one territory.", "eyJzIjoiMTIzNDU2Nzg5MCIsInQiOiJVU0EifQ"),
  territory: text("Three-letter code of the territory", "USA"),
  available: flag("Whether it is sold there"),
  releaseDate: date("Day of its release there; null: none is set"),
  preOrderEnabled: flag("Whether it can be ordered before its release"),
  preOrderPublishDate: date("Day from which it can be ordered; null: none is set"),
  contentStatuses: Field.texts("The vendor's reasons and states, such as AVAILABLE or MISSING_RATING.")
}).annotate({ identifier: "ConsoleTerritoryAvailability" })
export type TerritoryAvailability = typeof TerritoryAvailability.Type

export const Availability = Schema.Struct({
  id: Field.text("Id of the availability, which is that of the app.", "1234567890"),
  availableInNewTerritories: flag("Whether it comes to territories that the vendor adds"),
  territoryAvailabilities: Schema.Array(TerritoryAvailability).annotate({ description: "At most the first 50." }),
  total: orNull(Schema.Int).annotate({ description: "How many there are; null if the vendor didn't say." })
}).annotate({ identifier: "ConsoleAvailability" })
export type Availability = typeof Availability.Type
