import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const seededDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE dev_seed_days (
      kind text NOT NULL, part text NOT NULL, day date NOT NULL, items integer NOT NULL, PRIMARY KEY (kind, part, day)
    )`
  yield* sql`CREATE TABLE dev_seed_totals (kind text PRIMARY KEY, total integer NOT NULL)`
})
