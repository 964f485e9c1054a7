/** Money as decimal text. */
import { compareAmounts, Field, timesAmount } from "@storeglass/plugin-api"
import { Schema } from "effect"

export { compareAmounts, shareOf, subtractAmount, sumAmounts, timesAmount } from "@storeglass/plugin-api"

export const Money = Schema.Struct({
  amount: Field.text("Decimal number as text.", "50.00"),
  currency: Field.text("ISO 4217 code.", "USD")
}).annotate({ identifier: "AdsMoney" })
export type Money = typeof Money.Type

/** The same money: `50` and `50.00` are. */
export const sameMoney = (a: Money | null, b: Money | null): boolean =>
  a === null || b === null ? a === b : a.currency === b.currency && compareAmounts(a.amount, b.amount) === 0

/** Whether `to` is more than `factor` times `from`. Of no amount, anything is. */
export const isRaisedOver = (factor: string, from: Money | null, to: Money): boolean => {
  const limit = from === null ? undefined : timesAmount(from.amount, factor)
  const compared = limit === undefined ? undefined : compareAmounts(to.amount, limit)
  return compared === undefined || compared > 0
}

export const moneyText = (money: Money | null): string =>
  money === null ? "none" : `${money.amount} ${money.currency}`
