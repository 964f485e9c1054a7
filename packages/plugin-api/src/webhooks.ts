import { Clock, Data, Effect, Redacted } from "effect"

/** A message as it is signed: Standard Webhooks, `v1`. */
export interface SignedMessage {
  readonly id: string
  /** Unix time. */
  readonly timestampSeconds: number
  readonly body: string | Uint8Array
}

/** Why an inbound webhook isn't believed. Answer all alike, with 401 or 403. */
export class WebhookRejected extends Data.TaggedError("WebhookRejected")<{
  readonly reason: "missing" | "timestamp" | "signature"
  readonly message: string
}> {}

const prefix = "whsec_"
const toleranceMsDefault = 300_000
const signaturesMax = 10

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 === 1) return undefined
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const keyOf = (secret: Redacted.Redacted<string>): Promise<CryptoKey> | undefined => {
  const text = Redacted.value(secret)
  const bytes = fromBase64(text.startsWith(prefix) ? text.slice(prefix.length) : text)
  if (bytes === undefined) return undefined
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"])
}

/**
 * A secret of a customer's own choice as one that signs: what is `whsec_<base64>` already stays, and of any other text the key is
 * its bytes in UTF-8.
 */
export const webhookSecretOf = (own: Redacted.Redacted<string>): Redacted.Redacted<string> => {
  const text = Redacted.value(own)
  if (text.startsWith(prefix) && fromBase64(text.slice(prefix.length)) !== undefined) return own
  return Redacted.make(`${prefix}${toBase64(new TextEncoder().encode(text))}`, { label: "webhook secret" })
}

const signedBytes = ({ body, id, timestampSeconds }: SignedMessage): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${timestampSeconds}.`)
  const tail = typeof body === "string" ? new TextEncoder().encode(body) : body
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}

/** `v1,<base64>`: HMAC-SHA256 over `id.timestamp.body`. `secret` is `whsec_<base64>`; another is a defect. */
export const signWebhook = (secret: Redacted.Redacted<string>, message: SignedMessage): Effect.Effect<string> =>
  Effect.promise(async () => {
    const key = await keyOf(secret)
    if (key === undefined) throw new Error("a webhook secret must be whsec_ followed by base64")
    return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signedBytes(message))))}`
  })

/**
 * Checks a webhook that came in, by its headers `webhook-id`, `webhook-timestamp` and `webhook-signature` and the bytes of
 * its body, in constant time. Gives its id: a sender that repeats a message repeats the id, so keep it and take it once.
 * Several secrets are taken while one follows another.
 *
 * @example
 * const id = yield* verifyWebhook({ headers: request.headers, body, secrets: [secret] })
 */
export const verifyWebhook = Effect.fn("verifyWebhook")(function* (options: {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string | Uint8Array
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
  /** How far the sender's clock and the way may be off, to either side. Default 5 minutes. */
  readonly toleranceMs?: number | undefined
}): Effect.fn.Return<string, WebhookRejected> {
  const { body, headers, secrets, toleranceMs = toleranceMsDefault } = options
  const { "webhook-id": id, "webhook-signature": signatures, "webhook-timestamp": timestamp } = headers
  if (id === undefined || id === "" || signatures === undefined || timestamp === undefined) {
    return yield* new WebhookRejected({
      reason: "missing",
      message: "the headers webhook-id, webhook-timestamp and webhook-signature are required"
    })
  }
  const timestampSeconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const nowMs = yield* Clock.currentTimeMillis
  // Digits with a zero before them are other bytes than those that are signed here.
  if (!(Math.abs(nowMs - timestampSeconds * 1000) <= toleranceMs) || String(timestampSeconds) !== timestamp) {
    return yield* new WebhookRejected({
      reason: "timestamp",
      message: "webhook-timestamp: must be the recent Unix time of the attempt"
    })
  }
  const given = signatures
    .split(" ", signaturesMax)
    .filter((each) => each.startsWith("v1,"))
    .flatMap((each) => fromBase64(each.slice(3)) ?? [])
  const signed = signedBytes({ id, timestampSeconds, body })
  const matches = yield* Effect.promise(async () => {
    for (const secret of secrets) {
      const key = await keyOf(secret)
      if (key === undefined) continue
      for (const signature of given) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true
    }
    return false
  })
  if (!matches) {
    return yield* new WebhookRejected({ reason: "signature", message: "webhook-signature: doesn't match this message" })
  }
  return id
})
