import { PgClient } from "@effect/sql-pg"
import { freshDatabase } from "@storeglass/testkit"
import { Clock, Context, Effect, Latch, Layer, type Redacted, References, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"

export { eventually } from "./eventually.ts"

import * as CreditLedger from "../src/credits/CreditLedger.ts"
import { periodOf } from "../src/credits/period.ts"
import { coreMigrations } from "../src/migrations.ts"
import { migrate } from "../src/sql/Migrations.ts"

export const quiet = Effect.provideService(References.MinimumLogLevel, "None")

/** A client with a pool of its own. */
export const poolOn = (url: Redacted.Redacted<string>, maxConnections = 6) => PgClient.layer({ url, maxConnections })

/** A new database with the tables of the core. */
export const migratedDatabase = Effect.gen(function* () {
  const url = yield* freshDatabase()
  yield* Effect.provide(migrate("core", coreMigrations), poolOn(url, 1))
  return url
})

/** A node's ledger, as the gateway has it. */
export const ledgerOn = (url: Redacted.Redacted<string>, options: CreditLedger.CreditLedgerOptions = {}) =>
  CreditLedger.layer(options).pipe(Layer.provideMerge(poolOn(url)))

/** Several nodes, each with its own pool and ledger, on one database. */
export class Nodes extends Context.Service<
  Nodes,
  { readonly url: Redacted.Redacted<string>; readonly ledgers: ReadonlyArray<CreditLedger.CreditLedger["Service"]> }
>()("@storeglass/core/test/Nodes") {}

/** A database with so many nodes on it; the ledger in the context is the first one's. */
export const nodesLayer = (count: number, options: CreditLedger.CreditLedgerOptions = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const others = Layer.effect(
        Nodes,
        Effect.gen(function* () {
          const first = yield* CreditLedger.CreditLedger
          const built = yield* Effect.forEach(Array.from({ length: count - 1 }), () =>
            Layer.build(Layer.fresh(ledgerOn(url, options)))
          )
          return Nodes.of({
            url,
            ledgers: [first, ...built.map((context) => Context.get(context, CreditLedger.CreditLedger))]
          })
        })
      )
      return Layer.provideMerge(others, ledgerOn(url, options))
    })
  )

/** An account on a plan, without a key. */
export const openAccount = Effect.fnUntraced(function* (plan = "free") {
  const sql = yield* SqlClient.SqlClient
  const id = uuidV7Unsafe()
  yield* sql`INSERT INTO core_accounts (id, email, plan, created_at)
    VALUES (${id}::uuid, ${`${id}@example.com`}, ${plan}, now())`
  return id
})

/** A plan of its own with so many credits in each bucket. */
export const openPlan = Effect.fnUntraced(function* (credits: readonly [number, number, number]) {
  const sql = yield* SqlClient.SqlClient
  const plan = `test-${uuidV7Unsafe()}`
  for (const [bucket, amount] of credits.entries()) {
    yield* sql`INSERT INTO core_plans (plan, bucket, credits) VALUES (${plan}, ${bucket}, ${amount})`
  }
  return plan
})

export const setPlan = Effect.fnUntraced(function* (accountId: string, plan: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE core_accounts SET plan = ${plan} WHERE id = ${accountId}::uuid`
})

const Balances = Schema.Array(
  Schema.Struct({
    bucket: Schema.Int,
    period: Schema.String,
    used: Schema.BigInt,
    held: Schema.BigInt,
    granted: Schema.BigInt
  })
)

/** The balance rows of an account as plain numbers, by `bucket period`. */
export const balancesOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.flatMap(
    sql`SELECT bucket, to_char(period, 'YYYY-MM-DD') AS period, used, held, granted
      FROM core_credit_balances WHERE account_id = ${accountId}::uuid`,
    Schema.decodeUnknownEffect(Balances)
  )
  return new Map(
    rows.map(({ bucket, granted, held, period, used }) => [
      `${bucket} ${period}`,
      { used: Number(used), held: Number(held), granted: Number(granted) }
    ])
  )
})

const Entries = Schema.Array(
  Schema.Struct({ id: Schema.String, kind: Schema.String, period: Schema.String, used_delta: Schema.Int })
)

/** The entries of an account. */
export const entriesOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.flatMap(
    sql`SELECT id, kind, to_char(period, 'YYYY-MM-DD') AS period, used_delta
      FROM core_credit_entries WHERE account_id = ${accountId}::uuid ORDER BY at, id`,
    Schema.decodeUnknownEffect(Entries)
  )
})

/** A charge as the guard makes it. */
export const chargeOf = Effect.fnUntraced(function* (
  accountId: string,
  credits: number,
  more: { readonly id?: string; readonly bucket?: number; readonly period?: string } = {}
) {
  const ledger = yield* CreditLedger.CreditLedger
  return {
    id: more.id ?? uuidV7Unsafe(),
    accountId,
    bucket: more.bucket ?? 0,
    period: more.period ?? periodOf(yield* Clock.currentTimeMillis),
    credits,
    operationId: yield* ledger.operationId("GET /tested")
  }
})

/** Holds the balances of an account locked, so that charges of it are sent and wait, until the scope closes. */
export const lockBalances = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const locked = yield* Latch.make(false)
  const release = yield* Latch.make(false)
  yield* sql`SELECT 1 FROM core_credit_balances WHERE account_id = ${accountId}::uuid FOR UPDATE`.pipe(
    Effect.andThen(locked.open),
    Effect.andThen(release.await),
    sql.withTransaction,
    Effect.forkScoped
  )
  yield* locked.await
  return release.open
})

/** How many statements on this database wait for a lock. */
export const waitingStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return rows.length
})
