import {
  AccountAdmin,
  AccountChanged,
  AccountPlanChanged,
  ApiKeys,
  defineJob,
  Events,
  Jobs,
  jobRef,
  Mailer,
  Operations,
  onEvent,
  PersonErased,
  RetryAfter,
  rowsOf
} from "@storeglass/plugin-api"
import { Clock, Effect, Predicate, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { hashOf, randomToken } from "../crypto.ts"
import { bucketIn } from "../mail/credits.ts"
import { dashboardOf, languageOf, productOf, proofLinkOf } from "../mail/links.ts"
import { newsKinds } from "../mail/newsTexts.ts"
import { renderMail } from "../mail/render.ts"
import { planName } from "../plans/config.ts"
import { timeOf } from "../rows.ts"
import { Leaving } from "./Leaving.ts"

const dayMs = 86_400_000
const beforeMs = 7 * dayMs

const Values = Schema.Record(Schema.String, Schema.String)
/** Tells one of its people what happened to an account. */
const SendNews = jobRef(
  "account.send-news",
  Schema.Struct({
    accountId: Schema.String,
    personId: Schema.String,
    kind: Schema.Literals(newsKinds),
    atMs: Schema.Number,
    values: Values
  })
)
/** Tells whoever owned an account that it is gone, once it is. There's nobody left to look up. */
export const SendFarewell = jobRef(
  "account.send-farewell",
  Schema.Struct({ accountId: Schema.String, account: Schema.String, email: Schema.String, language: Schema.String })
)
const TellExpiring = jobRef("account.tell-expiring", Schema.Struct({}))

/** The mails of this room, as jobs are called. */
export const newsJobs = [SendNews.name, SendFarewell.name]

const lane = { name: "mail", concurrency: 4 }
const timeoutMs = 30_000

/** Whom to ask where the config names nobody. */
const nobodyNamed = {
  en: (config: AccountConfig) => `whoever runs ${productOf(config)}`,
  de: (config: AccountConfig) => `den Betreiber von ${productOf(config)}`
}

const PersonRow = Schema.Struct({ email: Schema.String, language: Schema.String, role: Schema.String })
const IdRow = Schema.Struct({ id: Schema.String })

/** Mails aren't sent where nothing is set up to send them: then this is only news, of which pages tell too. */
const unlessNobodySends = <A, E, R>(sending: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    sending,
    (error) =>
      Predicate.isTagged(error, "MailNotSent") &&
      Predicate.hasProperty(error, "reason") &&
      error.reason === "not_configured",
    () => Effect.void
  )

const sendNews = (config: AccountConfig) =>
  defineJob(SendNews, {
    lane,
    timeoutMs,
    run: Effect.fnUntraced(function* ({ accountId, atMs, kind, personId, values }) {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* AccountAdmin
      const mailer = yield* Mailer
      const { gateway } = yield* Operations
      const account = yield* accounts.find(accountId)
      const [person] = yield* rowsOf(PersonRow)(
        sql`SELECT p.email, p.language, m.role FROM account_persons p JOIN account_memberships m ON m.person_id = p.id
          WHERE p.id = ${personId} AND m.account_id = ${accountId}::uuid`
      )
      // Gone since.
      if (account === undefined || person === undefined) return
      let link = dashboardOf(gateway.url)
      if (kind === "deletion-asked") {
        // Undone since: nothing is to be undone by a link.
        if (account.deletionDueAt === null) return
        const token = randomToken()
        yield* sql`INSERT INTO account_undo_links (token_hash, account_id, person_id, expires_at)
          VALUES (${hashOf(token)}, ${accountId}::uuid, ${personId}, ${account.deletionDueAt}::timestamptz)`
        link = proofLinkOf(gateway.url, "keep", token)
      }
      const language = languageOf(person.language)
      const shown = kind === "credits-ending" ? bucketIn(language, values) : values
      if (kind === "credits-ending") link = `${link}/usage`
      const rendered = renderMail(kind, language, {
        product: productOf(config),
        email: person.email,
        link,
        atMs,
        more: { account: account.email, support: config.support ?? nobodyNamed[language](config), ...shown },
        ...(account.deletionDueAt === null ? {} : { dueMs: Date.parse(account.deletionDueAt) })
      })
      yield* unlessNobodySends(
        mailer.send({
          to: person.email,
          ...rendered,
          accountId,
          kind: `account.${kind}`,
          headers: { "Auto-Submitted": "auto-generated" }
        })
      )
    })
  })

const farewell = (config: AccountConfig) =>
  defineJob(SendFarewell, {
    lane,
    timeoutMs,
    attempts: 50,
    runsOnceForgotten: true,
    run: Effect.fnUntraced(function* ({ account, accountId, email, language }) {
      const accounts = yield* AccountAdmin
      const mailer = yield* Mailer
      const { gateway } = yield* Operations
      const deletion = yield* accounts.deletion(accountId)
      if (deletion === undefined) return
      // Other plugins may still be forgetting.
      if (deletion.endedAt === null) return yield* new RetryAfter({ ms: 60_000 })
      const rendered = renderMail("deleted", languageOf(language), {
        product: productOf(config),
        email,
        atMs: Date.parse(deletion.endedAt),
        link: gateway.url,
        more: { account }
      })
      yield* unlessNobodySends(mailer.send({ to: email, ...rendered, kind: "account.deleted" }))
      const sql = yield* SqlClient.SqlClient
      if ((yield* sql`SELECT 1 FROM account_persons WHERE email = ${email}`).length > 0) return
      // This mail is the last that had their address.
      const atMs = yield* Clock.currentTimeMillis
      yield* Events.use((events) => events.publish(PersonErased, { addressHash: hashOf(email), atMs }))
    })
  })

/** Whom news of an account go to: its owners, and its admins too where these can do something about it. */
const recipients = (accountId: string, admins: boolean) =>
  SqlClient.SqlClient.use((sql) =>
    rowsOf(IdRow)(
      sql`SELECT person_id AS id FROM account_memberships
        WHERE account_id = ${accountId}::uuid AND (role = 'owner' OR (${admins}::boolean AND role = 'admin'))`
    )
  )

interface News {
  readonly accountId: string
  readonly kind: (typeof newsKinds)[number]
  readonly atMs: number
  readonly values?: Readonly<Record<string, string>>
  /** The same for the same news: waiting mails aren't doubled. */
  readonly key: string
}

/** Has a mail sent to those whom it concerns, in the transaction at hand. */
export const tell = Effect.fnUntraced(function* ({ accountId, atMs, key, kind, values = {} }: News) {
  const jobs = yield* Jobs
  for (const { id } of yield* recipients(accountId, kind.startsWith("key-") || kind === "credits-ending")) {
    yield* jobs.enqueue(SendNews, { accountId, personId: id, kind, atMs, values }, { key: `news:${key}:${id}` })
  }
})

/** Keys that end within a week, each told once. */
const tellExpiring = defineJob(TellExpiring, {
  cron: "37 * * * *",
  cronPayload: {},
  run: Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    const apiKeys = yield* ApiKeys
    const nowMs = yield* Clock.currentTimeMillis
    yield* sql`DELETE FROM account_key_notices WHERE expires_at < ${timeOf(nowMs)}::timestamptz`
    let after: string | undefined
    while (true) {
      const keys = yield* apiKeys.expiring(nowMs, nowMs + beforeMs, after)
      after = keys.at(-1)?.id
      if (after === undefined) return
      for (const key of keys) {
        const { accountId, expiresAt, hint, id, name } = key
        if (expiresAt === null) continue
        yield* sql.withTransaction(
          Effect.gen(function* () {
            const first = yield* sql`INSERT INTO account_key_notices (key_id, account_id, expires_at)
              VALUES (${id}::uuid, ${accountId}::uuid, ${expiresAt}::timestamptz) ON CONFLICT DO NOTHING RETURNING 1`
            if (first.length === 0) return
            yield* tell({
              accountId,
              kind: "key-expiring",
              atMs: Date.parse(expiresAt),
              values: { key: name, hint },
              key: id
            })
          })
        )
      }
    }
  })
})

