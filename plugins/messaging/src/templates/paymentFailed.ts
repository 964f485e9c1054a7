import type { Invoice } from "../contract.ts"
import type { Letter } from "./layout.ts"
import { defaults, filled, type Templates } from "./settings.ts"

const day = (ms: number) =>
  new Date(ms).toLocaleDateString("en", { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" })

/** An amount in the currency's smallest unit as people write it: 1999 USD is $19.99. */
export const money = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Tells the owner of an account that a payment failed. */
export const paymentFailedLetter = (
  { amountMinor, attempt, currency, hostedUrl, id, nextAttemptAtMs }: Invoice,
  words: Templates["paymentFailed"] = defaults.paymentFailed
): Letter => {
  const amount = money(amountMinor, currency)
  const values = {
    amount,
    invoice: id,
    attempt: String(attempt),
    ...(nextAttemptAtMs === null ? {} : { nextAttempt: day(nextAttemptAtMs) })
  }
  const said = (template: string) => filled(template, values)
  return {
    subject: said(words.subject),
    blocks: [
      { kind: "heading", text: said(words.heading) },
      { kind: "paragraph", text: said(nextAttemptAtMs === null ? words.last : words.again) },
      {
        kind: "facts",
        rows: [
          ["Invoice", id],
          ["Amount", amount],
          ["Attempt", String(attempt)]
        ]
      },
      ...(hostedUrl === null ? [] : [{ kind: "button", text: words.button, url: hostedUrl } as const]),
      { kind: "paragraph", text: said(words.paid) }
    ],
    footer: ["You get this mail once for each invoice, as the owner of the account."]
  }
}
