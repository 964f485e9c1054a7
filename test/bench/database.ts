import { PgClient } from "@effect/sql-pg"
import { ApiKey, CreditLedger, coreMigrations, migrate, periodEndMs, periodOf } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"

/** Every account gets the same; nobody runs out. */
const grantedCredits = 1_000_000_000

export interface Customer {
  readonly accountId: string
  readonly key: string
}

export const makeCustomers = (count: number): ReadonlyArray<Customer> =>
  Array.from({ length: count }, () => ({ accountId: uuidV7Unsafe(), key: Redacted.value(ApiKey.generate()) }))

const client = (url: Redacted.Redacted<string>) => PgClient.layer({ url, maxConnections: 2 })

const seed = Effect.fn("seed")(function* (customers: ReadonlyArray<Customer>) {
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  const at = new Date(nowMs).toISOString()
  const ids = customers.map(({ accountId }) => accountId)
  const hashes = customers.map(({ key }) => ApiKey.hashOf(key).toString("hex"))
  yield* sql`INSERT INTO core_accounts (id, email, plan, created_at)
    SELECT id, id || '@example.com', 'large', ${at}::timestamptz FROM unnest(${ids}::uuid[]) AS id`
  yield* sql`INSERT INTO core_api_keys (id, account_id, hash, name, hint, scopes, created_at)
    SELECT gen_random_uuid(), id, decode(hash, 'hex'), 'bench', 'bench', '{read,write}', ${at}::timestamptz
    FROM unnest(${ids}::uuid[], ${hashes}::text[]) AS i (id, hash)`
  // The next month too, for a run over midnight of the last day.
  const period = periodOf(nowMs)
  for (const each of [period, periodOf(periodEndMs(period))]) {
    yield* sql`SELECT core_grant(gen_random_uuid(), id, 0::smallint, ${each}::date, ${grantedCredits}::int, 1, ${at}::timestamptz)
      FROM core_accounts`
  }
  yield* sql`SELECT core_request_partition(day::date) FROM generate_series(${at}::date, ${at}::date + 1, '1 day') AS day`
  yield* sql`VACUUM ANALYZE`.unprepared
})

/** A PostgreSQL of the bench's own, with its defaults: fsync on, every commit waits for the disk. */
export const startDatabase = EmbeddedPostgres.temporary({ maxConnections: 200 })

/** A database with the gateway's own tables, the plans and these customers. */
export const createBenchDatabase = Effect.fn("createBenchDatabase")(function* (
  server: Redacted.Redacted<string>,
  name: string,
  customers: ReadonlyArray<Customer>
) {
  const url = yield* EmbeddedPostgres.createDatabase(server, name)
  yield* Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(client(url))
      yield* Effect.provideContext(migrate("core", coreMigrations), context)
      // The ledger writes the plans and makes the partitions when it starts.
      yield* Effect.provideContext(Layer.build(CreditLedger.layer()), context)
      yield* Effect.provideContext(seed(customers), context)
    })
  )
  return url
})

const Totals = Schema.Tuple([Schema.Struct({ charges: Schema.BigInt, credits: Schema.BigInt, commits: Schema.BigInt })])

export interface Totals {
  readonly charges: number
  readonly credits: number
  /** Transactions that the charges were committed by. */
  readonly commits: number
}

/** What a database's ledger holds. */
export const totalsOf = (url: Redacted.Redacted<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(client(url))
      const sql = yield* Effect.provideContext(SqlClient.SqlClient, context)
      const [row] = yield* Effect.flatMap(
        sql`SELECT count(*) AS charges, coalesce(sum(used_delta), 0)::bigint AS credits,
            count(DISTINCT xmin::text) AS commits FROM core_credit_entries WHERE kind = 'charge'`,
        Schema.decodeUnknownEffect(Totals)
      )
      const totals: Totals = {
        charges: Number(row.charges),
        credits: Number(row.credits),
        commits: Number(row.commits)
      }
      return totals
    })
  )

/** Writes out what the row before left behind, so that the next one does not pay for it. */
export const checkpoint = (url: Redacted.Redacted<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(client(url))
      const sql = yield* Effect.provideContext(SqlClient.SqlClient, context)
      yield* sql`CHECKPOINT`.unprepared
    })
  )
