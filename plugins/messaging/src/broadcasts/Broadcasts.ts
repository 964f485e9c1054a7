import {
  InvalidInput,
  type JobRef,
  Jobs,
  Locks,
  Operations,
  OperatorAlerts,
  RetryAfter,
  rowsOf
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema, Stream } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { MessagingConfig } from "../config.ts"
import { Broadcast, Chunk } from "../jobRefs.ts"
import { withName } from "../mail/address.ts"
import { Lists } from "../mail/Lists.ts"
import { Mails, NoProvider } from "../mail/Mails.ts"
import type { Provider, ProviderFailed, ReadyMail } from "../mail/Provider.ts"
import { broadcastLetter } from "../templates/broadcast.ts"
import { type Rendered, render } from "../templates/layout.ts"
import { Recipients } from "./Recipients.ts"

const Content = Schema.Struct({
  subject: Schema.String,
  headline: Schema.String,
  intro: Schema.String,
  highlights: Schema.Array(Schema.String),
  ctaUrl: Schema.NullOr(Schema.String)
})
type Content = typeof Content.Type
const states = ["draft", "scheduled", "sending", "sent", "cancelled", "failed"] as const
const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  content: Content,
  state: Schema.Literals(states),
  segment: Schema.NullOr(Schema.String),
  providerId: Schema.NullOr(Schema.String),
  recipients: Schema.NullOr(Schema.Int),
  scheduledMs: Schema.NullOr(Schema.Finite),
  chunks: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  createdMs: Schema.Finite,
  endedMs: Schema.NullOr(Schema.Finite)
})
export type BroadcastRow = typeof Row.Type
const broadcastRows = rowsOf(Row)

const RecipientRow = Schema.Struct({
  email: Schema.String,
  state: Schema.Literals(["queued", "sending", "sent", "rejected", "suppressed", "unsubscribed", "unknown"]),
  token: Schema.String,
  sendingMs: Schema.NullOr(Schema.Finite)
})
type RecipientRow = typeof RecipientRow.Type
const recipientRows = rowsOf(RecipientRow)
const UnknownRow = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  kind: Schema.String,
  sendingMs: Schema.Finite
})
const unknownRows = rowsOf(UnknownRow)
const counted = rowsOf(Schema.Struct({ state: Schema.String, n: Schema.Int }))

/** So many recipients are one job, and one request where the provider takes several mails at once. */
export const chunkSize = 100
const dayMs = 86_400_000

export interface NewBroadcast {
  readonly kind: string
  readonly content: Content
  readonly send: boolean
  readonly scheduledMs: number | null
  readonly key: string | null
}

