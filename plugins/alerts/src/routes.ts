import { asDocumented, InvalidInput, InvalidWebhookSecret, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Bot, wireOf } from "./bot/Bot.ts"
import { Update } from "./bot/Update.ts"
import type { AlertsConfig } from "./config.ts"
import { Inbound } from "./pairing/Inbound.ts"

export const webhookPath = "/v1/webhooks/alerts/telegram"
const headerNames = ["x-messaging-bot-api-secret-token", "x-telegram-bot-api-secret-token"] as const

const utf8 = new TextEncoder()
/** In a time that tells nothing of what is right about it: it goes by the length of what was given. */
const isSame = (given: string, secret: Redacted.Redacted<string>): boolean => {
  const told = utf8.encode(given)
  const known = utf8.encode(Redacted.value(secret))
  return (
    told.reduce((sum, byte, at) => sum | (byte ^ (known[at % known.length] ?? 0)), told.length ^ known.length) === 0
  )
}

const inbound = rawRoute({
  id: "telegramWebhook",
  method: "POST",
  path: webhookPath,
  access: "public",
  price: 0,
  tool: false,
  body: { kind: "bytes", bytesMax: 256 * 1024 },
  headers: headerNames.map((name) => ({
    name,
    description: "The secret of the webhook. Either header will do: a real platform sends its own.",
    secret: true
  })),
  errors: [InvalidInput, InvalidWebhookSecret, ServiceUnavailable],
  summary: "What people write to the bot",
  description: "Takes the messaging platform's updates, each once. Whatever is well-formed is 200, understood or not.",
  handler: Effect.gen(function* () {
    const bot = yield* Bot
    const inbound = yield* Inbound
    const request = yield* HttpServerRequest.HttpServerRequest
    const given = headerNames.map((name) => request.headers[name]).find((value) => value !== undefined)
    // Nothing of the body is read, and no database is asked, for who doesn't know the secret.
    if (bot === undefined || given === undefined || !isSame(given, bot.secret)) {
      return yield* new InvalidWebhookSecret(
        "X-Messaging-Bot-Api-Secret-Token: must be the secret that the webhook was set with"
      )
    }
    const body = yield* Effect.orDie(request.text)
    const json = yield* Effect.mapError(
      Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))(body),
      () => new InvalidInput("body: must be JSON")
    )
    const update = yield* Effect.option(Schema.decodeUnknownEffect(Update)(json))
    const answer = update._tag === "Some" ? yield* inbound.takeSoon(update.value) : undefined
    return HttpServerResponse.jsonUnsafe(answer === undefined ? {} : { method: answer.method, ...wireOf(answer) })
  }).pipe(asDocumented)
})

export const routes = (_: AlertsConfig) => [inbound]
