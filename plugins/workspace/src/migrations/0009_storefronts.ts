import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What was seen, by storefront; the columns for one of them are no longer written. */
export const storefronts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE workspace_live ADD COLUMN seen jsonb NOT NULL DEFAULT '{}', ALTER COLUMN status DROP NOT NULL,
      ALTER COLUMN texts DROP NOT NULL, ALTER COLUMN checked_ms DROP NOT NULL`
  const tables = ["workspace_live", "workspace_apps"]
  // Else their owner sees no account's rows.
  for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  yield* sql`
    UPDATE workspace_live l SET seen = jsonb_build_object(a.country, jsonb_build_object('status', l.status,
      'texts', l.texts, 'checkedMs', l.checked_ms, 'differsMs', l.differs_ms, 'versionId', NULL))
    FROM workspace_apps a WHERE a.account_id = l.account_id AND a.id = l.id`
  for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
})
