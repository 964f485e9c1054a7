import {
  AccountAdmin,
  type AccountDetails,
  type AccountExport,
  type ApiKeyDetails,
  ApiKeys,
  AuditLog,
  type Bucket,
  type CreditBalance,
  Credits,
  type DeadLetter,
  GatewayState,
  Jobs,
  Mailer,
  type MailInDoubt,
  rowsOf,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { newsJobs } from "../leaving/news.ts"
import { SendNotice } from "../mail/Notices.ts"
import { emailOf } from "../request.ts"
import { roles } from "../roles.ts"
import { msColumn, timeOf } from "../rows.ts"
import { SendProof } from "../signIn/Proofs.ts"
import { Invitations, SendInvitation } from "../team/Invitations.ts"
import { Grants } from "../tokens/Grants.ts"

const MemberRow = Schema.Struct({
  accountId: Schema.String,
  personId: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role: Schema.Literals(roles)
})
const SignedInRow = Schema.Struct({
  personId: Schema.String,
  sessions: Schema.Int,
  lastSeenMs: Schema.NullOr(Schema.Number)
})
const ProofRow = Schema.Struct({ id: Schema.String, purpose: Schema.String })
const IdRow = Schema.Struct({ id: Schema.String })

export interface FoundAccount extends AccountDetails {
  readonly owners: ReadonlyArray<string>
}

/** An account as operators see it: who and how much, never what it looks at. */
export interface LookedAt {
  readonly account: AccountDetails
  readonly members: ReadonlyArray<{
    readonly personId: string
    readonly name: string
    readonly email: string
    readonly role: (typeof roles)[number]
    readonly sessions: number
    readonly lastSeenAt: string | null
  }>
  readonly keys: ReadonlyArray<ApiKeyDetails>
  readonly credits: Readonly<Record<Bucket, CreditBalance>>
  readonly featuresUsed: Readonly<Record<string, number>>
  readonly exports: ReadonlyArray<Pick<AccountExport, "id" | "askedAt" | "state" | "endedAt" | "rows" | "problem">>
}

/** Of single ones, and of those of broadcasts. */
const doubtsMax = 100

type Away = SqlError.SqlError | ServiceUnavailable

/** What operators do with accounts, from pages and commands. What changes an account stands in its audit log, and each look too. */
export class Desk extends Context.Service<
  Desk,
  {
    /** By id, by an e-mail or name of the account or a member, or by a key's id or hint; newest first. */
    readonly find: (wanted: {
      readonly text: string
      readonly after?: string | undefined
      readonly limit: number
    }) => Effect.Effect<{ readonly accounts: ReadonlyArray<FoundAccount>; readonly hasMore: boolean }, Away>
    /** Whose key this is. */
    readonly ofKey: (value: Redacted.Redacted<string>) => Effect.Effect<FoundAccount | undefined, Away>
    /** Undefined: no such account. */
    readonly look: (accountId: string) => Effect.Effect<LookedAt | undefined, Away>
    /** Signs all its people out everywhere, and ends what they granted to apps. */
    readonly endSessions: (
      accountId: string
    ) => Effect.Effect<{ readonly sessions: number; readonly grants: number } | undefined, Away>
    /** Sends the mail once more that the address waits for, with a new link; undefined: it waits for none. */
    readonly resend: (email: string) => Effect.Effect<string | undefined, Away>
    /** Mails that wait, those given up, and those in doubt; undefined: what sends mail can't tell. */
    readonly mail: Effect.Effect<
      {
        readonly waiting: number
        readonly running: number
        readonly givenUp: ReadonlyArray<DeadLetter>
        readonly inDoubt: ReadonlyArray<MailInDoubt> | undefined
      },
      Away
    >
  }
>()("@storeglass/account/Desk") {
  static readonly layer = Layer.effect(
    Desk,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mailer = yield* Mailer
      const accounts = yield* AccountAdmin
      const apiKeys = yield* ApiKeys
      const audit = yield* AuditLog
      const credits = yield* Credits
      const invitations = yield* Invitations
      const jobs = yield* Jobs
      const state = yield* GatewayState
      const grants = yield* Grants
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)

      const members = (ids: ReadonlyArray<string>) =>
        rowsOf(MemberRow)(
          sql`SELECT m.account_id AS "accountId", p.id AS "personId", p.name, p.email, m.role
            FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
            WHERE m.account_id = ANY(${ids}::uuid[]) ORDER BY m.created_at, p.email`
        )
      const withOwners = Effect.fnUntraced(function* (found: ReadonlyArray<AccountDetails>) {
        const all = yield* members(found.map(({ id }) => id))
        return found.map((account) => ({
          ...account,
          owners: all
            .filter(({ accountId, role }) => accountId === account.id && role === "owner")
            .map(({ email }) => email)
        }))
      })

      /**
       * Each account that a search showed has it in its own audit log, what was searched for is in none: it may be somebody else's
       * address. A list of all is no look at any one.
       */
      const noteSearch = (text: string, shown: ReadonlyArray<AccountDetails>) =>
        sql.withTransaction(
          withSql(
            Effect.gen(function* () {
              const after = { accounts: shown.length, of: text === "" ? "all" : "search" }
              yield* audit.record({ action: "account.searched", accountId: null, after })
              if (text === "") return
              yield* Effect.forEach(
                shown,
                ({ id }) => audit.record({ action: "account.found", accountId: id, target: { kind: "account", id } }),
                { discard: true }
              )
            })
          )
        )

      return Desk.of({
        find: Effect.fn("Desk.find")(function* ({ after, limit, text }) {
          const ofPeople = yield* rowsOf(IdRow)(
            sql`SELECT DISTINCT m.account_id::text AS id FROM account_persons p
              JOIN account_memberships m ON m.person_id = p.id
              WHERE ${text} <> '' AND (strpos(lower(p.email), lower(${text})) > 0 OR strpos(lower(p.name), lower(${text})) > 0)
              LIMIT 1000`
          )
          const ids = ofPeople.map(({ id }) => id)
          const found = yield* accounts.search({ text, ids, before: after, limit: limit + 1 })
          const shown = yield* withOwners(found.slice(0, limit))
          yield* noteSearch(text, shown)
          return { accounts: shown, hasMore: found.length > limit }
        }),
        ofKey: Effect.fn("Desk.ofKey")(function* (value) {
          const found = yield* apiKeys.ownerOf(value)
          const account = found === undefined ? undefined : yield* accounts.find(found.accountId)
          if (found === undefined || account === undefined) return undefined
          yield* withSql(
            audit.record({
              action: "account.key-traced",
              accountId: account.id,
              target: { kind: "key", id: found.key.id }
            })
          )
          return (yield* withOwners([account]))[0]
        }),
        look: Effect.fn("Desk.look")(function* (accountId) {
          const account = yield* accounts.find(accountId)
          if (account === undefined) return undefined
          yield* withSql(
            audit.record({ action: "account.looked-at", accountId, target: { kind: "account", id: accountId } })
          )
          const people = yield* members([accountId])
          const nowMs = yield* Clock.currentTimeMillis
          const signedIn = yield* rowsOf(SignedInRow)(
            sql`SELECT person_id AS "personId", count(*)::int AS sessions, ${sql.literal(msColumn("max(updated_at)", "lastSeenMs"))}
              FROM account_sessions WHERE person_id = ANY(${people.map(({ personId }) => personId)}::text[])
                AND expires_at > ${timeOf(nowMs)}::timestamptz GROUP BY 1`
          )
          const balance = (bucket: Bucket) => withSql(credits.balance(accountId, bucket))
          return {
            account,
            members: people.map(({ accountId: _, ...person }) => {
              const seen = signedIn.find(({ personId }) => personId === person.personId)
              const lastSeenMs = seen?.lastSeenMs ?? null
              return {
                ...person,
                sessions: seen?.sessions ?? 0,
                lastSeenAt: lastSeenMs === null ? null : timeOf(lastSeenMs)
              }
            }),
            keys: yield* apiKeys.list(accountId),
            credits: {
              general: yield* balance("general"),
              aiVisibility: yield* balance("aiVisibility"),
              creative: yield* balance("creative")
            },
            featuresUsed: yield* state.featuresUsed(accountId),
            // Not their addresses: whoever has one may read the file.
            exports: (yield* accounts.exports(accountId)).map(({ files: _, ...each }) => each)
          }
        }),
        endSessions: Effect.fn("Desk.endSessions")(function* (accountId) {
          if ((yield* accounts.find(accountId)) === undefined) return undefined
          const now = timeOf(yield* Clock.currentTimeMillis)
          return yield* sql.withTransaction(
            withSql(
              Effect.gen(function* () {
                const ended = yield* sql`DELETE FROM account_sessions s USING account_memberships m
                  WHERE m.account_id = ${accountId}::uuid AND s.person_id = m.person_id
                  RETURNING s.expires_at > ${now}::timestamptz AS stood`
                const after = {
                  sessions: ended.filter(({ stood }) => stood === true).length,
                  grants: yield* grants.endAll({ accountId })
                }
                yield* apiKeys.changed
                yield* audit.record({
                  action: "account.sessions-ended",
                  accountId,
                  target: { kind: "account", id: accountId },
                  after
                })
                return after
              })
            )
          )
        }),
        resend: Effect.fn("Desk.resend")(function* (given) {
          const email = emailOf(given)
          const now = timeOf(yield* Clock.currentTimeMillis)
          return yield* sql.withTransaction(
            withSql(
              Effect.gen(function* () {
                const [proof] = yield* rowsOf(ProofRow)(
                  sql`SELECT id::text AS id, purpose FROM account_proofs
                    WHERE email = ${email} AND purpose <> 'confirm' AND expires_at > ${now}::timestamptz ORDER BY created_at DESC LIMIT 1`
                )
                const [invitation] = proof === undefined ? yield* invitations.ofEmail(email) : []
                if (proof !== undefined) yield* jobs.enqueue(SendProof, { proofId: proof.id })
                else if (invitation !== undefined) yield* jobs.enqueue(SendInvitation, { invitationId: invitation.id })
                else return undefined
                const mail = proof?.purpose ?? "invite"
                const [account] = yield* accounts.byEmail(email)
                yield* audit.record({
                  action: "account.mail-resent",
                  accountId: invitation?.accountId ?? account?.id ?? null,
                  after: { mail }
                })
                return mail
              })
            )
          )
        }),
        mail: Effect.gen(function* () {
          const ours = [SendProof.name, SendNotice.name, SendInvitation.name, ...newsJobs]
          const { jobs: counts } = yield* state.queue
          const within = counts.filter(({ job }) => ours.includes(job))
          return {
            waiting: within.reduce((sum, { waiting }) => sum + waiting, 0),
            running: within.reduce((sum, { running }) => sum + running, 0),
            givenUp: yield* state.deadLetters({ jobs: ours }),
            inDoubt: yield* mailer.inDoubt?.(doubtsMax) ?? Effect.succeed(undefined)
          }
        }).pipe(Effect.withSpan("Desk.mail"))
      })
    })
  )
}
