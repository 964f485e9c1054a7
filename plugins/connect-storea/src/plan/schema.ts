/** What the routes of price plans take and give. */
import { confirmationField, Field, Preview, planIdField } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { isPointed, pointed, startDate, territory } from "../catalog/bodies.ts"

const optional = Schema.optionalKey
const ending = Schema.String.check(Schema.isPattern(/^[0-9.]{1,6}$/)).annotate({
  description: "The last characters of the price as the vendor tells it.",
  examples: [".99"]
})
const fields = {
  territory: territory("Base territory, from whose price all others are worked out."),
  ...pointed,
  rounding: optional(
    Schema.Struct({
      to: Schema.Literals(["nearest", "up", "down"]).annotate({ description: "In which direction a price may move." }),
      endings: Schema.Array(ending)
        .check(Schema.isMinLength(1), Schema.isMaxLength(10))
        .annotate({ description: "How a price may end." })
    }).annotate({
      description:
        "How each territory's price is rounded to a point with such an ending. One that would move by more than a quarter stays as the vendor worked it out. Absent: all stay so."
    })
  ),
  except: optional(
    Schema.Array(territory("A territory whose price stays as it is."))
      .check(Schema.isMaxLength(200))
      .annotate({ description: "Territories whose prices stay as they are." })
  ),
  startDate: optional(
    startDate("First day on which the prices hold: today (UTC) or later. Absent: as soon as possible.")
  )
}
export const setsAll = "customers of every territory in the plan pay these prices"
const planned = {
  confirm: confirmationField(setsAll),
  planId: planIdField
}
const example = {
  territory: "USA",
  customerPrice: "4.99",
  rounding: { to: "nearest", endings: [".99"] },
  confirm: true
} as const

export const IapPlan = Schema.Struct({ ...fields, ...planned })
  .annotate({ examples: [example] })
  .check(isPointed)
export const SubscriptionPlan = Schema.Struct({
  ...fields,
  preserveCurrentPrice: optional(
    Schema.Boolean.annotate({
      description:
        "Required where the subscription has a price. true: existing subscribers keep what they pay. false: they pay the new price from their next renewal, and the store may ask them to agree."
    })
  ),
  planType: optional(
    Schema.Literals(["UPFRONT", "MONTHLY"]).annotate({
      description:
        "For subscriptions that are sold on several plans: whose prices they are. Absent: of the one that is paid up front."
    })
  ),
  ...planned
})
  .annotate({ examples: [{ ...example, preserveCurrentPrice: true }] })
  .check(isPointed)

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const price = (description: string) => orNull(Field.text(description, "4.99"))
export const PlanRow = Schema.Struct({
  territory: Field.text("Three-letter code of the territory.", "USA"),
  currency: orNull(Field.text("ISO 4217 code of its amounts; null if the vendor didn't say.", "USD")),
  current: price("What customers pay there now; null: nothing that is known."),
  equalized: price("What the vendor works out from the base territory's price."),
  planned: price("What customers are to pay, after rounding; of an excepted territory, what the vendor works out."),
  pricePointId: Field.text("The planned price's point."),
  move: Schema.Literals(["raise", "lower", "same", "new", "unknown"]).annotate({
    description: "From current to planned. unknown: the currencies differ, or an amount isn't told."
  }),
  result: Schema.Literals(["planned", "set", "unchanged", "excepted", "left", "refused"]).annotate({
    description:
      "planned: of a preview. set: the vendor has it. unchanged: it was so already. excepted: it stays as it is. left: not written yet; send the same body again. refused: the vendor refused it, and stopped the plan."
  })
}).annotate({ identifier: "ConsolePlanRow" })
export type PlanRow = typeof PlanRow.Type

export const PlanPreview = Schema.Struct({
  ...Preview.fields,
  rows: Schema.Array(PlanRow).annotate({ description: "Each territory, the base first." })
}).annotate({ identifier: "ConsolePricePlanPreview", description: "What the plan would do. Nothing was written." })
export const AppliedPlan = Schema.Struct({
  planId: Field.text("The plan that is applied; send it again to go on with it."),
  rows: PlanPreview.fields.rows,
  left: Field.whole("Territories that aren't written yet: send the same body again until it's 0."),
  stoppedBy: orNull(Field.text("What the vendor said to the territory that it refused; null: nothing stopped it."))
}).annotate({ identifier: "ConsoleAppliedPricePlan" })
