import { Socket } from "node:net"
import { PgClient, type PgConnection, PgPool, PgTypes } from "@effect/sql-pg"
import { Context, Effect, Exit, Layer, Metric, RcRef, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { counter } from "../metrics.ts"
import { type Link, linked, makeLink, socketTo } from "./link.ts"
import { type FoundPrimary, Primary } from "./Primary.ts"

/** After a move: how long what waits in the old pool has, which by then fails by itself. */
const retireMs = 10_000

const moves = counter("storeglass_database_moves_total", "Times that the primary of the database was another one.")

export interface DatabaseOptions {
  readonly maxConnections: number
  readonly applicationName: string
}

interface Pool {
  readonly found: FoundPrimary
  readonly pool: PgPool.PgPool
  readonly scope: Scope.Closeable
  readonly connectionOf: (connection: PgConnection.PgConnection) => SqlConnection.Connection
  readonly pinned: Effect.Effect<PgConnection.PgConnection, SqlError.SqlError, Scope.Scope>
  readonly reserved: Effect.Effect<SqlConnection.Connection, SqlError.SqlError, Scope.Scope>
  /** Ends its connections, those that are being opened too, and opens none any more. */
  readonly end: () => void
}

const openPool = Effect.fnUntraced(function* (
  found: FoundPrimary,
  { applicationName, maxConnections }: DatabaseOptions,
  parent: Scope.Scope,
  onTrouble: () => void
) {
  const scope = yield* Scope.fork(parent)
  const sockets = new Set<Socket>()
  let hasEnded = false
  const opened = socketTo(found.url)
  const pool = yield* Scope.provide(
    PgPool.make({
      url: found.url,
      applicationName,
      maxConnections,
      connectTimeout: "5 seconds",
      startupParameters: found.settings,
      stream: () => {
        if (hasEnded) return new Socket().destroy(new Error("this server is no longer the primary"))
        const socket = opened()
        sockets.add(socket)
        return socket.once("close", () => sockets.delete(socket))
      }
    }),
    scope
  )
  const links = new WeakMap<PgConnection.PgConnection, Link>()
  const known = new WeakMap<PgConnection.PgConnection, SqlConnection.Connection>()
  const linkOf = (connection: PgConnection.PgConnection) => {
    const link = links.get(connection) ?? makeLink(connection)
    links.set(connection, link)
    return link
  }
  const made: Pool = {
    found,
    pool,
    scope,
    connectionOf: (connection) => {
      const there = known.get(connection)
      if (there !== undefined) return there
      const first = linked(connection, linkOf(connection), onTrouble)
      known.set(connection, first)
      return first
    },
    pinned: pool.reserve,
    reserved: Effect.flatMap(pool.get, (connection) =>
      Effect.map(connection.pin, (pinned) => linked(pinned, linkOf(connection), onTrouble))
    ),
    end: () => {
      hasEnded = true
      for (const socket of sockets) socket.destroy()
    }
  }
  return made
})

// PostgreSQL says that a commit of a failed transaction was a rollback, not that it failed.
const commit = (connection: SqlConnection.Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    typeof result === "object" && result !== null && "command" in result && result.command === "ROLLBACK"
      ? Effect.fail(
          new SqlError.SqlError({
            reason: new SqlError.UnknownError({
              cause: new Error("COMMIT rolled back a failed transaction"),
              message: "COMMIT rolled back a failed transaction",
              operation: "commit"
            })
          })
        )
      : Effect.void
  )

const make = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const primary = yield* Primary
  const scope = yield* Scope.Scope
  let current = yield* openPool(primary.found(), options, scope, primary.suspect)

  const stop = primary.onMove(
    Effect.fnUntraced(function* (found) {
      const next = yield* Effect.orDie(openPool(found, options, scope, primary.suspect))
      const last = current
      const isAnother = last.found.url !== found.url || last.found.timeline !== found.timeline
      // An old primary may be there still, and takes no statement from here on.
      if (isAnother) last.end()
      current = next
      if (isAnother) yield* Metric.update(moves, 1)
      yield* Effect.sleep(retireMs).pipe(Effect.andThen(Scope.close(last.scope, Exit.void)), Effect.forkIn(scope))
    })
  )
  yield* Effect.addFinalizer(() => Effect.sync(stop))

  // One connection hears all channels, until its last listener ends. When it breaks, all of them fail and ask for another.
  const heard = yield* RcRef.make({ acquire: Effect.suspend(() => current.pinned) })

  const client = yield* SqlClient.make({
    acquirer: Effect.suspend(() => Effect.map(current.pool.get, current.connectionOf)),
    borrower: (use) =>
      Effect.suspend(() => {
        const { connectionOf, pool } = current
        return pool.use((connection) => use(connectionOf(connection)))
      }),
    transactionAcquirer: Effect.suspend(() => current.reserved),
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    // Spans are named by it.
    spanAttributes: [
      ["db.system.name", "postgresql"],
      ["db.namespace", "postgres"]
    ]
  })
  const pg: PgClient.PgClient = Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId,
    config: {},
    json: (value: unknown) => Statement.fragment([Statement.parameter(PgTypes.jsonb(value))]),
    listen: (channel: string) =>
      RcRef.get(heard).pipe(
        Effect.flatMap((connection) => connection.listen(channel)),
        Effect.tapError(() => RcRef.invalidate(heard))
      ),
    notify: (channel: string, payload: string) => Effect.asVoid(client`SELECT pg_notify(${channel}, ${payload})`)
  })
  return Context.make(PgClient.PgClient, pg).pipe(Context.add(SqlClient.SqlClient, pg))
})

/**
 * The database, on whichever server is its primary. Its connections end when that is another one. A commit whose wait for
 * the standby was cancelled fails as one whose answer was lost does: nobody knows whether it holds.
 */
export const layer = (options: DatabaseOptions) =>
  Layer.effectContext(make(options)).pipe(Layer.provide(Reactivity.layer))
