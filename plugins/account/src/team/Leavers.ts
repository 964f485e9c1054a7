import {
  ApiKeys,
  AuditLog,
  Events,
  MemberLeft,
  PersonErased,
  rowsOf,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf } from "../crypto.ts"
import { timeOf } from "../rows.ts"

const GoneRow = Schema.Struct({ id: Schema.String, email: Schema.String })

type Failure = SqlError.SqlError | ServiceUnavailable

/** Ends memberships. Whoever is in no account any more, and no operator, is forgotten everywhere. Calls join the caller's transaction. */
export class Leavers extends Context.Service<
  Leavers,
  {
    /** Their sessions that look at the account end; one that looks at another goes on. */
    readonly leave: (accountId: string, personId: string) => Effect.Effect<void, Failure>
    /** All members of an account that goes. */
    readonly leaveAll: (accountId: string) => Effect.Effect<void, Failure>
  }
>()("@storeglass/account/Leavers") {
  static readonly layer = Layer.effect(
    Leavers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const apiKeys = yield* ApiKeys
      const audit = yield* AuditLog
      const events = yield* Events

      /** Those of them who are in no account any more. */
      const forget = Effect.fnUntraced(function* (personIds: ReadonlyArray<string>) {
        const gone = yield* rowsOf(GoneRow)(
          sql`DELETE FROM account_persons p WHERE p.id = ANY(${personIds}::text[])
            AND NOT EXISTS (SELECT FROM account_memberships m WHERE m.person_id = p.id)
            AND NOT EXISTS (SELECT FROM account_operators o WHERE o.person_id = p.id) RETURNING p.id, p.email`
        )
        if (gone.length === 0) return
        yield* sql`DELETE FROM account_proofs WHERE email = ANY(${gone.map(({ email }) => email)}::text[])`
        yield* sql`UPDATE account_billing_intents SET person_id = NULL WHERE person_id = ANY(${gone.map(({ id }) => id)}::text[])`
        const atMs = yield* Clock.currentTimeMillis
        for (const { email, id } of gone) {
          yield* events.publish(PersonErased, { addressHash: hashOf(email), atMs })
          yield* apiKeys.forgetPerson(id)
          yield* audit.forgetPerson(id, email)
        }
      })
      const endMemberships = Effect.fnUntraced(
        function* (accountId: string, personId: string | undefined) {
          const whose = personId === undefined ? sql`true` : sql`m.person_id = ${personId}`
          // Whoever joins or leaves another account meanwhile waits for this, or this for them.
          yield* sql`SELECT 1 FROM account_persons WHERE id IN (
            SELECT m.person_id FROM account_memberships m WHERE m.account_id = ${accountId}::uuid AND ${whose})
          ORDER BY id FOR UPDATE`
          // Without one that was chosen, a session looks at the oldest. A page that is open on this account mustn't go on in another.
          yield* personId === undefined
            ? sql`UPDATE account_sessions SET account_id = NULL WHERE account_id = ${accountId}::uuid`
            : sql`DELETE FROM account_sessions s USING account_memberships m
              WHERE m.account_id = ${accountId}::uuid AND m.person_id = ${personId} AND s.person_id = m.person_id
                AND (s.account_id = m.account_id OR (s.account_id IS NULL AND m.account_id = (
                  SELECT o.account_id FROM account_memberships o WHERE o.person_id = m.person_id
                  ORDER BY o.created_at, o.account_id LIMIT 1)))`
          // They don't come back to life where the person is invited again. Where they were used from is nobody's business any more.
          const atMs = yield* Clock.currentTimeMillis
          const now = timeOf(atMs)
          yield* sql`UPDATE account_grants g SET ended_at = coalesce(g.ended_at, ${now}::timestamptz), last_used_address = NULL,
            last_used_agent = NULL
          FROM account_memberships m
          WHERE m.account_id = ${accountId}::uuid AND ${whose} AND g.account_id = m.account_id
            AND g.person_id = m.person_id`
          const ended = yield* rowsOf(GoneRow)(
            sql`DELETE FROM account_memberships m USING account_persons p
            WHERE m.account_id = ${accountId}::uuid AND ${whose} AND p.id = m.person_id RETURNING p.id, p.email`
          )
          yield* events.publishAll(
            MemberLeft,
            ended.map(({ email, id }) => ({ accountId, personId: id, addressHash: hashOf(email), atMs }))
          )
          yield* forget(ended.map(({ id }) => id))
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      return Leavers.of({
        leave: Effect.fn("Leavers.leave")((accountId, personId) =>
          sql.withTransaction(endMemberships(accountId, personId))
        ),
        leaveAll: Effect.fn("Leavers.leaveAll")((accountId) =>
          sql.withTransaction(endMemberships(accountId, undefined))
        )
      })
    })
  )
}
