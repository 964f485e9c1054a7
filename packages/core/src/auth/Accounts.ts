import {
  AccountChanged,
  AccountPlanChanged,
  type ApiKeyDetails,
  Events,
  isoColumn,
  isUuid
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { recordAudit } from "../audit/records.ts"
import type { PlanId } from "../credits/plans.ts"
import { recordChange } from "../security/SecurityChanges.ts"
import { AccountError, assertText, revokedChannel } from "./accountErrors.ts"
import { type Keys, makeKeys } from "./Keys.ts"

export { AccountError, revokedChannel } from "./accountErrors.ts"

const Account = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  plan: Schema.String,
  /** From when on it has this plan, as who set it says; null: since before that was kept. */
  planSince: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  /** When it was suspended; null: it isn't. */
  suspendedAt: Schema.NullOr(Schema.String),
  /** Why, as its people may read it. */
  suspendedFor: Schema.NullOr(Schema.String),
  /** When all that is kept for it is forgotten; null: nobody asked for that. */
  deletionDueAt: Schema.NullOr(Schema.String)
})
export type Account = typeof Account.Type
export type Key = ApiKeyDetails

type Failure = SqlError.SqlError | Schema.SchemaError

/** Accounts and their keys, as the CLI, the dashboard and the boot use them. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** `only`: refused where another account has the e-mail. */
    readonly create: (account: {
      readonly email: string
      readonly plan: PlanId
      readonly only?: boolean
    }) => Effect.Effect<Account, AccountError | Failure>
    /** By id or email; of several with the email the oldest. */
    readonly find: (idOrEmail: string) => Effect.Effect<Account, AccountError | Failure>
    readonly byId: (accountId: string) => Effect.Effect<Account | undefined, Failure>
    /** All with this e-mail, the oldest first. */
    readonly byEmail: (email: string) => Effect.Effect<ReadonlyArray<Account>, Failure>
    /** By id, by what their e-mails contain, or by a key's id or hint; newest first, those before `before`. `ids`: those too. */
    readonly search: (wanted: {
      readonly text?: string | undefined
      readonly ids?: ReadonlyArray<string> | undefined
      readonly before?: string | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Account>, Failure>
    readonly list: Effect.Effect<ReadonlyArray<Account>, Failure>
    readonly setEmail: (accountId: string, email: string) => Effect.Effect<Account, AccountError | Failure>
    /**
     * Takes effect with the next charge, on every node. Plugins hear of it by `AccountPlanChanged`. `sinceMs`: from when on it's
     * to hold, now if left out; a plan that was set from a later moment on stays.
     */
    readonly setPlan: (
      accountId: string,
      plan: PlanId,
      sinceMs?: number
    ) => Effect.Effect<Account, AccountError | Failure>
    /** Refuses its keys and tokens on every node within the bound of `KeyRing`. Its schedules are the caller's to pause. */
    readonly suspend: (accountId: string, reason: string) => Effect.Effect<Account, AccountError | Failure>
    readonly unsuspend: (accountId: string) => Effect.Effect<Account, AccountError | Failure>
  } & Keys
>()("@storeglass/core/auth/Accounts") {}

const NewAccount = Schema.Struct({ email: Schema.String, plan: Schema.String, at: Schema.String })
const accountColumns = `id, email, plan, ${isoColumn("plan_since")} AS "planSince", ${isoColumn("created_at")} AS "createdAt",
  ${isoColumn("suspended_at")} AS "suspendedAt", suspended_for AS "suspendedFor",
  (SELECT ${isoColumn("due_at")} FROM core_account_deletions WHERE account_id = id) AS "deletionDueAt"`

const suspensionOf = ({ suspendedAt, suspendedFor }: Account) => ({ suspendedAt, reason: suspendedFor })

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const events = yield* Events
    const account = sql.literal(accountColumns)
    const now = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())
    const missing = (message: string) => () => Effect.fail(new AccountError({ reason: "not_found", message }))
    const noAccount = (what: string) => missing(`no account '${what}'; create one with 'storeglass account create'`)

    const insert = SqlSchema.findOne({
      Request: NewAccount,
      Result: Account,
      execute: ({ at, email, plan }) =>
        sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (${SecureRandom.uuidV7Unsafe()}::uuid, ${email}, ${plan}, ${at}::timestamptz) RETURNING ${account}`
    })
    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Account,
      execute: (idOrEmail) => {
        const where = isUuid(idOrEmail) ? sql`id = ${idOrEmail}::uuid` : sql`lower(email) = lower(${idOrEmail})`
        return sql`SELECT ${account} FROM core_accounts WHERE ${where} ORDER BY created_at, id LIMIT 1`
      }
    })
    const list = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Account,
      execute: () => sql`SELECT ${account} FROM core_accounts ORDER BY created_at LIMIT 1000`
    })
    const byEmail = SqlSchema.findAll({
      Request: Schema.String,
      Result: Account,
      execute: (email) =>
        sql`SELECT ${account} FROM core_accounts WHERE lower(email) = lower(${email}) ORDER BY created_at, id`
    })
    const search = SqlSchema.findAll({
      Request: Schema.Struct({
        text: Schema.String,
        key: Schema.NullOr(Schema.String),
        ids: Schema.Array(Schema.String),
        before: Schema.NullOr(Schema.String),
        limit: Schema.Int
      }),
      Result: Account,
      execute: ({ before, ids, key, limit, text }) =>
        // Ids are in the order of time.
        sql`SELECT ${account} FROM core_accounts
          WHERE (${before}::uuid IS NULL OR id < ${before}::uuid)
            AND (id::text = lower(${text}) OR strpos(lower(email), lower(${text})) > 0 OR id = ANY(${ids}::uuid[])
              OR id IN (SELECT account_id FROM core_api_keys WHERE ${key}::text IS NOT NULL
                AND (id::text = lower(${key}) OR hint = ${key})))
          ORDER BY id DESC LIMIT ${limit}`
    })
    const setEmail = SqlSchema.findOne({
      Request: Schema.Struct({ accountId: Schema.String, email: Schema.String }),
      Result: Account,
      execute: ({ accountId, email }) =>
        sql`UPDATE core_accounts SET email = ${email} WHERE id = ${accountId}::uuid RETURNING ${account}`
    })
    const planOf = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ plan: Schema.String, sinceMs: Schema.NullOr(Schema.Number) }),
      execute: (accountId) =>
        sql`SELECT plan, (extract(epoch FROM plan_since) * 1000)::float8 AS "sinceMs"
          FROM core_accounts WHERE id = ${accountId}::uuid FOR UPDATE`
    })
    const setPlan = SqlSchema.findOne({
      Request: Schema.Struct({ accountId: Schema.String, plan: Schema.String, since: Schema.String }),
      Result: Account,
      execute: ({ accountId, plan, since }) =>
        sql`UPDATE core_accounts SET plan = ${plan}, plan_since = ${since}::timestamptz
          WHERE id = ${accountId}::uuid RETURNING ${account}`
    })
    const suspend = SqlSchema.findOne({
      Request: Schema.Struct({
        accountId: Schema.String,
        at: Schema.NullOr(Schema.String),
        reason: Schema.NullOr(Schema.String)
      }),
      Result: Account,
      execute: ({ accountId, at, reason }) =>
        sql`WITH changed AS (
            UPDATE core_accounts SET suspended_at = ${at}::timestamptz, suspended_for = ${reason}
            WHERE id = ${accountId}::uuid RETURNING *)
          SELECT ${account}, pg_notify(${revokedChannel}, id::text) FROM changed`
    })

    const noted = (change: Parameters<typeof recordChange>[0]) =>
      Effect.provideService(recordChange(change), SqlClient.SqlClient, sql)
    const told = Effect.fnUntraced(function* (accountId: string, change: "suspended" | "unsuspended") {
      const atMs = yield* Clock.currentTimeMillis
      yield* Effect.provideService(
        events.publish(AccountChanged, { accountId, change, targetId: null, atMs }),
        SqlClient.SqlClient,
        sql
      )
    })
    const found = (idOrEmail: string) =>
      Effect.catchTag(find(idOrEmail), "NoSuchElementError", () => Effect.succeed(undefined))
    const existing = (accountId: string) =>
      isUuid(accountId)
        ? Effect.catchTag(find(accountId), "NoSuchElementError", noAccount(accountId))
        : noAccount(accountId)()
    const keys = yield* makeKeys(events)
    return Accounts.of({
      create: Effect.fn("Accounts.create")(function* ({ email, only = false, plan }) {
        yield* assertText("email", 320, email)
        if (only) {
          // Of several that ask at once, one makes it.
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`core_accounts ${email.toLowerCase()}`}, 0))`
          if ((yield* found(email)) !== undefined) {
            return yield* new AccountError({ reason: "email_taken", message: `${email} already has an account` })
          }
        }
        const created = yield* Effect.catchTag(
          insert({ email, plan, at: yield* now }),
          "NoSuchElementError",
          Effect.die
        )
        yield* noted({
          event: "security.account_created",
          accountId: created.id,
          detail: { plan },
          audit: { target: { kind: "account", id: created.id }, after: { plan } }
        })
        return created
      }, sql.withTransaction),
      find: Effect.fn("Accounts.find")((idOrEmail) =>
        Effect.catchTag(find(idOrEmail), "NoSuchElementError", noAccount(idOrEmail))
      ),
      byId: Effect.fn("Accounts.byId")((accountId) =>
        isUuid(accountId) ? found(accountId) : Effect.succeed(undefined)
      ),
      byEmail: Effect.fn("Accounts.byEmail")(byEmail),
      search: Effect.fn("Accounts.search")(({ before, ids = [], limit, text = "" }) =>
        search({
          text,
          ids: ids.filter(isUuid),
          key: isUuid(text) || text.startsWith("sg_live_") ? text : null,
          before: before !== undefined && isUuid(before) ? before : null,
          limit: Math.min(Math.max(limit, 1), 1_000)
        })
      ),
      list: list().pipe(Effect.withSpan("Accounts.list")),
      setEmail: Effect.fn("Accounts.setEmail")(function* (accountId, email) {
        yield* assertText("email", 320, email)
        yield* existing(accountId)
        const changed = yield* Effect.catchTag(
          setEmail({ accountId, email }),
          "NoSuchElementError",
          noAccount(accountId)
        )
        yield* Effect.provideService(
          recordAudit({ action: "account.email-changed", accountId, target: { kind: "account", id: accountId } }),
          SqlClient.SqlClient,
          sql
        )
        return changed
      }, sql.withTransaction),
      setPlan: Effect.fn("Accounts.setPlan")(function* (accountId, plan, sinceMs) {
        const { sinceMs: keptMs, ...before } = yield* Effect.catchTag(
          planOf(accountId),
          "NoSuchElementError",
          noAccount(accountId)
        )
        const fromMs = sinceMs ?? (yield* Clock.currentTimeMillis)
        if (sinceMs !== undefined && keptMs !== null && keptMs > sinceMs) return yield* existing(accountId)
        const changed = yield* Effect.catchTag(
          setPlan({ accountId, plan, since: new Date(fromMs).toISOString() }),
          "NoSuchElementError",
          noAccount(accountId)
        )
        if (before.plan === plan) return changed
        // Nodes remember a key with its plan.
        yield* sql`SELECT pg_notify(${revokedChannel}, ${accountId})`
        const change = { from: before.plan, to: plan }
        yield* Effect.provideService(
          events.publish(AccountPlanChanged, { accountId, ...change }),
          SqlClient.SqlClient,
          sql
        )
        yield* noted({
          event: "security.plan_changed",
          accountId,
          detail: change,
          audit: { target: { kind: "account", id: accountId }, before, after: { plan } }
        })
        return changed
      }, sql.withTransaction),
      suspend: Effect.fn("Accounts.suspend")(function* (accountId, reason) {
        yield* assertText("reason", 500, reason)
        const before = yield* existing(accountId)
        const at = before.suspendedAt ?? (yield* now)
        const changed = yield* Effect.catchTag(
          suspend({ accountId, at, reason }),
          "NoSuchElementError",
          noAccount(accountId)
        )
        yield* noted({
          event: "security.account_suspended",
          accountId,
          detail: { reason },
          audit: {
            target: { kind: "account", id: accountId },
            before: suspensionOf(before),
            after: suspensionOf(changed)
          }
        })
        if (before.suspendedAt === null) yield* told(accountId, "suspended")
        return changed
      }, sql.withTransaction),
      unsuspend: Effect.fn("Accounts.unsuspend")(function* (accountId) {
        const before = yield* existing(accountId)
        if (before.suspendedAt === null) return before
        const nothing = { accountId, at: null, reason: null }
        const changed = yield* Effect.catchTag(suspend(nothing), "NoSuchElementError", noAccount(accountId))
        yield* noted({
          event: "security.account_unsuspended",
          accountId,
          detail: {},
          audit: {
            target: { kind: "account", id: accountId },
            before: suspensionOf(before),
            after: suspensionOf(changed)
          }
        })
        yield* told(accountId, "unsuspended")
        return changed
      }, sql.withTransaction),
      ...keys
    })
  })
)
