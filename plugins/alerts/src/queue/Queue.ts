import { type Alert, type AlertKind, Jobs, RetryAfter, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { Bot, type BotFailed, type Button } from "../bot/Bot.ts"
import { Channels } from "../channels/Channels.ts"
import type { RankSeries } from "../chart/RankSeries.ts"
import type { AlertsConfig } from "../config.ts"
import { Deliver } from "../jobRefs.ts"
import { Pairings } from "../pairing/Pairings.ts"
import { type Message, messageOf } from "./message.ts"
import { type Picture, pictureOf } from "./pictures.ts"
import { buttonsOf, Snoozes } from "./Snoozes.ts"
import { Turns } from "./Turns.ts"

const dayMs = 86_400_000
/** A chat gets at most one a second. */
const spacingMs = 1_000
const atOnce = 50
const deletedAtOnce = 5_000

const Waiting = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  title: Schema.String,
  body: Schema.String,
  url: Schema.NullOr(Schema.String),
  createdMs: Schema.Finite
})
const oldestRows = rowsOf(Waiting)
// Read when it's drawn: one that can't be is a picture less, and no alert less.
const waitingRows = rowsOf(Schema.Struct({ ...Waiting.fields, chart: Schema.Unknown }))
const sentRows = rowsOf(Schema.Struct({ target: Schema.String }))
const counted = rowsOf(Schema.Struct({ kind: Schema.String, n: Schema.Int }))
const toldRows = rowsOf(Schema.Struct({ kind: Schema.String, title: Schema.String, alerts: Schema.Int }))
const Settings = Schema.Struct({
  muted: Schema.Array(Schema.String),
  quietFrom: Schema.NullOr(Schema.Int),
  quietTo: Schema.NullOr(Schema.Int),
  zone: Schema.NullOr(Schema.String)
})
const settingsRows = rowsOf(Settings)
/** What an account wants: kinds it doesn't, and hours (0 to 23, of its zone) in which nothing comes. */
export type AlertSettings = typeof Settings.Type

/** What became of an alert, as it's kept. */
export const queueStates = ["waiting", "sent", "muted", "nobody", "summed", "summarized"] as const
const recentRows = rowsOf(
  Schema.Struct({ ...Waiting.fields, label: Schema.String, state: Schema.Literals(queueStates) })
)
const dayRows = rowsOf(Schema.Struct({ dayMs: Schema.Finite, alerts: Schema.Int }))
const kindRows = rowsOf(Schema.Struct({ kind: Schema.String, label: Schema.String }))
const mutedMax = 200

/** Milliseconds until the quiet hours are over; 0: it isn't quiet. */
export const quietMs = ({ quietFrom, quietTo, zone }: AlertSettings, nowMs: number): number => {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return 0
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone ?? "UTC",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23"
  }).format(nowMs)
  const [hour = 0, minute = 0, second = 0] = parts.split(":").map(Number)
  const isQuiet = quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo
  if (!isQuiet) return 0
  const hours = (quietTo - hour + 24) % 24
  return hours * 3_600_000 - minute * 60_000 - second * 1_000
}

/** Where an alert goes: a chat of the bot, or a channel of another platform; and where it's noted that it went. */
interface Target {
  readonly id: string
  readonly table: Statement.Fragment
  readonly column: Statement.Fragment
  readonly key: Statement.Fragment
  readonly send: (
    message: Message,
    buttons: ReadonlyArray<Button>,
    picture: Picture | undefined
  ) => Effect.Effect<void, BotFailed>
  /** Waits until a message may go there. Undefined: at any time. */
  readonly turn?: Effect.Effect<void, SqlError.SqlError>
  /** Sends a picture behind its message. Undefined: it takes none. */
  readonly show?: (picture: Picture) => Effect.Effect<void, BotFailed>
  /** Notes that nothing can be sent there any more. */
  readonly gone: Effect.Effect<unknown, SqlError.SqlError>
}

