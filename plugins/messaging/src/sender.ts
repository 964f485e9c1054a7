import { MailNotSent, MailSender } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import type { MessagingConfig } from "./config.ts"
import { type Address, parseAddress } from "./mail/address.ts"
import { makeInDoubt } from "./mail/inDoubt.ts"
import { Mails, NoProvider } from "./mail/Mails.ts"
import { ProviderFailed } from "./mail/Provider.ts"
import { letterOf, render } from "./templates/layout.ts"

/** The gateway's mail, of all plugins. What has no HTML is laid out. */
export const senderLayer = ({ templates }: MessagingConfig) =>
  Layer.effect(
    MailSender,
    Effect.gen(function* () {
      const mails = yield* Mails
      return MailSender.of({
        sends: mails.provider !== undefined,
        inDoubt: yield* makeInDoubt,
        send: Effect.fn("MailSender.send")(function* ({ to, ...mail }) {
          const addresses = new Map<string, Address>()
          for (const given of typeof to === "string" ? [to] : to) {
            const address = parseAddress(given)
            if (address === undefined) {
              return yield* new MailNotSent({
                reason: "refused",
                message: "to: must be addresses such as ada@example.com"
              })
            }
            addresses.set(address.key, address)
          }
          const html =
            mail.html ??
            (mail.text === undefined ? undefined : render(letterOf(mail.subject, mail.text), templates).html)
          const sent = yield* mails
            .send({
              to: [...addresses.values()],
              subject: mail.subject,
              text: mail.text,
              html,
              replyTo: mail.replyTo,
              fromName: mail.fromName,
              headers: mail.headers ?? {},
              accountId: mail.accountId ?? null,
              kind: mail.kind ?? "mail",
              key: mail.key === undefined ? null : `plugin:${mail.kind ?? ""}:${mail.key}`
            })
            .pipe(
              Effect.mapError((cause) =>
                cause instanceof NoProvider
                  ? new MailNotSent({
                      reason: "not_configured",
                      message: "the plugin messaging isn't set up to send mail"
                    })
                  : new MailNotSent({
                      reason: cause instanceof ProviderFailed && cause.reason === "refused" ? "refused" : "failed",
                      message: cause.message,
                      cause
                    })
              )
            )
          return { id: sent.id }
        })
      })
    })
  )
