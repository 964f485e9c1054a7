import { connect, type Socket } from "node:net"
import { Duplex } from "node:stream"
import type { PgConnection } from "@effect/sql-pg"
import { Effect, Predicate, Redacted } from "effect"
import type { SqlConnection } from "effect/sql"
import { SqlError } from "effect/sql"
import { makeNoticeReader, saysUnreplicated } from "./notices.ts"

const keepAliveMs = 10_000

/** Opens the way to a server, for the client to speak on. */
export const socketTo = (url: Redacted.Redacted<string>): (() => Socket) => {
  const { hostname, port: portOfHost, searchParams } = new URL(Redacted.value(url))
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname.replace(/^\[|\]$/g, "")) || "localhost")
  const port = Number(searchParams.get("port") ?? (portOfHost || 5432))
  return host.startsWith("/")
    ? () => connect({ path: `${host}/.s.PGSQL.${port}` })
    : () => connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs })
}

/** What a connection's statements went through. */
export interface Link {
  /** The server said that the commit of the statement at hand isn't on the standby. */
  isUnreplicated: boolean
  readonly drop: () => void
}

// The client passes over notices, and offers no other way to them: they are read where it reads, below it.
const socketOf = (connection: PgConnection.PgConnection): Duplex | undefined =>
  Predicate.hasProperty(connection, "session") &&
  Predicate.hasProperty(connection.session, "socket") &&
  connection.session.socket instanceof Duplex
    ? connection.session.socket
    : undefined

/** Listens to what the server says on a new connection. */
export const makeLink = (connection: PgConnection.PgConnection): Link => {
  const socket = socketOf(connection)
  // Without it a commit that isn't on the standby would pass for one that is.
  if (socket === undefined) throw new Error("the client of PostgreSQL has no socket where this version's is")
  const link: Link = { isUnreplicated: false, drop: () => socket.destroy() }
  const read = makeNoticeReader((fields) => {
    if (saysUnreplicated(fields)) link.isUnreplicated = true
  })
  // Before the client's own listener, which ends the statement.
  socket.prependListener("data", (chunk: Uint8Array) => {
    if (!read(chunk)) link.drop()
  })
  return link
}

const unreplicated = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: new Error("canceling wait for synchronous replication"),
    message: "the commit isn't confirmed by the standby: whether it holds is unknown",
    operation: "commit"
  })
})

/** Whether a failure is one of a server that is gone, going, or no longer the primary. */
export const isOfAnotherPrimary = ({ reason }: SqlError.SqlError): boolean => {
  if (reason._tag === "ConnectionError") return true
  const state = Predicate.hasProperty(reason.cause, "code") ? reason.cause.code : undefined
  return typeof state === "string" && /^(25006|57P0[123]|08...)$/.test(state)
}

/** A connection whose commits are confirmed or fail, and that ends with its server's being the primary. */
export const linked = (
  connection: PgConnection.PgConnection,
  link: Link,
  onTrouble: () => void
): SqlConnection.Connection => {
  const run = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.suspend(() => {
      link.isUnreplicated = false
      return Effect.matchEffect(statement, {
        onSuccess: (answer) => {
          if (!link.isUnreplicated) return Effect.succeed(answer)
          onTrouble()
          return Effect.fail(unreplicated)
        },
        onFailure: (error) => {
          if (isOfAnotherPrimary(error)) {
            link.drop()
            onTrouble()
          }
          return Effect.fail(error)
        }
      })
    })
  const rows = (sql: string, params: ReadonlyArray<unknown>, prepare: boolean) =>
    run(Effect.map(connection.query(sql, params, prepare), (result) => result.rows))
  return {
    execute: (sql, params) => rows(sql, params, true),
    executeRaw: (sql, params) => run(connection.query(sql, params)),
    executeStream: (sql, params) => connection.stream(sql, params),
    executeValues: (sql, params) => run(connection.queryValues(sql, params)),
    executeValuesUnprepared: (sql, params) => run(connection.queryValues(sql, params, false)),
    executeUnprepared: (sql, params) => rows(sql, params, false)
  }
}
