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
import { makeDoubts } from "../mail/doubts.ts"
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
  /** It goes by its own key, not by that of its chunk. */
  isAlone: Schema.Boolean,
  provider: Schema.NullOr(Schema.String),
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
  const doubts = yield* makeDoubts
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
    more: {
      readonly error?: string
      readonly providerIds?: ReadonlyArray<string | null>
      readonly isAlone?: boolean
    } = {}
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const ids = emails.map((_, index) => more.providerIds?.[index] ?? "")
    const marked = yield* sql<{ email: string }>`UPDATE messaging_recipients r
      SET state = ${to}, error = ${more.error ?? null}, provider_id = coalesce(nullif(given.provider_id, ''), r.provider_id),
        is_alone = r.is_alone OR ${more.isAlone === true},
        provider = CASE WHEN ${to} = 'sending' THEN ${provider?.name ?? null} ELSE r.provider END,
        sending_ms = CASE WHEN ${to} = 'sending' THEN ${nowMs}::bigint ELSE r.sending_ms END
      FROM unnest(${[...emails]}::text[], ${ids}::text[]) AS given (email, provider_id), messaging_broadcasts b
      WHERE r.broadcast_id = ${id}::uuid AND r.email = given.email AND r.state = ${from} AND b.id = r.broadcast_id
        AND (${to} <> 'sending' OR b.state = 'sending')
      RETURNING r.email`
    return marked.length
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

  /** Which of these get no mail at all, and which unsubscribed from a kind. */
  const unwantedOf = Effect.fnUntraced(function* (kind: string, emails: ReadonlyArray<string>) {
    const suppressed = yield* lists.suppressedOf(emails)
    const subscriptions = yield* lists.subscriptionsOf(kind, emails)
    const left = subscriptions.filter(({ email, subscribed }) => subscribed === false && !suppressed.has(email))
    return { suppressed, left: new Set(left.map(({ email }) => email)) }
  })

  /** Those of the chunk who still want it; the others are marked. */
  const wanting = Effect.fnUntraced(function* (id: string, kind: string, queued: ReadonlyArray<RecipientRow>) {
    const { left, suppressed } = yield* unwantedOf(
      kind,
      queued.map(({ email }) => email)
    )
    yield* mark(id, [...suppressed], "queued", "suppressed")
    yield* mark(id, [...left], "queued", "unsubscribed")
    return queued.filter(({ email }) => !suppressed.has(email) && !left.has(email))
  })

  /** Of a recipient alone: the token is theirs, and doesn't change. */
  const ownKey = (id: string, token: string) => `${id}/${token}`

  /** Of mails that the provider had and gave no good answer for. `isRepeat`: it had them before, under the same key. */
  const untaken = Effect.fnUntraced(function* (
    id: string,
    emails: ReadonlyArray<string>,
    error: ProviderFailed,
    { isRepeat, repeatableMs }: { readonly isRepeat: boolean; readonly repeatableMs: number }
  ) {
    if (error.reason === "not_taken" && !isRepeat) {
      yield* mark(id, emails, "sending", "queued")
      return yield* pause(error)
    }
    // They may have left: until the same key tells, they're neither sent nor to be sent.
    if (repeatableMs > 0 && error.isUsedKey !== true) return yield* pause(error)
    yield* mark(id, emails, "sending", "unknown", { error: error.message })
    yield* doubts.raise
  })

  const sendOne = Effect.fnUntraced(function* (row: BroadcastRow, one: RecipientRow, by: Provider) {
    const emails = [one.email]
    const isRepeat = one.state === "sending"
    if (!isRepeat && (yield* mark(row.id, emails, "queued", "sending", { isAlone: true })) === 0) return
    yield* by.send(readyOf(row.content, one), ownKey(row.id, one.token)).pipe(
      Effect.matchEffect({
        onSuccess: ({ providerId }) => mark(row.id, emails, "sending", "sent", { providerIds: [providerId] }),
        onFailure: (error) =>
          error.reason === "refused"
            ? mark(row.id, emails, "sending", "rejected", { error: error.message })
            : untaken(row.id, emails, error, { isRepeat, repeatableMs: by.repeatableMs })
      })
    )
  }, Effect.uninterruptible)

  const sendBatch = Effect.fnUntraced(function* (
    row: BroadcastRow,
    chunk: number,
    some: ReadonlyArray<RecipientRow>,
    by: Provider & Required<Pick<Provider, "batch">>
  ) {
    const emails = some.map(({ email }) => email)
    const isRepeat = some.some(({ state }) => state === "sending")
    if (!isRepeat && (yield* mark(row.id, emails, "queued", "sending")) === 0) return
    const mails = some.map((one) => readyOf(row.content, one))
    yield* by.batch(mails, `${row.id}/${chunk}`).pipe(
      Effect.matchEffect({
        onSuccess: (providerIds) => mark(row.id, emails, "sending", "sent", { providerIds }),
        onFailure: (error) =>
          // One that can't be sent makes all of them refused: then each goes by itself, and never in a batch again.
          error.reason === "refused"
            ? mark(row.id, emails, "sending", "queued", { isAlone: true })
            : untaken(row.id, emails, error, { isRepeat, repeatableMs: by.repeatableMs })
      })
    )
  }, Effect.uninterruptible)

  const chunkOf = (id: string, chunk: number, state: "queued" | "sending") =>
    recipientRows(sql`SELECT email, state, token, is_alone AS "isAlone", provider, sending_ms::float8 AS "sendingMs"
      FROM messaging_recipients
      WHERE broadcast_id = ${id}::uuid AND chunk = ${chunk} AND state = ${state} ORDER BY email`)

  /** Ends what an earlier attempt at a chunk left: what may be repeated is, and the rest is doubtful. True: there was something. */
  const endLeft = Effect.fnUntraced(function* (row: BroadcastRow, chunk: number, by: Provider) {
    const left = yield* chunkOf(row.id, chunk, "sending")
    const nowMs = yield* Clock.currentTimeMillis
    // Another provider knows none of the keys.
    const mayRepeat = ({ provider, sendingMs }: RecipientRow) =>
      row.state === "sending" && (provider ?? by.name) === by.name && nowMs - (sendingMs ?? 0) < by.repeatableMs
    const doubtful = left.filter((one) => !mayRepeat(one)).map(({ email }) => email)
    if (doubtful.length > 0) {
      yield* mark(row.id, doubtful, "sending", "unknown", { error: "its node died while it was being sent" })
      yield* doubts.raise
    }
    const again = left.filter(mayRepeat)
    const together = again.filter(({ isAlone }) => !isAlone)
    const { batch } = by
    if (together.length > 0 && batch !== undefined) yield* sendBatch(row, chunk, together, { ...by, batch })
    for (const one of again.filter(({ isAlone }) => isAlone)) yield* sendOne(row, one, by)
    return left.length > 0
  })

  const sendChunk = Effect.fnUntraced(function* (id: string, chunk: number) {
    const row = yield* rowOf(id)
    if (row === undefined || provider === undefined) return
    const isBegun = yield* endLeft(row, chunk, provider)
    if (row.state !== "sending") return
    const wanted = yield* wanting(id, row.kind, yield* chunkOf(id, chunk, "queued"))
    const { batch } = provider
    // Where a part of the chunk went, or was refused, its key is used up.
    if (batch !== undefined && !isBegun && wanted.length > 0 && !wanted.some(({ isAlone }) => isAlone)) {
      yield* sendBatch(row, chunk, wanted, { ...provider, batch })
    }
    for (const one of yield* chunkOf(id, chunk, "queued")) yield* sendOne(row, one, provider)
    yield* sql`UPDATE messaging_broadcasts b SET state = 'sent', ended_ms = ${yield* Clock.currentTimeMillis}::bigint
      WHERE id = ${id}::uuid AND state = 'sending' AND NOT EXISTS (SELECT 1 FROM messaging_recipients r
        WHERE r.broadcast_id = b.id AND r.state IN ('queued', 'sending'))`
  })

  const againTo = Effect.fnUntraced(function* (id: string, email: string, by: Provider) {
    const row = yield* rowOf(id)
    const [one] = yield* recipientRows(sql`SELECT email, state, token, is_alone AS "isAlone", provider,
        sending_ms::float8 AS "sendingMs" FROM messaging_recipients
      WHERE broadcast_id = ${id}::uuid AND email = ${email} AND state = 'unknown'`)
    if (row === undefined || one === undefined) return undefined
    const { suppressed, left } = yield* unwantedOf(row.kind, [email])
    if (suppressed.has(email) || left.has(email)) return "unwanted"
    return yield* by.send(readyOf(row.content, one), ownKey(id, one.token)).pipe(
      Effect.tapError((error) =>
        error.reason === "refused" ? mark(id, [email], "unknown", "rejected", { error: error.message }) : Effect.void
      ),
      Effect.flatMap(({ providerId }) => mark(id, [email], "unknown", "sent", { providerIds: [providerId] })),
      Effect.ensuring(Effect.ignore(doubts.settle)),
      Effect.as("sent" as const)
    )
  }, Effect.uninterruptible)

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
      const marked = yield* mark(id, [email.toLowerCase()], "unknown", state, { error: "settled by the operator" })
      yield* doubts.settle
      return marked > 0
    }),
    /**
     * Sends to a doubtful one again, by the operator's wish. It stays in doubt until it's known to be sent. Undefined: there is no
     * such one in doubt; `unwanted`: mail to it bounces, or it unsubscribed since.
     */
    sendAgain: Effect.fn("Broadcasts.sendAgain")(function* (id: string, given: string) {
      if (provider === undefined) return yield* new NoProvider()
      const email = given.toLowerCase()
      return yield* locks.withKey(`messaging:again:${id}:${email}`, againTo(id, email, provider), { waitMs: 30_000 })
    })
  }
})

/** Mail to many, each once. */
export class Broadcasts extends Context.Service<Broadcasts, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/messaging/Broadcasts"
) {
  static readonly layer = (config: MessagingConfig) => Layer.effect(Broadcasts, make(config))
}
