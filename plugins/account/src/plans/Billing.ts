import {
  ServiceUnavailable,
  signWebhook,
  type UpstreamError,
  Upstreams,
  verifyWebhook,
  type WebhookRejected
} from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { isMoment } from "../moments.ts"
import type { BillingConfig, Period } from "./config.ts"

/** A change of plan that an owner wants. `id` is the same however often it is asked for. */
export interface Intent {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly from: string
  readonly to: string
  readonly period: Period
  /** What is paid for the period, in `currency`; null: nothing is sold for that time. */
  readonly price: number | null
  readonly currency: string
}

/** What became of it. Only with `approved` the plan is another now. */
export type Decision =
  | { readonly state: "approved" }
  | { readonly state: "redirected"; readonly url: string }
  | { readonly state: "refused"; readonly reason: string }

/** What the payment backend tells: from `at` on, an account has this plan. */
export interface BillingEvent {
  /** Its own, the same however often it's sent. */
  readonly id: string
  readonly kind: "plan.set" | "plan.ended"
  readonly accountId: string
  readonly plan: string
  readonly period: Period | null
  readonly atMs: number
  readonly intentId: string | null
}

export class EventInvalid extends Data.TaggedError("EventInvalid")<{ readonly message: string }> {}

/** Who decides about changes of plans. */
export class Billing extends Context.Service<
  Billing,
  {
    readonly mode: "off" | "free" | "hook"
    /** Asks for a change. Failing, it isn't known what became of it, and it may be asked for again. */
    readonly ask: (intent: Intent) => Effect.Effect<Decision, ServiceUnavailable>
    /** Reads what the payment backend sent, once its signature is right; undefined: there's no such backend. */
    readonly receive: (message: {
      readonly headers: Readonly<Record<string, string | undefined>>
      readonly body: Uint8Array
    }) => Effect.Effect<BillingEvent | undefined, WebhookRejected | EventInvalid>
  }
>()("@storeglass/account/Billing") {}

const Answer = Schema.fromJsonString(
  Schema.Union([
    Schema.Struct({ decision: Schema.Literal("approved") }),
    Schema.Struct({ decision: Schema.Literal("refused"), message: Schema.optionalKey(Schema.String) }),
    Schema.Struct({ redirectUrl: Schema.String })
  ])
)
const decodeAnswer = Schema.decodeUnknownOption(Answer)

const Event = Schema.fromJsonString(
  Schema.Struct({
    type: Schema.Literals(["plan.set", "plan.ended"]),
    accountId: Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)),
    plan: Schema.optionalKey(Schema.NonEmptyString),
    period: Schema.optionalKey(Schema.Literals(["month", "year"])),
    at: Schema.String,
    intentId: Schema.optionalKey(Schema.String)
  })
)
const decodeEvent = Schema.decodeUnknownEffect(Event)

const answerBytesMax = 64 * 1024
const idPattern = /^[A-Za-z0-9_.:-]{1,200}$/
const isPlain = (url: string) => new URL(url).protocol === "http:"

/** Where a browser may be sent: to https, or where our own backend isn't on https either. */
const mayRedirectTo = (text: string, backend: string) => {
  if (text.length > 2_048 || !URL.canParse(text)) return false
  const { password, protocol, username } = new URL(text)
  if (username !== "" || password !== "") return false
  return protocol === "https:" || (protocol === "http:" && isPlain(backend))
}

const away = (cause: UpstreamError | string) =>
  new ServiceUnavailable("the payment backend didn't answer, or not as it must; the plan is as it was, try again", {
    retryAfterSeconds: 30,
    cause
  })

const makeHook = Effect.fnUntraced(function* (
  url: string,
  secret: Redacted.Redacted<string>,
  previous: Redacted.Redacted<string> | undefined
) {
  const upstreams = yield* Upstreams
  const { origin, pathname, search } = new URL(url)
  const upstream = yield* upstreams.make({
    name: "account.billing",
    baseUrl: origin,
    timeoutMs: 10_000,
    attempts: 2,
    bodyBytesMax: answerBytesMax
  })
  return Billing.of({
    mode: "hook",
    ask: Effect.fn("Billing.ask")(function* ({ id, ...intent }) {
      const timestampSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      const body = JSON.stringify({ type: "plan.change", intentId: id, ...intent })
      const signature = yield* signWebhook(secret, { id, timestampSeconds, body })
      const answer = yield* upstream
        .request({
          method: "POST",
          path: `${pathname}${search}`,
          headers: {
            "content-type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": String(timestampSeconds),
            "webhook-signature": signature
          },
          body,
          // The backend knows a repeat by its id.
          repeatable: true
        })
        .pipe(Effect.mapError(away))
      if (answer.status < 200 || answer.status > 299) return yield* away(`status ${answer.status}`)
      const decision = Option.getOrUndefined(decodeAnswer(answer.body))
      if (decision === undefined) return yield* away("an answer of another shape")
      if ("redirectUrl" in decision) {
        if (!mayRedirectTo(decision.redirectUrl, url)) return yield* away("a redirectUrl that isn't https")
        return { state: "redirected", url: decision.redirectUrl }
      }
      return decision.decision === "approved"
        ? { state: "approved" }
        : { state: "refused", reason: (decision.message ?? "no reason was given").slice(0, 300) }
    }),
    receive: Effect.fn("Billing.receive")(function* ({ body, headers }) {
      const id = yield* verifyWebhook({
        headers,
        body,
        secrets: previous === undefined ? [secret] : [secret, previous]
      })
      if (!idPattern.test(id)) {
        return yield* new EventInvalid({
          message: "webhook-id (header): 1 to 200 letters, digits, '_', '.', ':' and '-'"
        })
      }
      const invalid = () =>
        new EventInvalid({
          message:
            "body: must be JSON with type (plan.set or plan.ended), accountId, plan (with plan.set), at (ISO 8601, with its zone), and, if you like, period (month or year) and intentId"
        })
      const event = yield* Effect.mapError(decodeEvent(new TextDecoder().decode(body)), invalid)
      const atMs = Date.parse(event.at)
      if (!isMoment(event.at) || (event.type === "plan.set" && event.plan === undefined)) return yield* invalid()
      return {
        id,
        kind: event.type,
        accountId: event.accountId.toLowerCase(),
        plan: event.type === "plan.ended" ? "free" : (event.plan ?? "free"),
        period: event.period ?? null,
        atMs,
        intentId: event.intentId ?? null
      }
    })
  })
})

const nothing = Effect.succeed(undefined)

/** As the config says. */
export const billingLayer = ({ mode = "off", previousSecret, secret, url }: BillingConfig) =>
  Layer.effect(
    Billing,
    mode === "hook" && url !== undefined && secret !== undefined
      ? makeHook(url, secret, previousSecret)
      : Effect.succeed(
          Billing.of({
            mode: mode === "free" ? "free" : "off",
            ask: () =>
              Effect.succeed(
                mode === "free"
                  ? ({ state: "approved" } as const)
                  : ({ state: "refused", reason: "the operator changes plans" } as const)
              ),
            receive: () => nothing
          })
        )
  )
