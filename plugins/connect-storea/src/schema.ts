/** What the routes answer, beside the records themselves. */
import { Change, Field, nextCursor, Param, Preview } from "@storeglass/plugin-api"
import { Schema } from "effect"
import * as R from "./vendor/records.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const counted = {
  total: orNull(Schema.Int).annotate({ description: "How many there are in all; null if the vendor didn't say." }),
  truncated: Schema.Boolean.annotate({ description: "Whether there are more than are listed here." })
}
/** All pages of the vendor's list in one. */
const listed = <A, I>(items: Schema.Codec<A, I>, identifier: string) =>
  Schema.Struct({ items: Schema.Array(items), ...counted }).annotate({ identifier })

export const Iaps = listed(R.Iap, "ConsoleIaps")
export const Localizations = listed(R.Localization, "ConsoleLocalizations")
export const SubscriptionGroups = listed(R.SubscriptionGroup, "ConsoleSubscriptionGroups")
export const Subscriptions = listed(R.Subscription, "ConsoleSubscriptions")
export const SubscriptionDetail = Schema.Struct({
  ...R.Subscription.fields,
  prices: listed(R.SubscriptionPrice, "ConsoleSubscriptionPrices").annotate({
    description: "Current and future prices; past ones are left out."
  })
}).annotate({ identifier: "ConsoleSubscriptionDetail" })

export const PricePoints = Schema.Struct({
  territory: Field.text("Territory whose points these are.", "USA"),
  territoryFrom: Schema.Literals(["query", "schedule", "default"]).annotate({
    description:
      "Who chose it. query: the request. schedule: it's the base territory of the price schedule. default: there is none, so USA."
  }),
  items: Schema.Array(R.PricePoint).annotate({ description: "In the vendor's order." }),
  ...counted
}).annotate({ identifier: "ConsolePricePoints" })

export const PriceSchedule = Schema.Struct({
  ...R.PriceSchedule.fields,
  id: orNull(Schema.String).annotate({ description: "Id of the schedule; null where there is none yet." })
}).annotate({ identifier: "ConsolePriceSchedule" })

export const Availability = Schema.Struct({
  ...R.Availability.fields,
  id: orNull(Schema.String).annotate({
    description: "Id of the availability, which is that of the app; null where the app has none yet."
  }),
  territoryAvailabilities: Schema.Array(R.TerritoryAvailability).annotate({ description: "50 to a page." }),
  nextCursor
}).annotate({ identifier: "ConsoleAvailabilityPage" })

export const availabilityCursor = Param.cursor(Schema.Struct({ after: Schema.Int }))

/** What an availability is once it is changed. */
export const SetAvailability = Schema.Struct({
  id: R.Availability.fields.id,
  availableInNewTerritories: R.Availability.fields.availableInNewTerritories
}).annotate({ identifier: "ConsoleSetAvailability" })

// Previews

/** A manual price as a preview shows it. */
export const ScheduleEntry = Schema.Struct({
  ...R.ScheduledPrice.fields,
  customerPrice: R.PricePoint.fields.customerPrice,
  currency: R.PricePoint.fields.currency
}).annotate({ identifier: "ConsoleScheduleEntry" })
export type ScheduleEntry = typeof ScheduleEntry.Type
export const SchedulePreview = Schema.Struct({
  ...Preview.fields,
  changes: Schema.Array(Change).annotate({
    description:
      "baseTerritory, and manual prices as prices.USA or prices.USA.2027-01-15: from null it comes, to null it goes, else one takes the other's place."
  }),
  stays: Schema.Array(ScheduleEntry).annotate({ description: "Manual prices that stay as they are." })
}).annotate({ identifier: "ConsoleSchedulePreview", description: "What the write would do. Nothing was written." })

export const Consent = Schema.Struct({
  asked: Schema.Literals(["nobody", "existing_subscribers"]).annotate({
    description: "Whom the store may ask whether they agree to the price."
  }),
  explanation: Field.text("Who pays what from when, and what becomes of those who don't agree.")
}).annotate({ identifier: "ConsoleConsent" })
export type Consent = typeof Consent.Type
export const SubscriptionPricePreview = Schema.Struct({ ...Preview.fields, consent: Consent }).annotate({
  identifier: "ConsoleSubscriptionPricePreview",
  description: "What the write would do. Nothing was written."
})
