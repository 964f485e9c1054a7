import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What an app's page told: the apps that it shows as similar; null with a moment: the store has no such page. */
export const pages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE workspace_apps ADD COLUMN shelf jsonb, ADD COLUMN page_ms bigint`
  const tables = ["workspace_apps", "workspace_deleted"]
  // Else their owner sees no account's rows.
  for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  // Until now the store didn't tell it, so whoever has one has given it.
  yield* sql`UPDATE workspace_apps SET given = given || '["subtitle"]'::jsonb WHERE subtitle IS NOT NULL`
  yield* sql`
    UPDATE workspace_deleted SET row = jsonb_set(row, '{given}', (row->'given') || '["subtitle"]'::jsonb)
    WHERE row->>'subtitle' IS NOT NULL`
  for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
})
