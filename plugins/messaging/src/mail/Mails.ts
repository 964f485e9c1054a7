import {
  Locks,
  type LockUnavailable,
  lockUnavailable,
  OperatorAlerts,
  rowsOf,
  type ServiceUnavailable,
  Vault
} from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { convert } from "html-to-text"
import type { MessagingConfig } from "../config.ts"
import { type Address, withName } from "./address.ts"
import { makeDoubts } from "./doubts.ts"
import { Lists } from "./Lists.ts"
import { type Provider, ProviderFailed, type ReadyMail } from "./Provider.ts"

/** A mail to be sent, its addresses checked. */
export interface NewMail {
  readonly to: ReadonlyArray<Address>
  readonly subject: string
  readonly text: string | undefined
  readonly html: string | undefined
  readonly replyTo: string | undefined
  readonly fromName: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly accountId: string | null
  readonly kind: string
  /** A mail of the same key is sent once. */
  readonly key: string | null
}

/** A mail that was taken, or that goes to nobody since all its recipients are suppressed. */
export interface SentMail {
  /** UUID. */
  readonly id: string
  readonly accepted: ReadonlyArray<string>
  readonly suppressed: ReadonlyArray<string>
  /** It was sent before, under the same key. */
  readonly isRepeat: boolean
}

/** No provider is set up. */
export class NoProvider extends Data.TaggedError("NoProvider") {}

type Problem = NoProvider | ProviderFailed | SqlError.SqlError | ServiceUnavailable

const Content = Schema.Struct({
  from: Schema.String,
  to: Schema.Array(Schema.String),
  subject: Schema.String,
  text: Schema.String,
  html: Schema.optional(Schema.String),
  replyTo: Schema.optional(Schema.String),
  headers: Schema.Record(Schema.String, Schema.String)
})
const contentOf = Schema.fromJsonString(Content)
const encode = Schema.encodeEffect(contentOf)
const decode = Schema.decodeEffect(contentOf)

const mailStates = ["queued", "sending", "sent", "rejected", "failed", "unknown", "suppressed"] as const
const Row = Schema.Struct({
  id: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  kind: Schema.String,
  state: Schema.Literals(mailStates),
  provider: Schema.String,
  recipients: Schema.Array(Schema.String),
  suppressed: Schema.Array(Schema.String),
  sealed: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  error: Schema.NullOr(Schema.String),
  createdMs: Schema.Finite,
  sendingMs: Schema.NullOr(Schema.Finite)
})
/**
 * A mail that is kept, without its content.
 * - `queued` not given to the provider yet; `sending` it's being given, or its node died meanwhile
 * - `sent` taken; `suppressed` all its recipients get no mail; `rejected` refused for good; `failed` not taken
 * - `unknown` whether it was taken can't be told: it isn't sent again by itself
 */
export type MailRow = typeof Row.Type
const mailRows = rowsOf(Row)

/** So long after it was given to the provider nobody waits for its answer any more. */
const stuckMs = 60_000
const unknownKeptMs = 7 * 86_400_000
const lockWaitMs = 30_000
const deletedAtOnce = 5_000

const plain = (html: string) => convert(html, { wordwrap: false, selectors: [{ selector: "img", format: "skip" }] })
const vaultRow = (id: string) => `messaging.mail:${id}`

