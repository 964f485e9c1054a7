import {
  AccountAdmin,
  ApiKeys,
  AuditLog,
  Forbidden,
  NotFound,
  rowsOf,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isAbove, type Role, rankOf, roles } from "../roles.ts"
import { msColumn } from "../rows.ts"
import { LastOwner } from "./errors.ts"
import { Leavers } from "./Leavers.ts"

const MemberRow = Schema.Struct({
  personId: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role: Schema.Literals(roles),
  joinedMs: Schema.Number
})
export type TeamMember = typeof MemberRow.Type

/** Who changes something in which account. */
export interface Acting {
  readonly accountId: string
  readonly personId: string
}

type Failure = SqlError.SqlError | ServiceUnavailable

/** What isn't there and what isn't theirs are the same. */
const noMember = () => new NotFound("no such member")
const needs = (role: Role) =>
  new Forbidden(`this takes a role above ${role}, as admins may change members and viewers alone`)

/**
 * The members of an account. Each change looks at the roles of all members anew, with their rows locked, so that of changes at
 * the same time none goes by what another has just ended, and an owner is always left. It stands in the audit log, and is in
 * effect for sessions at once and for tokens within 5 s.
 */
export class Team extends Context.Service<
  Team,
  {
    /** Owners first, then by when they joined. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<TeamMember>, SqlError.SqlError>
    readonly setRole: (
      acting: Acting,
      change: { readonly personId: string; readonly role: Role }
    ) => Effect.Effect<TeamMember, NotFound | Forbidden | LastOwner | Failure>
    /** Whoever is in no other account is forgotten with it. Their keys stay. */
    readonly remove: (
      acting: Acting,
      personId: string
    ) => Effect.Effect<void, NotFound | Forbidden | LastOwner | Failure>
    readonly leave: (acting: Acting) => Effect.Effect<void, NotFound | LastOwner | Failure>
    /** The other becomes an owner, and the one who transfers an admin. */
    readonly transfer: (acting: Acting, personId: string) => Effect.Effect<TeamMember, NotFound | Forbidden | Failure>
  }
