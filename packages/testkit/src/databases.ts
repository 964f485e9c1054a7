import { createHash, randomUUID } from "node:crypto"
import { PgClient, PgConnection } from "@effect/sql-pg"
import { coreMigrations, installJobs, migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { composeFrom, loadConfig, migrateAll } from "@storeglass/gateway"
import { Effect, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
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

/** Runs on a database with one connection. */
const withOneConnection = <A, E>(url: Redacted.Redacted<string>, work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(work, PgClient.layer({ url, maxConnections: 1 }))

/** A copy with an identity of its own: the one thing that the core's migrations make differently in each database. */
const copiedLedger = <E>(name: string, prepare: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, E>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* copiedDatabase(name, prepare)
      const connection = yield* PgConnection.make({ url, prepare: false })
      yield* connection.query("UPDATE core_ledger_identity SET id = gen_random_uuid()")
      return url
    })
  )

const withCore = (url: Redacted.Redacted<string>) =>
  Effect.andThen(withOneConnection(url, migrate("core", coreMigrations)), installJobs({ url }, []))

/** A new database in which the core's migrations have run. */
export const migratedDatabase = copiedLedger("core", withCore)

/** A new database in which the migrations of a config's plugins, by these ids, have run too. */
const migratedWith = (configFile: string, ids: ReadonlyArray<string>) => {
  const name = createHash("sha256").update(ids.toSorted().join()).digest("hex").slice(0, 40)
  return copiedLedger(`with_${name}`, (url) =>
    Effect.gen(function* () {
      const composition = yield* composeFrom(yield* loadConfig(configFile, {}))
      yield* withCore(url)
      yield* withOneConnection(url, migrateAll(composition))
    })
  )
}

const dropped = (url: Redacted.Redacted<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url: Redacted.make(inject("databaseUrl")), prepare: false })
      yield* connection.query(`DROP DATABASE IF EXISTS ${new URL(Redacted.value(url)).pathname.slice(1)} WITH (FORCE)`)
    })
  )

const owned = <E>(made: Effect.Effect<Redacted.Redacted<string>, E>) =>
  inject("databaseUrl") === undefined
    ? Effect.map(EmbeddedPostgres.temporary(), ({ url }) => url)
    : Effect.acquireRelease(made, (url) => Effect.orDie(dropped(url)))

/**
 * Where a gateway keeps its data unless its test says otherwise, for as long as the scope is open: the run's PostgreSQL
 * keeps its files in memory. A plugin outside this repository has no PostgreSQL for the whole run, so there each gateway
 * starts its own.
 */
export const ownDatabase = Effect.suspend(() => owned(migratedDatabase))

/** As ownDatabase, with the tables of a config's plugins. What is wrong with the config is the gateway's to say. */
export const ownDatabaseWith = (configFile: string, ids: ReadonlyArray<string>) =>
  Effect.suspend(() =>
    owned(Effect.catchTag(migratedWith(configFile, ids), ["BootError", "MigrationError"], () => migratedDatabase))
  )
