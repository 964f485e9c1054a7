import {
  Deliveries,
  type DeliveryAttempt,
  DeliveryRefused,
  Egress,
  isUuid,
  type ServiceUnavailable,
  signWebhook,
  type Vault,
  webhookSecretOf
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { SqlClient, SqlError } from "effect/sql"
import { makeEndpoints, type OpenEndpoint } from "./endpoints.ts"
import { type Message, makeRecords, type RecordedAttempt, type Result } from "./records.ts"

/** Deliveries as an operator sees them. */
export class DeliveryLog extends Context.Service<
  DeliveryLog,
  {
    /** Newest first. `isFailed`: only of messages that no attempt delivered. */
    readonly list: (filter: {
      readonly accountId?: string | undefined
      readonly deliveryId?: string | undefined
      readonly isFailed?: boolean | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<RecordedAttempt>, ServiceUnavailable>
    /** One more attempt of a message, also of one that was delivered. */
    readonly replay: (deliveryId: string) => Effect.Effect<DeliveryAttempt, DeliveryRefused | ServiceUnavailable>
    /** Deletes what was kept long enough and returns the number of messages. */
    readonly removeOld: Effect.Effect<number, SqlError.SqlError>
  }
>()("@storeglass/core/deliveries/DeliveryLog") {}

const timeoutMs = 10_000
const bodyBytesMax = 1024 * 1024
const answerBytesMax = 1024
const keptMs = 30 * 24 * 3_600_000
const attemptsShownMax = 500

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** PostgreSQL's text can't hold NUL. */
const textOf = (answer: Uint8Array) => new TextDecoder().decode(answer).replaceAll("\u0000", "\uFFFD")

const newIdOf = (deliveryId: string) => `msg_${deliveryId.replaceAll("-", "")}`

const bytesOf = (body: string | Uint8Array) => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  const problem = `a webhook may have at most ${bodyBytesMax} bytes; this one has ${bytes.length}`
  return bytes.length > bodyBytesMax
    ? Effect.fail(new DeliveryRefused({ reason: "too_large", message: problem }))
    : Effect.succeed(bytes)
}

const make = Effect.gen(function* () {
  const egress = yield* Egress
  const endpoints = yield* makeEndpoints
  const records = yield* makeRecords

  const request = Effect.fnUntraced(function* (
    { body, contentType, webhookId: id }: Pick<Message, "body" | "contentType" | "webhookId">,
    { form, secrets, url }: OpenEndpoint
  ) {
    const startedMs = yield* Clock.currentTimeMillis
    const timestampSeconds = Math.floor(startedMs / 1000)
    const signatures = yield* Effect.forEach(secrets, (secret) =>
      signWebhook(webhookSecretOf(secret), { id, timestampSeconds, body })
    )
    const [newest] = secrets
    const answered = yield* Effect.result(
      egress.request({
        url,
        method: "POST",
        headers: {
          "content-type": contentType,
          "webhook-id": id,
          "webhook-timestamp": String(timestampSeconds),
          ...(signatures.length === 0 ? {} : { "webhook-signature": signatures.join(" ") }),
          ...(form.userAgent === undefined ? {} : { "user-agent": form.userAgent }),
          ...(form.secretHeader === undefined || newest === undefined ? {} : { [form.secretHeader]: newest })
        },
        body,
        timeoutMs,
        bodyBytesMax: answerBytesMax,
        cutsBody: true,
        redirectsMax: 0
      })
    )
    const ms = Math.max(0, (yield* Clock.currentTimeMillis) - startedMs)
    const delivers = (status: number) => status >= 200 && status < (form.redirectDelivers === true ? 400 : 300)
    const result: Result =
      answered._tag === "Success"
        ? {
            ms,
            outcome: delivers(answered.success.status) ? "delivered" : "rejected",
            status: answered.success.status,
            message: null,
            answer: textOf(answered.success.body)
          }
        : {
            ms,
            outcome: answered.failure._tag === "EgressRefused" ? "refused" : "failed",
            status: null,
            message: answered.failure.message,
            answer: ""
          }
    return { startedMs, result }
  })

  const attempt = Effect.fnUntraced(function* (
    wanted: Parameters<typeof records.begin>[0],
    how: Parameters<typeof records.begin>[1]
  ) {
    const { endpoint, form, secrets } = yield* endpoints.open(wanted.accountId, wanted.endpointId)
    const { isDone, message } = yield* records.begin({ ...wanted, endpointId: endpoint.id }, how)
    if (isDone) {
      const earlier = yield* records.attempts({ deliveryId: message.deliveryId, limit: attemptsShownMax })
      const delivered = earlier.find(({ outcome }) => outcome === "delivered")
      return delivered ?? (yield* Effect.die(new Error(`the delivery ${message.deliveryId} has no attempt`)))
    }
    const { result, startedMs } = yield* request(message, { url: endpoint.url, secrets, form })
    yield* records.end(message.deliveryId, message.attempt, result)
    const { deliveryId, webhookId } = message
    return { deliveryId, webhookId, attempt: message.attempt, atMs: startedMs, ...result }
  })

  const deliveries = Deliveries.of({
    register: Effect.fn("Deliveries.register")(function* (endpoint) {
      yield* egress.check(endpoint.url)
      return yield* endpoints.register(endpoint)
    }),
    probe: Effect.fn("Deliveries.probe")(function* ({ body: text, ...endpoint }) {
      const body = yield* bytesOf(text)
      const webhookId = newIdOf(uuidV7Unsafe())
      const open = yield* endpoints.asRegistered(endpoint)
      const { result, startedMs } = yield* request({ body, contentType: "application/json", webhookId }, open)
      return { ...result, atMs: startedMs }
    }),
    endpoints: Effect.fn("Deliveries.endpoints")(endpoints.list),
    rotate: Effect.fn("Deliveries.rotate")(endpoints.rotate),
    remove: Effect.fn("Deliveries.remove")(function* (accountId, endpointId) {
      return (yield* endpoints.remove(accountId, endpointId)) > 0
    }),
    removeAll: Effect.fn("Deliveries.removeAll")(function* (accountId) {
      return yield* endpoints.remove(accountId)
    }),
    send: Effect.fn("Deliveries.send")(function* (message) {
      const deliveryId = uuidV7Unsafe()
      const webhookId = message.id ?? newIdOf(deliveryId)
      if (!idPattern.test(webhookId)) {
        const problem = "id: must be 1 to 100 letters, digits, - and _"
        return yield* new DeliveryRefused({ reason: "id", message: problem })
      }
      const body = yield* bytesOf(message.body)
      const { accountId, again = false, contentType = "application/json", endpointId } = message
      const wanted = { id: deliveryId, accountId, endpointId, webhookId, contentType, body }
      return yield* attempt(wanted, { again, isKnown: false })
    }),
    attempts: Effect.fn("Deliveries.attempts")(function* (accountId, { endpointId, limit = 50, webhookId } = {}) {
      if (endpointId !== undefined && !isUuid(endpointId)) return []
      return yield* records.attempts({ accountId, endpointId, webhookId, limit: Math.min(limit, attemptsShownMax) })
    })
  })

  const log = DeliveryLog.of({
    list: records.attempts,
    replay: Effect.fn("DeliveryLog.replay")(function* (deliveryId) {
      const missing = new DeliveryRefused({ reason: "id", message: `no delivery '${deliveryId}'` })
      if (!isUuid(deliveryId)) return yield* missing
      const [last] = yield* records.attempts({ deliveryId, limit: 1 })
      if (last === undefined) return yield* missing
      const { accountId, endpointId, webhookId } = last
      // The row exists, so the values for a new one aren't used.
      const unused = { contentType: "", body: new Uint8Array() }
      const wanted = { id: uuidV7Unsafe(), accountId, endpointId, webhookId, ...unused }
      return yield* attempt(wanted, { again: true, isKnown: true })
    }),
    removeOld: Effect.flatMap(Clock.currentTimeMillis, (nowMs) => records.removeBefore(nowMs - keptMs))
  })
  return Context.make(Deliveries, deliveries).pipe(Context.add(DeliveryLog, log))
})

/** Webhooks over the guarded client, recorded in PostgreSQL. */
export const DeliveriesLive: Layer.Layer<Deliveries | DeliveryLog, never, Egress | SqlClient.SqlClient | Vault> =
  Layer.effectContext(make)
