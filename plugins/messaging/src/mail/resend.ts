import { type Upstream, type UpstreamError, type UpstreamRequest, Upstreams, vendorText } from "@storeglass/plugin-api"
import { Clock, Effect, Redacted, Result, Schema } from "effect"
import type { ResendConfig } from "../config.ts"
import { type Provider, ProviderFailed, type ReadyMail, type SegmentBroadcast } from "./Provider.ts"

/** A key is kept there for 24 hours; an hour of it is left for clocks and retries. */
const repeatableMs = 23 * 3_600_000

const Said = Schema.Struct({ name: Schema.optionalKey(Schema.String), message: Schema.optionalKey(Schema.String) })
const Made = Schema.Struct({ id: Schema.String })
const Batch = Schema.Struct({ data: Schema.Array(Made) })
const Broadcast = Schema.Struct({
  id: Schema.String,
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  status: Schema.optionalKey(Schema.String)
})
const Broadcasts = Schema.Struct({
  data: Schema.Array(Broadcast),
  has_more: Schema.optionalKey(Schema.Boolean)
})

const jsonOf = (body: string): unknown => {
  const parsed = Result.try(() => JSON.parse(body))
  return Result.isSuccess(parsed) ? parsed.success : undefined
}
const said = (body: string): typeof Said.Type => {
  const decoded = Schema.decodeUnknownResult(Said)(jsonOf(body))
  return Result.isSuccess(decoded) ? decoded.success : {}
}

/** Before the request left, or without its being taken: then nothing was sent. */
const untaken = new Set<UpstreamError["reason"]>(["circuit_open", "rate_limited", "foreign"])

const failedBy =
  (quoted: (sentence: string) => string) =>
  (error: UpstreamError): ProviderFailed => {
    const { name, message } = error.answered === undefined ? {} : said(Redacted.value(error.answered.body))
    return new ProviderFailed({
      reason: untaken.has(error.reason) ? "not_taken" : "doubtful",
      message: message === undefined ? `the mail service gave no usable answer (${error.reason})` : quoted(message),
      isQuota: name === "daily_quota_exceeded" || name === "monthly_quota_exceeded",
      isTimeout: error.reason === "timeout",
      retryAfterSeconds: error.retryAfterSeconds,
      cause: error
    })
  }

const wire = ({ from, headers, html, replyTo, subject, text, to }: ReadyMail) => ({
  from,
  to,
  subject,
  text,
  ...(html === undefined ? {} : { html }),
  ...(replyTo === undefined ? {} : { reply_to: replyTo }),
  ...(Object.keys(headers).length === 0 ? {} : { headers })
})

/** How long a request waits at most for its turn, and for room under a limit that answers tell of. */
const queueMsMax = 5_000