>()("@storeglass/account/Team") {
  static readonly layer = Layer.effect(
    Team,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const admin = yield* AccountAdmin
      const apiKeys = yield* ApiKeys
      const audit = yield* AuditLog
      const leavers = yield* Leavers

      const members = rowsOf(MemberRow)
      const membersOf = (accountId: string, lock: boolean) =>
        members(
          sql`SELECT m.person_id AS "personId", p.name, p.email, m.role, ${sql.literal(msColumn("m.created_at", "joinedMs"))}
            FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
            WHERE m.account_id = ${accountId}::uuid
            ORDER BY ${sql.literal(lock ? "m.person_id FOR UPDATE OF m" : "(m.role = 'owner') DESC, m.created_at, m.person_id")}`
        )
      /** All members with their rows locked, who acts and whom. */
      const locked = Effect.fnUntraced(function* ({ accountId, personId }: Acting, otherId: string) {
        const all = yield* membersOf(accountId, true)
        const self = all.find((each) => each.personId === personId)
        const other = all.find((each) => each.personId === otherId)
        if (self === undefined || other === undefined) return yield* noMember()
        return { self, other, owners: all.filter(({ role }) => role === "owner") }
      })
      const assertOwnerLeft = (owners: ReadonlyArray<TeamMember>, personId: string) =>
        owners.some((owner) => owner.personId !== personId)
          ? Effect.void
          : Effect.fail(new LastOwner("an account has at least one owner; make someone else an owner first"))
      const give = (accountId: string, personId: string, role: Role) =>
        sql`UPDATE account_memberships SET role = ${role}
          WHERE account_id = ${accountId}::uuid AND person_id = ${personId}`
      /** An account's address is that of an owner. */
      const readdress = Effect.fnUntraced(function* (accountId: string, from: TeamMember, to: TeamMember | undefined) {
        const account = yield* admin.find(accountId)
        if (to === undefined || account?.email.toLowerCase() !== from.email) return
        yield* Effect.catchTag(admin.setEmail(accountId, to.email), "AccountRefused", Effect.die)
      })
      /** Who may no longer invite leaves no invitation behind. */
      const withdraw = (accountId: string, personId: string) =>
        sql`DELETE FROM account_invitations WHERE account_id = ${accountId}::uuid AND invited_by = ${personId}`
      const own = <A, E>(change: Effect.Effect<A, E, SqlClient.SqlClient>) =>
        Effect.provideService(sql.withTransaction(Effect.tap(change, () => apiKeys.changed)), SqlClient.SqlClient, sql)

      const end = Effect.fnUntraced(function* (
        accountId: string,
        member: TeamMember,
        owners: ReadonlyArray<TeamMember>,
        action: "account.member-removed" | "account.member-left"
      ) {
        const { personId, role } = member
        if (role === "owner") {
          yield* assertOwnerLeft(owners, personId)
          yield* readdress(
            accountId,
            member,
            owners.find((owner) => owner.personId !== personId)
          )
        }
        yield* audit.record({ action, accountId, target: { kind: "person", id: personId }, before: { role } })
        yield* leavers.leave(accountId, personId)
      })

      return Team.of({
        list: Effect.fn("Team.list")((accountId) => membersOf(accountId, false)),
        setRole: Effect.fn("Team.setRole")((acting, { personId, role }) =>
          own(
            Effect.gen(function* () {
              const { other, owners, self } = yield* locked(acting, personId)
              if (!isAbove(self.role, other.role)) return yield* needs(other.role)
              if (!isAbove(self.role, role)) return yield* needs(role)
              if (other.role === role) return other
              if (other.role === "owner") yield* assertOwnerLeft(owners, personId)
              yield* give(acting.accountId, personId, role)
              if (rankOf(role) < rankOf(other.role)) yield* withdraw(acting.accountId, personId)
              if (other.role === "owner") {
                yield* readdress(
                  acting.accountId,
                  other,
                  owners.find((owner) => owner.personId !== personId)
                )
              }
              yield* audit.record({
                action: "account.role-changed",
                accountId: acting.accountId,
                target: { kind: "person", id: personId },
                before: { role: other.role },
                after: { role }
              })
              return { ...other, role }
            })
          )
        ),
        remove: Effect.fn("Team.remove")((acting, personId) =>
          own(
            Effect.gen(function* () {
              const { other, owners, self } = yield* locked(acting, personId)
              if (self === other) return yield* new Forbidden("you can't remove yourself; leave instead")
              if (!isAbove(self.role, other.role)) return yield* needs(other.role)
              yield* withdraw(acting.accountId, personId)
              yield* end(acting.accountId, other, owners, "account.member-removed")
            })
          )
        ),
        leave: Effect.fn("Team.leave")((acting) =>
          own(
            Effect.gen(function* () {
              const { owners, self } = yield* locked(acting, acting.personId)
              yield* end(acting.accountId, self, owners, "account.member-left")
            })
          )
        ),
        transfer: Effect.fn("Team.transfer")((acting, personId) =>
          own(
            Effect.gen(function* () {
              const { accountId } = acting
              const { other, self } = yield* locked(acting, personId)
              if (self.role !== "owner") return yield* new Forbidden("this takes the role owner")
              if (self === other) return yield* new Forbidden("you're an owner already; name another member")
              yield* give(accountId, personId, "owner")
              yield* give(accountId, acting.personId, "admin")
              yield* readdress(accountId, self, other)
              yield* audit.record({
                action: "account.ownership-transferred",
                accountId,
                target: { kind: "person", id: personId },
                before: { role: other.role },
                after: { role: "owner" }
              })
              return { ...other, role: "owner" as const }
            })
          )
        )
      })
    })
  )
}
