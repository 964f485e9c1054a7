import { Egress, type EgressResponse, InvalidInput, retryAfterMs, rowsOf, Vault } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { BotFailed } from "../bot/Bot.ts"
import type { AlertsConfig } from "../config.ts"
import { ChannelTestFailed } from "../errors.ts"
import type { Message } from "../queue/message.ts"
import { bodyFor, type Service, services } from "./services.ts"

export const channelsMax = 5
const timeoutMs = 10_000
const limitedSeconds = 30
const limitedSecondsMax = 3_600

const Row = Schema.Struct({
  id: Schema.String,
  service: Schema.Literals(services),
  name: Schema.String,
  sealed: Schema.String,
  status: Schema.Literals(["active", "gone"]),
  createdMs: Schema.Finite
})
const channelRows = rowsOf(Row)
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))
const vaultRow = (accountId: string, id: string) => `alerts.channel:${accountId}:${id}`

const failureOf = ({ headers, status }: EgressResponse, nowMs: number): BotFailed | undefined => {
  if (status < 300) return undefined
  const message = `the channel's platform answered ${status}`
  if (status === 429) {
    const seconds = Math.ceil((retryAfterMs(headers["retry-after"], nowMs) ?? 0) / 1_000)
    const retryAfterSeconds = seconds > 0 ? Math.min(limitedSecondsMax, seconds) : limitedSeconds
    return new BotFailed({ reason: "limited", message, retryAfterSeconds })
  }
  // The address was taken back, or its channel is gone.
  if (status === 401 || status === 403 || status === 404 || status === 410) {
    return new BotFailed({ reason: "blocked", message })
  }
  return new BotFailed({ reason: status >= 500 ? "doubtful" : "refused", message })
}

const make = Effect.fnUntraced(function* ({ channels }: AlertsConfig) {
  const sql = yield* SqlClient.SqlClient
  const egress = yield* Egress
  const vault = yield* Vault
  const begins: Readonly<Record<Service, string>> = { slack: channels.slackUrl, discord: channels.discordUrl }
  const columns = sql.literal(`id, service, name, sealed, status, created_ms::float8 AS "createdMs"`)

  /** Posts it once. The address is a secret: no failure names it. */
  const post = (service: Service, url: Redacted.Redacted<string>, message: Message) =>
    egress
      .request({
        url: Redacted.value(url),
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(bodyFor[service](message)),
        timeoutMs,
        cutsBody: true
      })
      .pipe(
        Effect.mapError((error) => {
          const isUnsent =
            error._tag === "EgressFailed" && ["dns", "unreachable", "tls"].some((reason) => reason === error.reason)
          return new BotFailed({
            reason: error._tag === "EgressRefused" ? "refused" : isUnsent ? "limited" : "doubtful",
            message: `the channel's platform gave no answer (${error.reason})`,
            ...(isUnsent ? { retryAfterSeconds: limitedSeconds } : {})
          })
        }),
        Effect.flatMap((answer) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
            const failure = failureOf(answer, nowMs)
            return failure === undefined ? Effect.void : Effect.fail(failure)
          })
        )
      )

  const of = (accountId: string) =>
    channelRows(sql`SELECT ${columns} FROM alerts_channels WHERE account_id = ${accountId}::uuid
      ORDER BY created_ms, id LIMIT ${channelsMax}`)

  const assertRoom = Effect.fnUntraced(function* (accountId: string) {
    const [row] = yield* counted(
      sql`SELECT count(*)::int AS n FROM alerts_channels WHERE account_id = ${accountId}::uuid`
    )
    if ((row?.n ?? 0) >= channelsMax) {
      return yield* new InvalidInput(`url: an account has at most ${channelsMax} channels; remove one first`)
    }
  })

  return {
    of,
    /** Those that take alerts, each with how it's sent to. */
    active: Effect.fn("Channels.active")(function* (accountId: string) {
      const found = (yield* of(accountId)).filter(({ status }) => status === "active")
      return found.map(({ id, sealed, service }) => ({
        id,
        send: (message: Message) =>
          vault.open(sealed, vaultRow(accountId, id)).pipe(
            Effect.mapError(
              () => new BotFailed({ reason: "refused", message: "the channel's address can't be opened" })
            ),
            Effect.flatMap((url) => post(service, url, message))
          )
      }))
    }),
    markGone: (accountId: string, id: string) =>
      sql`UPDATE alerts_channels SET status = 'gone' WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`,
    /** Saves the address once a message was taken there. */
    add: Effect.fn("Channels.add")(function* (
      accountId: string,
      url: Redacted.Redacted<string>,
      name: string | undefined
    ) {
      const given = Redacted.value(url)
      const service = services.find((each) => given.startsWith(begins[each]) && given.length > begins[each].length)
      if (service === undefined || /[\s\\]|\/\.\.?(\/|$)/.test(given)) {
        return yield* new InvalidInput(
          `url: must be an incoming webhook of Slack (${begins.slack}…) or Discord (${begins.discord}…)`
        )
      }
      // Before anything is posted, and again once nobody else can add one.
      yield* assertRoom(accountId)
      const hello = {
        title: "Alerts come here",
        body: "This channel gets the alerts of your account from now on.",
        url: null
      }
      yield* Effect.mapError(
        post(service, url, hello),
        ({ message }) => new ChannelTestFailed(`url: ${message}. Nothing was saved`)
      )
      const id = uuidV7Unsafe()
      const sealed = yield* vault.seal(url, vaultRow(accountId, id))
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`alerts/channels/${accountId}`}, 0))`
          yield* assertRoom(accountId)
          yield* sql`INSERT INTO alerts_channels (account_id, id, service, name, sealed, status, created_ms)
            VALUES (${accountId}::uuid, ${id}::uuid, ${service}, ${name ?? service}, ${sealed}, 'active', ${nowMs}::bigint)`
        })
      )
    }),
    /** True: it was the account's. */
    remove: Effect.fn("Channels.remove")((accountId: string, id: string) =>
      Effect.map(
        sql`DELETE FROM alerts_channels WHERE account_id = ${accountId}::uuid AND id::text = ${id} RETURNING 1`,
        (gone) => gone.length > 0
      )
    )
  }
})

/** Channels of Slack and Discord that get an account's alerts: by an address that whoever knows it can post to. */
export class Channels extends Context.Service<Channels, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/alerts/Channels"
) {
  static readonly layer = (config: AlertsConfig) => Layer.effect(Channels, make(config))
}
