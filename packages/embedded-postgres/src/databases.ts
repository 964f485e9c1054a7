import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** Where a client connects: a folder with a Unix socket, no password. */
export interface SocketAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** The address as a URL that `@effect/sql-pg`, `pg` and libpq all read alike. */
export const urlOf = ({ host, port, user, database }: SocketAddress): Redacted.Redacted<string> =>
  Redacted.make(
    `postgresql:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${encodeURIComponent(user)}`
  )

/** The same server's URL with another database. */
export const urlOfDatabase = (url: Redacted.Redacted<string>, database: string): Redacted.Redacted<string> =>
  // Not by URL, which would rewrite an empty host.
  Redacted.make(
    Redacted.value(url).replace(/^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/, (_, server) => `${server}/${database}`)
  )

const Rows = Schema.Array(Schema.Struct({ found: Schema.Boolean }))
const DatabaseName = /^[a-z_][a-z0-9_]{0,62}$/

const refused = (doing: string) => (error: SqlError | Schema.SchemaError) => {
  const cause = error instanceof Schema.SchemaError ? error : error.reason.cause
  const detail = cause instanceof Error ? cause.message : error.message
  return /No space left|Disk quota/.test(detail)
    ? new EmbeddedPostgresError({ reason: "DiskFull", message: `Cannot ${doing}: the disk is full.`, cause })
    : new EmbeddedPostgresError({ reason: "Refused", message: `Cannot ${doing}: ${detail}`, cause })
}

/** True when the server at this URL is the one that keeps its data in `data`. */
export const keepsItsDataIn = (
  url: Redacted.Redacted<string>,
  data: string
): Effect.Effect<boolean, EmbeddedPostgresError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url })
      const sql = "SELECT current_setting('data_directory') = $1 AS found"
      const { rows } = yield* connection.query(sql, [data])
      const [row] = yield* Schema.decodeUnknownEffect(Rows)(rows)
      return row?.found === true
    })
  ).pipe(Effect.mapError(refused("connect to PostgreSQL")))

/**
 * Creates a database if the server has none of that name, and gives its URL. The URL passed in is of any database on
 * that server; the role in it must be allowed to create databases.
 */
export const createDatabase = Effect.fn("EmbeddedPostgres.createDatabase")(function* (
  url: Redacted.Redacted<string>,
  name: string
): Effect.fn.Return<Redacted.Redacted<string>, EmbeddedPostgresError> {
  if (!DatabaseName.test(name)) {
    const message = `"${name}" isn't a database name; use at most 63 lowercase letters, digits and underscores.`
    return yield* new EmbeddedPostgresError({ reason: "Refused", message })
  }
  yield* Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url, prepare: false })
      const sql = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1) AS found"
      const exists = Effect.flatMap(connection.query(sql, [name]), ({ rows }) => Schema.decodeUnknownEffect(Rows)(rows))
      if ((yield* exists)[0]?.found) return
      yield* connection.query(`CREATE DATABASE ${name}`).pipe(
        // Two who create it at once: the second finds it there.
        Effect.catch((error) => Effect.flatMap(exists, ([row]) => (row?.found ? Effect.void : Effect.fail(error))))
      )
    })
  ).pipe(Effect.mapError(refused(`create the database ${name}`)))
  return urlOfDatabase(url, name)
})
