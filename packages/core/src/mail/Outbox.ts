import { isoColumn, type Mail, Mailer, MailNotSent, type MailSender } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"

const OutboxMail = Schema.Struct({
  id: Schema.String,
  at: Schema.String,
  to: Schema.Array(Schema.String),
  subject: Schema.String,
  text: Schema.NullOr(Schema.String),
  html: Schema.NullOr(Schema.String),
  replyTo: Schema.NullOr(Schema.String),
  headers: Schema.Record(Schema.String, Schema.String),
  accountId: Schema.NullOr(Schema.String),
  kind: Schema.NullOr(Schema.String)
})
/** A mail that the sandbox kept. */
export type OutboxMail = typeof OutboxMail.Type

/** The mails that the sandbox would have sent. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Newest first. `to`: one address, in upper or lower case. */
    readonly list: (options?: {
      readonly to?: string | undefined
      readonly limit?: number | undefined
    }) => Effect.Effect<ReadonlyArray<OutboxMail>, SqlError.SqlError | Schema.SchemaError>
    readonly clear: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/core/mail/Outbox") {}

/** How many mails are kept. */
const keptMax = 1_000
const recipientsMax = 50
const subjectLengthMax = 500
const contentLengthMax = 1024 * 1024

const address = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,250}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
const control = /[\u0000-\u001f\u007f]/

/** Why a mail can't be sent as it is, by any mailer; undefined when it can. */
export const refusalOfMail = ({
  fromName,
  headers = {},
  html,
  replyTo,
  subject,
  text,
  to
}: Mail): MailNotSent | undefined => {
  const recipients = typeof to === "string" ? [to] : to
  const problem =
    recipients.length === 0 || recipients.length > recipientsMax
      ? `to: must be 1 to ${recipientsMax} addresses`
      : [...recipients, ...(replyTo === undefined ? [] : [replyTo])].some((each) => !address.test(each))
        ? "to, replyTo: must be addresses such as ada@example.com"
        : subject.length === 0 || subject.length > subjectLengthMax || control.test(subject)
          ? `subject: must be one line of at most ${subjectLengthMax} characters`
          : (text ?? html) === undefined || (text ?? "").length + (html ?? "").length > contentLengthMax
            ? "text, html: must have content, and at most 1 MiB"
            : fromName !== undefined && (control.test(fromName) || fromName.length > 80)
              ? "fromName: must be one line of at most 80 characters"
              : Object.entries(headers).some(
                    ([name, value]) => !/^[A-Za-z0-9-]{1,80}$/.test(name) || control.test(value)
                  )
                ? "headers: must be one line each"
                : undefined
  return problem === undefined ? undefined : new MailNotSent({ reason: "refused", message: problem })
}

/** Reads the sandbox's mails. */
export const OutboxLive: Layer.Layer<Outbox, never, SqlClient.SqlClient> = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const list = SqlSchema.findAll({
      Request: Schema.Struct({ limit: Schema.Int, to: Schema.UndefinedOr(Schema.String) }),
      Result: OutboxMail,
      execute: ({ limit, to }) => {
        const only = to === undefined ? sql`true` : sql`lower(${to}) = ANY(lower(recipients::text)::text[])`
        return sql`SELECT id, ${sql.literal(isoColumn("at"))} AS at, recipients AS "to", subject,
            body_text AS text, body_html AS html, reply_to AS "replyTo", headers, account_id AS "accountId", kind
          FROM core_outbox WHERE ${only} ORDER BY number DESC LIMIT ${limit}`
      }
    })
    return Outbox.of({
      list: Effect.fn("Outbox.list")(({ limit = 50, to } = {}) => list({ limit, to })),
      clear: Effect.asVoid(sql`DELETE FROM core_outbox`)
    })
  })
)

/** Names what sends mail, once the plugins are built. */
export class MailSource extends Context.Service<
  MailSource,
  { readonly use: (sender: MailSender["Service"]) => void }
>()("@storeglass/core/mail/MailSource") {}

/**
 * Checks mail and passes it to the plugin that sends it. The sandbox keeps what is sent to be read, and without such a plugin
 * it goes nowhere else; any other gateway then sends none.
 */
export const MailerLive = ({
  sandbox
}: {
  readonly sandbox: boolean
}): Layer.Layer<Mailer | MailSource, never, SqlClient.SqlClient> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let sender: MailSender["Service"] | undefined

      const keep = Effect.fnUntraced(function* (mail: Mail, id: string) {
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        const to = typeof mail.to === "string" ? [mail.to] : [...mail.to]
        const [row] = yield* sql<{ number: bigint; id: string }>`INSERT INTO core_outbox
            (id, at, recipients, subject, body_text, body_html, reply_to, headers, account_id, kind, key)
          VALUES (${id}::uuid, ${at}::timestamptz, ${to}::text[], ${mail.subject}, ${mail.text ?? null},
            ${mail.html ?? null}, ${mail.replyTo ?? null}, ${JSON.stringify(mail.headers ?? {})}::text::jsonb,
            ${mail.accountId ?? null}::uuid, ${mail.kind ?? null}, ${mail.key ?? null})
          -- A mail of the same key is sent once.
          ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING number, id::text AS id`
        yield* sql`DELETE FROM core_outbox WHERE number <= ${row?.number ?? 0n}::bigint - ${keptMax}`
        return row?.id ?? id
      })

      const mailer = Mailer.of({
        get sends() {
          return sender?.sends ?? sandbox
        },
        inDoubt: (limit) => sender?.inDoubt?.(limit) ?? Effect.succeed(undefined),
        send: Effect.fn("Mailer.send")(function* (mail) {
          const refusal = refusalOfMail(mail)
          if (refusal !== undefined) return yield* refusal
          if (sender?.sends !== true && !sandbox) {
            return yield* new MailNotSent({
              reason: "not_configured",
              message: "this gateway sends no mail; set up the plugin 'messaging'"
            })
          }
          const { id } = sender?.sends === true ? yield* sender.send(mail) : { id: uuidV7Unsafe() }
          if (!sandbox) return { id }
          const kept = yield* Effect.mapError(
            keep(mail, id),
            (cause) => new MailNotSent({ reason: "failed", message: "the outbox is unavailable", cause })
          )
          return { id: sender?.sends === true ? id : kept }
        })
      })
      const source = MailSource.of({
        use: (given) => {
          sender = given
        }
      })
      return Context.make(Mailer, mailer).pipe(Context.add(MailSource, source))
    })
  )