export const newsJobsOf = (config: AccountConfig) => [sendNews(config), farewell(config), tellExpiring]

const kindOf = {
  suspended: "suspended",
  unsuspended: "resumed",
  "deletion-asked": "deletion-asked",
  "deletion-undone": "deletion-undone",
  "key-rotated": "key-rotated",
  "export-ready": "export-ready",
  "export-failed": "export-failed"
} as const

/** What happens to accounts, told to their people. */
export const on = (config: AccountConfig) => [
  onEvent(AccountChanged, ({ accountId, atMs, change, targetId }, { id }) =>
    Effect.gen(function* () {
      const accounts = yield* AccountAdmin
      const account = yield* accounts.find(accountId)
      if (account === undefined) return
      if (change === "deletion-asked" && account.deletionDueAt !== null)
        yield* Effect.flatMap(Leaving, ({ signOut }) => signOut(accountId, atMs))
      const values: Record<string, string> = {}
      if (change === "suspended") values.reason = account.suspendedFor ?? ""
      if (change === "key-rotated" && targetId !== null) {
        const apiKeys = yield* ApiKeys
        const key = yield* apiKeys.find(accountId, targetId)
        if (key === undefined) return
        values.key = key.name
        values.hint = key.hint
      }
      yield* tell({ accountId, kind: kindOf[change], atMs, values, key: id })
    })
  ),
  onEvent(AccountPlanChanged, ({ accountId, from, to }, { id, publishedAtMs }) =>
    tell({
      accountId,
      kind: "plan-changed",
      atMs: publishedAtMs,
      values: { from: planName(config, from), to: planName(config, to) },
      key: id
    })
  )
]
