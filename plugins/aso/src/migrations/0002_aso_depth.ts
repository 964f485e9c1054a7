import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many requests a snapshot could spend; those of before count as the thinnest. */
export const asoDepth = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe("ALTER TABLE aso_snapshots ADD COLUMN requests_max integer NOT NULL DEFAULT 0")
)
