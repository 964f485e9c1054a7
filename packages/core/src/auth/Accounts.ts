import { AccountPlanChanged, Events, Param, type Scope, StoredText } from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Option, Redacted, Schema } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import type { PlanId } from "../credits/plans.ts"
import { recordChange } from "../security/SecurityChanges.ts"
import { isoColumn } from "../sql/isoColumn.ts"
import * as ApiKey from "./ApiKey.ts"

export class AccountError extends Data.TaggedError("AccountError")<{
  readonly reason: "deleting" | "email_taken" | "not_found" | "text"
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

/** What `LISTEN` on this channel hears: the id of a key that was revoked, or whose account changed its plan. */
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
    /** Takes effect with the next charge, on every node. Plugins hear of it by `AccountPlanChanged`. */
    readonly setPlan: (accountId: string, plan: PlanId) => Effect.Effect<Account, AccountError | Failure>
    /** The value is given here and never again. */
    readonly createKey: (key: {
      readonly accountId: string
      readonly name: string
      readonly scopes?: ReadonlyArray<Scope>
    }) => Effect.Effect<{ readonly key: Key; readonly value: Redacted.Redacted<string> }, AccountError | Failure>
    readonly keys: (accountId: string) => Effect.Effect<ReadonlyArray<Key>, Failure>
    /** Refused on every node within the bound of `KeyRing`. */
    readonly revokeKey: (keyId: string) => Effect.Effect<Key, AccountError | Failure>
  }
>()("@storeglass/core/auth/Accounts") {}

const NewAccount = Schema.Struct({ email: Schema.String, plan: Schema.String, at: Schema.String })
const NewKey = Schema.Struct({
  accountId: Schema.String,
  hash: Schema.Uint8Array,
  name: Schema.String,
  hint: Schema.String,
  scopes: Schema.Array(Schema.String),
  at: Schema.String
})
/** A text that others will be shown: the CLI's tables now, a dashboard later. */
const assertText = (name: string, max: number, text: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(StoredText({ max, description: name }))(text),
    ({ issue }) => new AccountError({ reason: "text", message: `${name}: ${Param.firstIssue({ issue }).wrong}` })
  )
