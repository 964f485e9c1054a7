import {
  asDocumented,
  Deliveries,
  type DeliveryAttempt,
  Directory,
  isoOf,
  Jobs,
  Mailer,
  NotFound,
  rowsOf
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { DeliveryUnderWay, WebhookNotConfigured } from "../errors.ts"
import { Deliver, DeliverSlowly } from "../jobRefs.ts"
import { saidBy, Webhooks } from "./Webhooks.ts"

const minuteMs = 60_000
/** How long after each attempt the next one is made. */
export const retryDelaysMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs)
const goneStatus = 410

const eventRows = rowsOf(
  Schema.Struct({
    body: Schema.String,
    state: Schema.Literals(["waiting", "sending", "received", "failed", "unknown", "dropped"]),
    attempts: Schema.Int,
    requests: Schema.Int,
    again: Schema.Boolean
  })
)
type Outcome = "received" | "failed" | "waiting"

const make = Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const directory = yield* Directory
  const jobs = yield* Jobs
  const mailer = yield* Mailer
  const sql = yield* SqlClient.SqlClient
  const webhooks = yield* Webhooks

  const enqueue = (accountId: string, id: string, isSlow: boolean, runAtMs?: number) =>
    jobs
      .enqueue(
        isSlow ? DeliverSlowly : Deliver,
        { accountId, id },
        { key: id, ...(runAtMs === undefined ? {} : { runAtMs }) }
      )
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))
  const settle = (accountId: string, id: string, state: string) =>
    sql`UPDATE cofounder_events SET state = ${state} WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`

  /** Takes an event for an attempt: from here on it counts as sent, unless its request is known not to have begun. */
  const begin = Effect.fnUntraced(function* (accountId: string, id: string) {
    yield* webhooks.lock(accountId)
    const [event] = yield* eventRows(sql`SELECT body, state, attempts, requests, again FROM cofounder_events
      WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`)
    if (event === undefined || (event.state !== "waiting" && event.state !== "sending")) return undefined
    const webhook = yield* webhooks.find(accountId)
    if (webhook === undefined || !webhook.enabled) {
      yield* settle(accountId, id, "dropped")
      return undefined
    }
    const { endpointId } = webhook
    const [last] = yield* deliveries.attempts(accountId, { endpointId, webhookId: id, limit: 1 })
    if (event.state === "waiting") {
      yield* sql`UPDATE cofounder_events SET state = 'sending', attempts = attempts + 1, requests = ${last?.attempt ?? 0}::int
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
      return { ...event, attempts: event.attempts + 1, webhook, answered: undefined }
    }
    // Its node died, or the database was away: what was recorded of the request tells how far it got.
    if (last === undefined || last.attempt <= event.requests) return { ...event, webhook, answered: undefined }
    if (last.outcome !== "sending") return { ...event, webhook, answered: last }
    if (webhook.retry) return { ...event, webhook, answered: undefined }
    yield* settle(accountId, id, "unknown")
    const error = "the gateway stopped while it was sent; whether it was received isn't known"
    const atMs = yield* Clock.currentTimeMillis
    yield* webhooks.note(accountId, endpointId, { atMs, status: null, error, isSlow: webhook.isSlow })
    return undefined
  }, sql.withTransaction)

  const end = Effect.fnUntraced(function* (
    accountId: string,
    id: string,
    {
      attempts,
      endpointId,
      retry
    }: { readonly attempts: number; readonly endpointId: string; readonly retry: boolean },
    attempt: Pick<DeliveryAttempt, "answer" | "atMs" | "message" | "outcome" | "status">
  ) {
    const isReceived = attempt.outcome === "delivered"
    const isGone = retry && attempt.status === goneStatus
    const isSlow = attempt.outcome === "failed"
    const delayMs = retryDelaysMs[attempts - 1]
    const isAgain = !isReceived && !isGone && retry && delayMs !== undefined
    const outcome: Outcome = isReceived ? "received" : isAgain ? "waiting" : "failed"
    yield* webhooks.lock(accountId)
    yield* settle(accountId, id, outcome)
    const error = isReceived ? null : saidBy(attempt)
    yield* webhooks.note(accountId, endpointId, { atMs: attempt.atMs, status: attempt.status, error, isSlow })
    if (isAgain) yield* enqueue(accountId, id, isSlow, (yield* Clock.currentTimeMillis) + delayMs)
    if (isGone) yield* webhooks.disable(accountId).pipe(Effect.catchTag("WEBHOOK_NOT_CONFIGURED", () => Effect.void))
    return isGone
  }, sql.withTransaction)

  /** The owner hears of it: nothing comes any more until they switch it on again. */
  const tellGone = Effect.fnUntraced(function* (accountId: string, id: string) {
    const account = yield* directory.account(accountId)
    if (account === undefined) return
    yield* mailer
      .send({
        to: account.email,
        subject: "Your daily reports are switched off",
        text: [
          "The address to which your daily reports were posted answered that it's gone for good (410), so the webhook is switched off. Nothing more is posted to it.",
          "To have reports again, save an address that answers and enable the webhook."
        ].join("\n\n"),
        accountId,
        kind: "cofounder.webhook-gone",
        key: `cofounder.webhook-gone/${id}`
      })
      .pipe(Effect.catchTag("MailNotSent", ({ message }) => Effect.logWarning(`The owner isn't told: ${message}`)))
  })

  return {
    /** Adds an event in the transaction at hand, to be posted once it's committed. */
    add: Effect.fnUntraced(function* (accountId: string, event: string, body: object, id: string = uuidV7Unsafe()) {
      const madeMs = yield* Clock.currentTimeMillis
      const text = JSON.stringify({ event, ...body, timestamp: isoOf(madeMs) })
      yield* sql`INSERT INTO cofounder_events (account_id, id, event, body, state, made_ms)
        VALUES (${accountId}::uuid, ${id}::uuid, ${event}, ${text}, 'waiting', ${madeMs}::bigint)`
      const webhook = yield* webhooks.find(accountId)
      yield* enqueue(accountId, id, webhook?.isSlow === true)
    }),
    /** Posts an event: once, or as often as its account wants. */
    deliver: Effect.fn("Events.deliver")(function* (accountId: string, id: string) {
      const begun = yield* begin(accountId, id)
      if (begun === undefined) return
      const { again, answered, attempts, body, webhook } = begun
      const { endpointId, retry } = webhook
      const send = deliveries.send({ accountId, endpointId, body, id, again }).pipe(
        Effect.catchTag("DeliveryRefused", ({ message }) =>
          Effect.map(Clock.currentTimeMillis, (atMs) => ({
            outcome: "refused" as const,
            status: null,
            message,
            answer: "",
            atMs
          }))
        )
      )
      const attempt = answered ?? (yield* send)
      const isGone = yield* end(accountId, id, { attempts, endpointId, retry }, attempt)
      if (isGone) yield* tellGone(accountId, id)
    }),
    /** Has one posted once more that isn't on its way, under its own id, also where it was received. */
    replay: Effect.fn("Events.replay")(
      function* (accountId: string, id: string) {
        yield* webhooks.lock(accountId)
        const webhook = yield* webhooks.find(accountId)
        if (webhook === undefined || !webhook.enabled) {
          return yield* new WebhookNotConfigured("reports are switched off: switch them on first")
        }
        const [event] = yield* eventRows(sql`SELECT body, state, attempts, requests, again FROM cofounder_events
          WHERE account_id = ${accountId}::uuid AND id::text = ${id} FOR UPDATE`)
        if (event === undefined) return yield* new NotFound("id: nothing with this id was posted in the last 30 days")
        if (event.state === "waiting" || event.state === "sending")
          return yield* new DeliveryUnderWay("it's on its way already")
        yield* sql`UPDATE cofounder_events SET state = 'waiting', attempts = 0, again = true
          WHERE account_id = ${accountId}::uuid AND id::text = ${id}`
        yield* webhooks.record(accountId, "cofounder.event-replayed", { after: { id } })
        yield* enqueue(accountId, id, webhook.isSlow)
      },
      sql.withTransaction,
      asDocumented
    ),
    /** Notes that an event was given up: the gateway itself couldn't post it. */
    giveUp: Effect.fn("Events.giveUp")(function* (accountId: string, id: string) {
      yield* sql`UPDATE cofounder_events SET state = CASE state WHEN 'sending' THEN 'unknown' ELSE 'failed' END
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND state IN ('waiting', 'sending')`
      yield* webhooks.noteFailure(accountId, "the gateway failed again and again to post an event, and gave it up")
    })
  }
})

/** What is posted to an account's webhook. */
export class Events extends Context.Service<Events, Effect.Success<typeof make>>()("@storeglass/cofounder/Events") {
  static readonly layer = Layer.effect(this, make)
}