const make = Effect.fnUntraced(function* ({ from, keptDays }: MessagingConfig, provider: Provider | undefined) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const locks = yield* Locks
  const lists = yield* Lists
  const operators = yield* OperatorAlerts
  const doubts = yield* makeDoubts

  const columns =
    sql.literal(`id, account_id AS "accountId", kind, state, provider, recipients, suppressed, sealed, attempts, error,
    created_ms::float8 AS "createdMs", sending_ms::float8 AS "sendingMs"`)
  const rowOf = (id: string) =>
    Effect.map(mailRows(sql`SELECT ${columns} FROM messaging_mails WHERE id = ${id}::uuid`), ([row]) => row)
  const rowByKey = (key: string) =>
    Effect.map(mailRows(sql`SELECT ${columns} FROM messaging_mails WHERE key = ${key}`), ([row]) => row)

  const sealed = (id: string, mail: ReadyMail) =>
    Effect.flatMap(Effect.orDie(encode(mail)), (text) => vault.seal(Redacted.make(text), vaultRow(id)))
  const opened = (row: MailRow) =>
    row.sealed === null
      ? Effect.succeed(undefined)
      : Effect.flatMap(vault.open(row.sealed, vaultRow(row.id)), (text) => decode(Redacted.value(text))).pipe(
          Effect.map((content): ReadyMail => ({ ...content, html: content.html, replyTo: content.replyTo })),
          Effect.catch(({ message }) =>
            Effect.as(Effect.logWarning(`The content of mail ${row.id} can't be read: ${message}`), undefined)
          )
        )

  const tellOperators = (error: ProviderFailed) =>
    error.isQuota === true
      ? operators.raise({
          cause: "messaging quota",
          title: "The mail service's quota is used up",
          text: `No mail goes out until it's reset. The mail service says: ${error.message}`
        })
      : error.isOurKey === true
        ? operators.raise({ cause: "messaging credentials", title: "No mail goes out", text: error.message })
        : Effect.void

  const stillInDoubt = ({ cause, isOurKey = false, isQuota = false, message, retryAfterSeconds }: ProviderFailed) =>
    new ProviderFailed({ reason: "doubtful", message, isOurKey, isQuota, retryAfterSeconds, cause })

  const settle = (id: string, state: MailRow["state"], providerId: string | null, error: string | null) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (nowMs) =>
        sql`UPDATE messaging_mails SET state = ${state}, provider_id = coalesce(${providerId}, provider_id), error = ${error},
        settled_ms = ${nowMs}::bigint,
        sealed = CASE WHEN ${state} IN ('sent', 'rejected', 'suppressed') THEN NULL ELSE sealed END
      WHERE id = ${id}::uuid AND state = 'sending'`
    )

  /**
   * Gives it to the provider. The row says so, committed, before the first byte leaves. `isRepeat`: the provider had it before, and
   * may have sent it, whatever this try comes to.
   */
  const give = Effect.fnUntraced(function* (
    row: Pick<MailRow, "id" | "createdMs">,
    mail: ReadyMail,
    by: Provider,
    isRepeat: boolean
  ) {
    const { id } = row
    const nowMs = yield* Clock.currentTimeMillis
    const claimed = yield* sql`UPDATE messaging_mails SET state = 'sending', sending_ms = ${nowMs}::bigint,
        attempts = attempts + 1, error = NULL, provider = ${by.name}
      WHERE id = ${id}::uuid AND (state IN ('queued', 'failed', 'rejected')
        OR (state = 'sending' AND sending_ms < ${nowMs - stuckMs}::bigint)) RETURNING 1`
    if (claimed.length === 0) {
      return yield* new ProviderFailed({ reason: "doubtful", message: "the mail is being sent by another request" })
    }
    return yield* by.send(mail, id).pipe(
      Effect.mapError((error) => (isRepeat && error.reason === "not_taken" ? stillInDoubt(error) : error)),
      Effect.tapError((error) =>
        Effect.gen(function* () {
          if (error.reason === "refused") yield* settle(id, "rejected", null, error.message)
          else if (error.reason === "not_taken") yield* settle(id, "failed", null, error.message)
          else if (error.isUsedKey === true || by.repeatableMs === 0 || nowMs - row.createdMs > by.repeatableMs) {
            yield* settle(id, "unknown", null, error.message)
            yield* doubts.raise
          }
          yield* tellOperators(error)
        })
      ),
      Effect.tap(({ providerId, refused }) =>
        settle(id, "sent", providerId, refused.length === 0 ? null : `refused: ${refused.join(", ")}`)
      )
    )
  }, Effect.uninterruptible)

  const readyOf = (mail: NewMail, accepted: ReadonlyArray<Address>): ReadyMail => ({
    from: withName(mail.fromName ?? from.name, from.address),
    to: accepted.map(({ address }) => address),
    subject: mail.subject,
    text: mail.text ?? plain(mail.html ?? ""),
    html: mail.html,
    replyTo: mail.replyTo,
    headers: mail.headers
  })

  const begin = Effect.fnUntraced(function* (mail: NewMail, by: Provider, known: MailRow | undefined) {
    const suppressed = yield* lists.suppressedOf(mail.to.map(({ key }) => key))
    const accepted = mail.to.filter(({ key }) => !suppressed.has(key))
    const withheld = mail.to.filter(({ key }) => suppressed.has(key)).map(({ address }) => address)
    const id = known?.id ?? uuidV7Unsafe()
    const nowMs = yield* Clock.currentTimeMillis
    const ready = readyOf(mail, accepted)
    const state = accepted.length === 0 ? "suppressed" : "queued"
    const content = accepted.length === 0 ? null : yield* sealed(id, ready)
    yield* sql`
      INSERT INTO messaging_mails (id, account_id, key, kind, state, provider, recipients, suppressed, sealed, created_ms)
      VALUES (${id}::uuid, ${mail.accountId}::uuid, ${mail.key}, ${mail.kind}, ${state}, ${by.name}, ${[...ready.to]}::text[],
        ${withheld}::text[], ${content}, ${nowMs}::bigint)
      ON CONFLICT (id) DO UPDATE SET state = excluded.state, provider = excluded.provider, recipients = excluded.recipients,
        suppressed = excluded.suppressed, sealed = excluded.sealed, created_ms = excluded.created_ms, error = NULL`
    if (accepted.length > 0) yield* give({ id, createdMs: nowMs }, ready, by, false)
    return { id, accepted: ready.to, suppressed: withheld, isRepeat: false }
  })

  const repeated = (row: MailRow): SentMail => ({
    id: row.id,
    accepted: row.recipients,
    suppressed: row.suppressed,
    isRepeat: true
  })

  /** What was begun under this key goes on, and is not begun again. */
  const again = Effect.fnUntraced(function* (mail: NewMail, row: MailRow, by: Provider) {
    if (row.state === "sent") return repeated(row)
    if (row.state === "unknown") {
      return yield* new ProviderFailed({
        reason: "doubtful",
        message: row.error ?? "it isn't known whether it was sent"
      })
    }
    if (row.state !== "queued" && row.state !== "sending") return yield* begin(mail, by, row)
    const content = yield* opened(row)
    if (content === undefined) return yield* begin(mail, by, row)
    if (row.state === "sending" && (by.repeatableMs === 0 || row.provider !== by.name)) {
      return yield* new ProviderFailed({ reason: "doubtful", message: "it isn't known yet whether it was sent" })
    }
    // Its node may live and wait for the same answer; the same key sends it once.
    if (row.state === "sending")
      yield* sql`UPDATE messaging_mails SET sending_ms = 0 WHERE id = ${row.id}::uuid AND state = 'sending'`
    yield* give(row, content, by, row.state === "sending")
    return repeated(row)
  })

  const send = Effect.fn("Mails.send")(function* (mail: NewMail): Effect.fn.Return<SentMail, Problem> {
    if (provider === undefined) return yield* new NoProvider()
    const { key } = mail
    if (key === null) return yield* begin(mail, provider, undefined)
    return yield* locks
      .withKey(
        `messaging:${key}`,
        Effect.flatMap(rowByKey(key), (row) =>
          row === undefined ? begin(mail, provider, undefined) : again(mail, row, provider)
        ),
        { waitMs: lockWaitMs }
      )
      .pipe(Effect.catchTag("LockUnavailable", (error: LockUnavailable) => Effect.fail(lockUnavailable(error))))
  })

  return {
    provider,
    send,

    /** Ends what a node that died left: what may be repeated is, and the rest is doubtful. */
    settleStuck: Effect.fn("Mails.settleStuck")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const stuck = yield* mailRows(sql`SELECT ${columns} FROM messaging_mails
        WHERE (state = 'sending' AND sending_ms < ${nowMs - stuckMs}::bigint)
          OR (state = 'queued' AND created_ms < ${nowMs - stuckMs}::bigint)
        ORDER BY created_ms LIMIT 100`)
      for (const row of stuck) {
        const content = yield* opened(row)
        const mayRepeat =
          row.state === "queued" || (provider?.name === row.provider && nowMs - row.createdMs < provider.repeatableMs)
        if (provider === undefined || content === undefined || !mayRepeat) {
          yield* sql`UPDATE messaging_mails SET state = 'unknown', settled_ms = ${nowMs}::bigint,
            error = ${content === undefined ? "its content is gone" : "its node died while it was being sent"}
            WHERE id = ${row.id}::uuid AND state = ${row.state}`
          yield* doubts.raise
          continue
        }
        yield* Effect.catchTag(give(row, content, provider, row.state === "sending"), "ProviderFailed", ({ message }) =>
          Effect.logInfo(`A mail that was left waits on: ${message}`)
        )
      }
    }),

    /** Whether there is any mail, single or of a broadcast, of which nobody knows whether it was sent. */
    hasDoubts: doubts.some,

    /** Those of which nobody knows whether they were sent, oldest first. */
    unknown: (limit: number) =>
      mailRows(sql`SELECT ${columns} FROM messaging_mails WHERE state = 'unknown' ORDER BY created_ms LIMIT ${limit}`),

    /** Says what became of a doubtful mail. False: there is no such mail in doubt. */
    settle: Effect.fn("Mails.settle")(function* (id: string, state: "sent" | "rejected") {
      const nowMs = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE messaging_mails SET state = ${state}, sealed = NULL, settled_ms = ${nowMs}::bigint,
          error = 'settled by the operator'
        WHERE id = ${id}::uuid AND state = 'unknown' RETURNING 1`
      yield* doubts.settle
      return rows.length > 0
    }),

    /** Sends a doubtful mail again, by the operator's wish. Undefined: there is no such mail in doubt, or its content is gone. */
    sendAgain: Effect.fn("Mails.sendAgain")(function* (id: string) {
      if (provider === undefined) return yield* new NoProvider()
      const row = yield* rowOf(id)
      const content = row?.state === "unknown" ? yield* opened(row) : undefined
      if (row === undefined || content === undefined) return undefined
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`UPDATE messaging_mails SET state = 'queued', created_ms = ${nowMs}::bigint WHERE id = ${id}::uuid AND state = 'unknown'`
      return yield* give({ id, createdMs: nowMs }, content, provider, true).pipe(
        // Whoever asked is told, and sees to it again.
        Effect.tapError((error) =>
          error.reason === "refused" ? Effect.void : settle(id, "unknown", null, error.message)
        ),
        Effect.ensuring(Effect.ignore(doubts.settle))
      )
    }),

    /**
     * Ends what is kept of an address, by its SHA-256: of single mails until then, and of broadcasts that it got. False: one is
     * on its way yet.
     */
    forget: Effect.fn("Mails.forget")(function* (addressHash: string, untilMs: number) {
      const isTheirs = (address: string) =>
        sql`encode(sha256(convert_to(lower(${sql.literal(address)}), 'UTF8')), 'hex') = ${addressHash}`
      const without = (list: string) =>
        sql`array(SELECT each FROM unnest(${sql.literal(list)}) AS each WHERE NOT ${isTheirs("each")})`
      const theirs = sql`created_ms <= ${untilMs}::bigint
        AND EXISTS (SELECT 1 FROM unnest(recipients || suppressed) AS each WHERE ${isTheirs("each")})`
      // What a mail service said may name whom it refused. It can't be sent again.
      yield* sql`UPDATE messaging_mails SET recipients = ${without("recipients")}, suppressed = ${without("suppressed")},
          error = NULL, sealed = NULL WHERE ${theirs} AND state NOT IN ('queued', 'sending')`
      // A broadcast's report counts its rows.
      yield* sql`UPDATE messaging_recipients SET email = 'erased:' || gen_random_uuid(), error = NULL
        WHERE ${isTheirs("email")} AND state NOT IN ('queued', 'sending')
          AND broadcast_id IN (SELECT id FROM messaging_broadcasts WHERE created_ms <= ${untilMs}::bigint)`
      return (yield* sql`SELECT 1 FROM messaging_mails WHERE ${theirs} LIMIT 1`).length === 0
    }),

    prune: Effect.fn("Mails.prune")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`UPDATE messaging_mails SET sealed = NULL WHERE sealed IS NOT NULL AND state IN ('failed', 'unknown')
        AND settled_ms < ${nowMs - unknownKeptMs}::bigint`
      // A dunning mail is sent once for good, so its key stays.
      for (;;) {
        const gone = yield* sql`DELETE FROM messaging_mails WHERE ctid IN (SELECT ctid FROM messaging_mails
          WHERE created_ms < ${nowMs - keptDays * 86_400_000}::bigint AND state NOT IN ('queued', 'sending')
            AND (key IS NULL OR key NOT LIKE 'dunning/%') LIMIT ${deletedAtOnce}) RETURNING 1`
        if (gone.length < deletedAtOnce) break
      }
      yield* sql`DELETE FROM messaging_hooks WHERE at_ms < ${nowMs - 30 * 86_400_000}::bigint`
    })
  }
})

/** The one that is set up: of the other nothing is loaded. */
const providerOf = Effect.fnUntraced(function* ({ resend, smtp }: MessagingConfig) {
  if (resend !== undefined) {
    const { makeResend } = yield* Effect.promise(() => import("./resend.ts"))
    return yield* makeResend(resend)
  }
  if (smtp !== undefined) {
    const { makeSmtp } = yield* Effect.promise(() => import("./smtp.ts"))
    return yield* makeSmtp(smtp)
  }
  return undefined
})

/** Sends mail exactly once, as far as the provider allows: the row first, then the provider, then its fate. */
export class Mails extends Context.Service<Mails, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/messaging/Mails"
) {
  static readonly layer = (config: MessagingConfig) =>
    Layer.effect(
      Mails,
      Effect.gen(function* () {
        return Mails.of(yield* make(config, yield* providerOf(config)))
      })
    )
}
