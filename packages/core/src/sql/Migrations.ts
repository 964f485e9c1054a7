import type { Migration } from "@storeglass/plugin-api"
import { Data, Effect } from "effect"
import { SqlClient, type SqlError, Statement } from "effect/sql"
import { innermostMessage } from "../innermostMessage.ts"

export class MigrationError extends Data.TaggedError("MigrationError")<{
  readonly owner: string
  readonly message: string
  readonly cause?: unknown
}> {}

/** One lock for all owners and nodes: several nodes may boot at once on an empty database. */
const lockKey = 7_263_548_101

const tableOf = (owner: string) => `migrations_${owner.replaceAll("-", "_")}`

/** The names that have run of each of these owners, in two statements and without a lock: what's there has been committed. */
export const appliedMigrations = Effect.fn("Migrations.applied")(function* (owners: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ owner: string }>`
    SELECT owner FROM unnest(${owners}::text[], ${owners.map(tableOf)}::text[]) named (owner, name)
    WHERE to_regclass(quote_ident(name)) IS NOT NULL`
  const applied = new Map<string, Set<string>>()
  if (found.length === 0) return applied
  const parts = found.map(({ owner }) => sql`SELECT ${owner}::text AS owner, name FROM ${sql(tableOf(owner))}`)
  const rows = yield* sql<{ owner: string; name: string }>`${Statement.join(" UNION ALL ", false)(parts)}`
  for (const { name, owner } of rows) applied.set(owner, (applied.get(owner) ?? new Set()).add(name))
  return applied
})

/**
 * Runs the migrations of one owner that its own table `migrations_<owner>` does not hold yet, in the order of their
 * names, all in one transaction. Gives the names that ran.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (
  owner: string,
  migrations: Readonly<Record<string, Migration>>
): Effect.fn.Return<ReadonlyArray<string>, MigrationError | SqlError.SqlError, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const table = tableOf(owner)
  const names = Object.keys(migrations).sort()
  const badName = names.find((name) => !/^\d{4}_[a-z0-9_]+$/.test(name))
  if (badName !== undefined) {
    return yield* new MigrationError({
      owner,
      message: `migration '${badName}' must have a name such as 0001_create_tables`
    })
  }
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`
      yield* sql`CREATE TABLE IF NOT EXISTS ${sql(table)} (
        name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`
      const rows = yield* sql<{ name: string }>`SELECT name FROM ${sql(table)} ORDER BY name`
      const applied = new Set(rows.map((row) => row.name))
      const last = rows.at(-1)?.name ?? ""
      const missing = names.filter((name) => !applied.has(name))
      const late = missing.find((name) => name < last)
      if (late !== undefined) {
        return yield* new MigrationError({
          owner,
          message: `migration '${late}' sorts before '${last}', which has already run; new migrations must come last`
        })
      }
      for (const name of missing) {
        const migration = migrations[name]
        if (migration === undefined) continue
        yield* Effect.mapError(
          migration,
          (cause) =>
            new MigrationError({ owner, message: `migration '${name}' failed: ${innermostMessage(cause)}`, cause })
        )
        yield* sql`INSERT INTO ${sql(table)} (name) VALUES (${name})`
      }
      return missing
    })
  )
})
