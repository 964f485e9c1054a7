import { AccountAdmin, type AccountRefused, ApiKeys, rowsOf, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf } from "../crypto.ts"
import { ProofInvalid } from "../errors.ts"
import { timeOf } from "../rows.ts"
import { Grants } from "../tokens/Grants.ts"

/** In which a deletion can be undone. */
export const undoMs = 14 * 86_400_000

const LinkRow = Schema.Struct({ accountId: Schema.String })

type Failure = AccountRefused | SqlError.SqlError | ServiceUnavailable

/** Accounts that end. */
export class Leaving extends Context.Service<
  Leaving,
  {
    /** Ends keys, tokens and sessions at once; all else goes in 14 days, unless it's undone. */
    readonly ask: (accountId: string) => Effect.Effect<{ readonly dueAt: string }, Failure>
    readonly undo: (accountId: string) => Effect.Effect<void, Failure>
    /** By the link of a mail. Gives the account. */
    readonly undoBy: (token: string) => Effect.Effect<string, ProofInvalid | Failure>
    /**
     * Ends the sessions of those who are in no other account, as far as they're from before; those of others that look at
     * this one look elsewhere.
     * Ends what was granted to apps.
     */
    readonly signOut: (
      accountId: string,
      untilMs: number
    ) => Effect.Effect<void, SqlError.SqlError | ServiceUnavailable>
  }
>()("@storeglass/account/Leaving") {
  static readonly layer = Layer.effect(
    Leaving,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* AccountAdmin
      const apiKeys = yield* ApiKeys
      const grants = yield* Grants

      const signOut = Effect.fn("Leaving.signOut")(function* (accountId: string, untilMs: number) {
        yield* sql`DELETE FROM account_sessions s USING account_memberships m
          WHERE m.account_id = ${accountId}::uuid AND s.person_id = m.person_id
            AND s.created_at <= ${timeOf(untilMs)}::timestamptz
            AND NOT EXISTS (SELECT FROM account_memberships o WHERE o.person_id = m.person_id AND o.account_id <> m.account_id)`
        yield* sql`UPDATE account_sessions s SET account_id = (
            SELECT o.account_id FROM account_memberships o WHERE o.person_id = s.person_id AND o.account_id <> ${accountId}::uuid
            ORDER BY o.created_at, o.account_id LIMIT 1)
          WHERE created_at <= ${timeOf(untilMs)}::timestamptz AND ${accountId}::uuid = (
            SELECT m.account_id FROM account_memberships m WHERE m.person_id = s.person_id
            ORDER BY m.account_id IS NOT DISTINCT FROM s.account_id DESC, m.created_at, m.account_id LIMIT 1)`
        yield* grants.endAll({ accountId })
        yield* Effect.provideService(apiKeys.changed, SqlClient.SqlClient, sql)
      }, sql.withTransaction)

      const undo = Effect.fn("Leaving.undo")(function* (accountId: string) {
        yield* accounts.undoDeletion(accountId)
        yield* sql`DELETE FROM account_undo_links WHERE account_id = ${accountId}::uuid`
      }, sql.withTransaction)

      return Leaving.of({
        ask: Effect.fn("Leaving.ask")(function* (accountId) {
          const { dueAt } = yield* accounts.askDeletion(accountId, undoMs)
          yield* signOut(accountId, yield* Clock.currentTimeMillis)
          return { dueAt }
        }, sql.withTransaction),
        undo,
        undoBy: Effect.fn("Leaving.undoBy")(function* (token) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          const [link] = yield* rowsOf(LinkRow)(
            sql`SELECT account_id AS "accountId" FROM account_undo_links
              WHERE token_hash = ${hashOf(token)} AND expires_at > ${now}::timestamptz`
          )
          if (link === undefined) {
            return yield* new ProofInvalid("the link was used or is over; whatever it was for can't be undone any more")
          }
          yield* undo(link.accountId)
          return link.accountId
        }),
        signOut
      })
    })
  )
}
