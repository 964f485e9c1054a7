import { type UpstreamError, Upstreams, vendorText } from "@storeglass/plugin-api"
import { Context, Data, Effect, Layer, Redacted, Result, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { AlertsConfig, BotConfig } from "../config.ts"

const WebhookInfo = Schema.Struct({
  url: Schema.optionalKey(Schema.String),
  allowed_updates: Schema.optionalKey(Schema.Array(Schema.String))
})
const Refused = Schema.Struct({
  ok: Schema.Literal(false),
  error_code: Schema.Int,
  description: Schema.optionalKey(Schema.String),
  parameters: Schema.optionalKey(Schema.Struct({ retry_after: Schema.optionalKey(Schema.Int) }))
})
const answered = <A>(result: Schema.Codec<A, unknown>) =>
  Schema.Union([Schema.Struct({ ok: Schema.Literal(true), result }), Refused])

/**
 * Why a message wasn't sent.
 * - `blocked` its owner blocked the bot, or the chat is gone
 * - `limited` too many; try again in `retryAfterSeconds`
 * - `refused` for good; `doubtful` it may have been sent: no answer came
 */
export class BotFailed extends Data.TaggedError("BotFailed")<{
  readonly reason: "blocked" | "limited" | "refused" | "doubtful"
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
}> {}

/** A button below a message; pressing it sends its data back. */
export interface Button {
  readonly text: string
  /** At most 64 bytes. */
  readonly data: string
}
/** What is answered at once, where the platform takes a call as the answer to its delivery. */
export type Answer =
  | { readonly method: "sendMessage"; readonly chatId: string; readonly text: string }
  | { readonly method: "answerCallbackQuery"; readonly queryId: string; readonly text: string }

/** A call's parameters, as the platform has them. */
export const wireOf = (answer: Answer) =>
  answer.method === "sendMessage"
    ? { chat_id: Number(answer.chatId), text: answer.text }
    : // Shown until it's closed: there's something to read.
      { callback_query_id: answer.queryId, text: answer.text, show_alert: true }

const updatesWanted = ["message", "my_chat_member", "callback_query"] as const
const timeoutMs = 10_000
const pollSeconds = 25

const parsed = (body: string): unknown => {
  const json = Result.try(() => JSON.parse(body))
  return Result.isSuccess(json) ? json.success : undefined
}

const failed = (error: UpstreamError): BotFailed => {
  const body = error.answered === undefined ? undefined : parsed(Redacted.value(error.answered.body))
  const said = Schema.decodeUnknownResult(Refused)(body)
  const wait = Result.isSuccess(said) ? said.success.parameters?.retry_after : undefined
  return new BotFailed({
    reason: error.reason === "rate_limited" || error.reason === "circuit_open" ? "limited" : "doubtful",
    message: `the messaging platform gave no usable answer (${error.reason})`,
    retryAfterSeconds: wait ?? error.retryAfterSeconds
  })
}

/** What brings a file along. */
interface Form {
  readonly fields: Readonly<Record<string, string>>
  readonly photo: Uint8Array
}
const json = (body: unknown) => ({ type: "application/json", bytes: JSON.stringify(body) })
/** As a form, written here: `FormData` would end lines with two signs, of which the platform counts each. */
const multipart = ({ fields, photo }: Form) => {
  const boundary = `storeglass-${uuidV7Unsafe()}`
  const part = (name: string, more = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`)
  const file = part("photo", '; filename="chart.png"\r\ncontent-type: image/png')
  const bytes = Buffer.concat([Buffer.from(`${texts.join("")}${file}`), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

const keyboardOf = (buttons: ReadonlyArray<Button>) =>
  buttons.length === 0
    ? undefined
    : { inline_keyboard: [buttons.map(({ data, text }) => ({ text, callback_data: data }))] }

/** HMAC-SHA256 of the token, in hex: nobody who doesn't have the token knows it. */
export const derivedSecret = (token: Redacted.Redacted<string>) =>
  Effect.promise(async () => {
    const bytes = new TextEncoder().encode(Redacted.value(token))
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode("storeglass webhook"))
    return Redacted.make(Buffer.from(signed).toString("hex"))
  })

const makeBot = Effect.fnUntraced(function* ({
  baseUrl,
  linkUrl,
  messagesPerSecond,
  token,
  webhookSecret,
  ...config
}: BotConfig) {
  const upstreams = yield* Upstreams
  // The token is in the address, and so in the base: labels, logs and errors have the method alone.
  const upstream = yield* upstreams.make({
    name: "bot",
    baseUrl: `${baseUrl}/bot${Redacted.value(token)}`,
    timeoutMs,
    attempts: 2,
    // Evenly: so many at once and then so many a second would be twice as many in the first.
    rateLimit: { requests: 1, windowMs: Math.ceil(1_000 / messagesPerSecond) },
    queueMsMax: 5_000
  })
  const secret = webhookSecret ?? (yield* derivedSecret(token))

  const ask = Effect.fnUntraced(function* <A>(
    method: string,
    result: Schema.Codec<A, unknown>,
    { bytes, type }: { readonly type: string; readonly bytes: string | Uint8Array },
    options: { readonly repeatable: boolean; readonly timeoutMs?: number }
  ) {
    const answer = yield* Effect.mapError(
      upstream.request({
        method: "POST",
        path: `/${method}`,
        headers: { "content-type": type },
        body: bytes,
        ...options
      }),
      failed
    )
    const decoded = yield* Effect.mapError(
      Schema.decodeUnknownEffect(answered(result))(parsed(answer.body)),
      () => new BotFailed({ reason: "doubtful", message: `the messaging platform's answer to ${method} can't be read` })
    )
    if (decoded.ok) return decoded.result
    const { description = "no reason", error_code: code } = decoded
    return yield* new BotFailed({
      reason: code === 403 || /chat not found/i.test(description) ? "blocked" : "refused",
      // A platform that quotes the token must not have it told on.
      message: vendorText(description.replaceAll(Redacted.value(token), "[token]"))
    })
  })

  const me = yield* Effect.cachedWithTTL(
    Effect.flatMap(
      ask("getMe", Schema.Struct({ username: Schema.String }), json({}), { repeatable: true }),
      ({ username }) => Effect.succeed(username)
    ),
    "1 hour"
  )
  return {
    secret,
    polling: config.polling,
    /** Where pressing Start sends a code to the bot. */
    link: (code: string) => Effect.map(me, (name) => `${linkUrl}/${encodeURIComponent(name)}?start=${code}`),
    send: (chatId: string, text: string, buttons: ReadonlyArray<Button> = []) =>
      Effect.asVoid(
        ask(
          "sendMessage",
          Schema.Unknown,
          json({
            chat_id: Number(chatId),
            text,
            link_preview_options: { is_disabled: true },
            reply_markup: keyboardOf(buttons)
          }),
          { repeatable: false }
        )
      ),
    /** A picture with a text of at most 1,024 characters below it. */
    sendPhoto: (chatId: string, png: Uint8Array, caption: string, buttons: ReadonlyArray<Button> = []) => {
      const keyboard = keyboardOf(buttons)
      const fields = {
        chat_id: chatId,
        caption,
        ...(keyboard === undefined ? {} : { reply_markup: JSON.stringify(keyboard) })
      }
      return Effect.asVoid(ask("sendPhoto", Schema.Unknown, multipart({ fields, photo: png }), { repeatable: false }))
    },
    answer: (answer: Answer) =>
      Effect.asVoid(ask(answer.method, Schema.Unknown, json(wireOf(answer)), { repeatable: false })),
    /** Whether it delivers to this address already, and all that is wanted. */
    deliversTo: (url: string) =>
      Effect.map(
        ask("getWebhookInfo", WebhookInfo, json({}), { repeatable: true }),
        ({ allowed_updates: allowed = [], ...info }) =>
          info.url === url && updatesWanted.every((kind) => allowed.includes(kind))
      ),
    deliver: (url: string) =>
      ask(
        "setWebhook",
        Schema.Unknown,
        json({ url, secret_token: Redacted.value(secret), allowed_updates: updatesWanted }),
        { repeatable: true }
      ),
    undeliver: ask("deleteWebhook", Schema.Unknown, json({}), { repeatable: true }),
    updates: (offset: number) =>
      ask(
        "getUpdates",
        Schema.Array(Schema.Unknown),
        json({ offset, timeout: pollSeconds, allowed_updates: updatesWanted }),
        { repeatable: true, timeoutMs: (pollSeconds + 5) * 1_000 }
      )
  }
})

/** The bot; undefined where none is set up. */
export class Bot extends Context.Service<Bot, Effect.Success<ReturnType<typeof makeBot>> | undefined>()(
  "@storeglass/alerts/Bot"
) {
  static readonly layer = ({ bot }: AlertsConfig) =>
    Layer.effect(Bot, bot === undefined ? Effect.succeed(undefined) : makeBot(bot))
}
