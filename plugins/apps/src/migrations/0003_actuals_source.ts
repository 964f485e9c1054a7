import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Several sources may count the same day; each has its own row. */
export const actualsSource = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE apps_owned_actuals ADD COLUMN source text NOT NULL DEFAULT 'console'`
  yield* sql`ALTER TABLE apps_owned_actuals DROP CONSTRAINT apps_owned_actuals_pkey`
  yield* sql`ALTER TABLE apps_owned_actuals ADD PRIMARY KEY (account_id, platform, app_id, country, day, source)`
})
