/** What the routes that write are sent. The vendor's own bounds move, so these are wider; its refusals come in its words. */
import { confirmationField, planIdField, StoredText } from "@storeglass/plugin-api"
import { Schema } from "effect"

const optional = Schema.optionalKey
const matching = (
  pattern: RegExp,
  wrong: string,
  annotations: { readonly description: string; readonly example: string }
) =>
  Schema.String.annotate({ description: annotations.description, examples: [annotations.example] }).check(
    Schema.makeFilter((text: string) => (pattern.test(text) ? true : wrong), {
      toJsonSchema: () => ({ pattern: pattern.source })
    })
  )
const someOf = (...fields: ReadonlyArray<string>) =>
  Schema.makeFilter((body: object) =>
    fields.some((field) => Object.hasOwn(body, field)) ? true : `must have at least one of ${fields.join(", ")}`
  )
const planId = { planId: planIdField }

const name = StoredText({ max: 200, description: "Reference name, which customers don't see." })
const productId = matching(/^[A-Za-z0-9._-]{1,100}$/, "must be 1 to 100 letters, digits, '.', '_' or '-'", {
  description: "Product id in the app's code. It's fixed once it is made, and never free again.",
  example: "com.example.coins100"
})
const reviewNote = StoredText({ max: 4_000, description: "Note for the vendor's review." })
const familySharable = Schema.Boolean.annotate({
  description: "Whether a family may share it. Once true, the vendor doesn't take it back."
})
const clearable = <A, I>(schema: Schema.Codec<A, I>, description: string) =>
  optional(Schema.NullOr(schema).annotate({ description }))

export const IapIntent = Schema.Struct({
  name,
  productId,
  inAppPurchaseType: Schema.Literals(["CONSUMABLE", "NON_CONSUMABLE", "NON_RENEWING_SUBSCRIPTION"]).annotate({
    description: "Fixed once it is made."
  }),
  reviewNote: optional(reviewNote),
  familySharable: optional(familySharable)
})
export const NewIap = Schema.Struct({ ...IapIntent.fields, ...planId }).annotate({
  examples: [{ name: "100 coins", productId: "com.example.coins100", inAppPurchaseType: "CONSUMABLE" }]
})

export const IapPatchIntent = Schema.Struct({
  name: optional(name),
  reviewNote: clearable(reviewNote, "Note for the vendor's review; null removes it."),
  familySharable: optional(familySharable)
})
export const IapPatch = Schema.Struct({ ...IapPatchIntent.fields, ...planId })
  .annotate({ examples: [{ name: "120 coins" }] })
  .check(someOf("name", "reviewNote", "familySharable"))

const shownName = StoredText({ max: 100, description: "Name that customers see." })
const description = StoredText({ max: 1_000, description: "Description that customers see." })
const createVersion = optional(
  Schema.Boolean.annotate({
    description:
      "Where the product is approved and takes no localization by itself: put it on the open version, or on one that is made for it. A version can't be deleted."
  })
)
export const LocalizationIntent = Schema.Struct({
  locale: matching(
    /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/,
    "must be a language, or language and region, such as en-US",
    {
      description: "Language, or language and region.",
      example: "en-US"
    }
  ),
  name: shownName,
  description: optional(description),
  createVersion
})
export const NewLocalization = Schema.Struct({ ...LocalizationIntent.fields, ...planId }).annotate({
  examples: [{ locale: "en-US", name: "100 coins", description: "A pouch of coins" }]
})

export const LocalizationPatchIntent = Schema.Struct({
  name: optional(shownName),
  description: clearable(description, "Description that customers see; null removes it."),
  createVersion
})
export const LocalizationPatch = Schema.Struct({ ...LocalizationPatchIntent.fields, ...planId })
  .annotate({ examples: [{ description: "A bigger pouch" }] })
  .check(someOf("name", "description"))

export const GroupIntent = Schema.Struct({ referenceName: name })
export const NewGroup = Schema.Struct({ ...GroupIntent.fields, ...planId }).annotate({
  examples: [{ referenceName: "Pro" }]
})

const subscriptionPeriod = Schema.Literals([
  "ONE_WEEK",
  "ONE_MONTH",
  "TWO_MONTHS",
  "THREE_MONTHS",
  "SIX_MONTHS",
  "ONE_YEAR"
]).annotate({ description: "How long it lasts until it renews." })
const groupLevel = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({
  description: "Level in its group, 1 the highest: to move up is an upgrade."
})
export const SubscriptionIntent = Schema.Struct({
  name,
  productId,
  subscriptionPeriod,
  groupLevel: optional(groupLevel),
  familySharable: optional(familySharable),
  reviewNote: optional(reviewNote)
})
export const NewSubscription = Schema.Struct({ ...SubscriptionIntent.fields, ...planId }).annotate({
  examples: [{ name: "Pro monthly", productId: "com.example.pro.month", subscriptionPeriod: "ONE_MONTH" }]
})
export const SubscriptionPatchIntent = Schema.Struct({
  name: optional(name),
  familySharable: optional(familySharable),
  subscriptionPeriod: optional(subscriptionPeriod),
  reviewNote: clearable(reviewNote, "Note for the vendor's review; null removes it."),
  groupLevel: optional(groupLevel)
})
export const SubscriptionPatch = Schema.Struct({ ...SubscriptionPatchIntent.fields, ...planId })
  .annotate({ examples: [{ name: "Pro month" }] })
  .check(someOf("name", "familySharable", "subscriptionPeriod", "reviewNote", "groupLevel"))

