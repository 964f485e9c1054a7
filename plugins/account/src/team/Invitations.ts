import { AuditLog, Forbidden, Jobs, jobRef, rowsOf, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf, isSame, randomCode, randomToken } from "../crypto.ts"
import type { Person } from "../persons/Persons.ts"
import { Secrets } from "../persons/Secrets.ts"
import { isAbove, type Role, roles } from "../roles.ts"
import { msColumn, timeOf } from "../rows.ts"
import { Limits, limits } from "../signIn/Limits.ts"
import { AlreadyMember, InvitationLimitReached } from "./errors.ts"
import type { Acting } from "./Team.ts"

const days = 24 * 60 * 60_000
export const invitationMs = 7 * days
/** Open invitations of an account. */
export const invitationsMax = 50

const InvitationRow = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  email: Schema.String,
  role: Schema.Literals(roles),
  invitedBy: Schema.NullOr(Schema.String),
  /** Of who invited. */
  inviter: Schema.NullOr(Schema.String),
  language: Schema.String,
  createdMs: Schema.Number,
  expiresMs: Schema.Number
})
export type Invitation = typeof InvitationRow.Type
const FoundRow = Schema.Struct({ ...InvitationRow.fields, copied: Schema.Boolean })
const CodeRow = Schema.Struct({ id: Schema.NullOr(Schema.String), codeHash: Schema.NullOr(Schema.String) })
const EmailRow = Schema.Struct({ email: Schema.String })
const RoleRow = Schema.Struct({ role: Schema.Literals(roles) })

/** How someone shows that they were invited: by a link, or by the code of the mail and its address. */
export type Invited = { readonly token: string } | { readonly email: string; readonly code: string }

/** Mails an invitation. The payload has no secret: link and code are made when the mail is. */
export const SendInvitation = jobRef("account.send-invitation", Schema.Struct({ invitationId: Schema.String }))

type Failure = SqlError.SqlError | ServiceUnavailable

/**
 * Invitations: bound to an address, for 7 days, used once; a new one voids the one before. What they answer doesn't depend on
 * whether the address is known here.
 */
