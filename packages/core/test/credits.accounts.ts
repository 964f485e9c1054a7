import { Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { CreditLedger } from "../src/credits/CreditLedger.ts"
import { periodOf } from "../src/credits/period.ts"

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
  const ledger = yield* CreditLedger
  return {
    id: more.id ?? uuidV7Unsafe(),
    accountId,
    bucket: more.bucket ?? 0,
    period: more.period ?? periodOf(yield* Clock.currentTimeMillis),
    credits,
    operationId: yield* ledger.operationId("GET /tested")
  }
})