export const territory = (description: string) =>
  matching(/^[A-Z]{3}$/, "must be a territory's code of three capital letters, such as USA", {
    description,
    example: "USA"
  })
const pricePointId = matching(
  /^[A-Za-z0-9_=-]{1,512}$/,
  "must be the id of a price point, as a price-points read gave it",
  {
    description: "Price point of that territory, from a price-points read.",
    example: "eyJzIjoiNjQ0NDAwMDAwMSIsInQiOiJVU0EiLCJwIjoiMTAwMTAifQ"
  }
)
const amount = (text: string) =>
  /^\d{1,9}(\.\d{1,3})?$/.test(text)
    ? true
    : 'must be a decimal number as text, with at most 9 digits and three decimals, such as "4.99"'
const customerPrice = Schema.String.annotate({
  description:
    "In place of pricePointId: what a customer is to pay, in the territory's currency. It must be one of the prices that the vendor allows; else the error names the two nearest.",
  examples: ["4.99"]
}).check(Schema.makeFilter(amount, { toJsonSchema: () => ({ pattern: "^\\d{1,9}(\\.\\d{1,3})?$" }) }))
/** The point, or what it costs. */
export const pointed = { pricePointId: optional(pricePointId), customerPrice: optional(customerPrice) }
export const isPointed = Schema.makeFilter(
  (body: { readonly pricePointId?: string; readonly customerPrice?: string }) =>
    (body.pricePointId === undefined) === (body.customerPrice === undefined)
      ? "must have pricePointId or customerPrice, and not both"
      : true
)
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && (new Date(`${text}T00:00:00Z`).toJSON() ?? "").startsWith(text)
export const startDate = (description: string) =>
  Schema.String.annotate({ description, examples: ["2027-01-15"] }).check(
    Schema.makeFilter((text: string) => (isDay(text) ? true : "must be a date in the form YYYY-MM-DD"), {
      toJsonSchema: () => ({ format: "date" })
    })
  )

const entriesMax = 1_000
export const replaceAll = "all manual prices are replaced by those of the body"
export const NewSchedule = Schema.Struct({
  baseTerritory: territory("Territory from whose price all automatic prices follow."),
  confirmReplaceAll: confirmationField(replaceAll),
  prices: Schema.Array(
    Schema.Struct({
      territory: territory("Whose price it is."),
      ...pointed,
      startDate: optional(
        startDate(
          "First day on which it holds: today (UTC) or later. Absent: the current price, which the base territory needs."
        )
      )
    }).check(isPointed)
  )
    .check(Schema.isMinLength(1), Schema.isMaxLength(entriesMax))
    .annotate({ description: "All manual prices: what isn't here is gone." }),
  ...planId
}).annotate({
  examples: [
    {
      baseTerritory: "USA",
      confirmReplaceAll: true,
      prices: [{ territory: "USA", pricePointId: "eyJzIjoiNjQ0NDAwMDAwMSIsInQiOiJVU0EiLCJwIjoiMTAwMTAifQ" }]
    }
  ]
})

export const setsPrice = "customers of the territory pay this price, and subscribers may be asked to agree to it"
export const NewSubscriptionPrice = Schema.Struct({
  territory: territory("Whose price it is. Prices of a subscription are set one territory at a time."),
  ...pointed,
  startDate: optional(startDate("First day on which it holds: today (UTC) or later. Absent: as soon as possible.")),
  preserveCurrentPrice: optional(
    Schema.Boolean.annotate({
      description:
        "Required where the subscription has a price, refused for its first. true: existing subscribers keep what they pay. false: they pay the new price from their next renewal, and the store may ask them to agree."
    })
  ),
  planType: optional(
    Schema.Literals(["UPFRONT", "MONTHLY"]).annotate({
      description:
        "For subscriptions that are sold on several plans: whose price it is. Absent: of the one that is paid up front."
    })
  ),
  confirm: confirmationField(setsPrice),
  ...planId
})
  .annotate({
    examples: [
      {
        territory: "USA",
        pricePointId: "eyJzIjoiczEiLCJ0IjoiVVNBIiwicCI6IjEwMDQxIn0",
        preserveCurrentPrice: true,
        confirm: true
      }
    ]
  })
  .check(isPointed)

export const setsNewTerritories = "the app's availability is replaced by one that differs in this switch alone"
export const AvailabilityPatch = Schema.Struct({
  availableInNewTerritories: Schema.Boolean.annotate({
    description: "Whether the app comes to territories that the vendor adds."
  }),
  confirm: confirmationField(setsNewTerritories),
  ...planId
}).annotate({ examples: [{ availableInNewTerritories: true, confirm: true }] })

export const setsTerritory = "the app goes on or off sale in the territory"
export const TerritoryPatch = Schema.Struct({
  available: Schema.Boolean.annotate({ description: "Whether the app is sold there." }),
  confirm: confirmationField(setsTerritory),
  ...planId
}).annotate({ examples: [{ available: false, confirm: true }] })