export class Invitations extends Context.Service<
  Invitations,
  {
    /** `isMailed` false: nothing is mailed, and `link` is its token, to be handed over; it proves no address. */
    readonly invite: (
      acting: Acting,
      invitation: {
        readonly email: string
        readonly role: Role
        readonly language: string
        readonly isMailed: boolean
      }
    ) => Effect.Effect<
      { readonly invitation: Invitation; readonly token: string | undefined },
      AlreadyMember | InvitationLimitReached | Forbidden | Failure
    >
    /** Open ones, the newest first. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<Invitation>, SqlError.SqlError>
    /** False: no such invitation of this account. */
    readonly withdraw: (acting: Acting, id: string) => Effect.Effect<boolean, Forbidden | Failure>
    /** Undefined: used, voided, withdrawn or expired. */
    readonly find: (id: string) => Effect.Effect<Invitation | undefined, SqlError.SqlError>
    /** New link and code, for one mail; wrong codes are counted anew. */
    readonly arm: (
      id: string
    ) => Effect.Effect<{ readonly token: string; readonly code: string } | undefined, SqlError.SqlError>
    /** Whose it is, without using it up. `provesAddress`: it came by mail. A wrong code counts. */
    readonly look: (
      invited: Invited
    ) => Effect.Effect<(Invitation & { readonly provesAddress: boolean }) | undefined, SqlError.SqlError>
    /** Uses it up for the person of its address, in the transaction at hand; false when another was first. */
    readonly accept: (invitation: Invitation, person: Person) => Effect.Effect<boolean, SqlError.SqlError>
    /** Open ones for an address, the oldest first. */
    readonly ofEmail: (email: string) => Effect.Effect<ReadonlyArray<Invitation>, SqlError.SqlError>
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* AuditLog
      const counted = yield* Limits
      const jobs = yield* Jobs
      const secrets = yield* Secrets
      const own = Effect.provideService(SqlClient.SqlClient, sql)

      const rows = rowsOf(InvitationRow)
      const columns = sql.literal(`i.id, i.account_id AS "accountId", i.email, i.role, i.invited_by AS "invitedBy",
        p.email AS inviter, i.language, ${msColumn("i.created_at", "createdMs")}, ${msColumn("i.expires_at", "expiresMs")}`)
      const from = sql.literal("account_invitations i LEFT JOIN account_persons p ON p.id = i.invited_by")
      const nowText = Effect.map(Clock.currentTimeMillis, timeOf)
      const codeHashOf = (id: string, code: string) => secrets.mark("invitation-code", `${id}\n${code}`)

      const find = Effect.fn("Invitations.find")(function* (id: string) {
        const [found] = yield* rows(
          sql`SELECT ${columns} FROM ${from} WHERE i.id = ${id}::uuid AND i.expires_at > ${yield* nowText}::timestamptz`
        )
        return found
      })
      /** What they are in the account, so that nobody gives by an invitation what they just lost. */
      const roleOf = Effect.fnUntraced(function* ({ accountId, personId }: Acting) {
        const [row] = yield* rowsOf(RoleRow)(
          sql`SELECT role FROM account_memberships WHERE account_id = ${accountId}::uuid AND person_id = ${personId}
            FOR SHARE`
        )
        return row?.role ?? "viewer"
      })

      return Invitations.of({
        invite: Effect.fn("Invitations.invite")(
          function* (acting, { email, isMailed, language, role }) {
            const { accountId, personId } = acting
            const ownRole = yield* roleOf(acting)
            if (ownRole === "viewer" || ownRole === "member" || !isAbove(ownRole, role)) {
              return yield* new Forbidden(`role (body): yours is ${ownRole}, so you can't invite as ${role}`, {
                field: "role"
              })
            }
            const now = yield* Clock.currentTimeMillis
            const known = yield* sql`SELECT 1 FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
              WHERE m.account_id = ${accountId}::uuid AND p.email = ${email}`
            if (known.length > 0) {
              const message = "email (body): is a member's already; change their role instead"
              return yield* new AlreadyMember(message, { field: "email" })
            }
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account_invitations ${accountId}`}, 0))`
            const others = yield* sql`SELECT 1 FROM account_invitations WHERE account_id = ${accountId}::uuid
              AND email <> ${email} AND expires_at > ${timeOf(now)}::timestamptz LIMIT ${invitationsMax}`
            if (others.length >= invitationsMax) {
              return yield* new InvitationLimitReached(`there are ${invitationsMax} open invitations already`)
            }
            const id = uuidV7Unsafe()
            const token = isMailed ? undefined : randomToken()
            const expiresMs = now + invitationMs
            yield* sql`INSERT INTO account_invitations (id, account_id, email, role, invited_by, language, copied_hash,
                created_at, expires_at)
              VALUES (${id}::uuid, ${accountId}::uuid, ${email}, ${role}, ${personId}, ${language},
                ${token === undefined ? null : hashOf(token)}, ${timeOf(now)}::timestamptz, ${timeOf(expiresMs)}::timestamptz)
              ON CONFLICT (account_id, email) DO UPDATE SET id = excluded.id, role = excluded.role,
                invited_by = excluded.invited_by, language = excluded.language, copied_hash = excluded.copied_hash,
                token_hash = NULL, code_hash = NULL, created_at = excluded.created_at,
                expires_at = excluded.expires_at`
            if (isMailed) yield* jobs.enqueue(SendInvitation, { invitationId: id })
            yield* audit.record({
              action: "account.member-invited",
              accountId,
              target: { kind: "invitation", id },
              after: { email, role }
            })
            const invitation = yield* find(id)
            return invitation === undefined
              ? yield* Effect.die(new Error("an invitation was gone in the transaction that made it"))
              : { invitation, token }
          },
          (invited) => own(sql.withTransaction(invited))
        ),
        list: Effect.fn("Invitations.list")(function* (accountId) {
          return yield* rows(
            sql`SELECT ${columns} FROM ${from} WHERE i.account_id = ${accountId}::uuid
              AND i.expires_at > ${yield* nowText}::timestamptz ORDER BY i.created_at DESC, i.id DESC`
          )
        }),
        withdraw: Effect.fn("Invitations.withdraw")(
          function* (acting, id) {
            const { accountId } = acting
            const [row] = yield* rows(
              sql`SELECT ${columns} FROM ${from} WHERE i.id::text = ${id} AND i.account_id = ${accountId}::uuid
                AND i.expires_at > ${yield* nowText}::timestamptz FOR UPDATE OF i`
            )
            if (row === undefined) return false
            if (!isAbove(yield* roleOf(acting), row.role)) {
              return yield* new Forbidden(`this takes a role above ${row.role}`)
            }
            yield* sql`DELETE FROM account_invitations WHERE id = ${row.id}::uuid`
            yield* audit.record({
              action: "account.invitation-withdrawn",
              accountId,
              target: { kind: "invitation", id: row.id },
              before: { email: row.email, role: row.role }
            })
            return true
          },
          (withdrawn) => own(sql.withTransaction(withdrawn))
        ),
        find,
        arm: Effect.fn("Invitations.arm")(function* (id) {
          const token = randomToken()
          const code = randomCode()
          const [armed] = yield* rowsOf(EmailRow)(
            sql`UPDATE account_invitations SET token_hash = ${hashOf(token)}, code_hash = ${codeHashOf(id, code)}
              WHERE id = ${id}::uuid RETURNING email`
          )
          if (armed === undefined) return undefined
          yield* counted.forget(limits.emailCodes, armed.email)
          return { token, code }
        }),
        look: Effect.fn("Invitations.look")(function* (invited) {
          const now = yield* nowText
          if ("token" in invited) {
            const hash = hashOf(invited.token)
            const [row] = yield* rowsOf(FoundRow)(
              sql`SELECT ${columns}, i.copied_hash IS NOT DISTINCT FROM ${hash} AS copied FROM ${from}
                WHERE (i.token_hash = ${hash} OR i.copied_hash = ${hash}) AND i.expires_at > ${now}::timestamptz`
            )
            if (row === undefined) return undefined
            const { copied, ...invitation } = row
            return { ...invitation, provesAddress: !copied }
          }
          // Counted before it's compared: of tries at the same time none is free. An address that isn't invited is counted,
          // read and compared like one that is, as the time of the answer would tell which is.
          const taken = yield* counted
            .take(limits.emailCodes, invited.email)
            .pipe(Effect.catchTag("TOO_MANY_ATTEMPTS", () => Effect.succeed(undefined)))
          if (taken === undefined) return undefined
          const asked = yield* rowsOf(CodeRow)(
            sql`SELECT i.id, i.code_hash AS "codeHash" FROM (SELECT ${invited.email}::text AS email) asked
              LEFT JOIN account_invitations i ON i.email = asked.email AND i.expires_at > ${now}::timestamptz`
          )
          const right = asked.filter(({ codeHash, id }) => isSame(codeHash ?? "", codeHashOf(id ?? "", invited.code)))
          const found = right[0]?.id == null ? undefined : yield* find(right[0].id)
          if (found === undefined) return undefined
          yield* counted.giveBack(taken)
          return { ...found, provesAddress: true }
        }),
        accept: Effect.fn("Invitations.accept")(function* (invitation, person) {
          const now = yield* nowText
          const { accountId, id, role } = invitation
          const used = yield* sql`DELETE FROM account_invitations WHERE id = ${id}::uuid AND email = ${person.email}
            AND expires_at > ${now}::timestamptz RETURNING 1`
          if (used.length === 0) return false
          const joined = yield* sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
            SELECT ${accountId}::uuid, ${person.id}, ${role}, ${now}::timestamptz
            ON CONFLICT DO NOTHING RETURNING 1`
          if (joined.length === 0) return true
          yield* audit.record({
            action: "account.member-joined",
            accountId,
            target: { kind: "person", id: person.id },
            after: { role },
            by: { kind: "person", id: person.id }
          })
          return true
        }, own),
        ofEmail: Effect.fn("Invitations.ofEmail")(function* (email) {
          return yield* rows(
            sql`SELECT ${columns} FROM ${from} WHERE i.email = ${email} AND i.expires_at > ${yield* nowText}::timestamptz
              ORDER BY i.created_at, i.id`
          )
        }),
        tidy: Effect.gen(function* () {
          yield* sql`DELETE FROM account_invitations WHERE expires_at < ${yield* nowText}::timestamptz`
        })
      })
    })
  )
}
