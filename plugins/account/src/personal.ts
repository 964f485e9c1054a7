import { ApiKeys, AuditLog, type Personal } from "@storeglass/plugin-api"
import { Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "./rows.ts"

const PersonRow = Schema.Struct({ id: Schema.String })
const Rows = Schema.decodeUnknownEffect(Schema.Array(Schema.Unknown))

/** The members of an account. Who is in no other account goes with it. */
export const personal = (): Personal<ApiKeys | AuditLog | SqlClient.SqlClient> => ({
  tables: [
    "account_memberships",
    { table: "account_grants", omit: ["session_id"] },
    { table: "account_sessions", omit: ["token"] },
    { table: "account_identities", omit: ["password"] },
    { table: "account_passkeys", omit: ["public_key"] },
    { table: "account_totp", omit: ["sealed"] },
    { table: "account_backup_codes", omit: ["code_hash"] }
  ],
  export: (accountId) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const members = sql`SELECT p.id AS "personId", p.name, p.email, m.role, m.created_at AS "since"
          FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
          WHERE m.account_id = ${accountId}::uuid ORDER BY m.created_at`
        const rows = yield* Effect.flatMap(members, Rows)
        return Stream.fromIterable(rows.map((row) => ({ part: "account_members", row })))
      })
    ),
  forget: Effect.fnUntraced(function* (accountId) {
    const sql = yield* SqlClient.SqlClient
    const apiKeys = yield* ApiKeys
    const audit = yield* AuditLog
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const persons = yield* rowsOf(PersonRow)(
          sql`DELETE FROM account_persons p USING account_memberships m
            WHERE m.account_id = ${accountId}::uuid AND p.id = m.person_id
              AND NOT EXISTS (SELECT FROM account_memberships o WHERE o.person_id = p.id AND o.account_id <> m.account_id)
            RETURNING p.id`
        )
        yield* sql`UPDATE account_sessions SET account_id = NULL WHERE account_id = ${accountId}::uuid`
        yield* sql`DELETE FROM account_grants WHERE account_id = ${accountId}::uuid`
        yield* sql`DELETE FROM account_memberships WHERE account_id = ${accountId}::uuid`
        for (const { id } of persons) {
          yield* apiKeys.forgetPerson(id)
          yield* audit.forgetPerson(id)
        }
      })
    )
  })
})
