import { AccountMembers, databaseAway, type Member, rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { roles } from "../roles.ts"

const MemberRow = Schema.Struct({ accountId: Schema.String, email: Schema.String, role: Schema.Literals(roles) })
const OwnerRow = Schema.Struct({ email: Schema.String, accountId: Schema.String })

const told = <A>(asked: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.catchTag(asked, "SqlError", (cause) => Effect.fail(databaseAway(cause)))

/** Who belongs to which account, for the host's directory. */
export const membersPort = Layer.effect(
  AccountMembers,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return AccountMembers.of({
      of: Effect.fn("AccountMembers.of")(function* (accountIds) {
        const rows = yield* rowsOf(MemberRow)(
          sql`SELECT m.account_id AS "accountId", p.email, m.role FROM account_memberships m
            JOIN account_persons p ON p.id = m.person_id WHERE m.account_id = ANY(${accountIds}::uuid[])
            ORDER BY m.account_id, (m.role = 'owner') DESC, m.created_at, m.person_id`
        )
        const members = new Map<string, Array<Member>>()
        for (const { accountId, ...member } of rows) {
          members.set(accountId, [...(members.get(accountId) ?? []), member])
        }
        return members
      }, told),
      ownedBy: Effect.fn("AccountMembers.ownedBy")(function* (emails) {
        const rows = yield* rowsOf(OwnerRow)(
          // Ids begin with the time at which the account was made.
          sql`SELECT DISTINCT ON (p.email) p.email, m.account_id AS "accountId" FROM account_persons p
            JOIN account_memberships m ON m.person_id = p.id AND m.role = 'owner'
            WHERE p.email = ANY(${emails}::text[]) ORDER BY p.email, m.account_id`
        )
        return new Map(rows.map(({ accountId, email }) => [email, accountId]))
      }, told)
    })
  })
)
