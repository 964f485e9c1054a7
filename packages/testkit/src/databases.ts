import { randomUUID } from "node:crypto"
import { PgClient, PgConnection } from "@effect/sql-pg"
import { coreMigrations, installJobs, migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Effect, Redacted } from "effect"
import { inject } from "vitest"

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

const newName = () => `t_${randomUUID().replaceAll("-", "")}`

/** A new, empty database on the run's PostgreSQL; dropped by the end of the run with its server. */
export const freshDatabase = () => EmbeddedPostgres.createDatabase(Redacted.make(inject("databaseUrl")), newName())

/** Templates that this process knows to be there. */
const made = new Set<string>()

/**
 * A copy of a database that is prepared once in a run, by whichever process needs it first: copying takes a fifth of the
 * time that migrations take. What `prepare` makes at random is the same in all copies.
 */
export const copiedDatabase = <E>(
  name: string,
  prepare: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, E>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = Redacted.make(inject("databaseUrl"))
      const connection = yield* PgConnection.make({ url: server, prepare: false })
      const template = `template_${name.replaceAll("-", "_")}`
      if (!made.has(template)) {
        yield* connection.query("SELECT pg_advisory_lock(hashtext($1))", [template])
        const { rows } = yield* connection.query("SELECT FROM pg_database WHERE datname = $1", [template])
        if (rows.length === 0) {
          const unfinished = newName()
          yield* prepare(yield* EmbeddedPostgres.createDatabase(server, unfinished))
          yield* connection.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
        }
        yield* connection.query("SELECT pg_advisory_unlock_all()")
        made.add(template)
      }
      const copy = newName()
      yield* connection.query(`CREATE DATABASE ${copy} TEMPLATE ${template}`)
      return EmbeddedPostgres.urlOfDatabase(server, copy)
    })
  )

/** A new database in which the core's migrations have run. */
export const migratedDatabase = Effect.scoped(
  Effect.gen(function* () {
    const url = yield* copiedDatabase("core", (made) =>
      Effect.andThen(
        Effect.provide(migrate("core", coreMigrations), PgClient.layer({ url: made, maxConnections: 1 })),
        installJobs({ url: made }, [])
      )
    )
    const connection = yield* PgConnection.make({ url, prepare: false })
    // The one thing that the migrations make differently in each database.
    yield* connection.query("UPDATE core_ledger_identity SET id = gen_random_uuid()")
    return url
  })
)

const dropped = (url: Redacted.Redacted<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url: Redacted.make(inject("databaseUrl")), prepare: false })
      yield* connection.query(`DROP DATABASE IF EXISTS ${new URL(Redacted.value(url)).pathname.slice(1)} WITH (FORCE)`)
    })
  )

/**
 * Where a gateway keeps its data unless its test says otherwise, for as long as the scope is open: the run's PostgreSQL
 * keeps its files in memory. A plugin outside this repository has no PostgreSQL for the whole run, so there each gateway
 * starts its own.
 */
export const ownDatabase = Effect.suspend(() =>
  inject("databaseUrl") === undefined
    ? Effect.map(EmbeddedPostgres.temporary(), ({ url }) => url)
    : Effect.acquireRelease(migratedDatabase, (url) => Effect.orDie(dropped(url)))
)
