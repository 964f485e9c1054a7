import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** Accounts whose count is remembered. */
const accountsMax = 10_000
/** How long an account stays refused before it is counted again. */
const refusedForMs = 5_000

interface Count {
  /** Records at the last count, and begun here since. */
  records: number
  since: number
  countedNs: bigint
}

const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ records: Schema.Int })]))

/**
 * How many records an account has, near enough: counted in the database once in a hundredth of what it may have, so
 * several nodes together let through a few hundredths more.
 */
export const makeQuota = Effect.fnUntraced(function* (recordsMax: number) {
  const sql = yield* SqlClient.SqlClient
  const counts = new Map<string, Count>()
  const step = Math.max(1, Math.floor(recordsMax / 100))

  const counted = Effect.fnUntraced(function* (accountId: string) {
    const now = new Date(yield* Clock.currentTimeMillis).toISOString()
    const [{ records }] = yield* Effect.flatMap(
      sql`SELECT count(*)::int AS records FROM (SELECT 1 FROM core_idempotency
        WHERE account_id = ${accountId}::uuid AND expires_at > ${now}::timestamptz LIMIT ${recordsMax}) AS kept`,
      decodeCount
    )
    const count = { records, since: 0, countedNs: yield* Clock.monotonicTimeNanos }
    counts.delete(accountId)
    counts.set(accountId, count)
    if (counts.size > accountsMax) {
      for (const [oldest] of counts) {
        counts.delete(oldest)
        break
      }
    }
    return count
  })

  return {
    isFull: Effect.fnUntraced(function* (accountId: string) {
      const known = counts.get(accountId)
      const isFull = known !== undefined && known.records >= recordsMax
      const isDue = isFull
        ? (yield* Clock.monotonicTimeNanos) - known.countedNs >= BigInt(refusedForMs) * 1_000_000n
        : known === undefined || known.since >= step
      const count = known === undefined || isDue ? yield* counted(accountId) : known
      return count.records >= recordsMax
    }),
    /** A record was begun here. */
    count: (accountId: string) => {
      const known = counts.get(accountId)
      if (known !== undefined) known.since += 1
    }
  }
})
