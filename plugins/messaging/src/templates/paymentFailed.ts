import type { Invoice } from "../contract.ts"
import type { Letter } from "./layout.ts"

const day = (ms: number) =>
  new Date(ms).toLocaleDateString("en", { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" })

/** An amount in the currency's smallest unit as people write it: 1999 USD is $19.99. */
export const money = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Tells the owner of an account that a payment failed. */
export const paymentFailedLetter = ({
  amountMinor,
  attempt,
  currency,
  hostedUrl,
  id,
  nextAttemptAtMs
}: Invoice): Letter => {
  const amount = money(amountMinor, currency)
  return {
    subject: `Your payment of ${amount} failed`,
    blocks: [
      { kind: "heading", text: "Your payment failed" },
      {
        kind: "paragraph",
        text:
          nextAttemptAtMs === null
            ? "We couldn't take your last payment. Please pay the invoice, so that your plan goes on."
            : `We couldn't take your last payment. We'll try again on ${day(nextAttemptAtMs)}. To pay now, or with another card, open the invoice.`
      },
      {
        kind: "facts",
        rows: [
          ["Invoice", id],
          ["Amount", amount],
          ["Attempt", String(attempt)]
        ]
      },
      ...(hostedUrl === null ? [] : [{ kind: "button", text: "Open the invoice", url: hostedUrl } as const]),
      { kind: "paragraph", text: "If you have paid meanwhile, there's nothing left to do." }
    ],
    footer: ["You get this mail once for each invoice, as the owner of the account."]
  }
}