/** Sends by Resend's API. */
export const makeResend = Effect.fnUntraced(function* ({ apiKey, baseUrl, requestsPerSecond }: ResendConfig) {
  const upstreams = yield* Upstreams
  const upstream: Upstream = yield* upstreams.make({
    name: "mail",
    baseUrl,
    timeoutMs: 10_000,
    attempts: 2,
    rateLimit: { requests: requestsPerSecond, windowMs: 1_000 },
    queueMsMax,
    // Without it every request is refused.
    headers: { "user-agent": "Storeglass/1" }
  })
  // A service that quotes the key must not have it told on.
  const quoted = (sentence: string) => vendorText(sentence.replaceAll(Redacted.value(apiKey), "[key]"))
  const failed = failedBy(quoted)
  const authorization = Redacted.make(`Bearer ${Redacted.value(apiKey)}`)

  /** Until then the team's limit is used up, as the last answer has it. */
  let fullUntilMs = 0
  const room = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    fullUntilMs > nowMs ? Effect.sleep(Math.min(fullUntilMs - nowMs, queueMsMax)) : Effect.void
  )
  const told = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>) {
    const resetSeconds = Number(headers["ratelimit-reset"])
    if (headers["ratelimit-remaining"] !== "0" || !(resetSeconds > 0)) return
    fullUntilMs = (yield* Clock.currentTimeMillis) + resetSeconds * 1_000
  })

  const ask = Effect.fnUntraced(function* <A>(
    schema: Schema.Codec<A, unknown>,
    { headers, ...request }: UpstreamRequest
  ) {
    yield* room
    const answer = yield* Effect.mapError(
      upstream.request({
        ...request,
        lane: apiKey,
        headers: { ...headers, authorization, "content-type": "application/json" }
      }),
      failed
    )
    yield* told(answer.headers)
    if (answer.status >= 400) {
      const { message, name } = said(answer.body)
      const sentence = message === undefined ? `the mail service answered ${answer.status}` : quoted(message)
      // Another request under this key is on its way there: what became of it is told to the next.
      if (answer.status === 409 && name === "concurrent_idempotent_requests") {
        return yield* new ProviderFailed({
          reason: "doubtful",
          message: sentence,
          isConcurrent: true,
          retryAfterSeconds: 2
        })
      }
      if (answer.status === 409 && name === "invalid_idempotent_request") {
        return yield* new ProviderFailed({ reason: "doubtful", message: sentence, isUsedKey: true })
      }
      const isOurs = answer.status === 401 || answer.status === 403
      return yield* new ProviderFailed({
        reason: isOurs ? "not_taken" : "refused",
        isOurKey: isOurs,
        message: isOurs ? `the mail service refuses this gateway's key: ${sentence}` : sentence
      })
    }
    return yield* Effect.mapError(
      Schema.decodeUnknownEffect(schema)(jsonOf(answer.body)),
      (cause) => new ProviderFailed({ reason: "doubtful", message: "the mail service's answer can't be read", cause })
    )
  })
  const post = <A>(schema: Schema.Codec<A, unknown>, path: string, body: unknown, key?: string) =>
    ask(schema, {
      method: "POST",
      path,
      body: JSON.stringify(body),
      repeatable: key !== undefined,
      // Safe to repeat, and no read: none is held back for other requests.
      write: true,
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } })
    })
  /** Once more after a moment where another is under way with the same key. */
  const patiently = <A>(effect: Effect.Effect<A, ProviderFailed>) =>
    Effect.catch(effect, (error) =>
      error.isConcurrent === true ? Effect.andThen(Effect.sleep(1_500), effect) : Effect.fail(error)
    )

  const named = Effect.fnUntraced(function* (name: string) {
    let after: string | undefined
    // The newest come first, and ours is among the last: a thousand are looked through.
    for (let page = 0; page < 10; page++) {
      const { data, has_more: more = false } = yield* ask(Broadcasts, {
        path: "/broadcasts",
        query: { limit: 100, ...(after === undefined ? {} : { after }) }
      })
      const found = data.find((each) => each.name === name)
      if (found !== undefined || !more) return found
      after = data.at(-1)?.id
    }
    return undefined
  })

  const provider: Provider = {
    name: "resend",
    repeatableMs,
    send: (mail, key) =>
      Effect.map(patiently(post(Made, "/emails", wire(mail), key)), ({ id }) => ({ providerId: id, refused: [] })),
    batch: (mails, key) =>
      Effect.map(patiently(post(Batch, "/emails/batch", mails.map(wire), key)), ({ data }) =>
        mails.map((_, index) => data[index]?.id ?? null)
      ),
    segments: {
      unsubscribeUrl: "{{{RESEND_UNSUBSCRIBE_URL}}}",
      create: Effect.fn("Resend.create")(function* ({ from, html, id, segmentId, subject, text }: SegmentBroadcast) {
        const known = yield* named(id)
        if (known !== undefined) return known.id
        const made = yield* post(Made, "/broadcasts", { name: id, segment_id: segmentId, from, subject, html, text })
        return made.id
      }),
      send: Effect.fn("Resend.send")(function* (providerId: string) {
        const path = `/broadcasts/${encodeURIComponent(providerId)}`
        const { status } = yield* ask(Broadcast, { path })
        if (status !== undefined && status !== "draft") return
        yield* post(Made, `${path}/send`, {})
      })
    }
  }
  return provider
})