const accountColumns = `id, email, plan, ${isoColumn("created_at")} AS "createdAt"`
const keyColumns = `id, account_id AS "accountId", name, hint, scopes, ${isoColumn("created_at")} AS "createdAt", ${isoColumn("revoked_at")} AS "revokedAt"`
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const events = yield* Events
    const account = sql.literal(accountColumns)
    const key = sql.literal(keyColumns)
    const now = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())
    const missing = (message: string) => () => Effect.fail(new AccountError({ reason: "not_found", message }))
    const noAccount = (what: string) => missing(`no account '${what}'; create one with 'storeglass account create'`)

    const insert = SqlSchema.findOneOption({
      Request: NewAccount,
      Result: Account,
      execute: ({ at, email, plan }) =>
        sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (${SecureRandom.uuidV7Unsafe()}::uuid, ${email}, ${plan}, ${at}::timestamptz)
          ON CONFLICT (lower(email)) DO NOTHING RETURNING ${account}`
    })
    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Account,
      execute: (idOrEmail) => {
        const where = isUuid(idOrEmail) ? sql`id = ${idOrEmail}::uuid` : sql`lower(email) = lower(${idOrEmail})`
        return sql`SELECT ${account} FROM core_accounts WHERE ${where}`
      }
    })
    const list = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Account,
      execute: () => sql`SELECT ${account} FROM core_accounts ORDER BY created_at LIMIT 1000`
    })
    const planOf = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ plan: Schema.String }),
      execute: (accountId) => sql`SELECT plan FROM core_accounts WHERE id = ${accountId}::uuid FOR UPDATE`
    })
    const setPlan = SqlSchema.findOne({
      Request: Schema.Struct({ accountId: Schema.String, plan: Schema.String }),
      Result: Account,
      execute: ({ accountId, plan }) =>
        sql`UPDATE core_accounts SET plan = ${plan} WHERE id = ${accountId}::uuid RETURNING ${account}`
    })
    const insertKey = SqlSchema.findOne({
      Request: NewKey,
      Result: Key,
      execute: ({ accountId, at, hash, hint, name, scopes }) =>
        sql`INSERT INTO core_api_keys (id, account_id, hash, name, hint, scopes, created_at)
          SELECT ${SecureRandom.uuidV7Unsafe()}::uuid, ${accountId}::uuid, ${hash}::bytea, ${name}::text, ${hint}::text,
            ${scopes}::text[], ${at}::timestamptz
          WHERE NOT EXISTS (SELECT FROM core_account_deletions WHERE account_id = ${accountId}::uuid)
          RETURNING ${key}`
    })
    const keys = SqlSchema.findAll({
      Request: Schema.String,
      Result: Key,
      execute: (accountId) =>
        sql`SELECT ${key} FROM core_api_keys WHERE account_id = ${accountId}::uuid ORDER BY created_at`
    })
    const revokeKey = SqlSchema.findOne({
      Request: Schema.Struct({ keyId: Schema.String, at: Schema.String }),
      Result: Key,
      execute: ({ at, keyId }) =>
        sql`WITH revoked AS (
            UPDATE core_api_keys SET revoked_at = coalesce(revoked_at, ${at}::timestamptz)
            WHERE id = ${keyId}::uuid RETURNING *)
          SELECT ${key}, pg_notify(${revokedChannel}, id::text) FROM revoked`
    })

    const noted = (change: Parameters<typeof recordChange>[0]) =>
      Effect.provideService(recordChange(change), SqlClient.SqlClient, sql)
    return Accounts.of({
      create: Effect.fn("Accounts.create")(function* ({ email, plan }) {
        yield* assertText("email", 320, email)
        const created = yield* insert({ email, plan, at: yield* now })
        if (Option.isNone(created)) {
          return yield* new AccountError({ reason: "email_taken", message: `${email} already has an account` })
        }
        yield* noted({ event: "security.account_created", accountId: created.value.id, detail: { plan } })
        return created.value
      }, sql.withTransaction),
      find: Effect.fn("Accounts.find")((idOrEmail) =>
        Effect.catchTag(find(idOrEmail), "NoSuchElementError", noAccount(idOrEmail))
      ),
      list: list().pipe(Effect.withSpan("Accounts.list")),
      setPlan: Effect.fn("Accounts.setPlan")(function* (accountId, plan) {
        const before = yield* Effect.catchTag(planOf(accountId), "NoSuchElementError", noAccount(accountId))
        const changed = yield* Effect.catchTag(setPlan({ accountId, plan }), "NoSuchElementError", noAccount(accountId))
        if (before.plan === plan) return changed
        // Nodes remember a key with its plan.
        yield* sql`SELECT pg_notify(${revokedChannel}, id::text) FROM core_api_keys
          WHERE account_id = ${accountId}::uuid AND revoked_at IS NULL`
        const change = { from: before.plan, to: plan }
        yield* Effect.provideService(
          events.publish(AccountPlanChanged, { accountId, ...change }),
          SqlClient.SqlClient,
          sql
        )
        yield* noted({ event: "security.plan_changed", accountId, detail: change })
        return changed
      }, sql.withTransaction),
      createKey: Effect.fn("Accounts.createKey")(function* ({ accountId, name, scopes = defaultScopes }) {
        yield* assertText("name", 100, name)
        const value = ApiKey.generate()
        const text = Redacted.value(value)
        const made = { accountId, hash: ApiKey.hashOf(text), name, hint: ApiKey.hintOf(text), scopes, at: yield* now }
        const key = yield* Effect.catchTag(insertKey(made), "NoSuchElementError", () =>
          Effect.fail(new AccountError({ reason: "deleting", message: `the account '${accountId}' is being deleted` }))
        )
        const detail = { keyId: key.id, key: key.hint, scopes: scopes.join(" ") }
        yield* noted({ event: "security.key_created", accountId, detail })
        return { key, value }
      }, sql.withTransaction),
      keys: Effect.fn("Accounts.keys")(keys),
      revokeKey: Effect.fn("Accounts.revokeKey")(function* (keyId) {
        if (!isUuid(keyId))
          return yield* new AccountError({ reason: "not_found", message: `'${keyId}' isn't a key id` })
        const key = yield* Effect.catchTag(
          revokeKey({ keyId, at: yield* now }),
          "NoSuchElementError",
          missing(`no key '${keyId}'; 'storeglass key list' shows them`)
        )
        const detail = { keyId: key.id, key: key.hint }
        yield* noted({ event: "security.key_revoked", accountId: key.accountId, detail })
        return key
      }, sql.withTransaction)
    })
  })
)
