import {
  asDocumented,
  Caller,
  Exchange,
  fromUpstream,
  InvalidInput,
  MailNotConfigured,
  UpstreamError,
  UpstreamFailed,
  UpstreamTimedOut,
  WriteOutcomeUnknown
} from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { MessagingApi } from "./api.ts"
import { Broadcasts } from "./broadcasts/Broadcasts.ts"
import { Dunning } from "./dunning/Dunning.ts"
import { MailRejected } from "./errors.ts"
import { type Address, parseAddress } from "./mail/address.ts"
import { Mails, NoProvider } from "./mail/Mails.ts"
import { ProviderFailed } from "./mail/Provider.ts"

const notConfigured = new MailNotConfigured("this gateway sends no mail; set resend or smtp of the plugin messaging")

/** What a mail that wasn't sent is on the wire. */
const asMailError = (error: ProviderFailed, key: string | undefined) => {
  const { cause, isTimeout, message, reason, retryAfterSeconds } = error
  if (reason === "refused") return new MailRejected(message, { cause })
  if (reason === "doubtful") {
    return new WriteOutcomeUnknown(
      key === undefined
        ? `${message}; it isn't known whether the mail was sent. Without an Idempotency-Key a repeat is a new mail`
        : `${message}; it isn't known whether the mail was sent. Repeat it with the same Idempotency-Key`,
      { cause }
    )
  }
  if (cause instanceof UpstreamError) return fromUpstream(cause)
  const options = { retryAfterSeconds: retryAfterSeconds ?? 30, cause }
  return isTimeout === true
    ? new UpstreamTimedOut(`mail: ${message}; nothing was sent, retry later`, options)
    : new UpstreamFailed(`mail: ${message}; nothing was sent`, options)
}

const asMailAnswer = <A, E, R>(effect: Effect.Effect<A, E | NoProvider | ProviderFailed, R>) =>
  Effect.flatMap(Exchange, ({ idempotencyKey }) =>
    Effect.mapError(effect, (error) =>
      error instanceof ProviderFailed
        ? asMailError(error, idempotencyKey)
        : error instanceof NoProvider
          ? notConfigured
          : error
    )
  )

const addressOf = (field: string, given: string) => {
  const address = parseAddress(given)
  return address === undefined
    ? Effect.fail(
        new InvalidInput(`${field}: must be one address such as ada@example.com, without a name, list or comment`)
      )
    : Effect.succeed(address)
}

/** A moment with a zone: without one it would be another in each place. */
const momentOf = Effect.fnUntraced(function* (given: string) {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(given)
    ? Date.parse(given)
    : Number.NaN
  const nowMs = yield* Clock.currentTimeMillis
  if (Number.isNaN(ms) || ms <= nowMs || ms > nowMs + 30 * 86_400_000) {
    return yield* new InvalidInput(
      "scheduledAt: must be ISO 8601 with a zone, such as 2026-12-01T09:00:00Z, in the future and at most 30 days ahead"
    )
  }
  return ms
})

export const handlers = HttpApiBuilder.group(
  MessagingApi,
  "messaging",
  Effect.fn(function* (handlers) {
    const mails = yield* Mails
    const broadcasts = yield* Broadcasts
    const dunning = yield* Dunning
    return handlers.handleAll({
      sendEmail: ({ payload: { fromName, html, replyTo, subject, text, to } }) =>
        Effect.gen(function* () {
          if ((html ?? "") === "" && (text ?? "") === "") {
            return yield* new InvalidInput("html, text: send at least one of them, not empty")
          }
          const addresses = new Map<string, Address>()
          for (const given of typeof to === "string" ? [to] : to) {
            const address = yield* addressOf("to", given)
            if (!addresses.has(address.key)) addresses.set(address.key, address)
          }
          const answersTo = replyTo === undefined ? undefined : yield* addressOf("replyTo", replyTo)
          const { accountId } = yield* Caller
          const { idempotencyKey } = yield* Exchange
          const sent = yield* asMailAnswer(
            asDocumented(
              mails.send({
                to: [...addresses.values()],
                subject,
                text,
                html,
                replyTo: answersTo?.address,
                fromName,
                headers: {},
                accountId,
                kind: "messaging.send-email",
                key: idempotencyKey === undefined ? null : `caller:${accountId}:${idempotencyKey}`
              })
            )
          )
          return { data: { messageId: sent.id, accepted: sent.accepted, suppressed: sent.suppressed } }
        }),

      sendBroadcast: ({ payload: { ctaUrl, highlights, scheduledAt, send = false, ...given } }) =>
        Effect.gen(function* () {
          const { headline, intro, kind, subject } = given
          if (scheduledAt !== undefined && !send) {
            return yield* new InvalidInput("scheduledAt: needs send: true; a draft isn't sent")
          }
          const scheduledMs = scheduledAt === undefined ? null : yield* momentOf(scheduledAt)
          const { accountId } = yield* Caller
          const { idempotencyKey } = yield* Exchange
          if (send && idempotencyKey === undefined) {
            return yield* new InvalidInput(
              "Idempotency-Key: is required with send: true, as a broadcast that was sent twice can't be called back"
            )
          }
          const content = { subject, headline, intro, highlights: highlights ?? [], ctaUrl: ctaUrl ?? null }
          const made = yield* asDocumented(
            broadcasts.add({
              kind,
              content,
              send,
              scheduledMs,
              key: idempotencyKey === undefined ? null : `caller:${accountId}:${idempotencyKey}`
            })
          ).pipe(Effect.catchTag("NoProvider", () => Effect.fail(notConfigured)))
          return {
            data: {
              broadcastId: made.id,
              status: made.state,
              recipients: made.recipients,
              scheduledAt: made.scheduledMs === null ? null : new Date(made.scheduledMs).toISOString(),
              preview: broadcasts.preview(made.content)
            }
          }
        }),

      preparePaymentFailedEmail: ({ payload: { dryRun = false, invoiceId } }) =>
        Effect.map(asMailAnswer(asDocumented(dunning.prepare(invoiceId, dryRun))), (data) => ({ data }))
    })
  })
)
