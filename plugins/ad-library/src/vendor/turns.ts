import { Locks, type LockUnavailable } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const atOnce = 2
/** Longer than any request, so that nobody waits for a turn in vain. */
const waitMs = 60_000

const Turn = Schema.Array(Schema.Struct({ waitMs: Schema.Finite }))

/**
 * One turn at the repository after the other, `spacingMs` apart, at most two at once, over all nodes: it has no
 * published limit and every node has the same address to it.
 */
export const makeTurns = Effect.fnUntraced(function* (spacingMs: number) {
  const sql = yield* SqlClient.SqlClient
  const locks = yield* Locks
  let turn = 0

  /** The database's clock is the one that all nodes share. */
  const pace = Effect.gen(function* () {
    const rows = yield* sql`
      UPDATE ad_library_turns SET next_at = greatest(next_at, clock_timestamp()) + ${spacingMs} * interval '1 millisecond'
      RETURNING (extract(epoch FROM next_at - clock_timestamp()) * 1000 - ${spacingMs})::float8 AS "waitMs"`
    const [told] = yield* Effect.orDie(Schema.decodeUnknownEffect(Turn)(rows))
    if (told !== undefined && told.waitMs > 0) yield* Effect.sleep(told.waitMs)
  })

  return <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E | LockUnavailable | SqlError.SqlError, R> =>
    Effect.suspend(() => {
      turn = (turn + 1) % atOnce
      return locks.withKey(`ad-library.turn:${turn}`, Effect.andThen(pace, request), { waitMs })
    })
})
