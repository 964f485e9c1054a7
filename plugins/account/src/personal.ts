import type { AccountAdmin, Jobs, Personal } from "@storeglass/plugin-api"
import { Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { exportLeft, forgetLeft, leftTables } from "./leaving/personal.ts"
import { Leavers } from "./team/Leavers.ts"

const Rows = Schema.decodeUnknownEffect(Schema.Array(Schema.Unknown))

/** The members of an account. Who is in no other account goes with it. */
export const personal = (): Personal<AccountAdmin | Jobs | Leavers | SqlClient.SqlClient> => ({
  tables: [
    "account_memberships",
    "account_operators",
    "account_pins",
    ...leftTables,
    { table: "account_grants", omit: ["session_id"] },
    { table: "account_invitations", omit: ["token_hash", "code_hash", "copied_hash"] },
    { table: "account_proofs", omit: ["ticket_hash", "token_hash", "code_hash", "password"] },
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
        const invitations = sql`SELECT id, email, role, created_at AS "at", expires_at AS "expiresAt"
          FROM account_invitations WHERE account_id = ${accountId}::uuid ORDER BY created_at`
        const apps = sql`SELECT g.id, g.client_id AS "clientId", g.client_name AS name, g.client_host AS host,
            p.email AS "connectedBy", g.scopes, g.toolsets, g.created_at AS "connectedAt", g.ended_at AS "endedAt",
            g.last_used_at AS "lastUsedAt"
          FROM account_grants g LEFT JOIN account_persons p ON p.id = g.person_id
          WHERE g.account_id = ${accountId}::uuid AND g.client_id IS NOT NULL ORDER BY g.created_at, g.id`
        const pins = sql`SELECT p.email, n.panel, n.block, n.app_id AS "appId", n.platform, n.country, n.name, n.created_at AS "at"
          FROM account_pins n JOIN account_persons p ON p.id = n.person_id
          WHERE n.account_id = ${accountId}::uuid ORDER BY n.created_at, n.id`
        const parts = [
          ...(yield* Effect.flatMap(members, Rows)).map((row) => ({ part: "account_members", row })),
          ...(yield* Effect.flatMap(invitations, Rows)).map((row) => ({ part: "account_invitations", row })),
          ...(yield* Effect.flatMap(apps, Rows)).map((row) => ({ part: "account_connected_apps", row })),
          ...(yield* Effect.flatMap(pins, Rows)).map((row) => ({ part: "account_pins", row }))
        ]
        return Stream.concat(Stream.fromIterable(parts), exportLeft(accountId))
      })
    ),
  forget: Effect.fnUntraced(function* (accountId) {
    const sql = yield* SqlClient.SqlClient
    const leavers = yield* Leavers
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* forgetLeft(accountId)
        yield* leavers.leaveAll(accountId)
        yield* sql`DELETE FROM account_grants WHERE account_id = ${accountId}::uuid`
        yield* sql`DELETE FROM account_invitations WHERE account_id = ${accountId}::uuid`
      })
    )
  })
})
