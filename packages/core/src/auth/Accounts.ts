import type { Scope } from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import type { PlanId } from "../credits/plans.ts"
import * as ApiKey from "./ApiKey.ts"

export class AccountError extends Data.TaggedError("AccountError")<{
  readonly reason: "email_taken" | "not_found"
  readonly message: string
}> {}

const Account = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  plan: Schema.String,
  createdAt: Schema.String
})
export type Account = typeof Account.Type

const Key = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  name: Schema.String,
  hint: Schema.String,
  scopes: Schema.Array(Schema.String),
  createdAt: Schema.String,
  revokedAt: Schema.NullOr(Schema.String)
})
export type Key = typeof Key.Type

type Failure = SqlError.SqlError | Schema.SchemaError

/** What `LISTEN` on this channel hears: the id of a key that was revoked. */
export const revokedChannel = "core_key_revoked"
/** What all keys may do unless made otherwise. */
export const defaultScopes: ReadonlyArray<Scope> = ["read", "write"]

/** Accounts and their keys, as the CLI, the dashboard and the boot use them. */
export class Accounts extends Context.Service<
  Accounts,
  {
    readonly create: (account: {
      readonly email: string
      readonly plan: PlanId
    }) => Effect.Effect<Account, AccountError | Failure>
    /** By id or email. */
    readonly find: (idOrEmail: string) => Effect.Effect<Account, AccountError | Failure>
    readonly list: Effect.Effect<ReadonlyArray<Account>, Failure>
    /** Takes effect with the next charge, on every node. */
    readonly setPlan: (accountId: string, plan: PlanId) => Effect.Effect<Account, AccountError | Failure>
    /** The value is given here and never again. */
    readonly createKey: (key: {
      readonly accountId: string
      readonly name: string
      readonly scopes?: ReadonlyArray<Scope>
    }) => Effect.Effect<{ readonly key: Key; readonly value: Redacted.Redacted<string> }, Failure>
    readonly keys: (accountId: string) => Effect.Effect<ReadonlyArray<Key>, Failure>
    /** Refused on every node within the bound of `KeyRing`. */
    readonly revokeKey: (keyId: string) => Effect.Effect<Key, AccountError | Failure>
  }
>()("@storeglass/core/auth/Accounts") {}

const accounts = Schema.decodeUnknownEffect(Schema.Array(Account))
const keys = Schema.decodeUnknownEffect(Schema.Array(Key))
const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const accountColumns = `id, email, plan, ${iso("created_at")} AS "createdAt"`
const keyColumns = `id, account_id AS "accountId", name, hint, scopes, ${iso("created_at")} AS "createdAt", ${iso("revoked_at")} AS "revokedAt"`
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const account = sql.literal(accountColumns)
    const key = sql.literal(keyColumns)
    const now = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())
    const one = <A>(rows: ReadonlyArray<A>, message: string) => {
      const first = rows[0]
      return first === undefined
        ? Effect.fail(new AccountError({ reason: "not_found", message }))
        : Effect.succeed(first)
    }
    const missing = (what: string) => `no account '${what}'; storeglass account create makes one`

    return Accounts.of({
      create: Effect.fn("Accounts.create")(function* ({ email, plan }) {
        const rows = yield* Effect.flatMap(
          sql`INSERT INTO core_accounts (id, email, plan, created_at)
            VALUES (${SecureRandom.uuidV7Unsafe()}::uuid, ${email}, ${plan}, ${yield* now}::timestamptz)
            ON CONFLICT (lower(email)) DO NOTHING RETURNING ${account}`,
          accounts
        )
        const created = rows[0]
        return (
          created ??
          (yield* new AccountError({ reason: "email_taken", message: `there is an account of ${email} already` }))
        )
      }),
      find: Effect.fn("Accounts.find")(function* (idOrEmail) {
        const where = isUuid(idOrEmail) ? sql`id = ${idOrEmail}::uuid` : sql`lower(email) = lower(${idOrEmail})`
        const rows = yield* Effect.flatMap(sql`SELECT ${account} FROM core_accounts WHERE ${where}`, accounts)
        return yield* one(rows, missing(idOrEmail))
      }),
      list: Effect.flatMap(sql`SELECT ${account} FROM core_accounts ORDER BY created_at LIMIT 1000`, accounts),
      setPlan: Effect.fn("Accounts.setPlan")(function* (accountId, plan) {
        const rows = yield* Effect.flatMap(
          sql`UPDATE core_accounts SET plan = ${plan} WHERE id = ${accountId}::uuid RETURNING ${account}`,
          accounts
        )
        return yield* one(rows, missing(accountId))
      }),
      createKey: Effect.fn("Accounts.createKey")(function* ({ accountId, name, scopes = defaultScopes }) {
        const value = ApiKey.generate()
        const text = Redacted.value(value)
        const rows = yield* Effect.flatMap(
          sql`INSERT INTO core_api_keys (id, account_id, hash, name, hint, scopes, created_at)
            VALUES (${SecureRandom.uuidV7Unsafe()}::uuid, ${accountId}::uuid, ${ApiKey.hashOf(text)}, ${name},
              ${ApiKey.hintOf(text)}, ${scopes}::text[], ${yield* now}::timestamptz) RETURNING ${key}`,
          keys
        )
        const made = rows[0]
        if (made === undefined) return yield* Effect.die("the key was not stored")
        return { key: made, value }
      }),
      keys: (accountId) =>
        Effect.flatMap(
          sql`SELECT ${key} FROM core_api_keys WHERE account_id = ${accountId}::uuid ORDER BY created_at`,
          keys
        ),
      revokeKey: Effect.fn("Accounts.revokeKey")(function* (keyId) {
        if (!isUuid(keyId)) return yield* new AccountError({ reason: "not_found", message: `'${keyId}' is no key id` })
        const rows = yield* Effect.flatMap(
          sql`WITH revoked AS (
              UPDATE core_api_keys SET revoked_at = coalesce(revoked_at, ${yield* now}::timestamptz)
              WHERE id = ${keyId}::uuid RETURNING *)
            SELECT ${key}, pg_notify(${revokedChannel}, id::text) FROM revoked`,
          keys
        )
        return yield* one(rows, `no key '${keyId}'; storeglass key list shows them`)
      })
    })
  })
)