const make = Effect.fnUntraced(function* ({ broadcasts, from, templates }: MessagingConfig) {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Jobs
  const locks = yield* Locks
  const lists = yield* Lists
  const recipients = yield* Recipients
  const operators = yield* OperatorAlerts
  const { provider } = yield* Mails
  const { gateway } = yield* Operations

  // Joins the transaction that is open, whoever calls.
  const enqueue = <A>(ref: JobRef<A>, payload: A, options: { readonly key: string; readonly runAtMs?: number }) =>
    Effect.provideService(queue.enqueue(ref, payload, options), SqlClient.SqlClient, sql)

  const columns = sql.literal(`id, kind, content, state, segment, provider_id AS "providerId", recipients,
    scheduled_ms::float8 AS "scheduledMs", chunks, error, created_ms::float8 AS "createdMs", ended_ms::float8 AS "endedMs"`)
  const rowOf = (id: string) =>
    Effect.map(broadcastRows(sql`SELECT ${columns} FROM messaging_broadcasts WHERE id = ${id}::uuid`), ([row]) => row)
  const sender = withName(from.name, from.address)
  const footer = from.postal === undefined ? [] : [from.postal]
  const unsubscribeUrl = (token: string) => `${gateway.url}/unsubscribe/${token}`
  const rendered = (content: Content, url: string): Rendered =>
    render(broadcastLetter(content, { footer, unsubscribeUrl: url }, templates.broadcast), templates)
  const segmentOf = (kind: string) => (provider?.segments === undefined ? undefined : broadcasts[kind]?.segment)

  const countOf = Effect.fnUntraced(function* (kind: string) {
    const seen = new Set<string>()
    yield* Stream.runForEach(recipients.of(kind), (page) =>
      Effect.sync(() => {
        for (const { email } of page) seen.add(email)
      })
    )
    return seen.size
  })

  const readyOf = (content: Content, { email, token }: RecipientRow): ReadyMail => {
    const url = unsubscribeUrl(token)
    const { html, subject, text } = rendered(content, url)
    return {
      from: sender,
      to: [email],
      subject,
      text,
      html,
      replyTo: undefined,
      headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    }
  }

  const mark = Effect.fnUntraced(function* (
    id: string,
    emails: ReadonlyArray<string>,
    from: RecipientRow["state"],
    to: RecipientRow["state"],
    more: { readonly error?: string; readonly providerIds?: ReadonlyArray<string | null> } = {}
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const ids = emails.map((_, index) => more.providerIds?.[index] ?? "")
    const marked = yield* sql<{ email: string }>`UPDATE messaging_recipients r
      SET state = ${to}, error = ${more.error ?? null}, provider_id = coalesce(nullif(given.provider_id, ''), r.provider_id),
        sending_ms = CASE WHEN ${to} = 'sending' THEN ${nowMs}::bigint ELSE r.sending_ms END
      FROM unnest(${[...emails]}::text[], ${ids}::text[]) AS given (email, provider_id), messaging_broadcasts b
      WHERE r.broadcast_id = ${id}::uuid AND r.email = given.email AND r.state = ${from} AND b.id = r.broadcast_id
        AND (${to} <> 'sending' OR b.state = 'sending')
      RETURNING r.email`
    return marked.length
  })

  const doubted = operators.raise({
    cause: "messaging unknown",
    title: "It isn't known whether some mail was sent",
    text: "The mail server had mails of a broadcast and gave no answer. `storeglass mail unknown` lists them; `storeglass mail settle` says what became of each."
  })

  /** When a mail that wasn't taken may be tried again: a quota is reset at midnight, UTC. */
  const pause = Effect.fnUntraced(function* (error: ProviderFailed) {
    const nowMs = yield* Clock.currentTimeMillis
    if (error.isQuota === true) {
      yield* operators.raise({
        cause: "messaging quota",
        title: "The mail service's quota is used up",
        text: `The broadcast goes on when it's reset. The mail service says: ${error.message}`
      })
      return yield* new RetryAfter({ ms: dayMs - (nowMs % dayMs) + 60_000, cause: error })
    }
    return yield* new RetryAfter({ ms: (error.retryAfterSeconds ?? 30) * 1_000, cause: error })
  })

  /** Those of the chunk who still want it; the others are marked. */
  const wanting = Effect.fnUntraced(function* (id: string, kind: string, queued: ReadonlyArray<RecipientRow>) {
    const emails = queued.map(({ email }) => email)
    const suppressed = yield* lists.suppressedOf(emails)
    const subscriptions = yield* lists.subscriptionsOf(kind, emails)
    const left = new Set(subscriptions.filter(({ subscribed }) => subscribed === false).map(({ email }) => email))
    yield* mark(
      id,
      emails.filter((email) => suppressed.has(email)),
      "queued",
      "suppressed"
    )
    yield* mark(
      id,
      emails.filter((email) => left.has(email) && !suppressed.has(email)),
      "queued",
      "unsubscribed"
    )
    return queued.filter(({ email }) => !suppressed.has(email) && !left.has(email))
  })

  /** Of a recipient alone: the token is theirs, and doesn't change. */
  const ownKey = (id: string, token: string) => `${id}/${token}`

  const sendOne = Effect.fnUntraced(function* (row: BroadcastRow, one: RecipientRow, by: Provider) {
    if ((yield* mark(row.id, [one.email], "queued", "sending")) === 0) return
    yield* Effect.uninterruptible(
      by.send(readyOf(row.content, one), ownKey(row.id, one.token)).pipe(
        Effect.matchEffect({
          onSuccess: ({ providerId }) => mark(row.id, [one.email], "sending", "sent", { providerIds: [providerId] }),
          onFailure: Effect.fnUntraced(function* (error) {
            if (error.reason === "refused")
              return yield* mark(row.id, [one.email], "sending", "rejected", { error: error.message })
            if (error.reason === "not_taken" || by.repeatableMs > 0) {
              yield* mark(row.id, [one.email], "sending", "queued")
              return yield* pause(error)
            }
            yield* doubted
            return yield* mark(row.id, [one.email], "sending", "unknown", { error: error.message })
          })
        })
      )
    )
  })

  const sendBatch = Effect.fnUntraced(function* (
    row: BroadcastRow,
    chunk: number,
    some: ReadonlyArray<RecipientRow>,
    batch: NonNullable<Provider["batch"]>
  ) {
    const emails = some.map(({ email }) => email)
    return yield* batch(
      some.map((one) => readyOf(row.content, one)),
      `${row.id}/${chunk}`
    ).pipe(
      Effect.matchEffect({
        onSuccess: (providerIds) => Effect.as(mark(row.id, emails, "sending", "sent", { providerIds }), true),
        onFailure: Effect.fnUntraced(function* (error) {
          // One that can't be sent makes all of them refused: then each goes by itself.
          if (error.reason === "refused") return yield* Effect.as(mark(row.id, emails, "sending", "queued"), false)
          if (error.reason === "not_taken") yield* mark(row.id, emails, "sending", "queued")
          return yield* pause(error)
        })
      }),
      Effect.uninterruptible
    )
  })

  const chunkOf = (id: string, chunk: number) =>
    recipientRows(sql`SELECT email, state, token, sending_ms::float8 AS "sendingMs" FROM messaging_recipients
      WHERE broadcast_id = ${id}::uuid AND chunk = ${chunk} AND state IN ('queued', 'sending') ORDER BY email`)

  const sendChunk = Effect.fnUntraced(function* (id: string, chunk: number) {
    const row = yield* rowOf(id)
    if (row === undefined || row.state !== "sending" || provider === undefined) return
    const rows = yield* chunkOf(id, chunk)
    const under = rows.filter(({ state }) => state === "sending")
    const nowMs = yield* Clock.currentTimeMillis
    const { batch, repeatableMs } = provider
    const mayRepeat = batch !== undefined && under.every(({ sendingMs }) => nowMs - (sendingMs ?? 0) < repeatableMs)
    if (under.length > 0 && mayRepeat) yield* sendBatch(row, chunk, under, batch)
    else if (under.length > 0) {
      const emails = under.map(({ email }) => email)
      yield* mark(id, emails, "sending", "unknown", { error: "its node died while it was being sent" })
      yield* doubted
    }
    const queued = (yield* chunkOf(id, chunk)).filter(({ state }) => state === "queued")
    const wanted = yield* wanting(id, row.kind, queued)
    // Where a part of the chunk was refused, its key is used up.
    const whole = batch !== undefined && under.length === 0 && wanted.length > 0
    const isDone =
      whole &&
      (yield* mark(
        id,
        wanted.map(({ email }) => email),
        "queued",
        "sending"
      )) > 0
        ? yield* sendBatch(row, chunk, wanted, batch)
        : whole
    if (!isDone) for (const one of wanted) yield* sendOne(row, one, provider)
    yield* sql`UPDATE messaging_broadcasts b SET state = 'sent', ended_ms = ${yield* Clock.currentTimeMillis}::bigint
      WHERE id = ${id}::uuid AND state = 'sending' AND NOT EXISTS (SELECT 1 FROM messaging_recipients r
        WHERE r.broadcast_id = b.id AND r.state IN ('queued', 'sending'))`
  })

  return {
    /** Makes it, and begins it where it is to be sent. The same key gives the same broadcast. */
    add: Effect.fn("Broadcasts.add")(function* ({ content, key, kind, scheduledMs, send }: NewBroadcast) {
      if (broadcasts[kind] === undefined) {
        return yield* new InvalidInput(`kind: must be one of ${Object.keys(broadcasts).join(", ")}`)
      }
      if (send && provider === undefined) return yield* new NoProvider()
      if (key !== null) {
        const [known] = yield* broadcastRows(sql`SELECT ${columns} FROM messaging_broadcasts WHERE key = ${key}`)
        if (known !== undefined) return known
      }
      const segment = segmentOf(kind) ?? null
      const count = segment === null ? yield* countOf(kind) : null
      const nowMs = yield* Clock.currentTimeMillis
      const id = uuidV7Unsafe()
      const state = !send ? "draft" : scheduledMs === null ? "sending" : "scheduled"
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [made] = yield* broadcastRows(sql`
            INSERT INTO messaging_broadcasts (id, kind, content, state, segment, recipients, scheduled_ms, key, created_ms)
            VALUES (${id}::uuid, ${kind}, ${JSON.stringify(content)}::text::jsonb, ${state}, ${segment}, ${count}, ${scheduledMs}::bigint,
              ${key}, ${nowMs}::bigint)
            ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING RETURNING ${columns}`)
          if (made === undefined) {
            const [known] = yield* broadcastRows(sql`SELECT ${columns} FROM messaging_broadcasts WHERE key = ${key}`)
            return known ?? (yield* Effect.die(new Error("a broadcast of this key is neither there nor new")))
          }
          if (send) {
            yield* enqueue(Broadcast, { id }, { key: id, ...(scheduledMs === null ? {} : { runAtMs: scheduledMs }) })
          }
          return made
        })
      )
    }),

    preview: (content: Content): Rendered => rendered(content, unsubscribeUrl("example")),

    /** Finds the recipients and begins. */
    begin: Effect.fn("Broadcasts.begin")(function* (id: string) {
      const row = yield* rowOf(id)
      if (row === undefined || provider === undefined || (row.state !== "scheduled" && row.state !== "sending")) return
      yield* sql`UPDATE messaging_broadcasts SET state = 'sending' WHERE id = ${id}::uuid AND state = 'scheduled'`
      const { segments } = provider
      if (row.segment !== null && segments !== undefined) {
        const { html, subject, text } = rendered(row.content, segments.unsubscribeUrl)
        const made = yield* Effect.catchTag(
          segments.create({ id, segmentId: row.segment, from: sender, subject, html, text }),
          "ProviderFailed",
          pause
        )
        yield* sql`UPDATE messaging_broadcasts SET provider_id = ${made} WHERE id = ${id}::uuid`
        yield* Effect.catchTag(segments.send(made), "ProviderFailed", pause)
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`UPDATE messaging_broadcasts SET state = 'sent', ended_ms = ${nowMs}::bigint WHERE id = ${id}::uuid AND state = 'sending'`
        return
      }
      if (row.chunks !== null) return
      yield* Stream.runForEach(
        recipients.of(row.kind),
        (page) => sql`INSERT INTO messaging_recipients (broadcast_id, email, account_id, state, token)
          SELECT ${id}::uuid, email, account, 'queued', token
          FROM unnest(${page.map(({ email }) => email)}::text[], ${page.map(({ accountId }) => accountId)}::uuid[],
            ${page.map(({ token }) => token)}::text[]) AS given (email, account, token)
          ON CONFLICT DO NOTHING`
      )
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`UPDATE messaging_recipients r SET chunk = numbered.chunk
            FROM (SELECT email, ((row_number() OVER (ORDER BY email) - 1) / ${chunkSize})::int AS chunk
              FROM messaging_recipients WHERE broadcast_id = ${id}::uuid) AS numbered
            WHERE r.broadcast_id = ${id}::uuid AND r.email = numbered.email`
          const nowMs = yield* Clock.currentTimeMillis
          const [begun] = yield* broadcastRows(sql`UPDATE messaging_broadcasts b SET recipients = found.n,
              chunks = ceil(found.n / ${chunkSize}::numeric)::int,
              state = CASE WHEN found.n = 0 THEN 'sent' ELSE state END,
              ended_ms = CASE WHEN found.n = 0 THEN ${nowMs}::bigint ELSE ended_ms END
            FROM (SELECT count(*)::int AS n FROM messaging_recipients WHERE broadcast_id = ${id}::uuid) AS found
            WHERE id = ${id}::uuid AND chunks IS NULL AND state = 'sending' RETURNING ${columns}`)
          for (let chunk = 0; chunk < (begun?.chunks ?? 0); chunk++) {
            yield* enqueue(Chunk, { id, chunk }, { key: `${id}/${chunk}` })
          }
        })
      )
    }),

    /** Sends to the recipients of a chunk; one node at a time. */
    chunk: (id: string, chunk: number) =>
      locks.withKey(`messaging:chunk:${id}:${chunk}`, sendChunk(id, chunk), { waitMs: 60_000 }),

    /** It can't go on. */
    fail: Effect.fn("Broadcasts.fail")(function* (id: string, error: string) {
      yield* sql`UPDATE messaging_broadcasts SET state = 'failed', error = ${error} WHERE id = ${id}::uuid AND state IN ('scheduled', 'sending')`
      yield* operators.raise({
        cause: `messaging broadcast ${id}`,
        title: "A broadcast couldn't be sent to all",
        text: `Broadcast ${id} was tried again and again, and is given up. \`storeglass broadcast show ${id}\` tells how far it came.`
      })
    }),

    /** Stops what has not left. Gives how many recipients it still went to; undefined: there is nothing to stop. */
    cancel: Effect.fn("Broadcasts.cancel")(function* (id: string) {
      const nowMs = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const rows = yield* sql`UPDATE messaging_broadcasts SET state = 'cancelled', ended_ms = ${nowMs}::bigint
            WHERE id = ${id}::uuid AND state IN ('draft', 'scheduled', 'sending') AND provider_id IS NULL RETURNING 1`
          if (rows.length === 0) return undefined
          yield* Effect.provideService(queue.abort(Broadcast, id), SqlClient.SqlClient, sql)
          const [went] = yield* counted(sql`SELECT 'sent' AS state, count(*)::int AS n FROM messaging_recipients
            WHERE broadcast_id = ${id}::uuid AND state IN ('sent', 'sending', 'unknown')`)
          return went?.n ?? 0
        })
      )
    }),

    find: rowOf,
    /** Newest first. */
    list: (limit: number) =>
      broadcastRows(sql`SELECT ${columns} FROM messaging_broadcasts ORDER BY created_ms DESC, id LIMIT ${limit}`),
    /** How many recipients are in each state, and of those it went to, how many bounced, complained or left its kind since. */
    reportOf: Effect.fn("Broadcasts.reportOf")(function* (id: string) {
      const states = yield* counted(sql`SELECT state, count(*)::int AS n FROM messaging_recipients
        WHERE broadcast_id = ${id}::uuid GROUP BY state`)
      const news = yield* counted(sql`SELECT news AS state, count(*)::int AS n FROM messaging_recipients
        WHERE broadcast_id = ${id}::uuid AND news IS NOT NULL GROUP BY news`)
      const left = yield* counted(sql`SELECT 'left' AS state, count(*)::int AS n FROM messaging_recipients r
        JOIN messaging_broadcasts b ON b.id = r.broadcast_id
        JOIN messaging_subscriptions s ON s.kind = b.kind AND s.email = r.email
        WHERE r.broadcast_id = ${id}::uuid AND r.state = 'sent' AND s.subscribed = false AND s.changed_ms >= b.created_ms`)
      const of = (rows: typeof states): Readonly<Record<string, number>> =>
        Object.fromEntries(rows.map(({ n, state }) => [state, n]))
      return { recipients: of(states), since: { bounced: 0, complained: 0, left: 0, ...of(news), ...of(left) } }
    }),
    unknown: (limit: number) =>
      unknownRows(sql`SELECT b.id, r.email, b.kind, coalesce(r.sending_ms, 0)::float8 AS "sendingMs"
        FROM messaging_recipients r JOIN messaging_broadcasts b ON b.id = r.broadcast_id
        WHERE r.state = 'unknown' ORDER BY b.id, r.email LIMIT ${limit}`),
    /** Says what became of a doubtful one. False: there is none. */
    settle: Effect.fn("Broadcasts.settle")(function* (id: string, email: string, state: "sent" | "rejected") {
      return (yield* mark(id, [email.toLowerCase()], "unknown", state)) > 0
    })
  }
})

/** Mail to many, each once. */
export class Broadcasts extends Context.Service<Broadcasts, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/messaging/Broadcasts"
) {
  static readonly layer = (config: MessagingConfig) => Layer.effect(Broadcasts, make(config))
}
