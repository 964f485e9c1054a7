import { Endpoint, group } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import * as E from "./errors.ts"
import * as S from "./schema.ts"

const sendEmail = Endpoint.post("sendEmail", "/v1/internal/send-email", {
  payload: S.NewEmail,
  answer: S.SentEmail,
  errors: E.sendErrors,
  access: "internal",
  body: { kind: "json", bytesMax: S.emailBodyBytesMax },
  summary: "Send a mail",
  description:
    "Sends one mail to up to 50 addresses. With an Idempotency-Key a repeat never sends twice; without one every call is a new mail."
})

const sendBroadcast = Endpoint.post("sendBroadcast", "/v1/internal/send-broadcast", {
  payload: S.NewBroadcast,
  answer: S.MadeBroadcast,
  errors: E.broadcastErrors,
  access: "internal",
  summary: "Send a broadcast",
  description:
    "Makes a mail to many from a headline, a text and points, and shows it. With send: true it goes to all whom its kind goes to, now or at scheduledAt. What has left can't be called back, so that needs an Idempotency-Key."
})

const preparePaymentFailedEmail = Endpoint.post(
  "preparePaymentFailedEmail",
  "/v1/internal/prepare-payment-failed-email",
  {
    payload: S.NewDunning,
    answer: S.Dunned,
    errors: E.dunningErrors,
    access: "internal",
    summary: "Tell of a failed payment",
    description:
      "Tells the owner of an account that the payment of an invoice failed: once for each invoice, for good, however often it's called."
  }
)

export class MessagingApi extends HttpApi.make("messaging").add(
  group("messaging", sendEmail, sendBroadcast, preparePaymentFailedEmail)
) {}
