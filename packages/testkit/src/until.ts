import { PgClient } from "@effect/sql-pg"
import { Effect, Queue } from "effect"
import { SqlClient } from "effect/sql"

let made = 0

/**
 * What `read` gives once it is as wanted: it is asked at once, and again whenever one of the tables was written to, as
 * PostgreSQL tells. Nothing is asked in between, and no time is guessed.
 */
export const until = Effect.fnUntraced(function* <A, E, R>(
  tables: ReadonlyArray<string>,
  read: Effect.Effect<A, E, R>,
  isWanted: (found: A) => boolean
) {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  made += 1
  const name = `testkit_until_${made}`
  const written = yield* pg.listen(name)
  yield* sql.unsafe(
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('${name}', ''); RETURN NULL; END $$`
  )
  for (const table of tables) {
    yield* sql.unsafe(
      `CREATE TRIGGER ${name} AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`
    )
  }
  yield* Effect.addFinalizer(() => Effect.orDie(sql.unsafe(`DROP FUNCTION ${name} CASCADE`)))
  for (;;) {
    const found = yield* read
    if (isWanted(found)) return found
    yield* Queue.take(written)
    yield* Queue.clear(written)
  }
}, Effect.scoped)
