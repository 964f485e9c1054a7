import { AccountChanged, Events, isoColumn, Jobs, jobRef, Schedules } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { recordChange } from "../security/SecurityChanges.ts"
import { AccountError, deletionReason, revokedChannel } from "./accountErrors.ts"

/** Forgets an account, step by step. */
export const ForgetAccount = jobRef("system.forget", Schema.Struct({ accountId: Schema.String }))

const Deletion = Schema.Struct({
  accountId: Schema.String,
  askedAt: Schema.String,
  /** Until then it can be undone. */
  dueAt: Schema.String,
  /** Whose rows are gone, by plugin, and `core`. */
  forgotten: Schema.Array(Schema.String),
  endedAt: Schema.NullOr(Schema.String)
})
export type AccountDeletion = typeof Deletion.Type

type Failure = SqlError.SqlError | Schema.SchemaError

/** Other nodes may remember keys for 5 s, and work they started may take longer. */
const graceMs = 10_000
/** Whatever work in progress wrote meanwhile is deleted then. */
const secondRunMs = 3_600_000

/** Accounts that their owners or the operator delete. */
export class AccountDeletions extends Context.Service<
  AccountDeletions,
  {
    /**
     * Ends the account's keys and pauses its schedules at once. After `afterMs` everything is forgotten; until then it can be
     * undone. Asked again, it answers as before.
     */
    readonly ask: (accountId: string, afterMs: number) => Effect.Effect<AccountDeletion, AccountError | Failure>
    /** Keys that were ended stay ended. */
    readonly undo: (accountId: string) => Effect.Effect<void, AccountError | Failure>
    readonly of: (accountId: string) => Effect.Effect<Option.Option<AccountDeletion>, Failure>
    /** Ended ones are kept, so that nothing creates the account again. */
    readonly list: Effect.Effect<ReadonlyArray<AccountDeletion>, Failure>
    /** Notes that these rows are gone. */
    readonly forgot: (accountId: string, owner: string) => Effect.Effect<void, Failure>
    /** The account is gone. What arrived late is deleted an hour later. */
    readonly ended: (accountId: string) => Effect.Effect<void, Failure>
  }
>()("@storeglass/core/auth/AccountDeletions") {
  static readonly layer = Layer.effect(
    AccountDeletions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const schedules = yield* Schedules
      const events = yield* Events
      const columns = sql.literal(`account_id AS "accountId", ${isoColumn("asked_at")} AS "askedAt",
        ${isoColumn("due_at")} AS "dueAt", forgotten, ${isoColumn("ended_at")} AS "endedAt"`)
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Deletion,
        execute: (id) => sql`SELECT ${columns} FROM core_account_deletions WHERE account_id = ${id}::uuid`
      })
      const list = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Deletion,
        execute: () => sql`SELECT ${columns} FROM core_account_deletions ORDER BY asked_at DESC LIMIT 1000`
      })
      const own = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
        Effect.provideService(sql.withTransaction(work), SqlClient.SqlClient, sql)
      const notFound = (message: string) => new AccountError({ reason: "not_found", message })

      return AccountDeletions.of({
        ask: Effect.fn("AccountDeletions.ask")(function* (accountId, afterMs) {
          const now = yield* Clock.currentTimeMillis
          return yield* own(
            Effect.gen(function* () {
              const [account] = yield* sql`SELECT 1 FROM core_accounts WHERE id = ${accountId}::uuid FOR UPDATE`
              const known = yield* find(accountId)
              if (Option.isSome(known)) return known.value
              if (account === undefined) return yield* notFound(`no account '${accountId}'`)
              yield* sql`INSERT INTO core_account_deletions (account_id, asked_at, due_at)
                VALUES (${accountId}::uuid, to_timestamp(${now}::float8 / 1000),
                  to_timestamp(${now + afterMs}::float8 / 1000))`
              yield* sql`WITH revoked AS (
                  UPDATE core_api_keys SET revoked_at = to_timestamp(${now}::float8 / 1000)
                  WHERE account_id = ${accountId}::uuid AND revoked_at IS NULL RETURNING id)
                SELECT pg_notify(${revokedChannel}, id::text) FROM revoked`
              // Its tokens, too, are looked up anew.
              yield* sql`SELECT pg_notify(${revokedChannel}, ${accountId})`
              yield* schedules.pause({ accountId }, deletionReason)
              yield* recordChange({
                event: "security.account_deletion_asked",
                accountId,
                detail: { dueAt: new Date(now + afterMs).toISOString() }
              })
              yield* events.publish(AccountChanged, {
                accountId,
                change: "deletion-asked",
                targetId: null,
                atMs: now
              })
              const runAtMs = now + Math.max(afterMs, graceMs)
              yield* jobs.enqueue(ForgetAccount, { accountId }, { key: `forget:${accountId}`, runAtMs })
              return Option.getOrThrow(yield* find(accountId))
            })
          )
        }),
        undo: Effect.fn("AccountDeletions.undo")((accountId) =>
          own(
            Effect.gen(function* () {
              const undone = yield* sql`DELETE FROM core_account_deletions
                WHERE account_id = ${accountId}::uuid AND forgotten = '{}' AND ended_at IS NULL RETURNING 1`
              if (undone.length === 0) {
                return yield* notFound(
                  Option.isSome(yield* find(accountId))
                    ? `the account '${accountId}' is being forgotten already; that can't be undone`
                    : `the account '${accountId}' isn't being deleted`
                )
              }
              yield* jobs.abort(ForgetAccount, `forget:${accountId}`)
              yield* schedules.resume({ accountId }, deletionReason)
              yield* recordChange({ event: "security.account_deletion_undone", accountId, detail: {} })
              yield* events.publish(AccountChanged, {
                accountId,
                change: "deletion-undone",
                targetId: null,
                atMs: yield* Clock.currentTimeMillis
              })
            })
          )
        ),
        of: Effect.fn("AccountDeletions.of")(find),
        list: list().pipe(Effect.withSpan("AccountDeletions.list")),
        forgot: Effect.fn("AccountDeletions.forgot")(function* (accountId, owner) {
          yield* sql`UPDATE core_account_deletions SET forgotten = array_append(array_remove(forgotten, ${owner}::text), ${owner}::text)
            WHERE account_id = ${accountId}::uuid`
        }),
        ended: Effect.fn("AccountDeletions.ended")(function* (accountId) {
          const now = yield* Clock.currentTimeMillis
          yield* own(
            Effect.gen(function* () {
              const first = yield* sql`UPDATE core_account_deletions SET ended_at = to_timestamp(${now}::float8 / 1000)
                WHERE account_id = ${accountId}::uuid AND ended_at IS NULL RETURNING 1`
              if (first.length === 0) return
              yield* recordChange({ event: "security.account_deleted", accountId, detail: {} })
              yield* jobs.enqueue(
                ForgetAccount,
                { accountId },
                { key: `forget-late:${accountId}`, runAtMs: now + secondRunMs }
              )
            })
          )
        })
      })
    })
  )
}