const make = Effect.fnUntraced(function* ({ keptDays, perDayMax }: AlertsConfig) {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const pairings = yield* Pairings
  const bot = yield* Bot
  const channels = yield* Channels
  const snoozes = yield* Snoozes
  const turns = yield* Turns
  const enqueue = (accountId: string, options: { readonly runAtMs?: number } = {}) =>
    Effect.provideService(
      jobs.enqueue(Deliver, { accountId }, { key: accountId, ...options }),
      SqlClient.SqlClient,
      sql
    )

  const settingsOf = (accountId: string) =>
    Effect.map(
      settingsRows(sql`SELECT muted, quiet_from AS "quietFrom", quiet_to AS "quietTo", zone FROM alerts_settings
        WHERE account_id = ${accountId}::uuid`),
      ([found]): AlertSettings => found ?? { muted: [], quietFrom: null, quietTo: null, zone: null }
    )
  const setState = (accountId: string, ids: ReadonlyArray<string>, state: string) =>
    ids.length === 0
      ? Effect.void
      : sql`UPDATE alerts_queue SET state = ${state}, chart = NULL WHERE account_id = ${accountId}::uuid AND id = ANY(${[...ids]}::uuid[])`

  const targetsOf = Effect.fnUntraced(function* (accountId: string) {
    const inChat =
      bot === undefined
        ? []
        : (yield* pairings.active(accountId)).map(
            ({ chatId }): Target => ({
              id: chatId,
              table: sql.literal("alerts_sends"),
              column: sql.literal("chat_id"),
              key: sql`${chatId}::bigint`,
              turn: turns.take,
              send: (message, buttons, picture) => {
                const asText = bot.send(chatId, messageOf(message), buttons)
                return picture?.isWhole === true
                  ? Effect.catchIf(
                      bot.sendPhoto(chatId, picture.png, picture.caption, buttons),
                      // Of other failures it isn't known that nothing came.
                      ({ reason }) => reason === "refused",
                      () => asText
                    )
                  : asText
              },
              show: ({ caption, png }) => bot.sendPhoto(chatId, png, caption),
              gone: pairings.setStatus(chatId, "blocked")
            })
          )
    const inChannels = (yield* channels.active(accountId)).map(
      ({ id, send }): Target => ({
        id,
        table: sql.literal("alerts_channel_sends"),
        column: sql.literal("channel_id"),
        key: sql`${id}::uuid`,
        send,
        gone: channels.markGone(accountId, id)
      })
    )
    return [...inChat, ...inChannels]
  })

  /** A message with its row, whose state is how it ended; true: it's there. */
  const sendOnce = Effect.fnUntraced(function* (
    accountId: string,
    id: string,
    { column, gone, key, table }: Target,
    send: Effect.Effect<void, BotFailed>
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const isIt = sql`account_id = ${accountId}::uuid AND id = ${id}::uuid AND ${column} = ${key}`
    yield* sql`INSERT INTO ${table} (account_id, id, ${column}, state, at_ms)
      VALUES (${accountId}::uuid, ${id}::uuid, ${key}, 'sending', ${nowMs}::bigint)`
    const settle = (state: string) => sql`UPDATE ${table} SET state = ${state} WHERE ${isIt}`
    return yield* Effect.matchEffect(send, {
      onSuccess: () => Effect.as(settle("sent"), true),
      onFailure: Effect.fnUntraced(function* (error: BotFailed) {
        if (error.reason === "limited") {
          yield* sql`DELETE FROM ${table} WHERE ${isIt}`
          return yield* new RetryAfter({ ms: (error.retryAfterSeconds ?? 5) * 1_000, cause: error })
        }
        if (error.reason === "blocked") yield* gone
        yield* settle(error.reason)
        return false
      })
    })
  })

  /** One message to each that didn't have it. */
  const sendTo = Effect.fnUntraced(function* (
    accountId: string,
    id: string,
    message: Message,
    targets: ReadonlyArray<Target>,
    { buttons = [], picture }: { readonly buttons?: ReadonlyArray<Button>; readonly picture?: Picture | undefined } = {}
  ) {
    const had = new Set(
      (yield* sentRows(sql`SELECT chat_id::text AS target FROM alerts_sends
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid
        UNION ALL SELECT channel_id::text FROM alerts_channel_sends
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`)).map(({ target }) => target)
    )
    for (const target of targets) {
      // A row that its node left may stand for a message that went: it isn't sent again.
      if (had.has(target.id)) continue
      // Before its row: who dies while it waits leaves nothing behind.
      if (target.turn !== undefined) yield* target.turn
      const send = target.send(message, buttons, picture)
      const isThere = yield* Effect.uninterruptible(sendOnce(accountId, id, target, send))
      if (!isThere || picture === undefined || picture.isWhole || target.show === undefined) continue
      // Tried once: the alert is told.
      yield* Effect.sleep(spacingMs)
      if (target.turn !== undefined) yield* target.turn
      yield* Effect.ignore(target.show(picture))
    }
    yield* Effect.sleep(spacingMs)
  })

  /** What was over the day's number comes as one message when the day is over. */
  const summarize = Effect.fnUntraced(function* (accountId: string, targets: ReadonlyArray<Target>) {
    const [oldest] = yield* oldestRows(sql`SELECT id, kind, title, body, url, created_ms::float8 AS "createdMs"
      FROM alerts_queue WHERE account_id = ${accountId}::uuid AND state = 'summed' ORDER BY created_ms, id LIMIT 1`)
    if (oldest === undefined) return
    const nowMs = yield* Clock.currentTimeMillis
    const endsMs = (Math.floor(oldest.createdMs / dayMs) + 1) * dayMs
    if (nowMs < endsMs) return yield* enqueue(accountId, { runAtMs: endsMs })
    const summed = yield* counted(sql`SELECT min(label) AS kind, count(*)::int AS n FROM alerts_queue
      WHERE account_id = ${accountId}::uuid AND state = 'summed' AND created_ms < ${endsMs}::bigint GROUP BY kind ORDER BY 1`)
    const body = summed.map(({ kind, n }) => `${n} × ${kind}`).join("\n")
    yield* sendTo(accountId, oldest.id, { title: "More alerts than a day holds", body, url: null }, targets)
    yield* sql`UPDATE alerts_queue SET state = 'summarized' WHERE account_id = ${accountId}::uuid AND state = 'summed'
      AND created_ms < ${endsMs}::bigint`
    yield* enqueue(accountId)
  })

  return {
    /** Takes an alert in the teller's transaction: once for an account, kind and key. Its chart comes as a picture. */
    take: Effect.fn("Queue.take")(function* (
      accountId: string,
      { key, kind, text, title, url }: Alert,
      declared: AlertKind,
      chart?: RankSeries
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      const id = uuidV7Unsafe()
      const taken = yield* sql`
        INSERT INTO alerts_queue (account_id, id, kind, label, key, title, body, url, chart, state, created_ms, day)
        VALUES (${accountId}::uuid, ${id}::uuid, ${kind}, ${declared.title}, ${key ?? id}, ${title.slice(0, 500)}, ${text.slice(0, 8_000)}, ${url ?? null},
          ${chart === undefined ? null : JSON.stringify(chart)}::text::jsonb, 'waiting', ${nowMs}::bigint, (to_timestamp(${nowMs / 1_000}) AT TIME ZONE 'UTC')::date)
        ON CONFLICT (account_id, kind, key) DO NOTHING RETURNING 1`
      if (taken.length > 0) yield* enqueue(accountId)
    }),

    /** Sends what waits for an account. */
    deliver: Effect.fn("Queue.deliver")(function* (accountId: string) {
      const nowMs = yield* Clock.currentTimeMillis
      // What is snoozed waits for its own time, and holds up nothing else.
      const snoozed = (yield* snoozes.of(accountId)).map(({ kind }) => kind)
      const waiting = yield* waitingRows(sql`SELECT id, kind, title, body, url, chart,
          created_ms::float8 AS "createdMs"
        FROM alerts_queue WHERE account_id = ${accountId}::uuid AND state = 'waiting'
          AND kind <> ALL(${snoozed}::text[]) ORDER BY created_ms, id LIMIT ${atOnce}`)
      const targets = yield* targetsOf(accountId)
      const settings = yield* settingsOf(accountId)
      if (targets.length === 0) {
        yield* setState(
          accountId,
          waiting.map(({ id }) => id),
          "nobody"
        )
        return
      }
      const muted = waiting.filter(({ kind }) => settings.muted.includes(kind))
      yield* setState(
        accountId,
        muted.map(({ id }) => id),
        "muted"
      )
      const wanted = waiting.filter(({ kind }) => !settings.muted.includes(kind))
      const quiet = quietMs(settings, nowMs)
      if (quiet > 0) {
        if (wanted.length > 0) yield* enqueue(accountId, { runAtMs: nowMs + quiet })
        return
      }
      const day = new Date(nowMs).toISOString().slice(0, 10)
      const today = new Map(
        (yield* counted(sql`SELECT kind, count(*)::int AS n FROM alerts_queue
          WHERE account_id = ${accountId}::uuid AND state = 'sent' AND day = ${day}::date GROUP BY kind`)).map(
          ({ kind, n }) => [kind, n]
        )
      )
      for (const one of wanted) {
        const sent = today.get(one.kind) ?? 0
        if (sent >= perDayMax) {
          yield* setState(accountId, [one.id], "summed")
          continue
        }
        const picture = targets.some(({ show }) => show !== undefined) ? yield* pictureOf(one, one.chart) : undefined
        yield* sendTo(accountId, one.id, one, targets, { buttons: buttonsOf(one.id), picture })
        yield* sql`UPDATE alerts_queue SET state = 'sent', chart = NULL, day = ${day}::date WHERE account_id = ${accountId}::uuid AND id = ${one.id}::uuid`
        today.set(one.kind, sent + 1)
      }
      if (waiting.length === atOnce) return yield* enqueue(accountId)
      yield* summarize(accountId, targets)
    }),

    settingsOf,
    set: Effect.fn("Queue.set")(function* (accountId: string, { muted, quietFrom, quietTo, zone }: AlertSettings) {
      yield* sql`INSERT INTO alerts_settings (account_id, muted, quiet_from, quiet_to, zone)
        VALUES (${accountId}::uuid, ${[...muted]}::text[], ${quietFrom}::int, ${quietTo}::int, ${zone})
        ON CONFLICT (account_id) DO UPDATE SET muted = excluded.muted, quiet_from = excluded.quiet_from,
          quiet_to = excluded.quiet_to, zone = excluded.zone`
    }),

    /** Ends or begins to send a kind to an account; false: it has turned off as many as it may. */
    setKind: Effect.fn("Queue.setKind")(function* (accountId: string, kind: string, isOn: boolean) {
      if (isOn) {
        yield* sql`UPDATE alerts_settings SET muted = array_remove(muted, ${kind}) WHERE account_id = ${accountId}::uuid`
        return true
      }
      const kept = yield* sql`
        INSERT INTO alerts_settings (account_id, muted) VALUES (${accountId}::uuid, ARRAY[${kind}]::text[])
        ON CONFLICT (account_id) DO UPDATE SET muted = array_append(array_remove(alerts_settings.muted, ${kind}), ${kind})
        WHERE cardinality(array_remove(alerts_settings.muted, ${kind})) < ${mutedMax}::int RETURNING 1`
      return kept.length > 0
    }),

    /** Hours of a zone in which nothing comes; null: none. The zone that is kept stays where none is given. */
    setQuiet: Effect.fn("Queue.setQuiet")(function* (
      accountId: string,
      { hours, zone }: { readonly hours: { readonly from: number; readonly to: number } | null; readonly zone?: string }
    ) {
      const [from, to] = [hours?.from ?? null, hours?.to ?? null]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`INSERT INTO alerts_settings (account_id, quiet_from, quiet_to, zone)
            VALUES (${accountId}::uuid, ${from}::int, ${to}::int, ${zone ?? null})
            ON CONFLICT (account_id) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
              zone = coalesce(excluded.zone, alerts_settings.zone)`
          // What waits for the end of the hours before is looked at anew.
          yield* enqueue(accountId)
        })
      )
    }),

    /** What was told to an account, the newest first. */
    recent: (accountId: string, limit: number) =>
      recentRows(sql`SELECT id, kind, label, title, body, url, state, created_ms::float8 AS "createdMs" FROM alerts_queue
        WHERE account_id = ${accountId}::uuid ORDER BY id DESC LIMIT ${limit}::int`),
    /** For how many days they're kept, today's among them. */
    keptDays,
    /** How many there were on each day, UTC, since a moment that begins one; days without any are left out. */
    byDay: (accountId: string, fromMs: number) =>
      dayRows(sql`SELECT (created_ms / ${dayMs}::bigint * ${dayMs}::bigint)::float8 AS "dayMs", count(*)::int AS alerts
        FROM alerts_queue WHERE account_id = ${accountId}::uuid AND created_ms >= ${fromMs}::bigint GROUP BY 1`),
    /** How many wait to be sent. */
    waiting: (accountId: string) =>
      Effect.map(
        counted(sql`SELECT '' AS kind, count(*)::int AS n FROM alerts_queue
          WHERE account_id = ${accountId}::uuid AND state = 'waiting'`),
        ([row]) => row?.n ?? 0
      ),
    /** The kinds of what is kept of an account's alerts. */
    kindsTold: (accountId: string) =>
      kindRows(sql`SELECT kind, max(label) AS label FROM alerts_queue WHERE account_id = ${accountId}::uuid
        GROUP BY kind ORDER BY kind`),

    /** How many came of each kind on a day, UTC. */
    toldOn: Effect.fn("Queue.toldOn")((accountId: string, day: string) => {
      const fromMs = Date.parse(`${day}T00:00:00Z`)
      return toldRows(sql`SELECT kind, max(label) AS title, count(*)::int AS alerts FROM alerts_queue
        WHERE account_id = ${accountId}::uuid AND created_ms >= ${fromMs}::bigint AND created_ms < ${fromMs + dayMs}::bigint
        GROUP BY kind ORDER BY kind`)
    }),

    prune: Effect.fn("Queue.prune")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const beforeMs = nowMs - keptDays * dayMs
      for (;;) {
        const gone = yield* sql`DELETE FROM alerts_queue WHERE ctid IN (SELECT ctid FROM alerts_queue
          WHERE created_ms < ${beforeMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1`
        if (gone.length < deletedAtOnce) break
      }
      yield* sql`DELETE FROM alerts_sends WHERE at_ms < ${beforeMs}::bigint`
      yield* sql`DELETE FROM alerts_channel_sends WHERE at_ms < ${beforeMs}::bigint`
      // The platform repeats a delivery for a day.
      yield* sql`DELETE FROM alerts_updates WHERE at_ms < ${nowMs - 3 * dayMs}::bigint`
      yield* sql`DELETE FROM alerts_snoozes WHERE until_ms < ${nowMs}::bigint`
      yield* sql`DELETE FROM alerts_codes WHERE expires_ms < ${nowMs}::bigint`
      yield* sql`DELETE FROM alerts_chats WHERE greatest(wrong_since_ms, silent_until_ms, hinted_ms) < ${nowMs - 2 * dayMs}::bigint`
    })
  }
})

/** What is to be told to accounts, and what was. */
export class Queue extends Context.Service<Queue, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/alerts/Queue"
) {
  static readonly layer = (config: AlertsConfig) => Layer.effect(Queue, make(config))
}
