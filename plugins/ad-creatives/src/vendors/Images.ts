import { readAnswer, type UpstreamError, Upstreams, vendorText } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema, Semaphore } from "effect"
import type { AdCreativesConfig } from "../config.ts"
import type { Quality } from "../schema.ts"
import { gemini } from "./gemini.ts"
import { DrawingFailed, type ImageVendor, type Refusal } from "./ImageVendor.ts"
import { openai } from "./openai.ts"

const vendors: Readonly<Record<"openai" | "gemini", ImageVendor>> = { openai, gemini }

/** A picture of 2,048 pixels, in base64. */
const answerBytesMax = 32 * 1_024 * 1_024
const timeoutMs = 180_000
/** A longer wait is the provider's being away. */
const waitMsMax = 60_000
const endingDays = 30
const dayMs = 86_400_000

const base64Form = /^[A-Za-z0-9+/\s]+={0,2}\s*$/
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const reasonOf = (status: number, { codes, sentence }: Refusal): DrawingFailed["reason"] => {
  const said = codes.join(" ")
  if (/moderation|content_policy|safety/i.test(`${said} ${status === 400 ? sentence : ""}`)) return "blocked"
  if (/insufficient_quota|billing|PerDay/i.test(said) || status === 402) return "credit"
  if (status === 401 || status === 403 || /invalid_api_key|API_KEY/i.test(`${said} ${sentence}`)) return "key"
  if (status === 404 || /model_not_found/.test(said)) return "model"
  return "unavailable"
}

/** Without what the vendor quotes of the key. */
const failureOf = (vendor: ImageVendor, status: number, body: string, key: Redacted.Redacted<string>) => {
  const refusal = vendor.refusal(parsed(body))
  const sentence = refusal.sentence.replaceAll(Redacted.value(key), "…")
  const detail = vendorText(`status ${status}: ${refusal.codes.join(", ")}: ${sentence}`).slice(0, 300)
  return new DrawingFailed({ reason: reasonOf(status, refusal), detail })
}

const make = Effect.fnUntraced(function* ({ image }: AdCreativesConfig) {
  if (image === undefined) return undefined
  const vendor = vendors[image.vendor]
  const upstream = yield* (yield* Upstreams).make({
    name: "creatives.images",
    baseUrl: image.baseUrl ?? vendor.baseUrl,
    timeoutMs,
    bodyBytesMax: answerBytesMax,
    rateLimit: { requests: image.requestsPerMinute, windowMs: 60_000 },
    queueMsMax: waitMsMax
  })
  const places = yield* Semaphore.make(image.concurrency)

  const failed = (error: UpstreamError, key: Redacted.Redacted<string>) =>
    error.answered === undefined
      ? new DrawingFailed({ reason: error.reason === "drift" ? "missing" : "unavailable", detail: error.message })
      : failureOf(vendor, error.answered.status, Redacted.value(error.answered.body), key)

  /** A picture is paid for with each request: again only where the vendor says that it did nothing. */
  const send = (request: Parameters<typeof upstream.request>[0]) =>
    Effect.catchTag(upstream.request(request), "UpstreamError", (error) =>
      Effect.gen(function* () {
        const waitMs = (error.retryAfterSeconds ?? 1) * 1_000
        const isRefused = error.reason === "rate_limited" || (error.answered?.status ?? 0) >= 500
        const isPaidUp = /insufficient_quota|billing|PerDay/.test(
          error.answered === undefined ? "" : Redacted.value(error.answered.body)
        )
        if (!isRefused || isPaidUp || waitMs > waitMsMax) return yield* error
        yield* Effect.sleep(waitMs)
        return yield* upstream.request(request)
      })
    )

  return {
    model: image.model,
    key: image.apiKey,
    /** Buys a picture: its bytes as they came, of whatever kind and size. */
    draw: Effect.fn("Images.draw")(function* (drawing: {
      readonly prompt: string
      readonly references: ReadonlyArray<Uint8Array>
      readonly quality: Quality
      readonly key: Redacted.Redacted<string>
    }) {
      const { key, ...asked } = drawing
      const { body, path } = vendor.request({ ...asked, model: image.model })
      const answer = yield* send({
        method: "POST",
        path,
        body: JSON.stringify(body),
        lane: key,
        headers: { "content-type": "application/json", ...vendor.authorize(key) }
      }).pipe(
        places.withPermit,
        Effect.mapError((error) => failed(error, key))
      )
      if (answer.status < 200 || answer.status > 299) return yield* failureOf(vendor, answer.status, answer.body, key)
      const drawn = yield* readAnswer(upstream, Schema.Unknown, answer, "a picture").pipe(
        Effect.flatMap(vendor.read),
        Effect.mapError(
          (cause) => new DrawingFailed({ reason: "missing", detail: vendorText(cause.message).slice(0, 300) })
        )
      )
      if (drawn.kind !== "picture") return yield* new DrawingFailed({ reason: drawn.kind, detail: drawn.said })
      if (!base64Form.test(drawn.base64)) {
        return yield* new DrawingFailed({ reason: "missing", detail: "the picture isn't base64" })
      }
      return new Uint8Array(Buffer.from(drawn.base64, "base64"))
    }),
    /** How the configured model stands today, by what its vendor announced. */
    standing: Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const endsOn = image.endsOn ?? vendor.endings[image.model]
      if (endsOn === undefined) return { state: "listed" as const, model: image.model, endsOn: null }
      const leftMs = Date.parse(endsOn) - nowMs
      const state = leftMs <= 0 ? "gone" : leftMs <= endingDays * dayMs ? "ending" : "listed"
      return { state, model: image.model, endsOn } as const
    })
  }
})

/** The provider of scenes; undefined where the config has none. */
export class Images extends Context.Service<Images, { readonly provider: Effect.Success<ReturnType<typeof make>> }>()(
  "@storeglass/ad-creatives/Images"
) {
  static readonly layer = (config: AdCreativesConfig) =>
    Layer.effect(
      Images,
      Effect.map(make(config), (provider) => ({ provider }))
    )
}
