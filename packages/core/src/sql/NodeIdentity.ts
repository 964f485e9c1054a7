import { randomInt } from "node:crypto"
import { Context, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** First half of the two-part advisory lock that each live node holds. */
const lockClass = 726_354_811

/**
 * This process among the nodes on one database. Each holds a session lock under its number, so that the others see at
 * once when it is gone.
 */
export class NodeIdentity extends Context.Service<
  NodeIdentity,
  {
    readonly id: number
    /** False when no connection holds that node's lock. */
    readonly isAlive: (node: number) => Effect.Effect<boolean, SqlError.SqlError | Schema.SchemaError>
  }
>()("@storeglass/core/sql/NodeIdentity") {}

const Free = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ free: Schema.Boolean })]))

export const layer = Layer.effect(
  NodeIdentity,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = randomInt(1, 2 ** 31 - 1)
    yield* Effect.gen(function* () {
      const connection = yield* sql.reserve
      yield* connection.executeRaw("SELECT pg_advisory_lock($1::int, $2::int)", [lockClass, id])
      yield* Effect.addFinalizer(() =>
        Effect.ignore(connection.executeRaw("SELECT pg_advisory_unlock($1::int, $2::int)", [lockClass, id]))
      )
      // The lock lives as long as this connection: a failing heartbeat means taking both anew.
      yield* Effect.repeat(connection.executeRaw("SELECT 1", []), Schedule.spaced("2 seconds"))
    }).pipe(Effect.scoped, Effect.retry(Schedule.spaced("250 millis")), Effect.forkScoped)

    return NodeIdentity.of({
      id,
      isAlive: (node) =>
        Effect.map(
          Effect.flatMap(sql`SELECT pg_try_advisory_xact_lock(${lockClass}::int, ${node}::int) AS free`, Free),
          ([row]) => !row.free
        )
    })
  })
)
