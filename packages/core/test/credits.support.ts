import { PgClient } from "@effect/sql-pg"
import { Credits } from "@storeglass/plugin-api"
import { adjustableClock, migratedDatabase } from "@storeglass/testkit"
import { Clock, Context, Effect, Latch, Layer, type Redacted, References } from "effect"
import { SqlClient } from "effect/sql"

export { migratedDatabase } from "@storeglass/testkit"
export { eventually } from "./eventually.ts"

import * as CreditLedger from "../src/credits/CreditLedger.ts"

export const quiet = Effect.provideService(References.MinimumLogLevel, "None")

/** A client with a pool of its own. */
export const poolOn = (url: Redacted.Redacted<string>, maxConnections = 6) => PgClient.layer({ url, maxConnections })

/** A node's ledger, as the gateway has it. */
export const ledgerOn = (url: Redacted.Redacted<string>, options: CreditLedger.CreditLedgerOptions = {}) =>
  CreditLedger.layer(options).pipe(Layer.provideMerge(poolOn(url)))

export const at = (text: string) => Date.parse(text)

/** A node that lives at this time. */
export const ledgerAt = Effect.fnUntraced(function* (text: string) {
  const url = yield* migratedDatabase
  const time = adjustableClock(at(text))
  const node = Effect.provideService(Layer.build(Layer.fresh(ledgerOn(url))), Clock.Clock, time.clock)
  const context = yield* node
  const run = <A, E>(effect: Effect.Effect<A, E, CreditLedger.CreditLedger | Credits | SqlClient.SqlClient>) =>
    effect.pipe(Effect.provideContext(context), Effect.provideService(Clock.Clock, time.clock))
  return {
    time,
    run,
    node,
    ledger: Context.get(context, CreditLedger.CreditLedger),
    credits: Context.get(context, Credits)
  }
})

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
