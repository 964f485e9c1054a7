import { createHash, randomUUID } from "node:crypto"
import { PgClient, PgConnection } from "@effect/sql-pg"
import { coreMigrations, installJobs, migrate } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { composeFrom, loadConfig, migrateAll } from "@storeglass/gateway"
import { Effect, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

const newName = () => `t_${randomUUID().replaceAll("-", "")}`

/** A new, empty database on the run's PostgreSQL; dropped by the end of the run with its server. */
export const freshDatabase = () => copiedDatabase("empty", () => Effect.void)

/** A connection to the run's PostgreSQL for as long as this process lives: opening one costs more than what it's for. */
const administered = Effect.runSync(
  Effect.cached(
    Effect.suspend(() => PgConnection.make({ url: Redacted.make(inject("databaseUrl")), prepare: false })).pipe(
      Scope.provide(Effect.runSync(Scope.make()))
    )
  )
)
const administer = (statement: string) => Effect.flatMap(administered, (connection) => connection.query(statement))

/** Templates that this process knows to be there. */
const made = new Set<string>()

const makeTemplate = <E>(template: string, prepare: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, E>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = Redacted.make(inject("databaseUrl"))
      const connection = yield* PgConnection.make({ url: server, prepare: false })
      yield* connection.query("SELECT pg_advisory_lock(hashtext($1))", [template])
      const { rows } = yield* connection.query("SELECT FROM pg_database WHERE datname = $1", [template])
      if (rows.length > 0) return
      const unfinished = newName()
      const url = yield* EmbeddedPostgres.createDatabase(server, unfinished)
      yield* prepare(url)
      // The first to connect leaves what it learnt of the catalogs in a file, which copies bring along.
      yield* Effect.scoped(PgConnection.make({ url, prepare: false }))
      yield* connection.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
    })
  )

/**
 * A copy of a database that is prepared once in a run, by whichever process needs it first: copying takes a fiftieth of
 * the time that migrations take. What `prepare` makes at random is the same in all copies.
 */
export const copiedDatabase = <E>(
  name: string,
  prepare: (url: Redacted.Redacted<string>) => Effect.Effect<unknown, E>
) =>
  Effect.gen(function* () {
    const template = `template_${name.replaceAll("-", "_")}`
    if (!made.has(template)) {
      yield* makeTemplate(template, prepare)
      made.add(template)
    }
    const copy = newName()
    // By pages through its log, it would take three times as long.
    yield* administer(`CREATE DATABASE ${copy} TEMPLATE ${template} STRATEGY FILE_COPY`)
    return EmbeddedPostgres.urlOfDatabase(Redacted.make(inject("databaseUrl")), copy)
  })

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

// Each gateway makes them if they aren't there.
const partitions = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT core_credit_partition(month::date), core_vendor_write_partition(month::date)
      FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AS first) this,
        LATERAL (VALUES (first), (first + interval '1 month')) months (month)
    UNION ALL SELECT core_idempotency_partition(day::date), core_request_partition(day::date)
      FROM (SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AS first) this,
        LATERAL (VALUES (first), (first + interval '1 day')) days (day)`
)

const withCore = (url: Redacted.Redacted<string>) =>
  withOneConnection(url, Effect.andThen(migrate("core", coreMigrations), partitions)).pipe(
    Effect.andThen(installJobs({ url }, []))
  )

/** A new database in which the core's migrations have run. */
export const migratedDatabase = copiedLedger("core", withCore)

/** A new database in which the migrations of a config's plugins, by these ids, have run too. */
const migratedWith = (configFile: string, ids: ReadonlyArray<string>) => {
  const name = createHash("sha256").update(ids.toSorted().join()).digest("hex").slice(0, 40)
  // The ledger's identity tells whose are the charges in doubt in a data folder, and each test gateway has a folder of its own.
  return copiedDatabase(`with_${name}`, (url) =>
    Effect.gen(function* () {
      const composition = yield* composeFrom(yield* loadConfig(configFile, {}))
      yield* withCore(url)
      yield* withOneConnection(url, migrateAll(composition))
    })
  )
}

const dropped = (url: Redacted.Redacted<string>) =>
  administer(`DROP DATABASE IF EXISTS ${new URL(Redacted.value(url)).pathname.slice(1)} WITH (FORCE)`)

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
