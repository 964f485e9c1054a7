import { Directory, NotFound } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import type { MessagingConfig } from "../config.ts"
import { Invoices } from "../contract.ts"
import { parseAddress } from "../mail/address.ts"
import { Mails } from "../mail/Mails.ts"
import { render } from "../templates/layout.ts"
import { paymentFailedLetter } from "../templates/paymentFailed.ts"

/** What became of the mail about an invoice. */
export interface Dunned {
  readonly invoiceId: string
  readonly status: "sent" | "already_sent" | "dry_run" | "suppressed" | "not_due"
  readonly messageId: string | null
  readonly preview?: { readonly subject: string; readonly html: string; readonly text: string }
}

const make = ({ templates }: MessagingConfig) =>
  Effect.gen(function* () {
    const invoices = yield* Invoices
    const mails = yield* Mails
    const directory = yield* Directory
    return {
      prepare: Effect.fn("Dunning.prepare")(function* (invoiceId: string, dryRun: boolean) {
        const noInvoice = new NotFound("invoiceId: there is no such invoice")
        const invoice = yield* invoices.find(invoiceId)
        if (invoice === undefined) return yield* noInvoice
        if (invoice.isPaid) return { invoiceId, status: "not_due", messageId: null } satisfies Dunned
        const owner = yield* directory.account(invoice.accountId)
        const to = owner === undefined ? undefined : parseAddress(owner.email)
        if (to === undefined) return yield* noInvoice
        const preview = render(paymentFailedLetter(invoice, templates.paymentFailed), templates)
        if (dryRun) return { invoiceId, status: "dry_run", messageId: null, preview } satisfies Dunned
        const sent = yield* mails.send({
          to: [to],
          subject: preview.subject,
          text: preview.text,
          html: preview.html,
          replyTo: undefined,
          fromName: undefined,
          headers: {},
          accountId: invoice.accountId,
          kind: "messaging.payment-failed",
          key: `dunning/${invoiceId}`
        })
        const status = sent.accepted.length === 0 ? "suppressed" : sent.isRepeat ? "already_sent" : "sent"
        return { invoiceId, status, messageId: sent.id } satisfies Dunned
      })
    }
  })

/** Tells the owner of an account that a payment failed: once for each invoice, for good. */
export class Dunning extends Context.Service<Dunning, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/messaging/Dunning"
) {
  static readonly layer = (config: MessagingConfig) => Layer.effect(Dunning, make(config))
}
