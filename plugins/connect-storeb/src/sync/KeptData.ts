import { type Connection, Connections, ConnectionUnusable, NoConnection } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { kind } from "../PlayConnection.ts"

/** Who reads: an account, by the connection that it had when the read began. */
export type Reading = Pick<Connection["saved"], "accountId" | "revision">

const make = Effect.gen(function* () {
  const connections = yield* Connections
  const sql = yield* SqlClient.SqlClient
  const lock = (room: string, accountId: string) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`connect-storeb/${room}/${accountId}`}, 0))`

  return {
    /**
     * Writes what was read, in one transaction, if the account still has the connection by which it was read. A purge and such
     * a write take turns: either the purge deletes what was written, or the write sees that the connection is gone.
     */
    write: <A, E, R>(room: string, { accountId, revision }: Reading, write: Effect.Effect<A, E, R>) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* lock(room, accountId)
          const status = yield* connections.status(accountId, kind)
          if (status === undefined) return yield* new NoConnection({ kind })
          if (status.revision !== revision) return yield* new ConnectionUnusable({ kind, reason: "replaced" })
          return yield* write
        })
      ),
    /** Deletes what is kept, in the transaction at hand. */
    purge: <A, E, R>(room: string, accountId: string, purge: Effect.Effect<A, E, R>) =>
      Effect.andThen(lock(room, accountId), purge)
  }
})

/** The one way to keep or delete what was read by a connection: nothing outlives its purge, or gets to the next connection. */
export class KeptData extends Context.Service<KeptData, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/KeptData"
) {
  static readonly layer = Layer.effect(this, make)
}
