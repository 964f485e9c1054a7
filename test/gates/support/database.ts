import { PgClient } from "@effect/sql-pg"
import { Accounts, auditLedger, CreditLedger, EventsLive, type PlanId } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Credits, type Scope as KeyScope } from "@storeglass/plugin-api"
import { Effect, Layer, Redacted, Schema, type Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { GateError } from "./gate.ts"

const failed = (doing: string) => (cause: unknown) =>
  new GateError({ message: `${doing}: ${cause instanceof Error ? cause.message : String(cause)}` })

/** A PostgreSQL of the gate's own, with its defaults: every commit waits for the disk. */
export const startPostgres = Effect.mapError(
  EmbeddedPostgres.temporary({ maxConnections: 300 }),
  failed("the built-in PostgreSQL")
)

/** Longer than any gate runs. */
const heldForMs = 24 * 60 * 60 * 1000

let databases = 0
/** A new, empty database on a server. */
export const freshDatabase = (server: { readonly url: Redacted.Redacted<string> }) =>
  Effect.suspend(() => {
    databases += 1
    return Effect.mapError(
      EmbeddedPostgres.createDatabase(server.url, `gate_${process.pid}_${databases}`),
      failed("a new database")
    )
  })

const services = (url: Redacted.Redacted<string>) =>
  Layer.mergeAll(Accounts.layer, CreditLedger.layer()).pipe(
    Layer.provide(EventsLive([])),
    Layer.provideMerge(PgClient.layer({ url, maxConnections: 4 }))
  )

/** Runs an effect with the core's accounts and ledger on a database that a gateway has migrated. */
export const onDatabase = <A, E>(
  url: Redacted.Redacted<string>,
  work: Effect.Effect<A, E, Layer.Success<ReturnType<typeof services>> | Scope.Scope>
): Effect.Effect<A, GateError> =>
  Effect.scoped(Effect.provide(work, services(url))).pipe(Effect.mapError(failed("the database")))

/** Reads rows of a shape. */
export const query = <A>(url: Redacted.Redacted<string>, schema: Schema.Codec<A, unknown>, text: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.flatMap(sql.unsafe(text), Schema.decodeUnknownEffect(schema)))
  )

/** Revokes a key without telling any node. */
export const revokeUnheard = (url: Redacted.Redacted<string>, keyId: string) =>
  onDatabase(
    url,
    SqlClient.SqlClient.use((sql) => sql`UPDATE core_api_keys SET revoked_at = now() WHERE id = ${keyId}::uuid`)
  )

/** Makes the commits of a database wait for no disk by default, as some operators have it. */
export const unflushed = (url: Redacted.Redacted<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`
  ).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })), Effect.mapError(failed("the database")))

export interface GateAccount {
  readonly accountId: string
  readonly keyId: string
  readonly apiKey: string
}

export interface AccountOptions {
  readonly plan?: PlanId
  /** Credits that its general bucket is to have left: the difference is granted, or held. */
  readonly limit?: number
  readonly planLimit?: number
  /** Default: those of a customer. */
  readonly scopes?: ReadonlyArray<KeyScope>
}

/** Does something while charges of an account wait for its balance. */
export const whileLocked = <A>(
  url: Redacted.Redacted<string>,
  accountId: string,
  work: Effect.Effect<A>
): Effect.Effect<A, GateError> =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.andThen(sql`SELECT 1 FROM core_credit_balances WHERE account_id = ${accountId}::uuid FOR UPDATE`, work)
      )
    )
  )

/** Gives an account one more key. */
export const addKey = (url: Redacted.Redacted<string>, accountId: string): Effect.Effect<string, GateError> =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const accounts = yield* Accounts.Accounts
      const { value } = yield* accounts.createKey({ accountId, name: "gate, another" })
      return Redacted.value(value)
    })
  )

/** Makes accounts with a key each. */
export const makeAccounts = (
  url: Redacted.Redacted<string>,
  count: number,
  { limit, plan = "large", planLimit = 1_000_000, scopes }: AccountOptions = {}
): Effect.Effect<ReadonlyArray<GateAccount>, GateError> =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const accounts = yield* Accounts.Accounts
      const ledger = yield* CreditLedger.CreditLedger
      const credits = yield* Credits
      return yield* Effect.forEach(
        Array.from({ length: count }),
        Effect.fnUntraced(function* () {
          const account = yield* accounts.create({ email: `${uuidV7Unsafe()}@example.com`, plan })
          const made = yield* accounts.createKey({
            accountId: account.id,
            name: "gate",
            ...(scopes === undefined ? {} : { scopes })
          })
          const more = limit === undefined ? 0 : limit - planLimit
          const id = uuidV7Unsafe()
          if (more > 0) yield* ledger.grant({ id, accountId: account.id, bucket: "general", credits: more })
          else if (more < 0) {
            yield* credits.hold({
              id,
              accountId: account.id,
              bucket: "general",
              credits: -more,
              operation: "gate",
              forMs: heldForMs
            })
          }
          return { accountId: account.id, keyId: made.key.id, apiKey: Redacted.value(made.value) }
        })
      )
    })
  )

const EntryRows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    accountId: Schema.String,
    period: Schema.String,
    kind: Schema.String,
    credits: Schema.Int,
    ref: Schema.NullOr(Schema.String),
    at: Schema.String
  })
)
export type Entry = (typeof EntryRows.Type)[number]

/** The ledger's entries, of all accounts or of these. */
export const entriesOf = (url: Redacted.Redacted<string>, accountIds?: ReadonlyArray<string>) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const only = accountIds === undefined ? sql`true` : sql`account_id = ANY (${accountIds}::uuid[])`
      return yield* Effect.flatMap(
        sql`SELECT id, account_id AS "accountId", to_char(period, 'YYYY-MM-DD') AS period, kind,
            used_delta AS credits, ref, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
          FROM core_credit_entries WHERE ${only}`,
        Schema.decodeUnknownEffect(EntryRows)
      )
    })
  )

const KeyRows = Schema.Array(
  Schema.Struct({ key: Schema.String, requestId: Schema.String, status: Schema.NullOr(Schema.Int) })
)
/** The idempotency records: under which id each key runs. */
export const idempotencyOf = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* Effect.flatMap(
        sql`SELECT key, request_id AS "requestId", status FROM core_idempotency`,
        Schema.decodeUnknownEffect(KeyRows)
      )
    })
  )

/** Figures of the ledger that are not the sum of their entries, and logged answers that their charges contradict. */
export const differencesOf = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.map(auditLedger(), ({ deliveries, differences }) => [...differences, ...deliveries])
  )

/** Runs a statement for its effect. */
export const execute = (url: Redacted.Redacted<string>, statement: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement).unprepared)
  )
