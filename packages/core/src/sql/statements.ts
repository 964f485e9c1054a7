import type { Migration } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A migration of these statements, in this order. Their text stays as it was released: what changes a table or replaces
 * a function is a new migration.
 */
export const statements = (...texts: ReadonlyArray<string>): Migration =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const text of texts) yield* sql.unsafe(text).unprepared
  })
